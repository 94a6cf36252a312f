// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_call_encoder.c: configuration by calls */
#include "unit_trace.h"

#define CONFIGURE TRACE_SBI_ENCODER_CONFIGURE
#define FILTER TRACE_SBI_ENCODER_SET_FILTER
#define COMPARATOR TRACE_SBI_ENCODER_SET_COMPARATOR
#define PARAM SBI_ERR_INVALID_PARAM
#define UNABLE SBI_ERR_NOT_SUPPORTED
#define BASIC (TE_MODE_6 | TE_NTRACE)

/* --- encoder_configure --------------------------------------------------------- */

static void configure_rows(void)
{
	static const struct {
		const char *name;
		unsigned long control, features, filters, ts;
		long error;
	} rows[] = {
		{ "mode 6", TE_MODE_6 | TE_NTRACE, 0, 0, 0, 0 },
		{ "mode 3", TE_MODE_3 | TE_NTRACE, 0, 0, 0, 0 },
		{ "mode 0", TE_NTRACE, 0, 0, 0, 0 },
		{ "E-Trace", TE_MODE_6, 0, 0, 0, 0 },
		{ "bits", BASIC | TE_CONTEXT | TE_TRIG | TE_STALL | TE_NO_SRC,
		  0, 0, 0, 0 },
		{ "sync", BASIC | 3 << 16 | 15 << 20, 0, 0, 0, 0 },
		{ "features", BASIC, 0x7cc, 0, 0, 0 },
		{ "filters", BASIC, 0, 0xf, 0, 0 },
		{ "time", BASIC, 0, 0, 0x832a, 0 },
		{ "mode 1", 1 << 4 | TE_NTRACE, 0, 0, 0, UNABLE },
		{ "format 2", TE_MODE_6 | 2 << 24, 0, 0, 0, UNABLE },
		{ "sync mode 2", BASIC | 2 << 16, 0, 0, 0, UNABLE },
		{ "sync max", BASIC | 1 << 16 | 3 << 20, 0, 0, 0, UNABLE },
		{ "feature", BASIC, 0x10, 0, 0, UNABLE },
		{ "return mode", BASIC, 0x80, 0, 0, UNABLE },
		{ "filter 4", BASIC, 0, 0x10, 0, UNABLE },
		{ "time mode 3", BASIC, 0, 0, 0x30, UNABLE },
		{ "Active", BASIC | 1, 0, 0, 0, PARAM },
		{ "Enable", BASIC | 2, 0, 0, 0, PARAM },
		{ "InstTracing", BASIC | 4, 0, 0, 0, PARAM },
		{ "Empty", BASIC | 8, 0, 0, 0, PARAM },
		{ "lost", BASIC | TE_LOST, 0, 0, 0, PARAM },
		{ "reserved", BASIC | 1 << 7, 0, 0, 0, PARAM },
		{ "reserved feature", BASIC, 0x800, 0, 0, PARAM },
		{ "filter 16", BASIC, 0, 0x10000, 0, PARAM },
		{ "time reset", BASIC, 0, 0, 4, PARAM },
		{ "time active", BASIC, 0, 0, 1, PARAM },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		fake_trace[E2].has.sync_max = 0xfff7;
		fake_trace[E2].has.return_modes = 0x0b;
		if (rows[i].error == UNABLE)
			fake_trace[E0].has = fake_trace[E2].has;
		unit_trace_boot_as_built(TRACE_DIRECT);
		CHECK_RET(rows[i].name,
			  TRACE_CALL(CONFIGURE, HARTID, rows[i].control,
				     rows[i].features, rows[i].filters,
				     rows[i].ts),
			  rows[i].error, 0);
		if (rows[i].error)
			continue;
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, 0),
			 rows[i].control | FAKE_ACTIVE | FAKE_EMPTY);
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, 8),
			 rows[i].features | 0x10000000);
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, 0xc),
			 rows[i].filters);
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, 0x40),
			 rows[i].ts | 0x20000000 | !!rows[i].ts);
	}
}

