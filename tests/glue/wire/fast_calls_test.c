// SPDX-License-Identifier: BSD-2-Clause
/* The facts that the fast entry has of a hart: the place of OpenSBI's states, features
 * that it may answer for, and MDT, which no payload can see. */
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_fwft.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_hsm.h>

#include "../../../platform/generic/fast/calls.h"
#include "rig.h"

enum { HARTS = 3, SELF = 1, PLACE = 0x800 };

static union {
	struct sbi_scratch scratch;
	unsigned long words[512];
} spaces[HARTS];
static struct fast_hart f;
static int state_of_opensbi;
static u32 features; /* those of OpenSBI, by bit */

u32 sbi_scratch_hart_count = HARTS;
struct sbi_scratch *hartindex_to_scratch_table[SBI_HARTMASK_MAX_BITS] = {
	&spaces[0].scratch, &spaces[1].scratch, &spaces[2].scratch
};

int __sbi_hsm_hart_get_state(u32 hartindex)
{
	assert_int_equal(hartindex, SELF);
	return state_of_opensbi;
}

int sbi_fwft_get(enum sbi_fwft_feature_t feature, unsigned long *out_val)
{
	*out_val = 1;
	return features >> feature & 1 ? 0 : SBI_ENOTSUPP;
}

void fast_console(struct fast_hart *hart)
{
	assert_ptr_equal(hart, &f);
	wire_note("console");
}

static int setup(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < HARTS; i++) {
		spaces[i].scratch.hartindex = i;
		spaces[i].words[PLACE / 8] = SBI_HSM_STATE_STARTED;
	}
	spaces[SELF].words[PLACE / 8] = SBI_HSM_STATE_START_PENDING;
	state_of_opensbi = SBI_HSM_STATE_START_PENDING;
	fast_calls_states(PLACE);
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&spaces[SELF]);
	wire_set_csr_zeros(CSR_MSTATUS, MSTATUS_MDT);
	wire_set_csr(CSR_MSTATUS, MSTATUS_MIE);
	memset(&f, 0xff, sizeof(f));
	wire_forget();
	return 0;
}

/* MDT is set only for as long as it takes to see that it can be. */
static void run_double_traps(void **state)
{
	(void)state;
	fast_calls_init(&f);
	assert_int_equal(f.served, PMU_CALLS);
	wire_expect("csr 300 = 40000000008\ncsr 300 = 8\nconsole\n");
	wire_set_csr_zeros(CSR_MSTATUS, 0);
	fast_calls_init(&f);
	assert_int_equal(f.served, 0);
	wire_expect("csr 300 = 40000000008\ncsr 300 = 8\nconsole\n");
	assert_true(fast_double_traps());
	assert_int_equal(wire_csr(CSR_MSTATUS), MSTATUS_MIE);
}

static void run_states(void **state)
{
	u32 i;

	(void)state;
	fast_calls_init(&f);
	for (i = 0; i < HARTS; i++)
		assert_ptr_equal(f.states[i], &spaces[i].words[PLACE / 8]);
}

/* The place is OpenSBI's own only if both have the state of a hart that starts. */
static void run_states_elsewhere(void **state)
{
	(void)state;
	state_of_opensbi = SBI_HSM_STATE_STARTED;
	fast_calls_init(&f);
	assert_null(f.states);
	state_of_opensbi = SBI_HSM_STATE_START_PENDING;
	spaces[SELF].words[PLACE / 8] = SBI_HSM_STATE_STARTED;
	fast_calls_init(&f);
	assert_null(f.states);
}

static void run_features(void **state)
{
	static const u8 places[FAST_FEATURES] = { 1, 2, 3, 59, 61, 32 };
	u32 n;

	(void)state;
	for (n = 0; n < FAST_FEATURES; n++) {
		features = 1u << n;
		fast_calls_init(&f);
		assert_int_equal(f.feature[n], places[n]);
		assert_int_equal(f.feature[(n + 1) % FAST_FEATURES], 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(run_double_traps, setup),
		cmocka_unit_test_setup(run_states, setup),
		cmocka_unit_test_setup(run_states_elsewhere, setup),
		cmocka_unit_test_setup(run_features, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
