// SPDX-License-Identifier: BSD-2-Clause
/* Device trees made by paths, and OpenSBI for the files that read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "../../platform/generic/judges/shmem_glue.h"
#include "tree_rig.h"

char tree[TREE_SIZE] __attribute__((aligned(8)));

/* --- trees ------------------------------------------------------------------- */

void tree_begin(void)
{
	assert_int_equal(fdt_create_empty_tree(tree, TREE_SIZE / 2), 0);
	root.next_arg1 = (unsigned long)tree;
}

int tree_at(const char *path)
{
	const char *part = path + 1, *end;
	int node = 0, inside;

	for (; *part; part = end + (*end == '/')) {
		end = part + strcspn(part, "/");
		inside = fdt_subnode_offset_namelen(tree, node, part,
						    (int)(end - part));
		if (inside < 0)
			inside = fdt_add_subnode_namelen(tree, node, part,
							 (int)(end - part));
		assert_true(inside > 0);
		node = inside;
	}
	return node;
}

static int tree_do(const struct tree_edit *e)
{
	int node = tree_at(e->path);
	fdt32_t cell[TREE_CELLS];
	u32 n;

	if (e->gone)
		return e->name ? fdt_delprop(tree, node, e->name) :
				 fdt_del_node(tree, node);
	if (!e->name)
		return 0;
	if (e->text)
		return fdt_setprop(tree, node, e->name, e->text, (int)e->size);
	for (n = 0; n < e->cells; n++)
		cell[n] = cpu_to_fdt32(e->cell[n]);
	return fdt_setprop(tree, node, e->name, cell,
			   (int)(e->cells * sizeof(cell[0])));
}

void tree_edit(const struct tree_edit *edits, u32 count)
{
	const struct tree_edit *e;

	for (e = edits; e < edits + count && e->path; e++)
		assert_int_equal(tree_do(e), 0);
}

u32 tree_cell(const char *path, const char *name)
{
	const fdt32_t *cell;
	int size;

	cell = fdt_getprop(tree, fdt_path_offset(tree, path), name, &size);
	assert_non_null(cell);
	assert_int_equal(size, sizeof(*cell));
	return fdt32_to_cpu(*cell);
}

bool tree_says(const char *path, const char *name, const char *text)
{
	int size;
	const char *value =
		fdt_getprop(tree, fdt_path_offset(tree, path), name, &size);

	return value && size == (int)strlen(text) + 1 && !strcmp(value, text);
}

/* --- the board --------------------------------------------------------------- */

#define COMPONENT(path, address) TREE_IS(path, TCI), TREE_WINDOW(path, address)
#define CPU(path, own, id)                                                \
	TREE_TEXT(path, "device_type", "cpu"), TREE_SET(path, "reg", id), \
		TREE_SET(path, "phandle", own)
#define BUS(path)                                                              \
	TREE_SET(path, "#address-cells", 2), TREE_SET(path, "#size-cells", 2), \
		TREE_TEXT(path, "compatible", "simple-bus")

/* A new node is placed before the existing ones. */
static const struct tree_edit board[] = {
	TREE_SET("/", "#address-cells", 2),
	TREE_SET("/", "#size-cells", 2),
	BUS(LAST),
	BUS(SOC),
	COMPONENT(S0_PATH, BOARD_E0 + 0x20000),
	TREE_END(S0_PATH IN, 31, 23),
	COMPONENT(F0_PATH, BOARD_E0 + 0x10000),
	TREE_END(F0_PATH OUT, 23, 31),
	TREE_SET(F0_PATH "/in-ports/port@1", "reg", 1),
	TREE_END(F0_PATH "/in-ports/port@1/endpoint", 22, 12),
	TREE_END(F0_PATH "/in-ports/port@0/endpoint", 21, 11),
	TREE_SET(F0_PATH "/in-ports/port@0", "reg", 0),
	TREE_SET(F0_PATH "/in-ports", "#address-cells", 1),
	TREE_SET(F0_PATH "/in-ports", "#size-cells", 0),
	COMPONENT(E1_PATH, BOARD_E0 + 0x1000),
	TREE_SET(E1_PATH, "cpus", 2),
	TREE_END(E1_PATH OUT, 12, 22),
	COMPONENT(E0_PATH, BOARD_E0),
	TREE_SET(E0_PATH, "cpus", 1),
	TREE_END(E0_PATH OUT, 11, 21),
	CPU("/cpus/cpu@1", 2, BOARD_HARTID + 1),
	CPU("/cpus/cpu@0", 1, BOARD_HARTID),
	TREE_SET("/cpus", "#address-cells", 1),
	TREE_SET("/cpus", "#size-cells", 0),
	TREE_NODE(CHOSEN),
};

