// SPDX-License-Identifier: BSD-2-Clause
/*
 * Faults planted in a trace that verifies: one byte of a register, CSR, pc,
 * privilege, address or data in each of many groups. The verifier has to find
 * each in its group, and nothing elsewhere.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steps.h"

/* Groups after a place that are tried until one can have a fault. */
#define TRIES 64
#define MAX_PLANTS 100000
#define EVERYTHING                                                \
	(VERIFY_PART(VERIFY_EADDR) | VERIFY_PART(VERIFY_PADDR) |  \
	 VERIFY_PART(VERIFY_SDATA) | VERIFY_PART(VERIFY_MEMREQ) | \
	 VERIFY_PART(VERIFY_MEMRSP))

struct plant {
	u64 group; /* as lib/verify counts */
	u64 offset;
	u8 change; /* bits */
	bool found;
	char what[48];
};

static struct trace trace;
static struct steps steps;
static struct vrig *rig;
static struct plant plant[MAX_PLANTS];
static u64 plants, wanted = 1000, gap = 2000, seed = 1, fed;
static const char *memory_path, *preset;

static void start(void)
{
	vrig_forget(rig);
	if (memory_path)
		steps_memory(rig, memory_path);
	vrig_start(rig);
	fed = 0;
}

/* Verify up to an offset, which is the end of a group. */
static void feed(u64 offset)
{
	verify_feed(&rig->v, trace.bytes + fed, offset - fed);
	fed = offset;
}

static bool is_sc(const struct tandem_group *g)
{
	return g->insn_bits == 32 && (g->insn & 0xf800007f) == 0x1800002f;
}

static bool is_outside(u16 reg)
{
	const struct verify_config *config = &rig->v.config;
	u32 i;

	for (i = 0; i < config->masks; i++) {
		if (config->mask[i].reg == model_real(reg) &&
		    (config->mask[i].outside || config->mask[i].absent))
			return true;
	}
	return false;
}

/*
 * True for groups whose values follow from the instruction alone: no bits that
 * are decided outside, no store conditional, which may fail at any time.
 */
static bool can_have_fault(const struct tandem_group *g,
			   const struct tandem_element *e)
{
	switch (e->op) {
	case TANDEM_REG:
		return !is_outside(e->reg) &&
		       !(is_sc(g) && e->reg >= TANDEM_GPR(0));
	case TANDEM_REGOR:
		return false; /* a bit that is set already makes no
			       * difference */
	case TANDEM_STATE:
		return e->id != TANDEM_MTIME && e->id != TANDEM_PCPADDR;
	case TANDEM_MEMREQ:
	case TANDEM_MEMRSP:
		return e->id != TANDEM_FETCH;
	default:
		return false;
	}
}

static void describe(struct plant *p, const struct tandem_element *e,
		     bool address)
{
	char line[TANDEM_TEXT_MAX];

	tandem_text_print(e, line);
	snprintf(p->what, sizeof(p->what), "%s%.40s", address ? "@" : "", line);
}

/* Pick a byte of those that can have a fault. @return false: there is none */
static bool pick(struct plant *p, const struct tandem_group *g)
{
	struct value_bytes part[2];
	unsigned int all = 0, chosen, k;
	bool picked = false;
	u32 i;

	for (i = 0; i < g->num; i++) {
		if (!can_have_fault(g, &g->element[i]))
			continue;
		steps_value(&trace.params, g, &g->element[i], &part[0],
			    &part[1]);
		for (k = 0; k < 2; k++) {
			all += part[k].num;
			if (!part[k].num)
				continue;
			/* each byte as likely as any other */
			chosen = (unsigned int)steps_random(&seed, all);
			if (chosen >= part[k].num)
				continue;
			picked = true;
			p->offset = part[k].offset + chosen;
			p->change = (u8)(1 + steps_random(&seed, 255));
			describe(p, &g->element[i], k);
		}
	}
	return picked;
}

/*
 * Verify only the next group, and pick a byte of it unless the model took a
 * value of it from the trace.
 */
static bool try_group(void)
{
	const struct tandem_group *g = &steps.decoder.group;
	u64 copied = rig->v.totals.copied, group = rig->v.totals.groups;
	struct plant *p = &plant[plants];

	feed(g->offset + g->bytes);
	if (!steps_is_step(g) || rig->v.totals.copied != copied || !pick(p, g))
		return false;
	p->group = group;
	p->found = false;
	return true;
}

/*
 * Choose places in all parts of the trace, which has to verify without faults.
 */
static void choose(u64 groups)
{
	u64 every = groups / wanted > gap ? groups / wanted : gap;
	u64 next = steps_random(&seed, every), number = 0, tries = 0;

	plants = 0;
	start();
	steps_start(&steps, &trace);
	while (steps_next(&steps)) {
		if (number == next)
			feed(steps.decoder.group.offset);
		if (number++ < next || plants == wanted)
			continue;
		if (try_group())
			plants++;
		else if (tries++ < TRIES)
			continue;
		tries = 0;
		next = number + every / 2 + steps_random(&seed, every);
	}
	feed(trace.size);
	verify_finish(&rig->v);
	if (rig->num) {
		printf("not ok plant: the trace itself has findings:\n%.2000s",
		       vrig_text(rig));
		exit(1);
	}
}

