// SPDX-License-Identifier: BSD-2-Clause
/*
 * Speed of the model: runs a program from memory, again and again. The measured
 * code is in a function of its own, so that a profiler can measure only this.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <model/model.h>

#define RAM 0x80000000ULL
#define RAM_BYTES (16u << 20)
#define FINISHER 0x100000ULL

static struct model hart;
static u8 ram[RAM_BYTES], image[RAM_BYTES];
static bool finished, given;
static u64 executed;

static void die(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(1);
}

static u8 *page(void *user, u64 paddr)
{
	(void)user;
	return paddr >= RAM && paddr < RAM + RAM_BYTES ? ram + (paddr - RAM) :
							 NULL;
}

static bool load(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		 u64 *value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	(void)kind;
	*value = 0;
	return true;
}

static bool store(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		  u64 value)
{
	(void)user;
	(void)bytes;
	(void)kind;
	(void)value;
	finished |= paddr == FINISHER;
	return true;
}

void bench_steps(void);

/* As a verifier does: read the notes of each step. */
__attribute__((noinline)) void bench_steps(void)
{
	struct model_input in = { .interrupt = MODEL_INTERRUPT_NONE };
	struct model_step out;
	u64 sum = 0;

	in.given = given;
	executed = 0;
	while (!finished) {
		if (given) {
			const u8 *at = ram + (hart.pc - RAM);

			in.insn = at[0] | (u32)at[1] << 8;
			if ((in.insn & 3) == 3)
				in.insn |= (u32)at[2] << 16 | (u32)at[3] << 24;
		}
		model_step(&hart, &in, &out);
		if (out.writes)
			sum += out.write[0].value;
		executed++;
	}
	if (sum == 1)
		die("that is a strange program");
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double measure(const struct model_config *config)
{
	static const struct model_bus bus = { NULL,  page, load,
					      store, NULL, NULL };
	double start;

	memcpy(ram, image, sizeof(ram));
	model_init(&hart, config, &bus);
	finished = false;
	start = seconds();
	bench_steps();
	return seconds() - start;
}

static int usage(int status)
{
	puts("usage: bench PRESET PROGRAM.bin ROUNDS LEAST [given]\n\n"
	     "Runs the program, loaded at 0x80000000, until it stops the\n"
	     "machine. Prints how many instructions that were, and how many\n"
	     "millions a second of processor time in the quickest of ROUNDS,\n"
	     "which must be LEAST. With 'given', instructions are handed to\n"
	     "the model.");
	return status;
}

int main(int argc, char **argv)
{
	struct model_config config;
	double best = 1e9, now;
	unsigned long rounds;
	FILE *file;

	if (argc < 5 || !model_preset(argv[1], &config))
		return usage(argc > 1 && !strcmp(argv[1], "--help") ? 0 : 2);
	file = fopen(argv[2], "rb");
	if (!file || !fread(image, 1, sizeof(image), file))
		die("cannot read the program");
	fclose(file);
	rounds = strtoul(argv[3], NULL, 0);
	given = argc > 5;
	config.reset_pc = RAM;
	while (rounds--) {
		now = measure(&config);
		if (now < best)
			best = now;
	}
	now = (double)executed / best / 1e6;
	printf("%llu instructions, %.1f M/s\n", (unsigned long long)executed,
	       now);
	return now < strtod(argv[4], NULL);
}
