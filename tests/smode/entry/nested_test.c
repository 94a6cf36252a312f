// SPDX-License-Identifier: BSD-2-Clause
/*
 * Each kind of trap to M-mode, with hostile values in all registers that are no
 * arguments: pointers to memory full of the address of code that only M-mode
 * can execute to its end, to the firmware's code (aim=1), or to another hart's
 * scratch space (aim=2). tests/model/nested.py and entry_mutants.py let M-mode's
 * trap entry fault meanwhile: then either the hart dies with a report, or the
 * trap has its usual effect. M-mode never uses these registers.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"

#define AREA 4096
#define FIRMWARE 0x80000000ul
#define TEXT (FIRMWARE + 0x8000)

/* A register's value at the trap, by its number, and after it; nested_trap()
 * uses the words behind them, too. */
static struct hostile {
	unsigned long x[32], sp, cause;
} hostile;

static unsigned long aimed;
static unsigned long area[2 * AREA / sizeof(unsigned long)]
	__attribute__((aligned(4096)));
static union {
	u64 words[512];
	u8 bytes[4096];
} page __attribute__((aligned(4096))); /* of the snapshot */

/*
 * S-mode cannot read mhartid. M-mode ends the machine with a failure, which is
 * the finisher of QEMU's `virt`.
 */
__asm__(".balign 64\n"
	"nested_code:\n"
	".rept 64\n nop\n .endr\n"
	"csrr t0, mhartid\n"
	"li t0, 0x100000\n"
	"li t1, 0x3333 | 0x7e << 16\n"
	"sw t1, 0(t0)\n"
	"1: j 1b");
extern const char nested_code[];

#if __riscv_xlen == 64
#define L "ld"
#define S "sd"
#define W "8"
#else
#define L "lw"
#define S "sw"
#define W "4"
#endif

/*
 * void NAME(struct hostile *h): makes the trap with h's registers, and stores
 * them afterwards. A trap that comes to S-mode ends at the same place.
 */
#define NESTED(name, code)                                                  \
	void name(struct hostile *h);                                       \
	__asm__(".balign 4\n" #name ":\n"                                   \
		"addi sp, sp, -16 * " W "\n"                                \
		".irp n, 1, 3, 4, 8, 9\n" S " x\\n, \\n*" W "(sp)\n"        \
		".endr\n"                                                   \
		"la t0, nested_rest\n"                                      \
		".irp n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n" S        \
		" x\\n, (\\n - 18)*" W "(t0)\n"                             \
		".endr\n" S " sp, 32*" W "(a0)\n" S " zero, 33*" W "(a0)\n" \
		"csrw sscratch, a0\n"                                       \
		"la t0, 2f\n"                                               \
		"csrw stvec, t0\n"                                          \
		"csrw scause, zero\n"                                       \
		".irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, "       \
		"15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, "      \
		"28, 29, 30, 31, 10\n" L " x\\n, \\n*" W "(a0)\n"           \
		".endr\n" code "\n"                                         \
		".balign 4\n"                                               \
		"2: csrrw a0, sscratch, a0\n"                               \
		".irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, "       \
		"15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, "      \
		"28, 29, 30, 31\n" S " x\\n, \\n*" W "(a0)\n"               \
		".endr\n"                                                   \
		"csrr t0, sscratch\n" S " t0, 10*" W "(a0)\n"               \
		"csrr t0, scause\n" S " t0, 33*" W "(a0)\n" L " sp, 32*" W  \
		"(a0)\n"                                                    \
		"la t0, nested_rest\n"                                      \
		".irp n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n" L        \
		" x\\n, (\\n - 18)*" W "(t0)\n"                             \
		".endr\n"                                                   \
		".irp n, 1, 3, 4, 8, 9\n" L " x\\n, \\n*" W "(sp)\n"        \
		".endr\n"                                                   \
		"addi sp, sp, 16 * " W "\n"                                 \
		"la t0, trap_entry\n"                                       \
		"csrw stvec, t0\n"                                          \
		"ret")

unsigned long nested_rest[10];

NESTED(nested_call, "ecall");
NESTED(nested_illegal, ".4byte 0");
NESTED(nested_time, "rdtime a0");
NESTED(nested_load, L " a0, 0(a1)");
NESTED(nested_store, S " a0, 0(a1)");
NESTED(nested_short_load, ".option push\n.option arch, +c\nc.lw a0, 0(a1)\n"
			  ".option pop");
NESTED(nested_short_store, ".option push\n.option arch, +c\nc.sw a0, 0(a1)\n"
			   ".option pop");
