// SPDX-License-Identifier: BSD-2-Clause
/*
 * Firmware without trace (TRACE=off): in place of the files that use trace
 * hardware. If the tree names some all the same, its registers are closed, and
 * nobody uses them: no component is probed, and the next stage finds all
 * disabled.
 */
#include <sbi/sbi_console.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include <hooks.h>

#include "../judges/access_glue.h"
#include "../judges/judges.h"
#include "trace_calls.h"
#include "trace_glue.h"

/* The tree has trace hardware. */
static bool trace_off_found;

/* --- boot ----------------------------------------------------------------- */

static int trace_off_close(const void *fdt)
{
	u32 n;
	int rc;

	fdt_trace_neighbours(fdt);
	for (n = 0; n < trace_glue.count; n++)
		trace_refuse(&trace_glue, n, TRACE_FORBIDDEN);
	rc = trace_domain_protect(&trace_glue, false);
	if (!rc &&
	    !(sbi_scratch_thishart_ptr()->options & SBI_SCRATCH_NO_BOOT_PRINTS))
		sbi_printf("hartscope: trace: not in this firmware; registers "
			   "of the hardware are closed\n");
	return rc;
}

int trace_glue_cold_boot(void)
{
	const void *fdt = fdt_get_address();
	int rc = 0;

	trace_init(&trace_glue, TRACE_MEDIATED);
	fdt_trace_describe(fdt, &trace_glue);
	trace_off_found = trace_glue.count || !trace_domain_is_empty();
	if (trace_off_found)
		rc = trace_off_close(fdt);
	/* All other files look at the count first. */
	trace_glue.count = 0;
	return rc;
}

/* Before a hart enters S-mode. A hart may hold less than the boot hart. */
void trace_glue_enter(void)
{
	u64 page = 0;

	if (trace_domain_look(&page) == TRACE_SHUT)
		return;
	sbi_printf("hartscope: trace: hart%u: PMP leaves registers at 0x%lx "
		   "open; the hart stops\n",
		   current_hartid(), (ulong)page);
	sbi_hart_hang();
}

static bool trace_off_usable(const struct trace *t, u32 n)
{
	(void)t;
	(void)n;
	return false;
}

void trace_glue_fdt(void *fdt)
{
	if (!trace_off_found)
		return;
	fdt_trace_hand_on(fdt, &trace_glue, trace_off_usable);
	trace_domain_reserve(fdt);
}

int trace_glue_register(void)
{
	trace_glue_arm();
	return 0;
}

/* --- harts and the machine ------------------------------------------------ */

void trace_glue_reset_vector(const struct sbi_scratch *scratch)
{
	(void)scratch;
}

void trace_glue_hart_start(void)
{
	trace_glue_arm();
}

void trace_glue_hart_stop(void)
{
}

void trace_glue_suspend(void)
{
}

void trace_glue_machine_suspend(void)
{
}

void trace_glue_resume(void)
{
}

void trace_glue_switch(u32 hartindex, struct sbi_domain *next)
{
	(void)hartindex;
	(void)next;
}

void trace_glue_reset(bool machine)
{
	(void)machine;
}

void trace_glue_crash(void)
{
}

/* --- access faults -------------------------------------------------------- */

int __wrap_sbi_load_access_handler(struct sbi_trap_context *tcntx)
{
	return misaligned_once(tcntx, false, __real_sbi_load_access_handler);
}

int __wrap_sbi_store_access_handler(struct sbi_trap_context *tcntx)
{
	return misaligned_once(tcntx, true, __real_sbi_store_access_handler);
}

long fast_call_load(struct sbi_scratch *scratch, unsigned long *x)
{
	(void)x;
	return access_glue_guest(scratch) ? access_glue_of_guest(scratch) :
					    access_glue_refuse(scratch);
}

long fast_call_store(struct sbi_scratch *scratch, unsigned long *x)
{
	return fast_call_load(scratch, x);
}
