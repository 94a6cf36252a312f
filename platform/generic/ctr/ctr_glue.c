// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls of lib/ctr at the start, suspend and switch of harts. State of a hart
 * is in its scratch space, state of an owner that is away with its domain.
 *
 * Each hart reports its features as soon as it comes to the firmware. The boot
 * hart edits the node of each hart by its report, and no hart gives S-mode
 * features that its node does not list.
 */
#include <libfdt.h>
#include <sbi/riscv_barrier.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_timer.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "../harts/owner_glue.h"
#include "ctr_glue.h"

static struct ctr_harts harts;
_Static_assert(CTR_HARTS_MAX >= SBI_HARTMASK_MAX_BITS, "a word for each hart");

/* The deepest buffer of each hart, before it says its names. */
static u16 depths[CTR_HARTS_MAX];

static struct ctr_context *ctr_glue_this_context(void)
{
	struct owner *o =
		owner_glue(sbi_domain_thishart_ptr(), current_hartindex());

	return o ? &o->ctr : NULL;
}

/* --- start ---------------------------------------------------------------- */

/* Only at the first arrival: at a later one a suspend may have state to
 * keep. */
void ctr_glue_arrive(struct sbi_scratch *scratch, bool may_trap)
{
	u32 hart = (u32)scratch->hartindex;

	u8 names;

	if (hart >= CTR_HARTS_MAX || harts.said[hart])
		return;
	names = may_trap ? ctr_hart_names() : 0;
	if (names & CTR_NAMES_CTR)
		depths[hart] = ctr_hart_deepest();
	smp_wmb();
	ctr_harts_say(&harts, hart, names);
}

/* Names that the device tree has for a hart, by OpenSBI's copy. */
static u8 ctr_glue_listed(struct sbi_scratch *scratch)
{
	static const struct {
		enum sbi_hart_extensions ext;
		u8 names;
	} rows[] = {
		{ SBI_HART_EXT_SSCSRIND, CTR_NAMES_SELECT },
		{ SBI_HART_EXT_SMCTR, CTR_NAMES_CTR },
		{ SBI_HART_EXT_SSCTR, CTR_NAMES_CTR },
	};
	unsigned int n;
	u8 names = 0;

	for (n = 0; n < array_size(rows); n++)
		if (sbi_hart_has_extension(scratch, rows[n].ext))
			names |= rows[n].names;
	return names;
}

/* OpenSBI enables the extensions in its list when a hart resumes. */
static void ctr_glue_believe(struct sbi_scratch *scratch, u8 names)
{
	if (!(names & CTR_NAMES_CTR)) {
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SMCTR, false);
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SSCTR, false);
	}
	if (!(names & CTR_NAMES_SELECT))
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SSCSRIND,
					  false);
	if (!(names & CTR_NAMES_DELEGATION)) {
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SMCDELEG,
					  false);
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SSCCFG, false);
	}
}

static int ctr_glue_cold_boot(void)
{
	harts.count = sbi_hart_count();
	ctr_glue_offset = sbi_scratch_alloc_offset(sizeof(struct ctr_hart));
	return ctr_glue_offset ? 0 : SBI_ENOMEM;
}

int ctr_glue_hart_init(struct sbi_scratch *scratch, bool cold_boot)
{
	u8 names = ctr_harts_names(&harts, (u32)scratch->hartindex);
	int rc = cold_boot ? ctr_glue_cold_boot() : 0;
	struct ctr_hart *h;

	if (rc)
		return rc; /* unseen: the heap is large enough at boot */
	h = ctr_glue_hart(scratch);
	ctr_hart_init(h, names & ctr_glue_listed(scratch));
	ctr_glue_believe(scratch, names);
	return 0;
}

void ctr_glue_delegate(struct sbi_scratch *scratch)
{
	const struct ctr_hart *h = ctr_glue_hart(scratch);

	if (!h)
		return;
	ctr_hart_delegate(h);
	if (h->usable)
		ctr_glue_record_traps();
}

void ctr_glue_undelegate(struct sbi_scratch *scratch)
{
	ctr_harts_withhold(&harts, CTR_NAMES_DELEGATION);
	ctr_glue_believe(scratch,
			 ctr_harts_names(&harts, (u32)scratch->hartindex));
}

/* --- device tree ---------------------------------------------------------- */

static const char isa_name[] = "riscv,isa";
static const char list_name[] = "riscv,isa-extensions";

static u8 ctr_glue_fdt_names(const void *fdt, int node)
{
	int len;
	const char *isa = fdt_getprop(fdt, node, isa_name, &len);
	u8 names = isa ? ctr_isa_names(isa) : 0;

	isa = fdt_getprop(fdt, node, list_name, &len);
	return isa ? names | ctr_isa_list_names(isa, (u32)len) : names;
}

