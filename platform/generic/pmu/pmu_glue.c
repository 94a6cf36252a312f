// SPDX-License-Identifier: BSD-2-Clause
/*
 * The symbols of OpenSBI's PMU, implemented by lib/pmu. This file and
 * pmu_map_glue.c define all of them that other objects need, so the stock
 * sbi_pmu.o and sbi_ecall_pmu.o stay in their archive. Only these files handle
 * differences between releases of OpenSBI.
 */
#include <libfdt.h>
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_bitops.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include <hooks.h>

#include "../ctr/ctr_glue.h"
#include "../fast/calls.h"
#include "../fast/fast.h"
#include "../hooks/banner.h"
#include "../judges/shmem_glue.h"
#include "pmu_glue.h"
#include "pmu_map_glue.h"

static const struct sbi_pmu_device *device;

static struct pmu_hart *pmu_glue_this_hart(void)
{
	return pmu_glue_hart(sbi_scratch_thishart_ptr());
}

/* --- ecalls and events ---------------------------------------------------- */

static int pmu_glue_ecall(unsigned long extid, unsigned long funcid,
			  struct sbi_trap_regs *regs,
			  struct sbi_ecall_return *out)
{
	struct sbi_args args = { { regs->a0, regs->a1, regs->a2, regs->a3,
				   regs->a4, regs->a5 } };
	struct sbiret ret;

	(void)extid;
	ret = pmu_call(pmu_glue_this_hart(), funcid, &args);
	out->value = ret.value;
	return (int)ret.error;
}

struct sbi_ecall_extension ecall_pmu;

static bool kept = true;

static int pmu_glue_register(void)
{
	int rc;

	if (!kept)
		return 0;
	rc = sbi_ecall_register_extension(&ecall_pmu);

	if (!rc)
		pmu_glue_registered();
	return rc;
}

struct sbi_ecall_extension ecall_pmu = {
	.name = "pmu",
	.extid_start = SBI_EXT_PMU,
	.extid_end = SBI_EXT_PMU,
	.register_extensions = pmu_glue_register,
	.handle = pmu_glue_ecall,
};

int sbi_pmu_ctr_incr_fw(enum sbi_pmu_fw_event_code_id fw_id)
{
	struct pmu_hart *h = pmu_glue_this_hart();
	unsigned long code;

	/* Every trap pays for this: the argument is as wide as its register,
	 * but the compiler would extend it once more. */
	__asm__("" : "=r"(code) : "0"((long)(int)fw_id));
	pmu_fw_event(h, code);
	return 0; /* unseen: no caller looks at it */
}

/* --- information from boards ---------------------------------------------- */

const struct sbi_pmu_device *sbi_pmu_get_device(void)
{
	return device;
}

void sbi_pmu_set_device(const struct sbi_pmu_device *dev)
{
	if (!device)
		device = dev;
}

/* --- overflow interrupts -------------------------------------------------- */

int sbi_pmu_irq_bit(void)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	if (sbi_hart_has_extension(scratch, SBI_HART_EXT_SSCOFPMF))
		return IRQ_PMU_OVF;
	if (device && device->hw_counter_irq_bit)
		return device->hw_counter_irq_bit();
	return -1;
}

unsigned long sbi_pmu_irq_mask(void)
{
	int bit = sbi_pmu_irq_bit();

	return bit < 0 ? 0 : 1ul << bit;
}

/* With AIA OpenSBI also calls this for an interrupt that is pending after
 * another one, without a trap of its own. */
void sbi_pmu_ovf_irq(void)
{
	struct pmu_hart *h = pmu_glue_this_hart();

	ctr_glue_overflow();
	pmu_overflow_take(h);
	sbi_sse_inject_event(SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW);
}

static void pmu_glue_sse_register(uint32_t event_id)
{
	(void)event_id;
	pmu_overflow_route(pmu_glue_this_hart(), true);
}

static void pmu_glue_sse_unregister(uint32_t event_id)
{
	(void)event_id;
	pmu_overflow_route(pmu_glue_this_hart(), false);
}

