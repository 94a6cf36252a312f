// SPDX-License-Identifier: BSD-2-Clause
/*
 * Streams of files and generated ones, damaged at random: for any damage the
 * decoder has to keep its rules (judge.h). Then each stream is cut at every
 * byte: the rest is whole only if a group ends there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ntrace/damage.h"
#include "judge.h"
#include "make.h"

/* Damaged copies of each stream. */
#define COPIES 100
#define GROWTH 64
#define MADE 1500

static struct tandem_params params;
static u8 whole[JUDGE_BYTES], damaged[JUDGE_BYTES];
static size_t whole_len;
static u64 seed;
static unsigned long long clean_count, error_count[TANDEM_STATUSES];

static size_t any(size_t limit)
{
	return judge_random(&seed, limit);
}

/* Damage the stream once. @return its new length */
static size_t damage(size_t len)
{
	switch (any(8)) {
	case 0:
	case 1:
		damaged[any(len)] ^= (u8)(1u << any(8));
		return len;
	case 2:
		damaged[any(len)] = (u8)any(256);
		return len;
	case 3:
		/* of the few values that are opcodes and identifiers */
		damaged[any(len)] = (u8)any(18);
		return len;
	case 4:
		return 1 + any(len);
	default:
		return damage_splice(damaged, len, 20, GROWTH / 4, any);
	}
}

static bool run_copy(const char *name, unsigned int copy)
{
	struct judge_result result;
	size_t len = whole_len, n = 1 + any(4);
	const char *why;

	memcpy(damaged, whole, len);
	while (n--)
		len = len > 1 ? damage(len) : len;
	if (!judge(&params, damaged, len, seed, &result, &why)) {
		printf("not ok mutate: %s, copy %u: %s\n", name, copy, why);
		return false;
	}
	clean_count += result.status == TANDEM_OK && !result.rules;
	error_count[result.status]++;
	return true;
}

/* A stream that is cut is whole only where a group ends or none is open. */
static bool run_cuts(const char *name)
{
	struct judge_result result;
	const char *why;
	u64 groups = 0;
	size_t len;

	for (len = 0; len < whole_len; len++) {
		bool good = judge(&params, whole, len, len, &result, &why);
		bool clean = result.status == TANDEM_OK &&
			     !(result.rules & TANDEM_RULE(TANDEM_EOF_IN_GROUP));

		if (!good || result.groups < groups) {
			printf("not ok mutate: %s, cut at %zu: %s\n", name, len,
			       good ? "a group was lost" : why);
			return false;
		}
		/*
		 * the next group begins, which ends a group with an implied
		 * end, too
		 */
		if (len && clean && whole[len - 1] == TANDEM_BEGIN &&
		    result.groups > groups) {
			printf("not ok mutate: %s, cut at %zu: an open group "
			       "is taken for whole\n",
			       name, len);
			return false;
		}
		groups = result.groups;
	}
	return true;
}

static bool run_stream(const char *name, bool cuts)
{
	struct judge_result result;
	const char *why;
	unsigned int copy;
	bool good = true;

	if (!judge(&params, whole, whole_len, seed, &result, &why)) {
		printf("not ok mutate: %s as it was: %s\n", name, why);
		return false;
	}
	if (result.status != TANDEM_OK) {
		printf("not ok mutate: %s as it was: %s\n", name,
		       tandem_status_text(result.status));
		return false;
	}
	for (copy = 0; copy < COPIES && good; copy++)
		good = run_copy(name, copy);
	return good && (!cuts || run_cuts(name));
}

/* "FILE XLEN FLEN MLEN" */
static bool run_file(char **argv)
{
	FILE *file = fopen(argv[0], "rb");

	if (!file) {
		printf("not ok mutate: %s: cannot be read\n", argv[0]);
		return false;
	}
	whole_len = fread(whole, 1, sizeof(whole) - GROWTH, file);
	fclose(file);
	params = (struct tandem_params){ (u8)atoi(argv[1]), (u8)atoi(argv[2]),
					 (u8)atoi(argv[3]), TANDEM_SPEC };
	return run_stream(argv[0], false);
}

static bool run_made(unsigned long long number)
{
	char name[40];

	seed = number;
	params = make_params(&seed);
	whole_len = make_stream(&params, &seed, whole, MADE);
	snprintf(name, sizeof(name), "stream %llu", number);
	return run_stream(name, number % 50 == 0);
}

static void report(unsigned long long done)
{
	unsigned int i;

	printf("# mutate: of %llu damaged streams %llu seem undamaged;",
	       done * COPIES, clean_count);
	for (i = TANDEM_TRUNC; i <= TANDEM_RSP_ORPHAN; i++)
		printf(" %s %llu", tandem_status_name((enum tandem_status)i),
		       error_count[i]);
	putchar('\n');
}

int main(int argc, char **argv)
{
	unsigned long long num, n, failed = 0;
	int i;

	if (argc < 2 || !strcmp(argv[1], "--help")) {
		puts("usage: mutate STREAMS [FILE XLEN FLEN MLEN]...\n"
		     "Damages so many streams at random, those of the files "
		     "and generated ones,\nand decodes them.");
		return argc < 2;
	}
	num = strtoull(argv[1], NULL, 0) / COPIES;
	for (i = 2; i + 3 < argc && num; i += 4, num--)
		failed += !run_file(argv + i);
	for (n = 0; n < num && failed < 10; n++)
		failed += !run_made(n);
	num += (unsigned int)(i - 2) / 4;
	report(num);
	for (i = TANDEM_TRUNC; i <= TANDEM_RSP_ORPHAN; i++)
		if (!error_count[i]) {
			printf("not ok mutate: no stream had the error %s\n",
			       tandem_status_name((enum tandem_status)i));
			failed++;
		}
	if (!failed)
		printf("ok mutate: %llu damaged streams\n", num * COPIES);
	printf("%d %llu\n", !failed, failed);
	return failed > 0;
}
