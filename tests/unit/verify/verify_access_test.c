// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory accesses in traces: addresses, store data, requests and responses, the
 * known contents of memory, and values that only the trace has.
 */
#include <stdlib.h>

#include <verify/memory.h>

#include "unit.h"
#include "verify_rig.h"

/* x5 = 5, x6 = 0x80000000, x7 = 7; 16 bytes of memory are known to be 0 */
#define START                                                             \
	"[ init x5=5 x6=80000000 x7=7 store64@80000000:1122334455667788 " \
	"store64@80000008:0 ] "
#define SW "+ i=00532023 "     /* sw x5, 0(x6) */
#define LW "+ i=00032283 "     /* lw x5, 0(x6) */
#define AMOADD "+ i=007322af " /* amoadd.w x5, x7, (x6) */
#define LR "+ i=100322af "
#define SC "+ i=187322af " /* sc.w x5, x7, (x6) */

static const struct vrig_row stores[] = {
	{ "nothing but the instruction", START "[ " SW "]", "" },
	{ "all of it",
	  START "[ " SW "ea=80000000 pa=80000000 sd32=5 "
		"store32@80000000:5 ok ]",
	  "" },
	{ "effective address", START "[ " SW "ea=80000001 ]",
	  "1 EADDR 80000000 80000001\n" },
	{ "physical address", START "[ " SW "pa=80000004 ]",
	  "1 PADDR 80000000 80000004\n" },
	{ "data", START "[ " SW "sd32=6 ]", "1 SDATA 5 6\n" },
	{ "width of data", START "[ " SW "sd64=5 ]", "1 SDATA 5 5\n" },
	{ "two pieces of data", START "[ " SW "sd32=5 sd64=5 ]",
	  "1 RULE CONFLICT\n1 SDATA 5 5\n" },
	{ "request's address", START "[ " SW "store32@80000004:5 ]",
	  "1 MEMREQ 80000000 80000004\n" },
	{ "request's data", START "[ " SW "store32@80000000:4 ]",
	  "1 MEMREQ 5 4\n" },
	{ "request in parts",
	  START "[ " SW "store16@80000000:5 store16@80000002:0 ]", "" },
	{ "a part is missing", START "[ " SW "store16@80000000:5 ]",
	  "1 MEMREQ 80000000 -\n" },
	{ "a part comes twice",
	  START "[ " SW "store32@80000000:5 store16@80000002:0 ]",
	  "1 MEMREQ 80000000 80000002\n" },
	{ "request that is no store", START "[ " SW "load32@80000000 ]", "" },
	{ "request of another kind", START "[ " SW "sc32@80000000:5 ]",
	  "1 MEMREQ 80000000 80000000\n" },
	{ "response of failure", START "[ " SW "store32@80000000:5 fail ]",
	  "1 MEMRSP 0 1\n" },
	{ "an instruction that stores nothing",
	  START "[ + i=00000013 ea=80000000 pa=80000000 sd8=1 "
		"store8@80000000:1 ]",
	  "1 EADDR 0 80000000\n1 PADDR 0 80000000\n1 SDATA 0 1\n"
	  "1 MEMREQ 0 80000000\n" },
	{ "memory has it", START "[ " SW "] [ " LW "x5=6 ]", "2 GPR x5 5 6\n" },
};

