// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_graph.c and trace_settle.c: the description of a machine */
#include <string.h>

#include "unit_trace.h"

#define NONE TRACE_NONE

/* --- errors in a description --------------------------------------------- */

static void all_usable(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("count", unit_trace.count, FAKE_TRACE_COUNT);
	CHECK_EQ("type", unit_trace.component[E1].type, TR_COMP_ENCODER);
	CHECK_EQ("type", unit_trace.component[F].type, TR_COMP_FUNNEL);
	CHECK_EQ("type", unit_trace.component[R2].type, TR_COMP_RAM_SINK);
	unit_trace_check_quiet("after boot");
}

/* One more link in the machine, and its effect. */
static void links(void)
{
	static const struct {
		const char *name;
		u32 from, to, input;
		u32 refused;
		enum trace_reason reason;
		u32 other;
	} rows[] = {
		{ "second output", E0, R2, 0, E0, TRACE_TWO_OUTPUTS, R2 },
		{ "input 16", R, F, 16, R, TRACE_BAD_INPUT, F },
		{ "input in use", R, F, 1, R, TRACE_INPUT_TAKEN, E1 },
		{ "loop", R, F, 2, F, TRACE_LOOP, R },
		{ "loop over the sink", R, F, 2, R, TRACE_LOOP, F },
		{ "to itself", R2, R2, 1, R2, TRACE_LOOP, R2 },
		{ "sink to sink", R, R2, 1, R, TRACE_SINK_OUTPUT, R2 },
		{ "sink to encoder", R, E2, 0, R, TRACE_SINK_OUTPUT, E2 },
		{ "sink to nothing", R, NONE, 0, NONE, TRACE_USABLE, NONE },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		unit_trace_describe(TRACE_DIRECT);
		trace_connect(&unit_trace, rows[i].from, rows[i].to,
			      rows[i].input);
		trace_probe(&unit_trace);
		trace_settle(&unit_trace);
		if (rows[i].refused != NONE)
			unit_trace_refused(rows[i].name, rows[i].refused,
					   rows[i].reason, rows[i].other);
		else
			CHECK_EQ(rows[i].name, unit_trace.component[R].reason,
				 TRACE_USABLE);
		if (rows[i].refused == R && rows[i].reason == TRACE_SINK_OUTPUT)
			unit_trace_refused("leads there", F, TRACE_NEEDS_OTHER,
					   R);
	}
}

/* Components that need a refused one are refused, too; all others go on. */
static void dependents(void)
{
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_connect(&unit_trace, R, F, 2);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	unit_trace_refused("E0", E0, TRACE_NEEDS_OTHER, F);
	unit_trace_refused("E1", E1, TRACE_NEEDS_OTHER, F);
	CHECK_EQ("E2", unit_trace.component[E2].reason, TRACE_USABLE);
	CHECK_EQ("R2", unit_trace.component[R2].reason, TRACE_USABLE);
	CHECK_EQ("E0 is off", fake_trace_reg(E0, 0) & FAKE_ACTIVE, 0);
}

/* E2 is the only encoder before R2, and leads to the funnel as well. */
static void two_outputs(void)
{
	const struct trace_component *c = unit_trace.component;

	unit_trace_hardware();
	fake_trace[E2].has.impl = 0x00010111;
	unit_trace_describe(TRACE_DIRECT);
	trace_connect(&unit_trace, E2, F, 2);
	trace_refuse(&unit_trace, E0, TRACE_FORBIDDEN);
	trace_refuse(&unit_trace, E1, TRACE_FORBIDDEN);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("the first counts", c[E2].reason, TRACE_USABLE);
	CHECK_EQ("told", c[E2].warnings, TRACE_ONE_OUTPUT | TRACE_NEWER_MINOR);
	CHECK_EQ("R2", c[R2].reason, TRACE_USABLE);
	unit_trace_refused("the second is off", F, TRACE_NO_SOURCE, NONE);
	unit_trace_refused("what it leads to", R, TRACE_NO_SOURCE, NONE);
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_connect(&unit_trace, E2, F, 2);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	unit_trace_refused("others lead there", E2, TRACE_TWO_OUTPUTS, F);
	unit_trace_refused("gets nothing", R2, TRACE_NO_SOURCE, NONE);
	CHECK_EQ("the others", c[E0].reason, TRACE_USABLE);
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_connect(&unit_trace, E2, F, 2);
	trace_connect(&unit_trace, E2, R, 1);
	unit_trace_refused("three", E2, TRACE_TWO_OUTPUTS, R);
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	fake_trace[F].has.dead = true;
	trace_connect(&unit_trace, E2, F, 2);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	unit_trace_refused("it may be on", E2, TRACE_TWO_OUTPUTS, F);
}

