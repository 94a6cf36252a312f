// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores of trace registers, by every instruction and in every mode
 * that may access them, and by those that may not. With "mediated" none may.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "pmu.h"
#include "print.h"
#include "trace.h"

/* Values for a 32-bit register that keeps any multiple of 4. */
#define VALUE 0x9abcdef0u
#define OTHER 0x12345678u

#define SSTATUS_SUM (1ul << 18)
#define SSTATUS_MXR (1ul << 19)

static bool mediated(void)
{
	return option_given("mediated") || option_given("policy-odd");
}

static unsigned long start_register(void)
{
	return trace_sink(0) + TR_RAM_START_LOW;
}

static void wake(unsigned long base)
{
	trace_write(base, TR_CONTROL, 0);
	trace_write(base, TR_CONTROL, TR_ACTIVE);
	CHECK(trace_read(base, TR_CONTROL) & TR_ACTIVE);
}

/* --- instructions --------------------------------------------------------- */

#define LOAD(insn, address)                                             \
	({                                                              \
		register unsigned long load_at __asm__("a1") = address; \
		register unsigned long load_to __asm__("a0") = ~0ul;    \
		__asm__ volatile(insn                                   \
				 : "+r"(load_to)                        \
				 : "r"(load_at)                         \
				 : "memory", "t0");                     \
		load_to;                                                \
	})
#define STORE(insn, address, value)                                      \
	({                                                               \
		register unsigned long store_at __asm__("a1") = address; \
		register unsigned long store_of __asm__("a0") = value;   \
		__asm__ volatile(insn ::"r"(store_of), "r"(store_at)     \
				 : "memory", "t0");                      \
	})

static void loads(unsigned long at)
{
	CHECK_EQ(LOAD(".option push\n.option norvc\nlw a0, 0(a1)\n.option pop",
		      at),
		 (unsigned long)(long)(s32)VALUE);
	CHECK_EQ(LOAD("c.lw a0, 0(a1)", at), (unsigned long)(long)(s32)VALUE);
	CHECK_EQ(LOAD("mv t0, sp\nmv sp, a1\nc.lwsp a0, 0(sp)\nmv sp, t0", at),
		 (unsigned long)(long)(s32)VALUE);
	CHECK_EQ(LOAD("lw a0, -4(a1)", at + 4),
		 (unsigned long)(long)(s32)VALUE);
	CHECK_EQ(LOAD("c.lw a0, 68(a1)", at - 68),
		 (unsigned long)(long)(s32)VALUE);
	CHECK_EQ(LOAD("c.lw a0, 40(a1)", at - 40),
		 (unsigned long)(long)(s32)VALUE);
	CHECK_EQ(LOAD("mv t0, sp\nmv sp, a1\nc.lwsp a0, 228(sp)\nmv sp, t0",
		      at - 228),
		 (unsigned long)(long)(s32)VALUE);
	LOAD("lw x0, 0(a1)", at);
#if __riscv_xlen == 64
	CHECK_EQ(LOAD("lwu a0, 0(a1)", at), VALUE);
#endif
}

static void stored(unsigned long at, u32 value)
{
	CHECK_EQ(*(volatile u32 *)at, value & ~3u);
	*(volatile u32 *)at = 0;
}

static void stores(unsigned long at)
{
	STORE(".option push\n.option norvc\nsw a0, 0(a1)\n.option pop", at,
	      VALUE);
	stored(at, VALUE);
	STORE("c.sw a0, 0(a1)", at, OTHER);
	stored(at, OTHER);
	STORE("mv t0, sp\nmv sp, a1\nc.swsp a0, 0(sp)\nmv sp, t0", at, VALUE);
	stored(at, VALUE);
	STORE("c.sw a0, 68(a1)", at - 68, OTHER);
	stored(at, OTHER);
	STORE("mv t0, sp\nmv sp, a1\nc.swsp a0, 228(sp)\nmv sp, t0", at - 228,
	      VALUE);
	stored(at, VALUE);
	STORE("sw a0, 2044(a1)", at - 2044, OTHER);
	stored(at, OTHER);
	STORE("sw a0, -4(a1)", at + 4, VALUE);
	stored(at, VALUE);
	STORE("sw x0, 0(a1)", at, VALUE);
	stored(at, 0);
}

