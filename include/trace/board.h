/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Boards whose trace hardware needs a setup outside of the Trace Control
 * Interface, before the first call of a function of include/trace/trace.h.
 */
#ifndef TRACE_BOARD_H
#define TRACE_BOARD_H

#include <base/types.h>

/** Boards that need a setup. */
enum trace_board {
	TRACE_BOARD_UNKNOWN, /* not searched yet */
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
 * Make the setup of a board on the calling hart: after each reset, before any
 * hart touches a component. Skips registers that the hart does not have.
 */
void trace_board_hart(enum trace_board board);

#endif
