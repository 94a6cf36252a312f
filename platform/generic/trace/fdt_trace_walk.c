// SPDX-License-Identifier: BSD-2-Clause
/*
 * A walk through a device tree that reads the structure block itself, each word
 * once. libfdt begins anew for each property, and takes some 30 instructions for
 * each character of a name: several millions in a tree with many components.
 */
#include <libfdt.h>
#include <sbi/sbi_string.h>

#include "fdt_trace_walk.h"

/* From this version on nodes have names in today's form. */
enum { VERSION_LEAST = 16, VERSION_SIZES = 17 };

/* Defaults of cells (Devicetree Specification), and their maximum. */
enum { ADDRESS_CELLS = 2, SIZE_CELLS = 1, CELLS_MAX = 4 };

static const char properties[WALK_PROPERTIES][19] = {
	[WALK_COMPATIBLE] = "compatible",
	[WALK_STATUS] = "status",
	[WALK_REG] = "reg",
	[WALK_PHANDLE] = "phandle",
	[WALK_REMOTE] = "remote-endpoint",
	[WALK_CPUS] = "cpus",
	[WALK_CPU] = "cpu",
	[WALK_RANGES] = "ranges",
	[WALK_ADDRESS_CELLS] = "#address-cells",
	[WALK_SIZE_CELLS] = "#size-cells",
	[WALK_DEVICE_TYPE] = "device_type",
	[WALK_NO_MAP] = "no-map",
	[WALK_ENDPOINT] = "endpoint",
	[WALK_IOMMUS] = "iommus",
	[WALK_INTERCONNECTS] = "interconnect-names",
	[WALK_MMU_TYPE] = "mmu-type",
	[WALK_ISA] = "riscv,isa",
};

/* @return WALK_PROPERTIES: another name; more: it is outside of the strings */
static u32 trace_walk_name_of(const struct fdt_walk *w, u32 at)
{
	const char *name = w->strings + at;
	u32 n;

	if (at >= w->strings_size)
		return WALK_PROPERTIES + 1;
	for (n = 0; n < WALK_PROPERTIES; n++)
		if (*name == *properties[n] && !sbi_strcmp(name, properties[n]))
			break;
	return n;
}

/* Characters are compared once for each name of a tree, since most names are
 * once in its strings. The offset keeps the tree's byte order: its last byte is
 * the index. */
static inline u32 trace_walk_property(struct fdt_walk *w, fdt32_t at)
{
	struct fdt_walk_name *known = &w->known[(at >> 24) % WALK_NAMES];

	if (known->at != at || !known->property)
		*known = (struct fdt_walk_name){
			.at = at,
			.property = trace_walk_name_of(w, fdt32_to_cpu(at)) + 1,
		};
	return known->property - 1;
}

static bool trace_walk_holds(const void *fdt, u32 offset, u32 size)
{
	return offset <= fdt_totalsize(fdt) &&
	       size <= fdt_totalsize(fdt) - offset;
}

/* Headers of version 16 lack this size: then the block ends with the tree. */
static u32 trace_walk_block_size(const void *fdt)
{
	return fdt_version(fdt) >= VERSION_SIZES ?
		       fdt_size_dt_struct(fdt) :
		       fdt_totalsize(fdt) - fdt_off_dt_struct(fdt);
}

void fdt_walk_begin(struct fdt_walk *w, const void *fdt)
{
	const char *base = fdt;
	u32 size = fdt_size_dt_strings(fdt);

	*w = (struct fdt_walk){ .depth = -1 };
	w->strings = base + fdt_off_dt_strings(fdt);
	if (fdt_version(fdt) < VERSION_LEAST || !size ||
	    !trace_walk_holds(fdt, fdt_off_dt_strings(fdt), size) ||
	    !trace_walk_holds(fdt, fdt_off_dt_struct(fdt),
			      trace_walk_block_size(fdt)) ||
	    w->strings[size - 1])
		return;
	w->strings_size = size;
	w->block = (const fdt32_t *)(base + fdt_off_dt_struct(fdt));
	w->at = w->block;
	w->end = w->block + trace_walk_block_size(fdt) / sizeof(fdt32_t);
}

/* Number of words for any number of bytes. */
static unsigned long trace_walk_words(unsigned long bytes)
{
	return bytes / sizeof(fdt32_t) + !!(bytes % sizeof(fdt32_t));
}

/* Convert a size. Most sizes need only one byte, the last one in the tree. */
static inline u32 trace_walk_size(fdt32_t size)
{
	return size & 0xffffff ? fdt32_to_cpu(size) : size >> 24;
}

/* Skip a property, from its size on. @param size out: its size @return false:
 * it does not end inside the block */
static inline bool trace_walk_pass(const fdt32_t **at, const fdt32_t *end,
				   u32 *size)
{
	unsigned long left = (unsigned long)(end - *at), words;

	if (left < 2)
		return false;
	*size = trace_walk_size((*at)[0]);
	words = trace_walk_words(*size);
	if (words > left - 2)
		return false;
	*at += 2 + words;
	return true;
}

/* Take the property at FDT_PROP. The first one of a name counts, as in libfdt,
 * so that both find the same nodes. @return as trace_walk_pass() */
static bool trace_walk_value(struct fdt_walk *w)
{
	const fdt32_t *property = ++w->at;
	u32 size, n;

	if (!trace_walk_pass(&w->at, w->end, &size))
		return false;
	n = trace_walk_property(w, property[1]);
	if (n >= WALK_PROPERTIES || (w->found & 1u << n))
		return n <= WALK_PROPERTIES;
	w->found |= 1u << n;
	w->value[n] = (struct fdt_walk_value){ property + 2, size };
	return true;
}

