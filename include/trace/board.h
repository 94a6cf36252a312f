/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Boards whose trace needs more than the Trace Control Interface says, before
 * anything of include/trace/trace.h is called.
 */
#ifndef TRACE_BOARD_H
#define TRACE_BOARD_H

#include <base/types.h>

/** Boards that need something. */
enum trace_board {
	TRACE_BOARD_UNKNOWN, /* not looked for yet */
	TRACE_BOARD_OTHER,   /* none of these */
	TRACE_BOARD_K3,	     /* SpacemiT K3: the clock is off after a reset */
};

/**
 * Find a board by its names.
 * @param list compatible of the device tree's root: strings one after another,
 *	each with its end; size bytes
 */
enum trace_board trace_board_find(const char *list, u32 size);

/**
 * Set what a board needs on the calling hart: after each reset, before any hart
 * touches a component. A register that the hart has not is passed over.
 */
void trace_board_hart(enum trace_board board);

#endif