/*
 * If the refused sink was seen off, no domain can enable it, and E2 leads to R.
 */
static void second_takes_over(void)
{
	const struct trace_component *c = unit_trace.component;
	unsigned int late;

	for (late = 0; late < 2; late++) {
		unit_trace_hardware();
		unit_trace_describe(TRACE_DIRECT);
		trace_connect(&unit_trace, E2, R, 1);
		trace_refuse(&unit_trace, F, TRACE_FORBIDDEN);
		if (!late)
			trace_refuse(&unit_trace, R2, TRACE_FORBIDDEN);
		trace_probe(&unit_trace);
		if (late)
			trace_refuse(&unit_trace, R2, TRACE_FORBIDDEN);
		trace_settle(&unit_trace);
		CHECK_EQ("leads there", c[E2].output, late ? R : c[E2].output);
		CHECK_EQ("if the first was seen off", c[E2].reason,
			 late ? TRACE_USABLE : TRACE_TWO_OUTPUTS);
	}
	CHECK_EQ("sink", c[R].reason, TRACE_USABLE);
	CHECK_EQ("told", c[E2].warnings, TRACE_ONE_OUTPUT);
	CHECK_EQ("off", fake_trace_reg(R2, 0) & FAKE_ACTIVE, 0);
}

/* A funnel without registers leads E0, E1 and E2 to one sink. */
static void one_wire(void)
{
	struct trace_link link = { .to = R, .wire = 7 };
	struct trace *t = &unit_trace;
	unsigned int n;

	for (n = 0; n < 2; n++) {
		unit_trace_hardware();
		trace_init(t, TRACE_DIRECT);
		for (u32 k = 0; k < FAKE_TRACE_COUNT; k++)
			trace_add(t, FAKE_TRACE_BASE + 0x1000ull * k,
				  k == E0 || k == E1 || k == E2 ? k :
								  TRACE_NO_HART,
				  HARTID + k);
		trace_join(t, E0, &link);
		trace_join(t, E1, &link);
		link.wire += (u16)n;
		trace_join(t, E2, &link);
		trace_probe(t);
		trace_settle(t);
		CHECK_EQ("first", t->component[E0].reason, TRACE_USABLE);
		CHECK_EQ("same wire", t->component[E1].reason, TRACE_USABLE);
		CHECK_EQ("another one", t->component[E2].reason,
			 n ? TRACE_INPUT_TAKEN : TRACE_USABLE);
	}
}

