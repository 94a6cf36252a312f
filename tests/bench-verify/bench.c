// SPDX-License-Identifier: BSD-2-Clause
/*
 * Speed of verification, decoding included. The trace is of a program that
 * lib/model executes; it contains the same as a trace of the producer at this
 * level: changed registers, and with the level "full" also the accesses to
 * memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <verify/hart.h>

#define RAM 0x80000000ull
#define RAM_BYTES (64ull << 20)
#define PAGES (RAM_BYTES / MODEL_PAGE)
#define ROOM 64
#define GROUP_BYTES 128 /* at most */
/* Bytes that a reader gets at a time */
#define PIECE (1 << 20)

static struct {
	unsigned long steps;
	bool full;
	u8 *program;
	size_t program_bytes;
	u8 *ram;
	u8 *trace;
	struct tandem_encoder encoder;
	struct model_config config;
	struct model model;
	struct verify *v;
	struct verify_hart hart;
	struct verify_memory memory;
	struct tandem_element element[ROOM];
	struct verify_page *page;
	size_t pages;
	u64 findings;
} bench;

static void die(const char *why)
{
	fprintf(stderr, "bench: %s\n", why);
	exit(2);
}

static void *must(void *memory)
{
	if (!memory)
		die("out of memory");
	return memory;
}

static void read_program(const char *path)
{
	FILE *file = fopen(path, "rb");

	bench.program = must(malloc(RAM_BYTES));
	if (!file)
		die("the program cannot be read");
	bench.program_bytes = fread(bench.program, 1, RAM_BYTES, file);
	fclose(file);
}

/* --- the trace --- */

static u8 *ram_page(void *user, u64 paddr)
{
	(void)user;
	return paddr - RAM < RAM_BYTES ? bench.ram + (paddr - RAM) : NULL;
}

static bool no_load(void *user, u64 paddr, unsigned int size, unsigned int kind,
		    u64 *value)
{
	(void)user;
	(void)paddr;
	(void)size;
	(void)kind;
	*value = 0;
	return false;
}

static bool no_store(void *user, u64 paddr, unsigned int size,
		     unsigned int kind, u64 value)
{
	u64 ignored;

	(void)value;
	return no_load(user, paddr, size, kind, &ignored);
}

static u32 write_access(const struct model_step *did, struct tandem_element *e)
{
	const struct tandem_params *params = &bench.encoder.params;
	unsigned int bits = did->access_bytes * 8u;
	u64 data = bits == 64 ? did->data : did->data & ((1ull << bits) - 1);
	u32 num = 0, id = TANDEM_SDATA8;

	while (8u << (id - TANDEM_SDATA8) < bits)
		id++;
	e[num++] = tandem_state(TANDEM_PADDR, did->paddr);
	if (did->access == MODEL_STORE)
		e[num++] = tandem_state((enum tandem_state)id, data);
	e[num] = tandem_memreq(params, (enum tandem_mem)did->access, bits,
			       did->paddr, data);
	if (did->access == MODEL_STORE)
		return num + 1;
	e[num + 1] = tandem_memrsp(params, &e[num], 0, did->loaded);
	return num + 2;
}

static void write_step(const struct model_step *did, const u64 *before)
{
	struct tandem_element e[ROOM];
	u32 num = 0, i;

	e[num++] = did->next_pc == did->pc + did->bytes ?
			   tandem_plain(TANDEM_INCPC) :
			   tandem_state(TANDEM_PC, did->next_pc);
	e[num++] = tandem_insn(did->bytes * 8u, did->insn);
	for (i = 0; i < did->writes; i++) {
		const struct model_write *write = &did->write[i];

		if (write->reg < TANDEM_GPR(0) ||
		    before[write->reg - TANDEM_GPR(0)] != write->value)
			e[num++] = tandem_reg(write->reg, write->value);
	}
	if (bench.full && did->access_bytes)
		num += write_access(did, e + num);
	if (tandem_encoder_group(&bench.encoder, e, num) != TANDEM_OK)
		die("a group cannot be encoded");
}

