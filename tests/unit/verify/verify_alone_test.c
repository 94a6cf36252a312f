// SPDX-License-Identifier: BSD-2-Clause
/* Changes from outside, for a hart that is the only one. */
#include "unit.h"
#include "verify_rig.h"

/*
 * Sv39: the tables are at 0x80001000 to 0x80003000. The code at 0x80004000 is
 * mapped to its own address, and 0x5000 to 0x80005000, by the entry at
 * 0x80003028. One more table maps the code. All memory is open.
 */
#define TABLES                                                          \
	"[ init c3a0=1f c3b0=3fffffffffffff c305=80004000 ] "           \
	"[ init store64@80001000:20000801 store64@80001010:200000cf ] " \
	"[ init store64@80002000:20000c01 store64@80003028:"
#define AT(entry)                                                          \
	TABLES entry                                                       \
		" store64@80005008:7 ] "                                   \
		"[ init priv=1 pc=80004000 c180=8000000000080001 x6=5000 " \
		"x7=7 x5=1 c30a="
#define OFF "0 ] "
#define ON "2000000000000000 ] "
/* ld x5, 8(x6); sd x7, 8(x6) */
#define LOAD "[ + i=00833283 x5=7 ] "
#define STORE "[ + i=00733423 ] "
/* The entry of 0x5000, with flags */
#define ENTRY(flags) "200014" flags
#define GIVEN(flags) "[ init store64@80003028:200014" flags " ] "
#define FENCE "[ + i=12000073 ] "
/* The tables are also mapped at 0x6000; sd x9, 0x28(x8); sw x9, 0x28(x8) */
#define SEEN(entry) ENTRY(entry) " store64@80003030:20000cc7"
#define MAKE "[ init x8=6000 x9=20001447 ] "
#define STORE_ENTRY "[ + i=02943423 ] "
#define STORE_HALF "[ + i=02942423 ] "
#define BOTH ENTRY("47") " store64@80003030:20001447"
#define BOTH_D "[ init store64@80003028:200014c7 store64@80003030:200014c7 ] "
#define D4 GIVEN("c7") GIVEN("c7") GIVEN("c7") GIVEN("c7")
#define TWO_PAGES                                           \
	"[ init x6=5ffc store64@80005ff8:1122334455667788 " \
	"store64@80005000:99aabbccddeeff00 ] "              \
	"[ + i=00033283 x5=ddeeff0011223344 "
#define FIRST "[ init x6=5000 ] "
#define OTHER "[ init x6=6000 ] "
#define FAULT                              \
	"[ pc=80004000 i=00833283 priv=3 " \
	"c300=a00000800 c341=80004000 c342=d c343=5008 ] "

