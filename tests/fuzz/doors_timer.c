// SPDX-License-Identifier: BSD-2-Clause
/*
 * The timer of harts below OpenSBI's functions; the hooks that tell features of
 * the firmware of events of a hart, in the order of life.c and
 * owner_glue.c; and copies of a trap context.
 */
#include <sbi/riscv_asm.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/timer/aclint_mtimer.h>

#include "../../platform/generic/ctr/ctr_glue.h"
#include "../../platform/generic/fast/fast.h"
#include "../../platform/generic/harts/owner_glue.h"
#include "../../platform/generic/pmu/pmu_glue.h"
#include "doors.h"
#include "doors_sbi.h"

static u64 compare[DOORS_HARTS];

void __wrap_sbi_timer_process(void);
void __wrap_hart_pmu_started(u64 set);
void __real_hart_pmu_started(u64 set);
void opensbi_hart_pmu_started(u64 set);

static struct sbi_scratch *this_scratch(void)
{
	return sbi_scratch_thishart_ptr();
}

/* --- the device ----------------------------------------------------------------- */

static u64 read_compare(volatile u64 *addr)
{
	return *addr;
}

static void event_start(u64 next_event)
{
	compare[doors_this()] = next_event;
}

static struct sbi_timer_device timer = { .name = "aclint-mtimer",
					 .timer_event_start = event_start };
static struct aclint_mtimer_data mtimer = { .first_hartid = DOORS_HARTID,
					    .time_rd = read_compare };

const struct sbi_timer_device *sbi_timer_get_device(void)
{
	return &timer;
}

struct aclint_mtimer_data *aclint_get_mtimer_data(void)
{
	mtimer.mtimecmp_addr = (unsigned long)compare;
	return &mtimer;
}

u64 sbi_timer_value(void)
{
	return doors_time;
}

/* No trap of the fuzzer goes this way. */
struct sbi_trap_context *
__real_sbi_trap_handler(struct sbi_trap_context *context);

struct sbi_trap_context *
__real_sbi_trap_handler(struct sbi_trap_context *context)
{
	return context;
}

void sbi_timer_process(void)
{
	csr_clear(CSR_MIE, MIP_MTIP);
	csr_set(CSR_MIP, MIP_STIP);
}

/* The host has no fast path. */
void fast_glue_timer(bool on)
{
	(void)on;
}

void doors_sbi_timer(u64 end)
{
	timer.timer_event_start(end);
	csr_set(CSR_MIE, MIP_MTIP);
}

/* OpenSBI 1.9 has given the first name to another function. */
void doors_event_start(u64 end) __asm__("sbi_timer_event_start");
void doors_smode_event_start(u64 end) __asm__("sbi_timer_smode_event_start");

void doors_event_start(u64 end)
{
	doors_sbi_timer(end);
}

void doors_smode_event_start(u64 end)
{
	doors_sbi_timer(end);
}

void doors_sbi_timer_trap(void)
{
	if (csr_read(CSR_MIE) & MIP_MTIP && compare[doors_this()] <= doors_time)
		__wrap_sbi_timer_process();
}

/* --- counters ---------------------------------------------------------------------- */

void __wrap_hart_pmu_started(u64 set)
{
	opensbi_hart_pmu_started(set);
}

/* --- events of a hart ---------------------------------------------------- */

void sbi_hart_update_extension(struct sbi_scratch *scratch,
			       enum sbi_hart_extensions ext, bool enable)
{
	(void)scratch;
	(void)ext;
	doors_hold(enable || !fake.has.ctr, "what a hart has stays");
}

void doors_timer_start(u32 hart)
{
	struct sbi_scratch *s = this_scratch();

	pmu_glue_hart_set(s, &doors_hart[hart].pmu);
	predict_glue_stop(s);
	compare[hart] = -1ull;
	csr_write(CSR_MIE, 0);
	csr_write(CSR_MIP, 0);
	if (!fake.has.ctr)
		return;
	ctr_glue_arrive(s, true);
	ctr_glue_hart_init(s, !ctr_glue_offset);
	doors_hold(ctr_glue_hart(s)->usable, "CTR can be used");
}

void doors_timer_boot(void)
{
	if (!doors_with_more)
		return;
	ctr_glue_for_s_mode = fake.has.ctr;
	ctr_glue_fwft();
	if (!fake.has.sscofpmf)
		predict_glue_fwft();
}

void doors_sbi_suspend(void)
{
	predict_glue_leave();
	ctr_glue_suspend(this_scratch());
}

void doors_sbi_resume(void)
{
	predict_glue_enter();
	ctr_glue_resume(this_scratch());
}

void doors_sbi_away(u32 next)
{
	u32 this = doors_this();
	struct ctr_hart *ctr = ctr_glue_hart(this_scratch());
	struct sbi_domain *dom;

	if (pmu_in_use(&doors_hart[this].pmu))
		predict_glue_away();
	if (!ctr)
		return;
	sbi_domain_for_each(dom)
	{
		if (dom->index == next)
			ctr_glue_switch(
				ctr,
				owner_glue(sbi_domain_thishart_ptr(), this),
				owner_glue(dom, this));
	}
}

void doors_sbi_back(void)
{
	predict_glue_back(0);
}

/* --- copies ---------------------------------------------------------------------------- */

/*
 * Each copy of the size of a trap context is made in words if it can be: the
 * sanitizer reports a word that is not aligned, at which a hart may trap.
 */
void doors_check_copies(void)
{
	enum { SIZE = sizeof(struct sbi_trap_context), SLACK = 8 };
	static const u8 pairs[][2] = {
		{ 0, 0 }, { 0, 4 }, { 4, 0 }, { 4, 4 }, { 3, 6 },
	};
	u8 from[SIZE + SLACK] __attribute__((aligned(16)));
	u8 to[SIZE + 2 * SLACK] __attribute__((aligned(16)));
	unsigned int pair, n;

	for (n = 0; n < sizeof(from); n++)
		from[n] = (u8)(n * 7 + 1);
	for (pair = 0; pair < array_size(pairs); pair++) {
		unsigned int at = pairs[pair][0];
		const u8 *begin = from + pairs[pair][1];

		sbi_memset(to, 0, sizeof(to));
		sbi_memcpy(to + at, begin, SIZE);
		for (n = 0; n < sizeof(to); n++)
			if (to[n] != (n - at < SIZE ? begin[n - at] : 0))
				doors_hold(false, "a copy is what was copied");
	}
}
