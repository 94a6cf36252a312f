// SPDX-License-Identifier: BSD-2-Clause
/*
 * Accesses to registers of trace components without OpenSBI's entry: the answers to
 * it, and registers of the trap after a fault of M-mode's own. An answer of 1 for 0
 * only takes longer, and traps of QEMU's harts set the registers themselves.
 */
#include <pmu/pmu.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_scratch.h>
#include <trace/mmio.h>
#include <trace/trace.h>
#include <trace_fetch.h>

#include "../../../platform/generic/glue/access_glue.h"
#include "../../../platform/generic/glue/trace_glue.h"
#include "rig.h"

#define BASE 0x10000000ul
#define REGISTER (BASE + 8)
#define MEPC 0x80200000ul
#define GUEST (1ul << 39) /* mstatus.MPV */

enum { OWNER = 3, REFUSED = 5, REFUSED_GUEST = 6 };
enum { S0 = 8, A4 = 14, A5 = 15 };

/* Loads and stores of a register, at 8(a4); and 0(a4) */
enum {
	LW_A5 = 0x00872783,
	LW_S0 = 0x00872403,
	LW_ZERO = 0x00872003,
	LW_A5_FIRST = 0x00072783,
	LWU_A5 = 0x00876783,
	C_LW_A5 = 0x471c,
	C_LW_S0 = 0x4700,
	C_LW_A5_FIRST = 0x431c,
	SW_A5 = 0x00f72423,
	C_SW_A5 = 0xc71c,
	C_NOP = 0x0001,
};

struct trace trace_glue;
static unsigned long space[512], x[32];
static struct sbi_scratch *scratch = (void *)space;
static struct sbi_domain domain = { .index = OWNER };
static struct fast_peer peer = { .domain = &domain };

/* The instruction; 0: it cannot be loaded. */
static unsigned int insn;
static bool translates;
static struct trace_loaded judged;

/* --- what the file calls ------------------------------------------------------ */

bool trace_fetch(unsigned long at, struct fetched *f)
{
	assert_int_equal(at, MEPC);
	f->low = insn & 0xffff;
	f->high = (insn & 3) == 3 ? (long)(insn >> 16) : -1;
	return insn;
}

bool trace_glue_translate(unsigned long va, enum trace_rights rights, u64 *pa)
{
	wire_note("translate for %x", rights);
	*pa = va;
	return translates;
}

long access_glue_refuse(struct sbi_scratch *of)
{
	assert_ptr_equal(of, scratch);
	wire_note("refuse");
	return REFUSED;
}

long access_glue_of_guest(struct sbi_scratch *of)
{
	assert_ptr_equal(of, scratch);
	wire_note("guest");
	return REFUSED_GUEST;
}

bool hart_lock_try(u32 *lock)
{
	return !(*lock)++;
}

void hart_lock_free(u32 *lock)
{
	(*lock)--;
}

bool hart_mmio_load32(unsigned long address, u32 *value)
{
	wire_note("load %lx", address);
	*value = 0x80000001;
	return true;
}

bool hart_mmio_store32(unsigned long address, u32 value)
{
	wire_note("store %x at %lx", value, address);
	return true;
}

struct trace_loaded trace_mmio_load_at(const struct trace *t,
				       struct trace_component *c, u32 owner,
				       u32 offset)
{
	wire_note("judge the load of %x", offset);
	assert_ptr_equal(t, &trace_glue);
	assert_ptr_equal(c, t->component);
	assert_int_equal(owner, OWNER);
	return judged;
}

enum trace_access trace_mmio_store_at(struct trace *t,
				      struct trace_component *c, u32 owner,
				      u32 offset, u32 value)
{
	wire_note("judge the store of %x at %x", value, offset);
	assert_ptr_equal(t, &trace_glue);
	assert_ptr_equal(c, t->component);
	assert_int_equal(owner, OWNER);
	return judged.done;
}

/* --- steps -------------------------------------------------------------------- */

/* Registers of the trap after M-mode's own fault; harts with H have two more. */
#define AGAIN(at, cause)                                              \
	"csr 341 = 80200000\ncsr 343 = " at "\ncsr 342 = " cause "\n" \
	"csr 34a = 0\ncsr 34b = 0\n"
