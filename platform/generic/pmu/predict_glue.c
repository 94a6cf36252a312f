// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sampling on machines whose counters cannot interrupt (no Sscofpmf): M-mode's
 * timer comes when a counter is going to overflow, and the SSE event of
 * overflows reports it to S-mode. S-mode has to ask for this through FWFT, for
 * each hart.
 *
 * S-mode uses the same timer, unless the hart has Sstc: the timer is set to the
 * earlier of the two times. While a hart predicts, all calls and interrupts of
 * the timer come here. The function of OpenSBI's driver that sets the timer is
 * replaced at the first request, so harts without a request have no cost.
 */
#include <pmu/pmu_predict.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/timer/aclint_mtimer.h>

#include <hooks.h>

#include "../ctr/ctr_glue.h"
#include "../fast/boot_alloc.h"
#include "../fast/calls.h"
#include "../fast/fast.h"
#include "pmu_glue.h"

/** The feature of FWFT, beside that of lib/ctr: 0 off, 1 on. */
#define PREDICT_FWFT 0x40435453u

/* The time until the next try for an event that could not be delivered. */
#define PREDICT_AGAIN (16 * PMU_PREDICT_LEAST)

/** A hart that has ever predicted. */
struct predict {
	struct pmu_predict state;
	u64 look;  /* time of the next look, or PMU_PREDICT_NEVER */
	u64 timer; /* time of S-mode's timer interrupt, or never */
};

/* For each hart: NULL until it predicts */
static struct predict *predicts[SBI_HARTMASK_MAX_BITS];
static struct predict *pool; /* one for each hart */

/* The driver's own function, after its replacement. */
static void (*timer_start)(u64 next_event);

static struct predict *predict_this(void)
{
	return predicts[current_hartindex()];
}

static bool predict_on(void)
{
	return pmu_glue_hart(sbi_scratch_thishart_ptr())->predict;
}

static bool predict_has_sstc(void)
{
	return sbi_hart_has_extension(sbi_scratch_thishart_ptr(),
				      SBI_HART_EXT_SSTC);
}

/* --- the timer ------------------------------------------------------------- */

static void predict_set(const struct predict *p)
{
	u64 next = p->look < p->timer ? p->look : p->timer;

	timer_start(next);
	if (next == PMU_PREDICT_NEVER)
		/* unseen: a timer without a time does not interrupt */
		csr_clear(CSR_MIE, MIP_MTIP);
	else
		csr_set(CSR_MIE, MIP_MTIP);
}

/* S-mode sets its timer; with Sstc it has another one. */
static void predict_timer_start(u64 next_event)
{
	struct predict *p = predict_this();

	if (!p || !predict_on()) {
		timer_start(next_event);
		return;
	}
	p->timer = next_event;
	predict_set(p);
}

/* S-mode's timer, if no call has noted it. */
static u64 predict_timer_now(void)
{
	const struct aclint_mtimer_data *mt = aclint_get_mtimer_data();
	u64 *compare = (u64 *)mt->mtimecmp_addr;

	if (predict_has_sstc() || !(csr_read(CSR_MIE) & MIP_MTIP))
		return PMU_PREDICT_NEVER;
	return mt->time_rd(&compare[current_hartid() - mt->first_hartid]);
}

/* predict_glue_fwft() accepts OpenSBI's own drivers only, which are not constants. */
static void predict_timer_take(void)
{
	const struct sbi_timer_device *device = sbi_timer_get_device();

	if (device->timer_event_start == predict_timer_start)
		return;
	timer_start = device->timer_event_start;
	((struct sbi_timer_device *)device)->timer_event_start =
		predict_timer_start;
}

/* --- looks ---------------------------------------------------------------- */

/* If the event is not registered, nothing is reported. */
static void predict_tell(struct predict *p, const struct pmu_hart *h)
{
	if (!p->state.over)
		return;
	if (h->sse) {
		ctr_glue_overflow();
		if (sbi_sse_inject_event(SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW)) {
			p->look = p->state.then + PREDICT_AGAIN;
			return;
		}
	}
	p->state.over = 0;
}

static void predict_look(struct predict *p, const struct pmu_hart *h)
{
	p->look = pmu_predict_look(h, &p->state, sbi_timer_value());
	predict_tell(p, h);
}

void hart_pmu_started(u64 set)
{
	struct predict *p = predict_this();

	pmu_predict_forget(&p->state, set);
	predict_look(p, pmu_glue_hart(sbi_scratch_thishart_ptr()));
	predict_set(p);
}

/*
 * Deliver S-mode's timer interrupt. Since 1.9 OpenSBI has a list of deadlines,
 * without those that calls.inc has set. An old one may be left in the list, and
 * OpenSBI would then set it.
 */
