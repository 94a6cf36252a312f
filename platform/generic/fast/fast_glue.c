// SPDX-License-Identifier: BSD-2-Clause
/*
 * The place of struct pmu_hart of each hart, and the times when trap.S takes
 * its traps.
 */
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_timer.h>
#include <sbi_utils/timer/aclint_mtimer.h>

#include "boot_alloc.h"
#include "calls.h"
#include "fast.h"

_Static_assert(sizeof(struct pmu_hart) <= FAST_CALLS_STATE - FAST_STATE,
	       "struct fast_hart is behind it");

/* --- the place of the state ----------------------------------------------- */

static bool registered; /* the PMU extension answers calls */

/* For events of harts that have no state yet; its counts are not used. */
static struct pmu_hart nobody;

static void *fast_state(struct sbi_scratch *scratch)
{
	return (u8 *)scratch + FAST_STATE;
}

/*
 * OpenSBI rounds up each allocation in the scratch space to a cache block. With
 * large blocks, this kilobyte would leave too little for OpenSBI itself.
 */
static bool fast_fits(void)
{
	return sbi_platform_thishart_ptr()->cbom_block_size <= FAST_LINE;
}

int pmu_glue_scratch_init(void)
{
	unsigned long size = sizeof(struct pmu_hart *);
	struct sbi_scratch *scratch;

	if (fast_fits())
		size = FAST_CALLS_STATE - FAST_POINTER +
		       sizeof(struct fast_hart);
	/* The first allocation of all: its offset and layout are known
	 * before */
	if (sbi_scratch_alloc_offset(size) != FAST_POINTER)
		/* unseen: OpenSBI makes this allocation first */
		return SBI_ENOMEM;
	sbi_for_each_hartindex(i)
	{
		scratch = sbi_hartindex_to_scratch(i);
		pmu_glue_hart_set(scratch,
				  fast_fits() ? fast_state(scratch) : &nobody);
		if (fast_fits())
			fast_glue_hart(scratch)->hartid =
				sbi_hartindex_to_hartid(i);
	}
	return 0;
}

struct pmu_hart *pmu_glue_hart_alloc(struct sbi_scratch *scratch)
{
	static struct pmu_hart *all;

	if (pmu_glue_hart(scratch) != &nobody)
		return pmu_glue_hart(scratch);
	if (!all)
		all = boot_alloc(sbi_hart_count() * sizeof(*all));
	return all ? &all[scratch->hartindex] : NULL;
}

/* --- choice of the entry -------------------------------------------------- */

/* A hart may want vectors that are further apart (mtvec is WARL) than the two of
 * trap.S. No trap comes meanwhile. */
static bool fast_vector_holds(void)
{
	unsigned long stock = csr_read(CSR_MTVEC),
		      at = (unsigned long)fast_trap;
	bool holds;

	csr_write(CSR_MTVEC, at & ~(ulong)FAST_VECTOR_BIT);
	holds = csr_swap(CSR_MTVEC, at) == (at & ~(ulong)FAST_VECTOR_BIT);
	return (csr_swap(CSR_MTVEC, stock) == at) & holds;
}

/* The reason to keep OpenSBI's entry; NULL: none. */
static const char *fast_obstacle(struct sbi_scratch *scratch)
{
	unsigned long mtvec = csr_read(CSR_MTVEC);

	if (pmu_glue_hart(scratch) != fast_state(scratch))
		return "cache blocks are larger than 64 bytes";
	if (mtvec != (unsigned long)_trap_handler &&
	    mtvec != (unsigned long)_trap_handler_hyp)
		/* unseen: no release is built that does */
		return "this OpenSBI enters traps in another way";
	return fast_vector_holds() ? NULL : "mtvec cannot hold the entry";
}

/* The reason to leave all counters to C; NULL: none. */
static const char *fast_handicap(const struct pmu_hart *h)
{
	if (!h->has.plain)
		return "the board has PMU hooks of its own";
	return h->has.inhibit ? NULL : "there is no mcountinhibit";
}

/* --- settings of calls ---------------------------------------------------- */

