/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests of platform/generic that read device trees: a tree that
 * is made and edited by paths, the board with trace components from which most
 * tests start, and OpenSBI's functions for the files under test.
 */
#ifndef TREE_RIG_H
#define TREE_RIG_H

#include <libfdt.h>

#include "../../platform/generic/trace/trace_glue.h"

enum { TREE_SIZE = 0x20000, TREE_CELLS = 14, TREE_EDITS = 18 };

/** The tree that all edits change. */
extern char tree[TREE_SIZE];

/** An edit of a property; a missing node is made first. */
struct tree_edit {
	const char *path; /* NULL: no edit */
	const char *name; /* NULL: only the node is made */
	bool gone;	  /* remove the property, or without a name the node */
	u32 cells, cell[TREE_CELLS];
	const char *text;
	u32 size; /* of text, with its final 0 */
};

/* clang-format 14 and 19 format these braces differently. */
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

/** Make a tree that has only a root. */
void tree_begin(void);

/**
 * Make missing nodes of a path, each as the first one in its parent.
 * @return the node
 */
int tree_at(const char *path);

/** Make edits in order, up to the first one without a path. */
void tree_edit(const struct tree_edit *edits, u32 count);

/** Value of a property of one cell. */
u32 tree_cell(const char *path, const char *name);

/** True if the node has the property with this text. */
bool tree_says(const char *path, const char *name, const char *text);

/* --- the board --------------------------------------------------------------- */

/** Numbers of the board's components: their order in the tree. */
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
/** A node after /soc: components inside come after those of the board. */
#define LAST "/last"
#define OUT "/out-ports/port/endpoint"
#define IN "/in-ports/port/endpoint"
#define TCI "riscv,trace-component"

/* Edits that many tests use. */
#define TREE_IS(path, name) TREE_TEXT(path, "compatible", name)
#define TREE_WINDOW(path, low) TREE_SET(path, "reg", 0, low, 0, 0x1000)
#define TREE_SINK(path, low) \
	TREE_IS(path, TCI), TREE_WINDOW(path, low), TREE_NODE(path "/in-ports")
#define TREE_END(path, own, other) \
	TREE_SET(path, "phandle", own), TREE_SET(path, "remote-endpoint", other)

/**
 * Addresses of the components, of memory, which begins inside a page, and of
 * the firmware.
 */
#define BOARD_E0 0x10000000u
#define BOARD_MEMORY 0x20000000u
#define BOARD_FIRMWARE 0x30000000u
enum { BOARD_SIZE = 0x10000, BOARD_MEMORY_FROM = 0x800 };
/** hartid of the first hart, which runs; indices of the harts are 0 and 1. */
enum { BOARD_HARTID = 5 };

/** Make a tree with two encoders, one for each hart, a funnel and a sink. */
void tree_board(void);

/** Make the same tree, and edit it. */
void tree_board_with(const struct tree_edit *edits);

/** The running hart. */
extern struct sbi_scratch tree_scratch;

/** Text that the console got since the last call. */
const char *tree_told(void);

/** Messages that more than one test expects. */
#define TREE_NO_INPUT "remote-endpoint is no input of a trace component"
#define TREE_NO_HART "cpus is not the phandle of one hart"

/* --- the description ----------------------------------------------------- */

/** The description; the registers that were noted for it, in the order of the
 * tree; the neighbours; true if the tree was not read to its end. */
extern struct trace tree_trace;
struct tree_place {
	u64 base, size;
	u32 component;
	const char *name;
};
enum { TREE_PLACES = 80 };
extern struct tree_place tree_closed[TREE_PLACES], tree_near[TREE_PLACES];
extern u32 tree_closed_count, tree_near_count;
extern bool tree_lost;

/** Describe the tree again. @return as fdt_trace_describe() */
u32 tree_describe(void);

/** Check that the tree is that of the board, and that there is no message. */
void tree_check_board(void);

/** Check a text, or NULL, of component n. */
void tree_check_text(const char *row, u32 n, const char *got, const char *want);

/* --- processes ----------------------------------------------------------- */

/**
 * Run a part of a test in a process of its own, because the files under test
 * keep state. If the part fails, the test fails.
 */
void tree_apart(void (*run)(const void *row), const void *row);

#endif
