// SPDX-License-Identifier: BSD-2-Clause
/*
 * Supervisor software events as calls: attributes in memory that is not there
 * or that another hart changes meanwhile, harts that stop, and other domains.
 */
#include "check.h"
#include "domains.h"
#include "double_trap.h"
#include "fdt.h"
#include "hart.h"
#include "memory.h"
#include "sse_rig.h"

#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define GLOBAL SBI_SSE_EVENT_GLOBAL_SOFTWARE
#define ROUNDS 3000
#define NO_HART 77ul
#define HOLE 0x84000000ul /* of the machine with a domain, see run.py */

static volatile unsigned long attrs[16] __attribute__((aligned(4096)));

static struct sbiret get(u32 event, unsigned long base, unsigned long count,
			 unsigned long low, unsigned long high)
{
	return sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_READ_ATTR, event, base, count,
			 low, high, 0);
}

static struct sbiret put(u32 event, unsigned long base, unsigned long count,
			 unsigned long low, unsigned long high)
{
	return sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_WRITE_ATTR, event, base,
			 count, low, high, 0);
}

static unsigned long attr(u32 event, unsigned long id)
{
	attrs[15] = ~0ul;
	CHECK_OK(get(event, id, 1, (unsigned long)&attrs[15], 0));
	return attrs[15];
}

static struct sbiret put_one(u32 event, unsigned long id, unsigned long value)
{
	attrs[15] = value;
	return put(event, id, 1, (unsigned long)&attrs[15], 0);
}

/* --- memory --------------------------------------------------------------- */

