// SPDX-License-Identifier: BSD-2-Clause
/* lib/events: the core of a hart, and the table of facts */
#include <events/events.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define HART_OF(vendor, arch, imp, text, len)                              \
	{                                                                  \
		.mvendorid = (vendor), .marchid = (arch), .mimpid = (imp), \
		.compatible = (text), .compatible_len = (len)              \
	}
#define ON_BOARD(vendor, arch, text, root)                                    \
	{                                                                     \
		.mvendorid = (vendor), .marchid = (arch),                     \
		.compatible = (text),                                         \
		.compatible_len = (text) ? sizeof(text) : 0, .board = (root), \
		.board_len = sizeof(root)                                     \
	}
#define HART(vendor, arch, imp) HART_OF(vendor, arch, imp, NULL, 0)
#define TREE(vendor, arch, imp, text) \
	HART_OF(vendor, arch, imp, text, sizeof(text))

static void patterns(void)
{
	static const struct {
		const char *pattern, *text;
		bool fits;
	} rows[] = {
		{ "", "", true },	    { "", "a", false },
		{ "a", "", false },	    { "abc", "abc", true },
		{ "abc", "ab", false },	    { "abc", "abcd", false },
		{ "ab*", "ab", true },	    { "ab*", "abcd", true },
		{ "ab*", "a", false },	    { "a*c", "abc", false },
		{ "a*c", "a*c", true },	    { "[78ac]", "8", true },
		{ "[78ac]", "9", false },   { "[78ac]", "", false },
		{ "[1-9a-e]", "0", false }, { "[1-9a-e]", "1", true },
		{ "[1-9a-e]", "9", true },  { "[1-9a-e]", "e", true },
		{ "[1-9a-e]", "f", false }, { "[1-9a-e]", "-", false },
		{ "x[89]0", "x80", true },  { "x[89]0", "x8", false },
		{ "[-a]", "-", true },	    { "[a-]", "-", true },
		{ "[a", "a", true },	    { "[", "a", false },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].pattern,
			 events_match(rows[i].pattern, rows[i].text),
			 rows[i].fits);
}