static const struct vrig_row tables[] = {
	{ "nothing", AT(ENTRY("47")) OFF LOAD LOAD, "" },
	{ "half of an entry, all that is known of it",
	  AT("0 store32@80003030:20001447") OFF "[ init x6=6000 ] " LOAD, "" },
	{ "another frame",
	  AT(ENTRY("47")) OFF LOAD "[ init store64@80003028:20001847 ] " LOAD,
	  "5 PTE 20001447 20001847\n" },
	{ "a permission", AT(ENTRY("47")) OFF LOAD GIVEN("4f") LOAD,
	  "5 PTE 20001447 2000144f\n" },
	{ "byte by byte",
	  AT(ENTRY("47")) OFF LOAD
	  "[ init store8@80003028:4f store8@80003029:14 ] " LOAD,
	  "5 PTE 20001447 2000144f\n" },
	{ "an entry of a higher level",
	  AT(ENTRY("47")) OFF LOAD "[ init store64@80002000:20000c21 ] " LOAD,
	  "5 PTE 20000c01 20000c21\n" },
	{ "memory beside it",
	  AT(ENTRY("47")) OFF LOAD "[ init store64@80003030:20001847 ] " LOAD,
	  "" },
	{ "an entry that nothing has used, changed",
	  AT(ENTRY("47")) OFF GIVEN("4f") LOAD, "" },
	{ "an entry that nothing has used",
	  AT(ENTRY("47")) OFF "[ init store64@80003028:20001447 ] " LOAD, "" },
	{ "A without ADUE", AT(ENTRY("87")) OFF FAULT GIVEN("c7"),
	  "5 PTE 20001487 200014c7\n" },
	{ "A with ADUE",
	  AT(ENTRY("07")) ON "[ + i=00000013 ] " GIVEN("47") LOAD, "" },
	{ "A is taken away", AT(ENTRY("47")) ON LOAD GIVEN("07") LOAD,
	  "5 PTE 20001447 20001407\n" },
	{ "D with a store",
	  AT(ENTRY("47")) ON LOAD GIVEN("c7") STORE FENCE LOAD, "" },
	{ "D with a load", AT(ENTRY("47")) ON LOAD GIVEN("c7") LOAD,
	  "6 PTE 20001447 200014c7\n" },
	{ "D without ADUE", AT(ENTRY("47")) OFF LOAD GIVEN("c7") STORE,
	  "5 PTE 20001447 200014c7\n" },
	{ "D that the store has set", AT(ENTRY("47")) ON STORE GIVEN("c7") LOAD,
	  "" },
	{ "a load of two pages that are not neighbours: ld x5, 0(x6)",
	  AT(BOTH) OFF TWO_PAGES "load32@80005ffc ok:11223344 "
				 "load32@80005000 ok:ddeeff00 ] ",
	  "" },
	{ "... with something else in the second",
	  AT(BOTH) OFF TWO_PAGES "load32@80005ffc ok:11223344 "
				 "load32@80005000 ok:ddeeff01 ] ",
	  "5 MEMRSP ddeeff00 ddeeff01\n" },
	{ "a permission after a fence",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN("4f") FENCE LOAD,
	  "8 PTE 20001447 2000144f\n" },
	{ "... but A and D are judged when they are given",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN("c7") LOAD, "" },
	{ "a permission after a fence, once",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN("4f") LOAD LOAD,
	  "7 PTE 20001447 2000144f\n" },
	{ "... after a walk", AT(ENTRY("47")) OFF LOAD FENCE LOAD GIVEN("4f"),
	  "7 PTE 20001447 2000144f\n" },
	{ "... and D, by a store",
	  AT(ENTRY("47")) ON LOAD FENCE GIVEN("cf") STORE,
	  "7 PTE 20001447 200014cf\n" },
	{ "... after satp was written",
	  AT(ENTRY("47")) OFF LOAD "[ + i=1800e073 ] " GIVEN("4f") LOAD,
	  "7 PTE 20001447 2000144f\n" },
	{ "... after satp was read",
	  AT(ENTRY("47")) OFF LOAD "[ + i=18002073 ] " GIVEN("4f"),
	  "6 PTE 20001447 2000144f\n" },
	{ "... and back",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN("4f") GIVEN("47") LOAD, "" },
	{ "a device has the memory after a fence",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN("4f")
		  GIVEN("ff") "[ + i=00000013 ] ",
	  "" },
	{ "... until it is a page table again",
	  AT(SEEN("47")) OFF LOAD FENCE GIVEN("4f")
		  MAKE STORE_ENTRY FENCE LOAD GIVEN("4f"),
	  "11 PTE 20001447 2000144f\n" },
	{ "... which the hart has stored to before",
	  AT(SEEN("47")) OFF LOAD FENCE
	  "[ init x8=6000 x9=0 ] [ + i=02943c23 ] " GIVEN(
		  "ff") "[ init x8=6000 x9=2000144f ] " STORE_ENTRY FENCE LOAD,
	  "" },
	{ "... but not all of it",
	  AT(SEEN("47")) OFF LOAD FENCE
	  "[ init store64@80003028:3c002000144f ] " MAKE STORE_HALF LOAD,
	  "9 PTE 20001447 3c0020001447\n" },
	{ "... and it may be another one",
	  AT(SEEN("47")) OFF LOAD FENCE GIVEN(
		  "ff") "[ init x8=6000 x9=2000144f ] " STORE_ENTRY FENCE LOAD,
	  "" },
	{ "two entries, one of them used since the fence",
	  AT(BOTH) OFF LOAD OTHER LOAD FENCE LOAD FIRST GIVEN("4f"), "" },
	{ "both entries get D, for a load",
	  AT(BOTH) ON LOAD OTHER LOAD BOTH_D LOAD,
	  "8 PTE 20001447 200014c7\n8 PTE 20001447 200014c7\n" },
	{ "D is given twice, for a load",
	  AT(BOTH) ON LOAD OTHER LOAD D4 D4 BOTH_D LOAD,
	  "16 PTE 20001447 200014c7\n16 PTE 20001447 200014c7\n" },
	{ "D is believed after a load",
	  AT(ENTRY("47")) ON LOAD GIVEN("c7") LOAD GIVEN("c7") LOAD,
	  "6 PTE 20001447 200014c7\n" },
	{ "D, and then tracing was off",
	  AT(ENTRY("47")) ON LOAD GIVEN("c7") "[ init pc=80004004 ] " LOAD,
	  "" },
	{ "the same, and a load of it",
	  AT(ENTRY("47")) OFF LOAD
	  "[ init store64@80003028:20001447 load64@80003028 ] " LOAD,
	  "" },
	{ "invalid, changed, and back",
	  AT(ENTRY("46")) OFF FAULT "[ init priv=1 ] " GIVEN("06") GIVEN("46")
		  FAULT,
	  "" },
	{ "invalid, given as it was, and then the hart's",
	  AT(SEEN("46")) OFF FAULT "[ init priv=1 ] " GIVEN("46")
		  MAKE STORE_ENTRY LOAD GIVEN("4f") LOAD,
	  "10 PTE 20001447 2000144f\n" },
	{ "a permission after a fence, where the code is known",
	  AT(ENTRY("47")) OFF
	  "[ init store32@80004000:00833283 "
	  "store32@80004004:12000073 "
	  "store32@80004008:12000073 "
	  "store32@8000400c:00833283 ] " LOAD FENCE GIVEN("4f") FENCE LOAD,
	  "9 PTE 20001447 2000144f\n" },
	{ "no memory where the table is",
	  "[ init c3a0=1f c3b0=3fffffffffffff priv=1 pc=1000 "
	  "c180=8000000000090000 ] "
	  "[ pc=0 priv=3 c300=a00000800 c341=1000 c342=c c343=1000 ] ",
	  "" },
	{ "valid by itself",
	  AT(ENTRY("46")) OFF FAULT "[ init priv=1 ] " GIVEN("47") LOAD,
	  "7 PTE 20001446 20001447\n" },
	{ "tracing was off",
	  AT(ENTRY("47")) OFF LOAD
	  "[ init pc=80004004 ] [ init store64@80003028:20001847 ] ",
	  "" },
	{ "... after a change, and a change back before the next walk",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN(
		  "4f") "[ init pc=80004004 ] " GIVEN("47") LOAD,
	  "" },
	{ "... after a change, and a change back",
	  AT(ENTRY("47")) OFF LOAD FENCE GIVEN(
		  "4f") "[ init pc=80004004 ] " LOAD FENCE GIVEN("47") LOAD,
	  "11 PTE 2000144f 20001447\n" },
};

