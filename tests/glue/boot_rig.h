/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests of trace_glue.c: the board of tree_rig.h, with the
 * hardware of tests/unit/fake and with OpenSBI's domains and heap.
 */
#ifndef BOOT_RIG_H
#define BOOT_RIG_H

#include <stdio.h>

#include <sbi/sbi_domain.h>

#include "../../platform/generic/trace/trace_calls.h"
#include "../unit/fake/fake_hart.h"
#include "../unit/fake/fake_trace.h"
#include "tree_rig.h"

/** Numbers of the components in the fake hardware, in the order of the tree. */
enum { FAKE_0, FAKE_1, FAKE_FUNNEL, FAKE_SINK, FAKE_MORE };

/** Address of a second funnel; a third one follows it. */
#define BOOT_FUNNEL 0x10030000u
/** OpenSBI returns this when the domains' data is registered. */
enum { BOOT_REGISTERED = 0 };

/**
 * Make the board, its tree with edits, and one domain. Only in a fresh process.
 */
void boot_machine(const struct tree_edit *edits);

/** Add the hardware of one more funnel. */
void boot_add_funnel(void);

/** Give the sink 4 KiB of memory with a fixed address. */
void boot_fix_sink(u32 base);

/** Give the second hart to a second domain. */
void boot_second_domain(void);
extern struct sbi_domain boot_other;

/** True if harts have Smepmp; if S-mode was said to be trusted. */
extern bool boot_smepmp, boot_trusted;
/** Result of trace_domain_protect(), and of trace_domain_look(). */
extern int boot_protects;
extern enum trace_shut boot_shut;

/**
 * Number of calls of trace_glue_arm(); the registered size of the domains'
 * data.
 */
extern u32 boot_armed;
extern unsigned long boot_data_size;

/** Number of blocks of memory that OpenSBI can still allocate. */
extern u32 boot_blocks;

#endif
