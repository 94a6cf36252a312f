// SPDX-License-Identifier: BSD-2-Clause
/*
 * SBI DBTR in front of OpenSBI, whose own functions write to any length of the
 * shared memory, judge only one byte of it once, and know no domains. Here they
 * get memory of M-mode, after a judgement of each call.
 *
 * A trigger belongs to the domain that installed it. The trigger watches while
 * that domain runs, and no other domain can see or change it.
 */
/* sbi_dbtr.h uses its structure without a declaration. */
#include <sbi/sbi_scratch.h>

#include <sbi/riscv_dbtr.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_bitops.h>
#include <sbi/sbi_dbtr.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_trap.h>

#include <hooks.h>

#include "../fast/boot_alloc.h"
#include "judges.h"
#include "shmem_glue.h"

#define NO_ADDRESS SBI_DBTR_SHMEM_INVALID_ADDR
#define AREA_SET 1ul /* flag in an area, whose address is a multiple of words */

typedef union sbi_dbtr_shmem_entry dbtr_entry;

/* State of one hart. Only this hart uses it. */
struct dbtr_hart {
	dbtr_entry *entry; /* of each trigger; OpenSBI takes it for shared
			    * memory */
	u32 room;	   /* entries */
	u32 mapped;	   /* installed triggers, */
	u32 off;	   /* and those that their owner has disabled */
	const struct sbi_domain *owner[RV_MAX_TRIGGERS];
};

static struct dbtr_hart *dbtr_harts[SBI_HARTMASK_MAX_BITS];

/* For every hart and each domain: address of its shared memory | AREA_SET */
static struct sbi_domain_data areas;

static int (*dbtr_stock)(unsigned long extid, unsigned long funcid,
			 struct sbi_trap_regs *regs,
			 struct sbi_ecall_return *out);

static struct dbtr_hart *dbtr_this(void)
{
	return dbtr_harts[current_hartindex()];
}

static u32 dbtr_total(void)
{
	return (u32)sbi_dbtr_get_total_triggers();
}

static unsigned long *dbtr_area(void)
{
	unsigned long *area =
		sbi_domain_data_ptr(sbi_domain_thishart_ptr(), &areas);

	return area ? area + current_hartindex() : NULL;
}

/* Triggers of one domain. */
static u32 dbtr_owned(const struct dbtr_hart *h, const struct sbi_domain *dom)
{
	u32 set = 0, n;

	for (n = 0; n < RV_MAX_TRIGGERS; n++)
		if (h->mapped & 1u << n && h->owner[n] == dom)
			set |= 1u << n;
	return set;
}

/* --- start and switch ----------------------------------------------------- */

/*
 * The entries are aligned to their size: under Smepmp OpenSBI maps them like
 * memory of S-mode, without other data. Without memory there are
 * no calls, nor on a hart with more triggers than the boot hart.
 */
static struct dbtr_hart *dbtr_alloc(void)
{
	unsigned long size = 64; /* OpenSBI aligns to at least this */
	struct dbtr_hart *h = boot_alloc(sizeof(*h));

	while (size < dbtr_total() * sizeof(dbtr_entry))
		size *= 2;
	if (!h)
		return NULL;
	h->entry = boot_alloc_aligned(size);
	h->room = dbtr_total();
	return h->entry ? h : NULL;
}

/* OpenSBI would treat the hart's earlier triggers as free, but leave them
 * installed. */
static void dbtr_restart(struct dbtr_hart *h)
{
	u32 set = dbtr_owned(h, sbi_domain_thishart_ptr()), n;
	unsigned long *area = dbtr_area();

	for (n = 0; n < RV_MAX_TRIGGERS; n++)
		if (set & 1u << n)
			sbi_dbtr_uninstall_trig(n, 1);
	h->mapped &= ~set;
	h->off &= ~set;
	if (area)
		*area = 0;
}

int __wrap_sbi_dbtr_init(struct sbi_scratch *scratch, bool coldboot)
{
	u32 hartindex = current_hartindex();
	int rc;

	if (hartindex < SBI_HARTMASK_MAX_BITS && dbtr_harts[hartindex])
		dbtr_restart(dbtr_harts[hartindex]);
	rc = __real_sbi_dbtr_init(scratch, coldboot);
	if (rc || !dbtr_total() || hartindex >= SBI_HARTMASK_MAX_BITS)
		return rc;
	if (coldboot) {
		areas.data_size = sizeof(unsigned long) * sbi_hart_count();
		rc = sbi_domain_register_data(&areas);
		if (rc)
			return rc;
		sbi_for_each_hartindex(i) dbtr_harts[i] = dbtr_alloc();
	}
	if (dbtr_harts[hartindex] && dbtr_harts[hartindex]->room < dbtr_total())
		dbtr_harts[hartindex] = NULL;
	if (!dbtr_harts[hartindex])
		return 0;
	return sbi_dbtr_setup_shmem(
		NULL, PRV_S, (unsigned long)dbtr_harts[hartindex]->entry, 0);
}

