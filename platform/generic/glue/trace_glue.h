/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that join lib/trace to OpenSBI. */
#ifndef TRACE_GLUE_H
#define TRACE_GLUE_H

#include <sbi/sbi_scratch.h>
#include <trace/mmio.h>
#include <trace/trace.h>

enum { TRACE_NAME_MAX = 32 };

/** A component as the device tree has it; number n is that of the core. */
struct trace_node {
	char name[TRACE_NAME_MAX]; /* of the node, with its unit address */
	const char *wrong;	   /* why the tree cannot be right, or NULL */
	const char *hart, *leads;  /* wrong with these, where it matters */
	const char *with;	   /* name of another node that this is about */
};

/** The components of the machine. t->count is 0 where there are none. */
extern struct trace trace_glue;
extern struct trace_node trace_nodes[TRACE_COMPONENTS_MAX];

/**
 * Describe the components that the device tree has. Touches none of them.
 * @return nodes beyond TRACE_COMPONENTS_MAX, which were passed over
 */
u32 fdt_trace_describe(const void *fdt, struct trace *t);

/** @return /chosen, or below 0: the tree of fdt_trace_describe() has none. libfdt
 * would look at all nodes before it. */
int fdt_trace_chosen(void);

/** Levels of the tree on which components are looked for. */
enum { TRACE_DEPTH_MAX = 15 };

/** A walk through all nodes, components in the order of their numbers. It begins
 * with all 0 but within, which is TRACE_DEPTH_MAX. */
struct trace_step {
	int node, depth, within;
	bool ours; /* it is a component, and is not disabled */
};

/** Go to the next node. Nothing inside a component, or one of CoreSight's, is
 * a component, as for fdt_trace_describe(). @return false: there is none */
bool fdt_trace_step(const void *fdt, struct trace_step *s);

/** Nodes by their names. */
enum fdt_kind {
	FDT_KIND_OTHER,
	FDT_KIND_FOREIGN, /* CoreSight's, and not known */
	FDT_KIND_PASSIVE, /* CoreSight's, without registers: ways go through */
	FDT_KIND_OURS,	  /* from here on components: */
	FDT_KIND_TCI = FDT_KIND_OURS,
	FDT_KIND_XUANTIE,     /* TCI's registers, joined in another way */
	FDT_KIND_JOINED,      /* the same, and its hart is a phandle */
	FDT_KIND_OLD_ENCODER, /* version 0 */
	FDT_KIND_OLD_FUNNEL,
	FDT_KIND_CS_FUNNEL, /* CoreSight's */
	FDT_KIND_CS_REPLICATOR,
	FDT_KIND_CS_TMC,
};
#define FDT_KIND_IS_CORESIGHT(kind) \
	((kind) == FDT_KIND_PASSIVE || (kind) >= FDT_KIND_CS_FUNNEL)

/** @param list, len value of compatible; list may be NULL */
enum fdt_kind fdt_trace_kind(const char *list, int len);

/** In the place of a component's number: parts without registers, from the first
 * one's on; all that are foreign; all for which there is no room. */
enum {
	FDT_TRACE_PASSIVE = 0xff00,
	FDT_TRACE_PASSIVES_MAX = 16,
	FDT_TRACE_ENDS_MAX = 256,
	FDT_TRACE_BY_REMOTE = 0xff, /* port: that of the input named so */
	FDT_TRACE_PASSED_OVER = TRACE_NONE - 2,
	FDT_TRACE_FOREIGN = TRACE_NONE - 1,
};

/**
 * An end of a connection. Where nodes name components and not ends, phandle is that of
 * the component for its outputs and for one input more, FDT_TRACE_BY_REMOTE, and
 * remote of an input is the component that leads there.
 */
struct fdt_trace_end {
	u32 phandle, remote; /* 0: it has none */
	u16 component;	     /* or one of the above */
	u8 port;	     /* its number */
	bool out;
};

/** Forget all ends; add one. @return false: there is no room */
void fdt_trace_ends_begin(void);
bool fdt_trace_ends_add(const struct fdt_trace_end *end);

/** Join components as the ends say; notes in trace_nodes[] what is wrong. */
void fdt_trace_ends_connect(struct trace *t);

/** The driver of the components according to /chosen; below 0: there is none. */
enum trace_policy fdt_trace_policy(const void *fdt, int chosen);

/** Judge what depends on types, which trace_probe() has found; the tree has not
 * changed since fdt_trace_describe(). */
void fdt_trace_judge(const void *fdt, struct trace *t);

/**
 * Addresses of a bus master are those of memory if every bus above it passes
 * them on as they are (dma-ranges of the Devicetree Specification; one without
 * that property is taken for such a bus).
 * @param path nodes from the root, 0, to the parent of the master, depth - 1
 * @return why they are not, or NULL
 */
const char *fdt_trace_bus_wrong(const void *fdt, const int *path, int depth);

/** True if /chosen asks that M-mode can be traced. */
bool fdt_trace_shows_m(const void *fdt, int chosen);

/** True if /chosen says that S-mode may have the registers of bus masters. */
bool fdt_trace_trusts(const void *fdt, int chosen);

/** A range of addresses, end not included. */
struct trace_range {
	u64 base, end;
};

/**
 * Find registers of anything else in a range.
 * @param other out: room for max
 * @return how many there are; more than max: those after them are not there
 */
u32 fdt_trace_others(const void *fdt, const struct trace_range *in,
		     struct trace_range *other, u32 max);

/**
 * The tree for the next stage: a component that it cannot use is disabled, one
 * whose registers are translated has the name of the standard's.
 * @param usable whether it can use component n
 */
void fdt_trace_hand_on(void *fdt, const struct trace *t,
		       bool (*usable)(const struct trace *t, u32 n));

/** Keep the next stage from using memory that a sink will write to. */
void fdt_trace_reserve(void *fdt, u64 base, u64 size);

/** A page of registers that is no component's is M-mode's as well, once
 * trace_domain_protect() is called. @param base of the page */
void trace_domain_close(unsigned long base);

/**
 * Registers of components are M-mode's in every domain.
 * @return false: harts have too few PMP entries for that; those of RAM sinks are,
 * if there are as many as that takes
 */
bool trace_domain_protect(const struct trace *t);

/** True if M-mode itself needs a region to reach registers. */
bool trace_domain_smepmp(void);

/** Accesses of this hart take the short way, where there is one. */
void trace_glue_arm(void);

/** V, R or W, and U of an entry of a page table (privileged ISA, "Sv32"), which is set in
 * a page that U-mode may load or store. */
enum trace_rights { TRACE_LOADS = 0x13, TRACE_STORES = 0x15 };

/**
 * Translate an address as satp says, for an access of the mode in mstatus.MPP. A page
 * that may only be executed may not be loaded, whatever mstatus.MXR says.
 * @param pa is out @return false: there is no entry that allows it, or M-mode trapped
 * when it was loaded; mcause, mepc and mtval are of that trap then
 */
bool trace_glue_translate(unsigned long va, enum trace_rights rights, u64 *pa);

/** True if registers of a usable component are there. */
bool trace_glue_has(u64 address);

#endif
