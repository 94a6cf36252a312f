/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A record of the instructions executed while traced, to compare a trace with:
 * a file per hart, with a line "start" for every time that tracing began, and
 * then one per instruction, its address and privilege: "0x80200000 1".
 */
#ifndef RECORD_H
#define RECORD_H

#include "../observer/retire.h"

/**
 * Record into PREFIX.0, PREFIX.1, ... Without it, the other functions do
 * nothing.
 * @return false, with a message, if a file cannot be made
 */
bool hw_record_begin(const char *prefix, unsigned int harts);

/** Tracing of a hart begins. */
void hw_record_start(unsigned int hart);

/** Blocks retired. */
void hw_record_blocks(unsigned int hart, const struct ntrace_block *block,
		      const struct retire_part *part, size_t num);

/** No more calls follow. */
void hw_record_end(void);

#endif
