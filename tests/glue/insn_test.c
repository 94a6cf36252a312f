// SPDX-License-Identifier: BSD-2-Clause
/*
 * The decoder of trapped loads and stores answers with accesses that the hart has.
 * The oracle for compressed ones is lib/insn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <insn/insn.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_unpriv.h>
#include <trapped_insn.h>

#include "../../platform/generic/judges/insn_glue.h"

enum { OP_LOAD = 0x03, OP_LOAD_FP = 0x07, OP_STORE = 0x23, OP_STORE_FP = 0x27 };

static const struct {
	const char *misa;
	bool fsdsp; /* and not Zcmp */
} harts[] = {
	{ "IMAC", false },  { "IMAFC", false },	 { "IMAFDC", true },
	{ "IMAFD", false }, { "IMAFDC", false },
};
static unsigned int hart;
static ulong memory, at, fault, hstatus, vsstatus;
const char *doors_misa = "";

bool insn_has_fsdsp(void)
{
	/* It is executed */
	assert_true(strchr(doors_misa, 'D') && strchr(doors_misa, 'C'));
	return harts[hart].fsdsp;
}

unsigned long doors_csr_read(unsigned int csr)
{
	assert_true(csr == CSR_HSTATUS || csr == CSR_VSSTATUS);
	return csr == CSR_HSTATUS ? hstatus : vsstatus;
}

ulong sbi_get_insn(ulong mepc, struct sbi_trap_info *trap)
{
	assert_int_equal(mepc, at);
	trap->cause = fault;
	return memory;
}

/* --- what the answer has to be ------------------------------------------------ */

static bool has(u32 insn, bool compressed, bool on)
{
	unsigned int width = insn >> 12 & 7;

	if (!(insn & 4))
		return true;
	if (!on || (compressed && !strchr(doors_misa, 'C')))
		return false;
	if (compressed && (insn & 0x7f) == OP_STORE_FP && width == 3 &&
	    !harts[hart].fsdsp)
		return false;
	return (width == 2 && strchr(doors_misa, 'F')) ||
	       (width == 3 && strchr(doors_misa, 'D'));
}

/* @param insn of 32 bits */
static ulong expected(u32 insn, bool compressed, bool store, bool on)
{
	u32 opcode = insn & 0x7f;

	if (store ? opcode != OP_STORE && opcode != OP_STORE_FP :
		    opcode != OP_LOAD && opcode != OP_LOAD_FP)
		return 0;
	if (!has(insn, compressed, on))
		return 0;
	insn &= store ? 0x01f0707f : 0x00007fff;
	return compressed ? insn & ~2u : insn;
}

static void check(u32 insn, u32 full, bool compressed, bool store, bool on)
{
	ulong got = insn_glue_access(insn, store, on ? MSTATUS_FS : 0),
	      want = expected(full, compressed, store, on);

	if (got != want)
		fail_msg("%s: %x as a %s, FS %d: %lx, not %lx",
			 harts[hart].misa, insn, store ? "store" : "load", on,
			 got, want);
}

/* --- all of them ---------------------------------------------------------------- */

/* Bytes are always aligned. A load to register 0 is reserved, and one of no
 * harm. */
static bool matters(u32 full)
{
	return full & 0x3000;
}

static void run_compressed(void **state)
{
	const struct insn_isa isa = { .xlen = 64, .zcb = true };
	u32 code, full;
	unsigned int n;

	(void)state;
	for (hart = 0; hart < array_size(harts); hart++) {
		doors_misa = harts[hart].misa;
		for (code = 0; code < 0x10000; code++) {
			full = insn_expand((u16)code, &isa);
			for (n = 0; (code & 3) != 3 && matters(full) && n < 4;
			     n++)
				check(code, full, true, n & 1, n & 2);
		}
	}
}

/* All opcodes, widths and registers */
static void run_full(void **state)
{
	u32 fields, insn;
	unsigned int n;

	(void)state;
	for (hart = 0; hart < array_size(harts); hart++) {
		doors_misa = harts[hart].misa;
		for (fields = 0; fields < 32 << 10; fields++) {
			insn = (fields & 31) << 2 | 3 |
			       (fields >> 5 & 31) << 7 |
			       (fields >> 10 & 7) << 12 |
			       (fields >> 13) * 0x155u << 15 |
			       (fields * 0x9e3779b1u & 0xfe000000u);
			for (n = 0; n < 4; n++)
				check(insn, insn, false, n & 1, n & 2);
		}
	}
}

