// SPDX-License-Identifier: BSD-2-Clause
/*
 * The program that "make run" boots: it shows the services of the firmware at
 * work. It ends with a failure if one of them does not work.
 */
#include "demo.h"
#include "fdt.h"
#include "hart.h"
#include "pmu.h"
#include "print.h"

void payload_main(void);

static unsigned int broken; /* number of failures */

/* A call that must succeed. @return its value */
static unsigned long must(struct sbiret ret, const char *what)
{
	if (ret.error) {
		print("  %s failed: error %ld\n", what, ret.error);
		broken++;
	}
	return ret.value;
}

void demo_must(bool holds, const char *what)
{
	if (!holds) {
		print("  %s\n", what);
		broken++;
	}
}

void demo_title(const char *text)
{
	print("\n%s\n", text);
}

static unsigned long base(unsigned long fid)
{
	return must(sbi_ecall(SBI_EXT_BASE, fid, 0, 0, 0, 0, 0, 0), "base");
}

/* --- firmware and counters ------------------------------------------------ */

static void show_firmware(void)
{
	unsigned long spec = base(SBI_EXT_BASE_GET_SPEC_VERSION);
	unsigned long version = base(SBI_EXT_BASE_GET_IMP_VERSION);

	demo_title("Firmware");
	print("  SBI specification   %lu.%lu\n", spec >> 24 & 0x7f,
	      spec & 0xffffff);
	print("  implementation      %lu (1 is OpenSBI), version %lu.%lu\n",
	      base(SBI_EXT_BASE_GET_IMP_ID), version >> 16, version & 0xffff);
	print("  harts               %u, RV%u%s\n", hart_count(), XLEN,
	      pmu.sscofpmf ? ", overflow interrupts (Sscofpmf)" : "");
}

/* Show counters first to last, which are alike. */
static void show_alike(unsigned int first, unsigned int last)
{
	unsigned long info = pmu_get_info(first).value;
	bool firmware = info >> (XLEN - 1);
	const char *fixed = first < 2 ? "cycle" : "instret";
	const char *csr = first < 3 ? fixed : "hpmcounter";

	print("  %5u", first);
	if (last > first)
		print(" to %-4u", last);
	else
		print("%8s", "");
	print("%-10s%-12s%2lu bits\n", firmware ? "firmware" : "hardware",
	      firmware ? "-" : csr, (info >> 12 & 0x3f) + 1);
}

/* True if n continues a line that already began. */
static bool alike(unsigned int n, unsigned int before)
{
	return before > 2 && pmu.present >> n & 1 &&
	       pmu_get_info(n).value >> 12 == pmu_get_info(before).value >> 12;
}

static void show_counters(void)
{
	unsigned int first, last;

	demo_title("Counters");
	print("  index          kind      CSR         width\n");
	for (first = 0; first < pmu.num; first = last + 1) {
		last = first;
		if (!(pmu.present >> first & 1))
			continue;
		while (last + 1 < pmu.num && alike(last + 1, last))
			last++;
		show_alike(first, last);
	}
}

/* --- counting ------------------------------------------------------------- */

#define ELEMENTS 65536u

static u32 array[ELEMENTS];

/* The counted work: a sum over 256 KiB. */
static void __attribute__((noinline)) work(void)
{
	const volatile u32 *a = array;
	u32 sum = 0;
	unsigned int n;

	for (n = 0; n < ELEMENTS; n++)
		sum += a[n];
	array[0] = sum;
}

static unsigned long count_event(unsigned long event_idx, const char *what)
{
	struct sbiret ret =
		pmu_config(0, pmu_all(), CLEAR | AUTO, event_idx, 0);

	return must(ret, what);
}