static void instructions(void)
{
	unsigned long at = start_register();

	if (mediated()) {
		check_skip("registers are the firmware's");
		return;
	}
	wake(trace_sink(0));
	*(volatile u32 *)at = VALUE;
	loads(at);
	stores(at);
}

/* --- registers ------------------------------------------------------------ */

#if __riscv_xlen == 64
#define L "ld	"
#define S "sd	"
#define WORD "8"
#else
#define L "lw	"
#define S "sw	"
#define WORD "4"
#endif
#define REST "1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27"
#define TO_30                                                                 \
	"1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, " \
	"20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30"

/*
 * The test patches the instruction at mmio_spot. x1 to x31 are loaded from x
 * before it, and stored to the words after these when it was executed.
 */
extern u32 mmio_spot;
void mmio_registers(unsigned long *x);

/* Word 0 keeps sp. The stack keeps C's registers and sscratch. */
__asm__(".pushsection .text\n"
	"mmio_registers:\n"
	"addi	sp, sp, -256\n"
	".irp	n, " REST "\n" S "x\\n, (\\n * " WORD ")(sp)\n.endr\n"
	"csrrw	t0, sscratch, a0\n" S "t0, 0(sp)\n" S "sp, 0(a0)\n"
	"mv	x31, a0\n"
	".irp	n, " TO_30 "\n" L "x\\n, (\\n * " WORD ")(x31)\n.endr\n" L
	"x31, (31 * " WORD ")(x31)\n"
	".option push\n.option norvc\n"
	".globl mmio_spot\nmmio_spot:	nop\n.option pop\n"
	"csrrw	x31, sscratch, x31\n"
	".irp	n, " TO_30 "\n" S "x\\n, ((32 + \\n) * " WORD ")(x31)\n.endr\n"
	"csrr	t0, sscratch\n" S "t0, (63 * " WORD ")(x31)\n" L
	"sp, 0(x31)\n" L "t0, 0(sp)\n"
	"csrw	sscratch, t0\n"
	".irp	n, " REST "\n" L "x\\n, (\\n * " WORD ")(sp)\n.endr\n"
	"addi	sp, sp, 256\n"
	"ret\n"
	".popsection");

/* lw changes only register n, and sw only the word. */
static void one_register(unsigned int n, bool load, unsigned long at)
{
	unsigned int m, base = n == 11 ? 12 : 11;
	unsigned long x[64];

	for (m = 1; m < 32; m++)
		x[m] = 0x1010104ul * m;
	x[base] = at;
	*(volatile u32 *)at = VALUE;
	mmio_spot = load ? 0x2003 | n << 7 | base << 15 :
			   0x2023 | n << 20 | base << 15;
	__asm__ volatile("fence.i" ::: "memory");
	mmio_registers(x);
	CHECK_EQ(*(volatile u32 *)at, load ? VALUE : (u32)x[n]);
	if (load)
		x[n] = (unsigned long)(long)(s32)VALUE;
	for (m = 1; m < 32; m++)
		CHECK_EQ(x[32 + m], x[m]);
}

static void each_register(void)
{
	unsigned int n;

	if (mediated()) {
		check_skip("registers are the firmware's");
		return;
	}
	for (n = 1; n < 32; n++) {
		check_row("register", n);
		one_register(n, true, start_register());
		one_register(n, false, start_register());
	}
	check_row(NULL, 0);
}

/*
 * M-mode sets bits of mstatus to load the instruction; S-mode has these bits in
 * sstatus, too.
 */
static void status_stays(void)
{
	const unsigned long bits[] = { 0, SSTATUS_MXR, SSTATUS_SUM,
				       SSTATUS_MXR | SSTATUS_SUM };
	unsigned long before = csr_read(sstatus), n;
	u32 control;

	if (mediated()) {
		check_skip("registers are the firmware's");
		return;
	}
	control = trace_read(trace_sink(0), TR_CONTROL);
	for (n = 0; n < sizeof(bits) / sizeof(bits[0]); n++) {
		check_row("bits", bits[n]);
		csr_clear(sstatus, SSTATUS_MXR | SSTATUS_SUM);
		csr_set(sstatus, bits[n]);
		trace_read(trace_sink(0), TR_RAM_START_LOW);
		CHECK_EQ(csr_read(sstatus) & (SSTATUS_MXR | SSTATUS_SUM),
			 bits[n]);
		trace_write(trace_sink(0), TR_CONTROL, control);
		CHECK_EQ(csr_read(sstatus) & (SSTATUS_MXR | SSTATUS_SUM),
			 bits[n]);
	}
	csr_write(sstatus, before);
	check_row(NULL, 0);
}

