// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls of lib/trace at boot, and at the start, stop, suspend, switch and end
 * of harts. A machine without trace components executes only the test of the
 * count.
 */
#include <base/range.h>
#include <hart/mmio.h>
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_platform.h>
#include <sbi_utils/fdt/fdt_helper.h>
#include <trace/board.h>

#include "../fast/boot_alloc.h"
#include "../judges/shmem_glue.h"
#include "trace_calls.h"
#include "trace_glue.h"

/* Number of components without room. */
static u32 too_many;

/* struct trace_context * of every hart, for each domain */
static struct sbi_domain_data contexts;
static int trace_contexts_init(void);

/* --- boot ----------------------------------------------------------------- */

/* The tree is the firmware's until S-mode runs, so it is read only once. */
void trace_glue_reset_vector(const struct sbi_scratch *scratch)
{
	static enum trace_board board;
	const char *list;
	int size;

	if (board == TRACE_BOARD_UNKNOWN) {
		list = scratch->next_arg1 ?
			       fdt_getprop((const void *)scratch->next_arg1, 0,
					   "compatible", &size) :
			       NULL;
		board = list ? trace_board_find(list, (u32)size) :
			       TRACE_BOARD_OTHER;
	}
	trace_board_hart(board);
}

static void trace_judge_window(u32 n)
{
	const struct trace_component *c = &trace_glue.component[n];
	u32 control;

	/* A load of tr??Control is always allowed. */
	if (c->reason || hart_mmio_load32(c->base, &control))
		return;
	trace_nodes[n].wrong = "nothing answers at reg";
	trace_refuse(&trace_glue, n, TRACE_FORBIDDEN);
}

/* True for a sink whose memory software cannot choose. */
static bool trace_is_fixed_sink(const struct trace_component *c)
{
	return !c->reason && trace_is_memory(c) && c->sink.smem &&
	       trace_sink_is_fixed(&c->sink);
}

static bool trace_fixed_memory(const struct trace_component *c, u64 *base,
			       u64 *size)
{
	*size = c->sink.limit_max - c->sink.start_min + c->sink.width;
	return trace_memory_of(c, c->sink.start_min, *size, base);
}

static void trace_judge_sink(u32 n)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	const struct trace_component *c = &trace_glue.component[n];
	u64 base, size;

	if (!trace_is_fixed_sink(c))
		return;
	if (!trace_fixed_memory(c, &base, &size))
		trace_nodes[n].wrong = "its bus does not have its memory";
	else if (range_meets(base, size, scratch->fw_start, scratch->fw_size))
		trace_nodes[n].wrong = "its memory is the firmware's";
	else
		return;
	trace_refuse(&trace_glue, n, TRACE_FORBIDDEN);
}

static void trace_owners(void)
{
	u32 owner[SBI_HARTMASK_MAX_BITS];
	const struct sbi_domain *dom;

	sbi_for_each_hartindex(i)
	{
		dom = sbi_hartindex_to_domain(i);
		owner[i] = dom ? dom->index : TRACE_NO_OWNER;
	}
	trace_owners_set(&trace_glue, 0, sbi_hart_count(), owner);
}

/* With Smepmp M-mode would need one more region for each component that S-mode
 * has. @return the reason to hand nothing over, or NULL */
static const char *trace_kept(void)
{
	const struct sbi_domain *dom;
	u32 domains = 0;

	sbi_domain_for_each(dom)
	{
		domains++;
	}
	if (domains > 1)
		return "there is more than one domain";
	return trace_domain_smepmp() ? "harts have Smepmp" : NULL;
}

static void trace_tell_handed(const char *kept)
{
	u32 n, count = 0;

	if (trace_glue.policy != TRACE_HANDOVER || trace_report_quiet())
		return;
	for (n = 0; n < trace_glue.count; n++)
		count += trace_glue.component[n].handed;
	sbi_printf("hartscope: trace: %u components handed over%s%s\n", count,
		   kept ? ": " : "", kept ? kept : "");
}

