// SPDX-License-Identifier: BSD-2-Clause
/*
 * Access faults without OpenSBI's entry: loads and stores of registers of trace
 * components, and faults that are S-mode's own. Rows say what S-mode sees, and whether
 * the entry has to restore all registers. M-mode's own faults overwrite the registers
 * of the trap on the way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_trap.h>
#include <trace/mmio.h>
#include <trace/trace.h>
#include <trace_fetch.h>

#include "../../platform/generic/judges/access_glue.h"
#include "../../platform/generic/trace/trace_glue.h"

#define BASE 0x10000000ul
#define REGISTER (BASE + 8)
#define MEPC 0x80200000ul
#define HANDLER 0x80205678ul
#define GUEST (MSTATUS_MPV | MSTATUS_GVA)
enum { OWNER = 3, A4 = 14, A5 = 15, TVAL2 = 0x2222, TINST = 0x3333 };
/* Of a5, and of the register */
#define OLD 0x77ul
#define VALUE 0x80000001u
#define NEW 0xffffffff80000001ul

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

/* State of the component: the short way, the long way alone, no way, bus errors */
enum { READY, BUSY, UNUSABLE, ABSENT, BROKEN };

/* LATER: S-mode repeats the access. FAULT: of S-mode. KEPT: OpenSBI has the trap. */
enum end { DONE, LATER, FAULT, KEPT };