/* C.LD is C.FLW, and C.SD is C.FSW, in a mode of 32 bits under firmware of 64. */
static void run_narrow(void **state)
{
	static const struct {
		const char *name;
		ulong mstatus;
		ulong hstatus, vsstatus; /* 0: no guest */
		bool narrow;
	} rows[] = {
#define XL(shift, value) ((ulong)(value) << (shift))
#define WIDTHS(sxl, uxl) (XL(34, sxl) | XL(32, uxl))
#define OF_S XL(MSTATUS_MPP_SHIFT, PRV_S)
#define OF_GUEST MSTATUS_MPV
		{ "U, 64 bits", WIDTHS(2, 2), 0, 0, false },
		{ "U, 32 bits", WIDTHS(2, 1), 0, 0, true },
		{ "S above U of 32 bits", WIDTHS(2, 1) | OF_S, 0, 0, false },
		{ "S, 32 bits", WIDTHS(1, 1) | OF_S, 0, 0, true },
		{ "VS, 64 bits", WIDTHS(2, 1) | OF_S | OF_GUEST, XL(32, 2),
		  XL(32, 1), false },
		{ "VS, 32 bits", WIDTHS(2, 2) | OF_S | OF_GUEST, XL(32, 1),
		  XL(32, 2), true },
		{ "VU, 64 bits", WIDTHS(2, 1) | OF_GUEST, XL(32, 1), XL(32, 2),
		  false },
		{ "VU, 32 bits", WIDTHS(2, 2) | OF_GUEST, XL(32, 2), XL(32, 1),
		  true },
	};
	unsigned int n;

	(void)state;
	hart = 2;
	doors_misa = harts[hart].misa;
	for (n = 0; n < array_size(rows); n++) {
		ulong mstatus = rows[n].mstatus | MSTATUS_FS;
		ulong load, store;

		hstatus = rows[n].hstatus;
		vsstatus = rows[n].vsstatus;
		load = insn_glue_access(0x6110, false, mstatus); /* c.ld a2 */
		store = insn_glue_access(0xe510, true, mstatus); /* c.sd a2 */
		if (load != (rows[n].narrow ? 0x2605 : 0x3601) ||
		    store != (rows[n].narrow ? 0x00c02025 : 0x00c03021))
			fail_msg("%s: %lx %lx", rows[n].name, load, store);
	}
}

/* mtinst is judged in the same way; without it, the instruction is loaded once. */
static void run_trapped(void **state)
{
	struct sbi_trap_context tcntx = { .regs.mepc = 0x80001000 };
	struct sbi_trap_info trap = { 0 };

	(void)state;
	hart = 1;
	doors_misa = "IMAFC";
	at = tcntx.regs.mepc;
	memory = 0x00f72423; /* sw a5, 8(a4) */
	assert_int_equal(insn_glue_trapped(&tcntx, true, &trap), 0x00f02023);
	tcntx.trap.tinst = 1ul << 32 | 0x00002025; /* no form has such bits */
	assert_int_equal(insn_glue_trapped(&tcntx, true, &trap), 0x00f02023);
	fault = 5;
	assert_int_equal(insn_glue_trapped(&tcntx, true, &trap), 0);
	assert_int_equal(trap.cause, 5);
	at = 0;					 /* is not loaded */
	tcntx.trap.tinst = 0x00003027 | 9 << 20; /* fsd fs1 */
	tcntx.regs.mstatus = MSTATUS_FS;
	assert_int_equal(insn_glue_trapped(&tcntx, true, &trap), 0);
	tcntx.trap.tinst = 0x00002025 | 9 << 20; /* c.fsw fs1 */
	assert_int_equal(insn_glue_trapped(&tcntx, true, &trap),
			 tcntx.trap.tinst);
	tcntx.regs.mstatus = 0;
	assert_int_equal(insn_glue_trapped(&tcntx, true, &trap), 0);
	fault = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_compressed),
		cmocka_unit_test(run_full),
		cmocka_unit_test(run_narrow),
		cmocka_unit_test(run_trapped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
