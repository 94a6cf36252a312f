// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of trace components; the nodes in the device tree for the next stage:
 * components that it cannot use are disabled, and the memory of a sink is
 * reserved; and the properties of /chosen.
 */
#include <base/range.h>
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "trace_glue.h"

/* --- names of nodes ---------------------------------------------------------- */

/* All names of TCI are alike: the registers tell the type, and the version. */
#define NAME(text, kind)                 \
	{                                \
		text, sizeof(text), kind \
	}
static const struct {
	char text[34];
	u8 size, kind;
} names[] = {
	NAME("riscv,trace-component", FDT_KIND_TCI),
	NAME("riscv,trace-encoder", FDT_KIND_TCI),
	NAME("riscv,trace-funnel", FDT_KIND_TCI),
	NAME("riscv,trace-atbbridge", FDT_KIND_TCI),
	NAME("riscv,trace-ram-sink", FDT_KIND_TCI),
	NAME("riscv,trace-pib-sink", FDT_KIND_TCI),
	NAME("xuantie_ntrace,encoder-controller", FDT_KIND_XUANTIE),
	NAME("xuantie_ntrace,funnel-controller", FDT_KIND_XUANTIE),
	NAME("xuantie_ntrace,sink-controller", FDT_KIND_XUANTIE),
	NAME("riscv_trace,encoder-controller", FDT_KIND_JOINED),
	NAME("riscv_trace,funnel-controller", FDT_KIND_JOINED),
	NAME("riscv_trace,sink-controller", FDT_KIND_JOINED),
	NAME("sifive,trace-encoder0", FDT_KIND_OLD_ENCODER),
	NAME("sifive,trace-funnel0", FDT_KIND_OLD_FUNNEL),
	NAME("arm,coresight-dynamic-funnel", FDT_KIND_CS_FUNNEL),
	NAME("arm,coresight-funnel", FDT_KIND_CS_FUNNEL),
	NAME("arm,coresight-dynamic-replicator", FDT_KIND_CS_REPLICATOR),
	NAME("arm,coresight-tmc", FDT_KIND_CS_TMC),
	NAME("arm,coresight-static-funnel", FDT_KIND_PASSIVE),
	NAME("arm,coresight-static-replicator", FDT_KIND_PASSIVE),
	NAME("arm,coresight-replicator", FDT_KIND_PASSIVE),
};

/* Each known name contains one of these, and almost no other name does. */
static const char ours[] = ",trace-", foreign[] = ",coresight-";
static const char xuantie[] = "xuantie_ntrace,", joined[] = "riscv_trace,";

/* @param name with its 0, size bytes */
static enum fdt_kind trace_kind_of(const char *name, int size)
{
	const char *comma = name;
	u32 n;

	while (*comma && *comma != ',')
		comma++;
	if (sbi_strncmp(comma, ours, sizeof(ours) - 1) &&
	    sbi_strncmp(comma, foreign, sizeof(foreign) - 1) &&
	    sbi_strncmp(name, xuantie, sizeof(xuantie) - 1) &&
	    sbi_strncmp(name, joined, sizeof(joined) - 1))
		return FDT_KIND_OTHER;
	for (n = 0; n < array_size(names); n++)
		if (names[n].size == size &&
		    !sbi_memcmp(names[n].text, name, (size_t)size))
			return names[n].kind;
	return sbi_strncmp(comma, foreign, sizeof(foreign) - 1) ?
		       FDT_KIND_UNKNOWN :
		       FDT_KIND_FOREIGN;
}

/* @return an enum trace_policy, or -1: /chosen has no known name */
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

/* If S-mode is trusted with sinks, its own drivers use CoreSight's
 * components. */
static bool trace_coresight_is_s_modes(void)
{
	const void *fdt = fdt_get_address();
	static bool asked, answer;
	int chosen;

	if (!asked) {
		chosen = fdt_path_offset(fdt, "/chosen");
		answer = fdt_trace_trusts(fdt, chosen) &&
			 trace_policy_named(fdt, chosen) == TRACE_HANDOVER;
		asked = true;
	}
	return answer;
}

/* Of several names, the most specific one counts. */
enum fdt_kind fdt_trace_kind(const char *list, int len)
{
	enum fdt_kind kind = FDT_KIND_OTHER, one;
	int size;

	for (; list && len > 0; list += size, len -= size) {
		size = (int)sbi_strnlen(list, (size_t)len) + 1;
		if (size > len)
			break;
		one = trace_kind_of(list, size);
		kind = one > kind ? one : kind;
	}
	if (FDT_KIND_IS_CORESIGHT(kind) && trace_coresight_is_s_modes())
		return FDT_KIND_LENT;
	return kind;
}

bool fdt_trace_step(const void *fdt, struct trace_step *s)
{
	enum fdt_kind kind;
	const char *list;
	int len;

	s->node = fdt_next_node(fdt, s->node, &s->depth);
	if (s->node < 0 || s->depth <= 0)
		return false;
	s->ours = s->strange = false;
	if (s->depth > s->within)
		return true;
	list = fdt_getprop(fdt, s->node, "compatible", &len);
	kind = fdt_trace_kind(list, len);
	if (kind != FDT_KIND_OTHER && !fdt_node_is_enabled(fdt, s->node))
		kind = FDT_KIND_OTHER;
	s->ours = kind >= FDT_KIND_OURS;
	s->strange = FDT_KIND_IS_STRANGE(kind) &&
		     fdt_getprop(fdt, s->node, "reg", NULL);
	s->within = kind <= FDT_KIND_UNKNOWN ? TRACE_DEPTH_MAX : s->depth;
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

/* --- the tree for the next stage ------------------------------------------ */

/* Write the cells of an address or a size, by the numbers of the root. */
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
		/* unseen: the tree has room for this, or takes no node at
		 * all */
		return -FDT_ERR_NOSPACE;
	return node;
}

/* Of a part, the next stage would use the rest. */
static bool trace_is_reserved(const void *fdt, int parent, u64 base, u64 size)
{
	u64 at, length;
	int node;

	for (node = fdt_first_subnode(fdt, parent); node >= 0;
	     node = fdt_next_subnode(fdt, node))
		if (!fdt_get_node_addr_size(fdt, node, 0, &at, &length) &&
		    range_has(at, length, base, size))
			return true;
	return false;
}

void fdt_trace_reserve(void *fdt, u64 base, u64 size)
{
	int parent, node;
	fdt32_t reg[4], *end;
	char name[40];

	if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 256))
		/* unseen: libfdt adds nothing to a tree that it cannot open */
		return;
	parent = trace_reserved(fdt);
	if (parent < 0 || trace_is_reserved(fdt, parent, base, size))
		return;
	sbi_snprintf(name, sizeof(name), "trace-buffer@%lx", (ulong)base);
	node = fdt_add_subnode(fdt, parent, name);
	if (node < 0)
		/* unseen: no node gets a property then */
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
		if (!s.ours && !s.strange)
			continue;
		last = s.ours ? n++ : t->count;
		use = last < t->count && usable(t, last);
		old = last < t->count && t->component[last].old;
		if (use && !old)
			continue;
		if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 32))
			/* unseen: libfdt adds nothing then */
			return;
		if (old)
			fdt_setprop_string(fdt, s.node, "compatible",
					   "riscv,trace-component");
		if (!use)
			fdt_setprop_string(fdt, s.node, "status", "disabled");
	}
}
