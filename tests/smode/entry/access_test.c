// SPDX-License-Identifier: BSD-2-Clause
/*
 * Access faults that M-mode redirects to S-mode: the firmware's own entry
 * handles each one as stock OpenSBI does.
 */
#include "check.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

#define FIRMWARE 0x80000000ul /* memory of M-mode */
#define BEHIND 0xc0000000ul   /* memory of M-mode, for a page table */
#define SSTATUS_SPIE (1ul << 5)
#define SSTATUS_SPP (1ul << 8)
#define BREAKPOINT 3
#define HSTATUS 0x600
#define GVA (1ul << 6)
#define SPV (1ul << 7)

/* State that S-mode finds in its trap handler. */
struct taken {
	unsigned long cause, tval, epc, status, at;
	unsigned long hstatus, htval, htinst;
};

static struct peek look;

/*
 * An access of S-mode or, without SPP, of U-mode; SPIE: interrupts are enabled.
 */
#define ACCESS(name, insn)                                                \
	static void name(struct taken *t, unsigned long status,           \
			 unsigned long address)                           \
	{                                                                 \
		unsigned long vector;                                     \
                                                                          \
		__asm__ volatile(                                         \
			"	csrc	sstatus, %[bits]\n"                        \
			"	csrs	sstatus, %[status]\n"                      \
			"	lla	%[vector], 1f\n"                            \
			"	csrw	sepc, %[vector]\n"                         \
			"	lla	%[vector], 2f\n"                            \
			"	csrrw	%[vector], stvec, %[vector]\n"            \
			"	sret\n"                                         \
			"1:	" insn " zero, 0(%[address])\n"           \
			"	.balign	4\n"                                    \
			"2:	csrr	%[now], sstatus\n"                       \
			"	csrw	stvec, %[vector]\n"                        \
			"	lla	%[at], 1b"                                  \
			: [vector] "=&r"(vector), [now] "=&r"(t->status), \
			  [at] "=&r"(t->at)                               \
			: [address] "r"(address), [status] "r"(status),   \
			  [bits] "r"(SSTATUS_SPP | SSTATUS_SPIE)          \
			: "memory");                                      \
	}

ACCESS(load, "lb")
ACCESS(store, "sb")
ACCESS(load_word, "lw")
ACCESS(store_word, "sw")

static void (*const accesses[])(struct taken *t, unsigned long status,
				unsigned long address) = { load, store,
							   load_word,
							   store_word };

#define ACCESSES (sizeof(accesses) / sizeof(accesses[0]))

/* A jump to the address; no instruction is fetched from any other address. */
static void fetch(struct taken *t, unsigned long status, unsigned long address)
{
	unsigned long vector;

	__asm__ volatile("	csrc	sstatus, %[bits]\n"
			 "	csrs	sstatus, %[status]\n"
			 "	csrw	sepc, %[address]\n"
			 "	lla	%[vector], 1f\n"
			 "	csrrw	%[vector], stvec, %[vector]\n"
			 "	sret\n"
			 "	.balign	4\n"
			 "1:	csrr	%[now], sstatus\n"
			 "	csrw	stvec, %[vector]"
			 : [vector] "=&r"(vector), [now] "=&r"(t->status)
			 : [address] "r"(address), [status] "r"(status),
			   [bits] "r"(SSTATUS_SPP | SSTATUS_SPIE)
			 : "memory");
	t->at = address;
}

static void found(struct taken *t)
{
	t->cause = csr_read(scause);
	t->tval = csr_read(stval);
	t->epc = csr_read(sepc);
	if (option_given("h=false"))
		return;
	t->hstatus = csr_read(HSTATUS);
	t->htval = csr_read(0x643);
	t->htinst = csr_read(0x64a);
}

