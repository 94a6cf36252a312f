// SPDX-License-Identifier: BSD-2-Clause
/* CTR at the start of harts, in the device tree, and at a suspend: harts that are late,
 * or never come; a machine whose heap is short. */
#include <libfdt.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_timer.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "../../../platform/generic/glue/ctr_glue.h"
#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/owner_glue.h"
#include "rig.h"

/* Numbers of nodes in the tree: those of harts follow NODE. */
enum { CPUS = 5, NODE = 10, NODES = 2, HART = 1, PLACE = 2048 };

struct sbi_heap_control {
	int none;
} global_hpctrl;

static union {
	struct sbi_scratch scratch;
	unsigned char bytes[4096];
} place;
static struct ctr_hart *const ctr = (void *)(place.bytes + PLACE);
static struct owner owner;

u32 sbi_scratch_hart_count = NODES;
unsigned long ctr_glue_offset;
bool ctr_glue_for_s_mode;

static const struct sbi_timer_device timer, *timer_now;
static struct sbi_hsm_device hsm;
static u8 listed[NODES][2], in_list[NODES],
	said[NODES]; /* CTR_NAMES_*: of a node, of its hart */
/* Looks until all harts have reported, and those that do not until then */
static u32 looks, silent, looked, waited;
static unsigned long offset; /* of OpenSBI's allocation */
static bool in_use, delegates, short_heap;

#define PART(type, declaration, result, ...) \
	type declaration                     \
	{                                    \
		wire_note(__VA_ARGS__);      \
		result;                      \
	}

/* --- lib/ctr ---------------------------------------------------------------------- */

PART(u8, ctr_hart_names(void), return CTR_NAMES_ALL, "ctr_hart_names")
PART(u16, ctr_hart_deepest(void), return 64, "ctr_hart_deepest")
PART(void, ctr_harts_withhold(struct ctr_harts *all, u8 names), (void)all;
     said[0] = said[1] = 0, "withhold %x", names)
PART(void, ctr_hart_init(struct ctr_hart *h, u8 offered),
     h->usable = offered & CTR_NAMES_CTR, "ctr_hart_init %x", offered)
PART(void, ctr_harts_close(struct ctr_harts *all), (void)all, "close")
PART(bool, ctr_in_use(const struct ctr_hart *h), assert_ptr_equal(h, ctr);
     return in_use, "ctr_in_use")
PART(void, ctr_save(const struct ctr_hart *h, bool used, struct ctr_context *c),
     assert_ptr_equal(h, ctr), "ctr_save %d, room %u", used, c->room)
PART(bool, ctr_hart_delegate(const struct ctr_hart *h),
     assert_ptr_equal(h, ctr);
     return delegates, "ctr_hart_delegate")
PART(void, ctr_glue_record_traps(bool all), , "ctr_glue_record_traps %d", all)

void ctr_harts_say(struct ctr_harts *all, u32 hart, u8 names)
{
	wire_note("hart %u says %x", hart, names);
	all->said[hart] = 1;
}

u32 ctr_harts_silent(const struct ctr_harts *all)
{
	assert_int_equal(all->count, NODES);
	return looked++ < looks ? silent : 0;
}

u8 ctr_harts_names(const struct ctr_harts *all, u32 hart)
{
	(void)all;
	return said[hart];
}

u8 ctr_isa_names(const char *isa)
{
	return (u8)*isa;
}

bool ctr_isa_remove(char *isa, u8 names)
{
	wire_note("without %x", names);
	*isa &= (char)~names;
	return true;
}

u8 ctr_isa_list_names(const char *list, u32 size)
{
	assert_int_equal(size, 1);
	return (u8)*list;
}

PART(u32, ctr_isa_list_remove(char *list, u32 size, u8 names),
     assert_int_equal(size, 1);
     *list &= (char)~names; return 0, "list without %x", names)

/* --- OpenSBI ---------------------------------------------------------------------- */

PART(unsigned long, sbi_scratch_alloc_offset(unsigned long size), return offset,
     "allocate %d", size >= sizeof(struct ctr_hart))
bool owner_memory_ctr(u32 (*depth)(u32 hartindex))
{
	wire_note("depths %u %u", depth(0), depth(HART));
	return !short_heap;
}

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	assert_int_equal(hartindex, HART);
	return NULL;
}

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	(void)dom;
	assert_int_equal(hartindex, HART);
	return &owner;
}

bool sbi_hart_has_extension(struct sbi_scratch *s, enum sbi_hart_extensions ext)
{
	assert_ptr_equal(s, &place.scratch);
	return ext == SBI_HART_EXT_SMCTR;
}

