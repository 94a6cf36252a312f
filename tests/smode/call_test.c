// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rules of all functions: the counters and functions that exist, and the state
 * that a call does not change.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

static void extension_is_there(void)
{
	struct sbiret ret = sbi_ecall(
		SBI_EXT_BASE, SBI_EXT_BASE_GET_SPEC_VERSION, 0, 0, 0, 0, 0, 0);

	CHECK_OK(ret);
	CHECK_RANGE(ret.value >> 24, 3, 127);
	ret = sbi_probe_extension(SBI_EXT_PMU);
	CHECK_OK(ret);
	CHECK(ret.value != 0);
}

static void machine_is_as_expected(void)
{
	CHECK_EQ(pmu.sscofpmf, option_given("sscofpmf"));
	CHECK_EQ(hart_count(), option_number("smp", 1));
	CHECK(pmu.boot_cycles >= 100);
}

static void number_of_counters(void)
{
	CHECK_VALUE(pmu_num_counters(), pmu.num);
	CHECK_RANGE(pmu.fw, 3, 32);
	CHECK_RANGE(pmu.num - pmu.fw, 16, 22);
}

/* Linux makes a mask with 1 << counter_idx, and a shift takes it modulo XLEN. */
static void mask_of_linux(void)
{
	unsigned long mask = 0;
	unsigned int n;

	for (n = 0; n < pmu.num; n++)
		if (pmu.present >> n & 1)
			mask |= 1ul << n % XLEN;
	CHECK_VALUE(pmu_config(0, mask, 0, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_ERROR(pmu_stop(0, mask, RESET), SBI_ERR_ALREADY_STOPPED);
}

static void hardware_counter_info(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = 0; n < pmu.fw; n++) {
		check_row("counter", n);
		ret = pmu_get_info(n);
		if (n == 1) {
			CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
			continue;
		}
		if (ret.error) {
			CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
			CHECK(HART_TRY(hart_counter(n)) == HART_ILLEGAL);
			continue;
		}
		CHECK_EQ(ret.value & 0xfff, 0xc00 + n);
		CHECK_EQ(ret.value >> 12 & 0x3f, 63);
		CHECK_EQ(ret.value >> 18, 0);
		CHECK_EQ(HART_TRY(hart_counter(n)), HART_NO_TRAP);
	}
}

static void firmware_counter_info(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = pmu.fw; n < pmu.num; n++) {
		check_row("counter", n);
		ret = pmu_get_info(n);
		CHECK_OK(ret);
		CHECK_EQ(ret.value >> (XLEN - 1), 1);
		/*
		 * The specification says that callers ignore these bits, but
		 * Linux uses them.
		 */
		CHECK_EQ(ret.value >> 12 & 0x3f, 63);
		CHECK_EQ(ret.value << 1 >> 19, 0);
	}
}

static const unsigned long far_off[] = {
	64,
	128,
	0xffff,
	0x10000,
	0x7ffffffful,
	0x80000000ul,
	~0ul,
	~1ul,
	1ul << (XLEN - 1),
	(1ul << (XLEN - 1)) + 2,
	~0ul << 8,
#if XLEN == 64
	1ul << 32,
	(1ul << 32) + 2,
	(1ul << 32) + 19,
	(1ul << 62) + 3,
	0xffffffff00000000ul,
	0xffffffff00000013ul,
#endif
};

static void indices_that_do_not_exist(void)
{
	unsigned int n;

	CHECK_ERROR(pmu_get_info(pmu.num), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_get_info(pmu.num + 1), SBI_ERR_INVALID_PARAM);
	for (n = 0; n < sizeof(far_off) / sizeof(far_off[0]); n++) {
		check_row("counter", far_off[n]);
		CHECK_ERROR(pmu_get_info(far_off[n]), SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_fw_read(far_off[n]), SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_fw_read_hi(far_off[n]), SBI_ERR_INVALID_PARAM);
	}
}

static void unknown_functions(void)
{
	static const unsigned long fids[] = {
		9,	 10,	     16,   0xff, 0x100,
		0x10008, 0x7fffffff, ~0ul, ~7ul, ~0ul << 31,
	};
	unsigned int n;

	for (n = 0; n < sizeof(fids) / sizeof(fids[0]); n++) {
		check_row("function", fids[n]);
		CHECK_ERROR(sbi_pmu(fids[n], 0, 0, 0, 0, 0, 0),
			    SBI_ERR_NOT_SUPPORTED);
		CHECK_ERROR(sbi_pmu(fids[n], pmu.fw, 1, 0, ~0ul, 0, 0),
			    SBI_ERR_NOT_SUPPORTED);
	}
}

/* --- registers ------------------------------------------------------------ */

static void registers_survive(const char *row, unsigned long fid,
			      unsigned long a0, unsigned long a1)
{
	unsigned long regs[32], before[32];
	unsigned int n;

	check_row(row, fid);
	for (n = 0; n < 32; n++)
		regs[n] = 0x5a5a0000ul + n * 0x101;
	regs[10] = a0;
	regs[11] = a1;
	regs[12] = regs[13] = regs[14] = regs[15] = 0;
	if (fid == SBI_EXT_PMU_COUNTER_CFG_MATCH)
		regs[13] = EVENT_SET_TIMER;
	if (fid == SBI_EXT_PMU_EVENT_GET_INFO)
		regs[12] = 1;
	regs[16] = fid;
	regs[17] = SBI_EXT_PMU;
	for (n = 0; n < 32; n++)
		before[n] = regs[n];
	sbi_call_registers(regs);
	CHECK_EQ(regs[2], regs[0]);
	for (n = 1; n < 32; n++)
		if (n != 2 && n != 10 && n != 11)
			CHECK_EQ(regs[n], before[n]);
}

static void other_registers_stay(void)
{
	static struct sbi_pmu_event_info info __attribute__((aligned(16)));
	unsigned long fid;

	for (fid = 0; fid <= SBI_EXT_PMU_SNAPSHOT_SET_SHMEM; fid++) {
		registers_survive("good call", fid, pmu.fw, 1);
		registers_survive("bad call", fid, ~0ul, ~0ul);
	}
	info.event_idx = EVENT_CYCLES;
	registers_survive("good call", SBI_EXT_PMU_EVENT_GET_INFO,
			  (unsigned long)&info, 0);
	CHECK_EQ(info.output, 1);
	registers_survive("bad call", SBI_EXT_PMU_EVENT_GET_INFO, 1, 1);
	registers_survive("unknown", 9, 0, 0);
}

const struct check_case check_cases[] = {
	{ "the extension is there", extension_is_there },
	{ "the machine is the one of this run", machine_is_as_expected },
	{ "num_counters", number_of_counters },
	{ "mask of Linux", mask_of_linux },
	{ "get_info of hardware counters", hardware_counter_info },
	{ "get_info of firmware counters", firmware_counter_info },
	{ "indices that do not exist", indices_that_do_not_exist },
	{ "unknown functions", unknown_functions },
	{ "calls leave other registers alone", other_registers_stay },
	{ NULL, NULL },
};