/* @return number of firmware events that the access added */
static u64 take(struct taken *t, unsigned int n, unsigned long status,
		unsigned long address, u32 traps)
{
	u64 events = pmu_value(pmu.fw);

	*t = (struct taken){ 0 };
	peek_save(&look);
	peek_load(&look);
	accesses[n](t, status, address);
	peek_save(&look);
	CHECK_EQ(look.traps - 1, traps);
	found(t);
	return pmu_value(pmu.fw) - events;
}

static void same(const struct taken *a, const struct taken *b)
{
	CHECK_EQ(a->cause, b->cause);
	CHECK_EQ(a->tval, b->tval);
	CHECK_EQ(a->epc, b->epc);
	CHECK_EQ(a->status, b->status);
	CHECK_EQ(a->hstatus, b->hstatus);
	CHECK_EQ(a->htval, b->htval);
	CHECK_EQ(a->htinst, b->htinst);
}

/*
 * @param traps number of traps that OpenSBI's handler takes with the firmware's
 * own entry
 */
static void both_ways_if(unsigned int n, unsigned long status,
			 unsigned long address, u32 traps)
{
	struct taken ours, stock;

	CHECK_EQ(peek_entry(PEEK_STOCK), PEEK_FAST);
	CHECK_EQ(take(&stock, n, status, address, 1), 1);
	CHECK_EQ(peek_entry(PEEK_FAST), PEEK_STOCK);
	CHECK_EQ(take(&ours, n, status, address, traps), 1);
	CHECK_EQ(ours.cause, n & 1 ? HART_STORE_FAULT : HART_LOAD_FAULT);
	CHECK_EQ(ours.tval, address);
	CHECK_EQ(ours.epc, ours.at);
	same(&ours, &stock);
}

static void both_ways(unsigned int n, unsigned long status,
		      unsigned long address)
{
	both_ways_if(n, status, address, 0);
}

static void event(unsigned int n)
{
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO,
			       EVENT_FW(n & 1 ? SBI_PMU_FW_ACCESS_STORE :
						SBI_PMU_FW_ACCESS_LOAD),
			       0),
		    pmu.fw);
}

/*
 * Change the memory in which the entry describes the next trap: a call that C
 * answers leaves its registers there.
 */
static void litter(void)
{
	unsigned long regs[32];
	unsigned int n;

	for (n = 0; n < 32; n++)
		regs[n] = (unsigned long)random() | 1;
	regs[4] = (unsigned long)hart_self();
	regs[16] = SBI_EXT_PMU_COUNTER_GET_INFO;
	regs[17] = SBI_EXT_PMU;
	sbi_call_registers(regs);
	/*
	 * The entry saves registers for this call, too, although its event does
	 * not exist.
	 */
	regs[10] = 0;
	regs[11] = pmu_all();
	regs[12] = regs[14] = regs[15] = 0;
	regs[13] = EVENT_FW(0) - 1;
	regs[16] = SBI_EXT_PMU_COUNTER_CFG_MATCH;
	regs[28] |= 1;
	sbi_call_registers(regs);
}

static void of_a_fetch(void)
{
	static const unsigned long status[] = { 0, SSTATUS_SPIE, SSTATUS_SPP,
						SSTATUS_SPP | SSTATUS_SPIE };
	struct taken ours, stock;
	unsigned int s;
	u64 events;

	if (!peek_ready())
		return;
	/*
	 * This cause is not a store; all other causes that the entry handles
	 * are.
	 */
	event(1);
	events = pmu_value(pmu.fw);
	for (s = 0; s < 4; s++) {
		stock = ours = (struct taken){ 0 };
		CHECK_EQ(peek_entry(PEEK_STOCK), PEEK_FAST);
		fetch(&stock, status[s], FIRMWARE + 4 * s);
		found(&stock);
		CHECK_EQ(peek_entry(PEEK_FAST), PEEK_STOCK);
		litter();
		fetch(&ours, status[s], FIRMWARE + 4 * s);
		found(&ours);
		CHECK_EQ(pmu_value(pmu.fw), events);
		CHECK_EQ(ours.cause, HART_FETCH_FAULT);
		CHECK_EQ(ours.tval, FIRMWARE + 4 * s);
		CHECK_EQ(ours.epc, FIRMWARE + 4 * s);
		same(&ours, &stock);
	}
	CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
}