/* Identities from perf's mapfile.csv, device trees and manuals. */
static const struct find_row {
	const char *name, *title;
	struct events_hart hart;
	enum events_found found;
} finds[] = {
	{ "nothing known", NULL, HART(0, 0, 0), EVENTS_UNKNOWN },
	{ "U74 by registers", "SiFive 7 series",
	  HART(0x489, 0x8000000000000007, 0x4210427), EVENTS_BY_ID },
	{ "U74 by its tree", "SiFive U74",
	  TREE(0x489, 0x8000000000000007, 0x4210427, "sifive,u74-mc\0riscv"),
	  EVENTS_BY_TREE },
	{ "FU740, whose tree says bullet0", "SiFive U74",
	  TREE(0x489, 0x8000000000000007, 0x20181004, "sifive,bullet0\0riscv"),
	  EVENTS_BY_TREE },
	{ "U54 of PolarFire", "SiFive U54",
	  TREE(0x29, 1, 0, "sifive,u54-mc\0sifive,rocket0\0riscv"),
	  EVENTS_BY_TREE },
	{ "7 series of 2022", "SiFive 7 series of 2022 and 2023",
	  HART(0x489, 0x8000000000000107, 0x7220623), EVENTS_BY_ID },
	{ "7 series of 2024", "SiFive 7 series of 2024",
	  HART(0x489, 0x8000000000000a07, 0xd240101), EVENTS_BY_ID },
	{ "7 series of no known year", NULL,
	  HART(0x489, 0x8000000000000107, 0x5220623), EVENTS_UNKNOWN },
	{ "P550", "SiFive P550", HART(0x489, 0x8000000000000008, 0x6220425),
	  EVENTS_BY_ID },
	{ "P670", "SiFive P650, P670, P450, P470",
	  HART(0x489, 0x8000000000000608, 0x9240101), EVENTS_BY_ID },
	{ "C906, C910 or C920", NULL, HART(0x5b7, 0, 0), EVENTS_AMBIGUOUS },
	{ "C906", "XuanTie C906", TREE(0x5b7, 0, 0, "thead,c906\0riscv"),
	  EVENTS_BY_TREE },
	{ "C910", "XuanTie C910", TREE(0x5b7, 0, 0, "thead,c910\0riscv"),
	  EVENTS_BY_TREE },
	{ "C920 of SG2044", "XuanTie C920",
	  HART(0x5b7, 0x80000000090c0d00, 0x2047000), EVENTS_BY_ID },
	{ "X60", "SpacemiT X60",
	  TREE(0x710, 0x8000000058000001, 0x1000000049772200,
	       "spacemit,x60\0riscv"),
	  EVENTS_BY_TREE },
	{ "Dubhe-90", "StarFive Dubhe-80, Dubhe-90",
	  HART(0x67e, 0x80000000db000090, 1), EVENTS_BY_ID },
	{ "AX45", "Andes AX45", HART(0x31e, 0x8000000000008a45, 0x50),
	  EVENTS_BY_ID },
	{ "CVA6", "OpenHW CVA6", HART(0x602, 3, 0), EVENTS_BY_ID },
	{ "XiangShan, some generation", NULL, HART(0, 25, 0),
	  EVENTS_AMBIGUOUS },
	{ "the first compatible that is known", "SiFive U54",
	  TREE(0, 0, 0, "acme,core\0sifive,u54\0sifive,u74"), EVENTS_BY_TREE },
	{ "a tree that says nothing leaves it to registers", "OpenHW CVA6",
	  TREE(0x602, 3, 0, "riscv"), EVENTS_BY_ID },
	{ "a tree of another vendor's core", NULL,
	  TREE(0x489, 7, 0, "thead,c906\0riscv"), EVENTS_CONTRADICT },
	{ "registers that are not implemented", "XuanTie C906",
	  TREE(0, 0, 0, "thead,c906\0riscv"), EVENTS_BY_TREE },
	{ "X100", "SpacemiT X100", TREE(0x710, 0, 0, "spacemit,x100\0riscv"),
	  EVENTS_BY_TREE },
	{ "C908", "XuanTie C908", TREE(0x5b7, 0, 0, "thead,c908\0riscv"),
	  EVENTS_BY_TREE },
	{ "UX900", "Nuclei UX900", TREE(0, 0, 0, "nuclei,ux900\0riscv"),
	  EVENTS_BY_TREE },
	{ "a board whose tree names no core", "XuanTie C906",
	  ON_BOARD(0x5b7, 0, "riscv", "sipeed,nezha\0allwinner,sun20i-d1"),
	  EVENTS_BY_BOARD },
	{ "a vendor's name of TH1520", "XuanTie C910",
	  ON_BOARD(0x5b7, 0, "riscv", "milkv,meles\0thead,c910_light"),
	  EVENTS_BY_BOARD },
	{ "a board without nodes of harts",
	  "SiFive U54",
	  { .mvendorid = 0x489,
	    .marchid = 1,
	    .board = "microchip,mpfs",
	    .board_len = sizeof("microchip,mpfs") },
	  EVENTS_BY_BOARD },
	{ "the node goes before the board", "XuanTie C920",
	  ON_BOARD(0, 0, "thead,c920\0riscv", "allwinner,sun20i-d1"),
	  EVENTS_BY_TREE },
	{ "a hart of another kind on a known board", NULL,
	  ON_BOARD(0, 0, "thead,e902\0riscv", "allwinner,sun20i-d1"),
	  EVENTS_UNKNOWN },
	{ "and one that is hardly another", NULL,
	  ON_BOARD(0, 0, "rjscv", "allwinner,sun20i-d1"), EVENTS_UNKNOWN },
	{ "the board goes before registers that others have, too", "SiFive U74",
	  ON_BOARD(0x489, 0x8000000000000007, "riscv", "starfive,jh7110"),
	  EVENTS_BY_BOARD },
	{ "an unknown board leaves it to registers", "OpenHW CVA6",
	  ON_BOARD(0x602, 3, "riscv", "acme,board"), EVENTS_BY_ID },
	{ "a board of another vendor's core", NULL,
	  ON_BOARD(0x5b7, 0, "riscv", "starfive,jh7110"), EVENTS_CONTRADICT },
	{ "a name of a board is none of a core", NULL,
	  TREE(0, 0, 0, "starfive,jh7110"), EVENTS_UNKNOWN },
	{ "a name of a core is none of a board", NULL,
	  ON_BOARD(0, 0, "riscv", "sifive,u74"), EVENTS_UNKNOWN },
	{ "K3 has harts of two kinds", NULL,
	  ON_BOARD(0, 0, "riscv", "spacemit,k3"), EVENTS_UNKNOWN },
	{ "a compatible that has no end", NULL,
	  HART_OF(0, 0, 0, "thead,c906", 9), EVENTS_UNKNOWN },
};

