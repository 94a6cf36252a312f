// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls of supervisor software events: attributes in memory that does not exist
 * or that another hart changes meanwhile, and harts that stop.
 */
#include "check.h"
#include "double_trap.h"
#include "fdt.h"
#include "hart.h"
#include "memory.h"
#include "sse_rig.h"

#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define GLOBAL SBI_SSE_EVENT_GLOBAL_SOFTWARE
#define OVERFLOW SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define ROUNDS 3000
#define NO_HART 77ul

static volatile unsigned long attrs[16] __attribute__((aligned(4096)));

/* --- memory --------------------------------------------------------------- */

static void ranges(void)
{
	unsigned long at = (unsigned long)attrs;

	CHECK_ERROR(sse_read(LOCAL, 0, 0, at, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(sse_read(LOCAL, 0, 11, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(sse_read(LOCAL, 9, 2, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(sse_read(LOCAL, 0xffffffff, 2, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(sse_write(LOCAL, 1, 0xffffffff, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(sse_read(0x1234, 0, 1, at, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(sse_write(0xffffc123, 1, 1, at, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(sse_register(0x1234), SBI_ERR_INVALID_PARAM);
	/* No event runs that the call could complete */
	CHECK_OK(sse(SBI_EXT_SSE_COMPLETE, 0, 0, 0));
}

/* --- a hart that writes while M-mode reads -------------------------------- */

static volatile bool racing;

static void swap(void *arg)
{
	const struct hart *first = arg;

	while (racing) {
		attrs[0] = first->hartid;
		attrs[0] = NO_HART;
	}
}

static void preferred_hart(void)
{
	unsigned long hart = hart_self()->hartid;
	unsigned int n;

	CHECK_ERROR(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART, NO_HART),
		    SBI_ERR_INVALID_PARAM);
#if __riscv_xlen == 64
	CHECK_ERROR(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
				 1ul << 32 | hart),
		    SBI_ERR_INVALID_PARAM);
#endif
	CHECK_OK(sse_register(GLOBAL));
	attrs[0] = hart;
	racing = true;
	if (hart_count() > 1) {
		CHECK(hart_start(1));
		hart_give(1, swap, hart_self());
	}
	for (n = 0; n < ROUNDS; n++) {
		sse_write(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART, 1,
			  (unsigned long)attrs, 0);
		if (sse_attr(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART) != hart)
			break;
		sse(SBI_EXT_SSE_ENABLE, GLOBAL, 0, 0);
		sse(SBI_EXT_SSE_DISABLE, GLOBAL, 0, 0);
	}
	CHECK_EQ(n, ROUNDS);
	racing = false;
	if (hart_count() > 1) {
		CHECK(hart_call_end(1));
		CHECK(hart_stop(1));
	}
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL, 0, 0));
}

/* --- stop and start ------------------------------------------------------- */

static void fresh(void *arg)
{
	(void)arg;
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7, 0);
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_PRIO), 0);
	CHECK_EQ(sse_attr(OVERFLOW, SBI_SSE_ATTR_STATUS) & 7, 0);
	CHECK_ERROR(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0),
		    SBI_ERR_ALREADY_STOPPED);
	CHECK_OK(sse_set_attr(LOCAL, SBI_SSE_ATTR_PRIO, 5));
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse_register(OVERFLOW));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0));
}

static void working(void *arg)
{
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL, 0, 0));
	CHECK(sse_delivered(LOCAL));
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS),
		 SBI_SSE_STATE_ENABLED |
			 1 << SBI_SSE_ATTR_STATUS_INJECT_OFFSET);
	if (arg)
		CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL, 0, 0));
}

/* A hart stops while its event is registered, and while it is enabled. */
static void stop_and_start(void)
{
	unsigned int round;

	if (hart_count() < 2 || !option_given("sscofpmf")) {
		check_skip("needs a second hart with scountovf");
		return;
	}
	for (round = 0; round < 4; round++) {
		CHECK(hart_start(1));
		CHECK(hart_call(1, fresh, NULL));
		CHECK(hart_call(1, working, round & 1 ? hart_self() : NULL));
		CHECK(hart_stop(1));
	}
}

/* Other harts can use a global event of a hart that stopped. */
static void global_here(void *arg)
{
	(void)arg;
	CHECK_OK(sse_register(GLOBAL));
	CHECK_OK(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
			      hart_self()->hartid));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL, 0, 0));
}

static void global_stops(void)
{
	if (hart_count() < 2) {
		check_skip("needs a second hart");
		return;
	}
	CHECK(hart_start(1));
	CHECK(hart_call(1, global_here, NULL));
	CHECK(hart_stop(1));
	CHECK_OK(sse_register(GLOBAL));
	CHECK_ERROR(sse(SBI_EXT_SSE_ENABLE, GLOBAL, 0, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_OK(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
			      hart_self()->hartid));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, GLOBAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL, 0, 0));
}

#define HSTATUS 0x600
#define HSTATUS_SPV (1ul << 7)

/*
 * An event in the host's handler of a guest's trap: afterwards the host goes
 * on.
 */
static void guest_trapped(void)
{
	unsigned long spv = 0;

	if (HART_TRY(csr_set(HSTATUS, HSTATUS_SPV)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return;
	}
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0));
	csr_set(HSTATUS, HSTATUS_SPV);
	CHECK(sse_delivered(LOCAL));
	CHECK_EQ(HART_TRY(spv = csr_read(HSTATUS) & HSTATUS_SPV), HART_NO_TRAP);
	CHECK_EQ(spv, HSTATUS_SPV);
	csr_clear(HSTATUS, HSTATUS_SPV);
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, LOCAL, 0, 0));
}

/*
 * If the event of a double trap cannot be delivered, the handler takes the
 * exception.
 */
static void double_trap(void)
{
	if (!double_traps(true)) {
		check_skip("the hart has no double traps");
		return;
	}
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK_OK(sse_register(SBI_SSE_EVENT_LOCAL_DOUBLE_TRAP));
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, SBI_SSE_EVENT_LOCAL_DOUBLE_TRAP, 0,
		     0));
	CHECK(double_traps(false));
}

const struct check_case check_cases[] = {
	{ "ranges", ranges },
	{ "preferred hart", preferred_hart },
	{ "stop and start", stop_and_start },
	{ "a global event's hart stops", global_stops },
	{ "a guest's trap", guest_trapped },
	{ "double traps", double_trap },
	{ NULL, NULL },
};
