/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that join lib/trace to OpenSBI. */
#ifndef TRACE_GLUE_H
#define TRACE_GLUE_H

#include <sbi/sbi_scratch.h>
#include <trace/memory.h>
#include <trace/mmio.h>
#include <trace/trace.h>

#include "fdt_trace_walk.h"

enum { TRACE_NAME_MAX = 32 };

/** A component in the device tree; number n is the core's number. */
struct trace_node {
	char name[TRACE_NAME_MAX]; /* of the node, with its unit address */
	const char *wrong;	   /* the error in the tree, or NULL */
	const char *hart, *leads;  /* errors that count only for some types */
	const char *with;	   /* name of another node in the message */
};

/** The components of the machine. t->count is 0 where there are none. */
extern struct trace trace_glue;
extern struct trace_node trace_nodes[TRACE_COMPONENTS_MAX];

/**
 * Describe the components in the device tree, without access to them.
 * @return nodes beyond TRACE_COMPONENTS_MAX, which were ignored
 */
u32 fdt_trace_describe(const void *fdt, struct trace *t);

/** @return /chosen, or below 0: the tree of fdt_trace_describe() has none.
 * libfdt would first search all nodes before it. */
int fdt_trace_chosen(void);

/** Levels of the tree; Linux has as many. */
enum { TRACE_DEPTH_MAX = 63 };

/** A walk through all nodes, with components in the order of their numbers. At
 * its start all members are 0, except within: TRACE_DEPTH_MAX. */
struct trace_step {
	int node, depth, within;
	bool ours;    /* an enabled component */
	bool strange; /* enabled, and closed although it is no component */
};

/** Go to the next node. Nothing inside a component, or inside one of CoreSight,
 * is a component, as in fdt_trace_describe(). @return false: no more nodes */
bool fdt_trace_step(const void *fdt, struct trace_step *s);

/** Kinds of nodes, by their names. */
enum fdt_kind {
	FDT_KIND_OTHER,
	FDT_KIND_UNKNOWN, /* named like trace hardware */
	FDT_KIND_LENT,	  /* of CoreSight, and S-mode's by the policy */
	FDT_KIND_FOREIGN, /* of CoreSight, unknown */
	FDT_KIND_PASSIVE, /* of CoreSight, without registers: ways go through
			   * it */
	FDT_KIND_OURS,	  /* from here on components: */
	FDT_KIND_TCI = FDT_KIND_OURS,
	FDT_KIND_XUANTIE,     /* registers of TCI, with other connections */
	FDT_KIND_JOINED,      /* the same, and its hart is a phandle */
	FDT_KIND_OLD_ENCODER, /* version 0 */
	FDT_KIND_OLD_FUNNEL,
	FDT_KIND_CS_FUNNEL, /* CoreSight's */
	FDT_KIND_CS_REPLICATOR,
	FDT_KIND_CS_TMC,
};
#define FDT_KIND_IS_CORESIGHT(kind)                                  \
	((kind) == FDT_KIND_FOREIGN || (kind) == FDT_KIND_PASSIVE || \
	 (kind) >= FDT_KIND_CS_FUNNEL)

/** Registers that no component has; they are closed. */
#define FDT_KIND_IS_STRANGE(kind) \
	((kind) == FDT_KIND_UNKNOWN || (kind) == FDT_KIND_FOREIGN)

/** @param list, len value of compatible; list may be NULL */
enum fdt_kind fdt_trace_kind(const char *list, int len);

/** In place of a component's number: parts without registers, from the first
 * one on; all foreign parts; all components without room. */
enum {
	FDT_TRACE_PASSIVE = 0xff00,
	FDT_TRACE_PASSIVES_MAX = 16,
	FDT_TRACE_ENDS_MAX = 256,
	FDT_TRACE_BY_REMOTE = 0xff, /* port: of the input that has this
				     * remote */
	FDT_TRACE_PASSED_OVER = TRACE_NONE - 2,
	FDT_TRACE_FOREIGN = TRACE_NONE - 1,
};

/**
 * An end of a connection. If nodes name components and not ends, phandle is the
 * component's for its outputs and for one input more, FDT_TRACE_BY_REMOTE, and
 * remote of an input is the component that leads there.
 */
struct fdt_trace_end {
	u32 phandle, remote; /* 0: none */
	u16 component;	     /* or one of the above */
	u8 port;	     /* its number */
	bool out;
};

/** Forget all ends; add one. @return false: there is no room */
void fdt_trace_ends_begin(void);
bool fdt_trace_ends_add(const struct fdt_trace_end *end);

/** Join components by their ends; store errors in trace_nodes[]. */
void fdt_trace_ends_connect(struct trace *t);

/** The driver of the components by /chosen; below 0: none. */
enum trace_policy fdt_trace_policy(const void *fdt, int chosen);