/* Whole descriptions, by pairs of links between the six components. */
static void shapes(void)
{
	static const struct {
		const char *name;
		u8 links[6][3]; /* from, to, input; all 0: no link */
		u32 refused;
		enum trace_reason reason;
		u32 other;
	} rows[] = {
		{ "nothing is joined", { { 0 } }, E0, TRACE_NO_OUTPUT, NONE },
		{ "funnel leads nowhere",
		  { { E0, F, 0 }, { E2, R2, 0 } },
		  F,
		  TRACE_NO_OUTPUT,
		  NONE },
		{ "its encoder needs it",
		  { { E0, F, 0 }, { E2, R2, 0 } },
		  E0,
		  TRACE_NEEDS_OTHER,
		  F },
		{ "sink without a source",
		  { { E0, F, 0 }, { F, R, 0 } },
		  R2,
		  TRACE_NO_SOURCE,
		  NONE },
		{ "funnel without a source",
		  { { F, R, 0 }, { E2, R2, 0 } },
		  F,
		  TRACE_NO_SOURCE,
		  NONE },
		{ "encoder to encoder",
		  { { E0, E2, 0 }, { E2, R2, 0 } },
		  E0,
		  TRACE_ENCODER_INPUT,
		  E2 },
		{ "two into a sink",
		  { { E0, R, 0 }, { E1, R, 1 } },
		  E1,
		  TRACE_INPUT_TAKEN,
		  E0 },
		{ "two encoders, no sink",
		  { { E0, E1, 0 }, { E1, E0, 0 } },
		  E0,
		  TRACE_LOOP,
		  E1 },
	};
	unsigned int i, k;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		unit_trace_describe(TRACE_DIRECT);
		for (k = 0; k < FAKE_TRACE_COUNT; k++)
			unit_trace.component[k].output = TRACE_NONE;
		for (k = 0; k < 6; k++)
			if (rows[i].links[k][0] != rows[i].links[k][1])
				trace_connect(&unit_trace, rows[i].links[k][0],
					      rows[i].links[k][1],
					      rows[i].links[k][2]);
		trace_probe(&unit_trace);
		trace_settle(&unit_trace);
		unit_trace_refused(rows[i].name, rows[i].refused,
				   rows[i].reason, rows[i].other);
	}
}

/*
 * As on SpacemiT's K3: E0 and E1 reach CoreSight's funnels by bridges and a
 * funnel of TCI, E2 by a bridge alone.
 */
static void bridges(bool foreign)
{
	unsigned int n;
	u32 hart;

	unit_trace_hardware();
	fake_trace[R].has.impl = fake_trace[R2].has.impl = 0x0e01;
	trace_init(&unit_trace, TRACE_MEDIATED);
	for (n = 0; n < FAKE_TRACE_COUNT; n++) {
		hart = n == E2 ? 2 : TRACE_NO_HART;
		if (n == E0)
			hart = 0;
		trace_add(&unit_trace, FAKE_TRACE_BASE + 0x1000 * n, hart,
			  HARTID);
	}
	trace_connect(&unit_trace, E0, R, 0);
	trace_connect(&unit_trace, R, F, 0);
	trace_connect(&unit_trace, E2, R2, 0);
	if (foreign)
		trace_connect_foreign(&unit_trace, F);
	trace_connect_foreign(&unit_trace, R2);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
}

static void foreign_ends(void)
{
	bridges(true);
	CHECK_EQ("E0", unit_trace.component[E0].reason, TRACE_USABLE);
	CHECK_EQ("bridge", unit_trace.component[R].reason, TRACE_USABLE);
	CHECK_EQ("funnel", unit_trace.component[F].reason, TRACE_USABLE);
	CHECK_EQ("E2", unit_trace.component[E2].reason, TRACE_USABLE);
	CHECK("one stream, beyond",
	      unit_trace.component[E0].encoder.source_id !=
		      unit_trace.component[E2].encoder.source_id);
	bridges(false);
	unit_trace_refused("leads nowhere", F, TRACE_NO_OUTPUT, NONE);
	unit_trace_refused("needs it", R, TRACE_NEEDS_OTHER, F);
	CHECK_EQ("E2", unit_trace.component[E2].reason, TRACE_USABLE);
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_connect_foreign(&unit_trace, E2);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("the known one counts", unit_trace.component[E2].reason,
		 TRACE_USABLE);
	CHECK_EQ("told", unit_trace.component[E2].warnings, TRACE_ONE_OUTPUT);
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_connect_foreign(&unit_trace, F);
	trace_refuse(&unit_trace, R, TRACE_FORBIDDEN);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("or else the foreign one", unit_trace.component[F].reason,
		 TRACE_USABLE);
	CHECK_EQ("only that", unit_trace.component[F].output, NONE);
}

