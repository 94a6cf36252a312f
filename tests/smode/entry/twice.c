// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes a PMU call twice. Compares all state bit by bit, with two exceptions:
 * - The value of a counter of cycles, instructions or TLB misses that runs
 *   before or after the call, because the counter also counts between the two
 *   reads. Both values must be close to each other, and a value that stop
 *   stored in a slot of the snapshot must be the counter's.
 * - Bits of mip that time sets.
 */
#include "check.h"
#include "pmu.h"
#include "print.h"
#include "random.h"
#include "twice.h"

#define SELECT ((1ull << 56) - 1) /* of mhpmevent with Sscofpmf */
#define CLOSE (1ull << 38)	  /* cycles of about a minute */
#define TIME_BITS ((1ul << 5) | (1ul << 6) | (1ul << 7))
#define S_CSRS 9

#define SSTATUS_FS 0x6000ul
#define ALL_32                                                       \
	"0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, " \
	"17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31"
#define FLOATS(text) ".option push\n.option arch, +d\n" text "\n.option pop"

struct floats {
	u64 f[32];
	unsigned long fcsr;
};

static struct {
	u64 fill[512 - 8];
	struct twice_memory memory;
} arena __attribute__((aligned(4096)));

struct twice_memory *const twice_memory = &arena.memory;

/* One of the two paths of the call. */
static struct way {
	unsigned long regs[32], s_before[S_CSRS], s_after[S_CSRS];
	struct floats floats;
	struct twice_memory memory;
	struct peek after;
} ways[2];

static struct floats floats_before;
static struct peek before;
static struct twice_memory memory_before;
static bool good; /* no check of this call has failed */

#define SAME(a, b) (good &= CHECK_EQ(a, b))
#define HOLDS(truth) (good &= CHECK(truth))

/* --- making a call -------------------------------------------------------- */

static void s_csrs(unsigned long csr[S_CSRS])
{
	csr[0] = csr_read(sstatus);
	csr[1] = csr_read(sie);
	csr[2] = csr_read(stvec);
	csr[3] = csr_read(scounteren);
	csr[4] = csr_read(sscratch);
	csr[5] = csr_read(sepc);
	csr[6] = csr_read(scause);
	csr[7] = csr_read(stval);
	csr[8] = csr_read(satp);
}

/* Not all machines have floating point; the payload is compiled without it. */
static bool floats_on(void)
{
	csr_set(sstatus, SSTATUS_FS);
	return csr_read(sstatus) & SSTATUS_FS;
}

static void floats_load(const struct floats *f)
{
	__asm__ volatile(FLOATS(".irp	n, " ALL_32 "\n"
				"fld	f\\n, 8 * \\n(%0)\n"
				".endr\n"
				"csrw	fcsr, %1")::"r"(f->f),
			 "r"(f->fcsr)
			 : "memory");
}

static void floats_store(struct floats *f)
{
	__asm__ volatile(FLOATS(".irp	n, " ALL_32 "\n"
				"fsd	f\\n, 8 * \\n(%1)\n"
				".endr\n"
				"csrr	%0, fcsr")
			 : "=&r"(f->fcsr)
			 : "r"(f->f)
			 : "memory");
}

/* Values that no trap to S-mode leaves. */
static void s_csrs_set(unsigned long odd)
{
	csr_write(sscratch, odd);
	csr_write(sepc, odd & ~3ul);
	csr_write(scause, 5ul);
	csr_write(stval, ~odd);
	/* SPIE, SPP, SUM and MXR */
	csr_clear(sstatus, 0xc0120ul);
	csr_set(sstatus, odd & 0xc0120ul);
}

static void run(unsigned int entry, const unsigned long regs[32])
{
	struct way *w = &ways[entry];

	arena.memory = memory_before;
	memcpy(w->regs, regs, sizeof(w->regs));
	CHECK(peek_entry(entry) != PEEK_ASK);
	peek_load(&before);
	s_csrs_set(regs[31]);
	if (floats_on())
		floats_load(&floats_before);
	s_csrs(w->s_before);
	sbi_call_registers(w->regs);
	s_csrs(w->s_after);
	if (floats_on())
		floats_store(&w->floats);
	peek_save(&w->after);
	w->memory = arena.memory;
}

/* --- running counters ----------------------------------------------------- */

static u32 running(const struct peek *p)
{
	return ~(u32)p->inhibit;
}

