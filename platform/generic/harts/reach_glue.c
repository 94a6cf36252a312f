// SPDX-License-Identifier: BSD-2-Clause
/*
 * With Smepmp M-mode reaches a device only if the hart's domain has a region
 * that says so: a region for S-mode alone shuts M-mode out. OpenSBI's drivers
 * add their devices to the root domain, and other domains inherit those that
 * S-mode may not use. A call of such a domain that prints would end M-mode with
 * the lock of the console held. Here each domain gets all of these devices.
 */
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>

#include "../fast/boot_alloc.h"
#include "../fast/calls.h"
#include "harts.h"

#if !__has_include(<sbi/sbi_pmp.h>) /* names before OpenSBI 1.9 */
#include <sbi/riscv_asm.h>
#define sbi_hart_pmp_disable pmp_disable
#define sbi_hart_pmp_set pmp_set
#endif

#define M_READ_WRITE \
	(SBI_DOMAIN_MEMREGION_M_READABLE | SBI_DOMAIN_MEMREGION_M_WRITABLE)

static bool reach_smepmp(void)
{
	return sbi_hart_has_extension(sbi_scratch_thishart_ptr(),
				      SBI_HART_EXT_SMEPMP);
}

static bool reach_contains(const struct sbi_domain_memregion *r,
			   const struct sbi_domain_memregion *device)
{
	return r->order >= device->order &&
	       (r->order >= __riscv_xlen ||
		!((r->base ^ device->base) >> r->order));
}

/* Place of the first region for all of the device: of the domain's regions,
 * smaller ones stand before larger ones. */
static u32 reach_holder(const struct sbi_domain *dom,
			const struct sbi_domain_memregion *device, u32 *count)
{
	const struct sbi_domain_memregion *reg;
	u32 found = ~0u;

	*count = 0;
	sbi_domain_for_each_memregion(dom, reg) {
		if (found == ~0u && reach_contains(reg, device))
			found = *count;
		++*count;
	}
	return found == ~0u ? *count : found;
}

/* Place of the device among the regions: before all that are as large */
static u32 reach_place(const struct sbi_domain *dom,
		       const struct sbi_domain_memregion *device)
{
	u32 n = 0;

	while (SBI_DOMAIN_MEMREGION_IS_FIRMWARE(dom->regions[n].flags) ||
	       (dom->regions[n].order && dom->regions[n].order < device->order))
		n++;
	return n;
}

static bool reach_insert(struct sbi_domain *dom, u32 had,
			 const struct sbi_domain_memregion *device)
{
	u32 place = reach_place(dom, device);
	struct sbi_domain_memregion *to;

	/* One entry of PMP is OpenSBI's own. */
	if (had + 2 > sbi_hart_pmp_count(sbi_scratch_thishart_ptr()))
		return false;
	to = boot_alloc(sizeof(*to) * (had + 2));
	if (!to)
		return false;
	sbi_memcpy(to, dom->regions, place * sizeof(*to));
	to[place] = *device;
	sbi_memcpy(to + place + 1, dom->regions + place,
		   (had - place) * sizeof(*to));
	dom->regions = to;
	return true;
}

/* S-mode keeps its loads and stores; PMP has no code for those without loads,
 * and for a fetch from registers that M-mode writes. */
static void reach_device(struct sbi_domain *dom,
			 struct sbi_domain_memregion device)
{
	u32 had, at = reach_holder(dom, &device, &had);
	unsigned long rights = at < had ? dom->regions[at].flags : 0;

	if ((rights & M_READ_WRITE) == M_READ_WRITE)
		return;
	device.flags = SBI_DOMAIN_MEMREGION_MMIO | M_READ_WRITE;
	if (rights & SBI_DOMAIN_MEMREGION_SU_READABLE)
		device.flags |= rights & (SBI_DOMAIN_MEMREGION_SU_READABLE |
					  SBI_DOMAIN_MEMREGION_SU_WRITABLE);
	if (reach_insert(dom, had, &device))
		return;
	sbi_printf("hartscope: domain %s: no PMP entry for M-mode's device at "
		   "0x%lx\n",
		   dom->name, device.base);
	fast_console_shut();
}

void reach_glue_domains(void)
{
	const struct sbi_domain_memregion *reg;
	struct sbi_domain *dom;

	if (!reach_smepmp())
		return;
	sbi_domain_for_each(dom)
	{
		sbi_domain_for_each_memregion(&root, reg) {
			if (reg->flags & SBI_DOMAIN_MEMREGION_MMIO &&
			    reg->flags & SBI_DOMAIN_MEMREGION_M_ACCESS_MASK)
				reach_device(dom, *reg);
		}
	}
}

/*
 * A device that resets the machine is not among the regions of every board. S-mode
 * does not run on this hart any more, so its entries make room for M-mode.
 */
void reach_glue_reset(void)
{
	u32 n, count = sbi_hart_pmp_count(sbi_scratch_thishart_ptr());

	if (!reach_smepmp() || !count)
		return;
	for (n = 0; n < count; n++)
		if (!sbi_hart_smepmp_is_fw_region(n))
			sbi_hart_pmp_disable(n);
	/* Loads and stores of all modes, behind the firmware's entries */
	sbi_hart_pmp_set(count - 1, PMP_W | PMP_X, 0, __riscv_xlen);
}
