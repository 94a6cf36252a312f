/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of the firmware's header of this name: the test has the instruction. */
#ifndef FUZZ_TRACE_FETCH_H
#define FUZZ_TRACE_FETCH_H

#include <sbi/sbi_types.h>

struct fetched {
	unsigned long low;
	long high; /* below 0: the instruction has one half */
};

bool trace_fetch(unsigned long at, struct fetched *insn);

#endif