u32 twice_counting(const struct peek *p)
{
	u32 set = 5;
	unsigned int n;
	u64 select;

	for (n = 3; n < 32; n++) {
		select = p->event[n] & (pmu.sscofpmf ? SELECT : ~0ull);
		if (select && select != TWICE_NEVER)
			set |= 1u << n;
	}
	return set;
}

/* Counters whose values may differ because they ran. */
static u32 loose(const struct peek *fast, const struct peek *slow)
{
	u32 counting = twice_counting(&before) | twice_counting(fast) |
		       twice_counting(slow);

	return counting & (running(&before) | running(fast) | running(slow));
}

static bool close(u64 a, u64 b)
{
	return a - b < CLOSE || b - a < CLOSE;
}

/* --- comparing ------------------------------------------------------------ */

static void compare_registers(const unsigned long regs[32])
{
	const unsigned long *fast = ways[PEEK_FAST].regs;
	const unsigned long *slow = ways[PEEK_STOCK].regs;
	unsigned int n;

	SAME(fast[2], fast[0]);
	SAME(slow[2], slow[0]);
	for (n = 1; n < 32; n++) {
		SAME(fast[n], slow[n]);
		if (n != 2 && n != 10 && n != 11)
			SAME(fast[n], regs[n]);
	}
	for (n = 0; n < 32 && floats_on(); n++) {
		SAME(ways[PEEK_FAST].floats.f[n], floats_before.f[n]);
		SAME(ways[PEEK_STOCK].floats.f[n], floats_before.f[n]);
	}
	SAME(ways[PEEK_FAST].floats.fcsr, ways[PEEK_STOCK].floats.fcsr);
	for (n = 0; n < S_CSRS; n++) {
		SAME(ways[PEEK_FAST].s_after[n], ways[PEEK_FAST].s_before[n]);
		SAME(ways[PEEK_FAST].s_after[n], ways[PEEK_STOCK].s_after[n]);
	}
}

static void compare_state(const struct peek *fast, const struct peek *slow)
{
	u32 differ = loose(fast, slow);
	unsigned int n;

	HOLDS(!memcmp(fast->hart, slow->hart, sizeof(fast->hart)));
	SAME(fast->timer, slow->timer);
	SAME(fast->inhibit, slow->inhibit);
	SAME(fast->mcounteren, slow->mcounteren);
	SAME(fast->mie, slow->mie);
	SAME(fast->mip & ~TIME_BITS, slow->mip & ~TIME_BITS);
	SAME(fast->mideleg, slow->mideleg);
	SAME(fast->medeleg, slow->medeleg);
	SAME(fast->mstatus, slow->mstatus);
	SAME(fast->mscratch, slow->mscratch);
	for (n = 0; n < 32; n++) {
		SAME(fast->event[n], slow->event[n]);
		if (differ >> n & 1)
			HOLDS(close(fast->counter[n], slow->counter[n]));
		else
			SAME(fast->counter[n], slow->counter[n]);
	}
}

/* Compare the slot of a counter that ran until this call stopped it. */
static void compare_slot(const struct way *w, unsigned int slot, u32 idx)
{
	u64 value = w->after.counter[idx];

	if (running(&w->after) >> idx & 1)
		HOLDS(close(w->memory.area[1 + slot], value));
	else
		SAME(w->memory.area[1 + slot], value);
}

/*
 * Compare slots that may differ with their counters, and then make them equal,
 * so that all of memory can be compared.
 */
static void compare_memory(unsigned long fid, const unsigned long args[6])
{
	struct way *fast = &ways[PEEK_FAST], *slow = &ways[PEEK_STOCK];
	u64 set = pmu_set(args[0], args[1]);
	long error = (long)fast->regs[10];
	unsigned int idx;

	if (fid == SBI_EXT_PMU_COUNTER_STOP && (args[2] & TAKE_SNAPSHOT) &&
	    (!error || error == SBI_ERR_ALREADY_STOPPED))
		set &= loose(&fast->after, &slow->after);
	else
		set = 0;
	for (idx = 0; idx < 32; idx++) {
		if (!(set >> idx & 1))
			continue;
		compare_slot(fast, idx - (unsigned int)args[0], idx);
		compare_slot(slow, idx - (unsigned int)args[0], idx);
		fast->memory.area[1 + idx - args[0]] =
			slow->memory.area[1 + idx - args[0]];
	}
	HOLDS(!memcmp(&fast->memory, &slow->memory, sizeof(fast->memory)));
	HOLDS(!memcmp(fast->memory.guard_before, memory_before.guard_before,
		      sizeof(memory_before.guard_before)));
	HOLDS(!memcmp(fast->memory.guard_behind, memory_before.guard_behind,
		      sizeof(memory_before.guard_behind)));
}

