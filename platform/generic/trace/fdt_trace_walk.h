/* SPDX-License-Identifier: BSD-2-Clause */
/* A walk through a device tree, for fdt_trace.c and shmem_glue.c. */
#ifndef FDT_TRACE_WALK_H
#define FDT_TRACE_WALK_H

#include <libfdt_env.h>
#include <sbi/sbi_types.h>

/** Properties that a walk collects; the most frequent ones come first. */
enum fdt_walk_property {
	WALK_REG,
	WALK_PHANDLE,
	WALK_REMOTE, /* remote-endpoint */
	WALK_ADDRESS_CELLS,
	WALK_SIZE_CELLS,
	WALK_COMPATIBLE,
	WALK_STATUS,
	WALK_CPUS,
	WALK_CPU,
	WALK_RANGES,
	WALK_DEVICE_TYPE,
	WALK_NO_MAP,
	WALK_ENDPOINT,
	WALK_IOMMUS,
	WALK_INTERCONNECTS, /* their names */
	WALK_MMU_TYPE,
	WALK_ISA, /* riscv,isa */
	WALK_PROPERTIES,
};

/** A property of a node. */
struct fdt_walk_value {
	const fdt32_t *data; /* NULL: the node lacks it */
	u32 size;	     /* in bytes */
};

/* Private: a name of properties, by its place in the tree's strings. */
struct fdt_walk_name {
	fdt32_t at;   /* in the tree's byte order */
	u32 property; /* plus 1; 0: no name */
};
enum { WALK_NAMES = 64 };

/** Cells of addresses and sizes in a node's children. */
struct fdt_walk_cells {
	u32 address, size; /* at most 4; both 0: invalid */
};

/** A node on the path from the root, 0, to a node. */
struct fdt_walk_level {
	int node;
	struct fdt_walk_cells cells;
	struct fdt_walk_value ranges;
};

/** A node on a walk; the tree must not change during the walk. */
struct fdt_walk {
	const char *name;
	int node;  /* its number for libfdt */
	int depth; /* 0: the root */
	struct fdt_walk_value value[WALK_PROPERTIES];
	bool whole; /* the walk saw the end of the root */
	/* Private: */
	const fdt32_t *block, *at, *end;
	const char *strings;
	u32 strings_size;
	u32 found; /* a bit for each of value[] */
	int open;
	struct fdt_walk_name known[WALK_NAMES];
};

/** Start before the root. A tree in a format before version 16 has no nodes. */
void fdt_walk_begin(struct fdt_walk *w, const void *fdt);

/** Go to the next node, children first. @return false: no more nodes, or the
 * rest of the block is invalid */
bool fdt_walk_next(struct fdt_walk *w);

/** Skip the children of this node: the next node comes after them. */
void fdt_walk_skip(struct fdt_walk *w);

/** True if a property is exactly this text. */
bool fdt_walk_says(const struct fdt_walk *w, enum fdt_walk_property property,
		   const char *text);

/** A property of one cell. @return false: it is missing, or has another size */
bool fdt_walk_cell(const struct fdt_walk *w, enum fdt_walk_property property,
		   u32 *cell);

/** The hart that the node describes. @return false: it is none */
bool fdt_walk_hartid(const struct fdt_walk *w, u32 *hartid);

/** Cells of this node's children, with the defaults of the specification. */
struct fdt_walk_cells fdt_walk_cells(const struct fdt_walk *w);

/** Cells of this node's children, as a level of a path to nodes inside it. */
static inline void fdt_walk_level(const struct fdt_walk *w,
				  struct fdt_walk_level *level)
{
	level->node = w->node;
	level->ranges = w->value[WALK_RANGES];
	level->cells = fdt_walk_cells(w);
}

/** A number of `cells` cells; only the last two count. */
u64 fdt_walk_number(const fdt32_t *cell, u32 cells);

/** @return true unless the node has a status other than "okay" or "ok" */
bool fdt_walk_enabled(const struct fdt_walk *w);

#endif