/* This hart's; NULL: there is none, or one of another kind. */
static const struct aclint_mtimer_data *fast_mtimer(void)
{
	const struct sbi_timer_device *device = sbi_timer_get_device();

	if (!device || sbi_strcmp(device->name, "aclint-mtimer"))
		return NULL;
	return aclint_get_mtimer_data();
}

static enum fast_timer fast_clint(struct fast_hart *f)
{
	const struct aclint_mtimer_data *mt = fast_mtimer();

	if (!mt)
		return FAST_TIMER_OFF;
	f->mtimecmp =
		mt->mtimecmp_addr + 8 * (current_hartid() - mt->first_hartid);
	return __riscv_xlen == 64 && mt->has_64bit_mmio ? FAST_TIMER_WIDE :
							  FAST_TIMER_HALF;
}

static enum fast_timer fast_timer_kind(struct sbi_scratch *scratch,
				       struct fast_hart *f)
{
	if (sbi_hart_has_extension(scratch, SBI_HART_EXT_SSTC))
		return FAST_TIMER_SSTC;
	return fast_clint(f);
}

void fast_glue_timer(bool fast)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	struct fast_hart *f = fast_glue_hart(scratch);

	if (f)
		f->timer = fast ? fast_timer_kind(scratch, f) : FAST_TIMER_OFF;
}

struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch)
{
	return fast_fits() ? (void *)((u8 *)scratch + FAST_CALLS_STATE) : NULL;
}

/*
 * True if OpenSBI reads mtime for S-mode, and a load does the same. On RV32
 * only mstatush tells a guest from its host.
 */
static bool fast_rdtime(struct sbi_scratch *scratch, struct fast_hart *f)
{
	const struct aclint_mtimer_data *mt = fast_mtimer();

	if (!mt || sbi_hart_has_csr(scratch, SBI_HART_CSR_TIME) ||
	    sbi_hart_priv_version(scratch) < SBI_HART_PRIV_VER_1_10 ||
	    (__riscv_xlen == 64 ? !mt->has_64bit_mmio : f->hyp))
		return false;
	f->mtime = mt->mtime_addr;
	return true;
}

/* Call this once the devices are known; before, OpenSBI takes the hart's
 * calls. */
static void fast_hart_init(struct sbi_scratch *scratch)
{
	struct fast_hart *f = fast_glue_hart(scratch);

	f->hyp = csr_read(CSR_MTVEC) == (unsigned long)_trap_handler_hyp;
	f->timer = fast_timer_kind(scratch, f);
	f->rdtime = fast_rdtime(scratch, f);
	/* On RV32 mstatush tells a guest from its host, and has MDT */
	/* unseen: only slower */
	f->misaligned = __riscv_xlen == 64 ||
			(!f->hyp && sbi_hart_priv_version(scratch) >=
					    SBI_HART_PRIV_VER_1_12);
	f->implementation = sbi_ecall_get_impid();
	f->eid_time = SBI_EXT_TIME;
	f->eid_rfence = SBI_EXT_RFENCE;
	f->eid_ipi = SBI_EXT_IPI;
	f->eid_hsm = SBI_EXT_HSM;
	f->eid_dbcn = SBI_EXT_DBCN;
	f->eid_fwft = SBI_EXT_FWFT;
	f->pages = sbi_platform_tlbr_flush_limit(sbi_platform_thishart_ptr()) >=
		   PAGE_SIZE;
	/* With Smaia, mtopi has the pending interrupt */
	f->soft = !sbi_hart_has_extension(scratch, SBI_HART_EXT_SMAIA);
}

void pmu_glue_fast_arm(struct sbi_scratch *scratch)
{
	if (!registered || fast_obstacle(scratch))
		return;
	fast_hart_init(scratch);
	csr_write(CSR_MTVEC, (unsigned long)fast_trap);
}

void pmu_glue_registered(void)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	const char *why = fast_obstacle(scratch);

	if (!why)
		why = fast_handicap(pmu_glue_hart(scratch));
	if (why && !(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS))
		sbi_printf("hartscope: PMU: no fast calls: %s\n", why);
	registered = true;
	pmu_glue_fast_arm(scratch);
}
