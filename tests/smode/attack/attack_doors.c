// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hostile calls of the extensions that do not change the state of harts. S-mode
 * may damage its own memory, so areas at valid addresses have valid sizes; all
 * other arguments are free.
 */
#include <trace/sbi_trace.h>

#include "attack.h"
#include "ctr.h"

#define EVENT_INFO 16u /* bytes in an entry of event_get_info */
#define SSE_ATTRS 10u
#define SSE_ATTR sizeof(unsigned long)
#define DBTR_ENTRY (4u * sizeof(unsigned long))
/* Addresses of triggers: no hart executes, loads or stores there. */
#define TRIGGER 0x8ff00001ul

/*
 * An address in two registers. A good address rarely has a high part other than
 * 0.
 */
static bool name_memory(struct attacker *a, unsigned long *low,
			unsigned long *high, unsigned int size)
{
	bool good = attack_one_of(a, 3);

	*low = good ? attack_area(a, size) : attack_bad_address(a);
	*high = 0;
	if (!good && !attack_one_of(a, 4))
		*high = attack_boundary(a);
	if (!attack_one_of(a, 16))
		*low += attack_one_of(a, 8);
	return good;
}

static void anything(struct attacker *a, unsigned long x[6])
{
	unsigned int n;

	for (n = 0; n < 6; n++)
		x[n] = attack_boundary(a);
}

/* --- PMU ------------------------------------------------------------------ */

static unsigned long pmu_event(struct attacker *a)
{
	static const u32 some[] = { 1, 2, 0x10019, 0x1001b, 0x20000, 0x30000 };

	switch (attack_one_of(a, 4)) {
	case 0:
		return 0xf0000 | attack_one_of(a, 24);
	case 1:
		return attack_boundary(a);
	default:
		return some[attack_one_of(a, 6)];
	}
}

static void pmu_memory(struct attacker *a, unsigned long fid,
		       unsigned long x[6])
{
	unsigned int count = 1 + attack_one_of(a, 64);
	bool info = fid == SBI_EXT_PMU_EVENT_GET_INFO;
	bool good = name_memory(a, &x[0], &x[1],
				info ? count * EVENT_INFO + 8 : 4096);

	x[2] = good ? count : attack_boundary(a);
	x[3] = attack_one_of(a, 8) ? 0 : attack_boundary(a);
	if (!info)
		x[2] = attack_one_of(a, 8) ? 0 : attack_boundary(a);
	if (!attack_one_of(a, 8) && !info)
		x[0] = x[1] = ~0ul;
}

static void knock_pmu(struct attacker *a)
{
	unsigned long x[6], fid = attack_one_of(a, 10);

	anything(a, x);
	x[0] = attack_one_of(a, 8) ? attack_one_of(a, 48) : x[0];
	x[1] = attack_one_of(a, 4) ? 1 + attack_one_of(a, 15) : x[1];
	x[2] = attack_one_of(a, 8) ? attack_one_of(a, 4) : x[2];
	if (fid == SBI_EXT_PMU_COUNTER_CFG_MATCH) {
		x[2] = attack_one_of(a, 256);
		x[3] = pmu_event(a);
		x[4] = attack_one_of(a, 2) ? 0x10019 : x[4];
	}
	if (fid == SBI_EXT_PMU_SNAPSHOT_SET_SHMEM ||
	    fid == SBI_EXT_PMU_EVENT_GET_INFO)
		pmu_memory(a, fid, x);
	attack_call(a, SBI_EXT_PMU, fid, x);
}

/* --- console, events, triggers: memory ------------------------------------ */

static void knock_dbcn(struct attacker *a)
{
	unsigned long x[6], fid = attack_one_of(a, 4);
	bool good;

	anything(a, x);
	good = name_memory(a, &x[1], &x[2], 32);
	if (good)
		x[0] = attack_one_of(a, 16);
	if (fid == SBI_EXT_DBCN_CONSOLE_WRITE_BYTE)
		x[0] &= ~0xfful; /* the test cannot see changes of the byte */
	attack_call(a, SBI_EXT_DBCN, fid, x);
}

