// SPDX-License-Identifier: BSD-2-Clause
/* Counts of instructions by address, in pages. */
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "tally.h"

enum { PAGE = 4096, HALFWORDS = PAGE / 2 };

struct tally_insn {
	u64 executed, taken;
	struct ntrace_step step; /* size 0: none */
};

struct nt_tally_page {
	u64 number;
	struct tally_insn insn[HALFWORDS];
};

static void *zeroed(size_t size)
{
	return memset(must_alloc(size), 0, size);
}

static size_t find_slot(const struct nt_tally *tally, u64 number)
{
	size_t i = (size_t)(number * 0x9e3779b97f4a7c15ULL >> 32);

	for (;; i++) {
		i &= tally->size - 1;
		if (!tally->page[i] || tally->page[i]->number == number)
			return i;
	}
}

static void enlarge(struct nt_tally *tally)
{
	struct nt_tally old = *tally;
	size_t i;

	tally->size = old.size ? 2 * old.size : 256;
	tally->page = zeroed(tally->size * sizeof(struct nt_tally_page *));
	for (i = 0; i < old.size; i++)
		if (old.page[i])
			tally->page[find_slot(tally, old.page[i]->number)] =
				old.page[i];
	free(old.page);
}

void nt_tally_add(struct nt_tally *tally, const struct profile_insn *insn)
{
	struct nt_tally_page **page;
	struct tally_insn *sum;

	if (tally->used >= tally->size / 2)
		enlarge(tally);
	page = &tally->page[find_slot(tally, insn->address / PAGE)];
	if (!*page) {
		*page = zeroed(sizeof(**page));
		(*page)->number = insn->address / PAGE;
		tally->used++;
	}
	sum = &(*page)->insn[insn->address % PAGE / 2];
	sum->executed += insn->executed;
	sum->taken += insn->taken;
	if (insn->executed || !ntrace_step_size(&sum->step))
		sum->step = *insn->step;
}

static int compare_pages(const void *a, const void *b)
{
	const struct nt_tally_page *x = *(struct nt_tally_page *const *)a;
	const struct nt_tally_page *y = *(struct nt_tally_page *const *)b;

	/* Unused slots last */
	if (!x || !y)
		return !x - !y;
	return x->number < y->number ? -1 : 1;
}

static void visit_page(const struct nt_tally_page *page,
		       void (*visit)(void *user,
				     const struct profile_insn *insn),
		       void *user)
{
	const struct tally_insn *sum;
	struct profile_insn insn;
	size_t i;

	for (i = 0; i < HALFWORDS; i++) {
		sum = &page->insn[i];
		if (!ntrace_step_size(&sum->step))
			continue;
		insn.address = page->number * PAGE + 2 * i;
		insn.step = &sum->step;
		insn.executed = sum->executed;
		insn.taken = sum->taken;
		visit(user, &insn);
	}
}

void nt_tally_visit(struct nt_tally *tally,
		    void (*visit)(void *user, const struct profile_insn *insn),
		    void *user)
{
	size_t i;

	if (tally->used)
		qsort(tally->page, tally->size, sizeof(struct nt_tally_page *),
		      compare_pages);
	for (i = 0; i < tally->used; i++)
		visit_page(tally->page[i], visit, user);
}

void nt_tally_free(struct nt_tally *tally)
{
	size_t i;

	for (i = 0; i < tally->size; i++)
		free(tally->page[i]);
	free(tally->page);
	memset(tally, 0, sizeof(*tally));
}