/* Bits above the 32 of a register are refused. */
static void configure_wide(void)
{
	unsigned long far = 1ul << 32;

	unit_trace_boot(TRACE_DIRECT);
	CHECK_RET("a1", TRACE_CALL(CONFIGURE, HARTID, BASIC | far, 0, 0, 0),
		  PARAM, 0);
	CHECK_RET("a2", TRACE_CALL(CONFIGURE, HARTID, BASIC, far, 0, 0), PARAM,
		  0);
	CHECK_RET("a3", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, far, 0), PARAM,
		  0);
	CHECK_RET("a4", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, far), PARAM,
		  0);
	CHECK_RET("filter", TRACE_CALL(FILTER, HARTID, far, 1, 0, 0, 0), PARAM,
		  0);
	CHECK_RET("comparator", TRACE_CALL(COMPARATOR, HARTID, 0, far, 0, 0),
		  PARAM, 0);
}

static void configure_without(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.control = 0;
	fake_trace[E0].has.ts = 0;
	fake_trace[E0].has.features = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_RET("context",
		  TRACE_CALL(CONFIGURE, HARTID, BASIC | TE_CONTEXT, 0, 0, 0),
		  UNABLE, 0);
	CHECK_RET("time", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0x8000),
		  UNABLE, 0);
	CHECK_RET("feature", TRACE_CALL(CONFIGURE, HARTID, BASIC, 4, 0, 0),
		  UNABLE, 0);
	CHECK_OK("nothing", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0));
}

static void configure_source(void)
{
	static const struct {
		const char *name;
		u32 source; /* trTeSrcBits and trTeSrcID */
		long error;
		u32 want;
	} rows[] = {
		{ "its own", 0x1000, 0, 0x1000 },
		{ "none asked for", 0, 0, 0x1000 },
		{ "the other's", 0x1001, PARAM, 0x1000 },
		{ "more bits", 0x2002, PARAM, 0x1000 },
		{ "too large", 0x1002, PARAM, 0x1000 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_boot(TRACE_DIRECT);
		CHECK_RET(rows[i].name,
			  TRACE_CALL(CONFIGURE, HARTID, BASIC,
				     rows[i].source << 16, 0, 0),
			  rows[i].error, 0);
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, 8) >> 16,
			 rows[i].want);
	}
}

/*
 * With three encoders in a stream one ID is free; the library then knows the
 * new ID.
 */
static void configure_free_source(void)
{
	const struct fake_trace_design encoder = fake_trace_encoder();

	unit_trace_hardware();
	fake_trace_add(FAKE_TRACE_BASE + 0x6000, F, &encoder);
	unit_trace_describe(TRACE_DIRECT);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x6000, 3, HARTID + 3);
	trace_connect(&unit_trace, 6, F, 2);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
	CHECK_EQ("2 bits", fake_trace_reg(6, 8) >> 16, 0x2002);
	CHECK_OK("3 is free",
		 TRACE_CALL(CONFIGURE, HARTID, BASIC, 0x20030000, 0, 0));
	CHECK_RET("3 is taken",
		  TRACE_CALL(CONFIGURE, HARTID + 1, BASIC, 0x20030000, 0, 0),
		  PARAM, 0);
	CHECK_OK("0 is free",
		 TRACE_CALL(CONFIGURE, HARTID + 1, BASIC, 0x20000000, 0, 0));
}

/* The common funnel of the encoders has their shared time. */
static void configure_shared_time(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_OK("of its own",
		 TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0x8022));
	CHECK_EQ("the funnel's stands", fake_trace_reg(F, 0x40), 0x20000000);
	CHECK_OK("shared", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0x8040));
	CHECK_EQ("it runs", fake_trace_reg(F, 0x40), 0x20000023);
	fake_trace_set(F, 0x40, 0x20000123);
	CHECK_OK("the other",
		 TRACE_CALL(CONFIGURE, HARTID + 1, BASIC, 0, 0, 0x8040));
	CHECK_EQ("it goes on", fake_trace_reg(F, 0x40), 0x20000123);
	unit_trace_hardware();
	fake_trace[F].has.ts = 0;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_EQ("no unit", unit_trace.component[F].funnel.ts_modes, 0);
	CHECK_OK("shared", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0x8040));
	CHECK_EQ("none", fake_trace_reg(F, 0x40), 0);
	unit_trace_boot(TRACE_DIRECT);
	fake_trace_power_off(F);
	CHECK_OK("off", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0x8040));
}

