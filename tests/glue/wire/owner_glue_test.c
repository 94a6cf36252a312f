// SPDX-License-Identifier: BSD-2-Clause
/* A hart changes its domain: it waits for the effects of others on it, and all state of
 * the old owner is exchanged, by the parts that have any and in an order that keeps it
 * from the new one. */
#include <stdio.h>

#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_locks.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_ipi.h>

#include "../../../platform/generic/glue/ctr_glue.h"
#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/owner_glue.h"
#include "../../../platform/generic/glue/trace_glue.h"
#include "rig.h"

enum { HARTS = 3, HART = 2, DOMAINS = 3, CTR_PLACE = 1024 };

static union {
	struct sbi_scratch scratch;
	unsigned char bytes[4096];
} place;
static struct sbi_domain domain[DOMAINS];
static struct owner owner[DOMAINS][HARTS];
static struct pmu_hart pmu;
static struct pmu_context context[2];

struct sbi_domain_data owner_states;
unsigned long ctr_glue_offset;
struct trace trace_glue;

/* The domain by OpenSBI, which hears of a switch after it */
static struct sbi_domain *stock_domain;
static spinlock_t *act_lock;
/* States of act_lock that other harts make, one at each look at fences */
static const spinlock_t *others;
static bool foreign, passes;

/* --- what the file calls ------------------------------------------------------- */

#define PART(type, declaration, result, ...) \
	type declaration                     \
	{                                    \
		wire_note(__VA_ARGS__);      \
		result;                      \
	}

/* Domain and hart of an owner, in the journal */
static const char *of(const struct owner *o)
{
	static char text[2][8];
	static int turn;
	long n = o - owner[0];

	turn = !turn;
	assert_in_range(n, 0, DOMAINS * HARTS - 1);
	snprintf(text[turn], sizeof(text[turn]), "%c%ld",
		 'A' + (char)(n / HARTS), n % HARTS);
	return text[turn];
}

static char name(const struct sbi_domain *dom)
{
	return (char)('A' + (dom - domain));
}

void spin_lock(spinlock_t *lock)
{
	if (lock == &domain[0].assigned_harts_lock) {
		wire_note("lock of A");
		return;
	}
	act_lock = lock;
	wire_note("lock");
}

void spin_unlock(spinlock_t *lock)
{
	if (lock == &domain[0].assigned_harts_lock) {
		wire_note("unlock of A, whose harts are %lx",
			  domain[0].assigned_harts.bits[0]);
		return;
	}
	assert_ptr_equal(lock, act_lock);
	wire_note("unlock");
}

void fence_glue_look(void)
{
	wire_note("fence_glue_look");
	if (others)
		*act_lock = *others++;
}

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	assert_int_equal(hartindex, HART);
	return stock_domain;
}

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	return &owner[dom - domain][hartindex];
}

static char pmu_of(const struct pmu_context *c)
{
	return c ? (char)('A' + (c - context)) : '-';
}

bool pmu_context_pass(const struct pmu_hart *h, struct pmu_context *from,
		      struct pmu_context *to)
{
	assert_ptr_equal(h, &pmu);
	wire_note("pmu_context_pass %c %c", pmu_of(from), pmu_of(to));
	return passes;
}

PART(bool, fence_glue_has_foreign(void), return foreign, "has_foreign")
PART(void, sbi_ipi_process(void), , "sbi_ipi_process")
PART(void, fence_glue_switch(const struct sbi_domain *next), ,
     "fence_glue_switch %c", name(next))
PART(void, dbtr_glue_switch(u32 hart, const struct sbi_domain *next), ,
     "dbtr_glue_switch %u %c", hart, name(next))
PART(void, trace_glue_switch(u32 hart, struct sbi_domain *next), ,
     "trace_glue_switch %u %c", hart, name(next))
PART(void, features_glue_switch(struct owner *from, const struct owner *to), ,
     "features_glue_switch %s %s", of(from), of(to))
PART(void, predict_glue_away(void), , "predict_glue_away")
PART(void,
     ctr_glue_switch(struct ctr_hart *h, struct owner *from, struct owner *to),
     assert_ptr_equal(h, place.bytes + CTR_PLACE), "ctr_glue_switch %s %s",
     of(from), of(to))
PART(void,
     pmu_glue_switch(struct pmu_hart *h, struct owner *from, struct owner *to),
     assert_ptr_equal(h, &pmu), "pmu_glue_switch %s %s", of(from), of(to))
PART(void, sse_glue_switch(struct owner *from, const struct owner *to), ,
     "sse_glue_switch %s %s", of(from), of(to))

/* --- tests ---------------------------------------------------------------------- */

static int begin(void **state)
{
	int n;

	(void)state;
	memset(&place, 0, sizeof(place));
	memset(domain, 0, sizeof(domain));
	memset(owner, 0, sizeof(owner));
	memset(&pmu, 0, sizeof(pmu));
	memset(&trace_glue, 0, sizeof(trace_glue));
	for (n = 0; n < DOMAINS; n++)
		domain[n].data_priv.idx_to_data_ptr[owner_states.data_idx] =
			owner[n];
	place.scratch.hartindex = HART;
	pmu_glue_hart_set(&place.scratch, &pmu);
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&place.scratch);
	stock_domain = &domain[0];
	ctr_glue_offset = CTR_PLACE;
	others = NULL;
	foreign = false;
	passes = true;
	wire_forget();
	return 0;
}

