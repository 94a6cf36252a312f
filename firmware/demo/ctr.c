// SPDX-License-Identifier: BSD-2-Clause
/*
 * Control Transfer Records in "make run": the records that S-mode reads of its
 * own calls, of a trap that came through the firmware, and of its call stack.
 */
#include "ctr.h"
#include "demo.h"
#include "print.h"

#define RECORDS_MAX 16

/* Each function is one step: no inlining, no tail calls. */
#define STEP __attribute__((noinline, noclone))
#define AFTER_CALL __asm__ volatile("" ::: "memory")

/* --- the call tree -------------------------------------------------------- */

static STEP u32 multiply(u32 a, u32 b)
{
	AFTER_CALL;
	return a * b;
}

static STEP u32 add(u32 a, u32 b)
{
	AFTER_CALL;
	return a + b;
}

static STEP u32 evaluate(u32 a, u32 b)
{
	u32 product = multiply(a, b), sum = add(a, b);

	AFTER_CALL;
	return product - sum;
}

static STEP u32 calculate(u32 n)
{
	u32 result = evaluate(n, n + 1);

	AFTER_CALL;
	return result;
}

/* The deepest call ends here, so that the stack can be shown. */
static STEP void freeze(void)
{
	csr_set(SCTRSTATUS, CTR_FROZEN);
}

static STEP void inner(void)
{
	freeze();
	AFTER_CALL;
}

static STEP void middle(void)
{
	calculate(2); /* calls that have returned are not on the stack */
	inner();
	AFTER_CALL;
}

static STEP void outer(void)
{
	middle();
	AFTER_CALL;
}

static STEP void illegal(void)
{
	__asm__ volatile(".option push; .option norvc; unimp; .option pop");
}

static const struct symbol {
	const char *name;
	void *address;
} symbols[] = {
	{ "multiply", multiply },
	{ "add", add },
	{ "evaluate", evaluate },
	{ "calculate", calculate },
	{ "freeze", freeze },
	{ "inner", inner },
	{ "middle", middle },
	{ "outer", outer },
	{ "illegal", illegal },
	{ "demo_ctr", demo_ctr },
	{ "trap handler", ctr_trap_entry },
};

/* --- names ---------------------------------------------------------------- */

static const char *const types[] = {
	"",
	"exception",
	"interrupt",
	"trap return",
	"branch not taken",
	"branch taken",
	"",
	"",
	"indirect call",
	"call",
	"indirect jump",
	"jump",
	"swap",
	"return",
	"indirect linkage",
	"linkage",
};

/* The last function that begins before an address. */
static const struct symbol *symbol_of(unsigned long address)
{
	const struct symbol *found = NULL;
	unsigned int n;

	for (n = 0; n < sizeof(symbols) / sizeof(symbols[0]); n++)
		if ((unsigned long)symbols[n].address <= address &&
		    (!found || symbols[n].address > found->address))
			found = &symbols[n];
	return found;
}

static void print_address(unsigned long address)
{
	const struct symbol *s = symbol_of(address);

	if (!s)
		print("0x%lx", address);
	else
		print("%s+0x%lx", s->name, address - (unsigned long)s->address);
}

/* Youngest first, in the order of the entries. @return their number */
static unsigned int print_records(void)
{
	struct ctr_record r;
	unsigned int n;

	for (n = 0; n < RECORDS_MAX; n++) {
		r = ctr_read(n);
		if (!(r.source & 1))
			break;
		print("  %4u  %-16s  ", n, types[r.data & 0xf]);
		print_address(r.source & ~1ul);
		print(" -> ");
		print_address(r.target & ~1ul);
		print("\n");
	}
	return n;
}

/* --- demonstrations ------------------------------------------------------- */

static void begin(unsigned long sctrctl)
{
	csr_write(SCTRCTL, 0);
	csr_write(SCTRSTATUS, 0);
	ctr_clear();
	csr_write(SCTRCTL, sctrctl);
}

static bool begins(unsigned int record, const void *function)
{
	return ctr_read(record).target == (unsigned long)function;
}

static void show_calls(void)
{
	unsigned int count;

	demo_title("Control transfer records of a call tree, youngest first");
	begin(CTR_S);
	calculate(6);
	csr_write(SCTRCTL, 0);
	count = print_records();
	demo_must(count == 8 && begins(count - 1, calculate) &&
			  begins(count - 2, evaluate),
		  "the records are not those of the calls");
}

static void show_trap(void)
{
	demo_title("An illegal instruction, which the firmware redirects");
	csr_write(stvec, ctr_trap_entry);
	hart_self()->expect = 1;
	begin(CTR_S);
	illegal();
	csr_write(SCTRCTL, 0);
	hart_self()->expect = 0;
	csr_write(stvec, trap_entry);
	demo_must(print_records() == 2 && begins(0, ctr_trap_entry) &&
			  ctr_read(0).source == ((unsigned long)illegal | 1),
		  "the record of the trap is missing");
}

static void show_stack(void)
{
	unsigned int n;

	demo_title("A call stack (RAS emulation), innermost first");
	begin(CTR_S | CTR_RASEMU);
	outer();
	csr_write(SCTRCTL, 0);
	for (n = 0; n < RECORDS_MAX && ctr_read(n).source & 1; n++) {
		print("  %4u  ", n);
		print_address(ctr_read(n).target);
		print(" called from ");
		print_address(ctr_read(n).source & ~1ul);
		print("\n");
	}
	demo_must(n == 4 && begins(0, freeze) && begins(3, outer),
		  "the records are not the stack");
}

void demo_ctr(void)
{
	if (HART_TRY(csr_read(SCTRCTL)) != HART_NO_TRAP) {
		demo_title("Control transfer records");
		print("  none on these harts; without CPU= they have them\n");
		return;
	}
	show_calls();
	show_trap();
	show_stack();
	begin(0);
}