static void configure_states(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_RET("configure", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_RET("filter", TRACE_CALL(FILTER, HARTID, 0, 1, 0, 0, 0),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_RET("comparator", TRACE_CALL(COMPARATOR, HARTID, 0, 0, 0, 0),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_OK("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID));
	fake_trace_power_off(E0);
	CHECK_OK("woken", TRACE_CALL(FILTER, HARTID, 0, 3, 2, 0, 0));
	CHECK_EQ("with its defaults", fake_trace_reg(E0, 8), 0x10000000);
	fake_trace_power_off(E0);
	fake_trace[E0].has.dead = true;
	CHECK_RET("dead", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0),
		  SBI_ERR_TIMEOUT, 0);
}

/* --- encoder_set_filter ----------------------------------------------------------- */

static void filter_rows(void)
{
	static const struct {
		const char *name;
		unsigned long filter, control, match;
		long error;
	} rows[] = {
		{ "modes", 0, 0x3, 0x02, 0 },
		{ "causes", 1, 0x5, 0, 0 },
		{ "interrupts", 2, 0x9, 0x100, 0 },
		{ "comparators", 3, 0x1131, 0, 0 },
		{ "off", 3, 0, 0, 0 },
		{ "filter 16", 16, 1, 0, PARAM },
		{ "bit 17", 0, 0x20000, 0, PARAM },
		{ "impdef", 0, 0x10001, 0, PARAM },
		{ "data", 0, 0x1000001, 0, PARAM },
		{ "bit 9 of the match", 0, 1, 0x200, PARAM },
		{ "filter 4", 4, 1, 0, UNABLE },
		{ "comparator 2", 0, 0x51, 0, UNABLE },
		{ "comparator 7 as the second", 0, 0xf01, 0, UNABLE },
		{ "comparator 4 as the third", 0, 0x9001, 0, UNABLE },
		{ "comparator not asked", 0, 0x41, 0, 0 },
	};
	unsigned int i;
	u32 unit;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_boot(TRACE_DIRECT);
		CHECK_RET(rows[i].name,
			  TRACE_CALL(FILTER, HARTID, rows[i].filter,
				     rows[i].control, rows[i].match, 0x5, 0x6),
			  rows[i].error, 0);
		if (rows[i].error)
			continue;
		unit = 0x400 + 0x20 * (u32)rows[i].filter;
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, unit),
			 rows[i].control);
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, unit + 4),
			 rows[i].match);
		CHECK_EQ("causes", fake_trace_reg64(E0, unit + 8),
			 fake.has.xlen == 32 ? 0x600000005ull : 5);
	}
}

static void check_order(void)
{
	if (fake_trace_reg(E0, 0x404) == 2 && fake_trace_reg(E0, 0x400) & 1)
		CHECK_EQ("causes first", fake_trace_reg(E0, 0x408), 9);
}

/* A filter is off while its registers change. */
static void filter_order(void)
{
	const struct sbi_args args = { { HARTID, 0, 3, 2, 9 } };

	unit_trace_boot(TRACE_DIRECT);
	CHECK_OK("one", TRACE_CALL(FILTER, HARTID, 0, 3, 1, 5, 0));
	fake_trace_between = check_order;
	CHECK_EQ("another", trace_call(&unit_trace, OURS, FILTER, &args).error,
		 0);
	fake_trace_between = NULL;
	CHECK_EQ("match", fake_trace_reg(E0, 0x404), 2);
}

static void filter_abilities(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.filter_control = 0x3;
	fake_trace[E0].has.filter_match = 0x3;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_RET("causes", TRACE_CALL(FILTER, HARTID, 0, 5, 0, 0, 0), UNABLE,
		  0);
	CHECK_RET("VS", TRACE_CALL(FILTER, HARTID, 0, 3, 0x40, 0, 0), UNABLE,
		  0);
	CHECK_OK("S", TRACE_CALL(FILTER, HARTID, 0, 3, 2, 0, 0));
}