void sbi_hart_update_extension(struct sbi_scratch *s,
			       enum sbi_hart_extensions ext, bool enable)
{
	static const char *const names[] = {
		[SBI_HART_EXT_SSCSRIND] = "sscsrind",
		[SBI_HART_EXT_SMCDELEG] = "smcdeleg",
		[SBI_HART_EXT_SSCCFG] = "ssccfg",
		[SBI_HART_EXT_SMCTR] = "smctr",
		[SBI_HART_EXT_SSCTR] = "ssctr",
	};

	assert_ptr_equal(s, &place.scratch);
	wire_note("%s = %d", names[ext], enable);
}

const struct sbi_hsm_device *sbi_hsm_get_device(void)
{
	return &hsm;
}

static int hart_start(u32 hartid, ulong address)
{
	fail_msg("started %u %lx", hartid, address);
	return 0;
}

const struct sbi_timer_device *sbi_timer_get_device(void)
{
	return timer_now;
}

void sbi_timer_delay_loop(ulong units, u64 unit_freq,
			  void (*delay_fn)(void *opaque), void *opaque)
{
	(void)opaque;
	assert_null(delay_fn);
	assert_int_equal(unit_freq, 1000000);
	waited += (u32)units;
}

/* --- a device tree with the names of each hart ------------------------------------ */

int fdt_path_offset(const void *fdt, const char *path)
{
	(void)fdt;
	assert_string_equal(path, "/cpus");
	return CPUS;
}

int fdt_next_subnode(const void *fdt, int node)
{
	(void)fdt;
	return node + 1 < NODE + NODES ? node + 1 : -FDT_ERR_NOTFOUND;
}

int fdt_first_subnode(const void *fdt, int node)
{
	assert_int_equal(node, CPUS);
	return fdt_next_subnode(fdt, NODE - 1);
}

const void *fdt_getprop(const void *fdt, int node, const char *name, int *len)
{
	(void)fdt;
	*len = 1;
	return strcmp(name, "riscv,isa") ? &in_list[node - NODE] :
					   listed[node - NODE];
}

PART(int,
     fdt_setprop_placeholder(void *fdt, int node, const char *name, int len,
			     void **data),
     (void)fdt;
     (void)data; return 0, "hart %d: %s has %d bytes", node - NODE, name, len)

int fdt_parse_hart_id(const void *fdt, int node, u32 *hartid)
{
	(void)fdt;
	*hartid = (u32)(node - NODE);
	return 0;
}

u32 sbi_hartid_to_hartindex(u32 hartid)
{
	return hartid;
}

/* --- tests ------------------------------------------------------------------------ */

static int begin(void **state)
{
	(void)state;
	memset(&place, 0, sizeof(place));
	memset(&owner, 0, sizeof(owner));
	memset(&hsm, 0, sizeof(hsm));
	place.scratch.hartindex = HART;
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&place.scratch);
	listed[0][0] = listed[1][0] = said[0] = said[1] = CTR_NAMES_CTR;
	in_list[0] = in_list[1] = 0;
	timer_now = &timer;
	ctr_glue_offset = offset = PLACE;
	looks = looked = silent = waited = 0;
	in_use = true;
	short_heap = false;
	wire_forget();
	return 0;
}

/* Once: a hart that arrives again may have state to keep. */
static void run_arrive(void **state)
{
	(void)state;
	ctr_glue_arrive(&place.scratch);
	wire_expect(
		"ctr_hart_names\nctr_hart_deepest\nsmp_wmb\nhart 1 says 7\n");
	ctr_glue_arrive(&place.scratch);
	wire_expect("");
}

/* At cold boot with memory for the hart, or not at all; later it has that memory. */
static void run_start(void **state)
{
	(void)state;
	said[HART] = CTR_NAMES_ALL;
	offset = 0;
	assert_int_equal(ctr_glue_hart_init(&place.scratch, true), SBI_ENOMEM);
	wire_expect("allocate 1\n");
	offset = PLACE;
	assert_int_equal(ctr_glue_hart_init(&place.scratch, true), 0);
	wire_expect("allocate 1\nctr_hart_init 4\n");
	assert_int_equal(ctr_glue_hart_init(&place.scratch, false), 0);
	wire_expect("ctr_hart_init 4\n");
	ctr_glue_delegate(&place.scratch);
	wire_expect("ctr_hart_delegate\nctr_glue_record_traps 1\n");
	delegates = true;
	ctr_glue_delegate(&place.scratch);
	wire_expect("ctr_hart_delegate\nctr_glue_record_traps 0\n");
	/* OpenSBI would turn on what the tree does not list for this hart. */
	said[HART] = 0;
	assert_int_equal(ctr_glue_hart_init(&place.scratch, false), 0);
	wire_expect("ctr_hart_init 0\nsmctr = 0\nssctr = 0\nsscsrind = 0\n"
		    "smcdeleg = 0\nssccfg = 0\n");
	ctr_glue_delegate(&place.scratch);
	wire_expect("ctr_hart_delegate\n");
}