/* Skip the name of a node: its last word is the first one with a zero byte.
 * @return as trace_walk_pass() */
static inline bool trace_walk_name(const fdt32_t **at, const fdt32_t *end)
{
	u32 word;

	while (*at < end) {
		word = *(*at)++;
		if ((word - 0x01010101u) & ~word & 0x80808080u)
			return true;
	}
	return false;
}

/* Most nodes have few of the properties that a walk collects. */
static void trace_walk_forget(struct fdt_walk *w)
{
	struct fdt_walk_value *v = w->value;
	u32 found;

	for (found = w->found; found; found >>= 1, v++)
		if (found & 1)
			*v = (struct fdt_walk_value){ NULL, 0 };
	w->found = 0;
}

/* Properties come before the nodes inside. */
static bool trace_walk_node(struct fdt_walk *w)
{
	const fdt32_t *at;

	w->node = (int)((w->at - 1 - w->block) * (long)sizeof(*w->at));
	w->name = (const char *)w->at;
	at = w->at;
	if (!trace_walk_name(&at, w->end))
		return false;
	w->at = at;
	w->depth = w->open++;
	trace_walk_forget(w);
	while (w->at < w->end) {
		if (*w->at == cpu_to_fdt32(FDT_NOP))
			w->at++;
		else if (*w->at != cpu_to_fdt32(FDT_PROP))
			return true;
		else if (!trace_walk_value(w))
			return false;
	}
	return true;
}

/* Tags are compared in the tree's byte order. */
bool fdt_walk_next(struct fdt_walk *w)
{
	fdt32_t tag;
	u32 size;

	while (w->at < w->end) {
		tag = *w->at++;
		if (tag == cpu_to_fdt32(FDT_BEGIN_NODE)) {
			if (trace_walk_node(w))
				return true;
			w->at = w->end;
			return false;
		} else if (tag == cpu_to_fdt32(FDT_END_NODE)) {
			w->whole = --w->open <= 0;
			if (w->whole)
				return false;
		} else if (tag == cpu_to_fdt32(FDT_PROP)) {
			/* a misplaced property, after a node inside */
			if (!trace_walk_pass(&w->at, w->end, &size))
				return false;
		} else if (tag != cpu_to_fdt32(FDT_NOP)) {
			return false;
		}
	}
	return false;
}

/* Skip one tag with all that belongs to it. @param open nodes, in and out */
static inline bool trace_walk_word(const fdt32_t **at, const fdt32_t *end,
				   int *open)
{
	fdt32_t tag = *(*at)++;
	u32 size;

	if (tag == cpu_to_fdt32(FDT_PROP))
		return trace_walk_pass(at, end, &size);
	if (tag == cpu_to_fdt32(FDT_BEGIN_NODE)) {
		++*open;
		return trace_walk_name(at, end);
	}
	if (tag == cpu_to_fdt32(FDT_END_NODE))
		--*open;
	return tag == cpu_to_fdt32(FDT_END_NODE) ||
	       tag == cpu_to_fdt32(FDT_NOP);
}

/* Stop before the last word of the node, so that the next step takes it. */
void fdt_walk_skip(struct fdt_walk *w)
{
	const fdt32_t *at = w->at, *end = w->end;
	int open = w->open;

	while (at < end &&
	       (open > w->depth + 1 || *at != cpu_to_fdt32(FDT_END_NODE)))
		if (!trace_walk_word(&at, end, &open))
			at = end;
	w->at = at;
}

bool fdt_walk_cell(const struct fdt_walk *w, enum fdt_walk_property property,
		   u32 *cell)
{
	const struct fdt_walk_value *v = &w->value[property];

	if (!v->data || v->size != sizeof(*v->data))
		return false;
	*cell = fdt32_to_cpu(*v->data);
	return true;
}

/* As fdt_parse_hart_id(): of two cells, the last one counts. */
bool fdt_walk_hartid(const struct fdt_walk *w, u32 *hartid)
{
	const struct fdt_walk_value *reg = &w->value[WALK_REG];

	if (!fdt_walk_says(w, WALK_DEVICE_TYPE, "cpu") ||
	    reg->size < sizeof(*reg->data))
		return false;
	*hartid = fdt32_to_cpu(reg->data[reg->size > sizeof(*reg->data)]);
	return true;
}

struct fdt_walk_cells fdt_walk_cells(const struct fdt_walk *w)
{
	struct fdt_walk_cells c = { ADDRESS_CELLS, SIZE_CELLS };

	fdt_walk_cell(w, WALK_ADDRESS_CELLS, &c.address);
	fdt_walk_cell(w, WALK_SIZE_CELLS, &c.size);
	if (!c.address || c.address > CELLS_MAX || c.size > CELLS_MAX)
		return (struct fdt_walk_cells){ 0, 0 };
	return c;
}

u64 fdt_walk_number(const fdt32_t *cell, u32 cells)
{
	u64 value = 0;

	while (cells--)
		value = value << 32 | fdt32_to_cpu(*cell++);
	return value;
}

bool fdt_walk_says(const struct fdt_walk *w, enum fdt_walk_property property,
		   const char *text)
{
	const struct fdt_walk_value *v = &w->value[property];
	u32 size = sbi_strlen(text) + 1;

	return v->data && v->size == size && !sbi_memcmp(v->data, text, size);
}

bool fdt_walk_enabled(const struct fdt_walk *w)
{
	const struct fdt_walk_value *v = &w->value[WALK_STATUS];
	const char *status = (const char *)v->data;

	return !v->data ||
	       (v->size > 1 && status[0] == 'o' && status[1] == 'k');
}
