// SPDX-License-Identifier: BSD-2-Clause
/*
 * A case for each defect of docs/opensbi-defects.md: the firmware has the
 * defect if the case fails or never ends. defects.py runs the cases one by one
 * on stock OpenSBI.
 */
#include "check.h"
#include "double_trap.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "sse_rig.h"

#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define GLOBAL SBI_SSE_EVENT_GLOBAL_SOFTWARE
#define NOWHERE 0x40ul
#define BOUNDARY 0x88000000ul
#define NO_HART 77ul
#define FIRMWARE 0x80000000ul
#define STATUS_VS (3ul << 9)
#define STATUS_FS (3ul << 13)
#define RACES 20000

struct entry {
	unsigned long state, tdata1, tdata2, tdata3;
};

static struct entry area[32] __attribute__((aligned(4096)));
static volatile unsigned long attrs[16] __attribute__((aligned(4096)));
static char text[1ul << 16];

static struct sbiret put(unsigned long size, unsigned long low)
{
	print_flush();
	return sbi(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE, size, low);
}

static struct sbiret dbtr(unsigned long fid, unsigned long a0, unsigned long a1)
{
	return sbi(SBI_EXT_DBTR, fid, a0, a1);
}

static struct sbiret attr(unsigned long fid, u32 event, unsigned long id,
			  unsigned long low)
{
	return sbi(SBI_EXT_SSE, fid, event, id, 1, low);
}

/* @return false: the machine has only one hart */
static bool second_hart(void)
{
	return CHECK(hart_count() > 1) && CHECK(hart_start(1));
}

static unsigned long ram_end(void)
{
	return (unsigned long)fdt_ram_end();
}

/* --- DBCN ----------------------------------------------------------------- */

static void dbcn_boundary(void)
{
	memset((void *)(BOUNDARY - 8), '\n', 16);
	CHECK_OK(put(16, BOUNDARY - 8));
}

static void dbcn_nowhere(void)
{
	CHECK(put(1, NOWHERE).error);
}

static void print_nothing(void *arg)
{
	(void)arg;
	sbi(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE, 1, NOWHERE);
}

/* Another hart must be able to print, whatever happened to this one. */
static void dbcn_lock(void)
{
	if (!second_hart())
		return;
	hart_give(1, print_nothing, NULL);
	hart_delay(1000000);
	memset(text, '\n', 2);
	CHECK_OK(put(2, (unsigned long)text));
	CHECK(hart_call_end(1) && hart_stop(1));
}

static void dbcn_endless(void)
{
	memset(text, '\n', sizeof(text));
	CHECK_RANGE(put(sizeof(text), (unsigned long)text).value, 1, 4096);
}

/* --- DBTR ----------------------------------------------------------------- */

static struct sbiret share(unsigned long low)
{
	sbi(SBI_EXT_DBTR, SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul);
	return dbtr(SBI_EXT_DBTR_SETUP_SHMEM, low, 0);
}

static void fill(struct entry *e, unsigned int count, unsigned long bits)
{
	for (; count--; e++)
		*e = (struct entry){ 0,
				     6ul << (XLEN - 4) | 1 << 4 | 1 << 2 | bits,
				     BOUNDARY, 0 };
}

static struct sbiret install(unsigned long count)
{
	fill(area, 32, 0);
	share((unsigned long)area);
	return dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, count, 0);
}

static void dbtr_read(void)
{
	CHECK_OK(share((unsigned long)area));
	CHECK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 1, ~0ul).error);
}

static void dbtr_install(void)
{
	unsigned long at = ram_end() - sizeof(area);

	fill((struct entry *)at, 32, 0);
	CHECK_OK(share(at));
	CHECK(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 4096, 0).error);
}

static void dbtr_update(void)
{
	CHECK_OK(install(1));
	fill(area, 1, 1 << 6);
	CHECK(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0).error);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1));
}

static void dbtr_area(void)
{
	CHECK(share(ram_end() - sizeof(area[0])).error);
	CHECK(share(NOWHERE).error);
}

static void take_all(void *arg)
{
	unsigned long *wrong = arg;

	if (install(dbtr(SBI_EXT_DBTR_NUM_TRIGGERS, 0, 0).value).error)
		++*wrong;
}

static void dbtr_restart(void)
{
	unsigned long wrong = 0, round;

	for (round = 0; round < 2 && second_hart(); round++) {
		CHECK(hart_call(1, take_all, &wrong));
		CHECK(hart_stop(1));
	}
	CHECK_EQ(wrong, 0);
}

static void dbtr_uninstall(void)
{
	CHECK_OK(install(1));
	CHECK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 3).error);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1));
}

/* --- double traps --------------------------------------------------------- */