static const struct vrig_row loads[] = {
	{ "all of it",
	  START "[ " LW "x5=55667788 ea=80000000 pa=80000000 "
		"load32@80000000 ok:55667788 ]",
	  "" },
	{ "value", START "[ " LW "x5=55667789 ]",
	  "1 GPR x5 55667788 55667789\n" },
	{ "response", START "[ " LW "x5=55667788 load32@80000000 ok:55667789 ]",
	  "1 MEMRSP 55667788 55667789\n" },
	{ "request for what the instruction does not ask for",
	  START "[ " LW "x5=55667788 load64@80000008 ok:0 ]", "" },
	{ "... with other data than memory has",
	  START "[ " LW "x5=55667788 load64@80000008 ok:1 ]",
	  "1 MEMRSP 0 1\n" },
	{ "store data", START "[ " LW "x5=55667788 sd32=0 ]", "1 SDATA 0 0\n" },
	{ "a load of an instruction that loads nothing",
	  START "[ " LW "x5=55667788 ] "
		"[ + i=00000013 load32@80000008 ok:0 ]",
	  "" },
	{ "fetch", START "[ + i=00000013 fetch32@80000000 ok:55667788 ]", "" },
	{ "fetch of something else",
	  START "[ + i=00000013 fetch32@80000000 ok:55667789 ]",
	  "1 MEMRSP 55667788 55667789\n" },
	{ "unknown memory",
	  "[ init x6=80000000 ] [ " LW "x5=1 ] [ " LW "x5=2 ]", "" },
	{ "... must fit the width",
	  "[ init x6=80000000 ] [ + i=00034283 x5=100 ]", "1 GPR x5 0 100\n" },
	{ "... and its sign", "[ init x6=80000000 ] [ " LW "x5=80000000 ]",
	  "1 GPR x5 ffffffff80000000 80000000\n" },
	{ "... is what the response says",
	  "[ init x6=80000000 ] [ " LW "x5=1 load32@80000000 ok:2 ]",
	  "1 GPR x5 2 1\n" },
	{ "access fault of a device",
	  "[ init x6=80000000 ] "
	  "[ pc=0 priv=3 "
	  "i=00032283 c300=a00001800 c341=1000 c342=5 "
	  "c343=80000000 ea=80000000 ]",
	  "" },
	{ "access fault of known memory",
	  START "[ pc=0 i=00032283 c300=a00001800 c341=1000 c342=5 ]",
	  "1 PC 1004 0\n1 CSR c300 a00000000 a00001800\n"
	  "1 CSR c341 0 1000\n1 CSR c342 0 5\n1 GPR x5 55667788 -\n" },
};

static const struct vrig_row atomics[] = {
	{ "amo",
	  START "[ " AMOADD "x5=55667788 ea=80000000 sd32=7 "
		"amoadd32@80000000:7 ok:55667788 ] [ " LW "x5=5566778f ]",
	  "" },
	{ "amo, its result as store data",
	  START "[ " AMOADD "x5=55667788 sd32=5566778f ]", "" },
	{ "amo, wrong store data", START "[ " AMOADD "x5=55667788 sd32=8 ]",
	  "1 SDATA 7 8\n" },
	{ "amo as load and store",
	  START "[ " AMOADD "x5=55667788 load32@80000000 ok:55667788 "
		"store32@80000000:5566778f ok ]",
	  "" },
	{ "... with another result",
	  START "[ " AMOADD "x5=55667788 load32@80000000 ok:55667788 "
		"store32@80000000:55667788 ok ]",
	  "1 MEMREQ 5566778f 55667788\n" },
	{ "amo, another operation",
	  START "[ " AMOADD "x5=55667788 amoxor32@80000000:7 ]",
	  "1 MEMREQ 80000000 80000000\n" },
	{ "lr and sc",
	  START "[ " LR "x5=55667788 ] [ " SC
		"x5=0 sd32=7 sc32@80000000:7 ok ] [ " LW "x5=7 ]",
	  "" },
	{ "sc fails as it likes",
	  START "[ " LR "x5=55667788 ] [ " SC "x5=1 ] [ " LW "x5=55667788 ]",
	  "" },
	{ "sc without lr cannot succeed", START "[ " SC "x5=0 ]",
	  "1 GPR x5 1 0\n" },
	{ "failed sc that stores",
	  START "[ " LR "x5=55667788 ] [ " SC "x5=1 sc32@80000000:7 ok ]",
	  "2 MEMREQ 0 80000000\n" },
};

#define CBO "+ i=0043200f " /* cbo.zero (x6) */
#define ZEROS(first)                                                        \
	"store64@8000000" first ":0 store64@80000008:0 store64@80000010:0 " \
	"store64@80000018:0 store64@80000020:0 store64@80000028:0 "         \
	"store64@80000030:0 store64@80000038:0 "

