/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A golden file: a program, what a hart executes of it, the messages that
 * makes, their bytes, and what a decoder says of them.
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
	GOLDEN_RUN,	 /* what happens */
	GOLDEN_BYTES_IN, /* in place of that: a stream in hexadecimal */
	GOLDEN_MESSAGES, /* text form; the input when there is no other */
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

/**
 * Report what is wrong with a line of a golden file itself.
 * @return false
 */
bool golden_bad(const char *line, const char *why);

/** Apply the settings section. @return false: a line is wrong, and was shown */
bool golden_settings(struct golden *g);

/** Read the program section. @return as golden_settings() */
bool golden_program(struct golden *g);

/** Do what the run section says; bytes are the result. @return likewise */
bool golden_run(struct golden *g);

/** Encode the messages section to bytes. @return likewise */
bool golden_encode(struct golden *g);

/** Take the bytes section. @return likewise */
bool golden_bytes(struct golden *g);

/** Where a section's actual contents are collected. */
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
