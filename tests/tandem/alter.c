// SPDX-License-Identifier: BSD-2-Clause
/*
 * Every single alteration of a trace that verifies: each element and each group
 * is dropped and doubled, each byte is changed in several ways. The verifier
 * must find each trace with another meaning. The reason why an alteration need
 * not be found comes from the meaning of the traces (forms.h), not from the
 * verifier.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "synth.h"

#define MAX_GROUPS 4096

static struct vrig *rig;
static struct verify reset;
/* without: the trace without the altered group */
static struct trace whole, altered, without;
static bool taken[MAX_GROUPS];
/*
 * True if the hart does nothing more until a step from outside gives another pc
 */
static bool moved[MAX_GROUPS + 1];
static const char *memory_path;
static u64 every = 1, count, runs;
static u64 exact, late, reasons[FORMS_REASONS], missed;
static struct synth *synth;
static bool is_group; /* the alteration is of a whole group */

static void start(void)
{
	vrig_restore(rig);
	vrig_start(rig);
}

/* Verify the unaltered trace, group by group. */
static void learn(const char *name)
{
	static struct steps steps;
	static bool given[MAX_GROUPS];
	const struct tandem_group *g = &steps.decoder.group;
	u64 fed = 0, before, number = 0;

	start();
	reset = rig->v;
	steps_start(&steps, &whole);
	while (steps_next(&steps) && number < MAX_GROUPS) {
		before = rig->v.totals.copied;
		verify_feed(&rig->v, whole.bytes + fed,
			    g->offset + g->bytes - fed);
		fed = g->offset + g->bytes;
		moved[number] = tandem_group_has_state(g, TANDEM_PC);
		given[number] = tandem_group_has(g, TANDEM_INIT);
		taken[number++] = rig->v.totals.copied != before;
	}
	while (number-- > 0)
		moved[number] = given[number] &&
				(moved[number] || moved[number + 1]);
	verify_finish(&rig->v);
	printf("# %s: %llu steps, %llu exceptions, %llu interrupts\n", name,
	       (unsigned long long)rig->v.totals.insns,
	       (unsigned long long)rig->v.totals.exceptions,
	       (unsigned long long)rig->v.totals.interrupts);
	if (!rig->num && steps.finished)
		return;
	printf("not ok alter: the trace itself has findings:\n%.2000s",
	       vrig_text(rig));
	exit(1);
}

static void miss(u64 group, const char *what, u64 offset)
{
	if (missed++ < 20)
		printf("# group %llu, byte %#llx: %s is not found\n",
		       (unsigned long long)group, (unsigned long long)offset,
		       what);
}

/* Verify the altered trace; group is the number of the altered group. */
static void try(u64 group, const char *what, u64 offset)
{
	enum forms_reason reason;

	if (count++ % every)
		return;
	runs++;
	start();
	vrig_run(rig, altered.bytes, altered.size, altered.size);
	if (rig->num) {
		if (rig->finding[0].group < group)
			miss(group, "what comes before", offset);
		else if (rig->finding[0].group == group)
			exact++;
		else
			late++;
		return;
	}
	reason = forms_compare(&whole, &altered, &reset, taken);
	if (reason == FORMS_NONE && moved[group + 1] &&
	    (is_group || forms_compare(&without, &altered, &reset, taken)))
		reason = FORMS_GIVEN;
	if (reason == FORMS_NONE)
		miss(group, what, offset);
	else
		reasons[reason]++;
}

static void drop(u64 group, const char *what, u64 offset, u64 bytes)
{
	memcpy(altered.bytes, whole.bytes, offset);
	memcpy(altered.bytes + offset, whole.bytes + offset + bytes,
	       whole.size - offset - bytes);
	altered.size = whole.size - bytes;
	try(group, what, offset);
}

static void duplicate(u64 group, const char *what, u64 offset, u64 bytes)
{
	memcpy(altered.bytes, whole.bytes, offset + bytes);
	memcpy(altered.bytes + offset + bytes, whole.bytes + offset,
	       whole.size - offset);
	altered.size = whole.size + bytes;
	try(group, what, offset);
}

static void change(u64 group, u64 offset, u64 bytes)
{
	static const u8 bits[] = { 0x01, 0x02, 0x10, 0x80, 0xff };
	u64 i, k;

	memcpy(altered.bytes, whole.bytes, whole.size);
	altered.size = whole.size;
	for (i = offset; i < offset + bytes; i++) {
		for (k = 0; k < array_size(bits); k++) {
			altered.bytes[i] = whole.bytes[i] ^ bits[k];
			try(group, "a changed byte", i);
		}
		altered.bytes[i] = whole.bytes[i];
	}
}