void tree_board(void)
{
	tree_begin();
	tree_edit(board, array_size(board));
}

void tree_board_with(const struct tree_edit *edits)
{
	tree_board();
	tree_edit(edits, TREE_EDITS);
}

/* --- OpenSBI ----------------------------------------------------------------- */

static char told[0x8000];
static u32 told_size;

struct sbi_scratch tree_scratch = { .fw_start = BOARD_FIRMWARE,
				    .fw_size = BOARD_SIZE };
u32 sbi_scratch_hart_count = 2;
struct sbi_domain root;

unsigned long doors_csr_read(unsigned int csr)
{
	if (csr == CSR_MSECCFG)
		return MSECCFG_MML;
	if (csr == CSR_MHARTID)
		return BOARD_HARTID + tree_scratch.hartindex;
	assert_int_equal(csr, CSR_MSCRATCH);
	return (unsigned long)&tree_scratch;
}

u32 sbi_hartid_to_hartindex(u32 hartid)
{
	u32 index = hartid - BOARD_HARTID;

	return index < sbi_scratch_hart_count ? index : ~0u;
}

bool shmem_glue_is_memory(u64 base, u64 size)
{
	return base < BOARD_MEMORY + BOARD_SIZE &&
	       BOARD_MEMORY + BOARD_MEMORY_FROM < base + size;
}

int sbi_printf(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	told_size += (u32)vsnprintf(told + told_size, sizeof(told) - told_size,
				    format, list);
	va_end(list);
	assert_true(told_size < sizeof(told));
	return 0;
}

int sbi_snprintf(char *out, u32 size, const char *format, ...)
{
	va_list list;
	int count;

	va_start(list, format);
	count = vsnprintf(out, size, format, list);
	va_end(list);
	return count;
}

const char *tree_told(void)
{
	static char answer[sizeof(told)];

	memcpy(answer, told, sizeof(told));
	told[0] = 0;
	told_size = 0;
	return answer;
}

/* --- the description ----------------------------------------------------- */

struct trace_node trace_nodes[TRACE_COMPONENTS_MAX];
struct trace tree_trace;
struct tree_place tree_closed[TREE_PLACES], tree_near[TREE_PLACES];
u32 tree_closed_count, tree_near_count;
bool tree_lost;

/* A test may link the firmware's functions instead. */
__attribute__((weak)) bool trace_domain_close(const char *name, u64 base,
					      u64 size, u32 component)
{
	assert_true(tree_closed_count < TREE_PLACES);
	tree_closed[tree_closed_count++] =
		(struct tree_place){ base, size, component, name };
	return true;
}

__attribute__((weak)) void trace_domain_neighbour(const char *name, int node,
						  u64 base, u64 size)
{
	assert_true(tree_near_count < TREE_PLACES);
	tree_near[tree_near_count++] =
		(struct tree_place){ base, size, (u32)node, name };
}

__attribute__((weak)) void trace_domain_enclose(int node)
{
	u32 n, left = 0;

	for (n = 0; n < tree_near_count; n++)
		if (tree_near[n].component != (u32)node)
			tree_near[left++] = tree_near[n];
	tree_near_count = left;
}

__attribute__((weak)) void trace_domain_lose(void)
{
	tree_lost = true;
}

__attribute__((weak)) const char *trace_domain_page_wrong(u64 page)
{
	if (page < BOARD_FIRMWARE + BOARD_SIZE &&
	    page + 0x1000 > BOARD_FIRMWARE)
		return "reg is in the firmware";
	return shmem_glue_is_memory(page, 0x1000) ? "reg is in memory" : NULL;
}