/* A hart that starts or halts others holds one lock. */
static void run_act(void **state)
{
	(void)state;
	owner_glue_act();
	owner_glue_acted();
	wire_expect("lock\nunlock\n");
}

static void leave(spinlock_t now, const spinlock_t *later, const char *calls)
{
	owner_glue_act(); /* tells the place of the lock */
	wire_forget();
	*act_lock = now;
	others = later;
	owner_glue_leaves();
	wire_expect(calls);
	*act_lock = (spinlock_t){ 0 };
}

/* Its stores are seen before it looks at the lock. It waits for all harts that had or
 * wanted the lock then, and serves their fences meanwhile: they may wait for it. It does
 * not wait for harts that came later. Only after the wait it asks for messages, and
 * takes one that was meant for this domain. */
static void run_leaves(void **state)
{
	static const spinlock_t released[] = { { .owner = 4, .next = 5 },
					       { .owner = 5, .next = 6 } };
	static const spinlock_t round[] = { { .owner = 0xffff, .next = 2 },
					    { .owner = 0, .next = 3 },
					    { .owner = 1, .next = 4 } };

	(void)state;
	leave((spinlock_t){ .owner = 7, .next = 7 }, NULL,
	      "mb\nsmp_rmb\nhas_foreign\n");
	leave((spinlock_t){ .owner = 3, .next = 5 }, released,
	      "mb\nfence_glue_look\nfence_glue_look\nsmp_rmb\nhas_foreign\n");
	foreign = true;
	leave((spinlock_t){ .owner = 0xfffe, .next = 1 }, round,
	      "mb\nfence_glue_look\nfence_glue_look\nfence_glue_look\n"
	      "smp_rmb\nhas_foreign\nsbi_ipi_process\n");
}

/* A hart that stops is its domain's, which may start it again. */
static void run_stops(void **state)
{
	(void)state;
	owner_glue_stops();
	wire_expect("lock of A\nunlock of A, whose harts are 4\n");
}

/* Owners without state are passed on. */
#define PASSED "fence_glue_look\nfence_glue_switch B\ndbtr_glue_switch 2 B\n"

static void check(const char *calls)
{
	/* Each switch to B comes from A: it is the owner since the last one. */
	owner_glue_switch(HART, &domain[0]);
	wire_forget();
	owner_glue_switch(HART, &domain[1]);
	wire_expect(calls);
}

static void run_plain(void **state)
{
	(void)state;
	check(PASSED "pmu_context_pass - -\n");
	ctr_glue_offset = 0; /* a hart without CTR's state */
	check(PASSED "pmu_context_pass - -\n");
}

/* Each part acts if an owner has its state, and no other part does. */
static void run_parts(void **state)
{
	struct ctr_hart *ctr = (void *)(place.bytes + CTR_PLACE);

	(void)state;
	owner[0][HART].feature_set = 1;
	check(PASSED "features_glue_switch A2 B2\npmu_context_pass - -\n");
	owner[0][HART].feature_set = 0;
	owner[1][HART].feature_set = 1;
	check(PASSED "features_glue_switch A2 B2\npmu_context_pass - -\n");
	owner[1][HART].feature_set = 0;
	trace_glue.count = 1;
	check(PASSED "trace_glue_switch 2 B\npmu_context_pass - -\n");
	trace_glue.count = 0;
	ctr->present = true;
	check(PASSED "ctr_glue_switch A2 B2\npmu_context_pass - -\n");
	ctr->present = false;
	owner[1][HART].sse = place.bytes;
	check(PASSED "pmu_context_pass - -\nsse_glue_switch A2 B2\n");
}

/* An overflow that is found late freezes branch records: they must still be those of
 * the owner that counted. */
static void run_counters(void **state)
{
	(void)state;
	owner[0][HART].pmu = &context[0];
	check(PASSED "pmu_context_pass A -\n");
	owner[0][HART].pmu = NULL;
	owner[1][HART].pmu = &context[1];
	((struct ctr_hart *)(place.bytes + CTR_PLACE))->present = true;
	passes = false;
	pmu.touched = true;
	check(PASSED "predict_glue_away\nctr_glue_switch A2 B2\n"
		     "pmu_context_pass - B\npmu_glue_switch A2 B2\n");
}

/* The first owner of a hart is OpenSBI's domain; later ones are those of the last
 * switch, whatever OpenSBI says meanwhile. */
static void run_owner(void **state)
{
	(void)state;
	passes = false;
	stock_domain = &domain[2];
	owner_glue_switch(HART, &domain[0]);
	stock_domain = &domain[1];
	owner_glue_switch(HART, &domain[2]);
	owner_glue_switch(HART, &domain[0]);
	wire_expect(
		"fence_glue_look\nfence_glue_switch A\ndbtr_glue_switch 2 A\n"
		"pmu_context_pass - -\npmu_glue_switch C2 A2\n"
		"fence_glue_look\nfence_glue_switch C\ndbtr_glue_switch 2 C\n"
		"pmu_context_pass - -\npmu_glue_switch A2 C2\n"
		"fence_glue_look\nfence_glue_switch A\ndbtr_glue_switch 2 A\n"
		"pmu_context_pass - -\npmu_glue_switch C2 A2\n");
}

#define TEST(name) cmocka_unit_test_setup(run_##name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(owner), /* first: the hart has had no switch */
		TEST(act),   TEST(leaves), TEST(stops),
		TEST(plain), TEST(parts),  TEST(counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
