// SPDX-License-Identifier: BSD-2-Clause
/*
 * Speed of the tandem trace codec. The trace is of a made-up program that has
 * as many instructions of each kind as ordinary programs, in random order:
 * branch prediction finds no pattern in it that a real trace would not have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tandem/tandem.h>

/* One million groups do not fit in any cache. */
#define GROUPS_MOST 1000000
#define GROUP_ELEMENTS 8
#define ROOM 64
/* Bytes that a reader gets at a time */
#define PIECE (1 << 20)

static const struct config {
	const char *name;
	struct tandem_params params;
	bool full_pc; /* as of Bluespec's cores: no increments, no memory */
	bool memory;  /* requests and responses */
} configs[] = {
	{ "rv64", { 64, 64, 64, TANDEM_SPEC }, false, false },
	{ "rv64-memory", { 64, 64, 64, TANDEM_SPEC }, false, true },
	{ "rv64-pc", { 64, 64, 64, TANDEM_SPEC }, true, false },
	{ "rv32", { 32, 0, 34, TANDEM_SPEC }, false, false },
};

static struct {
	const struct config *config;
	unsigned long groups;
	struct tandem_element *element; /* GROUP_ELEMENTS for each group */
	u32 *num;
	u8 *bytes;
	size_t room, used;
} bench;

static void die(const char *why)
{
	fprintf(stderr, "bench: %s\n", why);
	exit(2);
}

/* --- the trace --- */

static u32 pick(u64 *random, u32 limit)
{
	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)((*random >> 32) * limit >> 32);
}

static u64 any_value(u64 *random)
{
	u64 value = (u64)pick(random, ~0u) << 32 | pick(random, ~0u);

	return bench.config->params.xlen == 32 ? (u32)value : value;
}

static struct tandem_element any_gpr(u64 *random)
{
	return tandem_reg(TANDEM_GPR(1 + pick(random, 31)), any_value(random));
}

static u32 add_access(struct tandem_element *el, u64 *random, bool store)
{
	const struct tandem_params *params = &bench.config->params;
	u64 address = 0x80000000 + 4 * pick(random, 1 << 16);
	u64 value = any_value(random);
	u32 num = 0;

	if (!store)
		el[num++] = tandem_reg(TANDEM_GPR(1 + pick(random, 31)), value);
	el[num++] = tandem_state(TANDEM_EADDR, address);
	if (store)
		el[num++] = tandem_state(params->xlen == 32 ? TANDEM_SDATA32 :
							      TANDEM_SDATA64,
					 value);
	if (!bench.config->memory)
		return num;
	el[num] = tandem_memreq(params, store ? TANDEM_STORE : TANDEM_LOAD,
				params->xlen, address, value);
	el[num + 1] = tandem_memrsp(params, &el[num], 0, value);
	return num + 2;
}

/* Of a hundred instructions: 45 compute, 22 load, 10 store, 22 jump, 1 CSR */
static u32 make_group(struct tandem_element *el, u64 *random)
{
	u32 kind = pick(random, 100), num = 0;
	bool jump = kind < 22;
	unsigned int bits = pick(random, 2) ? 16 : 32;

	if (bench.config->full_pc || jump)
		el[num++] = tandem_state(
			TANDEM_PC, 0x80000000 + 2 * pick(random, 1 << 20));
	else
		el[num++] = tandem_plain(TANDEM_INCPC);
	el[num++] = tandem_insn(bits, pick(random, 1 << 16));
	if (kind < 4 || (!jump && kind < 67))
		el[num++] = any_gpr(random);
	else if (kind == 99)
		el[num++] = tandem_reg(TANDEM_CSR(0x300), any_value(random));
	else if (!jump)
		num += add_access(el + num, random, kind < 77);
	return num;
}

static void make(void)
{
	u64 random = 1;
	unsigned long i;

	bench.element =
		calloc(bench.groups * GROUP_ELEMENTS, sizeof(*bench.element));
	bench.num = calloc(bench.groups, sizeof(*bench.num));
	bench.room = bench.groups * GROUP_ELEMENTS * TANDEM_ELEMENT_BYTES_MAX;
	bench.bytes = malloc(bench.room);
	if (!bench.element || !bench.num || !bench.bytes)
		die("not enough memory");
	for (i = 0; i < bench.groups; i++)
		bench.num[i] =
			make_group(bench.element + i * GROUP_ELEMENTS, &random);
}

/* --- measured code ------------------------------------------------------- */

void bench_encode(void);
void bench_decode(void);

__attribute__((noinline)) void bench_encode(void)
{
	static struct tandem_encoder encoder;
	const struct tandem_element *el = bench.element;
	unsigned long i;

	tandem_encoder_init(&encoder, &bench.config->params, bench.bytes,
			    bench.room);
	for (i = 0; i < bench.groups; i++, el += GROUP_ELEMENTS)
		if (tandem_encoder_group(&encoder, el, bench.num[i]) !=
		    TANDEM_OK)
			die("a group is refused");
	bench.used = encoder.used;
}

__attribute__((noinline)) void bench_decode(void)
{
	static struct tandem_decoder decoder;
	struct tandem_element element[ROOM];
	enum tandem_status status = TANDEM_MORE;
	unsigned long groups = 0;
	size_t at;

	tandem_decoder_init(&decoder, &bench.config->params, element, ROOM);
	for (at = 0; at < bench.used && status == TANDEM_MORE; at += PIECE) {
		tandem_decoder_feed(&decoder, bench.bytes + at,
				    bench.used - at < PIECE ? bench.used - at :
							      PIECE);
		while ((status = tandem_decoder_next(&decoder)) == TANDEM_OK)
			groups++;
	}
	if (status != TANDEM_MORE || groups != bench.groups)
		die("the trace does not decode to what was encoded");
}

/* Processor time: other programs change it less than elapsed time. */
static double seconds(void (*run)(void))
{
	struct timespec start, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	run();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return (double)(end.tv_sec - start.tv_sec) +
	       (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static int usage(int status)
{
	puts("usage: bench encode|decode CONFIG ROUNDS GROUPS\n\n"
	     "CONFIG is rv64, rv64-memory, rv64-pc or rv32. Printed are groups,\n"
	     "bytes of the trace, and the seconds of the quickest of ROUNDS.");
	return status;
}

int main(int argc, char **argv)
{
	double best = 1e9, now;
	unsigned long rounds;
	bool encode;
	size_t i;

	if (argc != 5)
		return usage(argc > 1 && !strcmp(argv[1], "--help") ? 0 : 2);
	encode = !strcmp(argv[1], "encode");
	for (i = 0; i < array_size(configs); i++)
		if (!strcmp(configs[i].name, argv[2]))
			bench.config = &configs[i];
	bench.groups = strtoul(argv[4], NULL, 0);
	if (!bench.config || (!encode && strcmp(argv[1], "decode") != 0) ||
	    !bench.groups || bench.groups > GROUPS_MOST)
		return usage(2);
	make();
	if (!encode)
		bench_encode();
	for (rounds = strtoul(argv[3], NULL, 0); rounds; rounds--) {
		now = seconds(encode ? bench_encode : bench_decode);
		if (now < best)
			best = now;
	}
	printf("%lu %zu %.9f\n", bench.groups, bench.used, best);
	return 0;
}
