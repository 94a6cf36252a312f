// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace components by their names; those in the device tree that the next stage
 * gets: what it cannot use is disabled, memory that a sink has for itself is
 * reserved; and what /chosen asks for.
 */
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "trace_glue.h"

/* --- names of nodes ---------------------------------------------------------- */

/* Any of them; registers say which it is, and whether they are the standard's. */
static const char *const compatible[] = {
	"riscv,trace-component", "riscv,trace-encoder",	 "riscv,trace-funnel",
	"riscv,trace-atbbridge", "riscv,trace-ram-sink", "riscv,trace-pib-sink",
	"sifive,trace-encoder0", "sifive,trace-funnel0",
};
static const char *const coresight[] = {
	"arm,coresight-dynamic-funnel",
	"arm,coresight-funnel",
	"arm,coresight-dynamic-replicator",
	"arm,coresight-tmc",
};
static const char *const passive[] = {
	"arm,coresight-static-funnel",
	"arm,coresight-static-replicator",
	"arm,coresight-replicator",
};

/* All of them have this in common, and hardly anything else has it. */
static const char ours[] = ",trace-";
/* And this those of CoreSight. */
static const char foreign[] = ",coresight-";

static bool trace_may_be(const char *list, int len, const char *common,
			 int size)
{
	int n;

	for (n = 0; n + size < len; n++)
		if (list[n] == ',' && !sbi_memcmp(list + n, common, size))
			return true;
	return false;
}

bool fdt_trace_is_foreign(const char *list, int len)
{
	return list && trace_may_be(list, len, foreign, sizeof(foreign) - 1);
}

static bool trace_is_one_of(const char *list, int len, const char *const *names,
			    u32 count)
{
	u32 n;

	for (n = 0; n < count; n++)
		if (fdt_stringlist_contains(list, len, names[n]))
			return true;
	return false;
}

/* @return an enum trace_policy, or -1: /chosen names none that is known */
static int trace_policy_named(const void *fdt, int chosen)
{
	static const char name[][9] = {
		[TRACE_DIRECT] = "direct",
		[TRACE_MEDIATED] = "mediated",
		[TRACE_HANDOVER] = "handover",
	};
	int len, n;
	const char *value = chosen < 0 ?
				    NULL :
				    fdt_getprop(fdt, chosen,
						"hartscope,trace-policy", &len);

	if (!value)
		return TRACE_DIRECT;
	for (n = 0; n < (int)array_size(name); n++)
		if (len == (int)sbi_strlen(name[n]) + 1 &&
		    !sbi_memcmp(value, name[n], (size_t)len))
			return n;
	return -1;
}

/* Where S-mode is trusted with sinks, its own drivers have those of CoreSight. */
static bool trace_coresight_is_s_modes(void)
{
	const void *fdt = fdt_get_address();
	int chosen = fdt_path_offset(fdt, "/chosen");

	return fdt_trace_trusts(fdt, chosen) &&
	       trace_policy_named(fdt, chosen) == TRACE_HANDOVER;
}

bool fdt_trace_is_ours(const char *list, int len)
{
	if (!list)
		return false;
	if (trace_may_be(list, len, ours, sizeof(ours) - 1))
		return trace_is_one_of(list, len, compatible,
				       array_size(compatible));
	return fdt_trace_is_foreign(list, len) &&
	       trace_is_one_of(list, len, coresight, array_size(coresight)) &&
	       !trace_coresight_is_s_modes();
}

bool fdt_trace_is_passive(const char *list, int len)
{
	return fdt_trace_is_foreign(list, len) &&
	       trace_is_one_of(list, len, passive, array_size(passive)) &&
	       !trace_coresight_is_s_modes();
}

bool fdt_trace_step(const void *fdt, struct trace_step *s)
{
	const char *list;
	bool foreign_one;
	int len;

	s->node = fdt_next_node(fdt, s->node, &s->depth);
	if (s->node < 0 || s->depth <= 0)
		return false;
	s->ours = false;
	if (s->depth > s->within)
		return true;
	list = fdt_getprop(fdt, s->node, "compatible", &len);
	s->ours = fdt_trace_is_ours(list, len) &&
		  fdt_node_is_enabled(fdt, s->node);
	foreign_one = fdt_trace_is_foreign(list, len) &&
		      fdt_node_is_enabled(fdt, s->node);
	s->within = s->ours || foreign_one ? s->depth : TRACE_DEPTH_MAX;
	return true;
}

/* --- /chosen ---------------------------------------------------------------- */

enum trace_policy fdt_trace_policy(const void *fdt, int chosen)
{
	int named = trace_policy_named(fdt, chosen);

	if (named >= 0)
		return (enum trace_policy)named;
	sbi_printf("hartscope: /chosen: hartscope,trace-policy is none of "
		   "\"direct\", \"mediated\", \"handover\"; taken as "
		   "\"mediated\"\n");
	return TRACE_MEDIATED;
}

bool fdt_trace_shows_m(const void *fdt, int chosen)
{
	return chosen >= 0 &&
	       fdt_getprop(fdt, chosen, "hartscope,trace-m-mode", NULL);
}

bool fdt_trace_trusts(const void *fdt, int chosen)
{
	return chosen >= 0 &&
	       fdt_getprop(fdt, chosen, "hartscope,trace-trusted", NULL);
}

/* --- the next stage's tree ------------------------------------------------- */

static bool trace_ranges_meet(u64 a, u64 a_size, u64 b, u64 b_size)
{
	return a < b + b_size && b < a + a_size;
}

/* Disabled nodes count as well: the next stage may know better. */
u32 fdt_trace_others(const void *fdt, const struct trace_range *in,
		     struct trace_range *other, u32 max)
{
	struct trace_step s = { .within = TRACE_DEPTH_MAX };
	u32 count = 0;
	u64 base, size;
	int n;

	while (fdt_trace_step(fdt, &s)) {
		if (s.ours)
			continue;
		for (n = 0;
		     !fdt_get_node_addr_size(fdt, s.node, n, &base, &size);
		     n++) {
			if (!trace_ranges_meet(base, size, in->base,
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
		    trace_ranges_meet(at, length, base, size))
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
	struct trace_step s = { .within = TRACE_DEPTH_MAX };
	bool use, old;
	u32 n = 0, last;

	while (fdt_trace_step(fdt, &s)) {
		if (!s.ours)
			continue;
		last = n++;
		use = last < t->count && usable(t, last);
		old = last < t->count && t->component[last].old;
		if (use && !old)
			continue;
		if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 32))
			return;
		if (old)
			fdt_setprop_string(fdt, s.node, "compatible",
					   "riscv,trace-component");
		if (!use)
			fdt_setprop_string(fdt, s.node, "status", "disabled");
	}
}
