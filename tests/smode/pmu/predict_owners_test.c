// SPDX-License-Identifier: BSD-2-Clause
/*
 * Two owners of a hart whose overflows the firmware predicts. Neither owner
 * notices the other's predictions, samples and timer. An owner may use
 * delegated counters, and have branch records; then random steps of both are
 * compared with a model. Instructions are the clock ("icount").
 */
#include "check.h"
#include "ctr_rig.h"
#include "deleg.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "random.h"
#include "sse_rig.h"
#include "test_firmware.h"

#define EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define FEATURE 0x40435453ul
#define NON_RETENTIVE SBI_HSM_SUSPEND_NON_RET_DEFAULT
#define LATEST_LOOK 70000 /* ticks */
#define CYCLES 0	  /* number of the sampled counter, mcycle */

/* --- one owner ------------------------------------------------------------ */

struct owner {
	struct hart *hart; /* counts the owner's events */
	bool feature, registered, enabled, configured, started;
	bool was_enabled;      /* value at the last comparison */
	bool sampled;	       /* events may come */
	bool freezes;	       /* records may have frozen since it last ran */
	unsigned long control; /* value of sctrctl */
	unsigned long events;  /* value at the last comparison */
	u64 event[32], value[32];
	u32 inhibit;
};

static struct owner owners[2];
static struct owner *o; /* the running domain */

static struct sbiret feature_get(void)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, FEATURE);
}

static void feature_set(bool on)
{
	CHECK_OK(sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FEATURE, on));
	o->feature = on;
}

static void event_register(void)
{
	struct sbiret ret = sse(SBI_EXT_SSE_REGISTER, EVENT,
				(unsigned long)hart_sse_entry,
				(unsigned long)o->hart);

	CHECK_ERROR(ret, o->feature ? SBI_SUCCESS : SBI_ERR_NOT_SUPPORTED);
	o->registered = o->feature;
}

static void event_enable(bool on)
{
	if (on == o->enabled)
		return;
	CHECK_OK(sse(on ? SBI_EXT_SSE_ENABLE : SBI_EXT_SSE_DISABLE, EVENT));
	o->enabled = on;
}

static void event_unregister(void)
{
	event_enable(false);
	if (o->registered)
		CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, EVENT));
	o->registered = false;
}

static void sampling_stop(bool reset)
{
	if (!o->configured)
		return;
	pmu_stop(CYCLES, 1, reset ? RESET : 0);
	o->started = false;
	o->configured = !reset;
}

static void sampling_start(u64 period)
{
	if (!o->configured)
		CHECK_VALUE(pmu_config(CYCLES, 1, CLEAR, EVENT_CYCLES, 0),
			    CYCLES);
	o->configured = true;
	sampling_stop(false);
	o->sampled = o->started = true;
	CHECK_OK(pmu_start(CYCLES, 1, SET_VALUE, -period));
}

static void sampling_on(void)
{
	feature_set(true);
	event_register();
	event_enable(true);
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
}

static void sampling_off(void)
{
	event_unregister();
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	feature_set(false);
	sampling_stop(true);
}

static bool timer_pending(void)
{
	return csr_read(sip) & HART_IRQ_TIMER;
}

static bool ready(bool domains)
{
	if (pmu.sscofpmf)
		check_skip("counters interrupt by themselves");
	else if (domains && !domains_exist())
		check_skip("no domains");
	else
		domains = false;
	owners[0].hart = hart_self();
	owners[1].hart = hart_at(1);
	o = &owners[0];
	CHECK_OK(sbi_set_timer(~0ull));
	return !pmu.sscofpmf && !domains;
}

/* --- M-mode's looks are no timer interrupts of S-mode ---------------------- */

static void looks_after_the_end(void)
{
	unsigned int n;

	if (!ready(false))
		return;
	for (n = 0; n < 3; n++) {
		check_row("round", n);
		sampling_on();
		sampling_start(30000 + 7000 * n);
		hart_delay(100 * n);
		sampling_off();
		hart_delay(LATEST_LOOK);
		CHECK(!timer_pending());
	}
	check_row(NULL, 0);
}

static bool other_pending;

static void other_waits(void)
{
	hart_delay(LATEST_LOOK);
	other_pending = timer_pending();
}

static void other_no_timer(void)
{
	sbi_set_timer(~0ull);
}

