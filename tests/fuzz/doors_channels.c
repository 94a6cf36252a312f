// SPDX-License-Identifier: BSD-2-Clause
/*
 * Channels of MPXY: drivers use the shared memory itself. On the host it is a
 * separate page for each hart and domain, so that an access outside of this
 * page, or to another hart's page, is found.
 */
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_mpxy.h>
#include <sbi/sbi_scratch.h>

#include "../../platform/generic/judges/shmem_glue.h"
#include "doors.h"
#include "doors_sbi.h"

enum { ATTRIBUTES = 4, LONG_MESSAGE = 3 * DOORS_PAGE };

static const u32 attribute[ATTRIBUTES] = { 1, 2, 3, 4 };
static u32 *page[DOORS_HARTS][DOORS_OWNERS];

u32 *doors_shared_page(const struct doors_hart *h)
{
	return page[h->number][h->owner];
}

/* --- what a driver may rely on ------------------------------------------------ */

static void in_page(const void *at, unsigned long size)
{
	doors_hold(at == doors_shared_page(doors_now),
		   "a channel works in the caller's memory");
	doors_hold(size <= DOORS_PAGE, "and in no more than was judged");
}

static void touch(u32 *at, unsigned long words)
{
	unsigned long n;

	in_page(at, 4 * words);
	for (n = 0; n < words; n++)
		at[n]++;
}

static void check_attributes(u32 base, u32 count)
{
	doors_hold(count && base >= SBI_MPXY_ATTR_MSGPROTO_ATTR_START &&
			   base + (count - 1) >= base,
		   "attributes that are asked for do not wrap");
}

static int read_attributes(struct sbi_mpxy_channel *channel, u32 *out, u32 base,
			   u32 count)
{
	u32 n, first = base - SBI_MPXY_ATTR_MSGPROTO_ATTR_START;

	(void)channel;
	in_page(out, 4ul * count);
	check_attributes(base, count);
	if (first >= ATTRIBUTES || count > ATTRIBUTES - first)
		return SBI_ERR_BAD_RANGE;
	for (n = 0; n < count; n++)
		out[n] = attribute[first + n];
	return 0;
}

static int write_attributes(struct sbi_mpxy_channel *channel, u32 *in, u32 base,
			    u32 count)
{
	(void)channel;
	in_page(in, 4ul * count);
	check_attributes(base, count);
	return SBI_ERR_BAD_RANGE;
}

static int send(struct sbi_mpxy_channel *channel, u32 id, void *message,
		u32 size, void *answer, u32 limit, unsigned long *got)
{
	(void)id;
	in_page(message, size);
	*got = channel->attrs.msg_data_maxlen;
	doors_hold(*got <= limit, "no message is longer than the memory");
	touch(answer, *got / 4);
	return 0;
}

static int post(struct sbi_mpxy_channel *channel, u32 id, void *message,
		u32 size)
{
	(void)channel;
	(void)id;
	in_page(message, size);
	return 0;
}

static int notifications(struct sbi_mpxy_channel *channel, void *events,
			 u32 size, unsigned long *got)
{
	(void)channel;
	touch(events, size / 4);
	*got = 0;
	return 0;
}

static struct sbi_mpxy_channel channels[] = {
	{ .channel_id = 1,
	  .attrs.msg_data_maxlen = 64,
	  .read_attributes = read_attributes,
	  .write_attributes = write_attributes,
	  .send_message_with_response = send,
	  .send_message_without_response = post,
	  .get_notification_events = notifications },
	{ .channel_id = 2,
	  .attrs.msg_data_maxlen = LONG_MESSAGE,
	  .send_message_with_response = send },
};

/* --- in place of OpenSBI's function; the judge is in front of it --------- */

int stock_mpxy_set_shmem(unsigned long low, unsigned long high,
			 unsigned long flags);

static void check_memory(unsigned long at)
{
	unsigned long n;

	for (n = 0; n < DOORS_PAGE; n++)
		doors_hold(doors_may_touch(doors_now->owner, at + n) &&
				   fake_hart_ram(at + n, 1),
			   "shared memory is the caller's, and answers");
}

/* If OpenSBI would accept an address, it gets the address of the page here. */
int sbi_mpxy_set_shmem(unsigned long low, unsigned long high,
		       unsigned long flags)
{
	unsigned long own = (unsigned long)doors_shared_page(doors_now);
	int rc;

	if (high || low & (DOORS_PAGE - 1) || low == -1ul || low == -1U)
		return stock_mpxy_set_shmem(low, high, flags);
	if (flags < SBI_EXT_MPXY_SHMEM_FLAG_MAX_IDX)
		check_memory(low);
	shmem_glue_lend((void *)own);
	rc = stock_mpxy_set_shmem(own, 0, flags);
	shmem_glue_lend(NULL);
	return rc;
}

/* Register channels as drivers do at boot; the hart that boots is number 0. */
void doors_channels_boot(void)
{
	unsigned int n, owner;

	for (n = 0; n < doors_harts; n++)
		for (owner = 0; owner < doors_owners; owner++)
			page[n][owner] = doors_alloc(DOORS_PAGE, DOORS_PAGE);
	doors_booting = 0;
	if (sbi_mpxy_init(sbi_scratch_thishart_ptr()))
		doors_hold(false, "MPXY starts");
	for (n = 0; n < array_size(channels); n++)
		sbi_mpxy_register_channel(&channels[n]);
}