/* The program ends where it leaves its memory. */
static void make_trace(void)
{
	const struct tandem_params params = { 64, 64, 64, TANDEM_SPEC };
	const struct model_bus bus = { NULL,	 ram_page, no_load,
				       no_store, NULL,	   NULL };
	const struct model_input in = { .interrupt = MODEL_INTERRUPT_NONE };
	struct model_step did;
	u64 before[32];
	unsigned long n;

	bench.ram = must(calloc(1, RAM_BYTES));
	memcpy(bench.ram, bench.program, bench.program_bytes);
	bench.trace = must(malloc(bench.steps * GROUP_BYTES));
	model_init(&bench.model, &bench.config, &bus);
	tandem_encoder_init(&bench.encoder, &params, bench.trace,
			    bench.steps * GROUP_BYTES);
	for (n = 0; n < bench.steps; n++) {
		memcpy(before, bench.model.x, sizeof(before));
		model_step(&bench.model, &in, &did);
		if (did.kind != MODEL_RETIRED)
			break;
		write_step(&did, before);
	}
	bench.steps = n;
}

/* --- verification --- */

static struct verify_page *take_page(void *user)
{
	(void)user;
	return bench.pages < PAGES ? &bench.page[bench.pages++] : NULL;
}

static void found(void *user, const struct verify *v,
		  const struct verify_finding *finding)
{
	(void)user;
	(void)v;
	(void)finding;
	bench.findings++;
}

static struct verify_model model;

static void prepare(void)
{
	struct verify_config config;
	struct verify_setup setup = {
		.config = &config,
		.model = &model,
		.element = bench.element,
		.room = ROOM,
		.found = found,
	};

	bench.pages = 0;
	verify_memory_init(&bench.memory, take_page, NULL);
	verify_memory_range(&bench.memory, RAM, RAM_BYTES, VERIFY_MEMORY_ZERO);
	verify_memory_put(&bench.memory, RAM, bench.program,
			  bench.program_bytes);
	verify_hart_init(&bench.hart, &bench.config, &bench.memory, bench.v);
	model = verify_hart_model(&bench.hart);
	verify_config_init(&config, &bench.encoder.params);
	if (!verify_hart_masks(&bench.hart, &config))
		die("too many registers");
	verify_init(bench.v, &setup);
}

/* The measured code: callgrind finds it by its name. */
__attribute__((noinline)) void bench_verify(void)
{
	size_t at, piece;

	for (at = 0; at < bench.encoder.used; at += piece) {
		piece = bench.encoder.used - at;
		if (piece > PIECE)
			piece = PIECE;
		verify_feed(bench.v, bench.trace + at, piece);
	}
	verify_finish(bench.v);
}

static double seconds(void)
{
	struct timespec start, end;

	prepare();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	bench_verify();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return (double)(end.tv_sec - start.tv_sec) +
	       (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static int usage(int status)
{
	puts("usage: bench PROGRAM registers|full ROUNDS STEPS\n\n"
	     "PROGRAM is what RAM holds at first. Printed are steps, bytes of "
	     "the trace, and\nthe seconds of the quickest of ROUNDS.");
	return status;
}

int main(int argc, char **argv)
{
	double best = 1e9, now;
	unsigned long rounds;

	if (argc != 5)
		return usage(argc > 1 && !strcmp(argv[1], "--help") ? 0 : 2);
	bench.full = !strcmp(argv[2], "full");
	bench.steps = strtoul(argv[4], NULL, 0);
	if (!bench.steps || (!bench.full && strcmp(argv[2], "registers") != 0))
		return usage(2);
	if (!model_preset("qemu-rv64", &bench.config))
		die("no such hart");
	bench.config.reset_pc = RAM;
	read_program(argv[1]);
	bench.v = must(malloc(verify_bytes()));
	bench.page = must(malloc(PAGES * sizeof(*bench.page)));
	make_trace();
	for (rounds = strtoul(argv[3], NULL, 0); rounds; rounds--) {
		now = seconds();
		if (now < best)
			best = now;
	}
	if (bench.findings || verify_totals(bench.v)->insns != bench.steps)
		die("the trace is not verified");
	printf("%lu %zu %.9f\n", bench.steps, bench.encoder.used, best);
	return 0;
}
