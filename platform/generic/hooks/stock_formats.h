/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Beginnings of formats of stock OpenSBI. firmware/check-link.sh looks for each
 * in the stock firmware: the build fails when a release has others.
 */
#ifndef STOCK_FORMATS_H
#define STOCK_FORMATS_H

/* sbi_illegal_insn.c: a SYSTEM instruction without emulation */
#define STOCK_NOISE "%s: Invalid opcode for CSR"
/* sbi_trap.c: the first line about a trap without handler */
#define STOCK_DEATH "%s: hart%d: trap%d: %s (error %d)"

#endif