static const struct vrig_row lines[] = {
	{ "SSIP", "[ init c344=2 ] ", "0 STRAY c344 0 2\n" },
	{ "... goes", "[ init pc=1000 c344=2 ] [ init c344=0 ] ",
	  "1 STRAY c344 2 0\n" },
	{ "STIP", "[ init c344=20 ] ", "0 STRAY c344 0 20\n" },
	{ "... with Sstc", "[ init c30a=8000000000000000 ] [ init c344=20 ] ",
	  "" },
	{ "MTIP rises", "[ init pc=1000 ] [ init c344=80 ] ", "" },
	{ "... and falls", "[ init pc=1000 ] [ init c344=80 ] [ init c344=0 ] ",
	  "2 STRAY c344 80 0\n" },
	{ "... after mtimecmp was written",
	  "[ init pc=1000 x6=2004000 ] [ init c344=80 ] "
	  "[ + i=00533023 ] [ init c344=0 ] ",
	  "" },
	{ "MSIP rises from the start", "[ init c344=8 ] ", "" },
	{ "... and after a reset", "[ init c344=8 ] [ reset ] [ init c344=8 ] ",
	  "" },
	{ "MSIP rises twice",
	  "[ init pc=1000 ] [ init c344=8 ] [ init c344=0 ] ",
	  "2 STRAY c344 8 0\n" },
	{ "MTIP falls and MSIP rises, both written",
	  "[ init pc=1000 x6=2004000 ] [ init c344=80 ] [ + i=00533023 ] "
	  "[ + i=00533023 ] [ init c344=0 ] [ init c344=8 ] ",
	  "" },
	{ "... and MTIP falls once more",
	  "[ init pc=1000 x6=2004000 ] [ init c344=80 ] [ + i=00533023 ] "
	  "[ init c344=0 ] [ init c344=8 ] [ init c344=88 ] [ init c344=8 ] ",
	  "6 STRAY c344 88 8\n" },
	{ "MTIP falls with an instruction",
	  "[ init pc=1000 ] [ init c344=80 ] [ + i=00000013 c344=0 ] ",
	  "2 STRAY c344 80 0\n" },
	{ "... that is the store",
	  "[ init pc=1000 x6=2004000 ] [ init c344=80 ] "
	  "[ + i=00533023 c344=0 ] ",
	  "" },
	{ "MSIP rises with an instruction, once more than it may",
	  "[ init pc=1000 ] [ + i=00000013 c344=8 ] [ + i=00000013 c344=0 ] ",
	  "2 STRAY c344 8 0\n" },
	{ "MTIP rises with an instruction",
	  "[ init pc=1000 ] [ + i=00000013 c344=80 ] ", "" },
	{ "SEIP and MEIP", "[ init c344=a00 ] [ init c344=0 ] ", "" },
};