/* --- accesses without a register ----------------------------------------- */

/*
 * An access of this width has the expected one of two faults, and changes
 * nothing.
 */
#define CHECK_FAULT(statement, fault)                           \
	do {                                                    \
		unsigned long fault_seen = HART_TRY(statement); \
		CHECK_EQ(fault_seen, fault);                    \
	} while (0)

static void other_widths(void)
{
	unsigned long at = start_register();

	if (!mediated())
		*(volatile u32 *)at = VALUE;
	CHECK_FAULT(LOAD("lb a0, 0(a1)", at), HART_LOAD_FAULT);
	CHECK_FAULT(LOAD("lhu a0, 0(a1)", at), HART_LOAD_FAULT);
	CHECK_FAULT(LOAD("lw a0, 0(a1)", at + 2), HART_LOAD_FAULT);
	CHECK_FAULT(STORE("sw a0, 0(a1)", at + 2, 0), HART_STORE_FAULT);
	CHECK_FAULT(STORE("sb a0, 0(a1)", at, 0), HART_STORE_FAULT);
	CHECK_FAULT(STORE("sh a0, 0(a1)", at, 0), HART_STORE_FAULT);
#if __riscv_xlen == 64
	CHECK_FAULT(LOAD("ld a0, 0(a1)", at), HART_LOAD_FAULT);
	CHECK_FAULT(STORE("sd a0, 0(a1)", at, 0), HART_STORE_FAULT);
#endif
	CHECK_FAULT(STORE("amoadd.w x0, a0, (a1)", at, 4), HART_STORE_FAULT);
	CHECK_FAULT(LOAD("lr.w a0, (a1)", at), HART_LOAD_FAULT);
	if (!mediated())
		CHECK_EQ(*(volatile u32 *)at, VALUE);
}

/* Memory between the components belongs to no component, and is not guarded. */
static void firmware_only(void)
{
	unsigned long fault = mediated() ? HART_LOAD_FAULT : HART_NO_TRAP;

	if (option_given("policy-odd"))
		print("# has: hartscope: /chosen: hartscope,trace-policy is "
		      "none of \"direct\", \"mediated\", \"handover\"; "
		      "taken as \"mediated\"\n");
	CHECK_EQ(HART_TRY(trace_read(trace_encoder(0), TR_CONTROL)), fault);
	CHECK_EQ(HART_TRY(trace_read(trace_encoder(0), 0xdfc)), fault);
	CHECK_EQ(HART_TRY(trace_read(trace_encoder(0), 0xffc)),
		 HART_LOAD_FAULT);
	CHECK_EQ(HART_TRY(trace_read(trace_sink(0), 0xe00)), HART_LOAD_FAULT);
	CHECK_EQ(HART_TRY(trace_read(trace_sink(0), TR_CONTROL)), fault);
	fault = mediated() ? HART_STORE_FAULT : HART_NO_TRAP;
	CHECK_EQ(HART_TRY(trace_write(trace_encoder(0), TR_IMPL, 0)), fault);
	CHECK_EQ(HART_TRY(trace_write(trace_sink(0), TR_IMPL, 0)), fault);
}

/* --- modes ---------------------------------------------------------------- */

static volatile u32 seen;

static void load_and_leave(unsigned long at)
{
	seen = *(volatile u32 *)at;
	__asm__ volatile("ecall");
}

static void user_mode(void)
{
	seen = 0;
	if (mediated()) {
		check_skip("registers are the firmware's");
		return;
	}
	*(volatile u32 *)start_register() = VALUE;
	hart_user(load_and_leave, start_register());
	CHECK_EQ(seen, VALUE);
}