/* A hart has one timer, and the last value that a domain sets is valid. */
static void timer_of_domains(void)
{
	if (!ready(true))
		return;
	sampling_on();
	sampling_start(50000);
	hart_delay(500);
	CHECK_EQ(domains_run(other_waits), SBI_SUCCESS);
	CHECK(!other_pending);
	CHECK(!timer_pending());
	CHECK_OK(sbi_set_timer(hart_time() + LATEST_LOOK / 2));
	CHECK_EQ(domains_run(other_no_timer), SBI_SUCCESS);
	hart_delay(LATEST_LOOK);
	CHECK(!timer_pending());
	CHECK_OK(sbi_set_timer(hart_time() + LATEST_LOOK / 2));
	CHECK_EQ(domains_run(other_waits), SBI_SUCCESS);
	CHECK(other_pending);
	CHECK_OK(sbi_set_timer(~0ull));
	CHECK(!timer_pending());
	hart_delay(LATEST_LOOK);
	CHECK(!timer_pending());
	sampling_off();
}

/* --- a waiting overflow -------------------------------------------------- */

static void other_has_none(void)
{
	unsigned long old;

	o = &owners[1];
	old = o->hart->events;
	sampling_on();
	hart_delay(LATEST_LOOK);
	CHECK_EQ(o->hart->events, old);
	sampling_off();
	o = &owners[0];
}

/* The event waits until its owner enables it, and no other owner gets it. */
static void kept_for_its_owner(void)
{
	unsigned long old;

	if (!ready(true))
		return;
	old = o->hart->events;
	feature_set(true);
	event_register();
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	sampling_start(1);
	hart_delay(LATEST_LOOK);
	CHECK_EQ(domains_run(other_has_none), SBI_SUCCESS);
	CHECK_EQ(o->hart->events, old);
	sampling_stop(false);
	event_enable(true);
	hart_delay(LATEST_LOOK);
	CHECK_EQ(o->hart->events, old + 1);
	sampling_off();
}

/* --- records of two owners -------------------------------------------------- */

static unsigned long other_frozen, other_asked;

static void other_records(void)
{
	csr_write(SCTRCTL, CTR_LCOFIFRZ);
	other_asked += !!(csr_read(SCTRCTL) & CTR_LCOFIFRZ);
	other_frozen += !!(csr_read(SCTRSTATUS) & CTR_FROZEN);
	csr_write(SCTRSTATUS, 0);
}

static void other_no_records(void)
{
	csr_write(SCTRCTL, 0);
}

/*
 * An overflow that the firmware finds at a switch freezes the records of its
 * owner.
 */
static void freezes_its_own(void)
{
	unsigned long frozen_here = 0, rounds = 0;
	u64 value;

	if (!ready(true) || !ctr_here())
		return;
	sampling_on();
	csr_write(SCTRCTL, CTR_LCOFIFRZ);
	for (value = 1; value < 100; value++) {
		check_row("value", value);
		csr_write(SCTRSTATUS, 0);
		sampling_start(value);
		CHECK_EQ(domains_run(other_records), SBI_SUCCESS);
		frozen_here += !!(csr_read(SCTRSTATUS) & CTR_FROZEN);
		CHECK_EQ(other_frozen, 0);
		CHECK_EQ(other_asked, ++rounds);
	}
	check_row(NULL, 0);
	CHECK(frozen_here);
	csr_write(SCTRCTL, 0);
	CHECK_EQ(domains_run(other_no_records), SBI_SUCCESS);
	sampling_off();
	ctr_reset();
}

/* --- random steps, and the model ------------------------------------------ */

static u32 delegated; /* counters that S-mode uses by its registers */
static bool records;  /* S-mode has CTR */

static void compare(void)
{
	unsigned long select, frozen;
	unsigned int n;

	CHECK_VALUE(feature_get(), o->feature);
	CHECK(!timer_pending());
	if (!(o->enabled || o->was_enabled) || !o->sampled)
		CHECK_EQ(o->hart->events, o->events);
	o->events = o->hart->events;
	o->was_enabled = o->enabled;
	if (records) {
		frozen = csr_read(SCTRSTATUS) & CTR_FROZEN;
		CHECK_EQ(csr_read(SCTRCTL), o->control);
		o->freezes |= o->registered && o->sampled && o->control;
		if (!o->freezes)
			CHECK_EQ(frozen, 0);
	}
	if (!delegated)
		return;
	if (o->configured)
		CHECK_EQ(deleg_inhibit() & 1, !o->started);
	CHECK_EQ((u32)deleg_inhibit() & delegated, o->inhibit & delegated);
	select = csr_read(DELEG_SISELECT);
	for (n = 3; n < 32; n++)
		if (delegated >> n & 1) {
			CHECK_EQ(deleg_event(n, false), o->event[n]);
			CHECK_EQ(deleg_value(n), o->value[n]);
		}
	csr_write(DELEG_SISELECT, select);
}

