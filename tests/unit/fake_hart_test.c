// SPDX-License-Identifier: BSD-2-Clause
/*
 * Tests of the fake hart: a fake that accepts wrong accesses would hide
 * defects.
 */
#include <string.h>

#include <hart/csr.h>
#include <hart/pmudev.h>
#include <hart/shmem.h>

#include "unit.h"

#define OF (1ull << 63)

/* True if the last access was a fault; clears it. */
static bool faulted(void)
{
	bool yes = fake.log.faults != 0;

	fake.log.faults = 0;
	return yes;
}

static void fake_absent_csrs(void)
{
	static const struct {
		const char *name;
		unsigned int csr;
		unsigned int on; /* machines that have this CSR */
	} rows[] = {
		{ "mcountinhibit", 0x320, UNIT_INHIBIT },
		{ "mcyclecfg", 0x321, UNIT_SMCNTRPMF },
		{ "minstretcfg", 0x322, UNIT_SMCNTRPMF },
		{ "mcyclecfgh", 0x721, UNIT_SMCNTRPMF | UNIT_RV32 },
		{ "mhpmevent3", 0x323, 0 },
		{ "mhpmevent3h", 0x723, UNIT_SSCOFPMF | UNIT_RV32 },
		{ "mcycle", 0xb00, 0 },
		{ "mcycleh", 0xb80, UNIT_RV32 },
		{ "mhpmcounter3h", 0xb83, UNIT_RV32 },
	};
	const struct fake_has *h = &fake.has;
	unsigned int i, miss;

	for (i = 0; i < array_size(rows); i++) {
		miss = (h->xlen == 64 ? UNIT_RV32 : 0) |
		       (h->sscofpmf ? 0 : UNIT_SSCOFPMF) |
		       (h->smcntrpmf ? 0 : UNIT_SMCNTRPMF) |
		       (h->inhibit ? 0 : UNIT_INHIBIT);
		hart_csr_read(rows[i].csr);
		CHECK_EQ(rows[i].name, faulted(), !!(rows[i].on & miss));
		hart_csr_write(rows[i].csr, 0);
		CHECK_EQ(rows[i].name, faulted(), !!(rows[i].on & miss));
	}
}

static void fake_never_there(void)
{
	static const unsigned int csrs[] = { 0xb01, 0xb81, 0xb05, 0x325,
					     0xb1f, 0x720, 0x300, 0xc00 };
	unsigned int i;

	for (i = 0; i < array_size(csrs); i++) {
		hart_csr_read(csrs[i]);
		CHECK("read", faulted());
		hart_csr_write(csrs[i], 0);
		CHECK("write", faulted());
	}
}

static void fake_width_and_reserved_bits(void)
{
	hart_csr_write(0xb00, 1ul << 32);
	CHECK_EQ("33 bits", faulted(), fake.has.xlen == 32);
	if (fake.has.sscofpmf && fake.has.xlen == 64) {
		hart_csr_write(0x323, 1ul << 56);
		CHECK("bit 56 of mhpmevent", faulted());
	}
	hart_csr_write(0xb03, unit_xlen(~0ull));
	CHECK("hpm width", fake.state.counter[3] < 1ull << UNIT_HPM_BITS);
	if (fake.has.inhibit) {
		hart_csr_write(0x320, 0xffffffff);
		CHECK_EQ("mcountinhibit", fake.state.inhibit, UNIT_HPM | 5);
	}
}

static void fake_counting(void)
{
	memset(&fake.state, 0, sizeof(fake.state));
	fake.state.event[3] = 7;
	fake_hart_run(FAKE_S, 5);
	CHECK_EQ("mcycle", fake.state.counter[0], 5);
	CHECK_EQ("no event", fake.state.counter[4], 0);
	CHECK_EQ("event", fake.state.counter[3], 5);
	fake.state.inhibit = 1 << 3;
	fake_hart_run(FAKE_S, 5);
	CHECK_EQ("gate", fake.state.counter[3], fake.has.inhibit ? 5 : 10);
}

static void fake_mode_filter(void)
{
	static const enum fake_mode modes[] = { FAKE_VU, FAKE_VS, FAKE_U,
						FAKE_S, FAKE_M };
	unsigned int bit, i;

	memset(&fake.state, 0, sizeof(fake.state));
	for (bit = 0; bit < 5; bit++) {
		fake.state.event[3] = 7 | 1ull << (58 + bit);
		fake.state.event[0] = 1ull << (58 + bit);
		for (i = 0; i < 5; i++) {
			CHECK_EQ("hpm", fake_hart_counts(3, modes[i]),
				 i != bit);
			CHECK_EQ("mcycle", fake_hart_counts(0, modes[i]),
				 i != bit || !fake.has.smcntrpmf);
		}
	}
}

