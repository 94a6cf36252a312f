// SPDX-License-Identifier: BSD-2-Clause
/* A walk through device trees whose blocks end early, or do not exist. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libfdt.h>
#include <sbi/sbi_string.h>

#include "../../platform/generic/trace/fdt_trace_walk.h"

#define WORDS 16
/*
 * Two names with the same place in the walk's memory, and one that the walk
 * does not collect.
 */
#define STRINGS                                                     \
	"phandle\0"                                                 \
	"of a board's own making, and as long as needed for that\0" \
	"reg\0"                                                     \
	"#address-cells"
#define OTHER 8
#define REG WALK_NAMES
#define CELLS (REG + 4)

/*
 * The memory ends with the structure block, so that ASan reports reads after
 * it.
 */
static struct tree {
	struct fdt_header header;
	char strings[sizeof(STRINGS)];
	fdt32_t block[];
} * tree;
static struct fdt_walk walk;

size_t sbi_strlen(const char *str)
{
	return strlen(str);
}

int sbi_memcmp(const void *s1, const void *s2, size_t count)
{
	return memcmp(s1, s2, count);
}

int sbi_strcmp(const char *a, const char *b)
{
	return strcmp(a, b);
}

static void make(const u32 *word, u32 words)
{
	u32 size = sizeof(*tree) + words * sizeof(tree->block[0]), n;

	tree = malloc(size);
	assert_non_null(tree);
	memcpy(tree->strings, STRINGS, sizeof(STRINGS));
	fdt_set_magic(tree, FDT_MAGIC);
	fdt_set_version(tree, 17);
	fdt_set_last_comp_version(tree, 16);
	fdt_set_totalsize(tree, size);
	fdt_set_off_dt_strings(tree, offsetof(struct tree, strings));
	fdt_set_size_dt_strings(tree, sizeof(STRINGS));
	fdt_set_off_dt_struct(tree, sizeof(*tree));
	fdt_set_size_dt_struct(tree, words * sizeof(tree->block[0]));
	for (n = 0; n < words; n++)
		tree->block[n] = cpu_to_fdt32(word[n]);
}

/* Number of nodes of the walk. */
static u32 walked(void)
{
	u32 nodes = 0;

	fdt_walk_begin(&walk, tree);
	while (fdt_walk_next(&walk))
		nodes++;
	free(tree);
	return nodes;
}

static void test_whole(void **state)
{
	static const u32 block[] = { FDT_NOP,
				     FDT_BEGIN_NODE,
				     0,
				     FDT_PROP,
				     4,
				     0,
				     7,
				     FDT_BEGIN_NODE,
				     0x61000000,
				     FDT_END_NODE,
				     FDT_END_NODE,
				     FDT_END };
	u32 cell;

	(void)state;
	make(block, array_size(block));
	fdt_walk_begin(&walk, tree);
	assert_true(fdt_walk_next(&walk));
	assert_int_equal(walk.depth, 0);
	assert_true(fdt_walk_cell(&walk, WALK_PHANDLE, &cell));
	assert_int_equal(cell, 7);
	assert_true(fdt_walk_next(&walk));
	assert_int_equal(walk.depth, 1);
	assert_int_equal(walk.node, 7 * sizeof(fdt32_t));
	assert_string_equal(walk.name, "a");
	assert_false(walk.whole);
	assert_false(fdt_walk_next(&walk));
	assert_true(walk.whole);
	free(tree);
}

static void test_ends_early(void **state)
{
	static const struct {
		u32 words, block[WORDS];
	} rows[] = {
		{ 0, { 0 } },
		{ 1, { FDT_BEGIN_NODE } },
		{ 2, { FDT_BEGIN_NODE, 0x61616161 } },
		{ 3, { FDT_BEGIN_NODE, 0, FDT_PROP } },
		{ 4, { FDT_BEGIN_NODE, 0, FDT_PROP, 4 } },
		{ 5, { FDT_BEGIN_NODE, 0, FDT_PROP, 4, 0 } },
		{ 6, { FDT_BEGIN_NODE, 0, FDT_PROP, 5, 0, 7 } },
		{ 6, { FDT_BEGIN_NODE, 0, FDT_PROP, 0xfffffffd, 0, 7 } },
		{ 6, { FDT_BEGIN_NODE, 0, FDT_PROP, 0xffffffff, 0, 7 } },
		{ 6, { FDT_BEGIN_NODE, 0, FDT_PROP, 4, sizeof(STRINGS), 7 } },
	};
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		make(rows[n].block, rows[n].words);
		assert_int_equal(walked(), 0);
		assert_false(walk.whole);
	}
}

