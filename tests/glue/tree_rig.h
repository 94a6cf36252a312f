/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests of platform/generic that read device trees: a tree that is
 * made and edited by paths, the board with trace components that most of them
 * begin with, and what the files under test ask of OpenSBI.
 */
#ifndef TREE_RIG_H
#define TREE_RIG_H

#include <libfdt.h>

#include "../../platform/generic/glue/trace_glue.h"

enum { TREE_SIZE = 0x20000, TREE_CELLS = 14, TREE_EDITS = 18 };

/** The tree that edits go to. */
extern char tree[TREE_SIZE];

/** A property of a node; the node is made where it is missing. */
struct tree_edit {
	const char *path; /* NULL: no edit */
	const char *name; /* NULL: the node alone is made */
	bool gone; /* the property is removed, or the node without a name */
	u32 cells, cell[TREE_CELLS];
	const char *text;
	u32 size; /* of text, with its 0 */
};

/* Versions 14 and 19 of clang-format see different things in the braces. */
/* clang-format off */
#define TREE_NODE(at) { .path = (at) }
#define TREE_GONE(at, of) { .path = (at), .name = (of), .gone = true }
#define TREE_SET(at, of, ...)                            \
	{ .path = (at), .name = (of),                    \
	  .cells = sizeof((u32[]){ __VA_ARGS__ }) / 4,   \
	  .cell = { __VA_ARGS__ } }
#define TREE_TEXT(at, of, what) \
	{ .path = (at), .name = (of), .text = (what), .size = sizeof(what) }
/* clang-format on */

/** Nothing but a root. */
void tree_begin(void);

/** @return the node, which is made where it is missing, as the first one inside its
 * parent */
int tree_at(const char *path);

/** Edits in order, up to the first without a path. */
void tree_edit(const struct tree_edit *edits, u32 count);

/** A property of one cell. */
u32 tree_cell(const char *path, const char *name);

/** True if the node has the property, and it is this text. */
bool tree_says(const char *path, const char *name, const char *text);

/* --- the board --------------------------------------------------------------- */

/** In the order of the tree, which numbers them. */
enum { ENC0, ENC1, FUN0, SNK0, BOARD_COMPONENTS };

#define SOC "/soc"
#define E0_NAME "encoder@10000000"
#define E1_NAME "encoder@10001000"
#define F0_NAME "funnel@10010000"
#define S0_NAME "sink@10020000"
#define E0_PATH SOC "/" E0_NAME
#define E1_PATH SOC "/" E1_NAME
#define F0_PATH SOC "/" F0_NAME
#define S0_PATH SOC "/" S0_NAME
#define CHOSEN "/chosen"
/** Behind /soc: nodes inside come after the board's. */
#define LAST "/last"
#define OUT "/out-ports/port/endpoint"
#define IN "/in-ports/port/endpoint"
#define TCI "riscv,trace-component"

/* Edits that are often made. */
#define TREE_IS(path, name) TREE_TEXT(path, "compatible", name)
#define TREE_WINDOW(path, low) TREE_SET(path, "reg", 0, low, 0, 0x1000)
#define TREE_SINK(path, low) \
	TREE_IS(path, TCI), TREE_WINDOW(path, low), TREE_NODE(path "/in-ports")
#define TREE_END(path, own, other) \
	TREE_SET(path, "phandle", own), TREE_SET(path, "remote-endpoint", other)

/** Where it has its components, its memory, which begins inside a page, and its
 * firmware. */
#define BOARD_E0 0x10000000u
#define BOARD_MEMORY 0x20000000u
#define BOARD_FIRMWARE 0x30000000u
enum { BOARD_SIZE = 0x10000, BOARD_MEMORY_FROM = 0x800 };
/** Of the harts, whose indices are 0 and 1; the first one runs. */
enum { BOARD_HARTID = 5 };

/** Two encoders, each of a hart, that lead through a funnel to a sink. */
void tree_board(void);

/** The same, and edits. */
void tree_board_with(const struct tree_edit *edits);

/** The hart that runs. */
extern struct sbi_scratch tree_scratch;

/** Text on the console since the last call. */
const char *tree_told(void);

/** Messages that more than one test expects. */
#define TREE_NO_INPUT "remote-endpoint is no input of a trace component"
#define TREE_NO_HART "cpus is not the phandle of one hart"

/* --- what is described -------------------------------------------------------- */

/** The description, and pages that were closed for it, in the order of the tree. */
extern struct trace tree_trace;
enum { TREE_CLOSED = 8 };
extern unsigned long tree_closed[TREE_CLOSED];
extern u32 tree_closed_count;

/** Describe the tree anew. @return as fdt_trace_describe() */
u32 tree_describe(void);

/** The tree is the board's, with nothing to be said about it. */
void tree_check_board(void);

/** Check a text or NULL of component n. */
void tree_check_text(const char *row, u32 n, const char *got, const char *want);

/* --- a process for each ------------------------------------------------------ */

/** Runs a part of a test in a process of its own, since the files under test keep
 * what they found; the test fails with it. */
void tree_apart(void (*run)(const void *row), const void *row);

#endif
