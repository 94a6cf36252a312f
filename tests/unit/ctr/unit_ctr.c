// SPDX-License-Identifier: BSD-2-Clause
/* Shared by the unit tests of lib/ctr. */
#include <string.h>

#include "unit_ctr.h"

struct ctr_hart unit_ctr;

void unit_ctr_hart(void)
{
	fake.has.ctr = true;
	fake.has.mctrctl = true;
	fake.has.csrind = true;
	fake.has.hypervisor = true;
	fake.has.smstateen = true;
	fake.has.ctr_fields = FAKE_CTR_ALL;
	fake.has.ctr_data = ~0ull;
	fake.has.ctr_depths = 0x1f;
	fake.has.ctr_lacks = 0;
	fake.has.ctr_stuck = false;
	fake.has.mstateen = ~0ull;
	fake.has.menvcfg = ~0ull;
	fake.has.medeleg = ~0ul;
	memset(&fake.state, 0, sizeof(fake.state));
	memset(&unit_ctr, 0xa5, sizeof(unit_ctr));
}

void unit_ctr_start(void)
{
	unit_ctr_hart();
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("usable", unit_ctr.usable);
}

void unit_ctr_poison(void)
{
	unsigned int n;

	fake.state.mctrctl = unit_xlen(FAKE_CTR_ALL);
	fake.state.vsctrctl = unit_xlen(FAKE_CTR_S_VIEW);
	fake.state.sctrdepth = 4;
	fake.state.sctrstatus = CTR_FROZEN | 200;
	fake.state.siselect = 0x123;
	fake.state.hstateen0 = ~0ull;
	for (n = 0; n < FAKE_CTR_ENTRIES; n++)
		fake.state.ctr[n] =
			(struct fake_ctr_entry){ 0x80000001 + 4ull * n,
						 0x80000100 + 4ull * n, 0xb };
}

void unit_ctr_check_clear(const char *row)
{
	unsigned int n;

	CHECK_EQ(row, fake.state.mctrctl, 0);
	CHECK_EQ(row, fake.state.vsctrctl, 0);
	CHECK_EQ(row, fake.state.sctrstatus, 0);
	CHECK_EQ(row, fake.state.sctrdepth, unit_ctr.depth);
	CHECK_EQ(row, fake.state.siselect, 0);
	CHECK_EQ(row,
		 fake.state.hstateen0 & fake.state.mstateen0 &
			 (GATE_CTR | GATE_CSRIND),
		 0);
	for (n = 0; n < FAKE_CTR_ENTRIES; n++) {
		CHECK_EQ(row, fake.state.ctr[n].source, 0);
		CHECK_EQ(row, fake.state.ctr[n].target, 0);
		CHECK_EQ(row, fake.state.ctr[n].data, 0);
	}
}