/* Check that each call took its own path: traps, and calls of C. */
static void compare_ways(const struct peek *fast, const struct peek *slow)
{
	SAME(fast->traps, 1); /* the call of peek_save() */
	HOLDS(fast->calls <= 1);
	SAME(slow->traps, 2);
	SAME(slow->calls, 1);
}

/* --- the call ------------------------------------------------------------- */

struct peek *twice_begin(void)
{
	peek_save(&before);
	return &before;
}

static void explain_counter(unsigned int n, const struct peek *fast,
			    const struct peek *slow)
{
	if (fast->counter[n] == slow->counter[n] &&
	    fast->event[n] == slow->event[n])
		return;
	print("# counter %u: 0x%llx, afterwards 0x%llx and 0x%llx, ", n,
	      (unsigned long long)before.counter[n],
	      (unsigned long long)fast->counter[n],
	      (unsigned long long)slow->counter[n]);
	print("event 0x%llx, afterwards 0x%llx and 0x%llx\n",
	      (unsigned long long)before.event[n],
	      (unsigned long long)fast->event[n],
	      (unsigned long long)slow->event[n]);
}

static void explain(unsigned long fid, const unsigned long args[6])
{
	const struct way *fast = &ways[PEEK_FAST], *slow = &ways[PEEK_STOCK];
	unsigned int n;

	print("# fid 0x%lx, arguments 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx 0x%lx\n",
	      fid, args[0], args[1], args[2], args[3], args[4], args[5]);
	print("# error and value 0x%lx 0x%lx, 0x%lx 0x%lx\n", fast->regs[10],
	      fast->regs[11], slow->regs[10], slow->regs[11]);
	print("# mcountinhibit 0x%lx, afterwards 0x%lx and 0x%lx\n",
	      before.inhibit, fast->after.inhibit, slow->after.inhibit);
	for (n = 0; n < 32; n++)
		explain_counter(n, &fast->after, &slow->after);
}

static void run_both(unsigned long regs[32], unsigned long eid,
		     unsigned long fid, const unsigned long args[6])
{
	unsigned int n;

	for (n = 1; n < 32; n++)
		regs[n] = (unsigned long)random();
	for (n = 0; n < 32; n++)
		floats_before.f[n] = random();
	floats_before.fcsr = random() & 0x7f; /* valid rounding modes only */
	for (n = 0; n < 6; n++)
		regs[10 + n] = args[n];
	regs[16] = fid;
	regs[17] = eid;
	memory_before = arena.memory;
	run(PEEK_FAST, regs);
	run(PEEK_STOCK, regs);
	peek_entry(PEEK_FAST);
	good = true;
}

struct sbiret twice_any(unsigned long eid, unsigned long fid,
			const unsigned long args[6], bool served)
{
	const struct way *fast = &ways[PEEK_FAST], *slow = &ways[PEEK_STOCK];
	unsigned long regs[32];

	run_both(regs, eid, fid, args);
	compare_registers(regs);
	compare_state(&fast->after, &slow->after);
	HOLDS(!memcmp(&fast->memory, &slow->memory, sizeof(fast->memory)));
	/* The call of peek_save() is one trap. */
	SAME(fast->after.traps, served ? 1 : 2);
	SAME(slow->after.traps, 2);
	if (!good)
		print("# eid 0x%lx fid 0x%lx, arguments 0x%lx 0x%lx 0x%lx 0x%lx\n",
		      eid, fid, args[0], args[1], args[2], args[3]);
	return (struct sbiret){ (long)fast->regs[10], fast->regs[11] };
}

bool twice_in_c(void)
{
	return ways[PEEK_FAST].after.other;
}

struct twice_end twice_call(unsigned long fid, const unsigned long args[6])
{
	const struct way *fast = &ways[PEEK_FAST], *slow = &ways[PEEK_STOCK];
	unsigned long regs[32];

	run_both(regs, SBI_EXT_PMU, fid, args);
	compare_registers(regs);
	compare_state(&fast->after, &slow->after);
	compare_memory(fid, args);
	compare_ways(&fast->after, &slow->after);
	if (!good)
		explain(fid, args);
	return (struct twice_end){ { (long)fast->regs[10], fast->regs[11] },
				   fast->after.calls };
}
