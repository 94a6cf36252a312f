/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests of trace_glue.c: the board of tree_rig.h with the hardware of
 * tests/unit/fake, and OpenSBI's domains and heap around it.
 */
#ifndef BOOT_RIG_H
#define BOOT_RIG_H

#include <stdio.h>

#include <sbi/sbi_domain.h>

#include "../../platform/generic/glue/glue.h"
#include "../unit/fake/fake_hart.h"
#include "../unit/fake/fake_trace.h"
#include "tree_rig.h"

/** The components as the fake hardware numbers them, in the order of the tree. */
enum { FAKE_0, FAKE_1, FAKE_FUNNEL, FAKE_SINK, FAKE_MORE };

/** Where a second funnel is, and a third one behind it. */
#define BOOT_FUNNEL 0x10030000u
/** Returned by OpenSBI when the domains' data is registered. */
enum { BOOT_REGISTERED = 77 };

/** In fresh processes alone: the board, its tree with edits, one domain. */
void boot_machine(const struct tree_edit *edits);

/** The hardware of another one. */
void boot_add_funnel(void);

/** The sink has 4 KiB of memory that cannot be chosen. */
void boot_fix_sink(u32 base);

/** The second hart is a second domain's. */
void boot_second_domain(void);
extern struct sbi_domain boot_other;

/** True if harts have Smepmp; if they have entries for all registers. */
extern bool boot_smepmp, boot_protects;

/** Calls of trace_glue_arm(), and the size that was registered. */
extern u32 boot_armed;
extern unsigned long boot_data_size;

/** Blocks of memory that are left. */
extern u32 boot_blocks;

#endif