static void fake_overflow(void)
{
	memset(&fake.state, 0, sizeof(fake.state));
	fake.state.event[3] = 7;
	fake.state.counter[3] = (1ull << UNIT_HPM_BITS) - 2;
	fake_hart_run(FAKE_S, 1);
	CHECK("not yet", !(fake.state.event[3] & OF));
	fake_hart_run(FAKE_S, 2);
	CHECK_EQ("wrapped", fake.state.counter[3], 1);
	CHECK("OF", fake.state.event[3] & OF);
	CHECK_EQ("LCOFIP", fake.state.mip, 1ul << FAKE_LCOFI);
	fake.state.mip = 0;
	fake.state.counter[3] = (1ull << UNIT_HPM_BITS) - 1;
	fake_hart_run(FAKE_S, 1);
	CHECK_EQ("no second one while OF stands", fake.state.mip, 0);
}

static void fake_memory(void)
{
	CHECK("in", hart_shmem_check(FAKE_RAM, FAKE_RAM_SIZE));
	CHECK("before", !hart_shmem_check(FAKE_RAM - 1, 2));
	CHECK("behind", !hart_shmem_check(FAKE_RAM, FAKE_RAM_SIZE + 1));
	CHECK("wraps", !hart_shmem_check(FAKE_RAM + 16, ~0ull));
	CHECK("open", hart_shmem_open(FAKE_RAM + 8, 8));
	hart_shmem_store32(FAKE_RAM + 12, 5);
	CHECK_EQ("word", hart_shmem_load32(FAKE_RAM + 12), 5);
	CHECK("fine", !faulted());
	hart_shmem_load32(FAKE_RAM + 16);
	CHECK("behind it", faulted());
	hart_shmem_close(FAKE_RAM + 8, 8);
	CHECK("fine", !faulted());
	hart_shmem_store32(FAKE_RAM + 12, 5);
	CHECK("closed", faulted());
	CHECK("not checked", !hart_shmem_open(FAKE_RAM_TOP, 8));
	CHECK("fault", faulted());
	fake_hart_forget();
	CHECK("old check", !hart_shmem_open(FAKE_RAM, 8));
	CHECK("fault", faulted());
	hart_shmem_check(FAKE_RAM, 0);
	CHECK("empty", faulted());
}

/* If no mapping is needed, memory stays ready after one check. */
static void fake_direct_memory(void)
{
	hart_shmem_load32(FAKE_RAM + 32);
	CHECK("not checked", faulted());
	CHECK("in", hart_shmem_check(FAKE_RAM + 32, 4096));
	fake_hart_forget();
	hart_shmem_store32(FAKE_RAM + 32, 5);
	CHECK_EQ("first word", hart_shmem_load32(FAKE_RAM + 32), 5);
	hart_shmem_load32(FAKE_RAM + 32 + 4092);
	CHECK("fine", !faulted());
	hart_shmem_load32(FAKE_RAM + 32 + 4096);
	CHECK("behind it", faulted());
	hart_shmem_load32(FAKE_RAM + 28);
	CHECK("before it", faulted());
}

static void fake_fails_the_chosen_step(void)
{
	fake.log.fail_at = 2;
	CHECK("first", hart_shmem_check(FAKE_RAM, 8));
	CHECK("second", !hart_shmem_open(FAKE_RAM, 8));
	CHECK("said", fake.log.failed);
	CHECK("third", hart_shmem_open(FAKE_RAM, 8));
	hart_shmem_close(FAKE_RAM, 8);
	fake.log.fail_on = true;
	CHECK("and on", !hart_shmem_open(FAKE_RAM, 8));
}

static void fake_platform_faults(void)
{
	hart_pmu_fw_start(0, 1);
	CHECK("counter without platform events", faulted());
	hart_pmu_fw_start(1, UNIT_FW_EVENTS + 1);
	CHECK("unknown event", faulted());
	hart_pmu_fw_stop(2);
	CHECK("not running", faulted());
	hart_pmu_filter(3, 0);
	CHECK("no filter", faulted());
	hart_pmu_irq_enable(5);
	CHECK("absent counter", faulted());
	hart_pmu_irq_disable(32);
	CHECK("no counter", faulted());
}

static const struct unit_test tests[] = {
	UNIT_TEST(fake_absent_csrs, UNIT_ALL),
	UNIT_TEST(fake_never_there, UNIT_ALL),
	UNIT_TEST(fake_width_and_reserved_bits, UNIT_ALL),
	UNIT_TEST(fake_counting, UNIT_ALL),
	UNIT_TEST(fake_mode_filter, UNIT_SSCOFPMF),
	UNIT_TEST(fake_overflow, UNIT_SSCOFPMF),
	UNIT_TEST(fake_memory, UNIT_ONE),
	UNIT_TEST(fake_direct_memory, UNIT_DIRECT | UNIT_ONE),
	UNIT_TEST(fake_fails_the_chosen_step, UNIT_ONE),
	UNIT_TEST(fake_platform_faults, UNIT_ONE),
};

UNIT_MAIN("fake_hart", tests)
