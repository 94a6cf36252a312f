/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of "hartscope ntrace encode". */
#ifndef HOST_NT_ENCODE_H
#define HOST_NT_ENCODE_H

#include <ntrace/emit.h>
#include "io.h"
#include "options.h"
#include "progress.h"
#include "../program/program.h"

int nt_encode(int argc, char **argv);

/** An encoder and the output of its bytes. */
struct nt_encode {
	const char *path; /* of the input */
	const char *output;
	struct nt_program program;
	struct ntrace_emit_regs regs;
	struct ntrace_emit_design design;
	unsigned int filters, comps; /* of regs, in use by --filter */
	bool single;   /* filters need blocks of one instruction, or of a trap
		      * alone */
	bool messages; /* the input is text of messages */
	bool stat;
	bool quiet;

	struct ntrace_emit emit;
	u8 *fifo;
	struct output out;
	u64 insns;
	u64 bytes;
	u64 count; /* of messages */
};

/**
 * Set a register field, "trTeInstSyncMode=3" or "trTeFilter0Enable=1".
 * @return NULL, or the error
 */
const char *nt_encode_set(struct ntrace_emit_regs *regs, const char *text);

/** Print the fields that can be set, one on each line. */
void nt_encode_list_fields(void);

/**
 * Add a filter, "from=0x80000000,to=0x80001000,mode=s+m,scontext=5", or
 * "ecause=13+15,trap=exception,tval=0x5000,impdef=1/3": the encoder traces the
 * blocks that it passes, besides those of other filters. Exits with a message
 * if text is no filter, or the encoder has no more. Text is written to.
 */
void nt_encode_filter(struct argp_state *state, struct nt_encode *encode,
		      char *text);

/**
 * True if a range of a filter begins or ends at an address. The encoder judges
 * a block by its start, so blocks must end there.
 */
bool nt_encode_is_edge(const struct nt_encode *encode, u64 address);

/** Encode the input: instructions, or PCs with the program. */
void nt_encode_insns(struct nt_encode *encode);

/** Encode the input: messages as dump writes them. */
void nt_encode_messages(struct nt_encode *encode);

/** Write the bytes in the encoder's FIFO. */
static inline void nt_encode_drain(struct nt_encode *encode)
{
	size_t used = encode->emit.used;

	output_bytes(&encode->out, encode->emit.fifo, used);
	encode->bytes += used;
	ntrace_emit_take(&encode->emit, used);
}

#endif
