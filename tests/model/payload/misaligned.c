// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes a misaligned load or store through the firmware's own entry and through
 * OpenSBI's.
 */
#include "misaligned.h"
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

struct misaligned_area area __attribute__((aligned(64)));
unsigned long code_moved;

static u16 code[512] __attribute__((aligned(8)));
static struct peek look;

struct misaligned_way ways[2];
u8 bytes_before[sizeof(area)];

/*
 * A copy of sbi_call_registers() with another instruction in place of its ecall
 */
void make_code(u32 insn)
{
	unsigned int n;

	memcpy(code, (const void *)sbi_call_registers, sizeof(code));
	for (n = 0; code[n] != ECALL || code[n + 1]; n++)
		;
	code[n] = (u16)insn;
	code[n + 1] = (u16)(insn >> 16);
	__asm__ volatile("fence.i" ::: "memory");
}

unsigned long run_code(unsigned long regs[32])
{
	void (*call)(unsigned long *) =
		(void *)((unsigned long)code + code_moved);
	unsigned long begin = csr_read(instret);

	call(regs);
	return csr_read(instret) - begin;
}

static void events(u64 count[MISALIGNED_EVENTS])
{
	count[0] = pmu_value(pmu.fw);
	count[1] = pmu_value(pmu.fw + 1);
}

void one_way(unsigned int entry, const unsigned long regs[32])
{
	struct misaligned_way *w = &ways[entry];
	u64 after[MISALIGNED_EVENTS];
	struct hart *self = hart_self();

	memcpy(&area, bytes_before, sizeof(area));
	memcpy(w->regs, regs, sizeof(w->regs));
	CHECK(peek_entry(entry) != PEEK_ASK);
	events(w->events);
	peek_save(&look);
	peek_load(&look);
	self->cause = HART_NO_TRAP;
	self->expect = 1;
	w->instructions = run_code(w->regs);
	self->expect = 0;
	peek_save(&look);
	w->cause = self->cause;
	w->tval = csr_read(stval);
	w->traps = look.traps - 1; /* one is the call of peek_save() */
	peek_entry(PEEK_FAST);
	events(after);
	w->events[0] = after[0] - w->events[0];
	w->events[1] = after[1] - w->events[1];
	memcpy(w->bytes, &area, sizeof(area));
}

/* The registers and memory must be the same after both. */
void both(u32 insn, unsigned long regs[32], bool served)
{
	struct misaligned_way *fast = &ways[PEEK_FAST],
			      *slow = &ways[PEEK_STOCK];
	unsigned int n;

	for (n = 0; n < sizeof(area); n++)
		bytes_before[n] = (u8)random();
	make_code(insn);
	one_way(PEEK_STOCK, regs);
	one_way(PEEK_FAST, regs);
	for (n = 1; n < 32; n++)
		if (n != 2)
			CHECK_EQ(fast->regs[n], slow->regs[n]);
	CHECK(!memcmp(fast->bytes, slow->bytes, sizeof(area)));
	CHECK_EQ(fast->cause, slow->cause);
	CHECK_EQ(fast->events[0], slow->events[0]);
	CHECK_EQ(fast->events[1], slow->events[1]);
	if (fast->cause != HART_NO_TRAP)
		CHECK_EQ(fast->tval, slow->tval);
	CHECK_EQ(fast->traps, !served);
	CHECK_EQ(slow->traps, 1);
}

void some_registers(unsigned long regs[32], unsigned long address)
{
	unsigned int n;

	for (n = 0; n < 32; n++)
		regs[n] = (unsigned long)random();
	/* The hart's trap handler needs tp */
	__asm__ volatile("mv	%0, tp" : "=r"(regs[4]));
	regs[BASE] = address;
}

unsigned long shown(const u8 *bytes, unsigned int funct3)
{
	unsigned int size = 1u << (funct3 & 3), n;
	unsigned long value = 0;

	for (n = 0; n < size; n++)
		value |= (unsigned long)bytes[n] << 8 * n;
	if (!(funct3 & 4) && size < sizeof(value) && bytes[size - 1] & 0x80)
		value |= ~0ul << 8 * size;
	return value;
}

void is_loaded(unsigned int offset, unsigned int rd, unsigned int funct3)
{
	const struct misaligned_way *w = &ways[PEEK_FAST];

	CHECK_EQ(w->cause, HART_NO_TRAP);
	CHECK_EQ(w->events[0], 1);
	CHECK_EQ(w->events[1], 0);
	if (rd)
		CHECK_EQ(w->regs[rd],
			 shown(&bytes_before[16 + offset], funct3));
	CHECK(!memcmp(w->bytes, bytes_before, sizeof(area)));
}

void is_stored(unsigned int offset, unsigned long value, unsigned int funct3)
{
	const struct misaligned_way *w = &ways[PEEK_FAST];
	unsigned int n, size = 1u << funct3;

	CHECK_EQ(w->cause, HART_NO_TRAP);
	CHECK_EQ(w->events[0], 0);
	CHECK_EQ(w->events[1], 1);
	for (n = 0; n < sizeof(area); n++)
		CHECK_EQ(w->bytes[n],
			 n - 16 - offset < size ?
				 value >> 8 * (n - 16 - offset) & 0xff :
				 bytes_before[n]);
}

/* --- traps of misaligned accesses ----------------------------------------- */

static bool traps(void)
{
	unsigned long regs[32];

	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_MISALIGNED_LOAD), 0),
		    pmu.fw);
	CHECK_VALUE(pmu_config(pmu.fw + 1, 1, CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_MISALIGNED_STORE), 0),
		    pmu.fw + 1);
	some_registers(regs, (unsigned long)area.bytes + 1);
	make_code(LOAD | 2u << 12 | BASE << 15 | 8u << 7);
	one_way(PEEK_STOCK, regs);
	return ways[PEEK_STOCK].traps;
}

bool ready(void)
{
	if (!peek_ready())
		return false;
	if (traps())
		return true;
	CHECK(!option_given("aligned"));
	check_skip("harts do it themselves");
	return false;
}
