// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traces of generated programs, damaged at random: for any damage the decoder
 * has to keep its rules (judge.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "damage.h"
#include "judge.h"
#include "roundtrip.h"

/* Damaged copies of each trace. */
#define COPIES 50
#define GROWTH 64

static struct roundtrip rt;
static u8 damaged[ROUNDTRIP_BYTES + GROWTH];
static unsigned long long clean_count, other_count;

static size_t any(size_t limit)
{
	return roundtrip_random(&rt, (u32)limit);
}

/* Damage the trace once. @return its new length */
static size_t damage(size_t len)
{
	switch (any(6)) {
	case 0:
	case 1:
		damaged[any(len)] ^= (u8)(1u << any(8));
		return len;
	case 2:
		damaged[any(len)] = (u8)any(256);
		return len;
	case 3:
		return 1 + any(len);
	default:
		return damage_splice(damaged, len, 8, GROWTH / 8, any);
	}
}

static bool run_copy(const struct ntrace_image *image, u64 log,
		     unsigned long long seed, unsigned int copy)
{
	size_t len = rt.feed.out_used, n = 1 + any(4);
	struct judge_result result;
	const char *why;

	memcpy(damaged, rt.bytes, len);
	while (n--)
		len = len > 1 ? damage(len) : len;
	if (!judge(&rt.settings, image, damaged, len, &result, &why)) {
		printf("not ok mutate: trace %llu, copy %u: %s\n", seed, copy,
		       why);
		return false;
	}
	clean_count += result.clean;
	other_count += result.clean && result.log != log;
	return true;
}

static bool run_trace(unsigned long long seed)
{
	struct ntrace_image image;
	struct judge_result result;
	const char *why;
	unsigned int copy;
	bool good = true;

	roundtrip_init(&rt, seed);
	if (!roundtrip_run(&rt) || !rt.feed.out_used)
		return true;
	image = code_image(&rt.code);
	if (!judge(&rt.settings, &image, rt.bytes, rt.feed.out_used, &result,
		   &why)) {
		printf("not ok mutate: trace %llu as it was: %s\n", seed, why);
		return false;
	}
	for (copy = 0; copy < COPIES; copy++)
		good &= run_copy(&image, result.log, seed, copy);
	return good;
}

int main(int argc, char **argv)
{
	unsigned long long num, seed, first = 0, failed = 0;

	if (argc < 2 || !strcmp(argv[1], "--help")) {
		puts("usage: mutate TRACES [FIRST]\n"
		     "Damages so many traces at random, made from those of "
		     "generated programs,\nfrom program number FIRST on, and "
		     "decodes them.");
		return argc < 2;
	}
	num = strtoull(argv[1], NULL, 0) / COPIES;
	if (argc > 2)
		first = strtoull(argv[2], NULL, 0);
	for (seed = first; seed < first + num && failed < 10; seed++)
		failed += !run_trace(seed);
	printf("# mutate: %llu of %llu damaged traces are clean, %llu of them "
	       "tell of another run\n",
	       clean_count, num * COPIES, other_count);
	if (!failed)
		printf("ok mutate: %llu damaged traces\n", num * COPIES);
	printf("%d %llu\n", !failed, failed);
	return failed > 0;
}
