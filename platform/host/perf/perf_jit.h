/* SPDX-License-Identifier: BSD-2-Clause */
/* A jitdump (jit-PID.dump, version 1, in the format of Linux' tools). */
#ifndef HOST_PERF_JIT_H
#define HOST_PERF_JIT_H

#include "perf.h"

struct perf_dump {
	char *path;
	u32 pid; /* process whose memory has the code */
	u8 *data;
	size_t size, at; /* at: of the next record */
	bool timeless;	 /* its times are not the recording's */
	struct perf_dump *next;
};

#endif
