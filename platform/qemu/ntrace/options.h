/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of plugin_ntrace. */
#ifndef NTRACE_OPTIONS_H
#define NTRACE_OPTIONS_H

#include <base/types.h>
#include <ntrace/emit.h>

/** The unit of timestamps. */
enum nt_time {
	NT_TIME_OFF,
	NT_TIME_INSNS, /* instructions that the hart has retired */
	NT_TIME_HOST,  /* nanoseconds of the host since QEMU started */
};

struct nt_options {
	const char *out; /* with "%h": one file for each hart */
	bool btm, repeat, sequential_jump, all_jumps, extend_addr_msb;
	bool ownership, tasks;
	u64 call_stack; /* return addresses, 0: no implicit returns */
	u64 timestamps; /* enum nt_time */
	u64 sync_mode, sync_max;
	u64 privilege;		     /* bit per enum ntrace_priv; 0: all */
	u64 from, to;		     /* only instructions at these addresses */
	u64 start, stop;	     /* addresses; UINT64_MAX: none */
	u64 start_count, stop_count; /* instructions of each hart */
	u64 fifo, rate; /* bytes; bits per instruction; 0: no losses */
	bool code, record;
	u64 code_pages; /* most pages in the code log's views */
	u64 hash;	/* half-words of an interval, 0: no hash */
};

/**
 * Read the arguments.
 * @return false, with a message on standard error: an unknown option, an
 *	invalid value, or a contradiction
 */
bool nt_options_read(struct nt_options *options, int argc, char **argv);

/** @return true if the options select instructions, not only harts */
static inline bool nt_options_select(const struct nt_options *o)
{
	return o->privilege || o->from || o->to != UINT64_MAX ||
	       o->start != UINT64_MAX || o->stop != UINT64_MAX ||
	       o->start_count || o->stop_count != UINT64_MAX;
}

/** The registers of an encoder with these options. */
void nt_options_regs(const struct nt_options *options, unsigned int hart,
		     unsigned int src_bits, struct ntrace_emit_regs *regs,
		     struct ntrace_emit_design *design);

#endif
