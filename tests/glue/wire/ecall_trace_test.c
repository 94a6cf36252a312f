// SPDX-License-Identifier: BSD-2-Clause
/* The trace extension at OpenSBI's door: registered where a component is usable; its
 * calls with all arguments, and again while a component is busy. */
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_trap.h>

#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/trace_glue.h"
#include "rig.h"

struct trace trace_glue;
static struct sbi_ecall_extension *registered;
static struct sbiret answer;

void trace_glue_arm(void)
{
	wire_note("trace_glue_arm");
}

struct sbiret trace_glue_call(unsigned long fid, const struct sbi_args *args)
{
	wire_note("%lu: %lx %lx %lx %lx %lx %lx", fid, args->a[0], args->a[1],
		  args->a[2], args->a[3], args->a[4], args->a[5]);
	return answer;
}

int sbi_ecall_register_extension(struct sbi_ecall_extension *ext)
{
	registered = ext;
	wire_note("OpenSBI %lx to %lx", ext->extid_start, ext->extid_end);
	return -7;
}

/* Accesses take the short way on every machine; an error of OpenSBI's is handed on. */
static void run_register(void **state)
{
	(void)state;
	assert_int_equal(trace_glue_register(), 0);
	wire_expect("trace_glue_arm\n");
	trace_glue.count = 2;
	trace_glue.component[0].reason = TRACE_FORBIDDEN;
	trace_glue.component[1].reason = TRACE_FORBIDDEN;
	assert_int_equal(trace_glue_register(), 0);
	wire_expect("trace_glue_arm\n");
	trace_glue.component[1].reason = 0;
	assert_int_equal(trace_glue_register(), -7);
	wire_expect("trace_glue_arm\nOpenSBI a000001 to a000001\n");
}

static void check(struct sbiret given, int wanted, bool again,
		  unsigned long value)
{
	struct sbi_trap_regs regs = { .a0 = 0x10,
				      .a1 = 0x11,
				      .a2 = 0x12,
				      .a3 = 0x13,
				      .a4 = 0x14,
				      .a5 = 0x15 };
	struct sbi_ecall_return out = { .value = 1,
					.skip_regs_update = !again };

	answer = given;
	assert_int_equal(registered->handle(TRACE_SBI_EID, 9, &regs, &out),
			 wanted);
	wire_expect("9: 10 11 12 13 14 15\n");
	assert_int_equal(out.skip_regs_update, again);
	assert_int_equal(out.value, value);
}

static void run_calls(void **state)
{
	(void)state;
	check((struct sbiret){ 0, 0x123 }, 0, false, 0x123);
	check((struct sbiret){ -3, 0x124 }, -3, false, 0x124);
	/* No register changes, the ecall neither: it is no error. */
	check((struct sbiret){ TRACE_AGAIN, 0x125 }, 0, true, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_register), /* first: run_calls needs it */
		cmocka_unit_test(run_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
