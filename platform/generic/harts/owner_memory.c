// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory for the owners of S-mode while they are away, all of it at boot. A hart
 * has as many owners as there are domains that it may run in. If the heap has no
 * room for all of them, the feature is off for all: no owner loses its state.
 */
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_dbtr.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_trap.h>

#include "../fast/boot_alloc.h"
#include "owner_glue.h"

/*
 * OpenSBI allocates a context for each owner of a hart at the first switch of that
 * hart, which fails for ever without memory. Its size is known to that file
 * alone: registers of S-mode, 32 FP registers, and the vector unit's.
 */
size_t sbi_vector_context_size(void) __attribute__((weak));

enum {
	LINE = 64, /* alignment of the heap */
	STOCK = sizeof(struct sbi_trap_context) + 20 * sizeof(long) +
		32 * sizeof(u64) + 2 * LINE,
	/* Later allocations of OpenSBI: when a hart first starts, which fails for
	 * ever without memory (triggers, SSE, FWFT), and at boot */
	STOCK_HART = sizeof(struct sbi_dbtr_hart_triggers_state) + 1024,
	STOCK_BOOT = 2048,
};

static u32 owner_count(u32 hartindex)
{
	struct sbi_domain *dom;
	u32 count = 0;

	sbi_domain_for_each(dom) count +=
		sbi_hartmask_test_hartindex(hartindex, dom->possible_harts);
	return count;
}

/* Owners that share their hart with another one. */
static u32 owner_sharing(void)
{
	u32 count = 0;

	sbi_for_each_hartindex(i) count += owner_count(i) > 1 ? owner_count(i) :
								0;
	return count;
}

static unsigned long owner_stock(void)
{
	unsigned long size = STOCK, count = owner_sharing();

	if (count && sbi_vector_context_size && misa_extension('V'))
		size += sbi_vector_context_size() + LINE;
	return count * size + sbi_hart_count() * STOCK_HART + STOCK_BOOT;
}

/*
 * One block, and as much more as OpenSBI will need. A heap that is larger by both
 * has them behind all that is in it now, and behind what was off before.
 */
static bool owner_fit(const char *feature, unsigned long size)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	static unsigned long off; /* memory of features that are off */
	unsigned long stock = owner_stock();

	if (boot_alloc_fits(size + stock))
		return true;
	off += size;
	sbi_printf("hartscope: %s: off: needs heap-size = <0x%lx>\n", feature,
		   (scratch->fw_heap_size + off + stock + 0xfff) & ~0xffful);
	return false;
}

/* --- PMU -------------------------------------------------------------------- */

bool owner_memory_pmu(void)
{
	unsigned long one = (sizeof(struct pmu_context) + LINE - 1) & -LINE;
	u32 count = owner_sharing();
	struct sbi_domain *dom;
	char *block;

	if (!count)
		return true;
	if (!owner_fit("PMU", count * one))
		return false;
	block = boot_alloc(count * one);
	sbi_for_each_hartindex(i)
	{
		if (owner_count(i) < 2)
			continue;
		sbi_domain_for_each(dom)
		{
			if (!sbi_hartmask_test_hartindex(i,
							 dom->possible_harts))
				continue;
			owner_glue(dom, i)->pmu = (void *)block;
			block += one;
		}
	}
	return true;
}

/* --- CTR -------------------------------------------------------------------- */

bool owner_memory_ctr(u32 (*depth)(u32 hartindex))
{
	struct sbi_domain *dom;
	unsigned long count = 0;
	struct ctr_kept *block;
	struct ctr_context *c;

	sbi_for_each_hartindex(i) count += owner_count(i) * depth(i);
	if (!count)
		return true;
	if (!owner_fit("CTR", count * sizeof(*block)))
		return false;
	block = boot_alloc_raw(count * sizeof(*block));
	sbi_for_each_hartindex(i)
	{
		sbi_domain_for_each(dom)
		{
			if (!sbi_hartmask_test_hartindex(i,
							 dom->possible_harts))
				continue;
			c = &owner_glue(dom, i)->ctr;
			c->record = block;
			c->room = depth(i);
			block += depth(i);
		}
	}
	return true;
}