static void harts(void)
{
	unit_trace_hardware();
	trace_init(&unit_trace, TRACE_DIRECT);
	trace_add(&unit_trace, FAKE_TRACE_BASE, 5, 0x15);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x1000, 5, 0x15);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x2000, TRACE_NO_HART, 0);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x3000, TRACE_NO_HART, 0);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x4000, TRACE_NO_HART, 0);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x5000, 6, 0x16);
	trace_connect(&unit_trace, E0, F, 0);
	trace_connect(&unit_trace, E1, F, 1);
	trace_connect(&unit_trace, E2, F, 2);
	trace_connect(&unit_trace, F, R, 0);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("first", unit_trace.component[E0].reason, TRACE_USABLE);
	unit_trace_refused("second", E1, TRACE_HART_TWICE, E0);
	unit_trace_refused("none", E2, TRACE_NO_HART_GIVEN, NONE);
	unit_trace_refused("a sink's does not matter", R2, TRACE_NO_SOURCE,
			   NONE);
	CHECK_EQ("forgotten", unit_trace.component[R2].hartindex,
		 TRACE_NO_HART);
	CHECK_EQ("found", trace_encoder_of(&unit_trace, 5), E0);
	CHECK_EQ("not found", trace_encoder_of(&unit_trace, 6), NONE);
}

/* --- owners ------------------------------------------------------------------ */

static void owners(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("E0", trace_owner_of(&unit_trace, E0), OURS);
	CHECK_EQ("F", trace_owner_of(&unit_trace, F), OURS);
	CHECK_EQ("R", trace_owner_of(&unit_trace, R), OURS);
	CHECK_EQ("R2", trace_owner_of(&unit_trace, R2), THEIRS);
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	CHECK_EQ("shared", trace_owner_of(&unit_trace, F), TRACE_NO_OWNER);
	CHECK_EQ("shared", trace_owner_of(&unit_trace, R), TRACE_NO_OWNER);
	CHECK_EQ("E1", trace_owner_of(&unit_trace, E1), THEIRS);
	trace_owners_set(&unit_trace, 77, 1, &(u32){ OURS });
}

/* --- refused by the caller ---------------------------------------------------- */

/* Windows that are refused before the probe are never accessed. */
static void forbidden(void)
{
	u32 writes;

	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_refuse(&unit_trace, R, TRACE_FORBIDDEN);
	writes = fake_trace[R].writes;
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("never touched", fake_trace[R].writes, writes);
	unit_trace_refused("R", R, TRACE_FORBIDDEN, NONE);
	unit_trace_refused("F", F, TRACE_NEEDS_OTHER, R);
	unit_trace_refused("E1", E1, TRACE_NEEDS_OTHER, F);
}

static void forbidden_later(void)
{
	u32 writes;

	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_probe(&unit_trace);
	trace_refuse(&unit_trace, R2, TRACE_FORBIDDEN);
	writes = fake_trace[R2].writes;
	trace_refuse(&unit_trace, R2, TRACE_LOOP);
	trace_settle(&unit_trace);
	unit_trace_refused("R2", R2, TRACE_FORBIDDEN, NONE);
	CHECK_EQ("once", fake_trace[R2].writes, writes);
	unit_trace_refused("E2", E2, TRACE_NEEDS_OTHER, R2);
	CHECK_EQ("off", fake_trace_reg(R2, 0) & FAKE_ACTIVE, 0);
}

/* --- source IDs ---------------------------------------------------------------- */

static u32 source(unsigned int n)
{
	return fake_trace_reg(n, 8) >> 16;
}

static void source_ids(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("E0: ID 0, 1 bit", source(E0), 0x1000);
	CHECK_EQ("E1: ID 1, 1 bit", source(E1), 0x1001);
	CHECK_EQ("E2 is alone", source(E2), 0);
}