/* Each description begins with an empty heap. */
static char arena[0x10000] __attribute__((aligned(16)));
static size_t arena_used;
struct sbi_heap_control {
	char nothing;
};
__attribute__((weak)) struct sbi_heap_control global_hpctrl;

__attribute__((weak)) void *sbi_malloc_from(struct sbi_heap_control *heap,
					    size_t size)
{
	void *block = arena + arena_used;

	(void)heap;
	arena_used += (size + 15) & ~15ul;
	return arena_used <= sizeof(arena) ? block : NULL;
}

u32 tree_describe(void)
{
	u32 n;

	/* Names are zero, as at the start of the firmware. */
	memset(trace_nodes, 0x55, sizeof(trace_nodes));
	for (n = 0; n < TRACE_COMPONENTS_MAX; n++)
		memset(trace_nodes[n].name, 0, sizeof(trace_nodes[n].name));
	tree_closed_count = 0;
	arena_used = 0;
	tree_lost = false;
	tree_told();
	trace_init(&tree_trace, TRACE_MEDIATED);
	return fdt_trace_describe(tree, &tree_trace);
}

void tree_check_text(const char *row, u32 n, const char *got, const char *want)
{
	if (got == want || (got && want && !strcmp(got, want)))
		return;
	print_error("%s: %u: \"%s\" is not \"%s\"\n", row, n, got ? got : "",
		    want ? want : "");
	fail();
}

void tree_check_board(void)
{
	static const struct {
		const char *name;
		unsigned long base;
		u32 hartindex, to, input;
	} rows[] = {
		{ E0_NAME, BOARD_E0, 0, FUN0, 0 },
		{ E1_NAME, BOARD_E0 + 0x1000, 1, FUN0, 1 },
		{ F0_NAME, BOARD_E0 + 0x10000, TRACE_NO_HART, SNK0, 0 },
		{ S0_NAME, BOARD_E0 + 0x20000, TRACE_NO_HART, TRACE_NONE, 0 },
	};
	const struct trace_component *c;
	u32 n;

	assert_int_equal(tree_describe(), 0);
	assert_int_equal(tree_trace.count, array_size(rows));
	for (n = 0; n < tree_trace.count; n++) {
		c = &tree_trace.component[n];
		assert_string_equal(trace_nodes[n].name, rows[n].name);
		assert_null(trace_nodes[n].wrong);
		assert_null(trace_nodes[n].hart);
		assert_null(trace_nodes[n].leads);
		assert_null(trace_nodes[n].with);
		assert_int_equal(c->reason, TRACE_USABLE);
		assert_int_equal(c->base, rows[n].base);
		assert_int_equal(c->hartindex, rows[n].hartindex);
		assert_int_equal(c->hartid,
				 rows[n].hartindex < 2 ?
					 BOARD_HARTID + rows[n].hartindex :
					 0);
		assert_int_equal(c->output, rows[n].to);
		if (rows[n].to != TRACE_NONE)
			assert_int_equal(c->link.input, rows[n].input);
		assert_int_equal(c->named, 0);
		assert_false(c->old);
		assert_false(c->foreign);
	}
	assert_int_equal(tree_closed_count, array_size(rows));
	for (n = 0; n < tree_closed_count; n++) {
		assert_int_equal(tree_closed[n].base, rows[n].base);
		assert_int_equal(tree_closed[n].component, n);
		assert_string_equal(tree_closed[n].name, rows[n].name);
	}
	assert_int_equal(fdt_trace_chosen(), fdt_path_offset(tree, CHOSEN));
	assert_string_equal(tree_told(), "");
}

/* --- processes --------------------------------------------------------------- */

void tree_apart(void (*run)(const void *row), const void *row)
{
	const struct itimerval most = { .it_value = { .tv_sec = 20 } };
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (!child) {
		/* Without this limit a test that loops would never end. */
		setitimer(ITIMER_PROF, &most, NULL);
		run(row);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}
