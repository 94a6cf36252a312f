// SPDX-License-Identifier: BSD-2-Clause
/*
 * verify/memory.h: the known, walked and tried parts of a page; and traces over
 * memory that is known, partly known or unknown.
 */
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

static const struct tandem_group nothing;
static struct vrig *rig;
static struct verify_memory *memory;
static struct model_bus bus;

static void begin(void)
{
	rig = vrig_new("qemu-rv64");
	memory = &rig->memory;
	vrig_start(rig);
	rig->v.group.trace = &nothing;
	bus = verify_memory_bus(memory);
}

static u64 value_at(u64 paddr, unsigned int bytes)
{
	u64 value = ~0ull;

	CHECK("known", verify_memory_read(memory, paddr, bytes, &value));
	return value;
}

static struct verify_page *page_at(u64 paddr)
{
	struct verify_page *page = memory->bucket[paddr / MODEL_PAGE];

	while (page && page->paddr != paddr)
		page = page->next;
	CHECK("page", page);
	return page;
}

static void two_pages(void)
{
	u64 value;

	begin();
	verify_memory_put(memory, 0x5fff, (const u8 *)"abc", 3);
	CHECK_EQ("both", value_at(0x5fff, 2), 0x6261);
	CHECK_EQ("both", value_at(0x5fff, 3), 0x636261);
	CHECK("not the first", !verify_memory_read(memory, 0x5ffe, 3, &value));
	CHECK("not the second", !verify_memory_read(memory, 0x5fff, 4, &value));
	vrig_free(rig);
}

static void by_words(void)
{
	u64 at;

	begin();
	for (at = 0x5000; at < 0x6000; at += 8) {
		CHECK("not yet", !memory->flush);
		verify_memory_write(memory, at, 8, at);
	}
	CHECK("whole", memory->flush && bus.page(memory, 0x5000));
	memory->flush = false;
	verify_memory_write(memory, 0x5ff8, 8, 1);
	CHECK("as before", !memory->flush);
	vrig_free(rig);
}

static void walked(void)
{
	begin();
	verify_memory_write(memory, 0x5028, 8, 1);
	CHECK_EQ("fresh", verify_memory_walked(memory, 0x5028),
		 VERIFY_WALKED_NEVER);
	CHECK_EQ("no page", verify_memory_walked(memory, 0x9028),
		 VERIFY_WALKED_NEVER);
	bus.walked(memory, 0x9028);
	bus.walked(memory, 0x5028);
	CHECK_EQ("walked", verify_memory_walked(memory, 0x5028),
		 VERIFY_WALKED_NOW);
	CHECK_EQ("the next", verify_memory_walked(memory, 0x5030),
		 VERIFY_WALKED_NEVER);
	verify_memory_fence(memory);
	CHECK_EQ("fence", verify_memory_walked(memory, 0x5028),
		 VERIFY_WALKED_BEFORE);
	bus.walked(memory, 0x5030);
	CHECK_EQ("not again", verify_memory_walked(memory, 0x5028),
		 VERIFY_WALKED_BEFORE);
	bus.walked(memory, 0x5038);
	CHECK_EQ("of this fence", verify_memory_walked(memory, 0x5030),
		 VERIFY_WALKED_NOW);
	verify_memory_unwalk(memory);
	CHECK_EQ("none", verify_memory_walked(memory, 0x5030),
		 VERIFY_WALKED_NEVER);
	vrig_free(rig);
}

static struct verify_page *no_page(void *user)
{
	(void)user;
	return NULL;
}

/* Entries of another hart need a page that keeps the hart's own. */
static void foreign(void)
{
	begin();
	verify_memory_write(memory, 0x5028, 8, 1);
	memory->alloc = no_page;
	verify_memory_foreign(memory, 0x9028);
	CHECK("no page", !memory->exhausted);
	memory->flush = false;
	verify_memory_foreign(memory, 0x5028);
	CHECK("no memory", memory->exhausted && !page_at(0x5000)->own);
	CHECK("not plain any more", memory->flush);
	bus.walked(memory, 0x5028);
	vrig_free(rig);
}

