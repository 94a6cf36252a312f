// SPDX-License-Identifier: BSD-2-Clause
/* The rest of fence_glue_test.c: harts that start and end, doorbells, and interrupts
 * that OpenSBI sends by itself. */
#include <sbi/sbi_error.h>

#include "fence_rig.h"

/* --- boot ----------------------------------------------------------------- */

static void run_before_boot(void **state)
{
	(void)state;
	fence_rig_hart(0);
	fence_glue_hart_dies();
	fence_rig_heap_full = true;
	assert_int_equal(fence_glue_init(), SBI_ENOMEM);
	wire_expect("");
}

static void run_boot(void **state)
{
	static const struct fence_hart zero;

	(void)state;
	fence_rig_boot();
	assert_memory_equal(&fence_memory[0], &zero, sizeof(zero));
	assert_memory_equal(&fence_memory[3], &zero, sizeof(zero));
	assert_int_equal(fast_harts[0].harts, HARTS);
	assert_ptr_equal(fast_harts[2].self, &fast_harts[0].peers[2]);
	assert_ptr_equal(fast_harts[2].foreign, fast_harts[0].foreign + 2);
	assert_int_equal(fast_harts[2].domain_bit, 1ul << near.index);
	assert_int_equal(fast_harts[3].domain_bit, 1ul << far.index);
	assert_ptr_equal(fast_harts[2].self->domain, &near);
	assert_ptr_equal(fast_harts[2].self->fence, &fence_memory[2]);
	assert_ptr_equal(fast_harts[2].self->doorbell, &bells[2]);
	assert_int_equal(fast_harts[2].self->hartid, 7);
	assert_null(fast_harts[3].self->doorbell);
}

/* Requests that came before it was up did not ring. */
static void run_start_and_end(void **state)
{
	(void)state;
	fence_rig_served = 2;
	fence_glue_hart_start();
	wire_expect("calls of 0\nhart 0 is up\nserve 0, domain 5\n");
	assert_string_equal(fence_rig_events(0), "IPI received +2");
	fence_glue_hart_stop();
	wire_expect("hart 0 is down\n");
	fence_glue_hart_dies();
	wire_expect("hart 0 is dead\n");
}

/* --- doorbells ------------------------------------------------------------ */

/* A request is in memory before the hart looks for it. */
static void run_ring(void **state)
{
	(void)state;
	hart_ring(2);
	wire_expect("wmb\nbell 2 = 1\n");
	hart_ring(3);
	wire_expect("OpenSBI rings 3\n");
}

/* Only an MSWI is known. */
static void run_other_devices(void **state)
{
	static const struct sbi_ipi_device imsic = { .name = "aia-imsic" };

	(void)state;
	fence_rig_device = &imsic;
	fence_glue_init();
	hart_ring(1);
	wire_expect("OpenSBI rings 1\n");
	fence_rig_device = NULL;
	fence_glue_init();
	hart_ring(1);
	wire_expect("OpenSBI rings 1\n");
}

/* The hart looks for requests after the doorbell is silent. */
static void run_silence(void **state)
{
	(void)state;
	hart_ring(0);
	wire_forget();
	hart_silence();
	wire_expect("bell 0 = 0\nmb\n");
	fence_rig_hart(3);
	hart_silence();
	wire_expect("");
}

static void run_doze(void **state)
{
	(void)state;
	wire_set_csr(CSR_MIE, 0x222);
	hart_doze();
	wire_expect("csr 304 = 8\nwfi\ncsr 304 = 222\n");
	fence_rig_hart(3);
	hart_doze();
	wire_expect("hint\n");
}

/* The doorbell that hart_silence() has silenced may have been OpenSBI's. */
static void run_awake(void **state)
{
	(void)state;
	hart_awake();
	wire_expect("foreign 0: is 0\n");
	*fence_rig_foreign(0) = 2;
	hart_awake();
	wire_expect("foreign 0: is 2\nwmb\nbell 0 = 1\n");
}

static void run_soft_interrupt(void **state)
{
	(void)state;
	hart_soft_interrupt();
	wire_expect("csr 344 = 2\n");
}

/* --- OpenSBI's own interrupts --------------------------------------------- */

static void run_foreign_counts(void **state)
{
	(void)state;
	fence_glue_foreign(3, 0, FENCE_FOREIGN_SENDS);
	wire_expect("foreign 1: add 2\n");
	fence_glue_foreign(0, -1ul, FENCE_FOREIGN_SENDS);
	wire_expect("foreign 1: add 2\nforeign 2: add 2\n");
	fence_glue_foreign(2, 0, FENCE_FOREIGN_FAILED);
	wire_expect("foreign 1: add -2\n");
	assert_int_equal(*fence_rig_foreign(1), 2);
}

/* Hart 1 has not taken the count yet: it will look after the ring that it takes. If
 * it took the count before OpenSBI's request was there, nobody would look. */
