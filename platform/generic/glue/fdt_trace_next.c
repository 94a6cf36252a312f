// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace components in the device tree that the next stage gets: those that it
 * cannot use are disabled, memory that a sink has for itself is reserved; and
 * what /chosen asks for.
 */
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "trace_glue.h"

/* --- /chosen ---------------------------------------------------------------- */

enum trace_policy fdt_trace_policy(const void *fdt, int chosen)
{
	int len = 0;
	const char *value = chosen < 0 ?
				    NULL :
				    fdt_getprop(fdt, chosen,
						"hartscope,trace-policy", &len);

	if (!value || (len == 7 && !sbi_strcmp(value, "direct")))
		return TRACE_DIRECT;
	if (len == 9 && !sbi_strcmp(value, "mediated"))
		return TRACE_MEDIATED;
	sbi_printf("hartscope: /chosen: hartscope,trace-policy is neither "
		   "\"direct\" nor \"mediated\"; taken as \"mediated\"\n");
	return TRACE_MEDIATED;
}

bool fdt_trace_shows_m(const void *fdt, int chosen)
{
	return chosen >= 0 &&
	       fdt_getprop(fdt, chosen, "hartscope,trace-m-mode", NULL);
}

/* --- the next stage's tree ------------------------------------------------- */

static int trace_next(const void *fdt, int node)
{
	do
		node = fdt_next_node(fdt, node, NULL);
	while (node >= 0 && !fdt_trace_is_component(fdt, node));
	return node;
}

static bool ranges_meet(u64 a, u64 a_size, u64 b, u64 b_size)
{
	return a < b + b_size && b < a + a_size;
}

/* Disabled nodes count as well: the next stage may know better. */
u32 fdt_trace_others(const void *fdt, const struct trace_range *in,
		     struct trace_range *other, u32 max)
{
	u32 count = 0;
	u64 base, size;
	int node, n;

	for (node = fdt_next_node(fdt, 0, NULL); node >= 0;
	     node = fdt_next_node(fdt, node, NULL)) {
		if (fdt_trace_is_component(fdt, node))
			continue;
		for (n = 0; !fdt_get_node_addr_size(fdt, node, n, &base, &size);
		     n++) {
			if (!ranges_meet(base, size, in->base,
					 in->end - in->base))
				continue;
			if (count++ < max)
				other[count - 1] =
					(struct trace_range){ base,
							      base + size };
		}
	}
	return count;
}

/* Cells of an address or a size, as many as the root has. */
static fdt32_t *trace_cells(fdt32_t *to, int cells, u64 value)
{
	if (cells > 1)
		*to++ = cpu_to_fdt32((u32)(value >> 32));
	*to++ = cpu_to_fdt32((u32)value);
	return to;
}

static int trace_reserved(void *fdt)
{
	int node = fdt_path_offset(fdt, "/reserved-memory");

	if (node >= 0)
		return node;
	node = fdt_add_subnode(fdt, 0, "reserved-memory");
	if (node < 0 || fdt_setprop_empty(fdt, node, "ranges") ||
	    fdt_setprop_u32(fdt, node, "#size-cells",
			    (u32)fdt_size_cells(fdt, 0)) ||
	    fdt_setprop_u32(fdt, node, "#address-cells",
			    (u32)fdt_address_cells(fdt, 0)))
		return -FDT_ERR_NOSPACE;
	return node;
}

static bool trace_is_reserved(const void *fdt, int parent, u64 base, u64 size)
{
	u64 at, length;
	int node;

	for (node = fdt_first_subnode(fdt, parent); node >= 0;
	     node = fdt_next_subnode(fdt, node))
		if (!fdt_get_node_addr_size(fdt, node, 0, &at, &length) &&
		    ranges_meet(at, length, base, size))
			return true;
	return false;
}

void fdt_trace_reserve(void *fdt, u64 base, u64 size)
{
	int parent, node;
	fdt32_t reg[4], *end;
	char name[40];

	if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 256))
		return;
	parent = trace_reserved(fdt);
	if (parent < 0 || trace_is_reserved(fdt, parent, base, size))
		return;
	sbi_snprintf(name, sizeof(name), "trace-buffer@%lx", (ulong)base);
	node = fdt_add_subnode(fdt, parent, name);
	if (node < 0)
		return;
	end = trace_cells(reg, fdt_address_cells(fdt, 0), base);
	end = trace_cells(end, fdt_size_cells(fdt, 0), size);
	fdt_setprop(fdt, node, "reg", reg,
		    (int)(end - reg) * (int)sizeof(reg[0]));
	fdt_setprop_empty(fdt, node, "no-map");
}

void fdt_trace_hand_on(void *fdt, const struct trace *t,
		       bool (*usable)(const struct trace *t, u32 n))
{
	int node = trace_next(fdt, 0);
	bool use, old;
	u32 n;

	for (n = 0; node >= 0; n++, node = trace_next(fdt, node)) {
		use = n < t->count && usable(t, n);
		old = n < t->count && t->component[n].old;
		if (use && !old)
			continue;
		if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 32))
			return;
		if (old)
			fdt_setprop_string(fdt, node, "compatible",
					   "riscv,trace-component");
		if (!use)
			fdt_setprop_string(fdt, node, "status", "disabled");
	}
}