static unsigned long sse_event(struct attacker *a)
{
	static const u32 some[] = {
		SBI_SSE_EVENT_LOCAL_HIGH_PRIO_RAS,
		SBI_SSE_EVENT_LOCAL_DOUBLE_TRAP,
		SBI_SSE_EVENT_GLOBAL_HIGH_PRIO_RAS,
		SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW,
		SBI_SSE_EVENT_LOCAL_LOW_PRIO_RAS,
		SBI_SSE_EVENT_LOCAL_SOFTWARE,
		SBI_SSE_EVENT_LOCAL_SOFTWARE,
		SBI_SSE_EVENT_GLOBAL_SOFTWARE,
		SBI_SSE_EVENT_GLOBAL_SOFTWARE,
	};

	return attack_one_of(a, 16) ? some[attack_one_of(a, 9)] :
				      attack_boundary(a);
}

/* Memory that another hart reads and writes at the same time is changed. */
static void sse_stir(struct attacker *a)
{
	unsigned long at = attack_area(a, 64);

	*(volatile unsigned long *)(at & ~7ul) =
		attack_one_of(a, 2) ? attack_one_of(a, 6) : attack_boundary(a);
}

static void knock_sse(struct attacker *a)
{
	unsigned long x[6], fid = attack_one_of(a, 11);

	anything(a, x);
	x[0] = sse_event(a);
	switch (fid) {
	case SBI_EXT_SSE_READ_ATTR:
	case SBI_EXT_SSE_WRITE_ATTR:
		name_memory(a, &x[3], &x[4], SSE_ATTRS * SSE_ATTR);
		x[1] = attack_one_of(a, 2) ? attack_one_of(a, 10) : x[1];
		x[2] = attack_one_of(a, 2) ? 1 + attack_one_of(a, 4) : x[2];
		sse_stir(a);
		break;
	case SBI_EXT_SSE_REGISTER:
		/* A wrong handler would end S-mode itself. */
		x[1] = (unsigned long)hart_sse_entry;
		x[2] = (unsigned long)hart_at(a->number);
		break;
	case SBI_EXT_SSE_INJECT:
		x[1] = attack_one_of(a, 2) ? attack_one_of(a, 6) : x[1];
		break;
	case SBI_EXT_SSE_COMPLETE:
		return; /* only for a running event: hart_sse_entry does it */
	}
	attack_call(a, SBI_EXT_SSE, fid, x);
}

/* Entries select every mode and action, but addresses that no hart accesses. */
static void dbtr_entries(struct attacker *a)
{
	unsigned long *entry =
		(unsigned long *)(attack_area(a, 4 * DBTR_ENTRY) & ~31ul);
	unsigned int n;

	for (n = 0; n < 4; n++, entry += 4) {
		entry[0] = attack_boundary(a);
		entry[1] = (attack_one_of(a, 2) ? 6ul : 2ul) << (XLEN - 4) |
			   attack_one_of(a, 128) |
			   (unsigned long)attack_one_of(a, 16) << 12;
		entry[2] = TRIGGER;
		entry[3] = 0;
	}
}

static void knock_dbtr(struct attacker *a)
{
	unsigned long x[6], fid = attack_one_of(a, 9);

	anything(a, x);
	if (fid == SBI_EXT_DBTR_SETUP_SHMEM) {
		name_memory(a, &x[0], &x[1], 4096);
		x[0] &= attack_one_of(a, 8) ? ~31ul : ~0ul;
		x[2] = attack_one_of(a, 8) ? 0 : x[2];
		if (!attack_one_of(a, 8))
			x[0] = x[1] = ~0ul;
	} else if (attack_one_of(a, 2)) {
		x[0] = attack_one_of(a, 6);
		x[1] = attack_one_of(a, 6);
	}
	dbtr_entries(a);
	attack_call(a, SBI_EXT_DBTR, fid, x);
}

/* --- small ones ----------------------------------------------------------- */

/*
 * Landing pads, shadow stacks and double traps stay off, because they need code
 * that supports them.
 */
static void knock_fwft(struct attacker *a)
{
	static const u32 some[] = { 0, 1, 2, 3, 4, 5, 6, FWFT_CTR_MTE };
	unsigned long x[6], fid = attack_one_of(a, 3);

	anything(a, x);
	if (attack_one_of(a, 8))
		x[0] = some[attack_one_of(a, 8)];
	if (attack_one_of(a, 2))
		x[1] = attack_one_of(a, 3);
	if ((u32)x[0] < 4 && !fid)
		x[1] &= ~1ul;
	x[2] = attack_one_of(a, 64) ? 0 : x[2];
	attack_call(a, SBI_EXT_FWFT, fid, x);
}

