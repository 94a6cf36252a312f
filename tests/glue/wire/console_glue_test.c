// SPDX-License-Identifier: BSD-2-Clause
/* Lines of OpenSBI's console: a line that any program below M-mode can cause is dropped,
 * and it is no hart's death; the line about a death ends the trace, and is printed. */
#include <sbi/riscv_asm.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_trap.h>

#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/stock_formats.h"
#include "rig.h"

#define MPP(mode) ((unsigned long)(mode) << MSTATUS_MPP_SHIFT)
#define NOISE STOCK_NOISE " at 0x%lx\n"
#define DEATH STOCK_DEATH "\n"

bool console_glue_drop(const char *format);

static struct sbi_scratch scratch;
static struct sbi_trap_context context;

void trace_glue_crash(void)
{
	wire_note("trace_glue_crash");
}

int sbi_strncmp(const char *a, const char *b, size_t count)
{
	return strncmp(a, b, count);
}

static bool drops(const char *format)
{
	wire_forget();
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&scratch);
	return console_glue_drop(format);
}

static bool drops_of(unsigned long mode, const char *format)
{
	context.regs.mstatus = MSTATUS_MPIE | MPP(mode);
	scratch.trap_context = (unsigned long)&context;
	return drops(format);
}

/* S- and U-mode cause it, at will: it ends no trace. */
static void run_noise(void **state)
{
	(void)state;
	assert_true(drops_of(PRV_U, NOISE));
	wire_expect("");
	assert_true(drops_of(PRV_S, NOISE));
	wire_expect("");
}

/* M-mode's own mistakes are printed, and those outside of traps. */
static void run_own(void **state)
{
	(void)state;
	assert_false(drops_of(PRV_M, NOISE));
	wire_expect("");
	scratch.trap_context = 0;
	assert_false(drops(NOISE));
	wire_expect("");
}

/* Nothing of the report is lost: it is printed for a trap of any mode. */
static void run_death(void **state)
{
	(void)state;
	assert_false(drops_of(PRV_M, DEATH));
	wire_expect("trace_glue_crash\n");
	assert_false(drops_of(PRV_U, DEATH));
	wire_expect("trace_glue_crash\n");
	scratch.trap_context = 0;
	assert_false(drops(DEATH));
	wire_expect("trace_glue_crash\n");
}

/* Both are known by the whole beginning of their formats. */
static void run_others(void **state)
{
	static const char *const rows[] = {
		"",
		"%s: ",
		"%s: Invalid opcode\n",
		"%s: hart%d: trap%d\n",
		"hartscope: %s\n",
		"%s: hart%d: trap%d: %s (error\n",
		" " STOCK_NOISE,
		" " STOCK_DEATH,
	};
	size_t n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		assert_false(drops_of(PRV_U, rows[n]));
		wire_expect("");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_noise),
		cmocka_unit_test(run_own),
		cmocka_unit_test(run_death),
		cmocka_unit_test(run_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
