/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts that a tandem trace does not have itself: a text file beside it,
 * TRACE.params, with lines "KEY VALUE..."; "#" starts a comment. The keys are
 * explained in docs/tandem.md.
 */
#ifndef HOST_TANDEM_SIDE_H
#define HOST_TANDEM_SIDE_H

#include "base/types.h"
#include "io.h"

/** A line with a key and a value. */
struct tandem_side_line {
	char *key;
	char *value; /* the rest of the line, without blanks around it */
	u64 number;  /* of the line, from 1 */
};

struct tandem_side {
	char *path;
	struct tandem_side_line *line;
	size_t num;
};

/**
 * Read a file. Exits with a message if it cannot be read, or if a line has an
 * unknown key, no value, or a second use of a unique key; if there is no line,
 * or another number of lines than the line "lines" has.
 */
void tandem_side_read(struct tandem_side *side, const char *path);

/**
 * Read the same from the start of a trace: a line "#tv", the lines, and an
 * empty line. No group begins like this.
 * @param in its next piece begins with the first group
 * @return false: the trace begins with a group
 */
bool tandem_side_read_front(struct tandem_side *side, struct input *in);

/**
 * Text of settings at the end of a trace, for counts that its writer knows only then. A
 * piece that could be this text is held back until the next piece decides. The
 * last element of a group is no text, so groups do not look like this.
 */
struct tandem_tail {
	struct tandem_side side; /* num 0: none */
	u8 held[1 << 12];
	size_t used;	/* bytes of held */
	const u8 *next; /* a piece that comes after held */
	size_t left;
};

/** input_read() without the text at the end, which goes to tail. */
size_t tandem_tail_read(struct tandem_tail *tail, struct input *in,
			const u8 **data);

/** Read the side file of a trace, if there is one. */
void tandem_side_read_of(struct tandem_side *side, const char *trace);

/**
 * The next line with a key.
 * @param after	the line before, NULL for the first
 * @return NULL: none
 */
const struct tandem_side_line *
tandem_side_next(const struct tandem_side *side, const char *key,
		 const struct tandem_side_line *after);

/** Exit with a message about a line. */
void tandem_side_die(const struct tandem_side *side,
		     const struct tandem_side_line *line, const char *why)
	__attribute__((noreturn));

/**
 * The number of a line without other text; exits with a message if it is
 * invalid, or out of [low, high].
 */
u64 tandem_side_number(const struct tandem_side *side,
		       const struct tandem_side_line *line, u64 low, u64 high);

void tandem_side_free(struct tandem_side *side);

#endif
