// SPDX-License-Identifier: BSD-2-Clause
/*
 * A walk through a device tree that reads the structure block itself, each word
 * once. libfdt begins anew for each property, and takes some 30 instructions for
 * each character of a name: several millions in a tree with many components.
 */
#include <libfdt.h>
#include <sbi/sbi_string.h>

#include "fdt_trace_walk.h"

/* Blocks are found in headers of this version on. */
enum { VERSION_LEAST = 17 };

static const char *const properties[WALK_PROPERTIES] = {
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
};

static u32 trace_walk_property(const char *name)
{
	u32 n;

	for (n = 0; n < WALK_PROPERTIES; n++)
		if (*name == *properties[n] && !sbi_strcmp(name, properties[n]))
			break;
	return n;
}

static bool trace_walk_holds(const void *fdt, u32 offset, u32 size)
{
	return offset <= fdt_totalsize(fdt) &&
	       size <= fdt_totalsize(fdt) - offset;
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
			      fdt_size_dt_struct(fdt)) ||
	    w->strings[size - 1])
		return;
	w->strings_size = size;
	w->block = (const fdt32_t *)(base + fdt_off_dt_struct(fdt));
	w->at = w->block;
	w->end = w->block + fdt_size_dt_struct(fdt) / sizeof(fdt32_t);
}

/* Words of a number of bytes, which may be any. */
static unsigned long trace_walk_words(unsigned long bytes)
{
	return bytes / sizeof(fdt32_t) + !!(bytes % sizeof(fdt32_t));
}

/* @return false: it does not end inside the block */
static bool trace_walk_value(struct fdt_walk *w)
{
	unsigned long left = (unsigned long)(w->end - w->at), words;
	u32 size, name, n;

	if (left < 3)
		return false;
	size = fdt32_to_cpu(w->at[1]);
	name = fdt32_to_cpu(w->at[2]);
	words = trace_walk_words(size);
	if (words > left - 3 || name >= w->strings_size)
		return false;
	n = trace_walk_property(w->strings + name);
	if (n < WALK_PROPERTIES)
		w->value[n] = (struct fdt_walk_value){ w->at + 3, size };
	w->at += 3 + words;
	return true;
}

/* Properties come before the nodes inside. */
static bool trace_walk_node(struct fdt_walk *w)
{
	unsigned long room = (unsigned long)(w->end - w->at) * sizeof(*w->at),
		      length;
	u32 n;

	w->node = (int)((w->at - 1 - w->block) * (long)sizeof(*w->at));
	w->name = (const char *)w->at;
	/* sbi_strnlen() looks at one character at least. */
	length = room ? sbi_strnlen(w->name, room) : 0;
	if (length == room)
		return false;
	w->at += trace_walk_words(length + 1);
	w->depth = w->open++;
	for (n = 0; n < WALK_PROPERTIES; n++)
		w->value[n] = (struct fdt_walk_value){ NULL, 0 };
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

bool fdt_walk_next(struct fdt_walk *w)
{
	while (w->at < w->end) {
		switch (fdt32_to_cpu(*w->at++)) {
		case FDT_NOP:
			break;
		case FDT_END_NODE:
			if (--w->open <= 0)
				return false;
			break;
		case FDT_BEGIN_NODE:
			if (trace_walk_node(w))
				return true;
			w->at = w->end;
			return false;
		default:
			return false;
		}
	}
	return false;
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

bool fdt_walk_enabled(const struct fdt_walk *w)
{
	const struct fdt_walk_value *v = &w->value[WALK_STATUS];
	const char *status = (const char *)v->data;

	return !v->data ||
	       (v->size > 1 && status[0] == 'o' && status[1] == 'k');
}
