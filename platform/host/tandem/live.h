/* SPDX-License-Identifier: BSD-2-Clause */
/* A trace that is verified while it is made, and its hart, which can be stopped. */
#ifndef HOST_TANDEM_LIVE_H
#define HOST_TANDEM_LIVE_H

#include "io.h"

struct tandem_live {
	const char *path; /* FIFO or socket to listen at; NULL: not live */
	const char *qmp;  /* socket of QEMU's monitor, NULL: none */
	int monitor;	  /* with qmp */
	bool connected;	  /* path is a socket: a line can be sent through it */
};

/**
 * Open a live trace, and wait for its writer: an existing FIFO, else a Unix
 * socket that is created. Exits with a message if it cannot.
 * @param prompt keep the FIFO small, so that the writer is not far ahead
 */
void tandem_live_open(struct tandem_live *live, struct input *in, bool prompt);

/**
 * Stop the writer: QEMU by its monitor, the other end of a socket by a line
 * "stop INSTRUCTION PC". Bytes that still come are read and dropped.
 * @return true if a writer was stopped, or got the line
 */
bool tandem_live_stop(struct tandem_live *live, struct input *in, u64 insn,
		      u64 pc);

#endif
