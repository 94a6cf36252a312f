// SPDX-License-Identifier: BSD-2-Clause
/* Counters of the model that its caller advances, and their overflow. */
#include "unit.h"
#include "model_ctr_rig.h"

enum {
	MIP = 0x344,
	MCOUNTINHIBIT = 0x320,
	MHPMEVENT3 = 0x323,
	MHPMCOUNTER3 = 0xb03,
	CYCLES = 7,
	INSTRUCTIONS = 9,
};

#define LCOFIP (1u << 13)
#define OF (1ull << 63)
#define MINH (1ull << 62)
#define SINH (1ull << 61)
#define UINH (1ull << 60)

static void prepare(unsigned int xlen)
{
	struct model_config config = ctr_config(xlen);

	config.event_cycles = CYCLES;
	config.event_instructions = INSTRUCTIONS;
	config.mhpmevent_writable = ~0ull;
	rig_new_config(&config);
}

static void events(void)
{
	prepare(64);
	rig_csr(MHPMEVENT3, CYCLES);
	rig_csr(MHPMEVENT3 + 1, INSTRUCTIONS);
	rig_csr(MHPMEVENT3 + 2, 8);
	model_count(&rig, 5, 3);
	CHECK_EQ("cycles", rig_get(MHPMCOUNTER3), 5);
	CHECK_EQ("instructions", rig_get(MHPMCOUNTER3 + 1), 3);
	CHECK_EQ("another event", rig_get(MHPMCOUNTER3 + 2), 0);
	CHECK_EQ("no event", rig_get(MHPMCOUNTER3 + 3), 0);
	rig_csr(MCOUNTINHIBIT, 1 << 3);
	model_count(&rig, 5, 3);
	CHECK_EQ("inhibited", rig_get(MHPMCOUNTER3), 5);
	CHECK_EQ("not inhibited", rig_get(MHPMCOUNTER3 + 1), 6);
	rig_csr(MHPMEVENT3 + 1, 0);
	model_count(&rig, 5, 3);
	CHECK_EQ("no event any more", rig_get(MHPMCOUNTER3 + 1), 6);
}

/* A hart whose implementation defines no event counts none. */
static void no_events(void)
{
	ctr_new(64);
	rig_csr(MHPMEVENT3, 1);
	model_count(&rig, 5, 3);
	CHECK_EQ("nothing", rig_get(MHPMCOUNTER3), 0);
}

/*
 * An event whose written bits are not stored does not count; events from
 * outside do.
 */
static void stored_events(void)
{
	struct model_config config = ctr_config(64);

	config.event_cycles = CYCLES;
	config.event_instructions = INSTRUCTIONS;
	config.mhpmevent_writable = ~1ull;
	rig_new_config(&config);
	rig_csr(MHPMEVENT3, CYCLES);
	CHECK_EQ("not all of it", rig_get(MHPMEVENT3), CYCLES & ~1);
	model_count(&rig, 5, 3);
	CHECK_EQ("another event", rig_get(MHPMCOUNTER3), 0);
	rig_set(MHPMEVENT3, CYCLES);
	model_count(&rig, 5, 3);
	CHECK_EQ("from outside", rig_get(MHPMCOUNTER3), 5);
	rig_set(MHPMEVENT3, 0);
	model_count(&rig, 5, 3);
	CHECK_EQ("from outside", rig_get(MHPMCOUNTER3), 5);
}

/* Without Sscofpmf there are no filters and no overflows. */
static void no_sscofpmf(void)
{
	struct model_config config = ctr_config(64);

	config.extensions &= ~(u64)MODEL_SSCOFPMF;
	config.event_cycles = CYCLES;
	config.mhpmevent_writable = ~0ull;
	rig_new_config(&config);
	rig_csr(MHPMEVENT3, CYCLES | MINH);
	model_count(&rig, 5, 3);
	CHECK_EQ("counts", rig_get(MHPMCOUNTER3), 5);
	rig_csr(MHPMCOUNTER3, ~0ull);
	model_count(&rig, 5, 3);
	CHECK_EQ("around", rig_get(MHPMCOUNTER3), 4);
	CHECK_EQ("no OF", rig_get(MHPMEVENT3), CYCLES | MINH);
	CHECK_EQ("not pending", rig_get(MIP) & LCOFIP, 0);
}

static void filters(void)
{
	static const struct {
		u64 filter;
		u8 priv;
	} rows[] = { { MINH, MODEL_M }, { SINH, MODEL_S }, { UINH, MODEL_U } };
	unsigned int i, j;

	for (i = 0; i < 3; i++)
		for (j = 0; j < 3; j++) {
			prepare(64);
			rig_csr(MHPMEVENT3, CYCLES | rows[i].filter);
			rig_set(MODEL_PRIV, rows[j].priv);
			model_count(&rig, 5, 3);
			CHECK_EQ("counted", rig_get(MHPMCOUNTER3),
				 i == j ? 0 : 5);
		}
}

static void overflows(void)
{
	prepare(64);
	rig_csr(MHPMEVENT3, CYCLES);
	rig_csr(MHPMCOUNTER3, ~0ull - 4);
	model_count(&rig, 4, 4);
	CHECK_EQ("not yet", rig_get(MIP) & LCOFIP, 0);
	model_count(&rig, 3, 3);
	CHECK_EQ("around", rig_get(MHPMCOUNTER3), 2);
	CHECK_EQ("OF", rig_get(MHPMEVENT3), OF | CYCLES);
	CHECK_EQ("pending", rig_get(MIP) & LCOFIP, LCOFIP);
	rig_csr(MIP, 0);
	rig_csr(MHPMCOUNTER3, ~0ull);
	model_count(&rig, 3, 3);
	CHECK_EQ("not while OF is set", rig_get(MIP) & LCOFIP, 0);
	rig_csr(MHPMEVENT3, CYCLES);
	rig_csr(MHPMCOUNTER3, ~0ull);
	model_count(&rig, 1, 1);
	CHECK_EQ("again", rig_get(MIP) & LCOFIP, LCOFIP);
}

static void upper_half(void)
{
	prepare(32);
	rig_csr(MHPMEVENT3, CYCLES);
	rig_csr(0x723, 0x80000000);
	CHECK_EQ("lower half", rig_get(MHPMEVENT3), CYCLES);
	CHECK_EQ("upper half", rig_get(0x723), 0x80000000);
	model_count(&rig, 5, 3);
	CHECK_EQ("cycles", rig_get(MHPMCOUNTER3), 5);
	rig_csr(MHPMCOUNTER3, ~0u);
	rig_csr(0xb83, ~0u);
	model_count(&rig, 5, 3);
	CHECK_EQ("OF was set", rig_get(MIP) & LCOFIP, 0);
	rig_csr(0x723, 0x40000000);
	model_count(&rig, 5, 3);
	CHECK_EQ("filtered in M-mode", rig_get(MHPMCOUNTER3), 4);
}

static const struct unit_test tests[] = {
	UNIT_TEST(events, UNIT_ONE),	  UNIT_TEST(no_events, UNIT_ONE),
	UNIT_TEST(filters, UNIT_ONE),	  UNIT_TEST(overflows, UNIT_ONE),
	UNIT_TEST(upper_half, UNIT_ONE),  UNIT_TEST(stored_events, UNIT_ONE),
	UNIT_TEST(no_sscofpmf, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_count", tests, array_size(tests));
}