static const struct vrig_row blocks[] = {
	{ "no requests", START "[ " CBO "]", "" },
	{ "all of them", START "[ " CBO ZEROS("0") "]", "" },
	{ "one twice", START "[ " CBO ZEROS("8") "]",
	  "1 MEMREQ 80000000 80000008\n1 MEMREQ 80000000 -\n" },
	{ "something else", START "[ " CBO ZEROS("0") "store8@80000040:0 ]",
	  "1 MEMREQ 80000000 80000040\n" },
	{ "not zero", START "[ " CBO "store64@80000000:1 ]",
	  "1 MEMREQ 80000000 80000000\n1 MEMREQ 80000000 -\n" },
};

static void set_required(struct vrig *rig)
{
	rig->config.required =
		VERIFY_PART(VERIFY_EADDR) | VERIFY_PART(VERIFY_PADDR) |
		VERIFY_PART(VERIFY_SDATA) | VERIFY_PART(VERIFY_MEMREQ) |
		VERIFY_PART(VERIFY_MEMRSP);
}

static void required(void)
{
	static const struct vrig_row rows[] = {
		{ "store",
		  START "[ " SW "pa=80000000 sd32=5 "
			"store32@80000000:5 ]",
		  "" },
		{ "load",
		  START "[ " LW "x5=55667788 pa=80000000 "
			"load32@80000000 ok:55667788 ]",
		  "" },
		{ "store without anything", START "[ " SW "]",
		  "1 EADDR 80000000 -\n1 PADDR 80000000 -\n1 SDATA 5 -\n"
		  "1 MEMREQ 80000000 -\n" },
		{ "load without response",
		  START "[ " LW "x5=55667788 pa=80000000 load32@80000000 ]",
		  "1 MEMRSP 80000000 -\n" },
		{ "a fetch is another thing",
		  START "[ " LW "x5=55667788 pa=80000000 load32@80000000 "
			"ok:55667788 fetch32@1000 ]",
		  "" },
		{ "sc that fails has asked for nothing",
		  START "[ " SC "x5=1 pa=80000000 sd32=7 ]", "" },
		{ "what was not asked for",
		  START "[ " LW "x5=55667788 pa=80000000 load32@80000000 "
			"ok:55667788 load64@80000008 ok:0 ]",
		  "1 MEMREQ 80000000 80000008\n" },
	};

	vrig_rows("qemu-rv64", set_required, rows, array_size(rows));
}

static void accesses(void)
{
	vrig_rows("qemu-rv64", NULL, stores, array_size(stores));
	vrig_rows("qemu-rv64", NULL, loads, array_size(loads));
	vrig_rows("qemu-rv64", NULL, atomics, array_size(atomics));
	vrig_rows("qemu-rv64", NULL, blocks, array_size(blocks));
}

static struct verify_page *no_page(void *user)
{
	(void)user;
	return NULL;
}

/* Traces with only registers: an absent register has kept its value. */
#define RAM_START "[ init x5=7 x6=80000000 x7=7 ] "
#define LW7 "+ i=00032383 " /* lw x7, 0(x6) */

static const struct vrig_row quiet[] = {
	{ "what rd keeps was loaded", RAM_START "[ " LW "] [ " LW7 "x7=8 ]",
	  "2 GPR x7 7 8\n" },
	{ "a store is known", RAM_START "[ " SW "] [ " LW7 "x7=8 ]",
	  "2 GPR x7 7 8\n" },
	{ "a load to x0 tells nothing",
	  RAM_START "[ + i=00032003 ] [ " LW7 "x7=8 ]", "" },
	{ "an AMO to x0 leaves what nobody knows",
	  RAM_START "[ + i=0073202f ] [ " LW "x5=123 ] [ " LW7 "x7=124 ]",
	  "3 GPR x7 123 124\n" },
	{ "... but for a swap", RAM_START "[ + i=0873202f ] [ " LW "x5=8 ]",
	  "2 GPR x5 7 8\n" },
	{ "code is known once it was seen",
	  RAM_START "[ pc=1000 i=0000006f ] [ + i=00000013 ]",
	  "2 INSN 6f 13\n2 PC 1000 1004\n" },
	{ "compressed",
	  "[ init x10=5 x11=80000000 ] [ + i=4188 ] [ + i=4188 x10=6 ]",
	  "2 GPR x10 5 6\n" },
};