/* First all registers in the tree, then judgements; S-mode runs last. */
static int trace_setup(const void *fdt, int chosen)
{
	bool trusted = fdt_trace_trusts(fdt, chosen);
	const char *kept = trace_kept();
	u32 n;
	int rc;

	trace_glue.policy = (u8)fdt_trace_policy(fdt, chosen);
	trace_glue.show_m = fdt_trace_shows_m(fdt, chosen);
	for (n = 0; n < trace_glue.count; n++)
		trace_judge_window(n);
	trace_probe(&trace_glue);
	fdt_trace_judge(&trace_glue);
	for (n = 0; n < trace_glue.count; n++)
		trace_judge_sink(n);
	trace_settle(&trace_glue);
	trace_owners();
	if (!kept)
		trace_hand_over(&trace_glue, trusted);
	rc = trace_domain_protect(
		&trace_glue, trusted && trace_glue.policy == TRACE_HANDOVER);
	trace_report_all(too_many);
	trace_tell_handed(kept);
	return rc;
}

int trace_glue_cold_boot(void)
{
	const void *fdt = fdt_get_address();
	int rc;

	trace_init(&trace_glue, TRACE_MEDIATED);
	too_many = fdt_trace_describe(fdt, &trace_glue);
	if (trace_domain_is_empty() && !trace_glue.count)
		return 0;
	fdt_trace_neighbours(fdt);
	rc = trace_setup(fdt, fdt_trace_chosen());
	return rc || !trace_glue.count ? rc : trace_contexts_init();
}

/* Before a hart enters S-mode: OpenSBI has set its PMP. A hart may hold less
 * than the boot hart. */
void trace_glue_enter(void)
{
	u64 page = 0;
	enum trace_shut shut = trace_domain_look(&page);
	u32 n;

	if (shut == TRACE_SHUT)
		return;
	sbi_printf("hartscope: trace: hart%u: PMP leaves registers at 0x%lx "
		   "open; %s\n",
		   current_hartid(), (ulong)page,
		   shut == TRACE_WRITERS_OPEN ? "the hart stops" :
						"nothing is used");
	if (shut == TRACE_WRITERS_OPEN)
		sbi_hart_hang();
	for (n = 0; n < trace_glue.count; n++)
		trace_refuse(&trace_glue, n, TRACE_FORBIDDEN);
}

/* True if the boot domain can use it. */
static bool trace_is_for_next_stage(const struct trace *t, u32 n)
{
	const struct trace_component *c = &t->component[n];

	return !c->reason && t->policy != TRACE_MEDIATED &&
	       trace_owner_of(t, n) == sbi_domain_thishart_ptr()->index;
}

/* True if no node has to change, so none has to be searched. */
static bool trace_are_all_for_next_stage(void)
{
	u32 n;

	for (n = 0; n < trace_glue.count; n++)
		if (!trace_is_for_next_stage(&trace_glue, n) ||
		    trace_glue.component[n].old)
			return false;
	return !too_many && !fdt_trace_has_strangers();
}

void trace_glue_fdt(void *fdt)
{
	const struct trace_component *c = trace_glue.component;
	u64 base, size;

	if (!trace_are_all_for_next_stage())
		fdt_trace_hand_on(fdt, &trace_glue, trace_is_for_next_stage);
	trace_domain_reserve(fdt);
	for (; c < trace_glue.component + trace_glue.count; c++) {
		if (trace_is_fixed_sink(c) &&
		    trace_fixed_memory(c, &base, &size) &&
		    shmem_glue_is_memory(base, size))
			fdt_trace_reserve(fdt, base, size);
	}
}

/* --- harts ---------------------------------------------------------------- */

static bool trace_hart_has_encoder(u32 hartindex)
{
	return trace_glue.count &&
	       trace_encoder_of(&trace_glue, hartindex) != TRACE_NONE;
}

/* State that an owner left on a hart. NULL: none yet */
static struct trace_context **trace_context(struct sbi_domain *dom,
					    u32 hartindex)
{
	struct trace_context **c = sbi_domain_data_ptr(dom, &contexts);

	return c + hartindex;
}

/* Without memory, the owner will find the defaults. */
static struct trace_context *trace_context_for(struct sbi_domain *dom,
					       u32 hartindex,
					       struct trace_context *lost)
{
	struct trace_context *c = *trace_context(dom, hartindex);

	return c ? c : lost;
}

static struct trace_context *trace_context_new(void)
{
	struct trace_context *c = boot_alloc_raw(sizeof(*c));

	if (c)
		c->valid = false;
	return c;
}

