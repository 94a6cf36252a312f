// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records of traps that M-mode redirects: all causes, with any bits of medeleg.
 * OpenSBI's handler redirects some through the linker's wrap, and the others within its
 * own object, where nothing sees it. Each leaves one record.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_trap.h>

#include "../../platform/generic/ctr/ctr_glue.h"
#include "../unit/fake/fake_hart.h"

#define MEPC 0x80200000ul
#define HANDLER 0x80205678ul
#define INTERRUPT (1ul << 63)
enum { CAUSES = 64, RECORD = 1 };

int __wrap_sbi_trap_redirect(struct sbi_trap_regs *regs,
			     const struct sbi_trap_info *trap);
int __real_sbi_trap_redirect(struct sbi_trap_regs *regs,
			     const struct sbi_trap_info *trap);
struct sbi_trap_context *__real_sbi_trap_handler(struct sbi_trap_context *t);
struct sbi_trap_context *__wrap_sbi_trap_handler(struct sbi_trap_context *t);

static struct {
	struct sbi_scratch scratch;
	struct ctr_hart ctr;
} hart;
static u32 handled;

unsigned long doors_csr_read(unsigned int csr)
{
	if (csr == CSR_MSCRATCH)
		return (unsigned long)&hart;
	assert_int_equal(csr, CSR_STVEC);
	return HANDLER | 1;
}

int __real_sbi_trap_redirect(struct sbi_trap_regs *regs,
			     const struct sbi_trap_info *trap)
{
	(void)regs;
	(void)trap;
	return 0;
}

/* The cases of OpenSBI's switch that end in a redirection by another object */
static bool is_redirected_elsewhere(unsigned long cause)
{
	return cause == CAUSE_ILLEGAL_INSTRUCTION ||
	       cause == CAUSE_MISALIGNED_LOAD ||
	       cause == CAUSE_MISALIGNED_STORE || cause == CAUSE_LOAD_ACCESS ||
	       cause == CAUSE_STORE_ACCESS || cause == CAUSE_DOUBLE_TRAP;
}

struct sbi_trap_context *__real_sbi_trap_handler(struct sbi_trap_context *t)
{
	handled++;
	if (is_redirected_elsewhere(t->trap.cause))
		__wrap_sbi_trap_redirect(&t->regs, &t->trap);
	return t;
}

/* --- parts of the file that are not under test ----------------------------- */

struct sbi_ecall_extension *sbi_ecall_find_extension(unsigned long extid)
{
	(void)extid;
	return NULL;
}

int sbi_printf(const char *format, ...)
{
	(void)format;
	return 0;
}

/* --- rows ---------------------------------------------------------------------- */

static void begin(void)
{
	static const struct fake_has has = {
		.xlen = 64,
		.ctr = true,
		.mctrctl = true,
		.csrind = true,
		.ctr_fields = FAKE_CTR_ALL,
		.ctr_data = ~0ull,
		.ctr_depths = 0x1f,
		.mstateen = ~0ull,
		.menvcfg = ~0ull,
	};

	fake_hart_init(&has);
	ctr_hart_init(&hart.ctr, CTR_NAMES_ALL);
	assert_true(hart.ctr.usable);
	ctr_hart_delegate(&hart.ctr);
	ctr_glue_offset = (unsigned long)((char *)&hart.ctr - (char *)&hart);
	ctr_glue_record_traps();
	handled = 0;
}

static struct sbi_trap_context trap_of(unsigned long cause, unsigned long mode)
{
	return (struct sbi_trap_context){
		.trap = { .cause = cause },
		.regs = { .mepc = MEPC, .mstatus = mode << MSTATUS_MPP_SHIFT },
	};
}

/* @return the number of records that the trap leaves */
static u32 records(unsigned long cause, unsigned long mode)
{
	struct sbi_trap_context t = trap_of(cause, mode);
	struct ctr_record r;
	u32 count;

	fake.state.mctrctl = 3; /* S and U */
	fake.state.sctrstatus = 0;
	assert_ptr_equal(__wrap_sbi_trap_handler(&t), &t);
	count = (u32)fake.state.sctrstatus;
	if (count) {
		assert_true(ctr_record_at(0, &r));
		assert_int_equal(r.source, MEPC | 1);
		assert_int_equal(r.target, HANDLER);
		assert_int_equal(r.data, RECORD);
	}
	return count;
}

static bool is_call(unsigned long cause)
{
	return cause == CAUSE_SUPERVISOR_ECALL || cause == CAUSE_MACHINE_ECALL;
}

static void test_causes(void **s)
{
	unsigned long cause;

	(void)s;
	begin();
	for (cause = 0; cause < CAUSES; cause++) {
		assert_int_equal(records(cause, PRV_S), !is_call(cause));
		assert_int_equal(records(cause, PRV_U), !is_call(cause));
		assert_int_equal(records(cause, PRV_M), 0);
		assert_int_equal(records(cause | INTERRUPT, PRV_S), 0);
	}
	assert_int_equal(handled, 4 * CAUSES);
	hart.ctr.usable = false;
	for (cause = 0; cause < CAUSES; cause++)
		assert_int_equal(records(cause, PRV_S), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_causes) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