/* With any settings of S-mode, in any order, no filter shows M-mode. */
static void filters_hide(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_RET("one is not S-mode's",
		  TRACE_CALL(FILTER, HARTID, 3, 1, 0, 0, 0), UNABLE, 0);
	CHECK_RET("one is not S-mode's",
		  TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 8, 0), UNABLE, 0);
	CHECK_OK("all modes", TRACE_CALL(FILTER, HARTID, 0, 1, 0, 0, 0));
	CHECK_EQ("matches modes", fake_trace_reg(E0, 0x400), 3);
	CHECK_EQ("all but M", fake_trace_reg(E0, 0x404), 0x63);
	CHECK_OK("M and S", TRACE_CALL(FILTER, HARTID, 1, 3, 0xa, 0, 0));
	CHECK_EQ("S", fake_trace_reg(E0, 0x424), 0x2);
	CHECK_OK("on", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 7, 0));
	CHECK_EQ("those that were set up", fake_trace_reg(E0, 0xc), 3);
	CHECK_OK("off", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0));
	CHECK_EQ("the firmware's own", fake_trace_reg(E0, 0xc), 8);
	CHECK_OK("later", TRACE_CALL(FILTER, HARTID, 2, 1, 0, 0, 0));
	CHECK_EQ("all but M", fake_trace_reg(E0, 0x444), 0x63);
}

/*
 * If an encoder cannot hide M-mode, S-mode has no filter, and cannot start a
 * trace.
 */
static void filters_without_hiding(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.filter_match = 0x1fd;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_RET("filter", TRACE_CALL(FILTER, HARTID, 0, 1, 0, 0, 0), UNABLE,
		  0);
	CHECK_OK("none", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0));
	CHECK_EQ("none", fake_trace_reg(E0, 0xc), 0);
	fake_trace_power_off(E0);
	CHECK_OK("woken", TRACE_CALL(CONFIGURE, HARTID, BASIC, 0, 0, 0));
	CHECK_EQ("none", fake_trace_reg(E0, 0xc), 0);
}

/* --- encoder_set_comparator ---------------------------------------------------------- */

static void comparator_rows(void)
{
	static const struct {
		const char *name;
		unsigned long comparator, control;
		long error;
	} rows[] = {
		{ "equal", 0, 0, 0 },
		{ "range", 1, 0x1350, 0 },
		{ "notify", 0, 0xc000, 0 },
		{ "context", 0, 0x5, 0 },
		{ "comparator 8", 8, 0, PARAM },
		{ "bit 7", 0, 0x80, PARAM },
		{ "bit 16", 0, 0x10000, PARAM },
		{ "notify of a context", 0, 0x4001, PARAM },
		{ "notify of the second", 0, 0x8008, PARAM },
		{ "notify of the other", 0, 0x4008, 0 },
		{ "comparator 2", 2, 0, UNABLE },
	};
	unsigned long p = 0x80001234, s = 0x90005678;
	unsigned int i;
	u32 unit;

	if (fake.has.xlen == 64)
		p |= 0xffffffc000000000ul, s |= 0x3000000000ul;
	for (i = 0; i < array_size(rows); i++) {
		unit_trace_boot(TRACE_DIRECT);
		CHECK_RET(rows[i].name,
			  TRACE_CALL(COMPARATOR, HARTID, rows[i].comparator,
				     rows[i].control, p, s),
			  rows[i].error, 0);
		if (rows[i].error)
			continue;
		unit = 0x600 + 0x20 * (u32)rows[i].comparator;
		CHECK_EQ(rows[i].name, fake_trace_reg(E0, unit),
			 rows[i].control);
		CHECK_EQ("P", fake_trace_reg64(E0, unit + 0x10), p);
		CHECK_EQ("S", fake_trace_reg64(E0, unit + 0x18), s);
	}
	unit_trace_hardware();
	fake_trace[E0].has.comp_control = 0x70;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_RET("context", TRACE_CALL(COMPARATOR, HARTID, 0, 1, 0, 0), UNABLE,
		  0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(configure_rows, UNIT_TRACE),
	UNIT_TEST(configure_wide, UNIT_TRACE | UNIT_RV64),
	UNIT_TEST(configure_without, UNIT_TRACE),
	UNIT_TEST(configure_source, UNIT_TRACE),
	UNIT_TEST(configure_free_source, UNIT_TRACE),
	UNIT_TEST(configure_shared_time, UNIT_TRACE),
	UNIT_TEST(configure_states, UNIT_TRACE),
	UNIT_TEST(filter_rows, UNIT_TRACE),
	UNIT_TEST(filter_order, UNIT_TRACE),
	UNIT_TEST(filter_abilities, UNIT_TRACE),
	UNIT_TEST(filters_hide, UNIT_TRACE),
	UNIT_TEST(filters_without_hiding, UNIT_TRACE),
	UNIT_TEST(comparator_rows, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_config", tests, array_size(tests));
}