/* A context for each owner of a hart with an encoder. */
static int trace_contexts_init(void)
{
	struct sbi_domain *dom;
	u32 i;
	int rc;

	contexts.data_size = sizeof(struct trace_context *) * sbi_hart_count();
	rc = sbi_domain_register_data(&contexts);
	for (i = 0; !rc && i < sbi_hart_count(); i++)
		sbi_domain_for_each(dom) if (trace_hart_has_encoder(i) &&
					     sbi_hartmask_test_hartindex(
						     i, dom->possible_harts)) *
			trace_context(dom, i) = trace_context_new();
	return rc;
}

void trace_glue_hart_start(void)
{
	u32 hartindex = current_hartindex();
	struct trace_context *c;

	trace_glue_arm();
	if (!trace_hart_has_encoder(hartindex))
		return;
	c = *trace_context(sbi_domain_thishart_ptr(), hartindex);
	trace_hart_resume(&trace_glue, hartindex, c);
}

void trace_glue_suspend(void)
{
	u32 hartindex = current_hartindex();
	struct trace_context *c, lost;

	if (!trace_hart_has_encoder(hartindex))
		return;
	c = trace_context_for(sbi_domain_thishart_ptr(), hartindex, &lost);
	trace_hart_suspend(&trace_glue, hartindex, c);
}

void trace_glue_hart_stop(void)
{
	u32 hartindex = current_hartindex();
	struct trace_context lost;

	if (!trace_hart_has_encoder(hartindex))
		/* unseen: only slower: lib/trace finds nothing either */
		return;
	trace_hart_suspend(&trace_glue, hartindex, &lost);
}

void trace_glue_switch(u32 hartindex, struct sbi_domain *next)
{
	struct trace_context *c, lost;

	if (!trace_hart_has_encoder(hartindex))
		return;
	if (trace_hart_in_use(&trace_glue, hartindex)) {
		c = trace_context_for(sbi_hartindex_to_domain(hartindex),
				      hartindex, &lost);
		trace_hart_leave(&trace_glue, hartindex, c);
	}
	c = *trace_context(next, hartindex);
	trace_hart_enter(&trace_glue, hartindex, next->index, c);
}

/* --- the machine ---------------------------------------------------------- */

/* Harts that let the machine sleep; of several, each restores its own state. */
static bool machine_sleeps[SBI_HARTMASK_MAX_BITS];

void trace_glue_machine_suspend(void)
{
	if (!trace_glue.count)
		/* unseen: only slower: lib/trace finds nothing either */
		return;
	trace_glue_suspend();
	trace_suspend(&trace_glue, sbi_domain_thishart_ptr()->index);
	machine_sleeps[current_hartindex()] = true;
}

void trace_glue_resume(void)
{
	bool *sleeps = &machine_sleeps[current_hartindex()];

	if (!trace_glue.count)
		return;
	if (*sleeps)
		trace_resume(&trace_glue);
	*sleeps = false;
	trace_glue_hart_start();
}

void trace_glue_reset(bool machine)
{
	if (!trace_glue.count)
		/* unseen: only slower: lib/trace finds nothing either */
		return;
	trace_stop_all(&trace_glue, machine ? TRACE_ALL_OWNERS :
					      sbi_domain_thishart_ptr()->index);
}

void trace_glue_crash(void)
{
	struct trace_remains r;
	const char *sink;

	if (!trace_glue.count)
		/* unseen: only slower: lib/trace finds nothing either */
		return;
	trace_crash(&trace_glue, current_hartindex(), &r);
	if (!r.was_tracing)
		return;
	sink = r.sink == TRACE_NONE ? "?" : trace_nodes[r.sink].name;
	if (!r.memory) {
		sbi_printf("hartscope: hart%u: its trace went to %s\n",
			   current_hartid(), sink);
		return;
	}
	sbi_printf("hartscope: hart%u: its trace is in 0x%lx to 0x%lx, "
		   "written by %s up to 0x%lx%s%s\n",
		   current_hartid(), (ulong)r.start, (ulong)r.end, sink,
		   (ulong)r.wp, r.wrapped ? ", where it wrapped" : "",
		   r.drained ? "" : ", and the end is missing");
}

struct sbiret trace_glue_call(unsigned long fid, const struct sbi_args *args)
{
	return trace_call(&trace_glue, sbi_domain_thishart_ptr()->index, fid,
			  args);
}

/* --- registers ------------------------------------------------------------ */

bool trace_glue_has(u64 address)
{
	return trace_mmio_has(&trace_glue, address);
}
