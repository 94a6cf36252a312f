// SPDX-License-Identifier: BSD-2-Clause
/*
 * SBI SSE in front of OpenSBI. OpenSBI's own functions read attributes twice
 * from memory of S-mode, give events to harts instead of domains, and keep half
 * of the events when a hart stops.
 *
 * This file copies attributes once, into memory that OpenSBI takes for memory of
 * S-mode (shmem_glue_lend()). Local events are behind one pointer in the scratch
 * space; each domain that has a hart gets a set of its own there. A global event
 * belongs to the domain that registered it.
 *
 * sse_lock is taken before OpenSBI's locks of events and of lists. A hart holds it
 * to change state that another hart reads, and needs it to change its domain.
 */
#include <sbi/riscv_barrier.h>
#include <sbi/riscv_locks.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_fifo.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_trap.h>

#include <hooks.h>

#include "../ctr/ctr_glue.h"
#include "../harts/owner_glue.h"
#include "../pmu/pmu_glue.h"
#include "judges.h"
#include "shmem_glue.h"

enum {
	SSE_EVENTS_MAX = 32,
	SSE_COPY = 128, /* bytes: attributes, aligned to their size */
};

/* Events that this machine has; the first two are OpenSBI's own. */
static u32 events[SSE_EVENTS_MAX] = { SBI_SSE_EVENT_LOCAL_SOFTWARE,
				      SBI_SSE_EVENT_GLOBAL_SOFTWARE };
static unsigned int event_count = 2;

/* Of each global event: the domains that have registered it, wrote its
 * attributes last, and registered it last. Under sse_lock. */
static const struct sbi_domain *owner[SSE_EVENTS_MAX];
static const struct sbi_domain *writer[SSE_EVENTS_MAX];
static const struct sbi_domain *entered[SSE_EVENTS_MAX];

/* The registers that it interrupted last may belong to another domain. */
static bool stale[SSE_EVENTS_MAX];

static spinlock_t sse_lock = SPIN_LOCK_INITIALIZER;

/* OpenSBI's pointers to local events and injections, its first two, or 0. */
static unsigned long local_offset, inject_offset;
static unsigned int offsets_wanted;

static int (*sse_stock)(unsigned long extid, unsigned long funcid,
			struct sbi_trap_regs *regs,
			struct sbi_ecall_return *out);

static bool sse_is_global(u32 event_id)
{
	return event_id & SBI_SSE_EVENT_GLOBAL_BIT;
}

/* @return SSE_EVENTS_MAX: the machine has no such event */
static unsigned int sse_event_index(u32 event_id)
{
	unsigned int n;

	for (n = 0; n < event_count; n++)
		if (events[n] == event_id)
			return n;
	/* unseen: all callers have events of the table */
	return SSE_EVENTS_MAX;
}

/* Events without room for their owners do not exist for S-mode. */
int __wrap_sbi_sse_add_event(uint32_t event_id,
			     const struct sbi_sse_cb_ops *cb_ops)
{
	int rc;

	if (event_count == SSE_EVENTS_MAX)
		return SBI_ENOSPC;
	rc = __real_sbi_sse_add_event(event_id, cb_ops);
	if (!rc)
		events[event_count++] = event_id;
	return rc;
}

/* --- attributes ----------------------------------------------------------- */

static bool sse_attrs_exist(u32 base, u32 count)
{
	return count && base < SBI_SSE_ATTR_MAX &&
	       count <= SBI_SSE_ATTR_MAX - base;
}

/* Clear the bits of a status that SBI leaves undefined: 1.8.1 sets all of them
 * in an event that it delivers. */
static void sse_status_clean(u32 base, unsigned long *copy)
{
	if (base == SBI_SSE_ATTR_STATUS)
		copy[0] &= SBI_SSE_ATTR_STATUS_STATE_MASK |
			   BIT(SBI_SSE_ATTR_STATUS_PENDING_OFFSET) |
			   BIT(SBI_SSE_ATTR_STATUS_INJECT_OFFSET);
}

/* Call OpenSBI's own function, with memory of M-mode. */
static int
sse_attrs_lent(int (*call)(uint32_t event_id, uint32_t base, uint32_t count,
			   unsigned long low, unsigned long high),
	       u32 event_id, u32 base, u32 count, unsigned long *copy)
{
	int rc;

	shmem_glue_lend(copy);
	rc = call(event_id, base, count, (unsigned long)copy, 0);
	shmem_glue_lend(NULL);
	return rc;
}

