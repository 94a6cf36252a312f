// SPDX-License-Identifier: BSD-2-Clause
/*
 * Boards whose trace hardware answers only after a setup by the harts: the name
 * in the tree's root, the register of a hart, and the bits to set.
 */
#include <hart/csr.h>
#include <trace/board.h>

/* SpacemiT's ML2HINT: the clock of the trace components of the hart's cluster.
 * SpacemiT's own firmware starts it on each hart, too. */
#define BOARDS(BOARD) BOARD(TRACE_BOARD_K3, "spacemit,k3", 0x7f7, 1ul << 26)

/* The list has strings one after the other, each with its 0 at the end. */
static bool trace_board_has(const char *list, u32 size, const char *name)
{
	u32 n, at = 0;

	for (n = 0; n < size; n++) {
		if (at != ~(u32)0 && list[n] == name[at]) {
			if (!list[n])
				return true;
			at++;
			continue;
		}
		at = list[n] ? ~(u32)0 : 0;
	}
	return false;
}

enum trace_board trace_board_find(const char *list, u32 size)
{
#define BOARD_FIND(number, name, csr, bits)    \
	if (trace_board_has(list, size, name)) \
		return number;
	BOARDS(BOARD_FIND)
	return TRACE_BOARD_OTHER;
}

/* A hart may differ from the other harts of its board. */
void trace_board_hart(enum trace_board board)
{
	unsigned long value;

#define BOARD_SET(number, name, csr, bits)                       \
	case number:                                             \
		if (hart_csr_try_read(csr, &value))              \
			hart_csr_try_write(csr, value | (bits)); \
		break;
	switch (board) {
		/* unseen: the switch jumps to labels behind the condition of
		 * the mutant */
		BOARDS(BOARD_SET)
	default:
		break;
	}
}