static void name_ram(struct vrig *rig)
{
	verify_memory_range(&rig->memory, 0x1000, 0x1000, VERIFY_MEMORY_RAM);
	verify_memory_range(&rig->memory, 0x80000000, 0x10000,
			    VERIFY_MEMORY_RAM);
}

static void registers_only(void)
{
	vrig_rows("qemu-rv64", name_ram, quiet, array_size(quiet));
}

static struct verify_page *one_page(void *user)
{
	struct verify_page **page = user, *result = *page;

	*page = NULL;
	return result;
}

static void memory_ranges(void)
{
	static struct verify_memory memory;
	struct verify_page *page = malloc(sizeof(*page)), *left = page;
	struct model_bus bus;
	u64 value = 1;

	verify_memory_init(&memory, one_page, &left);
	bus = verify_memory_bus(&memory);
	CHECK("range", verify_memory_range(&memory, 0x1000, 0x1000,
					   VERIFY_MEMORY_DEVICE));
	CHECK("range",
	      verify_memory_range(&memory, 0x2000, 0x1000, VERIFY_MEMORY_ZERO));
	CHECK("size 0", !verify_memory_range(&memory, 0, 0, VERIFY_MEMORY_RAM));
	CHECK("nothing is known of a device",
	      !verify_memory_write(&memory, 0x1000, 8, 7) &&
		      !verify_memory_read(&memory, 0x1000, 8, &value));
	CHECK("zero", bus.page(&memory, 0x2000) == page->bytes);
	CHECK("zero", verify_memory_read(&memory, 0x2ff8, 8, &value) && !value);
	CHECK("behind it", !verify_memory_read(&memory, 0x2ff9, 8, &value));
	CHECK("no more pages",
	      !verify_memory_put(&memory, 0x3000, (const u8 *)"a", 1) &&
		      memory.exhausted);
	free(page);
}

static void memory_known(void)
{
	static struct verify_memory memory;
	struct verify_page *page = malloc(sizeof(*page)), *left = page;
	struct model_bus bus = verify_memory_bus(&memory);
	u64 value, at;

	verify_memory_init(&memory, one_page, &left);
	CHECK("put", verify_memory_put(&memory, 0x5ffe, (const u8 *)"ab", 2));
	CHECK("read", verify_memory_read(&memory, 0x5ffe, 2, &value));
	CHECK_EQ("little endian", value, 0x6261);
	CHECK("not all", !verify_memory_read(&memory, 0x5ffd, 2, &value));
	CHECK("not whole", !bus.page(&memory, 0x5000) && !memory.flush);
	for (at = 0x5000; at < 0x5ff8; at += 8)
		verify_memory_write(&memory, at, 8, at);
	CHECK("not yet", !bus.page(&memory, 0x5000) && !memory.flush);
	verify_memory_write(&memory, 0x5ff8, 8, 1);
	CHECK("whole", bus.page(&memory, 0x5000) && memory.flush);
	free(page);
	verify_memory_init(&memory, no_page, NULL);
	CHECK("no page", !verify_memory_write(&memory, 0, 1, 1));
}

static const struct unit_test tests[] = {
	UNIT_TEST(accesses, UNIT_ONE),	     UNIT_TEST(required, UNIT_ONE),
	UNIT_TEST(registers_only, UNIT_ONE), UNIT_TEST(memory_ranges, UNIT_ONE),
	UNIT_TEST(memory_known, UNIT_ONE),
};

UNIT_MAIN("verify_access", tests)
