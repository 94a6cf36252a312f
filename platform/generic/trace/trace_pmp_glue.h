/* SPDX-License-Identifier: BSD-2-Clause */
/* Entries of the PMP (privileged ISA, "PMP"; Smepmp): as they close registers of
 * trace hardware, and as a hart holds them. */
#ifndef TRACE_PMP_GLUE_H
#define TRACE_PMP_GLUE_H

#include <sbi/riscv_encoding.h>
#include <sbi/sbi_types.h>

/** log2 of the size of the largest region around several windows. */
enum { TRACE_COVER_MAX = 24 };

/** A naturally aligned part of the addresses, for one entry. */
struct trace_piece {
	u64 base;
	u32 order;
	bool writes; /* it has registers of what can write memory */
};

struct trace_pieces {
	struct trace_piece *piece; /* in order of addresses */
	u32 count;
};

static inline u64 trace_size(u32 order)
{
	return 1ull << order;
}

static inline u64 trace_last(const struct trace_piece *p)
{
	return p->base + trace_size(p->order) - 1;
}

/** Add a piece, in the room before the first one; pieces may have parts of each
 * other until the next trace_pieces_merge(). */
void trace_pieces_add(struct trace_pieces *all, u64 base, u32 order,
		      bool writes);

/** Join pieces that have each other, and halves of a larger piece. */
void trace_pieces_merge(struct trace_pieces *all);

/**
 * Replace pieces until there are at most this number: first by larger ones
 * around several; then only of registers that can write memory; then by larger
 * ones that have other devices, too. At last only the first ones stay.
 */
void trace_pieces_fit(struct trace_pieces *all, u32 most);

/** True if pieces have all of a range; any byte of it. */
bool trace_pieces_have(const struct trace_pieces *all, u64 base, u64 last);
bool trace_pieces_touch(const struct trace_pieces *all, u64 base, u64 last);

/** A window of registers in the tree. */
struct trace_place {
	struct trace_place *next;
	u64 base, last;
	const char *name;
	u32 component; /* which has them, or TRACE_NONE and above */
	int node;
	bool spared; /* open, because a neighbour needs the block */
};

/** All of trace hardware; all of devices near it. */
extern struct trace_places {
	struct trace_place *registers, *others;
	bool lost;	/* there may be more trace hardware */
	bool no_memory; /* not all are here */
} trace_found;

/** The component that has them, or NULL; true if it was handed over. */
struct trace_component *trace_component_of(const struct trace_place *p);
bool trace_is_handed(const struct trace_place *p);

/** Another device, or registers that were handed over, in a range; or NULL. */
const struct trace_place *trace_other_in(u64 base, u64 last);

/** True if a range cannot be closed: M-mode's own, or memory. */
bool trace_is_kept(u64 base, u64 size);
bool trace_is_firmware(u64 base, u64 size);

/** Divide a place of several blocks: other devices and memory keep theirs, except
 * the first one, and each part that is left is a place.
 * @param block in bytes, a power of 2 */
void trace_place_split(struct trace_place *p, u64 block);

struct trace_pmp_entry {
	u64 base, last;
	bool open; /* S-mode may load, store or execute */
};

/** Read the entries of this hart. @param entry out: room for PMP_COUNT
 * @return number of entries that match addresses */
u32 trace_pmp_read(struct trace_pmp_entry *entry);

/** True if S-mode reaches no byte of a range, by entries in order. An address
 * without an entry is out of its reach. */
bool trace_pmp_shuts(const struct trace_pmp_entry *entry, u32 count, u64 base,
		     u64 last);

#endif
