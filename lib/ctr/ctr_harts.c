// SPDX-License-Identifier: BSD-2-Clause
/*
 * Features of each hart, on machines whose harts differ. A hart can probe only
 * itself, so each hart reports its own features; a hart without a report has
 * none.
 */
#include <ctr/ctr.h>

enum {
	CTR_SAID = 0x80, /* flag in said[] and kept[], besides CTR_NAMES_* */
	CTR_CLOSED = 0x40,
};

void ctr_harts_say(struct ctr_harts *all, u32 hart, u8 names)
{
	if (hart < CTR_HARTS_MAX)
		all->said[hart] = CTR_SAID | names;
}

u32 ctr_harts_silent(const struct ctr_harts *all)
{
	u32 hart, silent = 0;

	for (hart = 0; hart < all->count; hart++)
		silent += !all->said[hart];
	return silent;
}

/* A copy: harts do not see later changes of the device tree. */
void ctr_harts_close(struct ctr_harts *all)
{
	u32 hart;

	for (hart = 0; hart < CTR_HARTS_MAX; hart++)
		all->kept[hart] = CTR_CLOSED |
				  (hart < all->count ? all->said[hart] : 0);
}

void ctr_harts_withhold(struct ctr_harts *all, u8 names)
{
	all->withheld |= names;
}

u8 ctr_harts_names(const struct ctr_harts *all, u32 hart)
{
	if (hart >= CTR_HARTS_MAX)
		return 0;
	return (all->kept[hart] ? all->kept[hart] : all->said[hart]) &
	       CTR_NAMES_ALL & ~all->withheld;
}
