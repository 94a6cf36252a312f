// SPDX-License-Identifier: BSD-2-Clause
/*
 * Damaged traces: for any damage the verifier ends, has the same results for
 * any division into pieces, and neither applies nor skips a group that is cut
 * off. Parts of several traces, damaged in several ways.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ntrace/damage.h"
#include "synth.h"

/* Damaged bytes of a trace: more take longer, and find no more. */
#define PART 1000
#define GROWTH 64
#define DAMAGES 4

static struct vrig *rig, *other;
static struct synth *synth;
static struct trace whole, damaged;
static u8 bytes[PART + DAMAGES * GROWTH];
static u64 seed, count, found, cut;
static u64 start_size; /* of the groups from the start of a part */

static size_t any(size_t limit)
{
	return steps_random(&seed, limit);
}

static void damage(void)
{
	size_t len = damaged.size;

	switch (any(6)) {
	case 0:
		bytes[any(len)] ^= (u8)(1u << any(8));
		break;
	case 1:
		bytes[any(len)] = (u8)any(256);
		break;
	case 2:
		/* of the few values that are opcodes and identifiers */
		bytes[any(len)] = (u8)any(18);
		break;
	case 3:
		damaged.size = 1 + any(len);
		break;
	default:
		damaged.size = damage_splice(bytes, len, 40, GROWTH, any);
		break;
	}
}

/* Whole groups mostly, or any part of the trace. */
static void make_damaged(void)
{
	u64 from = any(8) ? 0 : any(whole.size - PART);
	size_t n = 1 + any(DAMAGES);

	memcpy(bytes, whole.bytes + from, PART);
	damaged =
		(struct trace){ bytes, from ? PART : start_size, whole.params };
	while (n-- && damaged.size > 1)
		damage();
}

static void verify(struct vrig *r, u64 size, size_t piece)
{
	vrig_restore(r);
	vrig_start(r);
	vrig_run(r, bytes, size, piece);
}

static bool same_state(const struct vrig *a, const struct vrig *b)
{
	return a->v.state.pc == b->v.state.pc &&
	       a->v.state.priv == b->v.state.priv &&
	       !memcmp(a->v.state.reg, b->v.state.reg,
		       sizeof(a->v.state.reg)) &&
	       a->v.totals.insns == b->v.totals.insns;
}

/*
 * @param implied out: the beginning of the next group ends the last one
 * @return the offset of the end of the last whole group; the trace's size if
 * all are whole
 */
static u64 whole_bytes(bool *implied)
{
	static struct steps steps;
	const struct tandem_group *g = &steps.decoder.group;
	u64 end = 0;

	*implied = false;
	steps_start(&steps, &damaged);
	while (steps_next(&steps)) {
		if (g->close == TANDEM_CUT)
			return end;
		end = g->offset + g->bytes;
		*implied = g->close == TANDEM_IMPLIED;
	}
	return end;
}

/* @param closely verify again in pieces, and the rest after a cut */
static const char *judge(bool closely)
{
	bool implied;
	u64 end = whole_bytes(&implied);

	verify(rig, damaged.size, damaged.size);
	if (closely)
		verify(other, damaged.size, 1 + any(200));
	if (closely && (rig->num != other->num || !same_state(rig, other)))
		return "it depends on the pieces";
	found += rig->num != 0;
	if (end == damaged.size)
		return NULL;
	cut++;
	if (!rig->num)
		return "what is cut off is passed over";
	if (!closely)
		return NULL;
	if (implied)
		bytes[end++] = TANDEM_END;
	verify(other, end, damaged.size);
	return same_state(rig, other) ? NULL : "what is cut off is applied";
}

static void start(const char *preset, const char *name)
{
	char *end;
	u64 number = strtoull(name, &end, 0);
	bool implied;

	rig = vrig_new(preset);
	other = vrig_new(preset);
	synth = NULL;
	if (*end)
		trace_read(&whole, name, &rig->config.params);
	else
		synth = synth_make(preset, number, &whole);
	if (synth) {
		synth_memory(synth, rig);
		synth_memory(synth, other);
	}
	vrig_keep(rig);
	vrig_keep(other);
	damaged = (struct trace){ whole.bytes, PART, whole.params };
	start_size = whole_bytes(&implied);
}

static void end(void)
{
	if (synth)
		synth_free(synth, &whole);
	else
		trace_free(&whole);
	vrig_free(rig);
	vrig_free(other);
}

static bool run(u64 copies, const char *preset, const char *name)
{
	const char *why = NULL;
	u64 n;

	start(preset, name);
	for (n = 0; n < copies && !why; n++) {
		seed = (n + 1) * 0x9e3779b97f4a7c15ull;
		make_damaged();
		why = judge(n % 4 == 0);
	}
	count += n;
	if (why)
		printf("not ok wreck: %s, copy %llu: %s\n", name,
		       (unsigned long long)n, why);
	end();
	return why;
}

int main(int argc, char **argv)
{
	bool bad = false;
	int i;

	if (argc < 4 || argc % 2) {
		puts("Usage: wreck COPIES PRESET TRACE|SEED [PRESET TRACE|SEED]...\n\n"
		     "Verifies damaged copies of the start of each trace: a "
		     "file, or one made up with a\nSEED. PRESET is of "
		     "lib/model.");
		return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	for (i = 2; i < argc; i += 2)
		bad |= run(strtoull(argv[1], NULL, 0), argv[i], argv[i + 1]);
	if (!bad)
		printf("ok wreck: %llu damaged traces, findings in %llu, cut "
		       "off %llu\n",
		       (unsigned long long)count, (unsigned long long)found,
		       (unsigned long long)cut);
	return bad;
}