NESTED(nested_fetch, "jr a1");
NESTED(nested_wait, "csrsi sstatus, 2\nli a1, 3000\n"
		    "1: addi a1, a1, -1\nbnez a1, 1b\ncsrci sstatus, 2");

/* Registers that are no arguments are aimed at memory. */
static void aim(void)
{
	unsigned int n;

	for (n = 1; n < 32; n++)
		hostile.x[n] = aimed;
}

/* All registers except a0, a1 and `but` have their values. */
static void check_kept(u32 but)
{
	unsigned int n;
	bool kept = true;

	for (n = 1; n < 32; n++)
		kept &= (but >> n & 1) || hostile.x[n] == aimed;
	CHECK(kept);
}

#define ARGUMENTS (0xffu << 10)
#define A0_A1 (3u << 10)

static struct sbiret call(unsigned long eid, unsigned long fid,
			  unsigned long a0, unsigned long a1, unsigned long a2,
			  unsigned long a3, unsigned long a4)
{
	aim();
	hostile.x[10] = a0;
	hostile.x[11] = a1;
	hostile.x[12] = a2;
	hostile.x[13] = a3;
	hostile.x[14] = a4;
	hostile.x[15] = 0;
	hostile.x[16] = fid;
	hostile.x[17] = eid;
	nested_call(&hostile);
	CHECK_EQ(hostile.cause, 0);
	check_kept(ARGUMENTS);
	return (struct sbiret){ (long)hostile.x[10], (long)hostile.x[11] };
}

static struct sbiret pmu_call(unsigned long fid, unsigned long base,
			      unsigned long mask, unsigned long flags,
			      unsigned long a3, unsigned long a4)
{
	return call(SBI_EXT_PMU, fid, base, mask, flags, a3, a4);
}

static void prepare(void)
{
	unsigned long target = (unsigned long)nested_code, n;

	aimed = (unsigned long)area + AREA;
	if (option_number("aim", 0) == 1)
		aimed = TEXT;
	if (option_number("aim", 0) == 2)
		aimed = FIRMWARE + option_number("at", 0x90000);
	for (n = 0; n < sizeof(area) / sizeof(area[0]); n++)
		area[n] = target;
	CHECK(pmu.fw);
}

/* --- the PMU ---------------------------------------------------------------- */

static const unsigned long events[] = {
	EVENT_CYCLES,	 EVENT_INSTRUCTIONS, EVENT_DTLB_READ_MISS,
	EVENT_ITLB_MISS, EVENT_SET_TIMER,    EVENT_FW(0),
	EVENT_RAW,	 EVENT_FW(99),
};

static void configure(void)
{
	static const unsigned long flags[] = { 0, CLEAR, SINH | UINH, 1ul << 9,
					       SKIP };
	unsigned int n, f;

	for (f = 0; f < sizeof(flags) / sizeof(flags[0]); f++)
		for (n = 0; n < sizeof(events) / sizeof(events[0]); n++)
			pmu_call(SBI_EXT_PMU_COUNTER_CFG_MATCH, 0, pmu_all(),
				 flags[f], events[n], 0);
}

static void start_and_stop(unsigned long base, unsigned long mask)
{
	unsigned long flags;

	for (flags = 0; flags < 4; flags++) {
		pmu_call(SBI_EXT_PMU_COUNTER_START, base, mask, flags, 77, 0);
		pmu_call(SBI_EXT_PMU_COUNTER_STOP, base, mask,
			 flags == 2 ? TAKE_SNAPSHOT : 0, 0, 0);
		pmu_call(SBI_EXT_PMU_COUNTER_FW_READ, base, 0, 0, 0, 0);
	}
	pmu_call(SBI_EXT_PMU_COUNTER_START, base, mask, 0, 0, 0);
	pmu_call(SBI_EXT_PMU_COUNTER_STOP, base, mask, RESET, 0, 0);
}

/* Counters alone and in sets. */
static void start_and_stop_all(void)
{
	unsigned long first_fw = pmu.fw, n, round;

	for (round = 0; round < 2; round++) {
		for (n = 0; n < 6; n++) {
			configure();
			start_and_stop(n == 1 ? 0 : n, 1);
		}
		for (n = 0; n < 3; n++) {
			configure();
			start_and_stop(first_fw + n, 1);
			configure();
			start_and_stop(first_fw, 3);
			configure();
			start_and_stop(3, 3);
			configure();
			start_and_stop(0, 5);
			configure();
			start_and_stop(0, pmu_all());
		}
	}
}