static unsigned long sse_attr(u32 event_id, u32 id)
{
	unsigned long copy[SSE_COPY / sizeof(long)]
		__attribute__((aligned(SSE_COPY))) = { 0 };

	sse_attrs_lent(sbi_sse_read_attrs, event_id, id, 1, copy);
	return copy[0];
}

static bool sse_is_hidden(unsigned int n, u32 id)
{
	const struct sbi_domain *dom = sbi_domain_thishart_ptr();

	if (id >= SBI_SSE_ATTR_INTERRUPTED_SEPC)
		return stale[n] || entered[n] != dom;
	if (id >= SBI_SSE_ATTR_ENTRY_PC)
		return entered[n] != dom;
	return id != SBI_SSE_ATTR_STATUS && writer[n] && writer[n] != dom;
}

/* OpenSBI keeps all attributes after an event is unregistered. */
static void sse_global_hide(unsigned int n, u32 base, u32 count,
			    unsigned long *copy)
{
	u32 id;

	if (stale[n] &&
	    (sse_attr(events[n], SBI_SSE_ATTR_STATUS) &
	     SBI_SSE_ATTR_STATUS_STATE_MASK) == SBI_SSE_STATE_RUNNING)
		stale[n] = false;
	for (id = base; id < base + count; id++)
		if (sse_is_hidden(n, id))
			copy[id - base] = id == SBI_SSE_ATTR_PREFERRED_HART ?
						  current_hartid() :
						  0;
}

static int sse_attrs_read(u32 event_id, u32 base, u32 count, unsigned long low)
{
	unsigned long copy[SSE_COPY / sizeof(long)]
		__attribute__((aligned(SSE_COPY)));
	unsigned long size = count * sizeof(long);
	int rc;

	if (!shmem_glue_answers(low, size, SBI_DOMAIN_WRITE))
		return SBI_ERR_INVALID_ADDRESS;
	rc = sse_attrs_lent(sbi_sse_read_attrs, event_id, base, count, copy);
	if (rc)
		return rc;
	sse_status_clean(base, copy);
	if (sse_is_global(event_id))
		sse_global_hide(sse_event_index(event_id), base, count, copy);
	return shmem_glue_write(low, copy, size) ? SBI_SUCCESS :
						   SBI_ERR_INVALID_ADDRESS;
}

/* OpenSBI would judge a longer hart ID by its lower 32 bits. */
static bool sse_hartid_fits(u32 base, u32 count, const unsigned long *copy)
{
	u32 at = SBI_SSE_ATTR_PREFERRED_HART - base;

	return at >= count || copy[at] == (u32)copy[at];
}

static int sse_attrs_write(u32 event_id, u32 base, u32 count, unsigned long low)
{
	unsigned long copy[SSE_COPY / sizeof(long)]
		__attribute__((aligned(SSE_COPY)));

	if (!shmem_glue_read(copy, low, count * sizeof(long)))
		return SBI_ERR_INVALID_ADDRESS;
	if (!sse_hartid_fits(base, count, copy))
		return SBI_ERR_INVALID_PARAM;
	return sse_attrs_lent(sbi_sse_write_attrs, event_id, base, count, copy);
}

/* --- stop and start ------------------------------------------------------- */

static void sse_event_forget(u32 event_id)
{
	unsigned long zero[SSE_COPY / sizeof(long)]
		__attribute__((aligned(SSE_COPY))) = { 0 };
	bool was_on = !sbi_sse_disable(event_id);

	/* Other harts keep a global event that is not enabled here */
	if (sse_is_global(event_id) && !was_on)
		return;
	sbi_sse_unregister(event_id);
	if (sse_is_global(event_id))
		owner[sse_event_index(event_id)] = NULL;
	else
		sse_attrs_lent(sbi_sse_write_attrs, event_id, SBI_SSE_ATTR_PRIO,
			       2, zero);
}

/*
 * The hart stops. OpenSBI's own function drops enabled events, of any owner and
 * without a call of their sources, and keeps the registered ones and the mask.
 * Here running events are completed with registers that nobody reads, then all
 * events of this domain are disabled and unregistered.
 */
void __wrap_sbi_sse_exit(struct sbi_scratch *scratch)
{
	struct sbi_ecall_return out = { 0 };
	struct sbi_trap_regs regs = { 0 };
	unsigned int n;

	(void)scratch;
	spin_lock(&sse_lock);
	for (n = 0; n < event_count; n++)
		sbi_sse_complete(&regs, &out);
	for (n = 0; n < event_count; n++)
		if (!sse_is_global(events[n]) ||
		    (owner[n] == sbi_domain_thishart_ptr() &&
		     sse_attr(events[n], SBI_SSE_ATTR_PREFERRED_HART) ==
			     current_hartid()))
			sse_event_forget(events[n]);
	sbi_sse_hart_mask();
	spin_unlock(&sse_lock);
}

