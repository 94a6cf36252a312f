/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of the verified hart, as far as it is known: from images, from state
 * initialisation, from stores, and from loads of unknown memory. Also the bus
 * of lib/model over this memory.
 */
#ifndef VERIFY_MEMORY_H
#define VERIFY_MEMORY_H

#include <model/model.h>

struct verify;

/** The kind of memory at an address. */
enum verify_memory_kind {
	VERIFY_MEMORY_DEVICE, /* loads give the value of the trace */
	VERIFY_MEMORY_RAM,    /* unknown until the trace shows it */
	VERIFY_MEMORY_ZERO,   /* RAM that is 0 at first */
};

#define VERIFY_MEMORY_BUCKETS 4096
#define VERIFY_MEMORY_UNDOS 256
#define VERIFY_MEMORY_RANGES 64

/** A page with known bytes. */
struct verify_page {
	u64 paddr; /* multiple of MODEL_PAGE */
	struct verify_page *next;
	u32 missing;		      /* number of unknown bytes */
	u8 known[MODEL_PAGE / 8 + 1]; /* a bit for each byte, and one more */
	u8 bytes[MODEL_PAGE];
	/* a bit for each 8 bytes: a walk used them as an entry */
	u64 walked[MODEL_PAGE / 8 / 64];
	u64 recent[MODEL_PAGE / 8 / 64]; /* ... since the last fence */
	u64 epoch; /* of `recent`; in a later one no bit counts */
	/* ... another writer than the hart has written them since. `own` has
	 * their values without that, and exists as soon as a bit was set */
	u64 foreign[MODEL_PAGE / 8 / 64];
	struct verify_page *own;
};

struct verify_memory_range {
	u64 first, last; /* addresses */
	u8 kind;	 /* enum verify_memory_kind */
};

/* Bytes that a tentative store has overwritten. */
struct verify_memory_undo {
	u64 paddr, before;
	u8 bytes;
};

struct verify_memory {
	/**
	 * Set by the caller: memory for one page, never freed.
	 * @return NULL: no memory; the page stays unknown
	 */
	struct verify_page *(*alloc)(void *user);
	void *user;
	/* read: a page has become plain, model_flush() makes it fast */
	bool flush;
	bool exhausted; /* read: alloc() had no memory left */
	/* RAM is named: the model fetches and stores in partly known pages */
	bool partial;
	struct verify_page *code, *data; /* the last such place */
	struct verify *verify; /* source of loaded values; set by its owner */
	u64 epoch;	       /* of walked entries */
	bool outside;	       /* present writes are not by the hart */
	/* The bytes that store() has overwritten, their address and number; the
	 * reader sets them to 0 */
	u64 before, stored_paddr;
	unsigned int stored;
	bool trial; /* every access goes through the bus */
	u32 undos;
	struct verify_memory_undo undo[VERIFY_MEMORY_UNDOS];
	u32 ranges;
	struct verify_memory_range range[VERIFY_MEMORY_RANGES];
	struct verify_page *bucket[VERIFY_MEMORY_BUCKETS];
};

/** Start with unknown memory. @param alloc see struct verify_memory */
void verify_memory_init(struct verify_memory *memory,
			struct verify_page *(*alloc)(void *user), void *user);

/**
 * Set the kind of a range of addresses; if two overlap, the first one counts.
 * Outside of all ranges a page is a device until the first write, and RAM from
 * then on.
 * @param size at least 1; the end must be at most 2^64
 * @return false: no room for more ranges, or size is 0
 */
bool verify_memory_range(struct verify_memory *memory, u64 base, u64 size,
			 enum verify_memory_kind kind);

/** Set the initial contents. @return false: not all could be kept */
bool verify_memory_put(struct verify_memory *memory, u64 paddr, const u8 *bytes,
		       u64 size);

/** @return false: not all of the bytes are known. @param bytes up to 8 */
bool verify_memory_read(const struct verify_memory *memory, u64 paddr,
			unsigned int bytes, u64 *value);

/** @return false: this memory is not kept. @param bytes up to 8 */
bool verify_memory_write(struct verify_memory *memory, u64 paddr,
			 unsigned int bytes, u64 value);

/** @return true if all of the bytes are known. @param bytes up to 8, in one page */
bool verify_memory_knows(struct verify_memory *memory, u64 paddr,
			 unsigned int bytes);

/** The use of a page table entry. */
enum verify_walked {
	VERIFY_WALKED_NEVER,
	VERIFY_WALKED_BEFORE, /* but not since the last fence */
	VERIFY_WALKED_NOW,
};

enum verify_walked verify_memory_walked(const struct verify_memory *memory,
					u64 paddr);

/** Start: no page table entry was used yet. */
void verify_memory_unwalk(struct verify_memory *memory);

/** Note a fence: from now on the hart walks page tables anew. */
void verify_memory_fence(struct verify_memory *memory);

/**
 * Note that another writer than the hart is about to write an entry of a known
 * page. If the hart walks the entry before it stores there,
 * verify_alone_walked() is called.
 */
void verify_memory_foreign(struct verify_memory *memory, u64 paddr);

/**
 * Note a store that the model made without the bus.
 * @param bytes all in one page
 */
void verify_memory_stored(struct verify_memory *memory, u64 paddr,
			  unsigned int bytes);

/**
 * Start or stop keeping the bytes that stores overwrite. The model is flushed,
 * so that its next step goes through the bus.
 */
void verify_memory_trial(struct verify_memory *memory, bool on);

/** Undo the latest stores, down to a value of `undos`. */
void verify_memory_back(struct verify_memory *memory, u32 undos);

/** The bus of a model of the hart. */
struct model_bus verify_memory_bus(struct verify_memory *memory);

#endif
