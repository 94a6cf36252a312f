// SPDX-License-Identifier: BSD-2-Clause
/* Rows of traces, and the findings they have to have. */
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

/* More than what the decoder of brief groups wants to see behind one */
enum { BEHIND = 128 };

static bool run(struct vrig *rig, const struct vrig_row *row, const u8 *bytes,
		size_t len, size_t piece)
{
	bool same;

	vrig_forget(rig);
	vrig_start(rig);
	vrig_run(rig, bytes, len, piece);
	same = !strcmp(vrig_text(rig), row->text);
	if (!same)
		print_error("%s, pieces of %zu: found:\n%s", row->name, piece,
			    vrig_text(rig));
	return same;
}

/* In pieces too short for the short ways, and whole, with empty groups behind */
static bool run_row(struct vrig *rig, const struct vrig_row *row, size_t piece)
{
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params, row->trace, bytes), n;
	const char *end = strrchr(row->trace, ']');
	bool same = run(rig, row, bytes, len, piece);

	if (!end || end[1])
		return same;
	for (n = 0; n < BEHIND; n++)
		bytes[len + n] = n % 2 ? TANDEM_END : TANDEM_BEGIN;
	return run(rig, row, bytes, len + BEHIND, len + BEHIND) && same;
}

void vrig_rows(const char *preset, void (*set)(struct vrig *rig),
	       const struct vrig_row *rows, size_t num)
{
	struct vrig *rig = vrig_new(preset);
	size_t i, failed = 0;

	if (set)
		set(rig);
	for (i = 0; i < num; i++)
		failed += !run_row(rig, &rows[i], 1 + i % 7 * 5);
	vrig_free(rig);
	CHECK_EQ("rows that fail", failed, 0);
}
