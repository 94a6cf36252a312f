// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers of control transfer records. This file writes sctrctl, sctrdepth,
 * sctrstatus and the entries; siselect is as it was when a function returns.
 */
#include <linux/bits.h>
#include <linux/irqflags.h>

#include <asm/csr.h>

#include "branch.h"

#define SCTRCTL 0x14e
#define SCTRSTATUS 0x14f
#define SCTRDEPTH 0x15f
#define SELECT 0x150
#define SOURCE 0x151
#define TARGET 0x152
#define DATA 0x153
/* siselect of the youngest entry */
#define FIRST_ENTRY 0x200

#define STATUS_FROZEN BIT(31)
#define SOURCE_VALID BIT(0)

/* Some assemblers do not know it. */
#define SCTRCLR() asm volatile(".4byte 0x10400073" ::: "memory")

void branch_hart_clear(void)
{
	csr_write(SCTRCTL, 0);
	SCTRCLR();
	csr_write(SCTRSTATUS, 0);
}

void branch_hart_probe(struct branch_hart *hart)
{
	unsigned int depth;

	branch_hart_clear();
	/* The bits of modes would start recording. */
	csr_write(SCTRCTL, ~(SCTRCTL_S | SCTRCTL_U));
	hart->control = csr_read(SCTRCTL) | SCTRCTL_S | SCTRCTL_U;
	csr_write(SCTRCTL, 0);
	hart->depths = 0;
	for (depth = 0; depth < BRANCH_DEPTHS; depth++) {
		csr_write(SCTRDEPTH, depth);
		if (csr_read(SCTRDEPTH) == depth)
			hart->depths |= BIT(depth);
	}
	branch_hart_clear();
}

static void write_entries(const struct branch_entry *entry, unsigned int num)
{
	unsigned long select = csr_read(SELECT);
	unsigned int i;

	for (i = 0; i < num; i++) {
		csr_write(SELECT, FIRST_ENTRY + i);
		csr_write(SOURCE, entry[i].source);
		csr_write(TARGET, entry[i].target);
		csr_write(DATA, entry[i].data);
	}
	csr_write(SELECT, select);
}

bool branch_hart_begin(const struct branch_wish *wish,
		       const struct branch_entry *entry, unsigned int num)
{
	csr_write(SCTRCTL, 0);
	/* WRPTR is undefined after this. */
	csr_write(SCTRDEPTH, wish->depth);
	SCTRCLR();
	csr_write(SCTRSTATUS, num & (branch_entries(wish->depth) - 1));
	write_entries(entry, num);
	csr_write(SCTRCTL, wish->control);
	if (csr_read(SCTRCTL) == wish->control &&
	    csr_read(SCTRDEPTH) == wish->depth)
		return true;
	branch_hart_clear();
	return false;
}

unsigned int branch_hart_read(struct branch_entry *entry, unsigned int most,
			      bool *frozen)
{
	unsigned long select = csr_read(SELECT);
	unsigned int i;

	csr_write(SCTRCTL, 0);
	*frozen = csr_read(SCTRSTATUS) & STATUS_FROZEN;
	for (i = 0; i < most; i++) {
		csr_write(SELECT, FIRST_ENTRY + i);
		entry[i].source = csr_read(SOURCE);
		/* The first empty entry is the end. */
		if (!(entry[i].source & SOURCE_VALID))
			break;
		entry[i].target = csr_read(TARGET);
		entry[i].data = csr_read(DATA);
	}
	csr_write(SELECT, select);
	return i;
}

void branch_hart_go_on(unsigned long control, bool empty)
{
	if (empty) {
		SCTRCLR();
		csr_write(SCTRSTATUS, 0);
	}
	csr_write(SCTRCTL, control);
}
