/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hartscope run, for those who make tests of cores (riscv-tests, riscv-arch-test)
 * and want the result, signature and tandem trace of a reference: a bare program on a
 * hart of lib/model, with the devices of lib/machine, HTIF and semihosting.
 */
#ifndef HOST_RUN_RUN_H
#define HOST_RUN_RUN_H

#include <machine/machine.h>
#include <tandem/tandem.h>
#include "io.h"

/** hartscope run. @return the exit status */
int run_main(int argc, char **argv);

/* --- run_image.c ---------------------------------------------------------- */

/** Values from a program's ELF file. */
struct run_image {
	unsigned int xlen;
	u64 entry;
	/* 0: no such symbol */
	u64 tohost, fromhost, begin_signature, end_signature;
	bool has_calls; /* it has the words around a semihosting call */
};

/** XLEN of a program. Exits with a message if it is no executable for RISC-V. */
unsigned int run_image_xlen(const char *path);

/**
 * Load a program into the machine's RAM, by its physical addresses. Exits with
 * a message if it does not fit.
 */
void run_image_load(struct run_image *image, const char *path,
		    const struct machine *machine);

/**
 * Write memory between begin_signature and end_signature, in the form of
 * riscv-arch-test: a line of hexadecimal for each word.
 * @param bytes	of a word: 4, 8 or 16
 */
void run_signature(const struct run_image *image, const struct machine *machine,
		   const char *path, unsigned int bytes);

/* --- run_host.c ------------------------------------------------------------ */

struct run_trace;

/** The host, which serves a program's requests. */
struct run_host {
	struct run_trace *trace; /* NULL: none; gets the host's stores */
	struct machine *machine;
	const struct run_image *image;
	bool exited;
	u64 code; /* with exited; 0: success */
};

/** Read tohost, and answer a request. */
void run_host_poll(struct run_host *host);

/**
 * Make the semihosting call at the hart's pc.
 * @return false: there is none
 */
bool run_host_call(struct run_host *host, struct model *hart,
		   struct model_step *out);

/* --- run_trace.c ----------------------------------------------------------- */

enum { RUN_BUFFER = 1 << 16, RUN_ELEMENTS = 64 };

/** A tandem trace of the run, written during the run. */
struct run_trace {
	const char *path;
	struct output out;
	struct tandem_params params;
	struct tandem_encoder encoder;
	u8 *buffer;
	struct tandem_element element[RUN_ELEMENTS];
	u32 num;
	u64 mip; /* as told */
	u8 priv;
	u64 insns, traps, bytes;
};

/** Begin with the hart's place. @param input the program; not overwritten */
void run_trace_open(struct run_trace *trace, const char *path,
		    const char *input, const struct model *hart);

/** Write changes from outside, before a step. */
void run_trace_before(struct run_trace *trace, const struct model *hart);

/** Write a step. */
void run_trace_step(struct run_trace *trace, const struct model *hart,
		    const struct model_step *did);

/** Write a store of the host: 8 bytes. */
void run_trace_store(struct run_trace *trace, u64 paddr, u64 value);

/** Write the effects of a semihosting call, which no hart makes. */
void run_trace_call(struct run_trace *trace, const struct model *hart);

/**
 * Write the end, and the facts that a reader needs, to PATH.params.
 * @param hart_name the text of --hart
 */
void run_trace_close(struct run_trace *trace, const struct machine *machine,
		     const char *hart_name);

#endif