static void own_step(void)
{
	unsigned int n = 3 + one_of(29);

	if (!(delegated >> n & 1))
		return;
	o->event[n] = 0x100 + one_of(256); /* QEMU counts none of them */
	o->value[n] = random();
	deleg_event_set(n, false, o->event[n]);
	deleg_value_set(n, o->value[n]);
	o->inhibit ^= 1u << n;
	if (o->inhibit >> n & 1)
		csr_set(DELEG_SCOUNTINHIBIT, 1ul << n);
	else
		csr_clear(DELEG_SCOUNTINHIBIT, 1ul << n);
}

/* An event must come if nothing prevents it. */
static void has_to_come(void)
{
	unsigned long old = o->hart->events;

	if (!o->feature || !o->enabled)
		return;
	sampling_start(1000 + one_of(50000));
	hart_delay(LATEST_LOOK);
	CHECK(o->hart->events != old);
}

static void control_step(void)
{
	if (!records)
		return;
	o->control ^= CTR_LCOFIFRZ;
	csr_write(SCTRCTL, o->control);
	csr_write(SCTRSTATUS, 0);
	o->freezes = false;
}

static void timer_step(void)
{
	u64 end = hart_time() + 200 + one_of(2000);

	CHECK_OK(sbi_set_timer(end));
	while (hart_time() < end + 600)
		;
	CHECK(timer_pending());
	CHECK_OK(sbi_set_timer(~0ull));
}

static void nap(void)
{
	sbi_set_timer(hart_time() + 1000 + one_of(2000));
	csr_write(sie, HART_IRQ_TIMER);
	CHECK_EQ(hart_suspend(NON_RETENTIVE), SBI_SUCCESS);
	csr_write(sie, 0ul);
	sbi_set_timer(~0ull);
}

static void event_step(void)
{
	if (!o->registered)
		event_register();
	else if (one_of(3))
		event_enable(!o->enabled);
	else
		event_unregister();
}

static void sampling_step(void)
{
	if (one_of(3))
		sampling_start(1 + one_of(one_of(2) ? 60 : 60000));
	else
		sampling_stop(one_of(2));
}

static void step(void)
{
	static void (*const kinds[])(void) = { own_step,      own_step,
					       event_step,    sampling_step,
					       sampling_step, control_step,
					       timer_step,    nap };
	unsigned int kind = one_of(40);

	check_row("kind", kind);
	if (kind < array_size(kinds))
		kinds[kind]();
	else if (kind < 11)
		feature_set(one_of(4));
	else if (kind < 12)
		has_to_come();
	else if (kind < 28)
		kinds[kind % 6]();
	else
		hart_delay(one_of(300));
	compare();
}

static void other_steps(void)
{
	unsigned int n;

	o = &owners[1];
	check_row("as it left", 0);
	compare();
	sse(SBI_EXT_SSE_HART_UNMASK);
	for (n = 0; n < 10; n++)
		step();
	o = &owners[0];
}

static void first_state(struct owner *owner)
{
	unsigned int n;

	owner->inhibit = ~7u;
	owner->events = owner->hart->events;
	if (owner != o)
		return;
	for (n = 3; n < 32; n++)
		if (delegated >> n & 1)
			deleg_value_set(n, 0);
	owner->inhibit = delegated ? (u32)deleg_inhibit() : 0;
}

static void two_owners(void)
{
	u64 count = option_number("steps", 250), n;

	if (!ready(true))
		return;
	records = ctr_expected();
	delegated = deleg_offered() ? (u32)pmu.present : 0;
	delegated &= (u32)((1ull << pmu.fw) - 8);
	random_seed(option_number("seed", 1) * 0x9e3779b97f4a7c15ull | 1);
	first_state(&owners[0]);
	first_state(&owners[1]);
	test_firmware(TEST_LOSE, 1);
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	for (n = 0; n < count; n++) {
		step();
		if (one_of(8) == 0)
			CHECK_EQ(domains_run(other_steps), SBI_SUCCESS);
		compare();
	}
	check_row(NULL, 0);
	sampling_off();
	CHECK(owners[0].hart->events);
	CHECK(owners[1].hart->events);
}

const struct check_case check_cases[] = {
	{ "no timer after the end", looks_after_the_end },
	{ "the timer of two domains", timer_of_domains },
	{ "an overflow that waits for its owner", kept_for_its_owner },
	{ "freezes its own records", freezes_its_own },
	{ "two owners", two_owners },
	{ NULL, NULL },
};