static void find_rows(void)
{
	const struct events_core *core;
	enum events_found found;
	unsigned int i;

	for (i = 0; i < array_size(finds); i++) {
		core = events_find(&finds[i].hart, &found);
		CHECK_EQ(finds[i].name, found, finds[i].found);
		CHECK_EQ(finds[i].name, !!core, !!finds[i].title);
		if (core)
			assert_string_equal(events_text + core->title,
					    finds[i].title);
	}
}

static void isa_rows(void)
{
	static const struct {
		const char *isa;
		bool lacks;
	} rows[] = {
		{ "rv64imafdc", false },
		{ "rv64imafdc_zba_zbb", false },
		{ "rv64imacu_zba_zbb", true }, /* JH7110's S7 */
		{ "rv64imafdcbsux_zba_zbb", false },
		{ "rv64imafdcvsu_zicsr", false },
		{ "rv32imacu", true },
		{ "rv64imafdc_zicbom_sscofpmf_u", false },
		{ "rv64imafdczu", false },
		{ "rv64imacxu", false },
		{ "rv64", false },
		{ "u", false },
		{ "", false },
	};
	unsigned int i;

	CHECK("none", !events_isa_lacks_s(NULL, 0));
	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].isa,
			 events_isa_lacks_s(rows[i].isa,
					    (u32)strlen(rows[i].isa) + 1),
			 rows[i].lacks);
	/* The string ends at the end of the property. */
	CHECK("cut", !events_isa_lacks_s("rv64imacu", 8));
}

static const struct events_core *core_named(const char *compatible)
{
	struct events_hart hart = { .compatible = compatible,
				    .compatible_len =
					    (u32)strlen(compatible) + 1 };
	enum events_found found;

	return events_find(&hart, &found);
}

/* Rows that were read by hand in the sources that the facts name. */
static void select_rows(void)
{
	static const struct {
		const char *core;
		u32 event_idx;
		u64 select;
	} rows[] = {
		{ "sifive,u74-mc", 4, 0x302 },
		{ "sifive,u74-mc", 6, 0x6001 },
		{ "sifive,u74-mc", 0x10019, 0x1002 },
		{ "sifive,u74-mc", 0x10011, 0 },
		{ "sifive,u54-mc", 5, 0x1c000 },
		{ "thead,c906", 5, 7 },
		{ "thead,c906", 0x10003, 0xf },
		{ "thead,c906", 3, 0 },
		{ "thead,c920", 9, 0x28 },
		{ "thead,c910", 7, 0 },
		{ "spacemit,x60", 0x10000, 6 },
		{ "spacemit,x60", 0x1001b, 0x19 },
		{ "andestech,ax45mp", 0x10001, 0x71 },
		{ "starfive,dubhe-80", 0x10019, 0x18 },
		{ "openhwgroup,cva6", 6, 0xa },
		{ "spacemit,x100", 1, 0x1e },
		{ "spacemit,x100", 0x10005, 7 },
		{ "spacemit,x100", 0x10019, 0 },
		{ "thead,c908", 5, 0x36 },
		{ "thead,c908", 6, 0x38 },
		{ "thead,c908", 4, 0 },
		{ "nuclei,ux900", 5, 0x30000080 },
		{ "nuclei,ux900", 4, 0x30000021 },
	};
	const struct events_core *core;
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		core = core_named(rows[i].core);
		assert_non_null(core);
		CHECK_EQ(rows[i].core, events_select(core, rows[i].event_idx),
			 rows[i].select);
	}
}

/* --- the whole table ----------------------------------------------------- */

static bool raw_overlap(const struct events_raw *a, const struct events_raw *b)
{
	u32 both = ~(a->variant | b->variant);

	return (events_counters(a) & events_counters(b)) &&
	       (a->select & both) == (b->select & both);
}