/* An illegal instruction, which M-mode handles, through both entries. */
static void of_an_instruction(void)
{
	static const u32 illegal = 0xffffffff;
	unsigned long at = (unsigned long)&illegal;
	struct taken ours = { 0 }, stock = { 0 };

	if (!peek_ready())
		return;
	CHECK_EQ(peek_entry(PEEK_STOCK), PEEK_FAST);
	fetch(&stock, SSTATUS_SPP, at);
	found(&stock);
	CHECK_EQ(peek_entry(PEEK_FAST), PEEK_STOCK);
	litter();
	fetch(&ours, SSTATUS_SPP, at);
	found(&ours);
	CHECK_EQ(ours.cause, HART_ILLEGAL);
	same(&ours, &stock);
}

static void from_all_modes(void)
{
	static const unsigned long status[] = { 0, SSTATUS_SPIE, SSTATUS_SPP,
						SSTATUS_SPP | SSTATUS_SPIE };
	unsigned int n, s;

	if (!peek_ready())
		return;
	for (n = 0; n < ACCESSES; n++) {
		check_row("access", n);
		event(n);
		for (s = 0; s < 4; s++) {
			both_ways(n, status[s], FIRMWARE);
			both_ways(n, status[s], FIRMWARE + 0x1000 + s);
		}
		CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
	}
}

/* The registers of H show that the trap came from a guest. */
static void of_a_guest(void)
{
	static const u32 ebreak = 0x00100073;
	struct taken ours, stock;
	unsigned int n;

	if (option_given("h=false") || option_given("mpv=no")) {
		check_skip("no traps of guests by way of M-mode");
		return;
	}
	if (!peek_ready())
		return;
	/* Every sret from here on returns to a guest. */
	csr_set(HSTATUS, SPV);
	for (n = 0; n < ACCESSES; n++) {
		check_row("access", n);
		event(n);
		both_ways(n, SSTATUS_SPP, FIRMWARE + 4);
		both_ways(n, SSTATUS_SPIE, FIRMWARE + 4);
		CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
	}
	check_row(NULL, 0);
	peek_delegate(1ul << BREAKPOINT, false);
	for (n = 0; n < 2; n++) {
		CHECK_EQ(peek_entry(PEEK_STOCK), PEEK_FAST);
		fetch(&stock, SSTATUS_SPP,
		      n ? (unsigned long)&ebreak : FIRMWARE);
		found(&stock);
		CHECK_EQ(peek_entry(PEEK_FAST), PEEK_STOCK);
		fetch(&ours, SSTATUS_SPP,
		      n ? (unsigned long)&ebreak : FIRMWARE);
		found(&ours);
		same(&ours, &stock);
		CHECK_EQ(ours.cause, n ? BREAKPOINT : HART_FETCH_FAULT);
		CHECK(n || ours.hstatus & GVA);
	}
	peek_delegate(1ul << BREAKPOINT, true);
	csr_clear(HSTATUS, SPV);
}

/*
 * The hypervisor accesses an address of the guest. A guest cannot: M-mode's own
 * faults would change mstatush meanwhile, which OpenSBI's entry preserves. HLV
 * sets GVA on real harts; QEMU 10.0 keeps the GVA of the guest's last trap.
 */
static void at_address_of_guest(void)
{
	struct taken ours, stock;
	unsigned int n;

	if (XLEN == 64 || !peek_ready())
		return;
	for (n = 0; n < ACCESSES; n++) {
		check_row("access", n);
		event(n);
		CHECK_EQ(peek_entry(PEEK_STOCK), PEEK_FAST);
		take(&stock, n, SSTATUS_SPP, FIRMWARE + 4, 1);
		CHECK_EQ(peek_entry(PEEK_FAST), PEEK_STOCK);
		take(&ours, n, SSTATUS_SPP, FIRMWARE + 4,
		     stock.hstatus & GVA ? 1 : 0);
		same(&ours, &stock);
		CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
	}
	check_row(NULL, 0);
}

