// SPDX-License-Identifier: BSD-2-Clause
/*
 * Wrong bits in a long trace, many in each decode, far apart. Between two
 * synchronizing messages that both decodes report, the damaged trace may have
 * at most the instructions of the undamaged trace, plus one interval between
 * such messages; where no bit is wrong, it must have the same instructions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "decode.h"

/* At least the bytes of a synchronizing message. */
enum { MESSAGE = 32 };

/* A synchronizing message of a source. */
struct sync {
	u64 at, halfwords; /* its place; half-words of its source before it */
	u16 src;
};

struct run {
	struct sync *sync;
	size_t num;
	u64 findings;
};

static struct {
	struct run truth;
	u64 longest; /* half-words between two of its syncs */
	u64 *flip;   /* places of wrong bits, in order */
	size_t num_flips;
	u64 more, most,
		wrong; /* stretches with too much; most half-words; stretches
		        * that break the rule */
	u64 seed;
} test;

/* xorshift64: the same places on every machine */
static u64 any(u64 limit)
{
	test.seed ^= test.seed << 13;
	test.seed ^= test.seed >> 7;
	test.seed ^= test.seed << 17;
	return (test.seed >> 16) % limit;
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct run *run = user;

	if (event->kind != NTRACE_EVENT_SYNC)
		return;
	if (!(run->num & (run->num + 1)))
		run->sync = realloc(run->sync,
				    2 * (run->num + 1) * sizeof(*run->sync));
	if (!run->sync)
		abort();
	run->sync[run->num++] = (struct sync){ source->offset,
					       source->totals.halfwords,
					       source->src };
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct run *run = user;

	(void)source;
	(void)finding;
	run->findings++;
}

/* One source after the other, each in the order of the trace. */
static int compare(const void *a, const void *b)
{
	const struct sync *x = a, *y = b;

	if (x->src != y->src)
		return x->src < y->src ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	(void)text;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	nt_decode_inputs(state, state->input);
	return 0;
}

static void decode(char *path, char *settings, struct run *run)
{
	static const struct argp argp = {
		NULL, parse, "TRACE", NULL, nt_decode_children, NULL, NULL
	};
	char *argv[] = { (char *)"flips", (char *)"--quiet", settings, path,
			 NULL };
	const struct ntrace_sink sink = { .user = run,
					  .event = on_event,
					  .finding = on_finding };
	struct nt_decode decode = { 0 };
	struct nt_result result;

	memset(run, 0, sizeof(*run));
	nt_decode_parse(&argp, 4, argv, &decode, &decode);
	nt_decode_run(&decode, &sink, &result);
	nt_program_free(&decode.program);
	qsort(run->sync, run->num, sizeof(*run->sync), compare);
}

static void write_damaged(const struct nt_map *map, const char *path)
{
	u64 step = map->size / (test.num_flips + 1), at;
	u8 *copy = must_alloc(map->size);
	FILE *out = fopen(path, "wb");
	size_t i;

	memcpy(copy, map->data, map->size);
	for (i = 0; i < test.num_flips; i++) {
		at = step * i + any(step);
		copy[at] ^= (u8)(1u << any(8));
		test.flip[i] = at;
	}
	if (!out || fwrite(copy, 1, map->size, out) != map->size || fclose(out))
		die("cannot write '%s'", path);
	free(copy);
}

static bool is_damaged(u64 from, u64 to)
{
	size_t low = 0, high = test.num_flips, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (test.flip[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low < test.num_flips && test.flip[low] < to;
}

/* Between two messages that both decodes report. */
static void stretch(const struct sync *truth, const struct sync *next,
		    u64 damaged)
{
	u64 right = next->halfwords - truth->halfwords;
	bool touched = is_damaged(truth->at, next->at + MESSAGE);

	if (damaged > right) {
		test.more++;
		if (damaged - right > test.most)
			test.most = damaged - right;
	}
	if (damaged <= right + test.longest && (touched || damaged == right))
		return;
	if (test.wrong++ < 10)
		printf("# source %u, bytes %#llx to %#llx: %llu half-words, "
		       "%llu executed\n",
		       truth->src, (unsigned long long)truth->at,
		       (unsigned long long)next->at,
		       (unsigned long long)damaged, (unsigned long long)right);
}

static void judge(const struct run *run)
{
	const struct sync *truth = test.truth.sync, *found = run->sync;
	const struct sync *last = NULL, *last_found = NULL;
	const struct sync *end = truth + test.truth.num;
	const struct sync *found_end = found + run->num;
	int order;

	while (truth < end && found < found_end) {
		order = compare(truth, found);
		if (!order && last && last->src == truth->src)
			stretch(last, truth,
				found->halfwords - last_found->halfwords);
		if (!order) {
			last = truth;
			last_found = found;
		}
		truth += order <= 0;
		found += order >= 0;
	}
}

static void find_longest(void)
{
	const struct sync *sync = test.truth.sync;
	size_t i;

	for (i = 1; i < test.truth.num; i++)
		if (sync[i].src == sync[i - 1].src &&
		    sync[i].halfwords - sync[i - 1].halfwords > test.longest)
			test.longest =
				sync[i].halfwords - sync[i - 1].halfwords;
}

int main(int argc, char **argv)
{
	char damaged[4096], settings[4200];
	u64 rounds, round, findings = 0;
	struct nt_map map;
	struct run run;

	if (argc != 4) {
		puts("usage: flips TRACE BITS ROUNDS\n"
		     "Decodes TRACE, which has a file of settings, ROUNDS times with "
		     "BITS wrong bits.");
		return 2;
	}
	test.num_flips = strtoull(argv[2], NULL, 0);
	rounds = strtoull(argv[3], NULL, 0);
	test.flip = must_alloc(test.num_flips * sizeof(*test.flip));
	snprintf(damaged, sizeof(damaged), "%s.flipped", argv[1]);
	snprintf(settings, sizeof(settings), "--settings=%s.settings", argv[1]);
	decode(argv[1], settings, &test.truth);
	find_longest();
	nt_map_begin(&map, argv[1]);
	for (round = 1; round <= rounds; round++) {
		test.seed = round * 0x9e3779b97f4a7c15;
		write_damaged(&map, damaged);
		decode(damaged, settings, &run);
		judge(&run);
		findings += run.findings;
		free(run.sync);
	}
	remove(damaged);
	printf("# %llu wrong bits, %llu errors; of %zu synchronizing messages; "
	       "%llu stretches have more than was executed, at most %llu "
	       "half-words more, %llu are between two\n",
	       (unsigned long long)(rounds * test.num_flips),
	       (unsigned long long)findings, test.truth.num,
	       (unsigned long long)test.more, (unsigned long long)test.most,
	       (unsigned long long)test.longest);
	printf("%sok flips in a long trace\n", test.wrong ? "not " : "");
	return test.wrong > 0;
}