/* The PMU accepts all rows of each core, and counts their events. */
static void every_core_is_taken(void)
{
	struct pmu_machine *m = &unit_machine;
	const struct events_core *core = events_cores;
	const struct events_row *row;
	const struct events_raw *raw;
	u32 i, n;

	for (i = 0; i < events_num_cores; i++, core++) {
		m->map_count = 0;
		assert_true(core->num);
		row = events_rows + core->first;
		for (n = 0; n < core->num; n++) {
			CHECK(events_text + core->title,
			      pmu_map_add(m, row[n].event_idx, row[n].event_idx,
					  events_counters(&row[n])));
			CHECK_EQ(events_text + core->title,
				 events_select(core, row[n].event_idx),
				 row[n].select);
			CHECK(events_text + core->title, row[n].select);
		}
		raw = events_raws + core->first_raw;
		for (n = 0; n < core->num_raw; n++)
			CHECK(events_text + core->title,
			      pmu_map_add_raw(m, raw[n].select,
					      ~(u64)raw[n].variant,
					      events_counters(&raw[n])));
	}
}

static void raw_rows_are_apart(void)
{
	const struct events_core *core = events_cores;
	const struct events_raw *raw;
	u32 i, n, k;

	for (i = 0; i < events_num_cores; i++, core++) {
		raw = events_raws + core->first_raw;
		for (n = 0; n < core->num_raw; n++) {
			CHECK(events_text + core->title,
			      !(raw[n].select & raw[n].variant));
			for (k = 0; k < n; k++)
				CHECK(events_text + core->title,
				      !raw_overlap(raw + n, raw + k));
		}
	}
}

/* Each name is found again, and has a core. */
static void names_are_whole(void)
{
	u32 i, k;

	for (i = 0; i < events_num_names; i++) {
		CHECK("core", events_names[i].core < events_num_cores ||
				      events_names[i].core == EVENTS_SHARED);
		for (k = 0; k < i; k++)
			CHECK("twice",
			      strcmp(events_text + events_names[i].text,
				     events_text + events_names[k].text));
	}
}

/* Each counter of C906 counts one event: no row may have two counters. */
static void c906_counts_one_each(void)
{
	const struct events_core *core = core_named("thead,c906");
	const struct events_row *row = events_rows + core->first;
	const struct events_raw *raw = events_raws + core->first_raw;
	u32 n;

	for (n = 0; n < core->num; n++)
		CHECK_EQ("event", events_counters(&row[n]),
			 1u << (row[n].select + 2));
	for (n = 0; n < core->num_raw; n++)
		CHECK_EQ("raw", events_counters(&raw[n]),
			 1u << (raw[n].select + 2));
}

/* Bits of a SiFive selector combine within one class, never across classes. */
static void sifive_stays_in_a_class(void)
{
	static const char *const cores[] = { "sifive,u74", "sifive,u54",
					     "sifive,x280", "sifive,p550" };
	const struct events_core *core;
	const struct events_row *row;
	const struct events_raw *raw;
	unsigned int i;
	u32 n, k;

	for (i = 0; i < array_size(cores); i++) {
		core = core_named(cores[i]);
		row = events_rows + core->first;
		raw = events_raws + core->first_raw;
		for (n = 0; n < core->num_raw; n++)
			CHECK_EQ(cores[i], raw[n].variant & 0xff, 0);
		for (n = 0; n < core->num; n++) {
			for (k = 0; k < core->num_raw; k++)
				if ((row[n].select & ~raw[k].variant) ==
				    raw[k].select)
					break;
			CHECK(cores[i], k < core->num_raw);
		}
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(patterns, UNIT_ONE),
	UNIT_TEST(find_rows, UNIT_ONE),
	UNIT_TEST(isa_rows, UNIT_ONE),
	UNIT_TEST(select_rows, UNIT_ONE),
	UNIT_TEST(every_core_is_taken, UNIT_ONE),
	UNIT_TEST(raw_rows_are_apart, UNIT_ONE),
	UNIT_TEST(names_are_whole, UNIT_ONE),
	UNIT_TEST(c906_counts_one_each, UNIT_ONE),
	UNIT_TEST(sifive_stays_in_a_class, UNIT_ONE),
};

UNIT_MAIN("events", tests)
