/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A golden file: a program, its execution by a hart, the messages of that,
 * their bytes, and the output of a decoder for them.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <ntrace/flow.h>

#include "feed.h"

#define GOLDEN_LINES 600
#define GOLDEN_TEXT 65536
#define GOLDEN_BYTES 65536
#define GOLDEN_FIFO 4096

/** Lines of one section. */
struct golden_section {
	unsigned int lines;
	const char *line[GOLDEN_LINES];
};

enum golden_part {
	GOLDEN_SETTINGS, /* registers, design, decoder */
	GOLDEN_PROGRAM,	 /* address, encoding, and a comment */
	GOLDEN_RUN,	 /* instructions and events */
	GOLDEN_BYTES_IN, /* instead of that: a stream in hexadecimal */
	GOLDEN_MESSAGES, /* text form; it is the input if there is no other */
	GOLDEN_DUMP,	 /* the same in bytes */
	GOLDEN_FLOW,	 /* decoder's ranges, events and findings */
	GOLDEN_PARTS
};

struct golden {
	char text[GOLDEN_TEXT];
	struct golden_section section[GOLDEN_PARTS];

	struct code code;
	struct ntrace_emit_regs regs;
	struct ntrace_emit_design design;
	struct ntrace_settings settings;
	u32 fifo_size;
	u64 ticks, cycles, three_bit, joined;

	struct ntrace_emit emit;
	struct feed feed;
	u8 fifo[GOLDEN_FIFO];
	u8 bytes[GOLDEN_BYTES];
	size_t num_bytes;
};

/** Names of the sections as they are in files. */
extern const char *const golden_names[GOLDEN_PARTS];

/** Report an error in a line of a golden file itself. @return false */
bool golden_bad(const char *line, const char *why);

/** Apply the settings section. @return false: a line is wrong, and was shown */
bool golden_settings(struct golden *g);

/** Read the program section. @return as golden_settings() */
bool golden_program(struct golden *g);

/**
 * Execute the run section; bytes are the result.
 * @return as golden_settings()
 */
bool golden_run(struct golden *g);

/** Encode the messages section to bytes. @return as golden_settings() */
bool golden_encode(struct golden *g);

/** Read the bytes section. @return as golden_settings() */
bool golden_bytes(struct golden *g);

/** A section's actual contents are collected here. */
struct golden_output {
	char text[GOLDEN_TEXT];
	size_t used;
};

/** Append a line, printf style. */
void golden_print(struct golden_output *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** Decode bytes: messages, dump and flow as text. */
void golden_messages(struct golden *g, struct golden_output *out);
void golden_dump(struct golden *g, struct golden_output *out);
void golden_flow(struct golden *g, struct golden_output *out);

#endif