static void show_loop(void)
{
	unsigned long cycles = count_event(EVENT_CYCLES, "cycles");
	unsigned long insns = count_event(EVENT_INSTRUCTIONS, "instructions");
	unsigned long tlb = count_event(EVENT_DTLB_READ_MISS, "dTLB misses");
	unsigned int ratio;
	u64 c, i, t;

	demo_title("A loop over 65536 words, counted by three counters");
	__asm__ volatile("sfence.vma" ::: "memory");
	work();
	pmu_stop(0, 1ul << cycles | 1ul << insns | 1ul << tlb, 0);
	c = pmu_value((unsigned int)cycles);
	i = pmu_value((unsigned int)insns);
	t = pmu_value((unsigned int)tlb);
	print("  %12llu  cycles            counter %lu\n",
	      (unsigned long long)c, cycles);
	print("  %12llu  instructions      counter %lu\n",
	      (unsigned long long)i, insns);
	ratio = (unsigned int)i * 100 / ((unsigned int)c + 1);
	print("  %9u.%02u  instructions per cycle\n", ratio / 100, ratio % 100);
	print("  %12llu  dTLB load misses  counter %lu\n",
	      (unsigned long long)t, tlb);
	demo_must(c > ELEMENTS && i > ELEMENTS && t >= 64, "too few events");
	pmu_stop(0, 1ul << cycles | 1ul << insns | 1ul << tlb, RESET);
}

/* --- firmware events ------------------------------------------------------ */

static void work_illegal(void)
{
	HART_TRY(csr_read(0x7ff));
}

static void work_fault(void)
{
	HART_TRY((void)*(volatile u32 *)0x80000000ul);
}

static void show_firmware_event(const char *name, unsigned int code,
				void (*work)(void), unsigned int times)
{
	unsigned int idx, n;
	u64 before;

	idx = (unsigned int)count_event(EVENT_FW(code), name);
	before = pmu_value(idx);
	for (n = 0; n < times; n++)
		work();
	print("  %-20s %8llu before, %u times, %8llu after\n", name,
	      (unsigned long long)before, times,
	      (unsigned long long)pmu_value(idx));
	demo_must(pmu_value(idx) - before == times, "not all were counted");
	pmu_stop(idx, 1, RESET);
}

static void show_firmware_events(void)
{
	demo_title("Firmware events");
	show_firmware_event("set_timer", SBI_PMU_FW_SET_TIMER, pmu_work_timer,
			    5);
	show_firmware_event("illegal instruction", SBI_PMU_FW_ILLEGAL_INSN,
			    work_illegal, 3);
	show_firmware_event("load access fault", SBI_PMU_FW_ACCESS_LOAD,
			    work_fault, 2);
}

/* --- other harts ---------------------------------------------------------- */

static unsigned long ready[HARTS_MAX];
static u64 received[HARTS_MAX];

static void count_ipis(void *arg)
{
	unsigned long *n = arg;

	hart_interrupts(HART_IRQ_SOFT);
	must(pmu_config(pmu.fw, 1, CLEAR | AUTO, EVENT_FW(SBI_PMU_FW_IPI_RECVD),
			0),
	     "config");
	*n = 1;
}

static void collect_ipis(void *arg)
{
	u64 *value = arg;

	hart_interrupts(0);
	*value = pmu_value(pmu.fw);
}

static void show_harts(void)
{
	unsigned int count = hart_count(), n, k;
	volatile unsigned long *soft;
	unsigned long old;

	if (count < 2)
		return;
	demo_title("Interprocessor interrupts");
	for (n = 1; n < count; n++) {
		demo_must(hart_start(n), "a hart did not start");
		hart_call(n, count_ipis, &ready[n]);
		soft = &hart_at(n)->soft;
		for (k = 0; k < n; k++) {
			old = *soft;
			must(sbi_send_ipi(1, hart_at(n)->hartid), "send_ipi");
			demo_must(hart_wait(soft, old),
				  "an interrupt was lost");
		}
		hart_call(n, collect_ipis, &received[n]);
		print("  hart %lu: %u sent to it, %llu received\n",
		      hart_at(n)->hartid, n, (unsigned long long)received[n]);
		demo_must(received[n] == n, "the counts differ");
		demo_must(hart_stop(n), "a hart did not stop");
	}
}

/* --- snapshot ------------------------------------------------------------- */

static struct {
	u64 overflow, value[64];
	u8 rest[4096 - 520];
} snapshot __attribute__((aligned(4096)));