/* The design has fixed IDs and widths; other encoders get different IDs. */
static void source_ids_fixed(void)
{
	unit_trace_hardware();
	fake_trace[E1].has.fixed_source = 0x30000000;
	fake_trace[E1].has.source_ids = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_EQ("E0 goes around", source(E0), 0x3001);
	CHECK_EQ("E1 is fixed", source(E1), 0x3000);
	unit_trace_hardware();
	fake_trace[E0].has.fixed_source = 0x30050000;
	fake_trace[E0].has.source_ids = 0;
	fake_trace[E1].has.fixed_source = 0x30050000;
	fake_trace[E1].has.source_ids = 0;
	fake_trace[E2].has.fixed_source = 0x20030000;
	fake_trace[E2].has.source_ids = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	unit_trace_refused("both are 5", E0, TRACE_NO_SOURCE_ID, NONE);
	CHECK_EQ("one is left", unit_trace.component[E1].reason, TRACE_USABLE);
	CHECK_EQ("E2 alone", unit_trace.component[E2].reason, TRACE_USABLE);
	unit_trace_hardware();
	fake_trace[E2].has.fixed_source = 0x00050000;
	fake_trace[E2].has.source_ids = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	unit_trace_refused("5 in no bits", E2, TRACE_NO_SOURCE_ID, NONE);
}

static void source_ids_missing(void)
{
	unit_trace_hardware();
	fake_trace[E1].has.max_source_bits = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	unit_trace_refused("no bits", E1, TRACE_NO_SOURCE_ID, NONE);
	CHECK_EQ("E0 is alone then", source(E0), 0);
	CHECK_EQ("and usable", unit_trace.component[E0].reason, TRACE_USABLE);
}

/* --- words ---------------------------------------------------------------------- */

static void words(void)
{
	unsigned int n, k;

	for (n = TRACE_USABLE; n <= TRACE_FORBIDDEN; n++)
		for (k = 0; k < n; k++)
			CHECK("all differ", strcmp(trace_reason_text(n),
						   trace_reason_text(k)));
	CHECK("beyond", trace_reason_text(TRACE_FORBIDDEN + 1)[0]);
	CHECK("warning", trace_warning_text(TRACE_NEWER_MINOR)[0]);
	CHECK("warning", trace_warning_text(TRACE_EXPERIMENTAL)[0]);
	CHECK("warning", trace_warning_text(TRACE_TRANSLATED)[0]);
	CHECK("warning", trace_warning_text(TRACE_ONE_OUTPUT)[0]);
	CHECK("warning", trace_warning_text(TRACE_NOT_HIDING)[0]);
	CHECK("no warning", !trace_warning_text(TRACE_NO_WARNING)[0]);
}

static const struct unit_test tests[] = {
	UNIT_TEST(all_usable, UNIT_TRACE),
	UNIT_TEST(links, UNIT_TRACE),
	UNIT_TEST(two_outputs, UNIT_TRACE),
	UNIT_TEST(second_takes_over, UNIT_TRACE),
	UNIT_TEST(one_wire, UNIT_TRACE),
	UNIT_TEST(dependents, UNIT_TRACE),
	UNIT_TEST(shapes, UNIT_TRACE),
	UNIT_TEST(foreign_ends, UNIT_TRACE),
	UNIT_TEST(harts, UNIT_TRACE),
	UNIT_TEST(owners, UNIT_TRACE),
	UNIT_TEST(forbidden, UNIT_TRACE),
	UNIT_TEST(forbidden_later, UNIT_TRACE),
	UNIT_TEST(source_ids, UNIT_TRACE),
	UNIT_TEST(source_ids_fixed, UNIT_TRACE),
	UNIT_TEST(source_ids_missing, UNIT_TRACE),
	UNIT_TEST(words, UNIT_ONE),
};

int main(void)
{
	return unit_main("trace_graph", tests, array_size(tests));
}
