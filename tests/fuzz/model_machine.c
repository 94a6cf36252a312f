// SPDX-License-Identifier: BSD-2-Clause
/*
 * A second implementation of the SBI PMU extension: the choice of counters. On
 * RV32 at least 8 of the first 32 count events of the firmware. There are no
 * more behind them than Linux can bear there: the one at 32 + n needs the one at
 * n.
 */
#include "model.h"

#define BIT(n) (1ull << (n))

enum { FIRST_WORD = 32, FIRMWARE_LEAST = 8, FIRMWARE_MOST = 22 };

static unsigned int count(u64 set)
{
	unsigned int n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/*
 * @return the number of events that a counter is mapped for
 * @param kept the counters that remain
 * @param alone out: one of these events has no other counter
 */
static unsigned int events(const struct model *m, unsigned int csr, u64 kept,
			   bool *alone)
{
	unsigned int row, found = 0;

	*alone = false;
	for (row = 0; row < m->rows; row++) {
		if (!(m->row[row].counters >> csr & 1))
			continue;
		found++;
		*alone |= !(m->row[row].counters & kept & ~BIT(csr));
	}
	return found;
}

/*
 * @return the counter to remove: one without an event, else one that is not the
 * only counter of an event, else any; in each case the last
 */
static unsigned int least_needed(const struct model *m, u64 kept)
{
	unsigned int best = 0, best_rank = 3, csr, rank;
	bool alone;

	for (csr = 31; csr > 2; csr--) {
		if (!(kept >> csr & 1))
			continue;
		rank = events(m, csr, kept, &alone) ? 1 + alone : 0;
		if (rank < best_rank) {
			best_rank = rank;
			best = csr;
		}
	}
	return best;
}

/* Counters whose index would be too large take the places of removed ones. */
static void move(struct model *m, u64 kept)
{
	unsigned int n, behind = m->num_hw;

	for (n = 3; n < m->num_hw; n++) {
		if (kept >> n & 1)
			continue;
		while (behind < 32 && !(kept >> behind & 1))
			behind++;
		if (behind < 32)
			m->csr[n] = (u8)behind++;
	}
}

void model_machine_init(struct model *m, u32 boot_mask)
{
	unsigned int n;
	u64 kept = boot_mask & ~7u;

	m->num_hw = 3;
	for (n = 0; n < 32; n++) {
		m->csr[n] = (u8)n;
		if (kept >> n & 1)
			m->num_hw = n + 1;
	}
	m->num_fw = FIRMWARE_MOST;
	if (m->has.xlen == 64)
		return;
	if (m->num_hw > FIRST_WORD - FIRMWARE_LEAST)
		m->num_hw = FIRST_WORD - FIRMWARE_LEAST;
	for (n = m->num_hw; n - m->num_hw < FIRMWARE_MOST; n++)
		if (n >= FIRST_WORD + 3 && n - FIRST_WORD < m->num_hw &&
		    !(boot_mask >> (n - FIRST_WORD) & 1))
			break;
	m->num_fw = n - m->num_hw;
	while (count(kept) > m->num_hw - 3)
		kept &= ~BIT(least_needed(m, kept));
	move(m, kept);
}