/* The model stores and fetches in partly known memory. */
static void partial(void)
{
	struct verify_page *page;

	begin();
	CHECK("nothing was named", !bus.partial(memory, 0x5000, 0));
	verify_memory_range(memory, 0x5000, 0x1000, VERIFY_MEMORY_RAM);
	page = (struct verify_page *)(uintptr_t)bus.partial(memory, 0x5000, 0);
	CHECK("RAM", page);
	page = page_at(0x5000);
	CHECK("its bytes", bus.partial(memory, 0x5000, 0) == page->bytes);
	CHECK("not to load", !bus.partial(memory, 0x5008, 4));
	page->bytes[8] = 7;
	verify_memory_stored(memory, 0x5008, 2);
	CHECK_EQ("known now", value_at(0x5008, 2), 7);
	CHECK_EQ("these", page->missing, MODEL_PAGE - 2);
	verify_memory_stored(memory, 0x5008, 4);
	CHECK_EQ("and these", page->missing, MODEL_PAGE - 4);
	CHECK("to load", bus.partial(memory, 0x5008, 4) == page->bytes);
	verify_memory_stored(memory, 0x9000, 4);
	verify_memory_trial(memory, true);
	CHECK("not on trial", !bus.partial(memory, 0x5008, 4));
	vrig_free(rig);
}

/* Tried stores are undone, or not made. */
static void trial(void)
{
	u64 value;
	u32 i;

	begin();
	verify_memory_range(memory, 0x5000, 0x1000, VERIFY_MEMORY_ZERO);
	CHECK("plain", bus.page(memory, 0x5000));
	memory->flush = false;
	verify_memory_trial(memory, true);
	CHECK("not plain", memory->flush && !bus.page(memory, 0x5000));
	CHECK("made", bus.store(memory, 0x5010, 4, MODEL_STORE, 1) &&
			      bus.store(memory, 0x5012, 2, MODEL_STORE, 2));
	CHECK_EQ("two", memory->undos, 2);
	CHECK_EQ("made", value_at(0x5010, 4), 0x20001);
	verify_memory_back(memory, 1);
	CHECK_EQ("the second", value_at(0x5010, 4), 1);
	verify_memory_back(memory, 0);
	CHECK_EQ("the first", value_at(0x5010, 4), 0);
	rig->v.group.blind = false;
	for (i = 0; i < VERIFY_MEMORY_UNDOS; i++)
		bus.store(memory, 0x5000, 1, MODEL_STORE, i);
	CHECK("room for all", !rig->v.group.blind);
	bus.store(memory, 0x5000, 1, MODEL_STORE, 9);
	CHECK("no room", rig->v.group.blind && value_at(0x5000, 1) == 255);
	verify_memory_trial(memory, false);
	CHECK_EQ("none", memory->undos, 0);
	verify_memory_write(memory, 0x9000, 1, 1);
	verify_memory_trial(memory, true);
	rig->v.group.blind = false;
	bus.store(memory, 0x9000, 2, MODEL_STORE, 2);
	CHECK("not known", rig->v.group.blind && value_at(0x9000, 1) == 1);
	CHECK("as before", !verify_memory_read(memory, 0x9000, 2, &value));
	vrig_free(rig);
}

/* Bytes that the stores of one step have overwritten; 8 at most */
static void overwritten(void)
{
	begin();
	verify_memory_write(memory, 0x5000, 8, 0x1122334455667788);
	verify_memory_write(memory, 0x5008, 8, 0x99);
	bus.store(memory, 0x5000, 4, MODEL_STORE, 0);
	CHECK_EQ("place", memory->stored_paddr, 0x5000);
	CHECK_EQ("bytes", memory->before, 0x55667788);
	bus.store(memory, 0x5004, 4, MODEL_STORE, 0);
	CHECK_EQ("place", memory->stored_paddr, 0x5000);
	CHECK_EQ("bytes", memory->before, 0x1122334455667788);
	bus.store(memory, 0x5008, 8, MODEL_STORE, 0);
	CHECK_EQ("bytes", memory->before, 0x1122334455667788);
	CHECK_EQ("number", memory->stored, 16);
	vrig_free(rig);
}

/* --- traces ------------------------------------------------------------------ */

/* x5 = 5, x6 = 0x80000ffc; the two pages have 0x11 to 0x88 around their border */
#define START                                                        \
	"[ init x5=5 x6=80000ffc store64@80000ff8:1122334455667788 " \
	"store64@80001000:99aabbccddeeff00 store64@80000000:0 "      \
	"store64@80001ff8:0 ] "
/* addi x6, x6, 8; in the trace x6 stays the same */
#define WRONG "[ + i=00830313 x6=80000ffc ] "
#define LI_X8 "[ + i=00100413 x8=1 ] "

/*
 * A store at the trace's address was undone: sd x5, 0(x6), across the border or
 * not, and the loads after it.
 */