static const struct row {
	u32 insn;
	u8 component, satp; /* satp 2: no page allows the access */
	bool store;
	unsigned long at, guest;
	enum trace_access judged; /* by the long way */
	enum end end;
	long answer;
} rows[] = {
	/* of a guest, and where no component is */
	{ LW_A5, READY, 0, 0, REGISTER, GUEST, 0, FAULT, 0 },
	{ SW_A5, READY, 0, 1, REGISTER, GUEST, 0, FAULT, 0 },
	{ LW_A5, READY, 0, 0, REGISTER + 0x1000, 0, 0, FAULT, 0 },
	{ SW_A5, READY, 0, 1, REGISTER + 0x1000, 0, 0, FAULT, 0 },
	{ LW_A5, ABSENT, 1, 0, REGISTER, 0, 0, FAULT, 0 },
	{ LW_A5, UNUSABLE, 0, 0, REGISTER, 0, 0, FAULT, 0 },
	/* no entry of a page table allows it */
	{ LW_A5, READY, 2, 0, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	/* the short way: registers that C may change, that it keeps, and none */
	{ LW_A5, READY, 0, 0, REGISTER, 0, 0, DONE, 0 },
	{ LW_A5, READY, 1, 0, REGISTER, 0, 0, DONE, 0 },
	{ C_LW_A5, READY, 0, 0, REGISTER, 0, 0, DONE, 0 },
	{ LW_S0, READY, 0, 0, REGISTER, 0, 0, DONE, 1 },
	{ C_LW_S0, READY, 0, 0, REGISTER, 0, 0, DONE, 1 },
	{ LW_ZERO, READY, 0, 0, REGISTER, 0, 0, DONE, 0 },
	{ SW_A5, READY, 0, 1, REGISTER, 0, 0, DONE, 0 },
	{ C_SW_A5, READY, 1, 1, REGISTER, 0, 0, DONE, 0 },
	/* the instruction cannot be loaded, or is another one */
	{ 0, READY, 0, 0, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	{ LWU_A5, READY, 0, 0, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	{ C_NOP, READY, 0, 0, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	{ LW_A5, READY, 0, 1, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	/* it crosses into the page, or is no multiple of 4 */
	{ LW_A5_FIRST, READY, 0, 0, BASE, 0, TRACE_FAULT, KEPT, -1 },
	{ C_LW_A5_FIRST, READY, 0, 0, BASE, 0, TRACE_FAULT, KEPT, -1 },
	{ LW_A5, READY, 0, 0, REGISTER + 1, 0, 0, FAULT, 0 },
	/* the long way; also not of this owner */
	{ LW_A5, BUSY, 0, 0, REGISTER, 0, TRACE_DONE, DONE, 0 },
	{ LW_S0, BUSY, 0, 0, REGISTER, 0, TRACE_DONE, DONE, 1 },
	{ LW_S0, BUSY, 0, 0, REGISTER, 0, TRACE_REPEAT, LATER, 0 },
	{ LW_A5, BUSY, 0, 0, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	{ SW_A5, BUSY, 0, 1, REGISTER, 0, TRACE_DONE, DONE, 0 },
	{ SW_A5, BUSY, 0, 1, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
	{ LW_A5, BROKEN, 0, 0, REGISTER, 0, TRACE_FAULT, KEPT, -1 },
};

/* --- the hart ------------------------------------------------------------------ */

static union {
	struct sbi_scratch scratch;
	u8 bytes[FAST_CALLS_STATE + sizeof(struct fast_hart)];
} place __attribute__((aligned(64)));
static struct pmu_hart *const pmu = (void *)(place.bytes + FAST_STATE);
static struct fast_hart *const fast = (void *)(place.bytes + FAST_CALLS_STATE);
static struct sbi_platform_operations ops;
static struct sbi_platform platform = { .platform_ops_addr =
						(unsigned long)&ops };
static struct sbi_domain domain = { .index = OWNER };
static struct fast_peer peer = { .domain = &domain };
static unsigned long csrs[4096], x[32];
static u32 stored; /* by the short way; the long way has a model of its own */
static const struct row *now;
static struct sbi_trap_info given; /* the trap of S-mode */

struct trace trace_glue;
const char *doors_misa = "HS";

unsigned long doors_csr_read(unsigned int csr)
{
	return csrs[csr];
}

void doors_csr_write(unsigned int csr, unsigned long value)
{
	csrs[csr] = value;
}

static void own_fault(void)
{
	csrs[CSR_MEPC] = csrs[CSR_MTVAL] = csrs[CSR_MCAUSE] = 0xbad;
	csrs[CSR_MTVAL2] = csrs[CSR_MTINST] = 0xbad;
}

bool trace_fetch(unsigned long at, struct fetched *f)
{
	assert_int_equal(at, MEPC);
	if (!now->insn)
		own_fault();
	f->low = now->insn & 0xffff;
	f->high = (now->insn & 3) == 3 ? (long)(now->insn >> 16) : -1;
	return now->insn;
}

bool trace_glue_translate(unsigned long va, enum trace_rights rights, u64 *pa)
{
	assert_int_equal(rights, now->store ? 0x15 : 0x13);
	if (now->satp == 2)
		own_fault();
	*pa = va;
	return now->satp != 2;
}

int sbi_trap_redirect(struct sbi_trap_regs *regs,
		      const struct sbi_trap_info *trap)
{
	assert_int_equal(regs->mepc, MEPC);
	given = *trap;
	regs->mepc = HANDLER;
	regs->mstatus = MSTATUS_SPIE;
	return 0;
}

struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch)
{
	assert_ptr_equal(scratch, &place.scratch);
	return fast;
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
	assert_int_equal(address, now->at);
	if (now->component == BROKEN)
		own_fault();
	*value = VALUE;
	return now->component != BROKEN;
}

bool hart_mmio_store32(unsigned long address, u32 value)
{
	assert_int_equal(address, now->at);
	stored = value;
	return true;
}

struct trace_loaded trace_mmio_load_at(const struct trace *t,
				       struct trace_component *c, u32 owner,
				       u32 offset)
{
	assert_ptr_equal(c, t->component);
	assert_int_equal(owner, OWNER);
	assert_int_equal(offset, now->at & 0xfff);
	return (struct trace_loaded){ now->judged, VALUE };
}

enum trace_access trace_mmio_store_at(struct trace *t,
				      struct trace_component *c, u32 owner,
				      u32 offset, u32 value)
{
	trace_mmio_load_at(t, c, owner, offset);
	if (now->judged == TRACE_DONE)
		stored = value;
	return now->judged;
}

/* --- rows ------------------------------------------------------------------------ */

static void make_component(u8 state)
{
	struct trace_component *c = trace_glue.component;

	memset(&trace_glue, 0, sizeof(trace_glue));
	trace_glue.count = state != ABSENT;
	c->base = BASE;
	c->leads = OWNER;
	c->type = TR_COMP_FUNNEL;
	c->ready = TRACE_READY;
	c->open = state != BUSY;
	c->reason = state == UNUSABLE ? TRACE_BAD_ADDRESS : TRACE_USABLE;
	trace_glue.slot[trace_slot(BASE) / sizeof(u16)] =
		(u16)((u8 *)c - (u8 *)&trace_glue);
}

static int setup(void **state)
{
	(void)state;
	memset(&place, 0, sizeof(place));
	memset(&ops, 0, sizeof(ops));
	memset(x, 0, sizeof(x));
	place.scratch.platform_addr = (unsigned long)&platform;
	fast->self = &peer;
	fast->hyp = true;
	csrs[CSR_MSCRATCH] = (unsigned long)&place.scratch;
	csrs[CSR_MEPC] = MEPC;
	csrs[CSR_MTVAL2] = TVAL2;
	csrs[CSR_MTINST] = TINST;
	stored = 0;
	return 0;
}

static void check_registers(const struct row *r)
{
	u32 reg = (r->insn & 3) == 3 ? r->insn >> 7 & 31 :
				       8 + (r->insn >> 2 & 7);
	u32 length = (r->insn & 3) == 3 ? 4 : 2, n;
	const ulong mepc[] = { MEPC + length, MEPC, HANDLER, MEPC };
	ulong want[32] = { [A4] = BASE + (r->at == BASE ? 2 : 0), [A5] = OLD };

	if (r->end == DONE && !r->store && reg)
		want[reg] = NEW;
	for (n = 0; n < 32; n++)
		assert_int_equal(x[n], want[n]);
	assert_int_equal(stored, r->store && r->end == DONE ? OLD : 0);
	assert_int_equal(csrs[CSR_MEPC], mepc[r->end]);
}

static void check_trap(const struct row *r)
{
	u32 cause = r->store ? CAUSE_STORE_ACCESS : CAUSE_LOAD_ACCESS;

	if (r->end == FAULT) {
		assert_int_equal(given.cause, cause);
		assert_int_equal(given.tval, r->at);
		assert_int_equal(given.gva, !!r->guest);
		assert_int_equal(csrs[CSR_MSTATUS], MSTATUS_SPIE);
	} else if (r->end == KEPT) {
		assert_int_equal(csrs[CSR_MCAUSE], cause);
		assert_int_equal(csrs[CSR_MTVAL], r->at);
		assert_int_equal(csrs[CSR_MTVAL2] | csrs[CSR_MTINST], 0);
	}
	assert_int_equal(pmu->events[r->store ? SBI_PMU_FW_ACCESS_STORE :
						SBI_PMU_FW_ACCESS_LOAD],
			 r->end != KEPT);
}

static void run_row(const struct row *r)
{
	now = r;
	setup(NULL);
	make_component(r->component);
	x[A4] = BASE + (r->at == BASE ? 2 : 0);
	x[A5] = OLD;
	csrs[CSR_MSTATUS] = r->guest;
	csrs[CSR_SATP] = r->satp;
	csrs[CSR_MTVAL] = r->at;
	csrs[CSR_MCAUSE] = r->store ? CAUSE_STORE_ACCESS : CAUSE_LOAD_ACCESS;
	assert_int_equal(r->store ? fast_call_store(&place.scratch, x) :
				    fast_call_load(&place.scratch, x),
			 r->answer);
	check_registers(r);
	check_trap(r);
	assert_int_equal(trace_glue.component[0].lock, 0);
}

static void run_rows(void **state)
{
	size_t n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		print_message("row %zu\n", n);
		run_row(&rows[n]);
	}
}

/* --- faults of S-mode, and boards that emulate accesses ---------------------------- */

/* A hypervisor's handler gets what the hart found out about the access. */
static void run_hypervisor(void **state)
{
	(void)state;
	csrs[CSR_MSTATUS] = GUEST;
	csrs[CSR_MCAUSE] = CAUSE_LOAD_ACCESS;
	assert_int_equal(access_glue_of_guest(&place.scratch), 0);
	assert_int_equal(given.tval2, TVAL2);
	assert_int_equal(given.tinst, TINST);
	setup(state);
	fast->hyp = false;
	assert_int_equal(access_glue_refuse(&place.scratch), 0);
	assert_int_equal(given.tval2 | given.tinst | given.gva, 0);
}

static int emulate(void)
{
	fail_msg("emulated");
	return 0;
}

/* The fault is OpenSBI's: nothing is changed, and nothing counted. */
static void run_emulated(void **state)
{
	u32 n;

	(void)state;
	for (n = 0; n < 2; n++) {
		ops.emulate_load = n ? NULL : (void *)emulate;
		ops.emulate_store = n ? (void *)emulate : NULL;
		csrs[CSR_MCAUSE] = CAUSE_LOAD_ACCESS;
		assert_int_equal(access_glue_refuse(&place.scratch), -1);
		assert_int_equal(csrs[CSR_MEPC], MEPC);
		assert_int_equal(pmu->events[SBI_PMU_FW_ACCESS_LOAD], 0);
		make_component(ABSENT);
		trace_glue_arm();
		assert_int_equal(fast->access, 0);
		make_component(READY);
		trace_glue_arm();
		assert_int_equal(fast->access, 1);
	}
	setup(state);
	make_component(ABSENT);
	trace_glue_arm();
	assert_int_equal(fast->access, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_rows),
		cmocka_unit_test_setup(run_hypervisor, setup),
		cmocka_unit_test_setup(run_emulated, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