static void run_foreign_sent(void **state)
{
	(void)state;
	*fence_rig_foreign(1) = 2;
	fence_glue_foreign(2, 0, FENCE_FOREIGN_SENT);
	wire_expect("mb\nforeign 1: is 2\n");
	*fence_rig_foreign(1) = 0;
	fence_glue_foreign(2, 0, FENCE_FOREIGN_SENT);
	wire_expect("mb\nforeign 1: is 0\nforeign 1: or 1\n"
		    "wmb\nbell 1 = 1\n");
}

static void run_foreign_refused(void **state)
{
	(void)state;
	fence_glue_foreign(2 | 4, 0, FENCE_FOREIGN_SENDS);
	fence_glue_foreign(2 | 4, 0, FENCE_FOREIGN_SENT);
	wire_expect("");
}

static void run_again(void **state)
{
	(void)state;
	fence_glue_again();
	wire_expect("foreign 0: or 1\nwmb\nbell 0 = 1\n");
}

static void run_has_foreign(void **state)
{
	(void)state;
	assert_false(fence_glue_has_foreign());
	*fence_rig_foreign(0) = 1;
	assert_true(fence_glue_has_foreign());
	fence_rig_hart(1);
	assert_false(fence_glue_has_foreign());
}

static void process(void)
{
	wire_note("process");
}

/* OpenSBI's handler counts one IPI itself. Requests are looked for after it has
 * silenced the doorbell. */
static void run_process(void **state)
{
	(void)state;
	fence_rig_served = 4;
	*fence_rig_foreign(0) = 3 * 2 | 1;
	fence_glue_process(process);
	wire_expect("foreign 0: set 0\nprocess\nmb\nserve 0, domain 5\n");
	assert_string_equal(fence_rig_events(0), "IPI received +6");
	fence_glue_process(process);
	assert_string_equal(fence_rig_events(0), "IPI received +3");
	wire_forget();
	fence_rig_hart(3);
	fence_glue_process(process);
	wire_expect("foreign 3: set 0\nOpenSBI silences all\nprocess\n"
		    "mb\nserve 3, domain 9\n");
}

static void run_fast_soft(void **state)
{
	(void)state;
	hart_ring(0);
	wire_forget();
	assert_false(fast_call_soft());
	wire_expect("bell 0 = 0\nmb\nforeign 0: is 0\nserve 0, domain 5\n");
	*fence_rig_foreign(0) = 2;
	assert_true(fast_call_soft());
	wire_expect("mb\nforeign 0: is 2\n");
	fence_rig_hart(3);
	assert_false(fast_call_soft());
	wire_expect("OpenSBI silences\nmb\nforeign 3: is 0\n"
		    "serve 3, domain 9\n");
}

static void run_domain_changed(void **state)
{
	(void)state;
	fence_glue_domain_changed();
	wire_expect("all fences\n");
}

static void run_look(void **state)
{
	(void)state;
	fence_rig_served = 1;
	fence_glue_look();
	wire_expect("");
	fence_memory[0].pending[1] = 1;
	fence_glue_look();
	wire_expect("serve 0, domain 5\n");
	fence_memory[0].pending[1] = 0;
	fence_memory[0].owed = 2;
	fence_glue_look();
	wire_expect("serve 0, domain 5\n");
	assert_string_equal(fence_rig_events(0), "IPI received +2");
}

/* Without room for a fast path everything else is the same. */
static void run_slow(void **state)
{
	(void)state;
	fence_rig_slow = true;
	memset(&fast_harts[0], 0, sizeof(fast_harts[0]));
	fence_glue_hart_start();
	wire_expect("hart 0 is up\nserve 0, domain 5\n");
	fence_glue_switch(&far);
	assert_int_equal(fast_harts[0].domain_bit, 0);
	assert_null(fast_harts[0].peers);
}

/* -------------------------------------------------------------------------- */

int fence_glue_harts(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_before_boot),
		cmocka_unit_test(run_boot),
		cmocka_unit_test_setup(run_start_and_end, fence_rig_setup),
		cmocka_unit_test_setup(run_ring, fence_rig_setup),
		cmocka_unit_test_setup(run_other_devices, fence_rig_setup),
		cmocka_unit_test_setup(run_silence, fence_rig_setup),
		cmocka_unit_test_setup(run_doze, fence_rig_setup),
		cmocka_unit_test_setup(run_awake, fence_rig_setup),
		cmocka_unit_test_setup(run_soft_interrupt, fence_rig_setup),
		cmocka_unit_test_setup(run_foreign_counts, fence_rig_setup),
		cmocka_unit_test_setup(run_foreign_sent, fence_rig_setup),
		cmocka_unit_test_setup(run_foreign_refused, fence_rig_setup),
		cmocka_unit_test_setup(run_again, fence_rig_setup),
		cmocka_unit_test_setup(run_has_foreign, fence_rig_setup),
		cmocka_unit_test_setup(run_process, fence_rig_setup),
		cmocka_unit_test_setup(run_fast_soft, fence_rig_setup),
		cmocka_unit_test_setup(run_domain_changed, fence_rig_setup),
		cmocka_unit_test_setup(run_look, fence_rig_setup),
		cmocka_unit_test_setup(run_slow, fence_rig_setup),
	};

	return cmocka_run_group_tests(tests, fence_rig_watch, NULL);
}