/* The tree lists nothing: nothing is waited for or said, but no hart may report any
 * more, because the tree is made. */
static void run_no_names(void **state)
{
	(void)state;
	listed[0][0] = listed[1][0] = 0;
	looks = silent = 1;
	ctr_glue_fdt(NULL, true);
	wire_expect("close\n");
	assert_int_equal(looked, 0);
}

#define DEPTHS(mine) "smp_rmb\nsmp_rmb\ndepths 0 " #mine "\n"
#define FOR_ALL "hartscope: CTR: control transfer records are for S-mode\n"
#define FOR_ONE                                                                    \
	"hartscope: CTR: 1 of 2 harts did not report; the device tree "            \
	"does not list it for them\nclose\n" DEPTHS(                               \
		0) "without 4\n"                                                   \
		   "hart 1: riscv,isa has 1 bytes\nlist without 4\n"               \
		   "hart 1: riscv,isa-extensions has 0 bytes\n"                    \
		   "hartscope: CTR: control transfer records are for S-mode on 1 " \
		   "of 2 harts that list it\n"

/* A microsecond lies between two looks, if there is a timer. */
static void run_late(void **state)
{
	(void)state;
	listed[0][0] = 0; /* hart 0 has its names in the other property */
	in_list[0] = CTR_NAMES_CTR;
	silent = 1;
	looks = 3;
	ctr_glue_fdt(NULL, true);
	wire_expect("close\n" DEPTHS(64) FOR_ALL);
	assert_int_equal(waited, 3);
	looked = waited = 0;
	timer_now = NULL;
	ctr_glue_fdt(NULL, false);
	wire_expect("close\n" DEPTHS(64));
	assert_int_equal(looked, 5);
	assert_int_equal(waited, 0);
}

/* Without memory for the records of all owners no hart offers CTR, the boot hart
 * included. */
static void run_short(void **state)
{
	(void)state;
	listed[1][0] = 0;
	short_heap = true;
	ctr_glue_fdt(NULL, true);
	wire_expect("close\n" DEPTHS(
		64) "withhold 4\nctr_hart_init 0\n"
		    "smctr = 0\nssctr = 0\nsscsrind = 0\nsmcdeleg = 0\n"
		    "ssccfg = 0\nctr_hart_delegate\nwithout 4\n"
		    "hart 0: riscv,isa has 1 bytes\nlist without 4\n"
		    "hart 0: riscv,isa-extensions has 0 bytes\n"
		    "hartscope: CTR: not usable by S-mode, device tree does "
		    "not list it\n");
}

/* The wait ends after a second, or 10 ms if a device has to start harts, which may then
 * not have come at all. */
static void run_never(void **state)
{
	(void)state;
	silent = 1;
	looks = ~0u;
	said[HART] = 0;
	ctr_glue_fdt(NULL, true);
	wire_expect(FOR_ONE);
	assert_int_equal(waited, 1000000);
	waited = 0;
	hsm.hart_start = hart_start;
	listed[HART][0] = CTR_NAMES_CTR;
	ctr_glue_fdt(NULL, true);
	wire_expect(FOR_ONE);
	assert_int_equal(waited, 10000);
}

static void suspend(const char *calls)
{
	ctr_glue_suspend(&place.scratch);
	wire_expect(calls);
}

static void run_suspend(void **state)
{
	(void)state;
	ctr->usable = true;
	owner.ctr.room = 64;
	suspend("ctr_in_use\nctr_save 1, room 64\n");
	in_use = false;
	suspend("ctr_in_use\nctr_save 0, room 64\n");
}

/* Too early at boot, nothing is saved. */
static void run_early(void **state)
{
	(void)state;
	ctr_glue_offset = 0;
	suspend("");
}

#define TEST(name) cmocka_unit_test_setup(run_##name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(arrive), TEST(start), TEST(no_names), TEST(late),
		TEST(never),  TEST(short), TEST(suspend),  TEST(early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