static void show_snapshot(void)
{
	struct sbiret ret = pmu_set_shmem((unsigned long)&snapshot, 0, 0);
	unsigned long set = 1ul << pmu.fw | 5;

	demo_title("Snapshot");
	if (ret.error == SBI_ERR_NOT_SUPPORTED) {
		print("  not offered; \"make run PMU_SNAPSHOT=on\" does\n");
		return;
	}
	must(ret, "snapshot_set_shmem");
	must(pmu_config(0, 1, CLEAR, EVENT_CYCLES, 0), "cycles");
	must(pmu_config(2, 1, CLEAR, EVENT_INSTRUCTIONS, 0), "instructions");
	must(pmu_config(pmu.fw, 1, CLEAR, EVENT_SET_TIMER, 0), "set_timer");
	must(pmu_start(0, set, 0, 0), "start of three counters");
	work();
	pmu_work_timer();
	must(pmu_stop(0, set, TAKE_SNAPSHOT), "stop with a snapshot");
	print("  one call stopped and saved %llu cycles, %llu instructions, "
	      "%llu set_timer\n",
	      (unsigned long long)snapshot.value[0],
	      (unsigned long long)snapshot.value[2],
	      (unsigned long long)snapshot.value[pmu.fw]);
	demo_must(snapshot.value[0] > ELEMENTS && snapshot.value[pmu.fw] == 1,
		  "the values are wrong");
	pmu_reset();
}

/* --- events --------------------------------------------------------------- */

static const struct {
	const char *name;
	u32 event_idx;
} names[] = {
	{ "cycles", 1 },
	{ "instructions", 2 },
	{ "cache-references", 3 },
	{ "cache-misses", 4 },
	{ "branches", 5 },
	{ "branch-misses", 6 },
	{ "bus-cycles", 7 },
	{ "stalled-cycles-frontend", 8 },
	{ "stalled-cycles-backend", 9 },
	{ "ref-cycles", 10 },
	{ "L1-dcache-loads", 0x10000 },
	{ "L1-dcache-load-misses", 0x10001 },
	{ "dTLB-load-misses", 0x10019 },
	{ "dTLB-store-misses", 0x1001b },
	{ "iTLB-load-misses", 0x10021 },
	{ "iTLB-prefetch-misses", 0x10025 },
	{ "fw misaligned-load", 0xf0000 },
	{ "fw access-load", 0xf0002 },
	{ "fw illegal-instruction", 0xf0004 },
	{ "fw set-timer", 0xf0005 },
	{ "fw ipi-sent", 0xf0006 },
	{ "fw fence-i-sent", 0xf0008 },
	{ "fw sfence-vma-sent", 0xf000a },
	{ "fw hfence-gvma-sent", 0xf000e },
};

#define NAMES (sizeof(names) / sizeof(names[0]))

static void show_events(void)
{
	static struct sbi_pmu_event_info info[NAMES]
		__attribute__((aligned(16)));
	const char *absent;
	unsigned int n;

	demo_title("Events (event_get_info)");
	for (n = 0; n < NAMES; n++)
		info[n].event_idx = names[n].event_idx;
	must(pmu_event_info((unsigned long)info, 0, NAMES, 0),
	     "event_get_info");
	for (n = 0; n < NAMES; n++) {
		absent = n & 1 ? "-" : "-  ";
		print("  %-24s 0x%05x  %s%s", names[n].name, names[n].event_idx,
		      info[n].output ? "yes" : absent, n & 1 ? "\n" : "  ");
	}
	demo_must(info[0].output && info[1].output, "cycles are missing");
}

/* start.S calls this on the hart that booted. */
void payload_main(void)
{
	pmu_find();
	pmu_reset();
	show_firmware();
	show_counters();
	show_loop();
	show_firmware_events();
	show_harts();
	show_snapshot();
	show_events();
	demo_ctr();
	print("\n%s\n", broken ? "Something does not work, see above." :
				 "All of it works.");
	sbi_shutdown(!broken);
}
