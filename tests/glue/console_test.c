// SPDX-License-Identifier: BSD-2-Clause
/*
 * Lines of OpenSBI's console: one that any program below M-mode can cause is dropped, and
 * the line about a hart's death ends the trace, and is printed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_trap.h>

#include "../../platform/generic/hooks/stock_formats.h"
#include "../../platform/generic/trace/trace_calls.h"

#define NOISE STOCK_NOISE " at 0x%lx\n"
#define DEATH STOCK_DEATH "\n"
enum { NO_TRAP = -1 };

static const struct {
	const char *format;
	int mode; /* that trapped */
	bool drops, ends;
} rows[] = {
	{ NOISE, PRV_U, true, false },
	{ NOISE, PRV_S, true, false },
	/* M-mode's own mistakes are printed, and those outside of traps. */
	{ NOISE, PRV_M, false, false },
	{ NOISE, NO_TRAP, false, false },
	{ DEATH, PRV_M, false, true },
	{ DEATH, PRV_U, false, true },
	{ DEATH, NO_TRAP, false, true },
	/* Both are known by the whole beginning of their formats. */
	{ "", PRV_U, false, false },
	{ "%s: ", PRV_U, false, false },
	{ "%s: Invalid opcode\n", PRV_U, false, false },
	{ "%s: hart%d: trap%d: %s (error\n", PRV_U, false, false },
	{ " " STOCK_NOISE, PRV_U, false, false },
	{ " " STOCK_DEATH, PRV_U, false, false },
};

bool console_glue_drop(const char *format);

static struct sbi_scratch scratch;
static struct sbi_trap_context context;
static bool ended;
const char *doors_misa = "S";

void trace_glue_crash(void)
{
	ended = true;
}

unsigned long doors_csr_read(unsigned int csr)
{
	assert_int_equal(csr, CSR_MSCRATCH);
	return (unsigned long)&scratch;
}

static void run_rows(void **state)
{
	size_t n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		ended = false;
		context.regs.mstatus = (unsigned long)rows[n].mode
				       << MSTATUS_MPP_SHIFT;
		scratch.trap_context =
			rows[n].mode == NO_TRAP ? 0 : (unsigned long)&context;
		assert_int_equal(console_glue_drop(rows[n].format),
				 rows[n].drops);
		assert_int_equal(ended, rows[n].ends);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(run_rows) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
