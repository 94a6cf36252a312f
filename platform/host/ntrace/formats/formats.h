/* SPDX-License-Identifier: BSD-2-Clause */
/* The forms of output of "hartscope ntrace decode". */
#ifndef HOST_NT_FORMATS_H
#define HOST_NT_FORMATS_H

#include "../decode/format.h"

int nt_decode(int argc, char **argv);
int nt_merge(int argc, char **argv);

/** All forms, in the order of the list in help: add a new form here. */
/* clang-format off */
#define NT_FORMATS(FORMAT) \
	FORMAT(ranges) FORMAT(insns) FORMAT(pcs) FORMAT(sequence) FORMAT(calls) \
	FORMAT(coverage) FORMAT(hot) FORMAT(callgrind) FORMAT(chrome) FORMAT(perfetto) \
	FORMAT(folded) FORMAT(flamegraph) FORMAT(hash) FORMAT(lcov) FORMAT(speedscope) \
	FORMAT(bolt) FORMAT(profgen) FORMAT(counts) FORMAT(firefox)
/* clang-format on */

#define NT_FORMAT_DECLARE(name) extern const struct nt_format nt_format_##name;
NT_FORMATS(NT_FORMAT_DECLARE)
#undef NT_FORMAT_DECLARE

/** @return the form of that name, or NULL */
const struct nt_format *nt_format_named(const char *name);

/**
 * The first line of --format=counts, which merge reads. Each later line has an
 * address, the number of executions of its instruction, and how many of them went
 * elsewhere: "0x80000000 12 3".
 */
#define NT_COUNTS_TITLE "hartscope counts 1"

#endif