static void double_trap(void)
{
	if (!double_traps(true)) {
		check_skip("the hart has no double traps");
		return;
	}
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK(double_traps(false));
}

/* --- SSE ------------------------------------------------------------------ */

static void sse_nowhere(void)
{
	CHECK(attr(SBI_EXT_SSE_READ_ATTR, GLOBAL, 0, NOWHERE).error);
}

static volatile bool racing;

static void swap(void *arg)
{
	const unsigned long *hartid = arg;

	while (racing) {
		attrs[0] = *hartid;
		attrs[0] = NO_HART;
	}
}

static void sse_race(void)
{
	unsigned int n;

	attrs[0] = hart_self()->hartid;
	if (!second_hart())
		return;
	CHECK_OK(sse_register(GLOBAL));
	racing = true;
	hart_give(1, swap, &hart_self()->hartid);
	for (n = 0; n < RACES; n++) {
		attr(SBI_EXT_SSE_WRITE_ATTR, GLOBAL,
		     SBI_SSE_ATTR_PREFERRED_HART, (unsigned long)attrs);
		attr(SBI_EXT_SSE_READ_ATTR, GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
		     (unsigned long)&attrs[8]);
		if (attrs[8] == NO_HART)
			break;
	}
	CHECK_EQ(n, RACES);
	racing = false;
	CHECK(hart_call_end(1) && hart_stop(1));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
}

static void sse_hartid(void)
{
#if __riscv_xlen == 64
	attrs[0] = 1ul << 32 | hart_self()->hartid;
	CHECK(attr(SBI_EXT_SSE_WRITE_ATTR, GLOBAL, SBI_SSE_ATTR_PREFERRED_HART,
		   (unsigned long)attrs)
		      .error);
#else
	check_skip("hart IDs have no upper half");
#endif
}

static void use_local(void *arg)
{
	unsigned long *wrong = arg;

	if (sse_register(LOCAL).error || sse(SBI_EXT_SSE_HART_UNMASK).error)
		++*wrong;
}

static void sse_restart(void)
{
	unsigned long wrong = 0, round;

	for (round = 0; round < 2 && second_hart(); round++) {
		CHECK(hart_call(1, use_local, &wrong));
		CHECK(hart_stop(1));
	}
	CHECK_EQ(wrong, 0);
}

/* The hart that the event is routed to stops between the two calls. */
static void sse_stopped(void)
{
	if (!second_hart())
		return;
	CHECK_OK(sse_register(GLOBAL));
	attrs[0] = hart_at(1)->hartid;
	CHECK_OK(attr(SBI_EXT_SSE_WRITE_ATTR, GLOBAL,
		      SBI_SSE_ATTR_PREFERRED_HART, (unsigned long)attrs));
	CHECK(hart_stop(1));
	CHECK(sse(SBI_EXT_SSE_ENABLE, GLOBAL).error);
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
}

/* --- loads and stores ---------------------------------------------------------- */

/* fsh f0, (address); a hart without Zfh has no such instruction. */
static void fsh_of_firmware(void)
{
	unsigned long cause;

	csr_clear(sstatus, STATUS_VS);
	csr_set(sstatus, STATUS_FS);
	cause = HART_TRY(
		__asm__ volatile(".insn s 0x27, 1, x0, 0(%0)" ::"r"(FIRMWARE)
				 : "memory"));
	csr_clear(sstatus, STATUS_FS);
	CHECK(cause == HART_ILLEGAL || cause == HART_STORE_FAULT);
}

/* In the order of docs/opensbi-defects.md. */
const struct check_case check_cases[] = {
	{ "DBCN: a range across 0x88000000, with Smepmp", dbcn_boundary },
	{ "DBCN: nothing answers", dbcn_nowhere },
	{ "DBCN: nothing answers, and the lock stays taken", dbcn_lock },
	{ "DBCN: one call prints any amount", dbcn_endless },
	{ "DBTR: read_triggers(1, -1)", dbtr_read },
	{ "DBTR: install_triggers(4096)", dbtr_install },
	{ "DBTR: update_triggers with the bit of M-mode", dbtr_update },
	{ "DBTR: shared memory that is not all there", dbtr_area },
	{ "DBTR: install, stop, start, install", dbtr_restart },
	{ "DBTR: a refused uninstall_triggers uninstalls", dbtr_uninstall },
	{ "double traps: no event is registered", double_trap },
	{ "SSE: nothing answers", sse_nowhere },
	{ "SSE: another hart changes what is judged", sse_race },
	{ "SSE: a hart ID of more than 32 bits", sse_hartid },
	{ "SSE: register, stop, start, register", sse_restart },
	{ "SSE: enable for a hart that has stopped", sse_stopped },
	{ "faults: FSH while vectors are off", fsh_of_firmware },
	{ NULL, NULL },
};
