/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The code that a hart has found, by address: its part of the code log. */
#ifndef NTRACE_VIEW_H
#define NTRACE_VIEW_H

#include "../observer/retire.h"

/** Relation of a block's code to the hart's view. */
enum nt_found {
	NT_FOUND_OLD,	/* the same as before */
	NT_FOUND_NEW,	/* no code was there before */
	NT_FOUND_OTHER, /* other code was there before */
	NT_FOUND_AGAIN, /* the view had just been emptied */
};

struct nt_view;

/**
 * @param pages	of 4 KiB in the view, 2 or more; if all are full, they are
 *	dropped
 * @return NULL if there is no memory
 */
struct nt_view *nt_view_new(u32 pages);

/**
 * A hart executes code at pc.
 * @return the relation of the code to the view, which has it from now on
 */
enum nt_found nt_view_find(struct nt_view *view, const struct retire_code *code,
			   u64 pc);

#endif