static void refused(const char *what, unsigned long low, unsigned long high)
{
	check_row(what, low);
	CHECK_ERROR(get(LOCAL, 0, 2, low, high), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(get(GLOBAL, 0, 10, low, high), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(put(LOCAL, 1, 1, low, high), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(put(GLOBAL, 1, 2, low, high), SBI_ERR_INVALID_ADDRESS);
}

static void nothing_answers(void)
{
	const struct bad_address *bad;
	unsigned int n;

	refused("nothing", 0x40, 0);
	refused("not aligned", (unsigned long)attrs + 1, 0);
	refused("top", -sizeof(long), 0);
	for (n = 0; (bad = bad_address(n)); n++)
		refused(bad->name, bad->low, bad->high);
}

static void edges(void)
{
	unsigned long end = option_given("ram=more") ?
				    0x90000000ul :
				    (unsigned long)fdt_ram_end();

	CHECK_OK(get(LOCAL, 0, 10, end - 10 * sizeof(long), 0));
	CHECK_ERROR(get(LOCAL, 0, 10, end - 9 * sizeof(long), 0),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(put(LOCAL, 1, 2, end - sizeof(long), 0),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(get(LOCAL, 0, 10, 0x88000000ul - 3 * sizeof(long), 0));
	if (!option_given("ram=reserved"))
		return;
	CHECK_ERROR(get(LOCAL, 0, 2, HOLE - sizeof(long), 0),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(get(LOCAL, 0, 2, HOLE - 2 * sizeof(long), 0));
}

static void ranges(void)
{
	unsigned long at = (unsigned long)attrs;

	CHECK_ERROR(get(LOCAL, 0, 0, at, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(LOCAL, 0, 11, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(get(LOCAL, 9, 2, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(get(LOCAL, 0xffffffff, 2, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(put(LOCAL, 1, 0xffffffff, at, 0), SBI_ERR_BAD_RANGE);
	CHECK_ERROR(get(0x1234, 0, 1, at, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(0xffffc123, 1, 1, at, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(sse_register(0x1234), SBI_ERR_INVALID_PARAM);
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

	CHECK_ERROR(put_one(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART, NO_HART),
		    SBI_ERR_INVALID_PARAM);
#if __riscv_xlen == 64
	CHECK_ERROR(
		put_one(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART, 1ul << 32 | hart),
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
		put(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART, 1,
		    (unsigned long)attrs, 0);
		if (attr(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART) != hart)
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

static bool delivered(u32 event)
{
	unsigned long old = hart_self()->events;

	CHECK_OK(sse(SBI_EXT_SSE_INJECT, event, hart_self()->hartid, 0));
	return hart_wait(&hart_self()->events, old);
}

static void fresh(void *arg)
{
	(void)arg;
	CHECK_EQ(attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7, 0);
	CHECK_EQ(attr(LOCAL, SBI_SSE_ATTR_PRIO), 0);
	CHECK_ERROR(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0),
		    SBI_ERR_ALREADY_STOPPED);
	CHECK_OK(put_one(LOCAL, SBI_SSE_ATTR_PRIO, 5));
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0));
}

static void working(void *arg)
{
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL, 0, 0));
	CHECK(delivered(LOCAL));
	CHECK_EQ(attr(LOCAL, SBI_SSE_ATTR_STATUS),
		 SBI_SSE_STATE_ENABLED |
			 1 << SBI_SSE_ATTR_STATUS_INJECT_OFFSET);
	if (arg)
		CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL, 0, 0));
}

/* Stopped while the event is registered, and while it is enabled. */
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

/* A global event of a hart that stops is free for others. */
static void global_here(void *arg)
{
	(void)arg;
	CHECK_OK(sse_register(GLOBAL));
	CHECK_OK(put_one(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
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
	CHECK_OK(put_one(GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
			 hart_self()->hartid));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, GLOBAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL, 0, 0));
}

/* --- domains -------------------------------------------------------------- */

static void second(void)
{
	unsigned long events = hart_self()->events;

	CHECK_ERROR(sse(SBI_EXT_SSE_UNREGISTER, LOCAL, 0, 0),
		    SBI_ERR_INVALID_STATE);
	CHECK_ERROR(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0),
		    SBI_ERR_ALREADY_STOPPED);
	CHECK(attr(LOCAL, SBI_SSE_ATTR_ENTRY_ARG) != (unsigned long)hart_at(0));
	CHECK_EQ(attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7, 0);
	CHECK_ERROR(sse(SBI_EXT_SSE_INJECT, LOCAL, hart_self()->hartid, 0),
		    SBI_ERR_INVALID_STATE);
	CHECK_ERROR(sse_register(GLOBAL), SBI_ERR_DENIED);
	CHECK_ERROR(sse(SBI_EXT_SSE_DISABLE, GLOBAL, 0, 0), SBI_ERR_DENIED);
	CHECK_ERROR(sse(SBI_EXT_SSE_INJECT, GLOBAL, 0, 0), SBI_ERR_DENIED);
	CHECK_ERROR(get(GLOBAL, 0, 1, (unsigned long)attrs, 0), SBI_ERR_DENIED);
	CHECK_ERROR(put_one(GLOBAL, SBI_SSE_ATTR_PRIO, 1), SBI_ERR_DENIED);
	CHECK_OK(put_one(LOCAL, SBI_SSE_ATTR_PRIO, 3));
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0));
	if (option_given("sscofpmf"))
		CHECK(delivered(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, LOCAL, 0, 0));
	CHECK_EQ(hart_self()->events - events, option_given("sscofpmf"));
	CHECK_OK(put_one(LOCAL, SBI_SSE_ATTR_PRIO, 0));
}

/* Before anybody has registered it: that is nobody's business later. */
static void second_prepares(void)
{
	CHECK_OK(put_one(GLOBAL, SBI_SSE_ATTR_PRIO, 9));
	CHECK_OK(put_one(GLOBAL, SBI_SSE_ATTR_CONFIG, 1));
}

static void domains(void)
{
	unsigned long events = hart_self()->events;
	unsigned int round;

	if (!option_given("domains=2")) {
		check_skip("needs a second domain");
		return;
	}
	CHECK_EQ(domains_run(second_prepares), SBI_SUCCESS);
	CHECK_OK(sse_register(GLOBAL));
	CHECK_EQ(attr(GLOBAL, SBI_SSE_ATTR_PRIO), 0);
	CHECK_EQ(attr(GLOBAL, SBI_SSE_ATTR_CONFIG), 0);
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0));
	for (round = 0; round < 3; round++) {
		CHECK_EQ(domains_run(second), SBI_SUCCESS);
		CHECK_EQ(hart_self()->events, events);
		CHECK_EQ(attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7,
			 SBI_SSE_STATE_ENABLED);
		CHECK_EQ(attr(LOCAL, SBI_SSE_ATTR_PRIO), 0);
		CHECK_ERROR(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0),
			    SBI_ERR_ALREADY_STARTED);
	}
	if (option_given("sscofpmf")) {
		CHECK(delivered(LOCAL));
		CHECK(delivered(GLOBAL));
	}
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, GLOBAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL, 0, 0));
}

#define HSTATUS 0x600
#define HSTATUS_SPV (1ul << 7)

/* In the host's handler of a guest's trap: afterwards it is still the host. */
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
	CHECK(delivered(LOCAL));
	CHECK_EQ(HART_TRY(spv = csr_read(HSTATUS) & HSTATUS_SPV), HART_NO_TRAP);
	CHECK_EQ(spv, HSTATUS_SPV);
	csr_clear(HSTATUS, HSTATUS_SPV);
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, LOCAL, 0, 0));
}

/* Where its event is of no use, it is the handler's own. */
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
	{ "nothing answers", nothing_answers },
	{ "edges", edges },
	{ "ranges", ranges },
	{ "preferred hart", preferred_hart },
	{ "stop and start", stop_and_start },
	{ "a global event's hart stops", global_stops },
	{ "a guest's trap", guest_trapped },
	{ "domains", domains },
	{ "double traps", double_trap },
	{ NULL, NULL },
};