static void alter_piece(u64 group, const char *what, u64 offset, u64 bytes)
{
	char text[64];

	snprintf(text, sizeof(text), "without %s", what);
	drop(group, text, offset, bytes);
	snprintf(text, sizeof(text), "twice %s", what);
	duplicate(group, text, offset, bytes);
	change(group, offset, bytes);
}

static void alter_group(const struct tandem_group *g, u64 number)
{
	u64 end = g->offset + g->bytes;
	char text[TANDEM_TEXT_MAX];
	u32 i;

	is_group = true;
	drop(number, "without the group", g->offset, g->bytes);
	memcpy(without.bytes, altered.bytes, altered.size);
	without.size = altered.size;
	duplicate(number, "twice the group", g->offset, g->bytes);
	is_group = false;
	if (g->close != TANDEM_OUTSIDE)
		alter_piece(number, "begin", g->offset, 1);
	for (i = 0; i < g->num; i++) {
		tandem_text_print(&g->element[i], text);
		alter_piece(
			number, text, g->offset + g->element[i].offset,
			tandem_element_bytes(&whole.params, &g->element[i]));
	}
	if (g->close == TANDEM_CLOSED)
		alter_piece(number, "end", end - 1, 1);
}

static bool report(const char *name)
{
	unsigned int reason;

	printf("# %s: %llu found in the group, %llu later; not to be found:\n",
	       name, (unsigned long long)exact, (unsigned long long)late);
	for (reason = FORMS_SAME; reason < FORMS_REASONS; reason++)
		printf("#   %-28s %llu\n",
		       forms_reason_name((enum forms_reason)reason),
		       (unsigned long long)reasons[reason]);
	printf("%s alter: %llu alterations of %s, %llu missed\n",
	       missed ? "not ok" : "ok", (unsigned long long)runs, name,
	       (unsigned long long)missed);
	return missed;
}

static void usage(FILE *to)
{
	fprintf(to,
		"Usage: alter [OPTION]... --hart=PRESET TRACE|SEED\n\n"
		"Alters a trace that verifies in every single way, and sees "
		"that what says something\nelse is found. The trace is a file, "
		"or one that is made up with a SEED.\n\n"
		"  --hart=PRESET  of lib/model\n"
		"  --every=N      only each N-th alteration\n"
		"  --updates      registers that keep their value are in the "
		"trace\n"
		"  --memory=FILE  what memory holds at first, in Verilog's "
		"hexadecimal\n");
}

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "hart", required_argument, NULL, 'H' },
	{ "every", required_argument, NULL, 'e' },
	{ "updates", no_argument, NULL, 'u' },
	{ "memory", required_argument, NULL, 'M' },
	{ 0 },
};

static const char *preset;
static bool updates;

static void set_option(int key)
{
	if (key == 'h') {
		usage(stdout);
		exit(0);
	}
	if (key == 'H')
		preset = optarg;
	else if (key == 'e')
		every = strtoull(optarg, NULL, 0);
	else if (key == 'u')
		updates = true;
	else if (key == 'M')
		memory_path = optarg;
	else
		exit(2);
}

/*
 * The trace: from a core's file, which has effective addresses and store data,
 * or made up, with all kinds of elements.
 */
static void get_trace(const char *name)
{
	char *end;
	u64 seed = strtoull(name, &end, 0);

	if (*end) {
		trace_read(&whole, name, &rig->config.params);
		rig->config.required = VERIFY_PART(VERIFY_EADDR) |
				       VERIFY_PART(VERIFY_SDATA);
	} else {
		synth = synth_make(preset, seed, &whole);
		rig->config.required =
			VERIFY_PART(VERIFY_EADDR) | VERIFY_PART(VERIFY_PADDR) |
			VERIFY_PART(VERIFY_SDATA) | VERIFY_PART(VERIFY_MEMREQ) |
			VERIFY_PART(VERIFY_MEMRSP);
	}
	altered = whole;
	altered.bytes = malloc(2 * whole.size);
	without = whole;
	without.bytes = malloc(whole.size);
	if (!altered.bytes || !without.bytes)
		exit(2);
}

int main(int argc, char **argv)
{
	static struct steps steps;
	u64 number = 0;
	int key;

	while ((key = getopt_long(argc, argv, "", options, NULL)) != -1)
		set_option(key);
	if (optind != argc - 1 || !preset || !every) {
		usage(stderr);
		return 2;
	}
	rig = vrig_new(preset);
	rig->config.every_update = updates;
	get_trace(argv[optind]);
	if (memory_path)
		steps_memory(rig, memory_path);
	if (synth)
		synth_memory(synth, rig);
	vrig_keep(rig);
	learn(argv[optind]);
	steps_start(&steps, &whole);
	while (steps_next(&steps))
		alter_group(&steps.decoder.group, number++);
	free(altered.bytes);
	free(without.bytes);
	if (synth)
		synth_free(synth, &whole);
	else
		trace_free(&whole);
	vrig_free(rig);
	return report(argv[optind]);
}