static const struct vrig_row stores[] = {
	{ "across",
	  START WRONG "[ + i=00533023 ea=80001004 ] "
		      "[ + i=ff833383 x7=ddeeff0011223344 ] ",
	  "1 GPR x6 80001004 80000ffc\n= 1 0\n" },
	{ "across, behind another store: sw x5, 4(x6)",
	  START "[ + i=00532223 ] " LI_X8 WRONG "[ + i=00533023 ea=80001004 ] "
		"[ + i=ff833383 x7=511223344 ] ",
	  "3 GPR x6 80001004 80000ffc\n= 1 0\n" },
	{ "in one page: sw x5, 0(x6)",
	  START WRONG "[ + i=00532023 ea=80001004 ] "
		      "[ + i=ff833383 x7=ddeeff0011223344 ] ",
	  "1 GPR x6 80001004 80000ffc\n= 1 0\n" },
	{ "two stores, the second elsewhere by the trace: sw x5, 4(x6)",
	  START "[ + i=00532223 ] [ + i=00532023 ea=80001004 ] "
		"[ + i=ffc33383 x7=1122334455667788 ] ",
	  "2 EADDR 80000ffc 80001004\n" },
	{ "... where the code is known",
	  START "[ init store32@1000:00532223 store32@1004:00532023 "
		"store32@1008:ffc33383 ] "
		"[ + i=00532223 ] [ + i=00532023 ea=80001004 ] "
		"[ + i=ffc33383 x7=1122334455667788 ] ",
	  "3 EADDR 80000ffc 80001004\n" },
	{ "across, of the hart",
	  START WRONG "[ + i=00533023 ea=80000ffc ] [ + i=00033383 x7=5 ] "
		      "[ + i=ffc33383 x7=555667788 ] ",
	  "1 GPR x6 80001004 80000ffc\n= 0 1\n" },
};

static void set_plain(struct vrig *r)
{
	verify_memory_range(&r->memory, 0x80000000, 0x2000, VERIFY_MEMORY_ZERO);
}

static void set_first(struct vrig *r)
{
	verify_memory_range(&r->memory, 0x80000000, 0x1000, VERIFY_MEMORY_ZERO);
}

static void set_second(struct vrig *r)
{
	verify_memory_range(&r->memory, 0x80001000, 0x1000, VERIFY_MEMORY_ZERO);
}

static void set_ram(struct vrig *r)
{
	r->hart_config.extensions |= MODEL_ZCB;
	verify_memory_range(&r->memory, 0x1000, 0x1000, VERIFY_MEMORY_RAM);
	verify_memory_range(&r->memory, 0x80000000, 0x10000, VERIFY_MEMORY_RAM);
}

static void taken_back(void)
{
	vrig_rows("qemu-rv64", NULL, stores, array_size(stores));
	vrig_rows("qemu-rv64", set_plain, stores, array_size(stores));
	vrig_rows("qemu-rv64", set_first, stores, array_size(stores));
	vrig_rows("qemu-rv64", set_second, stores, array_size(stores));
	vrig_rows("qemu-rv64", set_ram, stores, array_size(stores));
}

/* sw x5, 0(x6); addi x6, x6, 4; j 0x1000: after one pass the code is known */
#define ROUND(x6) \
	"[ + i=00532023 ] [ + i=00430313 x6=" x6 " ] [ pc=1000 i=ff9ff06f ] "
#define AT(address) "[ init pc=1800 x6=" address " ] "
#define LW(value) "[ + i=00032383 x7=" value " ] " /* lw x7, 0(x6) */