/* The event is enabled, or its handler is done. */
static void pmu_glue_sse_enable(uint32_t event_id)
{
	(void)event_id;
	pmu_overflow_done(pmu_glue_this_hart());
}

static void pmu_glue_sse_disable(uint32_t event_id)
{
	(void)event_id;
	pmu_overflow_enable(pmu_glue_this_hart(), false, true);
	predict_glue_drop();
}

static const struct sbi_sse_cb_ops sse_ops = {
	.register_cb = pmu_glue_sse_register,
	.unregister_cb = pmu_glue_sse_unregister,
	.enable_cb = pmu_glue_sse_enable,
	.disable_cb = pmu_glue_sse_disable,
	.complete_cb = pmu_glue_sse_enable,
};

/* --- boot, stop, suspend -------------------------------------------------- */

static bool pmu_chosen_is(const void *fdt, int chosen, const char *name,
			  bool otherwise)
{
	int len = 0;
	const char *value = chosen < 0 ? NULL :
					 fdt_getprop(fdt, chosen, name, &len);

	if (!value)
		return otherwise;
	if (len == 3 && !sbi_strcmp(value, "on"))
		return true;
	if (len == 4 && !sbi_strcmp(value, "off"))
		return false;
	sbi_printf("hartscope: /chosen: %s is neither \"on\" nor \"off\"; "
		   "taken as \"%s\"\n",
		   name, otherwise ? "on" : "off");
	return otherwise;
}

static void pmu_glue_machine_init(struct sbi_scratch *scratch, u32 hpm_mask)
{
	const void *fdt = fdt_get_address();
	int rc, chosen = shmem_glue_init(fdt);

	pmu_machine_init(&pmu_glue_machine, hpm_mask);
	rc = sbi_platform_pmu_init(sbi_platform_ptr(scratch));
	if (rc)
		sbi_printf("hartscope: PMU: the platform reports error %d; "
			   "its events are missing\n",
			   rc);
	events_glue_init(fdt, pmu_glue_machine.map_count);
	events_once_init(&pmu_glue_machine, scratch);
	pmu_machine_prepare(&pmu_glue_machine);
	pmu_glue_machine.irq_mask = sbi_pmu_irq_mask();
	pmu_glue_machine.snapshot = pmu_chosen_is(
		fdt, chosen, "hartscope,pmu-snapshot", PMU_SNAPSHOT_DEFAULT);
	pmu_glue_machine.linux_restart =
		pmu_chosen_is(fdt, chosen, "hartscope,pmu-linux-restart", true);
	sbi_sse_add_event(SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW, &sse_ops);
}

bool pmu_glue_predicts(void)
{
	return !pmu_glue_machine.irq_mask;
}

/* Once registered, the event stays until it is unregistered. */
bool pmu_glue_has_overflows(void)
{
	const struct pmu_hart *h = pmu_glue_this_hart();

	return pmu_glue_machine.irq_mask || h->predict || h->sse;
}

/* Without the PMU nothing is delegated. The answer is the register's, not that of
 * the ISA string: boards may leave the extension out. */
static bool pmu_glue_delegate(struct sbi_scratch *scratch)
{
	if (sbi_hart_priv_version(scratch) < SBI_HART_PRIV_VER_1_12)
		return false;
	if (!kept)
		csr_clear64(CSR_MENVCFG, ENVCFG_CDE);
	return csr_read64(CSR_MENVCFG) & ENVCFG_CDE;
}

void pmu_glue_keeps(bool all)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	kept = all;
	if (all)
		return;
	ctr_glue_undelegate(scratch);
	pmu_glue_hart(scratch)->has.delegated = pmu_glue_delegate(scratch);
}

/*
 * OpenSBI misses counters that count while it probes them, and takes the width of
 * one for that of all. Its other objects get the right answer, too.
 */

unsigned int __wrap_sbi_hart_mhpm_mask(struct sbi_scratch *scratch)
{
	return pmu_glue_hart(scratch)->has.hpm_mask;
}

/* At the first start of a hart; later ones keep the result. */
static u32 pmu_glue_counters(struct pmu_hart *h)
{
	return h->machine ? h->has.hpm_mask : pmu_probe(h->hpm_bits);
}