/*
 * A node counts after all of its own properties. A walk ends at a word that is
 * no token, and at a property between nodes that is cut off.
 */
static void test_ends_between(void **state)
{
	static const struct {
		u32 nodes, words, block[WORDS];
	} rows[] = {
		{ 1, 6, { FDT_BEGIN_NODE, 0, FDT_PROP, 4, 0, 7 } },
		{ 1, 7, { FDT_BEGIN_NODE, 0, FDT_NOP, FDT_PROP, 4, 0, 7 } },
		{ 2,
		  7,
		  { FDT_BEGIN_NODE, 0, FDT_BEGIN_NODE, 0x61000000, FDT_END_NODE,
		    FDT_PROP, 4 } },
		{ 2,
		  6,
		  { FDT_BEGIN_NODE, 0, FDT_BEGIN_NODE, 0x61000000, FDT_END_NODE,
		    0x77 } },
	};
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		make(rows[n].block, rows[n].words);
		assert_int_equal(walked(), rows[n].nodes);
		assert_false(walk.whole);
	}
}

/* The walk does not read blocks outside the tree. */
static void test_outside(void **state)
{
	static const u32 block[] = { FDT_BEGIN_NODE, 0, FDT_END_NODE };
	static const struct {
		u32 at, size;
	} rows[] = { { 0, sizeof(block) + 4 },
		     { sizeof(block), 64 },
		     { 0x10000, 64 },
		     { -(u32)sizeof(*tree) - 64, 128 } };
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		make(block, array_size(block));
		fdt_set_off_dt_struct(tree, sizeof(*tree) + rows[n].at);
		fdt_set_size_dt_struct(tree, rows[n].size);
		assert_int_equal(walked(), 0);
		make(block, array_size(block));
		fdt_set_off_dt_strings(tree, sizeof(*tree) + rows[n].at);
		fdt_set_size_dt_strings(tree, rows[n].size);
		assert_int_equal(walked(), 0);
	}
}

static void test_strings(void **state)
{
	static const u32 block[] = { FDT_BEGIN_NODE, 0, FDT_END_NODE };

	(void)state;
	make(block, array_size(block));
	fdt_set_size_dt_strings(tree, sizeof(STRINGS) - 1);
	assert_int_equal(walked(), 0);
	make(block, array_size(block));
	fdt_set_version(tree, 15);
	assert_int_equal(walked(), 0);
	make(block, array_size(block));
	fdt_set_version(tree, 16);
	fdt_set_size_dt_struct(tree, 0x7fffffff);
	assert_int_equal(walked(), 1);
	make(block, array_size(block));
	fdt_set_version(tree, 16);
	fdt_set_off_dt_struct(tree, sizeof(*tree) + 0x10000);
	assert_int_equal(walked(), 0);
	make(block, array_size(block));
	assert_int_equal(walked(), 1);
}

/*
 * After a skip the next node is the one after it, at each depth. A property in
 * a wrong place is skipped.
 */
static void test_skip(void **state)
{
	static const u32 block[] = { FDT_BEGIN_NODE,
				     0,
				     /**/ FDT_BEGIN_NODE,
				     0x61000000,
				     FDT_PROP,
				     4,
				     0,
				     7,
				     /**/ /**/ FDT_BEGIN_NODE,
				     0x62000000,
				     FDT_NOP,
				     FDT_PROP,
				     5,
				     0,
				     7,
				     7,
				     /**/ /**/ FDT_END_NODE,
				     /**/ /**/ FDT_BEGIN_NODE,
				     0x63000000,
				     FDT_END_NODE,
				     /**/ FDT_END_NODE,
				     /**/ FDT_PROP,
				     4,
				     0,
				     7,
				     /**/ FDT_BEGIN_NODE,
				     0x64000000,
				     FDT_END_NODE,
				     FDT_END_NODE,
				     FDT_END };
	u32 cell;

	(void)state;
	make(block, array_size(block));
	fdt_walk_begin(&walk, tree);
	assert_true(fdt_walk_next(&walk) && fdt_walk_next(&walk));
	assert_string_equal(walk.name, "a");
	fdt_walk_skip(&walk);
	assert_true(fdt_walk_next(&walk));
	assert_string_equal(walk.name, "d");
	assert_int_equal(walk.depth, 1);
	assert_false(fdt_walk_cell(&walk, WALK_PHANDLE, &cell));
	fdt_walk_skip(&walk);
	assert_false(fdt_walk_next(&walk));
	free(tree);
}

static u32 cell_of(enum fdt_walk_property property)
{
	u32 cell;

	return fdt_walk_cell(&walk, property, &cell) ? cell : 0;
}

/*
 * Each name is told from the others. Of two equal ones the first one counts, as
 * in libfdt. No node has properties of another node.
 */
