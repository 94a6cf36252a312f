// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where struct pmu_hart of each hart is, and when platform/generic/fast/trap.S takes
 * its traps.
 */
#include <hart/fields.h>
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_scratch.h>

#include "../glue/glue.h"

/* --- what trap.S takes for granted ----------------------------------- */

#define AT(field, name)                                                 \
	_Static_assert(offsetof(struct pmu_hart, field) == FAST_##name, \
		       "trap.h: " #field " is elsewhere")

#define SAME(theirs, ours) _Static_assert((theirs) == (ours), #ours)

AT(eid, EID);
AT(num_fast, NUM_FAST);
AT(num_hw, NUM_HW);
AT(num, NUM);
AT(not_hw, NOT_HW);
AT(started, STARTED);
AT(present, PRESENT);
AT(configured, CONFIGURED);
AT(inhibit, INHIBIT);
AT(has.sscofpmf, SSCOFPMF);
AT(has.smcntrpmf, SMCNTRPMF);
AT(has.prefer_hpm, PREFER_HPM);
AT(snapshot, SNAPSHOT);
AT(machine, MACHINE);
AT(events, EVENTS);
AT(value, VALUE);
AT(hw_event, HW_EVENT);
AT(info, INFO);

_Static_assert(sizeof(struct pmu_hart) < 1024, "room in the scratch space");
_Static_assert(PMU_FW_STOPPED == FAST_INFO_STOPPED &&
		       PMU_FW_HIGH == FAST_INFO_HIGH &&
		       -(1 << PMU_FW_CODE_SHIFT) == FAST_INFO_CODE,
	       "trap.h: bits of info");
_Static_assert(PMU_FW_CODE_SHIFT == FAST_INFO_SHIFT &&
		       (PMU_FW_NONE << PMU_FW_CODE_SHIFT | PMU_FW_STOPPED) ==
			       FAST_INFO_EMPTY,
	       "trap.h: info of a counter without event");
_Static_assert(offsetof(struct pmu_machine, known) == 0 &&
		       sizeof(struct pmu_known_event) ==
			       1 << FAST_KNOWN_SHIFT &&
		       offsetof(struct pmu_known_event, select) ==
			       FAST_KNOWN_SELECT &&
		       offsetof(struct pmu_known_event, counters) ==
			       FAST_KNOWN_COUNTERS &&
		       PMU_CACHE_FIRST == FAST_CACHE_FIRST &&
		       PMU_CACHE_CODES == FAST_CACHE_CODES &&
		       SBI_PMU_FW_MAX == FAST_FW_CODES,
	       "trap.h: known events");
_Static_assert(SBI_PMU_EVENT_TYPE_HW_CACHE << SBI_PMU_EVENT_IDX_TYPE_OFFSET ==
			       FAST_CACHE_EVENT_LUI << 12 &&
		       SBI_PMU_EVENT_TYPE_FW << SBI_PMU_EVENT_IDX_TYPE_OFFSET ==
			       FAST_FW_EVENT_LUI << 12,
	       "trap.h: event_idx");
_Static_assert((FAST_CONFIG_FLAGS | SBI_PMU_CFG_FLAG_SKIP_MATCH |
		SBI_PMU_CFG_FLAG_AUTO_START) == 0xff &&
		       SBI_PMU_CFG_FLAG_CLEAR_VALUE == FAST_CONFIG_CLEAR &&
		       (SBI_PMU_CFG_FLAG_SET_VUINH |
			SBI_PMU_CFG_FLAG_SET_VSINH | SBI_PMU_CFG_FLAG_SET_UINH |
			SBI_PMU_CFG_FLAG_SET_SINH) == FAST_CONFIG_INHIBIT,
	       "trap.h: config_flags");
_Static_assert((u64)SBI_PMU_CFG_FLAG_SET_VUINH
				       << (32 + FAST_EVENT_FLAGS_SHIFT) ==
			       FIELD_MASK(MHPMEVENT, VUINHIBIT) &&
		       (u64)FAST_EVENT_MINH_LUI << (32 + 12) ==
			       FIELD_MASK(MHPMEVENT, MINHIBIT) &&
		       MHPMEVENT_SELECT_WIDTH ==
			       32 + FAST_EVENT_SELECT_HIGH_BITS,
	       "trap.h: mhpmevent");
SAME(SBI_EXT_PMU_NUM_COUNTERS, 0);
SAME(SBI_EXT_PMU_COUNTER_CFG_MATCH, FAST_FID_CONFIG);
SAME(SBI_EXT_PMU_COUNTER_START, FAST_FID_START);
SAME(SBI_EXT_PMU_COUNTER_STOP, FAST_FID_STOP);
SAME(SBI_EXT_PMU_COUNTER_FW_READ, FAST_FID_FW_READ);
SAME(PMU_CALLS, FAST_CALLS);
SAME(SBI_PMU_START_FLAG_SET_INIT_VALUE, FAST_START_SET_INIT);
SAME(SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT, FAST_START_SNAPSHOT);
SAME(SBI_PMU_STOP_FLAG_RESET, FAST_STOP_RESET);
SAME(SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT, FAST_STOP_SNAPSHOT);
SAME(SBI_ERR_ALREADY_STOPPED, -(1 << FAST_ALREADY_STOPPED_SHIFT));

/* --- where the state is --------------------------------------------------- */

static bool registered; /* the PMU extension answers calls */

/* Takes the events of harts that have no state yet; nobody reads it. */
static struct pmu_hart nobody;

static void *fast_state(struct sbi_scratch *scratch)
{
	return (u8 *)scratch + FAST_STATE;
}

/*
 * Every allocation in the scratch space is rounded up to a cache block; where
 * these are large, our kilobyte would leave too little for OpenSBI's own.
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
		size = FAST_STATE - FAST_POINTER + sizeof(struct pmu_hart);
	/* The first one ever made: before it, offset and layout are known */
	if (sbi_scratch_alloc_offset(size) != FAST_POINTER)
		return SBI_ENOMEM;
	sbi_for_each_hartindex(i)
	{
		scratch = sbi_hartindex_to_scratch(i);
		if (scratch)
			pmu_glue_hart_set(scratch, fast_fits() ?
							   fast_state(scratch) :
							   &nobody);
	}
	return 0;
}