/** Check conditions that depend on types, after trace_probe(). */
void fdt_trace_judge(struct trace *t);

/** True if the tree has enabled nodes of hardware that is closed, and that is
 * no component. */
bool fdt_trace_has_strangers(void);

/**
 * A window of registers, as harts reach it.
 * @param path nodes from the root, 0, to the parent of the node, depth - 1
 * @param reg, n the property, and the number of the window in it
 * @return false: there is no such window, or a bus does not lead to it
 */
bool fdt_trace_reg(const struct fdt_walk_level *path, int depth,
		   const struct fdt_walk_value *reg, u32 n, u64 *base,
		   u64 *size);

/** The unit address in the name of a node, as harts reach it. Parameters as above.
 * @return false: the name has none */
bool fdt_trace_unit(const struct fdt_walk_level *path, int depth,
		    const char *name, u64 *base);

/**
 * Find the memory that a bus master reaches, by dma-ranges and the interconnect
 * called "dma-mem". Property iommus of the node itself is the caller's.
 * @param path nodes from the root to the node
 * @param memory out, allocated for ever; NULL: the bus has the harts' addresses
 * @return NULL, or the reason why the way cannot be followed
 */
const char *fdt_trace_memory(const void *fdt, int node,
			     const struct fdt_walk_level *path, int depth,
			     const struct trace_memory **memory);

/** True if /chosen permits trace of M-mode. */
bool fdt_trace_shows_m(const void *fdt, int chosen);

/** True if /chosen gives the registers of bus masters to S-mode. */
bool fdt_trace_trusts(const void *fdt, int chosen);

/** Note registers of all other devices by trace_domain_neighbour(). */
void fdt_trace_neighbours(const void *fdt);

/**
 * Edit the tree for the next stage: a component that it cannot use is disabled,
 * and one with translated registers gets the standard's name.
 * @param usable true if it can use component n
 */
void fdt_trace_hand_on(void *fdt, const struct trace *t,
		       bool (*usable)(const struct trace *t, u32 n));

/** Keep the next stage from using the memory of a fixed sink. */
void fdt_trace_reserve(void *fdt, u64 base, u64 size);

/**
 * Note registers of trace hardware, which trace_domain_protect() closes.
 * @param name of the node, in the tree
 * @param component that has them; another number: none
 * @return false: it closes nothing, or only the first page
 */
bool trace_domain_close(const char *name, u64 base, u64 size, u32 component);

/** True if the tree has no trace hardware. */
bool trace_domain_is_empty(void);

/** The tree has hardware that could not be noted: no trace can be used. */
void trace_domain_lose(void);

/** Note registers of another device. @param node its place in the tree */
void trace_domain_neighbour(const char *name, int node, u64 base, u64 size);

/** A node is the parent of trace hardware, and so no other device. */
void trace_domain_enclose(int node);

/** @return the reason why a page cannot have registers, or NULL */
const char *trace_domain_page_wrong(u64 page);

/**
 * Close all noted registers in every domain, except those of components that
 * were handed over. A component whose registers stay open is refused, and so
 * are those that are connected with it.
 * @param trusted S-mode may write anywhere: registers of sinks may stay open
 * @return 0, or an error of OpenSBI: S-mode must not run
 */
int trace_domain_protect(struct trace *t, bool trusted);

/** Reserve pages that are closed and that the tree for the next stage has as memory. */
void trace_domain_reserve(void *fdt);

/** Registers that the entries of a hart's PMP leave open. */
enum trace_shut {
	TRACE_SHUT,
	TRACE_READERS_OPEN, /* registers of components that write no memory */
	TRACE_WRITERS_OPEN,
};

/** Read the entries of this hart, after OpenSBI has set them for a domain.
 * @param page out: of the first registers that S-mode reaches */
enum trace_shut trace_domain_look(u64 *page);

/** True if M-mode itself needs a region to reach registers. */
bool trace_domain_smepmp(void);

/** True if the boot is to be silent. */
bool trace_report_quiet(void);

/** Print a line for each component that is refused or remarkable, and their
 * number. @param more components without room */
void trace_report_all(u32 more);

/** From now on, this hart may take the short way for accesses. */
void trace_glue_arm(void);

/** V, R or W, and U of an entry of a page table (privileged ISA, "Sv32"), for a
 * page that U-mode may load or store. */
enum trace_rights { TRACE_LOADS = 0x13, TRACE_STORES = 0x15 };

/**
 * Translate an address by satp, for an access in the mode of mstatus.MPP. A
 * page that is only executable cannot be loaded, for any mstatus.MXR.
 * @param pa is out @return false: no entry allows it, or the load of an entry
 *	trapped in M-mode; mcause, mepc and mtval are of that trap then
 */
bool trace_glue_translate(unsigned long va, enum trace_rights rights, u64 *pa);

/** True if the address has registers of a usable component. */
bool trace_glue_has(u64 address);

#endif
