/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For override_test.c: the functions that the hooks into OpenSBI call, each of which
 * writes its name into the journal, or "OpenSBI" if it is OpenSBI's own; with its
 * arguments, except those that are always the same: they are compared at once.
 */
#ifndef WIRE_OVERRIDE_PARTS_H
#define WIRE_OVERRIDE_PARTS_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_trap.h>

#include "rig.h"

extern struct sbi_scratch scratch; /* of this hart */
extern struct sbi_trap_context context;

/* Addresses of things into which nobody looks */
extern char place[64];
#define DOMAIN ((struct sbi_domain *)&place[0])
#define DEVICE ((struct aclint_mswi_data *)&place[8])
#define TREE ((void *)&place[16])
#define FENCE ((struct sbi_tlb_info *)&place[24])
#define REGISTERS ((void *)&place[32])

/** Results of OpenSBI's functions, and of ours that may fail */
extern int stock, ours;
/** The answer of ours that tell if something is so */
extern bool yes;

/** OpenSBI's functions that do not return go back there. */
extern jmp_buf before;

#endif
