// SPDX-License-Identifier: BSD-2-Clause
/*
 * Faults of the trap entry: at the first time that the payload's hart is at an
 * instruction of the entry, a child for each cause makes this instruction fault,
 * once, and runs on. M-mode may execute only its own text then, may use only its
 * own stack, may store nothing where the payload aims, and has to end with a
 * report, or return to S-mode.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boot.h"

enum {
	ENDED,
	RETURNED,
	OUTSIDE,
	STORED,
	STACK,
	SCRATCH,
	SILENT,
	ENDLESS,
	WAYS
};

static const char *const ways[WAYS] = {
	"dies with a report",
	"returns to S-mode",
	"M-mode executes what is not its text",
	"M-mode stores there",
	"sp is not M-mode's",
	"mscratch is not M-mode's",
	"no report of this cause",
	"M-mode does not end",
};

/* Instructions that fault with these causes, wherever they are. */
static const struct {
	u32 cause, insn;
} faults[] = {
	{ 2, 0 },	   { 3, 0x00100073 },  /* ebreak */
	{ 4, 0x00102003 },		       /* lw x0, 1(x0) */
	{ 5, 0x00002003 }, { 6, 0x000020a3 },  /* sw x0, 1(x0) */
	{ 7, 0x00002023 }, { 11, 0x00000073 }, /* ecall */
};

enum { STEPS = 3000000, STACK_BYTES = 4096, AIMED_BYTES = 8192 };

static struct {
	u64 first, last, text, table, aimed; /* addresses */
	unsigned int every, turn;
	u8 *seen;
	unsigned int count[WAYS], places;
	/* of a child */
	bool child;
	unsigned int fault;
	u64 scratch, steps;
	char console[16384];
	size_t said;
} nested;

static const struct machine *machine;

void boot_nested(const struct machine *m, const char *words)
{
	unsigned long long a[5];

	if (sscanf(words, "%llx,%llx,%llx,%llx,%llx,%u,%u", &a[0], &a[1], &a[2],
		   &a[3], &a[4], &nested.every, &nested.turn) != 7 ||
	    !nested.every || a[1] <= a[0])
		boot_die("no places for faults: %s", words);
	nested.first = a[0];
	nested.last = a[1];
	nested.text = a[2];
	nested.table = a[3];
	nested.aimed = a[4];
	nested.seen = calloc(1, nested.last - nested.first);
	machine = m;
}

bool boot_nested_output(u8 byte)
{
	if (nested.child && nested.said + 1 < sizeof(nested.console))
		nested.console[nested.said++] = (char)byte;
	return nested.child;
}

/* --- a child ---------------------------------------------------------------- */

static bool in_entry(u64 pc)
{
	return pc >= nested.first && pc < nested.last;
}

static bool stores(const struct model_step *out)
{
	return out->kind == MODEL_RETIRED && out->access_bytes &&
	       out->access != MODEL_LOAD && out->access != MODEL_LR &&
	       out->access != MODEL_FETCH;
}

static bool stored_there(const struct model_step *out)
{
	u64 at = out->paddr;

	return stores(out) && ((at >= MACHINE_RAM && at < nested.text) ||
			       (at >= nested.aimed - AIMED_BYTES / 2 &&
				at < nested.aimed + AIMED_BYTES / 2));
}

static bool reported(void)
{
	const struct model *hart = machine->config.hart[0];
	char wanted[40];

	snprintf(wanted, sizeof(wanted), "mcause=0x%0*x ",
		 (int)hart->config.xlen / 4, faults[nested.fault].cause);
	return strstr(nested.console, "sbi_trap_error: ") &&
	       strstr(nested.console, wanted);
}

/* A way to end; WAYS: none yet. */
static int judge(const struct model *hart, const struct model_step *out)
{
	u64 sp = hart->x[2] & hart->mask;

	if (hart->priv != MODEL_M)
		return RETURNED;
	if (hart->pc < MACHINE_RAM || hart->pc >= nested.text)
		return OUTSIDE;
	if (stored_there(out))
		return STORED;
	if (!in_entry(hart->pc) &&
	    (sp > nested.scratch || sp <= nested.scratch - STACK_BYTES))
		return STACK;
	if (!in_entry(hart->pc) && hart->mscratch != nested.scratch)
		return SCRATCH;
	if (out->wfi)
		return reported() ? ENDED : SILENT;
	return ++nested.steps > STEPS ? ENDLESS : WAYS;
}

static void watch(const struct model *hart, const struct model_step *out)
{
	int way = judge(hart, out);

	if (way != WAYS)
		_exit(way);
}

static void make_fault(struct model *hart, const struct model_input *in,
		       struct model_step *out)
{
	struct model_input given = *in;

	memcpy(&nested.scratch, machine_ram(machine, nested.table, 8),
	       hart->config.xlen / 8);
	given.given = true;
	given.insn = faults[nested.fault].insn;
	nested.child = true;
	model_step(hart, &given, out);
	if (out->kind != MODEL_EXCEPTION)
		boot_die("the instruction at %llx does not fault",
			 (unsigned long long)out->pc);
	/* Harts may make misaligned accesses: then there is another cause */
	for (nested.fault = 0; faults[nested.fault].cause != out->cause;)
		nested.fault++;
	watch(hart, out);
}

/* --- the machine without a fault -------------------------------------------- */

static bool wanted(const struct model *hart, unsigned int n)
{
	u8 *seen = &nested.seen[hart->pc - nested.first];

	if (n || hart->priv != MODEL_M || !in_entry(hart->pc) || *seen)
		return false;
	*seen = 1;
	nested.places++;
	return true;
}

static bool chosen(unsigned int fault)
{
	return (nested.places * array_size(faults) + fault) % nested.every ==
	       nested.turn % nested.every;
}

static void tell(u64 pc, int status)
{
	int way = WIFEXITED(status) ? WEXITSTATUS(status) : WAYS;

	if (way >= WAYS)
		boot_die("a child has gone: %x", (unsigned int)status);
	nested.count[way]++;
	if (way > RETURNED)
		printf("not ok - cause %u at %llx: %s\n",
		       faults[nested.fault].cause, (unsigned long long)pc,
		       ways[way]);
}

/* @return true in a child, which has made its step */
static bool fork_for(struct model *hart, const struct model_input *in,
		     struct model_step *out)
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (!child) {
		make_fault(hart, in, out);
		return true;
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		boot_die("there is no other process");
	tell(hart->pc, status);
	return false;
}

void boot_nested_step(void *user, unsigned int n, const struct model_input *in,
		      struct model_step *out)
{
	struct model *hart = machine->config.hart[n];

	(void)user;
	if (!nested.child && wanted(hart, n))
		for (nested.fault = 0; nested.fault < array_size(faults);
		     nested.fault++)
			if (chosen(nested.fault) && fork_for(hart, in, out))
				return;
	model_step(hart, in, out);
	if (nested.child && !n)
		watch(hart, out);
}

int boot_nested_end(void)
{
	unsigned int way, failed = 0;

	for (way = 0; way < WAYS; way++) {
		printf("# %u: %s\n", nested.count[way], ways[way]);
		failed += way > RETURNED ? nested.count[way] : 0;
	}
	printf("# %u places of %llu\n", nested.places,
	       (unsigned long long)(nested.last - nested.first));
	return failed || !nested.count[ENDED];
}