#define AGAIN_LOAD AGAIN("10000008", "5")
#define AGAIN_STORE AGAIN("10000008", "7")
#define AGAIN_FIRST AGAIN("10000000", "5")
#define JUDGED_LOAD "translate for 13\njudge the load of 8\n"
#define JUDGED_STORE "translate for 15\njudge the store of 77 at 8\n"

/* Of a5, before and after; and answers of the long way */
#define OLD 0x77ul
#define NEW 0xffffffff80000001ul
#define NONE                   \
	{                      \
		TRACE_FAULT, 0 \
	}
#define DONE                           \
	{                              \
		TRACE_DONE, 0x80000001 \
	}
#define AGAIN_LATER                      \
	{                                \
		TRACE_REPEAT, 0x80000001 \
	}

/* State of the component: the short way, the long way alone, no way */
enum { READY, BUSY, UNUSABLE, ABSENT };

struct step {
	const char *name;
	unsigned int insn, component;
	unsigned long at, mstatus, satp;
	long answer;
	const char *want;
	unsigned long a5; /* its value then */
	struct trace_loaded judged;
};

static const struct step loads[] = {
	{ "of a guest: its own function answers", LW_A5, READY, REGISTER, GUEST,
	  0, REFUSED_GUEST, "guest\n", OLD, NONE },
	{ "no component is there", LW_A5, READY, REGISTER + 0x1000, 0, 0,
	  REFUSED, "refuse\n", OLD, NONE },
	{ "the machine has none, and addresses are translated", LW_A5, ABSENT,
	  REGISTER, 0, 1, REFUSED, "refuse\n", OLD, NONE },
	{ "no entry of a page table allows it", LW_A5, READY, REGISTER, 0, 2,
	  -1, "translate for 13\n" AGAIN_LOAD, OLD, NONE },
	{ "a register that C may change: nothing else is restored", LW_A5,
	  READY, REGISTER, 0, 0, 0, "load 10000008\ncsr 341 = 80200004\n", NEW,
	  NONE },
	{ "the same, translated", LW_A5, READY, REGISTER, 0, 1, 0,
	  "translate for 13\nload 10000008\ncsr 341 = 80200004\n", NEW, NONE },
	{ "the same in 16 bits", C_LW_A5, READY, REGISTER, 0, 0, 0,
	  "load 10000008\ncsr 341 = 80200002\n", NEW, NONE },
	{ "a register that C keeps: all are restored", LW_S0, READY, REGISTER,
	  0, 0, 1, "load 10000008\ncsr 341 = 80200004\n", OLD, NONE },
	{ "the same in 16 bits", C_LW_S0, READY, REGISTER, 0, 0, 1,
	  "load 10000008\ncsr 341 = 80200002\n", OLD, NONE },
	{ "x0: no register is written", LW_ZERO, READY, REGISTER, 0, 0, 0,
	  "load 10000008\ncsr 341 = 80200004\n", OLD, NONE },
	{ "the instruction cannot be loaded: no access", 0, READY, REGISTER, 0,
	  0, -1, AGAIN_LOAD "translate for 13\n" AGAIN_LOAD, OLD, NONE },
	{ "another instruction", LWU_A5, READY, REGISTER, 0, 0, -1,
	  AGAIN_LOAD "translate for 13\n" AGAIN_LOAD, OLD, NONE },
	{ "another one of 16 bits", C_NOP, READY, REGISTER, 0, 0, -1,
	  AGAIN_LOAD "translate for 13\n" AGAIN_LOAD, OLD, NONE },
	{ "an access that crosses into the page", LW_A5_FIRST, READY, BASE, 0,
	  0, -1, AGAIN_FIRST "translate for 13\n" AGAIN_FIRST, OLD, NONE },
	{ "the same in 16 bits", C_LW_A5_FIRST, READY, BASE, 0, 0, -1,
	  AGAIN_FIRST "translate for 13\n" AGAIN_FIRST, OLD, NONE },
	{ "not a multiple of 4", LW_A5, READY, REGISTER + 1, 0, 0, REFUSED,
	  AGAIN("10000009", "5") "refuse\n", OLD, NONE },
	{ "a component that was refused at boot", LW_A5, UNUSABLE, REGISTER, 0,
	  0, REFUSED, AGAIN_LOAD "translate for 13\nrefuse\n", OLD, NONE },
	{ "the long way", LW_A5, BUSY, REGISTER, 0, 0, 0,
	  AGAIN_LOAD JUDGED_LOAD "csr 341 = 80200004\n", NEW, DONE },
	{ "the long way, of a register that C keeps", LW_S0, BUSY, REGISTER, 0,
	  0, 1, AGAIN_LOAD JUDGED_LOAD "csr 341 = 80200004\n", OLD, DONE },
	{ "S-mode repeats it: no register is written", LW_S0, BUSY, REGISTER, 0,
	  0, 0, AGAIN_LOAD JUDGED_LOAD "csr 341 = 80200000\n", OLD,
	  AGAIN_LATER },
	{ "not of this owner", LW_A5, BUSY, REGISTER, 0, 0, -1,
	  AGAIN_LOAD JUDGED_LOAD AGAIN_LOAD, OLD, NONE },
};