struct pmu_hart *pmu_glue_hart_alloc(struct sbi_scratch *scratch)
{
	if (pmu_glue_hart(scratch) != &nobody)
		return pmu_glue_hart(scratch);
	return sbi_zalloc(sizeof(struct pmu_hart));
}

/* --- who takes the traps -------------------------------------------------- */

/* The stock entry that an entry of ours goes on to, two instructions in. */
static char *fast_entry(unsigned long mtvec)
{
	if (mtvec == (unsigned long)_trap_handler)
		return fast_trap;
	if (mtvec == (unsigned long)_trap_handler_hyp)
		return fast_trap_hyp;
	return NULL;
}

static bool fast_same_start(unsigned long stock, const char *ours)
{
	const u32 *a = (const u32 *)stock, *b = (const u32 *)ours;

	return a[0] == b[0] && a[1] == b[1];
}

/* Why OpenSBI's entry has to stay; NULL: it need not. */
static const char *fast_obstacle(struct sbi_scratch *scratch)
{
	unsigned long mtvec = csr_read(CSR_MTVEC);
	const char *entry = fast_entry(mtvec);

	if (pmu_glue_hart(scratch) != fast_state(scratch))
		return "cache blocks are larger than 64 bytes";
	if (!entry || !fast_same_start(mtvec, entry))
		return "this OpenSBI enters traps in another way";
	return NULL;
}

/* Why ours would have to leave counters to C; NULL: it would not. */
static const char *fast_handicap(const struct pmu_hart *h)
{
	if (!h->has.plain)
		return "the board has PMU hooks of its own";
	return h->has.inhibit ? NULL : "there is no mcountinhibit";
}

void pmu_glue_fast_arm(struct sbi_scratch *scratch)
{
	if (registered && !fast_obstacle(scratch))
		csr_write(CSR_MTVEC,
			  (unsigned long)fast_entry(csr_read(CSR_MTVEC)));
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