static void predict_due(struct predict *p)
{
	/* unseen: releases before 1.9 have no list */
	__real_sbi_timer_process();
	/* unseen: before 1.9 the line above does this */
	csr_set(CSR_MIP, MIP_STIP);
	p->timer = PMU_PREDICT_NEVER;
}

void __wrap_sbi_timer_process(void)
{
	struct predict *p = predict_this();
	u64 now;

	if (!p || !predict_on()) {
		__real_sbi_timer_process();
		return;
	}
	now = sbi_timer_value();
	if (p->timer <= now)
		predict_due(p);
	if (p->look <= now)
		predict_look(p, pmu_glue_hart(sbi_scratch_thishart_ptr()));
	predict_set(p);
}

/* --- owners, suspends, harts ---------------------------------------------- */

/* From now on M-mode's timer also serves looks; S-mode's deadline stays. */
static void predict_watch(struct predict *p)
{
	p->look = sbi_timer_value();
	fast_glue_timer(false);
	predict_set(p);
}

static void predict_begin(struct predict *p)
{
	p->timer = predict_timer_now();
	predict_watch(p);
}

/* The timer is S-mode's alone again: a look that is due must not become
 * S-mode's interrupt. */
static void predict_end(struct predict *p)
{
	p->look = PMU_PREDICT_NEVER;
	predict_set(p);
	fast_glue_timer(true);
}

void predict_glue_leave(void)
{
	struct predict *p = predict_this();

	if (p && predict_on())
		predict_look(p, pmu_glue_hart(sbi_scratch_thishart_ptr()));
}

/* Counters ran on between the look and their stop. */
u32 predict_glue_saved(const struct pmu_hart *h)
{
	struct predict *p = predict_this();

	if (!p || !predict_on())
		return 0;
	pmu_predict_saved(h, &p->state);
	return p->state.over;
}

void predict_glue_enter(void)
{
	struct predict *p = predict_this();

	if (!p || !predict_on())
		return;
	pmu_predict_resumed(pmu_glue_hart(sbi_scratch_thishart_ptr()),
			    &p->state, sbi_timer_value());
	predict_watch(p);
}

void predict_glue_away(void)
{
	struct predict *p = predict_this();

	if (!p || !predict_on())
		return;
	predict_glue_leave();
	predict_end(p);
}

void predict_glue_back(u32 over)
{
	struct predict *p = predict_this();

	if (!p || !predict_on())
		return;
	p->timer = predict_timer_now();
	p->state.over = over;
	predict_glue_enter();
}

void predict_glue_drop(void)
{
	if (predict_this())
		predict_this()->state.over = 0;
}

void predict_glue_stop(struct sbi_scratch *scratch)
{
	struct predict *p = predicts[scratch->hartindex];

	if (p)
		sbi_memset(p, 0, sizeof(*p));
}

/* --- FWFT ------------------------------------------------------------------ */

static int (*fwft_handle)(unsigned long extid, unsigned long funcid,
			  struct sbi_trap_regs *regs,
			  struct sbi_ecall_return *out);

static struct predict *predict_new(void)
{
	u32 hartindex = current_hartindex();

	if (pool)
		predicts[hartindex] = &pool[hartindex];
	return predict_this();
}

static int predict_switch(struct pmu_hart *h, bool on)
{
	struct predict *p;

	if (on == h->predict)
		return SBI_SUCCESS;
	p = predict_new();
	if (!p)
		return SBI_ERR_FAILED;
	predict_timer_take();
	if (on)
		predict_glue_stop(sbi_scratch_thishart_ptr());
	pmu_predict_set(h, on);
	if (on)
		predict_begin(p);
	else
		predict_end(p);
	return SBI_SUCCESS;
}

static int predict_fwft(unsigned long extid, unsigned long funcid,
			struct sbi_trap_regs *regs,
			struct sbi_ecall_return *out)
{
	struct pmu_hart *h = pmu_glue_hart(sbi_scratch_thishart_ptr());

	if ((u32)regs->a0 != PREDICT_FWFT || funcid > SBI_EXT_FWFT_GET)
		return fwft_handle(extid, funcid, regs, out);
	if (funcid == SBI_EXT_FWFT_GET) {
		out->value = h->predict;
		return SBI_SUCCESS;
	}
	if (regs->a1 > 1 || regs->a2)
		return SBI_ERR_INVALID_PARAM;
	return predict_switch(h, regs->a1);
}

void predict_glue_fwft(void)
{
	struct sbi_ecall_extension *fwft =
		sbi_ecall_find_extension(SBI_EXT_FWFT);
	const struct sbi_timer_device *device = sbi_timer_get_device();

	if (!fwft || !device || sbi_strcmp(device->name, "aclint-mtimer"))
		return;
	pool = boot_alloc(sbi_hart_count() * sizeof(*pool));
	fwft_handle = fwft->handle;
	fwft->handle = predict_fwft;
}
