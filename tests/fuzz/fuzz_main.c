// SPDX-License-Identifier: BSD-2-Clause
/*
 * A fuzzer without libFuzzer: replays files, then invents inputs from a seed.
 * Its reports are the same every time.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define INPUT_MAX 1024

static uint8_t input[65536];
static size_t input_size;
static const char *input_name; /* of the file that holds the input */
static const char *crash_file;

void __sanitizer_set_death_callback(void (*callback)(void));
const char *__asan_default_options(void);

/* A failed check is an abort(), which the sanitizer shall report, too. */
const char *__asan_default_options(void)
{
	return "handle_abort=1";
}

static void usage(FILE *to)
{
	fputs("usage: fuzz_NAME [--calls N] [--seed N] [--crash FILE] PATH...\n"
	      "Replays the files, and the files in the directories, named PATH,\n"
	      "then makes random inputs until N calls are done. When a check\n"
	      "fails the input is left in FILE.\n",
	      to);
}

static void keep_input(void)
{
	FILE *f = NULL;

	if (input_name)
		fprintf(stderr, "# in the replay of %s\n", input_name);
	else if (crash_file)
		f = fopen(crash_file, "wb");
	if (!f)
		return;
	fwrite(input, 1, input_size, f);
	fclose(f);
	fprintf(stderr, "# the input is in %s, add it to the corpus\n",
		crash_file);
}

/* --- replay --------------------------------------------------------------- */

/* @return number of files replayed; 0: the file cannot be read */
static unsigned int replay_file(const char *path)
{
	FILE *f = fopen(path, "rb");

	if (!f) {
		fprintf(stderr, "# %s: cannot be read\n", path);
		return 0;
	}
	input_size = fread(input, 1, sizeof(input), f);
	fclose(f);
	input_name = path;
	LLVMFuzzerTestOneInput(input, input_size);
	input_name = NULL;
	return 1;
}

static unsigned int replay_directory(const char *path, struct dirent **list,
				     int count)
{
	unsigned int done = 0;
	char name[4096];
	int n;

	for (n = 0; n < count; n++) {
		snprintf(name, sizeof(name), "%s/%s", path, list[n]->d_name);
		if (list[n]->d_name[0] != '.')
			done += replay_file(name);
		free(list[n]);
	}
	free(list);
	return done;
}

static bool replay(const char *path)
{
	struct dirent **list;
	int count = scandir(path, &list, NULL, alphasort);
	unsigned int done;

	done = count < 0 ? replay_file(path) :
			   replay_directory(path, list, count);
	if (!done)
		return false;
	printf("ok replay of %s (%u files)\n", path, done);
	fflush(stdout);
	return true;
}

/* --- random inputs -------------------------------------------------------- */

/* Sebastiano Vigna's splitmix64: a few lines, and the same everywhere. */
static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static void random_inputs(uint64_t seed, unsigned long calls)
{
	unsigned long inputs = 0, before = fuzz_calls;
	size_t n;

	while (fuzz_calls - before < calls) {
		input_size = 64 + random_next(&seed) % (INPUT_MAX - 64);
		for (n = 0; n < input_size; n++)
			input[n] = (uint8_t)(random_next(&seed) >> 32);
		LLVMFuzzerTestOneInput(input, input_size);
		inputs++;
	}
	printf("ok %lu calls in %lu random inputs\n", fuzz_calls - before,
	       inputs);
}

int main(int argc, char **argv)
{
	unsigned long calls = 0, seed = 1;
	bool good = true;
	int n;

	__sanitizer_set_death_callback(keep_input);
	for (n = 1; n < argc; n++) {
		if (!strcmp(argv[n], "--help")) {
			usage(stdout);
			return 0;
		} else if (n + 1 < argc && !strcmp(argv[n], "--calls")) {
			calls = strtoul(argv[++n], NULL, 0);
		} else if (n + 1 < argc && !strcmp(argv[n], "--seed")) {
			seed = strtoul(argv[++n], NULL, 0);
		} else if (n + 1 < argc && !strcmp(argv[n], "--crash")) {
			crash_file = argv[++n];
		} else if (argv[n][0] == '-') {
			usage(stderr);
			return 2;
		} else {
			good &= replay(argv[n]);
		}
	}
	if (calls)
		random_inputs(seed, calls);
	return good ? 0 : 1;
}