/* Addresses of a guest are translated in another way. */
static void guest(void)
{
	unsigned long cause;

	if (HART_TRY(csr_write(HEDELEG, 0)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return;
	}
	if (option_given("mpv=no")) {
		check_skip("this QEMU's M-mode cannot return to the host");
		return;
	}
	/* The firmware has just translated the same address for the host. */
	if (!mediated())
		trace_read(trace_sink(0), TR_RAM_START_LOW);
	seen = 0;
	hart_self()->cause = HART_NO_TRAP;
	hart_self()->expect = 1;
	hart_guest(load_and_leave, start_register());
	hart_self()->expect = 0;
	cause = hart_self()->cause;
	CHECK_EQ(cause, HART_LOAD_FAULT);
}

/* --- events --------------------------------------------------------------- */

/*
 * Each access is an access fault, which S-mode does not get, and which counts.
 */
static void counted(void)
{
	const unsigned long events[] = { SBI_PMU_FW_ACCESS_LOAD,
					 SBI_PMU_FW_ACCESS_STORE };
	volatile u32 *at = (volatile u32 *)start_register();
	unsigned long n;

	if (mediated()) {
		check_skip("registers are the firmware's");
		return;
	}
	pmu_find();
	for (n = 0; n < array_size(events); n++) {
		check_row("event", events[n]);
		CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO,
				       EVENT_FW(events[n]), 0),
			    pmu.fw);
		*at = *at | *at;
		*at = *at;
		CHECK_EQ(pmu_value(pmu.fw), n ? 2 : 3);
		CHECK_OK(pmu_stop(pmu.fw, 1, SBI_PMU_STOP_FLAG_RESET));
	}
	check_row(NULL, 0);
}

/* --- time ----------------------------------------------------------------- */

enum { ROUNDS = 64, TICK = 100 }; /* TICK in ns; instructions with "icount" */
#define TAKES(statement)                                             \
	({                                                           \
		unsigned long takes_begin = csr_read(time), takes_n; \
		for (takes_n = 0; takes_n < ROUNDS; takes_n++)       \
			statement;                                   \
		(csr_read(time) - takes_begin) * TICK / ROUNDS;      \
	})

#define SP(insn) "mv t0, sp\nmv sp, a1\n" insn "\nmv sp, t0"

/*
 * Loads and stores that compilers use take the short path of the firmware's own
 * entry, also at the beginning of a page; others take the path of OpenSBI's
 * entry. The difference is less where lib/trace has more work: at a store of
 * Control, and at a component that is off.
 */
static void short_way(void)
{
	const struct {
		unsigned long at;
		bool load_is_long, store_is_long;
	} rows[] = { { start_register(), false, false },
		     { trace_sink(0), false, true },
		     { trace_encoder(0) + TR_IMPL, true, true } };
	unsigned long n, at, value, load, store;

	if (!option_given("icount") || mediated()) {
		check_skip("time is no count of instructions");
		return;
	}
	trace_write(trace_encoder(0), TR_CONTROL, 0);
	for (n = 0; n < array_size(rows); n++) {
		at = rows[n].at;
		check_row("register", at);
		value = LOAD("lw a0, 0(a1)", at);
		load = TAKES(LOAD(SP("c.lwsp a0, 0(sp)"), at));
		load -= load >> (rows[n].load_is_long ? 2 : 1);
		store = TAKES(STORE(SP("c.swsp a0, 0(sp)"), at, value));
		store -= store >> (rows[n].store_is_long ? 2 : 1);
		CHECK(TAKES(LOAD("c.lw a0, 0(a1)", at)) < load);
		CHECK(TAKES(LOAD("lw t0, 0(a1)", at)) < load);
		CHECK(TAKES(STORE("c.sw a0, 0(a1)", at, value)) < store);
		CHECK(TAKES(STORE("mv t0, a0\nsw t0, 0(a1)", at, value)) <
		      store);
	}
	check_row(NULL, 0);
}

const struct check_case check_cases[] = {
	{ "instructions", instructions },
	{ "short way", short_way },
	{ "counted", counted },
	{ "each register", each_register },
	{ "status stays", status_stays },
	{ "other widths", other_widths },
	{ "whose registers they are", firmware_only },
	{ "user mode", user_mode },
	{ "guest", guest },
	{ NULL, NULL },
};