/* A hart that does not depend on menvcfg */
static const struct vrig_row always[] = {
	{ "D without ADUE, with a store",
	  AT(ENTRY("47")) OFF LOAD GIVEN("c7") STORE FENCE LOAD, "" },
	{ "D without ADUE, with a load",
	  AT(ENTRY("47")) OFF LOAD GIVEN("c7") LOAD,
	  "6 PTE 20001447 200014c7\n" },
};

static void set_always(struct vrig *rig)
{
	rig->config.alone = true;
	rig->config.hardware_ad = true;
	rig->hart_config.hardware_ad = true;
}

static void set_alone(struct vrig *rig)
{
	rig->config.alone = true;
}

/* All pages of tables are known, and the model itself stores there. */
static void set_plain(struct vrig *rig)
{
	set_alone(rig);
	verify_memory_range(&rig->memory, 0x80001000, 0x3000,
			    VERIFY_MEMORY_ZERO);
}

/* The same, as far as the pages are known. */
static void set_partial(struct vrig *rig)
{
	set_alone(rig);
	verify_memory_range(&rig->memory, 0x80001000, 0x3000,
			    VERIFY_MEMORY_RAM);
}

static void alone(void)
{
	vrig_rows("qemu-rv64", set_alone, tables, array_size(tables));
	vrig_rows("qemu-rv64", set_plain, tables, array_size(tables));
	vrig_rows("qemu-rv64", set_partial, tables, array_size(tables));
	vrig_rows("qemu-rv64", set_alone, lines, array_size(lines));
	vrig_rows("qemu-rv64", set_always, always, array_size(always));
}

static const struct unit_test tests[] = {
	UNIT_TEST(alone, UNIT_ONE),
};

UNIT_MAIN("verify_alone", tests)