static void knock_fence(struct attacker *a)
{
	unsigned long x[6], fid = attack_one_of(a, 9);

	anything(a, x);
	if (attack_one_of(a, 2)) {
		x[0] = attack_one_of(a, 16);
		x[1] = 0;
	}
	if (attack_one_of(a, 8))
		attack_call(a, SBI_EXT_RFENCE, fid, x);
	else
		attack_call(a, SBI_EXT_IPI, 0, x);
	csr_clear(sip, HART_IRQ_SOFT);
}

static void knock_base(struct attacker *a)
{
	static const u32 some[] = {
		SBI_EXT_BASE,
		SBI_EXT_TIME,
		SBI_EXT_CPPC,
		SBI_EXT_MPXY,
		0x53544100 /* steal time */,
		0x4e41434c,
		0x0a000000,
	};
	unsigned long x[6], fid = attack_one_of(a, 9);

	anything(a, x);
	if (attack_one_of(a, 2))
		name_memory(a, &x[0], &x[1], 4096);
	if (!attack_one_of(a, 16))
		fid = attack_boundary(a);
	attack_call(a, some[attack_one_of(a, 7)], fid, x);
}

static void knock_trace(struct attacker *a)
{
	unsigned long x[6], fid = attack_one_of(a, TRACE_SBI_CALLS + 1);

	anything(a, x);
	if (attack_one_of(a, 4))
		x[0] = attack_one_of(a, 7);
	if (attack_one_of(a, 2))
		name_memory(a, &x[1], &x[2], 4096);
	if (fid == TRACE_SBI_COMPONENT_INFO || fid == TRACE_SBI_STATUS)
		name_memory(a, &x[1], &x[2], 4 * TRACE_INFO_WORDS);
	if (fid == TRACE_SBI_SINK_SET_BUFFER && attack_one_of(a, 4)) {
		x[3] = attack_one_of(a, 8) * 256;
		x[4] = attack_one_of(a, 4);
		name_memory(a, &x[1], &x[2], (unsigned int)x[3] + 8);
	}
	attack_call(a, TRACE_SBI_EID, fid, x);
}

/* Registers that firmware and S-mode share; absent registers trap. */
static void knock_csr(struct attacker *a)
{
	unsigned long value = attack_boundary(a);
	unsigned int which = attack_one_of(a, 6);

	HART_TRY({
		switch (which) {
		case 0:
			csr_write(SCTRCTL, value);
			break;
		case 1:
			csr_write(SCTRDEPTH, value);
			break;
		case 2:
			csr_write(SISELECT, value);
			break;
		case 3:
			csr_write(SIREG, value);
			break;
		case 4:
			ctr_clear();
			break;
		default:
			csr_write(SCTRSTATUS, value);
		}
	});
}

const struct attack_door attack_doors[] = {
	{ "no-pmu", knock_pmu, 60, false, NULL },
	{ "no-dbcn", knock_dbcn, 20, false, NULL },
	{ "no-sse", knock_sse, 30, false, NULL },
	{ "no-dbtr", knock_dbtr, 20, false, NULL },
	{ "no-fwft", knock_fwft, 10, false, NULL },
	{ "no-fence", knock_fence, 10, false, NULL },
	{ "no-base", knock_base, 10, false, NULL },
	{ "no-trace", knock_trace, 30, false, NULL },
	{ "no-csr", knock_csr, 10, false, NULL },
	{ "no-devices", attack_devices, 30, false, NULL },
	{ "no-registers", attack_registers, 10, false, NULL },
	{ "no-guest", attack_guest, 20, false, NULL },
	{ "no-hsm", attack_hsm, 16, true, NULL },
	{ "no-system", attack_system, 6, false, NULL },
	{ "no-legacy", attack_legacy, 6, false, NULL },
	{ "no-switch", attack_switch, 6, true, "domains=2" },
	{ NULL, NULL, 0, false, NULL },
};