static void pmu_glue_hart_init(struct sbi_scratch *scratch, struct pmu_hart *h,
			       u32 hpm_mask)
{
	struct pmu_hart_features has = {
		.hpm_mask = hpm_mask,
		.inhibit = events_glue_inhibits(scratch),
		.sscofpmf =
			sbi_hart_has_extension(scratch, SBI_HART_EXT_SSCOFPMF),
		.smcntrpmf =
			sbi_hart_has_extension(scratch, SBI_HART_EXT_SMCNTRPMF),
	};

	has.delegated = pmu_glue_delegate(scratch) && has.inhibit;
	has.plain = !device;
	/* Under Smepmp M-mode maps S-mode's memory before use; only C clears
	 * MDT */
	has.direct = !sbi_hart_has_extension(scratch, SBI_HART_EXT_SMEPMP) &&
		     !fast_double_traps();
	has.prefer_hpm =
		has.sscofpmf ||
		sbi_hart_has_extension(scratch, SBI_HART_EXT_XANDESPMU);
	pmu_hart_init(h, &pmu_glue_machine, &has);
}

static void pmu_glue_report(struct sbi_scratch *scratch,
			    const struct pmu_hart *h)
{
	u32 hardware = (u32)sbi_popcount(h->present & ~h->not_hw);

	if (scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS)
		return;
	if (pmu_glue_machine.hidden)
		sbi_printf("hartscope: PMU: no index for hardware counters "
			   "0x%x%s\n",
			   pmu_glue_machine.hidden,
			   pmu_glue_machine.loses ? ", which some events need" :
						    "");
	sbi_printf("hartscope: PMU: %u hardware and %u firmware counters, "
		   "%u event ranges, overflow interrupt %s, snapshot %s\n",
		   hardware, pmu_glue_machine.num_fw,
		   pmu_glue_machine.map_count,
		   pmu_glue_machine.irq_mask ? "on" : "none",
		   pmu_glue_machine.snapshot ? "on" : "off");
	events_glue_report();
}

int sbi_pmu_init(struct sbi_scratch *scratch, bool cold_boot)
{
	struct pmu_hart *h = pmu_glue_hart_alloc(scratch);
	u32 hpm_mask;

	if (!h)
		/* unseen: the heap is large enough at boot */
		return SBI_ENOMEM;
	hpm_mask = pmu_glue_counters(h);
	if (cold_boot) {
		hartscope_banner(scratch);
		pmu_glue_machine_init(scratch, hpm_mask);
	}
	pmu_glue_hart_init(scratch, h, hpm_mask);
	pmu_glue_hart_set(scratch, h);
	pmu_glue_fast_arm(scratch);
	/* In every release, this runs first after delegate_traps(). */
	ctr_glue_delegate(scratch);
	if (cold_boot)
		pmu_glue_report(scratch, h);
	return 0;
}

void sbi_pmu_exit(struct sbi_scratch *scratch)
{
	/* unseen: a start of the hart writes all registers */
	pmu_hart_exit(pmu_glue_hart(scratch));
	/* unseen: a start of the hart begins anew */
	predict_glue_stop(scratch);
}

void pmu_glue_suspend(struct sbi_scratch *scratch)
{
	predict_glue_leave();
	pmu_hart_suspend(pmu_glue_hart(scratch));
	predict_glue_saved(pmu_glue_hart(scratch));
}

void pmu_glue_suspend_cancel(struct sbi_scratch *scratch)
{
	pmu_hart_suspend_cancel(pmu_glue_hart(scratch));
}

void pmu_glue_resume(struct sbi_scratch *scratch)
{
	pmu_hart_resume(pmu_glue_hart(scratch));
	pmu_glue_fast_arm(scratch);
	predict_glue_enter();
}

void pmu_glue_domain_changed(struct sbi_scratch *scratch)
{
	struct pmu_hart *h = pmu_glue_hart(scratch);

	if (pmu_in_use(h))
		pmu_snapshot_recheck(h);
}
