/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The code that a hart has found, by address: its part of the code log. */
#ifndef NTRACE_VIEW_H
#define NTRACE_VIEW_H

#include "../observer/retire.h"

/** News of a block's code to a hart. */
enum nt_found {
	NT_FOUND_OLD,	/* found before */
	NT_FOUND_NEW,	/* where nothing was found before */
	NT_FOUND_OTHER, /* in place of something else */
	NT_FOUND_AGAIN, /* when everything had been forgotten */
};

struct nt_view;

/**
 * @param pages	of 4 KiB that a hart knows, 2 or more; when there are more it
 *		forgets all
 * @return NULL when there is no memory
 */
struct nt_view *nt_view_new(u32 pages);

/**
 * A hart executes code at pc.
 * @return what that is to the hart, which has found it from now on
 */
enum nt_found nt_view_find(struct nt_view *view, const struct retire_code *code,
			   u64 pc);

#endif
