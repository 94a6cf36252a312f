// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reads of time on harts without that register: M-mode emulates them, mostly
 * through the firmware's own entry alone.
 */
#include "check.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

#define RDTIME 0xc0102073u
#define ECALL 0x73u

static u16 time_code[512] __attribute__((aligned(8)));

/*
 * A copy of sbi_call_registers() with another instruction in place of its ecall
 */
static void make_code(u32 insn)
{
	unsigned int n;

	memcpy(time_code, (const void *)sbi_call_registers, sizeof(time_code));
	for (n = 0; time_code[n] != ECALL || time_code[n + 1]; n++)
		;
	time_code[n] = (u16)insn;
	time_code[n + 1] = (u16)(insn >> 16);
	__asm__ volatile("fence.i" ::: "memory");
}

static struct peek look;
static struct peek_peers peers;

/* Check a read to register rd, which counts as one illegal instruction. */
static void time_to(unsigned int rd, bool served)
{
	void (*code)(unsigned long *regs) = (void *)time_code;
	unsigned long regs[32], after[32];
	u64 early, late, events;
	unsigned int n;

	for (n = 0; n < 32; n++)
		after[n] = regs[n] = (unsigned long)random();
	make_code(RDTIME | rd << 7);
	/* On RV32 every second read carries into the upper half of the count */
	if (rd & 1)
		peek_event(SBI_PMU_FW_ILLEGAL_INSN,
			   0xfffffffful -
				   peek_event(SBI_PMU_FW_ILLEGAL_INSN, 0));
	peers.time = (unsigned long)random() | 1;
	early = hart_time();
	if (served)
		peek_peers_set(&peers);
	peek_save(&look);
	peek_load(&look);
	events = pmu_value(pmu.fw);
	code(after);
	events = pmu_value(pmu.fw) - events;
	peek_save(&look);
	late = hart_time();
	if (served)
		peek_peers_back();
	CHECK_EQ(events, 1);
	CHECK_EQ(look.traps - 1, !served);
	for (n = 1; n < 32; n++)
		if (n != 2 && n != rd)
			CHECK_EQ(after[n], regs[n]);
	if (rd && served)
		CHECK_EQ(after[rd], peers.time);
	else if (rd)
		CHECK_RANGE(after[rd], early, late);
}

/*
 * A read to sp, without sbi_call_registers(), which needs its stack. Words
 * around the stack pointer must not change.
 */
static void time_to_stack(bool served)
{
	unsigned long sp, gp, gp_after, got;
	u64 early = hart_time();

	peers.time = (unsigned long)random() | 1;
	if (served)
		peek_peers_set(&peers);
	__asm__ volatile("mv	%[sp], sp\n"
			 "mv	%[gp], gp\n"
			 "csrr	sp, time\n"
			 "mv	%[got], sp\n"
			 "mv	sp, %[sp]\n"
			 "mv	%[after], gp\n"
			 "mv	gp, %[gp]\n"
			 : [sp] "=&r"(sp), [gp] "=&r"(gp), [got] "=&r"(got),
			   [after] "=&r"(gp_after)
			 :
			 : "memory");
	if (served)
		peek_peers_back();
	CHECK_EQ(gp_after, gp);
	if (served)
		CHECK_EQ(got, peers.time);
	else
		CHECK_RANGE(got, (unsigned long)early,
			    (unsigned long)hart_time());
}

/*
 * Instructions that are almost a read of time. OpenSBI emulates reads of other
 * registers, and reads in another form; it does not emulate writes, or other
 * instructions with the same upper 20 bits.
 */
static const struct {
	u32 insn;
	bool made;
} others[] = {
	{ 0xc0202073, true },  { 0xc0106073, true },  { 0xc0103073, true },
	{ 0xc0101073, false }, { 0xc010a073, false }, { 0xc010205b, false },
	{ 0xc0102077, false }, { 0xc010200b, false }, { 0xc010207f, false },
};