/* RAM whose contents are unknown at first */
static const struct vrig_row ram[] = {
	{ "stores of a loop are known",
	  "[ init x5=7 x6=80000000 ] " ROUND("80000004") ROUND("80000008")
		  ROUND("8000000c") AT("80000008") LW("8"),
	  "11 GPR x7 7 8\n" },
	{ "... and what is beside them is not",
	  "[ init x5=7 x6=80000000 ] " ROUND("80000004") ROUND("80000008")
		  ROUND("8000000c") AT("8000000c") LW("8"),
	  "" },
	{ "another instruction in a loop",
	  "[ init x5=7 x6=80000000 ] " ROUND("80000004")
		  ROUND("80000008") "[ + i=00531023 ] ",
	  "7 INSN 532023 531023\n" },
	{ "the code is known, and where it begins",
	  "[ init x5=7 x6=80000000 ] " ROUND(
		  "80000004") "[ init pc=1004 ] [ + i=00830313 x6=8000000c ] ",
	  "5 INSN 430313 830313\n5 GPR x6 80000008 8000000c\n" },
	{ "code whose other bytes are not known is copied, though they are 0",
	  "[ init pc=80000000 ] [ + i=00000013 ] "
	  "[ init pc=80002010 store8@80002000:13 ] "
	  "[ pc=80002000 i=ff1ff06f ] [ + i=00000013 ] ",
	  "" },
	{ "an AMO to x0 forgets what was known of its bytes",
	  "[ init x6=80000000 x7=7 store8@80000000:1 ] [ + i=0073202f ] "
	  "[ + i=00030283 x5=8 ] ",
	  "" },
	{ "... but not of an AMO whose bytes are known",
	  "[ init x6=80000000 x7=7 x8=80000008 store32@80000008:5 ] "
	  "[ + i=00032003 ] [ + i=0074202f ] [ + i=00042483 x9=d ] ",
	  "3 GPR x9 c d\n" },
	{ "a load of two pages: ld x5, 0(x6), and both parts",
	  "[ init x6=80000ffc ] [ + i=00033283 x5=1122334455667788 ] "
	  "[ + i=00032383 x7=55667788 ] [ + i=00432383 x7=11223344 ] "
	  "[ + i=00032403 x8=55667788 ] [ + i=00432403 x8=11223345 ] ",
	  "5 GPR x8 11223344 11223345\n" },
	{ "... twice",
	  "[ init x6=80000ffc x8=80002ffc ] "
	  "[ + i=00033283 x5=1122334455667788 ] "
	  "[ + i=00043283 x5=1122334455667799 ] "
	  "[ + i=00042403 x8=55667788 ] ",
	  "3 GPR x8 55667799 55667788\n" },
	{ "flw f5, 0(x6)",
	  "[ init x6=80000000 c300=8000000a00006000 ] "
	  "[ + i=00032287 f5=ffffffff00000007 ] " LW("8"),
	  "2 GPR x7 7 8\n" },
	{ "c.fld f10, 0(x6 as x11)",
	  "[ init x11=80000000 x6=80000000 c300=8000000a00006000 ] "
	  "[ + i=2188 f10=7 ] " LW("8"),
	  "2 GPR x7 7 8\n" },
	{ "c.ld x10, 0(x11)",
	  "[ init x11=80000000 x6=80000000 ] [ + i=6188 x10=7 ] " LW("8"),
	  "2 GPR x7 7 8\n" },
	{ "c.lwsp x10, 0(sp)",
	  "[ init x2=80000000 x6=80000000 ] [ + i=4502 x10=7 ] " LW("8"),
	  "2 GPR x7 7 8\n" },
	{ "c.ldsp x10, 0(sp)",
	  "[ init x2=80000000 x6=80000000 ] [ + i=6502 x10=7 ] " LW("8"),
	  "2 GPR x7 7 8\n" },
	{ "c.lbu x10, 0(x11)",
	  "[ init x11=80000000 x6=80000000 ] [ + i=8188 x10=7 ] "
	  "[ + i=00034383 x7=8 ] ",
	  "2 GPR x7 7 8\n" },
};

/* Known code, in a page that is wholly known */
#define CODE                                                  \
	"[ init store32@1000:00100293 store32@1004:00328313 " \
	"store32@1008:00000013 store32@100c:005303b3 "        \
	"store32@1010:0000006f x6=80000000 ] "
#define LI_X5 "[ + i=00100293 x5=1 ] "
#define STAY "[ i=0000006f ] "
#define STAY_8 STAY STAY STAY STAY STAY STAY STAY STAY
static const struct vrig_row code[] = {
	{ "a register", CODE LI_X5 "[ + i=00328313 x6=5 ] [ + i=00000013 ] ",
	  "2 GPR x6 4 5\n= 0 1\n" },
	{ "... of the trace alone",
	  CODE LI_X5 "[ + i=00328313 x6=5 ] [ + i=00000013 ] "
		     "[ + i=005303b3 x7=5 ] ",
	  "2 GPR x6 4 5\n= 1 0\n" },
	{ "a register, in code that was executed before",
	  CODE LI_X5 "[ init pc=1000 ] [ + i=00100293 x5=2 ] ",
	  "3 GPR x5 1 2\n" },
	{ "a jump that was executed before",
	  CODE "[ init pc=1010 ] " STAY STAY "[ pc=1018 i=0000006f ] ",
	  "4 PC 1010 1018\n" },
	{ "an instruction", CODE LI_X5 "[ + i=00228313 x6=4 ] ",
	  "2 INSN 328313 228313\n" },
	{ "more instructions than are remembered",
	  CODE "[ init pc=1010 ] " STAY_8 STAY_8 STAY_8, "" },
	{ "code that is written over by state that is given",
	  CODE LI_X5 "[ init pc=1000 store32@1000:00200293 ] "
		     "[ + i=00200293 x5=2 ] ",
	  "" },
	{ "... and not by the trace",
	  CODE LI_X5 "[ init pc=1000 store32@1000:00200293 ] " LI_X5,
	  "3 INSN 200293 100293\n3 GPR x5 2 1\n" },
	{ "more of it is not known", CODE "[ init pc=1014 ] [ + i=00000017 ] ",
	  "2 INSN 0 17\n2 PC 0 1018\n2 CSR c300 a00001800 -\n"
	  "2 CSR c341 1014 -\n2 CSR c342 2 -\n" },
};

