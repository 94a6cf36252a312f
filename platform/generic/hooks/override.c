// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hooks into OpenSBI that belong to no room, on every board: what hooks.h lists.
 * Those of a hart's life are in life.c. No feature logic.
 */
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_error.h>

#include <hooks.h>

#include "../ctr/ctr_glue.h"
#include "../fast/fast.h"
#include "../harts/harts.h"
#include "../harts/owner_glue.h"
#include "../judges/judges.h"
#include "../pmu/pmu_glue.h"
#include "../trace/trace_calls.h"

/* This comes first at cold boot, so the first part of the scratch space is for
 * it. */
int __wrap_sbi_scratch_init(struct sbi_scratch *scratch)
{
	int rc = __real_sbi_scratch_init(scratch);

	return rc ? rc : pmu_glue_scratch_init();
}

/* With this, OpenSBI's own queues stay empty. */
int __wrap_sbi_tlb_request(ulong hmask, ulong hbase, struct sbi_tlb_info *tinfo)
{
	return fence_glue_request(hmask, hbase, tinfo);
}

int __wrap_sbi_ipi_send_smode(ulong hmask, ulong hbase)
{
	return fence_glue_ipi(hmask, hbase);
}

/* The only calls from another object inject an SSE event, into one hart. After 1.9
 * OpenSBI leaves out a stopped hart, without an error. */
int __wrap_sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data)
{
	u64 before = fence_glue_sent();
	bool sent;
	int rc;

	fence_glue_foreign(hmask, hbase, FENCE_FOREIGN_SENDS);
	rc = __real_sbi_ipi_send_many(hmask, hbase, event, data);
	sent = !rc && fence_glue_sent() != before;
	fence_glue_foreign(hmask, hbase,
			   sent ? FENCE_FOREIGN_SENT : FENCE_FOREIGN_FAILED);
	return rc;
}

/* Harts that are left out of the message would have halted anyway. */
int __wrap_sbi_ipi_send_halt(ulong hmask, ulong hbase)
{
	int rc;

	owner_glue_act();
	/* unseen: the machine is reset before a hart misses it */
	fence_glue_foreign(hmask, hbase, FENCE_FOREIGN_SENDS);
	rc = __real_sbi_ipi_send_halt(hmask, hbase);
	/* unseen: the machine is reset before a hart misses it */
	fence_glue_foreign(hmask, hbase, FENCE_FOREIGN_SENT);
	owner_glue_acted();
	return rc; /* unseen: no caller looks at it */
}

int __wrap_aclint_mswi_cold_init(struct aclint_mswi_data *mswi)
{
	int rc = __real_aclint_mswi_cold_init(mswi);

	if (!rc)
		fence_glue_mswi(mswi);
	return rc;
}

void __wrap_sbi_ipi_process(void)
{
	fence_glue_process(__real_sbi_ipi_process);
}

/*
 * A domain switch copies two trap contexts, and the stock function copies
 * bytes: half of the cost of a switch. A property of a device tree can have
 * this size, too, but begins at any word of four bytes. The barrier keeps the
 * compiler from making a call of memcpy() of the loop.
 */
void *__wrap_sbi_memcpy(void *dest, const void *src, size_t count)
{
	typedef unsigned long __attribute__((may_alias)) word;
	const word *from = src, *end;
	word *to = dest;

	if (count != sizeof(struct sbi_trap_context) ||
	    ((unsigned long)dest | (unsigned long)src) % sizeof(word))
		/* unseen: no caller looks at it */
		return __real_sbi_memcpy(dest, src, count);
	end = (const word *)((const char *)src + count);
	for (; from != end; from++, to++) {
		*to = *from;
		__asm__ volatile("" ::: "memory");
	}
	return dest; /* unseen: no caller looks at it */
}

/* Before the domains change the tree, whose text has no CTR. */
void __wrap_fdt_cpu_fixup(void *fdt)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	ctr_glue_fdt(fdt, !(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS));
	trace_glue_fdt(fdt);
	__real_fdt_cpu_fixup(fdt);
}

int __wrap_sbi_ecall_init(void)
{
	int rc = __real_sbi_ecall_init();

	if (!rc)
		rc = fence_glue_init();
	if (rc)
		return rc; /* unseen: it does not fail on QEMU */
	ctr_glue_fwft();
	if (pmu_glue_predicts())
		predict_glue_fwft();
	dbcn_glue_register();
	dbtr_glue_register();
	sse_glue_register();
	return trace_glue_register();
}

/*
 * OpenSBI ends M-mode if S-mode wants double traps of its handlers reported
 * (FWFT), but has not enabled an event for them. Such a trap is S-mode's own:
 * its handler gets a trap with this cause. A trap of M-mode is one in the trap
 * entry (fast/fault.inc), and fatal: the report shows its own cause.
 */
int __wrap_sbi_double_trap_handler(struct sbi_trap_context *tcntx)
{
	int rc;

	if (sbi_mstatus_prev_mode(tcntx->regs.mstatus) == PRV_M) {
		tcntx->trap.cause = tcntx->trap.tval2;
		tcntx->trap.tval2 = 0;
		return SBI_EFAIL;
	}
	rc = __real_sbi_double_trap_handler(tcntx);
	return rc ? sbi_trap_redirect(&tcntx->regs, &tcntx->trap) : 0;
}
