// SPDX-License-Identifier: BSD-2-Clause
/*
 * When lib/ctr acts: at the start, suspend and switch of harts. State of a
 * hart is in its scratch, what an owner left is with its domain.
 *
 * The boot hart decides for the machine: only it can be looked at before the
 * device tree is handed on. A hart without CTR never gets to more than the
 * test of ctr_glue_offset.
 */
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_string.h>

#include "ctr_glue.h"
#include "glue.h"

unsigned long ctr_glue_offset;

static bool usable; /* by S-mode, as found on the boot hart */

/* struct ctr_context of every hart, for each domain */
static struct sbi_domain_data contexts;

static struct ctr_context *ctr_glue_context(struct sbi_domain *dom,
					    u32 hartindex)
{
	struct ctr_context *c = sbi_domain_data_ptr(dom, &contexts);

	return c ? c + hartindex : NULL;
}

static struct ctr_context *ctr_glue_this_context(void)
{
	return ctr_glue_context(sbi_domain_thishart_ptr(), current_hartindex());
}

/* --- start ---------------------------------------------------------------- */

static bool ctr_glue_listed(struct sbi_scratch *scratch)
{
	return sbi_hart_has_extension(scratch, SBI_HART_EXT_SMCTR) ||
	       sbi_hart_has_extension(scratch, SBI_HART_EXT_SSCTR);
}

static int ctr_glue_cold_boot(const struct ctr_hart *found)
{
	usable = found->usable;
	if (!found->present && !found->has_select && !found->has_gate)
		return 0;
	ctr_glue_offset = sbi_scratch_alloc_offset(sizeof(struct ctr_hart));
	if (!ctr_glue_offset)
		return SBI_ENOMEM;
	if (usable)
		ctr_glue_record_traps();
	contexts.data_size = sizeof(struct ctr_context) * sbi_hart_count();
	return sbi_domain_register_data(&contexts);
}

int ctr_glue_hart_init(struct sbi_scratch *scratch, bool cold_boot)
{
	bool listed = ctr_glue_listed(scratch);
	struct ctr_hart found, *h;
	int rc;

	ctr_hart_init(&found, listed && (cold_boot || usable));
	if (cold_boot) {
		rc = ctr_glue_cold_boot(&found);
		if (rc)
			return rc;
	}
	/* What OpenSBI believes, it opens the gate for when a hart resumes. */
	if (!found.usable) {
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SMCTR, false);
		sbi_hart_update_extension(scratch, SBI_HART_EXT_SSCTR, false);
	}
	h = ctr_glue_hart(scratch);
	if (h)
		*h = found;
	return 0;
}

void ctr_glue_delegate(struct sbi_scratch *scratch)
{
	const struct ctr_hart *h = ctr_glue_hart(scratch);

	if (h)
		ctr_hart_delegate(h);
}

void ctr_glue_report(struct sbi_scratch *scratch)
{
	const struct ctr_hart *h = ctr_glue_hart(scratch);

	if (h && h->present && !(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS))
		sbi_printf("hartscope: CTR: %s\n",
			   usable ? "control transfer records are for S-mode" :
				    "not usable by S-mode, device tree "
				    "does not list it");
}

/* --- device tree ---------------------------------------------------------- */

static void ctr_glue_fdt_hart(void *fdt, int node)
{
	static const char list_name[] = "riscv,isa-extensions";
	int len;
	char *isa = fdt_getprop_w(fdt, node, "riscv,isa", &len);
	void *value;

	if (isa && ctr_isa_remove(isa))
		fdt_setprop_placeholder(fdt, node, "riscv,isa",
					(int)sbi_strlen(isa) + 1, &value);
	isa = fdt_getprop_w(fdt, node, list_name, &len);
	if (!isa)
		return;
	len = (int)ctr_isa_list_remove(isa, (u32)len);
	fdt_setprop_placeholder(fdt, node, list_name, len, &value);
}

void ctr_glue_fdt(void *fdt)
{
	int cpus = fdt_path_offset(fdt, "/cpus"), node;

	if (usable || cpus < 0)
		return;
	for (node = fdt_first_subnode(fdt, cpus); node >= 0;
	     node = fdt_next_subnode(fdt, node))
		ctr_glue_fdt_hart(fdt, node);
}

/* --- suspend and switch --------------------------------------------------- */

/* As much memory as the owner's depth needs; where there is none, its oldest
 * records are lost, but to nobody else. */
static void ctr_glue_keep(const struct ctr_hart *h, bool used,
			  struct ctr_context *c)
{
	u32 depth = used && h->usable ? ctr_depth() : 0;

	if (c->room < depth) {
		sbi_free(c->record);
		c->record = sbi_malloc(depth * sizeof(*c->record));
		c->room = c->record ? depth : 0;
	}
	ctr_save(h, used, c);
}

void ctr_glue_suspend(struct sbi_scratch *scratch)
{
	struct ctr_hart *h = ctr_glue_hart(scratch);
	struct ctr_context *c;

	if (!h)
		return;
	c = ctr_glue_this_context();
	if (c)
		ctr_glue_keep(h, ctr_in_use(h), c);
}

void ctr_glue_suspend_cancel(struct sbi_scratch *scratch)
{
	struct ctr_context *c;

	if (!ctr_glue_hart(scratch))
		return;
	c = ctr_glue_this_context();
	if (c)
		c->valid = false;
}

void ctr_glue_resume(struct sbi_scratch *scratch)
{
	struct ctr_hart *h = ctr_glue_hart(scratch);

	if (h)
		ctr_hart_resume(h, ctr_glue_this_context());
}

void ctr_glue_switch(u32 hartindex, struct sbi_domain *next)
{
	struct ctr_hart *h = ctr_glue_hart(sbi_scratch_thishart_ptr());
	struct ctr_context *c;
	bool used;

	if (!h)
		return;
	used = ctr_in_use(h);
	c = ctr_glue_context(sbi_hartindex_to_domain(hartindex), hartindex);
	if (c)
		ctr_glue_keep(h, used, c);
	if (used)
		ctr_clear(h);
	else
		ctr_clear_unused(h);
	c = ctr_glue_context(next, hartindex);
	if (c && c->valid)
		ctr_restore(h, c);
}