static void __attribute__((noinline))
dbtr_exchange(const struct dbtr_hart *h, const struct sbi_domain *next)
{
	u32 leave = dbtr_owned(h, sbi_domain_thishart_ptr()) & ~h->off,
	    enter = dbtr_owned(h, next) & ~h->off, n;

	for (n = 0; n < RV_MAX_TRIGGERS; n++) {
		if (leave & 1u << n)
			sbi_dbtr_disable_trig(n, 1);
		if (enter & 1u << n)
			sbi_dbtr_enable_trig(n, 1);
	}
}

void dbtr_glue_switch(u32 hartindex, const struct sbi_domain *next)
{
	const struct dbtr_hart *h = dbtr_harts[hartindex];

	if (h && h->mapped)
		dbtr_exchange(h, next);
}

/* --- judgement ------------------------------------------------------------ */

_Static_assert((int)RV_DBTR_BIT(MC, M) == (int)RV_DBTR_BIT(MC6, M),
	       "one mask for both types");

/*
 * SBI DBTR: neither dmode nor m. Stock code does not know other types. A
 * trigger that counts instructions has no tdata2, which stock code writes: a
 * hart may trap this, in M-mode.
 */
static bool dbtr_legal(unsigned long tdata1)
{
	unsigned long type = TDATA1_GET_TYPE(tdata1),
		      never = RV_DBTR_BIT_MASK(TDATA1, DMODE) |
			      RV_DBTR_BIT_MASK(MC, M);

	return (type == RISCV_DBTR_TRIG_MCONTROL ||
		type == RISCV_DBTR_TRIG_MCONTROL6) &&
	       !(tdata1 & never);
}

/* @return the triggers of base and mask; false: one of them does not exist */
static bool dbtr_set(unsigned long base, unsigned long mask, u32 *set)
{
	if (base >= dbtr_total() || mask << base >> base != mask)
		return false;
	*set = (u32)(mask << base);
	return !(mask << base >> 1 >> (dbtr_total() - 1));
}

/* Copy the first count entries of this domain's shared memory to M-mode's, or
 * back. Shared memory was judged when it was set, and is judged again at each
 * use. */
static bool dbtr_load(struct dbtr_hart *h, unsigned long count)
{
	const unsigned long *area = dbtr_area();

	return area && *area &&
	       (!count || shmem_glue_read(h->entry, *area & ~AREA_SET,
					  count * sizeof(dbtr_entry)));
}

static bool dbtr_store(const struct dbtr_hart *h, unsigned long count)
{
	const unsigned long *area = dbtr_area();

	return area && *area &&
	       (!count || shmem_glue_write(*area & ~AREA_SET, h->entry,
					   count * sizeof(dbtr_entry)));
}

/* --- calls ---------------------------------------------------------------- */

static int dbtr_set_shmem(unsigned long low, unsigned long high,
			  unsigned long flags)
{
	unsigned long *area = dbtr_area();

	if (!area)
		return SBI_ERR_FAILED;
	if (flags)
		return SBI_ERR_INVALID_PARAM;
	if (low == NO_ADDRESS && high == NO_ADDRESS) {
		*area = 0;
		return SBI_SUCCESS;
	}
	if (low & SBI_DBTR_SHMEM_ALIGN_MASK)
		return SBI_ERR_INVALID_PARAM;
	if (high || !shmem_glue_answers(low, dbtr_total() * sizeof(dbtr_entry),
					SBI_DOMAIN_READ | SBI_DOMAIN_WRITE))
		return SBI_ERR_INVALID_ADDRESS;
	*area = low | AREA_SET;
	return SBI_SUCCESS;
}

/* Another domain's trigger reads like one that is not installed. */
static int dbtr_read(struct dbtr_hart *h, unsigned long base,
		     unsigned long count)
{
	u32 owned = dbtr_owned(h, sbi_domain_thishart_ptr());
	unsigned long n;
	int rc;

	if (base >= dbtr_total() || count >= dbtr_total() - base)
		return SBI_ERR_BAD_RANGE;
	if (!dbtr_load(h, 0))
		return SBI_ERR_NO_SHMEM;
	rc = sbi_dbtr_read_trig(PRV_S, base, count);
	if (rc)
		return rc;
	for (n = 0; n < count; n++)
		if (!(owned & 1u << (base + n)))
			h->entry[n].data = (struct sbi_dbtr_data_msg){ 0 };
	return dbtr_store(h, count) ? SBI_SUCCESS : SBI_ERR_NO_SHMEM;
}

static void dbtr_uninstall_set(struct dbtr_hart *h, u32 set)
{
	u32 n;

	for (n = 0; n < RV_MAX_TRIGGERS; n++)
		if (set & 1u << n)
			sbi_dbtr_uninstall_trig(n, 1);
	h->mapped &= ~set;
	h->off &= ~set;
}

