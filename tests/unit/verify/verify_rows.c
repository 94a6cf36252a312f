// SPDX-License-Identifier: BSD-2-Clause
/* Rows of traces, and their expected findings. */
#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "verify_books.h"

/* The decoder of brief groups needs fewer bytes than this after a group */
enum { BEHIND = 128 };

/* Ways to verify a trace; all must have the same results. */
enum way {
	PIECES,	   /* too short for the short paths */
	WHOLE,	   /* with empty groups after it */
	ANY_MODEL, /* the same without parts of the hart's model */
	WAYS
};

/*
 * Text of the findings; if all is true, also the number of divergences in which
 * the trace was right, and that of values in doubt.
 */
static const char *text_of(const struct vrig *rig, bool all)
{
	static char text[VRIG_BYTES];

	if (!all)
		return vrig_text(rig);
	snprintf(text, sizeof(text), "%s= %llu %u\n", vrig_text(rig),
		 (unsigned long long)rig->v.totals.adopted,
		 rig->v.state.suspects.num);
	return text;
}

static bool run(struct vrig *rig, const struct vrig_row *row, const u8 *bytes,
		size_t len, size_t piece)
{
	const char *why;

	vrig_forget(rig);
	vrig_start(rig);
	vrig_run(rig, bytes, len, piece);
	why = verify_books(rig, bytes, len);
	if (why)
		print_error("%s, pieces of %zu: wrong %s\n", row->name, piece,
			    why);
	if (!strcmp(text_of(rig, strchr(row->text, '=')), row->text))
		return !why;
	print_error("%s, pieces of %zu: found:\n%s", row->name, piece,
		    text_of(rig, true));
	return false;
}

static bool run_row(struct vrig **rig, const struct vrig_row *row, size_t piece)
{
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig[PIECES]->config.params, row->trace, bytes);
	const char *end = strrchr(row->trace, ']'), *why;
	bool same = run(rig[PIECES], row, bytes, len, piece);
	size_t way;

	if (!end || end[1 + strspn(end + 1, " ")])
		return same;
	for (way = 0; way < BEHIND; way++)
		bytes[len + way] = way % 2 ? TANDEM_END : TANDEM_BEGIN;
	for (way = WHOLE; way < WAYS; way++) {
		same &= run(rig[way], row, bytes, len + BEHIND, len + BEHIND);
		why = verify_books_differ(rig[PIECES], rig[way]);
		if (why)
			print_error("%s, way %zu: not the same: %s\n",
				    row->name, way, why);
		same &= !why;
	}
	return same;
}

void vrig_rows(const char *preset, void (*set)(struct vrig *rig),
	       const struct vrig_row *rows, size_t num)
{
	struct vrig *rig[WAYS];
	size_t i, failed = 0;

	for (i = 0; i < WAYS; i++) {
		rig[i] = vrig_new(preset);
		if (set)
			set(rig[i]);
	}
	rig[ANY_MODEL]->any_model = true;
	for (i = 0; i < num; i++)
		failed += !run_row(rig, &rows[i], 1 + i % 7 * 5);
	for (i = 0; i < WAYS; i++)
		vrig_free(rig[i]);
	CHECK_EQ("rows that fail", failed, 0);
}