/* --- domains -------------------------------------------------------------- */

static void **sse_local_now(struct sbi_scratch *scratch)
{
	return sbi_scratch_offset_ptr(scratch, local_offset);
}

unsigned long __wrap_sbi_scratch_alloc_offset(unsigned long size)
{
	unsigned long offset = __real_sbi_scratch_alloc_offset(size);

	if (offsets_wanted == 2 && size == sizeof(void *))
		local_offset = offset;
	if (offsets_wanted == 1 && size == sizeof(struct sbi_fifo))
		inject_offset = offset;
	offsets_wanted -= offsets_wanted != 0;
	return offset;
}

/* New local events for each domain that this hart may enter. */
static int sse_locals_alloc(struct sbi_scratch *scratch)
{
	struct sbi_domain *dom, *mine = sbi_domain_thishart_ptr();
	u32 hartindex = current_hartindex();
	void *kept = *sse_local_now(scratch);
	struct owner *o;
	int rc = 0;

	sbi_domain_for_each(dom)
	{
		o = owner_glue(dom, hartindex);
		if (rc || !o || o->sse || dom == mine ||
		    !sbi_hartmask_test_hartindex(hartindex,
						 dom->possible_harts))
			continue;
		*sse_local_now(scratch) = NULL;
		rc = __real_sbi_sse_init(scratch, false);
		o->sse = *sse_local_now(scratch);
	}
	*sse_local_now(scratch) = kept;
	return rc;
}

static int sse_init(struct sbi_scratch *scratch, bool cold_boot)
{
	int rc;

	offsets_wanted = cold_boot ? 2 : 0;
	rc = __real_sbi_sse_init(scratch, cold_boot);
	if (rc)
		return rc; /* unseen: boot does not fail on QEMU */
	if (cold_boot && (!local_offset || !inject_offset))
		return SBI_ENOTSUPP; /* unseen: OpenSBI allocates both */
	return sse_locals_alloc(scratch);
}

/*
 * The start of a hart initializes its queue, and the queue's lock. A hart of
 * the same domain that sends an event just then would release a lock that is
 * free, and so block it for ever.
 */
int __wrap_sbi_sse_init(struct sbi_scratch *scratch, bool cold_boot)
{
	int rc;

	spin_lock(&sse_lock);
	rc = sse_init(scratch, cold_boot);
	spin_unlock(&sse_lock);
	return rc;
}

/* Under the lock: a call of another hart has to free the lock that it took. */
static void sse_local_set(struct owner *from, const struct owner *to)
{
	void **now = sse_local_now(sbi_scratch_thishart_ptr());

	spin_lock(&sse_lock);
	from->sse = *now;
	*now = to->sse;
	spin_unlock(&sse_lock);
}

/*
 * Harts that hold the lock now may still inject. Injections from before the
 * start, or during a suspend, have no interrupt: they are dropped.
 */
static void __attribute__((noinline))
sse_inject_first(struct sbi_fifo *injected)
{
	u32 event_id;

	spin_lock(&sse_lock);	/* unseen: a race of two harts */
	spin_unlock(&sse_lock); /* unseen: a race of two harts */
	if (__smp_load_acquire(&injected->avail))
		sbi_ipi_process();
	while (!sbi_fifo_dequeue(injected, &event_id))
		;
}

/*
 * Pending injections are for the domain that leaves. No new ones come: a hart
 * that takes the lock after this point sees that this hart has left the domain.
 */
void sse_glue_switch(struct owner *from, const struct owner *to)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	struct sbi_fifo *injected =
		sbi_scratch_offset_ptr(scratch, inject_offset);
	spinlock_t lock;

	mb(); /* unseen: a barrier */
	__atomic_load(&sse_lock, &lock, __ATOMIC_RELAXED);
	smp_rmb(); /* unseen: a barrier */
	if (lock.owner != lock.next || injected->avail)
		sse_inject_first(injected);
	sse_local_set(from, to);
}

/* --- calls ---------------------------------------------------------------- */

/*
 * The preferred hart may have left the domain or stopped: OpenSBI would add the
 * event to another domain's list, or to a list that is empty at the hart's
 * start.
 */