static void test_names(void **state)
{
	static const u32 block[] = { FDT_BEGIN_NODE,
				     0,
				     FDT_PROP,
				     4,
				     0,
				     7,
				     FDT_PROP,
				     4,
				     OTHER,
				     8,
				     FDT_PROP,
				     4,
				     REG,
				     9,
				     FDT_PROP,
				     4,
				     0,
				     10,
				     FDT_BEGIN_NODE,
				     0,
				     FDT_PROP,
				     4,
				     REG,
				     11,
				     FDT_END_NODE,
				     FDT_END_NODE };

	(void)state;
	assert_string_equal(&STRINGS[REG], "reg");
	make(block, array_size(block));
	fdt_walk_begin(&walk, tree);
	assert_true(fdt_walk_next(&walk));
	assert_int_equal(cell_of(WALK_REG), 9);
	assert_int_equal(cell_of(WALK_PHANDLE), 7);
	assert_true(fdt_walk_next(&walk));
	assert_int_equal(cell_of(WALK_REG), 11);
	assert_int_equal(cell_of(WALK_PHANDLE), 0);
	free(tree);
}

/* If a block ends inside a skipped part, the walk finds nothing after it. */
static void test_skip_ends_early(void **state)
{
	static const u32 block[] = {
		FDT_BEGIN_NODE, 0, FDT_BEGIN_NODE, 0x61000000, FDT_PROP, 4, 0, 7
	};
	u32 words;

	(void)state;
	for (words = 2; words <= array_size(block); words++) {
		make(block, words);
		fdt_walk_begin(&walk, tree);
		if (fdt_walk_next(&walk)) {
			fdt_walk_skip(&walk);
			assert_false(fdt_walk_next(&walk));
		}
		free(tree);
	}
}

/*
 * The walk finds nothing after a part that was cut off, even if its words look
 * like a node, or like the end of one.
 */
static void test_over(void **state)
{
	static const u32 node[] = { FDT_BEGIN_NODE, 0, FDT_PROP, FDT_BEGIN_NODE,
				    0 };
	static const u32 end[] = { FDT_BEGIN_NODE, 0,	     FDT_BEGIN_NODE,
				   0x61000000,	   FDT_PROP, FDT_END_NODE,
				   FDT_END_NODE };

	(void)state;
	make(node, array_size(node));
	fdt_walk_begin(&walk, tree);
	assert_false(fdt_walk_next(&walk));
	assert_false(fdt_walk_next(&walk));
	free(tree);
	make(end, array_size(end));
	fdt_walk_begin(&walk, tree);
	assert_true(fdt_walk_next(&walk));
	fdt_walk_skip(&walk);
	assert_false(fdt_walk_next(&walk));
	assert_false(walk.whole);
	free(tree);
}

static void test_cells(void **state)
{
	static const struct {
		u32 told, address, size;
	} rows[] = { { 1, 1, 1 }, { 2, 2, 1 }, { 0, 0, 0 }, { 9, 0, 0 } };
	struct fdt_walk_cells cells;
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		const u32 block[] = { FDT_BEGIN_NODE, 0,
				      FDT_PROP,	      4,
				      CELLS,	      rows[n].told,
				      FDT_END_NODE };

		make(block, array_size(block));
		fdt_walk_begin(&walk, tree);
		assert_true(fdt_walk_next(&walk));
		cells = fdt_walk_cells(&walk);
		assert_int_equal(cells.address, rows[n].address);
		assert_int_equal(cells.size, rows[n].size);
		free(tree);
	}
}

static void test_says(void **state)
{
	static const struct {
		u32 text, size;
		bool says;
	} rows[] = { { 0x61620000, 3, true },
		     { 0x61620000, 4, false },
		     { 0x61620000, 2, false },
		     { 0x61630000, 3, false } };
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		const u32 block[] = { FDT_BEGIN_NODE, 0, FDT_PROP,
				      rows[n].size,   0, rows[n].text,
				      FDT_END_NODE };

		make(block, array_size(block));
		fdt_walk_begin(&walk, tree);
		assert_true(fdt_walk_next(&walk));
		assert_int_equal(fdt_walk_says(&walk, WALK_PHANDLE, "ab"),
				 rows[n].says);
		assert_false(fdt_walk_says(&walk, WALK_REG, "ab"));
		free(tree);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_ends_early),
		cmocka_unit_test(test_ends_between),
		cmocka_unit_test(test_outside),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_skip),
		cmocka_unit_test(test_skip_ends_early),
		cmocka_unit_test(test_over),
		cmocka_unit_test(test_cells),
		cmocka_unit_test(test_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
