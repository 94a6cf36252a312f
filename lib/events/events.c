// SPDX-License-Identifier: BSD-2-Clause
/*
 * The core of a hart, and the values of its events in mhpmevent. Registers are
 * compared as text, in perf's form, so a line of perf's mapfile.csv can be used
 * without change.
 */
#include <events/events.h>

/* Three numbers of 64 bits with "0x", two hyphens and the terminating 0. */
#define EVENTS_ID_SIZE (3 * 18 + 2 + 1)

/* --- text ----------------------------------------------------------------- */

static bool events_same(const char *a, const char *b)
{
	for (; *a && *a == *b; a++)
		b++;
	return *a == *b;
}

/* The end of the set that begins at p; *in is true if the set has c. */
static const char *events_set(const char *p, char c, bool *in)
{
	*in = false;
	for (p++; *p && *p != ']'; p++) {
		if (p[1] == '-' && p[2] && p[2] != ']') {
			*in |= c >= p[0] && c <= p[2];
			p += 2;
		} else {
			*in |= c == *p;
		}
	}
	return *p ? p + 1 : p;
}

bool events_match(const char *pattern, const char *text)
{
	bool in;

	while (*pattern) {
		if (*pattern == '*' && !pattern[1])
			return true;
		if (*pattern == '[') {
			pattern = events_set(pattern, *text, &in);
			if (!in || !*text)
				return false;
		} else if (*pattern++ != *text) {
			return false;
		}
		text++;
	}
	return !*text;
}

static char *events_put(char *out, u64 value)
{
	int shift = 60;

	*out++ = '0';
	*out++ = 'x';
	while (shift && !(value >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*out++ = "0123456789abcdef"[value >> shift & 15];
	return out;
}

static void events_id(const struct events_hart *hart, char *id)
{
	id = events_put(id, hart->mvendorid);
	*id++ = '-';
	id = events_put(id, hart->marchid);
	*id++ = '-';
	id = events_put(id, hart->mimpid);
	*id = 0;
}

/* --- cores ---------------------------------------------------------------- */

/* The matching name, or NULL. */
static const struct events_name *events_named(const char *text,
					      enum events_kind kind)
{
	const struct events_name *n = events_names;
	const char *name;
	u32 i;

	for (i = 0; i < events_num_names; i++, n++) {
		name = events_text + n->text;
		if (n->kind == kind &&
		    (kind == EVENTS_REGISTERS ? events_match(name, text) :
						events_same(name, text)))
			return n;
	}
	return NULL;
}

/* Search strings that follow each other: the most specific compatible is
 * first. */
static const struct events_name *events_among(const char *text, u32 len,
					      enum events_kind kind)
{
	const struct events_name *n;
	u32 at, start;

	for (at = start = 0; at < len; at++) {
		if (text[at])
			continue;
		n = events_named(text + start, kind);
		if (n)
			return n;
		start = at + 1;
	}
	return NULL;
}

/*
 * A node with the name of an unknown core is not one of the known cores: a
 * board may have several kinds of harts.
 */
static bool events_names_core(const struct events_hart *hart)
{
	static const char any[] = "riscv";
	u32 i;

	if (hart->compatible_len && hart->compatible_len != sizeof(any))
		return true;
	for (i = 0; i < hart->compatible_len; i++)
		if (hart->compatible[i] != any[i])
			return true;
	return false;
}

static const struct events_name *events_look(const struct events_hart *hart,
					     enum events_found *found)
{
	const struct events_name *n;
	char id[EVENTS_ID_SIZE];

	*found = EVENTS_BY_TREE;
	n = events_among(hart->compatible, hart->compatible_len, EVENTS_CPU);
	if (n)
		return n;
	*found = EVENTS_BY_BOARD;
	if (!events_names_core(hart))
		n = events_among(hart->board, hart->board_len, EVENTS_BOARD);
	if (n)
		return n;
	*found = EVENTS_BY_ID;
	events_id(hart, id);
	return events_named(id, EVENTS_REGISTERS);
}

const struct events_core *events_find(const struct events_hart *hart,
				      enum events_found *found)
{
	const struct events_name *n = events_look(hart, found);
	const struct events_core *core;

	if (!n || n->core == EVENTS_SHARED) {
		*found = n ? EVENTS_AMBIGUOUS : EVENTS_UNKNOWN;
		return NULL;
	}
	core = &events_cores[n->core];
	/* 0 is "not implemented", and contradicts nothing */
	if (core->mvendorid && hart->mvendorid &&
	    core->mvendorid != hart->mvendorid) {
		*found = EVENTS_CONTRADICT;
		return NULL;
	}
	return core;
}

u64 events_select(const struct events_core *core, u32 event_idx)
{
	const struct events_row *row = events_rows + core->first;
	u32 i;

	for (i = 0; i < core->num; i++)
		if (row[i].event_idx == event_idx)
			return row[i].select;
	return 0;
}

/* "rv64imacu_zba": modes are among the first letters. */
bool events_isa_lacks_s(const char *isa, u32 len)
{
	bool lists_u = false;
	u32 i;

	if (!isa || len < 4 || isa[0] != 'r' || isa[1] != 'v')
		return false;
	for (i = 4; i < len && isa[i] && isa[i] != '_'; i++) {
		if (isa[i] == 's')
			return false;
		/* Extensions with longer names may follow without "_" */
		if (isa[i] == 'x' || isa[i] == 'z')
			break;
		lists_u |= isa[i] == 'u';
	}
	return lists_u;
}