static void ctr_glue_fdt_remove(void *fdt, int node, u8 names)
{
	int len;
	char *isa = fdt_getprop_w(fdt, node, isa_name, &len);
	void *value;

	if (isa && ctr_isa_remove(isa, names))
		fdt_setprop_placeholder(fdt, node, isa_name,
					(int)sbi_strlen(isa) + 1, &value);
	isa = fdt_getprop_w(fdt, node, list_name, &len);
	if (!isa)
		return;
	len = (int)ctr_isa_list_remove(isa, (u32)len, names);
	fdt_setprop_placeholder(fdt, node, list_name, len, &value);
}

/* Names in the node of any hart. */
static u8 ctr_glue_fdt_any(const void *fdt, int cpus)
{
	u8 names = 0;
	int node;

	fdt_for_each_subnode(node, fdt, cpus)
		names |= ctr_glue_fdt_names(fdt, node);
	return names;
}

/*
 * Harts come to the firmware together, long before this. A hart that a device
 * has to start may not have come at all; it will then find no names in its
 * node.
 */
static void ctr_glue_wait(bool boot_prints)
{
	const struct sbi_hsm_device *hsm = sbi_hsm_get_device();
	u32 us = hsm && hsm->hart_start ? 10000 : 1000000;

	/* Without a timer, each look takes time of its own. */
	while (ctr_harts_silent(&harts) && us--)
		/* unseen: no hart of QEMU is late */
		if (sbi_timer_get_device())
			/* unseen: no hart of QEMU is late */
			sbi_timer_udelay(1);
	if (ctr_harts_silent(&harts) && boot_prints)
		sbi_printf("hartscope: CTR: %u of %u harts did not report; the "
			   "device tree does not list it for them\n",
			   ctr_harts_silent(&harts), harts.count);
	ctr_harts_close(&harts); /* unseen: no hart of QEMU is late */
}

/* Edit a node by the finding of its own hart. @return true if the hart has
 * CTR */
static bool ctr_glue_fdt_hart(void *fdt, int node)
{
	u8 listed = ctr_glue_fdt_names(fdt, node), names = 0;
	u32 hartid;

	if (!fdt_parse_hart_id(fdt, node, &hartid))
		names = ctr_harts_names(&harts,
					sbi_hartid_to_hartindex(hartid));
	if (listed & ~names)
		ctr_glue_fdt_remove(fdt, node, listed & ~names);
	return listed & names & CTR_NAMES_CTR;
}

static u32 ctr_glue_depth(u32 hartindex)
{
	smp_rmb();
	return ctr_harts_names(&harts, hartindex) & CTR_NAMES_CTR ?
		       depths[hartindex] :
		       0;
}

/* No hart offers it; the boot hart was the first to do so. */
static void ctr_glue_off(void)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	ctr_harts_withhold(&harts, CTR_NAMES_CTR);
	ctr_glue_hart_init(scratch, false);
	ctr_glue_delegate(scratch);
}

static void ctr_glue_report(u32 listed, u32 usable)
{
	if (usable && usable == listed)
		sbi_printf("hartscope: CTR: control transfer records are for "
			   "S-mode\n");
	else if (usable)
		sbi_printf("hartscope: CTR: control transfer records are for "
			   "S-mode on %u of %u harts that list it\n",
			   usable, listed);
	else if (listed)
		sbi_printf("hartscope: CTR: not usable by S-mode, device tree "
			   "does not list it\n");
}

void ctr_glue_fdt(void *fdt, bool boot_prints)
{
	int cpus = fdt_path_offset(fdt, "/cpus"), node;
	u32 listed = 0, usable = 0;

	if (cpus < 0 || !ctr_glue_fdt_any(fdt, cpus)) {
		ctr_harts_close(&harts); /* unseen: no hart of QEMU is late */
		return;			 /* unseen: only slower */
	}
	ctr_glue_wait(boot_prints);
	if (!owner_memory_ctr(ctr_glue_depth))
		ctr_glue_off();
	fdt_for_each_subnode(node, fdt, cpus)
	{
		listed += ctr_glue_fdt_names(fdt, node) & CTR_NAMES_CTR ? 1 : 0;
		usable += ctr_glue_fdt_hart(fdt, node);
	}
	ctr_glue_for_s_mode = usable;
	if (boot_prints)
		ctr_glue_report(listed, usable);
}

/* --- suspend and switch --------------------------------------------------- */

void ctr_glue_suspend(struct sbi_scratch *scratch)
{
	struct ctr_hart *h = ctr_glue_hart(scratch);
	struct ctr_context *c;

	if (!h)
		return; /* unseen: no suspend comes before the end of boot */
	c = ctr_glue_this_context();
	if (c)
		ctr_save(h, ctr_in_use(h), c);
}

/* A suspend always comes before it, so the saved state is from this suspend. */
void ctr_glue_resume(struct sbi_scratch *scratch)
{
	struct ctr_hart *h = ctr_glue_hart(scratch);

	if (h)
		ctr_hart_resume(h, ctr_glue_this_context());
}

void ctr_glue_switch(struct ctr_hart *h, struct owner *from, struct owner *to)
{
	bool used = ctr_in_use(h);

	ctr_save(h, used, &from->ctr);
	if (used)
		ctr_clear(h);
	else
		ctr_clear_unused(h);
	if (to->ctr.valid)
		ctr_restore(h, &to->ctr);
}