/* Nothing is tried if the trace is right. */
static const struct vrig_row believed[] = {
	{ "a register, in code that was executed before",
	  CODE LI_X5 "[ init pc=1000 ] [ + i=00100293 x5=2 ] ",
	  "3 GPR x5 1 2\n" },
};

static void set_code(struct vrig *r)
{
	verify_memory_range(&r->memory, 0x1000, 0x1000, VERIFY_MEMORY_ZERO);
	verify_memory_range(&r->memory, 0x80000000, 0x2000, VERIFY_MEMORY_ZERO);
}

static void set_believed(struct vrig *r)
{
	set_code(r);
	r->config.believe = true;
}

/* A trial ends at unknown code. */
static const struct vrig_row ends[] = {
	{ "an instruction before unknown ones",
	  "[ init store32@1000:00100293 ] [ + i=00000017 ] ",
	  "1 INSN 100293 17\n1 GPR x5 1 -\n" },
	{ "a register", CODE LI_X5 "[ + i=00328313 x6=5 ] ",
	  "2 GPR x6 4 5\n= 0 1\n" },
};

/* The same on RV32, on which the encoding of c.ld is c.flw */
static const struct vrig_row ram32[] = {
	{ "c.flw f10, 0(x11)",
	  "[ init x11=80000000 x6=80000000 c300=80006000 ] "
	  "[ + i=6188 f10=ffffffff00000007 ] " LW("8"),
	  "2 GPR x7 7 8\n" },
};

/* The trace may have x7, or not. */
static void set_absent(struct vrig *r)
{
	set_ram(r);
	verify_config_mask(&r->config, TANDEM_GPR(7), 0, ~0ull);
}

static const struct vrig_row absent[] = {
	{ "what is told is taken",
	  "[ init x6=80000000 ] " LW("8") "[ + i=00032283 x5=9 ] ",
	  "2 GPR x5 8 9\n" },
	{ "what is not is no value",
	  "[ init x6=80000000 ] [ + i=00032383 ] [ + i=00032283 x5=9 ] ", "" },
};

/* Addresses without memory */
static const struct vrig_row faults[] = {
	{ "access fault of a fetch",
	  "[ init pc=90000000 ] [ pc=0 c300=a00001800 c341=90000000 c342=1 "
	  "c343=90000000 ] ",
	  "" },
	{ "access fault of a walk, of a fetch",
	  "[ init c3a0=1f c3b0=3fffffffffffff priv=1 c180=8000000000090000 ] "
	  "[ pc=0 priv=3 c300=a00000800 c341=1000 c342=1 c343=1000 ] ",
	  "" },
	{ "neither a fault nor an instruction",
	  "[ init pc=90000000 ] [ pc=0 ] ",
	  "1 CSR c300 a00001800 -\n1 CSR c341 90000000 -\n1 CSR c342 1 -\n"
	  "1 CSR c343 90000000 -\n" },
};

static void traces(void)
{
	vrig_rows("qemu-rv64", set_ram, ram, array_size(ram));
	vrig_rows("qemu-rv64", set_ram, ends, array_size(ends));
	vrig_rows("qemu-rv64", set_code, code, array_size(code));
	vrig_rows("qemu-rv64", set_believed, believed, array_size(believed));
	vrig_rows("qemu-rv32", set_ram, ram32, array_size(ram32));
	vrig_rows("qemu-rv64", set_absent, absent, array_size(absent));
	vrig_rows("qemu-rv64", NULL, faults, array_size(faults));
}

static const struct unit_test tests[] = {
	UNIT_TEST(two_pages, UNIT_ONE),	  UNIT_TEST(by_words, UNIT_ONE),
	UNIT_TEST(walked, UNIT_ONE),	  UNIT_TEST(foreign, UNIT_ONE),
	UNIT_TEST(partial, UNIT_ONE),	  UNIT_TEST(trial, UNIT_ONE),
	UNIT_TEST(overwritten, UNIT_ONE), UNIT_TEST(taken_back, UNIT_ONE),
	UNIT_TEST(traces, UNIT_ONE),
};

UNIT_MAIN("verify_memory", tests)
