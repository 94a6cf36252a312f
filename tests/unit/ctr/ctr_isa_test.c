// SPDX-License-Identifier: BSD-2-Clause
/* lib/ctr/ctr_isa.c: names in device trees */
#include <stdio.h>
#include <string.h>

#include "unit_ctr.h"

enum {
	SELECT = CTR_NAMES_SELECT,
	COUNTERS = CTR_NAMES_DELEGATION,
	CTR = CTR_NAMES_CTR,
};

static void isa_string(void)
{
	static const struct {
		const char *from;
		u8 names, remove;
		const char *to;
	} rows[] = {
		{ "rv64imac_smctr_sstc", CTR, CTR, "rv64imac_sstc" },
		{ "rv64imac_smcsrind_smctr_ssctr_sstc", CTR, CTR,
		  "rv64imac_smcsrind_sstc" },
		{ "rv64imac_ssctr", CTR, CTR, "rv64imac" },
		{ "rv64imac_SSCTR_Smctr", CTR, CTR, "rv64imac" },
		{ "rv32i_smctr1p0_ssctr1p0_svade", CTR, CTR, "rv32i_svade" },
		{ "rv64imac", 0, CTR, "rv64imac" },
		{ "rv64imac_smctrx_xssctr", 0, CTR, "rv64imac_smctrx_xssctr" },
		{ "rv64imac_smct_ssctrl", 0, CTR, "rv64imac_smct_ssctrl" },
		{ "rv64i_smcdeleg_ssccfg_sscsrind_ssctr",
		  CTR | SELECT | COUNTERS, COUNTERS, "rv64i_sscsrind_ssctr" },
		{ "rv64i_smcdeleg_ssccfg_sscsrind_ssctr",
		  CTR | SELECT | COUNTERS, SELECT,
		  "rv64i_smcdeleg_ssccfg_ssctr" },
		{ "rv64i_smcdeleg_ssccfg_sscsrind1p0_ssctr",
		  CTR | SELECT | COUNTERS, CTR | SELECT | COUNTERS, "rv64i" },
		{ "rv64i_smcsrind_ssccfg", COUNTERS, 0,
		  "rv64i_smcsrind_ssccfg" },
		{ "", 0, CTR, "" },
	};
	char isa[64];
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		snprintf(isa, sizeof(isa), "%s", rows[i].from);
		CHECK_EQ(rows[i].from, ctr_isa_names(isa), rows[i].names);
		CHECK_EQ(rows[i].from, ctr_isa_remove(isa, rows[i].remove),
			 strcmp(rows[i].from, rows[i].to) != 0);
		if (strcmp(isa, rows[i].to) != 0)
			fail_msg("%s became %s", rows[i].from, isa);
	}
}

static void isa_list(void)
{
	static const struct {
		const char *from;
		u32 size;
		u8 names, remove;
		const char *to;
		u32 left;
	} rows[] = {
		{ "i\0smctr\0ssctr\0sstc", 19, CTR, CTR, "i\0sstc", 7 },
		{ "smctr\0i", 8, CTR, CTR, "i", 2 },
		{ "i\0ssctr", 8, CTR, CTR, "i", 2 },
		{ "i\0smctrx\0ssct", 14, 0, CTR, "i\0smctrx\0ssct", 14 },
		{ "ssctr", 6, CTR, CTR, "", 0 },
		{ "ssccfg\0i\0sscsrind\0smcdeleg", 27, SELECT | COUNTERS,
		  COUNTERS, "i\0sscsrind", 11 },
		{ "ssccfg\0i\0sscsrind\0ssctr", 24, CTR | SELECT | COUNTERS,
		  CTR | SELECT, "ssccfg\0i", 9 },
		{ "", 0, 0, CTR, "", 0 },
	};
	char list[64];
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		memcpy(list, rows[i].from, rows[i].size);
		CHECK_EQ(rows[i].from, ctr_isa_list_names(list, rows[i].size),
			 rows[i].names);
		CHECK_EQ(
			rows[i].from,
			ctr_isa_list_remove(list, rows[i].size, rows[i].remove),
			rows[i].left);
		CHECK(rows[i].from, !memcmp(list, rows[i].to, rows[i].left));
	}
}

/* A list may be cut anywhere; the rest of its last name is ignored. */
static void isa_list_without_end(void)
{
	char list[16] = "i\0sm_ssctr";

	CHECK_EQ("nothing behind it is read", ctr_isa_list_names(list, 4), 0);
	CHECK_EQ("or taken", ctr_isa_list_remove(list, 4, CTR), 4);
}

static void type_names(void)
{
	CHECK("exception", !strcmp(ctr_type_name(1), "exception"));
	CHECK("trap return", !strcmp(ctr_type_name(3), "trap return"));
	CHECK("direct call", !strcmp(ctr_type_name(9), "direct call"));
	CHECK("return", !strcmp(ctr_type_name(0xabcd000d), "return"));
	CHECK("last", !strcmp(ctr_type_name(15), "other direct jump"));
}

static const struct unit_test tests[] = {
	UNIT_TEST(isa_string, UNIT_ONE),
	UNIT_TEST(isa_list, UNIT_ONE),
	UNIT_TEST(isa_list_without_end, UNIT_ONE),
	UNIT_TEST(type_names, UNIT_ONE),
};

UNIT_MAIN("ctr_isa", tests)