static bool sse_event_at_home(u32 event_id)
{
	u32 hartid = (u32)sse_attr(event_id, SBI_SSE_ATTR_PREFERRED_HART);
	int state = sbi_hsm_hart_get_state(sbi_domain_thishart_ptr(), hartid);

	return state == SBI_HSM_STATE_STARTED ||
	       state == SBI_HSM_STATE_SUSPENDED ||
	       state == SBI_HSM_STATE_SUSPEND_PENDING ||
	       state == SBI_HSM_STATE_RESUME_PENDING;
}

static int sse_attrs(unsigned long funcid, const struct sbi_trap_regs *regs)
{
	u32 event_id = (u32)regs->a0, base = (u32)regs->a1,
	    count = (u32)regs->a2;

	if (regs->a4 || regs->a3 & (sizeof(long) - 1))
		return SBI_ERR_INVALID_ADDRESS;
	if (funcid == SBI_EXT_SSE_READ_ATTR)
		return sse_attrs_read(event_id, base, count, regs->a3);
	return sse_attrs_write(event_id, base, count, regs->a3);
}

static int sse_call(unsigned long extid, unsigned long funcid,
		    struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	if (funcid <= SBI_EXT_SSE_WRITE_ATTR &&
	    sse_attrs_exist((u32)regs->a1, (u32)regs->a2))
		return sse_attrs(funcid, regs);
	return sse_stock(extid, funcid, regs, out);
}

/* Reset attributes that another domain wrote. */
static void sse_global_reset(u32 event_id)
{
	unsigned long copy[SSE_COPY / sizeof(long)]
		__attribute__((aligned(SSE_COPY))) = { 0, 0, current_hartid() };

	sse_attrs_lent(sbi_sse_write_attrs, event_id, SBI_SSE_ATTR_PRIO, 3,
		       copy);
}

static void sse_global_changed(unsigned int n, unsigned long funcid)
{
	const struct sbi_domain *dom = sbi_domain_thishart_ptr();

	switch (funcid) {
	case SBI_EXT_SSE_WRITE_ATTR:
		writer[n] = dom;
		break;
	case SBI_EXT_SSE_REGISTER:
		if (writer[n] != dom)
			sse_global_reset(events[n]);
		stale[n] |= entered[n] != dom;
		owner[n] = writer[n] = entered[n] = dom;
		break;
	case SBI_EXT_SSE_UNREGISTER:
		owner[n] = NULL;
		break;
	}
}

static int sse_global_call(unsigned long extid, unsigned long funcid,
			   struct sbi_trap_regs *regs,
			   struct sbi_ecall_return *out)
{
	unsigned int n = sse_event_index((u32)regs->a0);
	int rc;

	if (n == SSE_EVENTS_MAX)
		return sse_stock(extid, funcid, regs, out);
	if (owner[n] && owner[n] != sbi_domain_thishart_ptr())
		return SBI_ERR_DENIED;
	if ((funcid == SBI_EXT_SSE_ENABLE || funcid == SBI_EXT_SSE_INJECT) &&
	    !sse_event_at_home(events[n]))
		return SBI_ERR_INVALID_PARAM;
	rc = sse_call(extid, funcid, regs, out);
	if (!rc)
		sse_global_changed(n, funcid);
	return rc;
}

static bool sse_names_event(unsigned long funcid)
{
	return funcid <= SBI_EXT_SSE_DISABLE || funcid == SBI_EXT_SSE_INJECT;
}

/* Local events of this hart belong to it alone, but other harts may inject
 * them. A completed event may be global, and other harts may send it again
 * before its registers are restored. */
static int sse_handle(unsigned long extid, unsigned long funcid,
		      struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	bool global = sse_names_event(funcid) && sse_is_global((u32)regs->a0);
	int rc;

	if ((u32)regs->a0 == SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW &&
	    sse_names_event(funcid) && !pmu_glue_has_overflows())
		return SBI_ERR_NOT_SUPPORTED;
	if (!global && funcid != SBI_EXT_SSE_INJECT &&
	    funcid != SBI_EXT_SSE_COMPLETE)
		return sse_call(extid, funcid, regs, out);
	spin_lock(&sse_lock);
	rc = global ? sse_global_call(extid, funcid, regs, out) :
		      sse_stock(extid, funcid, regs, out);
	spin_unlock(&sse_lock);
	return rc;
}

void sse_glue_register(void)
{
	struct sbi_ecall_extension *sse = sbi_ecall_find_extension(SBI_EXT_SSE);

	if (!sse)
		return;
	sse_stock = sse->handle;
	sse->handle = sse_handle;
}