static void not_the_time(u32 insn, bool made)
{
	void (*code)(unsigned long *regs) = (void *)time_code;
	struct hart *self = hart_self();
	unsigned long regs[32];
	unsigned int n;

	check_row("instruction", insn);
	for (n = 0; n < 32; n++)
		regs[n] = (unsigned long)random();
	/* The trap handler needs tp */
	__asm__ volatile("mv	%0, tp" : "=r"(regs[4]));
	make_code(insn);
	peek_save(&look);
	peek_load(&look);
	self->cause = HART_NO_TRAP;
	self->expect = 1;
	code(regs);
	self->expect = 0;
	peek_save(&look);
	CHECK_EQ(look.traps - 1, 1);
	CHECK_EQ(self->cause, made ? HART_NO_TRAP : HART_ILLEGAL);
	if (!made)
		CHECK_EQ(csr_read(stval), insn);
}

static bool time_traps(void)
{
	u64 events;

	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_ILLEGAL_INSN), 0),
		    pmu.fw);
	events = pmu_value(pmu.fw);
	csr_read(time);
	return pmu_value(pmu.fw) != events;
}

static void time_in_user_mode(unsigned long arg)
{
	(void)arg;
	csr_read(time);
	__asm__ volatile("li a7, 0\n\tecall");
}

static unsigned long user_cause(unsigned long scounteren)
{
	csr_write(scounteren, scounteren);
	hart_self()->cause = HART_NO_TRAP;
	hart_self()->expect = 1;
	hart_user(time_in_user_mode, 0);
	hart_self()->expect = 0;
	return hart_self()->cause;
}

/* --- by a guest ------------------------------------------------------------- */

#define HCOUNTEREN "0x606"

static volatile unsigned long guest_time;

static void time_in_guest(unsigned long arg)
{
	(void)arg;
	guest_time = csr_read(time);
	__asm__ volatile("li a7, 0\n\tecall");
}

/* A guest may have another time, which OpenSBI computes. */
static void read_by_guest(void)
{
	unsigned long now = (unsigned long)hart_time();

	if (XLEN == 32 || option_given("h=false") || option_given("mpv=no"))
		return;
	__asm__ volatile("csrw	" HCOUNTEREN ", %0" ::"r"(2ul));
	peek_save(&look);
	peek_load(&look);
	hart_guest(time_in_guest, 0);
	peek_save(&look);
	CHECK_EQ(look.traps - 1, 1);
	CHECK_RANGE(guest_time, now, (unsigned long)hart_time());
}

/* --- all registers ------------------------------------------------------- */

static void read_time(void)
{
	bool served = (XLEN == 64 || option_given("h=false")) &&
		      !option_given("clint=no");
	unsigned int rd, n;

	if (!peek_offered())
		return;
	CHECK_EQ(peek_entry(PEEK_ASK), PEEK_FAST);
	if (!time_traps()) {
		CHECK(!option_given("time=no"));
		check_skip("harts have the time");
		return;
	}
	for (rd = 0; rd < 32; rd++) {
		check_row("rd", rd);
		if (rd != 2)
			time_to(rd, served);
		else
			time_to_stack(served);
	}
	for (n = 0; n < sizeof(others) / sizeof(others[0]); n++)
		not_the_time(others[n].insn | 8u << 7, others[n].made);
	check_row(NULL, 0);
	/* S-mode may read time, whatever it allows U-mode */
	csr_write(scounteren, 0);
	time_to(8, served);
	read_by_guest();
	peek_save(&look);
	peek_load(&look);
	CHECK_EQ(user_cause(2), HART_NO_TRAP);
	peek_save(&look);
	CHECK_EQ(look.traps - 1, !served);
	CHECK_EQ(user_cause(5), HART_ILLEGAL);
	CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
}

const struct check_case check_cases[] = {
	{ "reads of time", read_time },
	{ NULL, NULL },
};