static const struct step stores[] = {
	{ "of a guest: its own function answers", SW_A5, READY, REGISTER, GUEST,
	  0, REFUSED_GUEST, "guest\n", OLD, NONE },
	{ "no component is there", SW_A5, READY, REGISTER + 0x1000, 0, 0,
	  REFUSED, "refuse\n", OLD, NONE },
	{ "the short way", SW_A5, READY, REGISTER, 0, 0, 0,
	  "store 77 at 10000008\ncsr 341 = 80200004\n", OLD, NONE },
	{ "the same in 16 bits, translated", C_SW_A5, READY, REGISTER, 0, 1, 0,
	  "translate for 15\nstore 77 at 10000008\ncsr 341 = 80200002\n", OLD,
	  NONE },
	{ "a load", LW_A5, READY, REGISTER, 0, 0, -1,
	  AGAIN_STORE "translate for 15\n" AGAIN_STORE, OLD, NONE },
	{ "the long way", SW_A5, BUSY, REGISTER, 0, 0, 0,
	  AGAIN_STORE JUDGED_STORE "csr 341 = 80200004\n", OLD, DONE },
	{ "not of this owner", SW_A5, BUSY, REGISTER, 0, 0, -1,
	  AGAIN_STORE JUDGED_STORE AGAIN_STORE, OLD, NONE },
};

static void begin(const struct step *s)
{
	struct trace_component *c = trace_glue.component;

	trace_glue.count = s->component != ABSENT;
	c->ready = TRACE_READY;
	c->open = s->component != BUSY;
	c->reason = s->component == UNUSABLE ? TRACE_BAD_ADDRESS : TRACE_USABLE;
	judged = s->judged;
	insn = s->insn;
	translates = s->satp != 2;
	x[A4] = BASE + (s->at == BASE ? 2 : 0);
	x[A5] = OLD;
	wire_set_csr(CSR_MSTATUS, s->mstatus);
	wire_set_csr(CSR_SATP, s->satp);
	wire_set_csr(CSR_MTVAL, s->at);
	wire_set_csr(CSR_MEPC, MEPC);
}

static void run(const struct step *s, bool load)
{
	begin(s);
	assert_int_equal(load ? fast_call_load(scratch, x) :
				fast_call_store(scratch, x),
			 s->answer);
	wire_expect(s->want);
	assert_int_equal(x[A5], s->a5);
	assert_int_equal(trace_glue.component[0].lock, 0);
}

static void run_loads(void **state)
{
	size_t n;

	(void)state;
	for (n = 0; n < sizeof(loads) / sizeof(*loads); n++) {
		print_message("load: %s\n", loads[n].name);
		run(&loads[n], true);
	}
}

static void run_stores(void **state)
{
	size_t n;

	(void)state;
	for (n = 0; n < sizeof(stores) / sizeof(*stores); n++) {
		print_message("store: %s\n", stores[n].name);
		run(&stores[n], false);
	}
}

static void machine(void)
{
	struct trace_component *c = trace_glue.component;

	c->base = BASE;
	c->leads = OWNER;
	c->type = TR_COMP_FUNNEL;
	trace_glue.slot[trace_slot(BASE) / sizeof(u16)] =
		(u16)((u8 *)c - (u8 *)&trace_glue);
	wire_set_csr(CSR_MSCRATCH, (unsigned long)scratch);
	access_glue_hart(scratch)->self = &peer;
	access_glue_hart(scratch)->hyp = true;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_loads),
		cmocka_unit_test(run_stores),
	};

	machine();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