static void counters(void)
{
	unsigned long fid;

	for (fid = 0; fid < 10; fid++)
		pmu_call(fid, 0, 0, 0, 0, 0);
	start_and_stop_all();
	pmu_reset();
}

static void snapshots(void)
{
	pmu_call(SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, (unsigned long)&page, 0, 0, 0,
		 0);
	start_and_stop_all();
	pmu_reset();
}

/* --- other calls ------------------------------------------------------------ */

static unsigned long first_of(unsigned long eid, unsigned long a2)
{
	if (eid == SBI_EXT_HSM)
		return hart_self()->hartid + a2;
	return eid == SBI_EXT_DBCN ? '#' : 1;
}

static void calls(void)
{
	static const unsigned long eids[] = {
		SBI_EXT_BASE, SBI_EXT_IPI,  SBI_EXT_RFENCE, SBI_EXT_HSM,
		SBI_EXT_DBCN, SBI_EXT_FWFT, 0x12345,	    0,
	};
	unsigned long self = hart_self()->hartid, n, fid, a2;

	for (n = 0; n < sizeof(eids) / sizeof(eids[0]); n++)
		for (fid = 0; fid < 7; fid++) {
			if (eids[n] == SBI_EXT_HSM && fid != 2)
				continue;
			if (eids[n] == SBI_EXT_DBCN && fid != 2)
				continue;
			for (a2 = 0; a2 < 3; a2++)
				call(eids[n], fid, first_of(eids[n], a2),
				     a2 == 2 ? self + 1 : self, a2, a2 * 4096,
				     0);
		}
	for (n = 0; n < 8; n++)
		call(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, n, 0, 0, 0, 0);
	/* Calls have printed */
	print("\n");
}

static void timer(void)
{
	u64 when = hart_time() + 200;
	unsigned int round = 0;

	call(SBI_EXT_TIME, 0, (unsigned long)when,
	     (unsigned long)(when >> (XLEN / 2) >> (XLEN / 2)), 0, 0, 0);
	csr_write(sie, HART_IRQ_TIMER);
	do {
		aim();
		nested_wait(&hostile);
	} while (!hostile.cause && ++round < 1000);
	CHECK_EQ(hostile.cause, 1ul << (XLEN - 1) | 5);
	check_kept(A0_A1);
	csr_write(sie, 0ul);
	sbi_set_timer(~0ull);
}

/* --- other hart ------------------------------------------------------------- */

static void ring(void *arg)
{
	sbi_ecall(SBI_EXT_IPI, 0, 1, *(unsigned long *)arg, 0, 0, 0, 0);
	sbi_ecall(SBI_EXT_RFENCE, 0, 1, *(unsigned long *)arg, 0, 0, 0, 0);
}

/* IPIs and fences of another hart, and to it. */
static void doorbell(void)
{
	unsigned long self = hart_self()->hartid;
	unsigned int n;

	if (hart_count() < 2) {
		check_skip("needs another hart");
		return;
	}
	CHECK(hart_start(1));
	for (n = 0; n < 20; n++) {
		hart_give(1, ring, &self);
		aim();
		nested_wait(&hostile);
		check_kept(A0_A1);
		call(SBI_EXT_IPI, 0, 1, hart_at(1)->hartid, 0, 0, 0);
		call(SBI_EXT_RFENCE, 0, 3, 0, 0, 0, 0);
		CHECK(hart_call_end(1));
	}
	CHECK(hart_stop(1));
	csr_write(sip, 0ul);
}

/* --- loads, stores and instructions ----------------------------------------- */

static void at(void (*trap)(struct hostile *), unsigned long address)
{
	aim();
	hostile.x[11] = address;
	trap(&hostile);
	check_kept(A0_A1);
}

static void accesses(void)
{
	static void (*const kinds[])(struct hostile *) = {
		nested_load,	    nested_store, nested_short_load,
		nested_short_store, nested_fetch, nested_illegal,
		nested_time,
	};
	unsigned int n;

	for (n = 0; n < sizeof(kinds) / sizeof(kinds[0]); n++) {
		at(kinds[n], FIRMWARE);
		if (kinds[n] != nested_fetch)
			at(kinds[n], (unsigned long)&page.bytes[1]);
	}
}

const struct check_case check_cases[] = {
	{ "prepare", prepare },
	{ "the timer", timer },
	{ "counters", counters },
	{ "snapshots", snapshots },
	{ "calls", calls },
	{ "another hart", doorbell },
	{ "loads, stores, instructions", accesses },
	{ NULL, NULL },
};