/* Enough triggers are free. @return the triggers taken */
static u32 dbtr_take(struct dbtr_hart *h, unsigned long count)
{
	u32 set = 0, idx;
	unsigned long n;

	for (n = 0; n < count; n++) {
		idx = (u32)h->entry[n].id.idx;
		h->owner[idx] = sbi_domain_thishart_ptr();
		set |= 1u << idx;
	}
	h->mapped |= set;
	return set;
}

static int dbtr_install(struct dbtr_hart *h, unsigned long count,
			unsigned long *value)
{
	unsigned long n, left = dbtr_total() - sbi_popcount(h->mapped);
	u32 set;
	int rc;

	if (count > dbtr_total())
		return SBI_ERR_BAD_RANGE;
	if (!dbtr_load(h, count))
		return SBI_ERR_NO_SHMEM;
	for (n = 0; n < count && n < left; n++)
		if (!dbtr_legal(h->entry[n].data.tdata1))
			break;
	*value = n < count ? n : 0;
	if (n < count)
		return SBI_ERR_FAILED;
	rc = sbi_dbtr_install_trig(PRV_S, count, value);
	if (rc)
		return rc;
	set = dbtr_take(h, count);
	if (dbtr_store(h, count))
		return SBI_SUCCESS;
	dbtr_uninstall_set(h, set);
	return SBI_ERR_NO_SHMEM;
}

static int dbtr_update(struct dbtr_hart *h, unsigned long count,
		       unsigned long *value)
{
	u32 owned = dbtr_owned(h, sbi_domain_thishart_ptr());
	unsigned long n;
	int rc;

	if (count >= dbtr_total())
		return SBI_ERR_BAD_RANGE;
	if (!dbtr_load(h, count))
		return SBI_ERR_NO_SHMEM;
	for (n = 0; n < count; n++) {
		*value = n;
		if (h->entry[n].id.idx >= dbtr_total() ||
		    !dbtr_legal(h->entry[n].data.tdata1))
			return SBI_ERR_INVALID_PARAM;
		if (!(owned & 1u << h->entry[n].id.idx))
			return SBI_ERR_FAILED;
	}
	*value = 0;
	rc = sbi_dbtr_update_trig(PRV_S, count);
	for (n = 0; !rc && n < count; n++)
		h->off &= ~(1u << h->entry[n].id.idx);
	return rc;
}

/* Enabling or disabling a free trigger changes nothing. */
static int dbtr_change(struct dbtr_hart *h, unsigned long funcid,
		       unsigned long base, unsigned long mask)
{
	u32 ours = dbtr_owned(h, sbi_domain_thishart_ptr()), refused, set;

	refused = funcid == SBI_EXT_DBTR_TRIGGER_UNINSTALL ? ~ours :
							     h->mapped & ~ours;
	if (!dbtr_set(base, mask, &set) || (set & refused))
		return SBI_ERR_INVALID_PARAM;
	set &= ours;
	switch (funcid) {
	case SBI_EXT_DBTR_TRIGGER_UNINSTALL:
		dbtr_uninstall_set(h, set);
		return SBI_SUCCESS;
	case SBI_EXT_DBTR_TRIGGER_ENABLE:
		h->off &= ~set;
		return sbi_dbtr_enable_trig(0, set);
	default:
		h->off |= set;
		return sbi_dbtr_disable_trig(0, set);
	}
}

static int dbtr_handle(unsigned long extid, unsigned long funcid,
		       struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	struct dbtr_hart *h = dbtr_this();

	if (!h)
		return SBI_ERR_FAILED;
	switch (funcid) {
	case SBI_EXT_DBTR_SETUP_SHMEM:
		return dbtr_set_shmem(regs->a0, regs->a1, regs->a2);
	case SBI_EXT_DBTR_TRIGGER_READ:
		return dbtr_read(h, regs->a0, regs->a1);
	case SBI_EXT_DBTR_TRIGGER_INSTALL:
		return dbtr_install(h, regs->a0, &out->value);
	case SBI_EXT_DBTR_TRIGGER_UPDATE:
		return dbtr_update(h, regs->a0, &out->value);
	case SBI_EXT_DBTR_TRIGGER_UNINSTALL:
	case SBI_EXT_DBTR_TRIGGER_ENABLE:
	case SBI_EXT_DBTR_TRIGGER_DISABLE:
		return dbtr_change(h, funcid, regs->a0, regs->a1);
	default:
		return dbtr_stock(extid, funcid, regs, out);
	}
}

void dbtr_glue_register(void)
{
	struct sbi_ecall_extension *dbtr =
		sbi_ecall_find_extension(SBI_EXT_DBTR);

	if (!dbtr)
		return;
	dbtr_stock = dbtr->handle;
	dbtr->handle = dbtr_handle;
}
