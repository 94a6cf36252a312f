/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four harts for fence_test.c, each with translations and registers of its own.
 *
 *	index	hartid	domain	doorbell
 *	0	0	near	bells[0]
 *	1	1	near	bells[1]
 *	2	7	near	bells[2]
 *	3	2	far	OpenSBI's
 */
#ifndef FENCE_RIG_H
#define FENCE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <fence/fence.h>
#include <hart/harts.h>
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_tlb.h>

#include "../../platform/generic/fast/calls.h"
#include "../../platform/generic/fast/fast.h"
#include "../../platform/generic/harts/harts.h"

enum { HARTS = 4, ALONE = 3, PAGES = 4, PAGE_0 = 0x5000 };
enum { ASID = 0x8765, VMID = 0x2bcd, OTHER = 1 };
#define PAGE(n) (PAGE_0 + (n)*PAGE_SIZE)

/* Translations: of code, of S-mode, of guests' memory, of a guest's S-mode */
enum { CODE, PLAIN, STAGE_G, STAGE_VS, STAGES };
/** By hart, page, and whether ASID and VMID are others than those above. */
extern bool cached[HARTS][STAGES][PAGES][2][2];

extern u32 self; /* the hart that runs */
extern unsigned long csrs[HARTS][4096];
extern bool rings[HARTS]; /* OpenSBI's doorbells */
extern u32 bells[HARTS];
extern struct pmu_hart pmus[HARTS];
extern struct fast_hart fast_harts[HARTS];
extern struct sbi_domain near, far;
extern bool slow;      /* no hart has a fast path */
extern bool heap_full; /* of M-mode */
extern bool no_mswi;   /* the board has other doorbells */
extern u32 dozes;      /* waits for an interrupt */

/** OpenSBI's request to a hart, and that it was served. */
extern bool request, served;
void process(void);

/** All harts are up, with all translations; ranges of two pages are made page by page. */
int setup(void **state);
void start_hart(u32 hart);
/** The hart takes the interrupt of its doorbell, if that rings. */
void run_hart(u32 hart);
/** @return number of firmware events of a hart */
u64 events(u32 hart);
/** Fail unless no doorbell rings, and each hart has the registers of before. */
void check_quiet(void);

#endif
