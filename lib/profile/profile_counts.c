// SPDX-License-Identifier: BSD-2-Clause
/*
 * Executions of instructions. While the trace is read, only the first and the
 * last instruction of each range are counted; the rest follows from them.
 */
#include <profile/counts.h>

void profile_counts_add(struct profile_counts *counts,
			const struct ntrace_range *range, u64 times)
{
	u64 start = (range->start - counts->region->base) / 2;
	u64 end = start + range->halfwords;

	if (end > counts->halfwords)
		end = counts->halfwords;
	counts->count[start].executed += times;
	counts->count[end].ended += times;
	if (range->end != NTRACE_END_LINEAR)
		counts->count[end].taken += times;
}

/*
 * The count at an instruction's end continues at the next one, minus the
 * executions that ended there.
 */
void profile_counts_settle(struct profile_counts *counts)
{
	struct profile_count *count = counts->count;
	u64 executed, stays;
	u32 at, size;

	for (at = 0; at < counts->halfwords; at++) {
		executed = count[at].executed;
		size = ntrace_step_size(&counts->region->step[at]);
		if (!executed || !size || at + size > counts->halfwords)
			continue;
		stays = count[at + size].ended < executed ?
				count[at + size].ended :
				executed;
		count[at + size].ended -= stays;
		count[at + size].executed += executed - stays;
	}
}

/* True if execution entered the middle of this apparent instruction. */
static bool is_middle(const struct profile_count *count, u32 size)
{
	return size > 1 && count && !count[0].executed && count[1].executed;
}

bool profile_counts_next(const struct profile_counts *counts, u32 *at,
			 struct profile_insn *insn)
{
	const struct ntrace_step *step = counts->region->step;
	const struct profile_count *count;
	u32 size;

	for (; *at < counts->halfwords; *at += size ? size : 1) {
		size = ntrace_step_size(&step[*at]);
		if (size && *at + size <= counts->halfwords)
			break;
	}
	if (*at >= counts->halfwords)
		return false;
	count = counts->count ? &counts->count[*at] : NULL;
	insn->address = counts->region->base + 2ULL * *at;
	insn->step = &step[*at];
	insn->executed = count ? count[0].executed : 0;
	insn->taken = count ? count[size].taken : 0;
	*at += is_middle(count, size) ? 1 : size;
	return true;
}

void profile_total_add(struct profile_total *total,
		       const struct profile_insn *insn)
{
	total->insns++;
	total->insns_executed += insn->executed != 0;
	total->executed += insn->executed;
	if (insn->address == total->function->start)
		total->entered = insn->executed;
	if (ntrace_step_insn(insn->step) != NTRACE_END_BRANCH)
		return;
	total->branches++;
	total->branches_both += insn->taken && insn->taken < insn->executed;
}