static void change_bytes(void)
{
	u64 i;

	for (i = 0; i < plants; i++)
		trace.bytes[plant[i].offset] ^= plant[i].change;
}

static struct plant *plant_of(u64 group)
{
	u64 low = 0, high = plants, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (plant[middle].group < group)
			low = middle + 1;
		else
			high = middle;
	}
	return low < plants && plant[low].group == group ? &plant[low] : NULL;
}

static u64 stray;

static void found(void *user, const struct verify *v,
		  const struct verify_finding *finding)
{
	struct plant *p = plant_of(finding->group);

	(void)user;
	(void)v;
	if (p) {
		p->found = true;
	} else if (stray++ < 10) {
		printf("# group %llu: %s, where nothing was planted\n",
		       (unsigned long long)finding->group,
		       verify_finding_info[finding->kind].name);
	}
}

/* @return the number of faults that were not found, or found elsewhere */
static u64 run(void)
{
	u64 i, missed = 0;

	change_bytes();
	stray = 0;
	start();
	rig->v.found = found;
	feed(trace.size);
	verify_finish(&rig->v);
	change_bytes();
	for (i = 0; i < plants; i++) {
		if (plant[i].found)
			continue;
		if (missed++ < 10)
			printf("# group %llu, byte %#llx ^ %#x (%s): missed\n",
			       (unsigned long long)plant[i].group,
			       (unsigned long long)plant[i].offset,
			       plant[i].change, plant[i].what);
	}
	return missed + stray;
}

static u64 count_groups(void)
{
	u64 groups = 0;

	steps_start(&steps, &trace);
	while (steps_next(&steps))
		groups++;
	return groups;
}

static void usage(FILE *to)
{
	fprintf(to,
		"Usage: plant [OPTION]... --hart=PRESET TRACE\n\n"
		"Plants faults in a trace that verifies, and sees each found in "
		"its group and\nnothing anywhere else.\n\n"
		"  --hart=PRESET  of lib/model\n"
		"  --mlen=BITS    of the trace (XLEN)\n"
		"  --plants=N     how many (1000)\n"
		"  --gap=N        groups between two at least (2000); a short "
		"trace is\n                 gone through several times\n"
		"  --seed=N       of the random numbers (1)\n"
		"  --exact        the trace has all of each access\n"
		"  --memory=FILE  what memory holds at first, in Verilog's "
		"hexadecimal\n");
}

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "hart", required_argument, NULL, 'H' },
	{ "mlen", required_argument, NULL, 'm' },
	{ "plants", required_argument, NULL, 'p' },
	{ "gap", required_argument, NULL, 'g' },
	{ "seed", required_argument, NULL, 's' },
	{ "exact", no_argument, NULL, 'e' },
	{ "memory", required_argument, NULL, 'M' },
	{ 0 },
};

static unsigned int mlen;
static u32 rig_required;

static void set_option(int key)
{
	u64 number = optarg ? strtoull(optarg, NULL, 0) : 0;

	if (key == 'h') {
		usage(stdout);
		exit(0);
	}
	if (key == 'H')
		preset = optarg;
	else if (key == 'm')
		mlen = (unsigned int)number;
	else if (key == 'p')
		wanted = number;
	else if (key == 'g')
		gap = number;
	else if (key == 's')
		seed = number;
	else if (key == 'e')
		rig_required = EVERYTHING;
	else if (key == 'M')
		memory_path = optarg;
	else
		exit(2);
}

int main(int argc, char **argv)
{
	u64 groups, all, bad = 0, done = 0;
	int key;

	while ((key = getopt_long(argc, argv, "", options, NULL)) != -1)
		set_option(key);
	if (optind != argc - 1 || !preset || !wanted || !gap || !seed ||
	    wanted > MAX_PLANTS) {
		usage(stderr);
		return 2;
	}
	rig = vrig_new(preset);
	if (mlen)
		rig->config.params.mlen = (u8)mlen;
	rig->config.required = rig_required;
	trace_read(&trace, argv[optind], &rig->config.params);
	groups = count_groups();
	for (all = wanted; done < all && !bad; done += plants) {
		wanted = all - done;
		choose(groups);
		bad = run();
	}
	printf("%s plant: %llu faults in %llu groups of %s, %llu missed or "
	       "elsewhere\n",
	       bad ? "not ok" : "ok", (unsigned long long)done,
	       (unsigned long long)groups, argv[optind],
	       (unsigned long long)bad);
	trace_free(&trace);
	vrig_free(rig);
	return bad != 0;
}