/* All pages keep their addresses. S-mode may not read the table at BEHIND. */
static void tables_on(void)
{
	static unsigned long root[4096 / sizeof(unsigned long)]
		__attribute__((aligned(4096)));
	unsigned int n, count = XLEN == 64 ? 4 : 0x400;

	for (n = 0; n < count; n++)
		root[n] = (unsigned long)n << (XLEN == 64 ? 28 : 20) | 0xcf;
	root[BEHIND >> (XLEN == 64 ? 30 : 22)] = FIRMWARE >> 2 | 1;
	csr_write(satp,
		  (unsigned long)root >> 12 |
			  (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1)));
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void tables_off(void)
{
	csr_write(satp, 0ul);
	__asm__ volatile("sfence.vma" ::: "memory");
}

/* With trace components, M-mode walks the page tables. */
static void with_tables(void)
{
	bool components = option_given("trace=own");
	unsigned int n;

	if (!peek_ready())
		return;
	tables_on();
	for (n = 0; n < ACCESSES; n++) {
		check_row("access", n);
		event(n);
		both_ways(n, SSTATUS_SPP, FIRMWARE + 4);
		both_ways(n, SSTATUS_SPP, FIRMWARE + 0x1001);
		/*
		 * M-mode's own fault does not change the registers of this one.
		 */
		both_ways_if(n, SSTATUS_SPP, BEHIND + 4 * n, components);
		CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
	}
	tables_off();
}

/* --- registers --------------------------------------------------------------- */

#define ECALL 0x73u

static u16 code[512] __attribute__((aligned(8)));

/* sbi_call_registers() with another instruction in place of its ecall */
static void make_code(u32 insn)
{
	unsigned int n;

	memcpy(code, (const void *)sbi_call_registers, sizeof(code));
	for (n = 0; code[n] != ECALL || code[n + 1]; n++)
		;
	code[n] = (u16)insn;
	code[n + 1] = (u16)(insn >> 16);
	__asm__ volatile("fence.i" ::: "memory");
}

/* All registers except sp and tp, which the trap handler needs. */
static void registers_stay_at(unsigned long address)
{
	void (*run)(unsigned long *regs) = (void *)code;
	unsigned long regs[32], after[32];
	struct hart *self = hart_self();
	unsigned int n, round;

	for (round = 0; round < 8; round++) {
		check_row("round", round);
		for (n = 0; n < 32; n++)
			after[n] = regs[n] = (unsigned long)random();
		after[4] = regs[4] = (unsigned long)self;
		after[10] = regs[10] = address;
		/* lw a1, 0(a0) and sw a1, 0(a0) */
		make_code(round & 1 ? 0x00b52023 : 0x00052583);
		self->cause = HART_NO_TRAP;
		self->expect = 1;
		run(after);
		self->expect = 0;
		CHECK_EQ(self->cause,
			 round & 1 ? HART_STORE_FAULT : HART_LOAD_FAULT);
		for (n = 1; n < 32; n++)
			if (n != 2)
				CHECK_EQ(after[n], regs[n]);
	}
}

/* With trace components, the OpenSBI path handles faults of the tables. */
static void registers_stay(void)
{
	if (!peek_ready())
		return;
	registers_stay_at(FIRMWARE);
	tables_on();
	registers_stay_at(FIRMWARE);
	registers_stay_at(BEHIND);
	tables_off();
}

const struct check_case check_cases[] = {
	{ "from all modes", from_all_modes },
	{ "with page tables", with_tables },
	{ "of a fetch", of_a_fetch },
	{ "of an instruction", of_an_instruction },
	{ "registers", registers_stay },
	{ "of a guest", of_a_guest },
	{ "at an address of a guest", at_address_of_guest },
	{ NULL, NULL },
};
