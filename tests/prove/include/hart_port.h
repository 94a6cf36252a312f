/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of the hart for CBMC: a read returns any value, a write is only
 * counted, and an access to memory of S-mode is an error unless the range was
 * judged.
 */
#ifndef HART_PORT_H
#define HART_PORT_H

#include <base/types.h>

/** @return any value */
u64 nondet_u64(void);
bool nondet_bool(void);

/** Writes to registers, devices, counters and memory since the beginning. */
extern unsigned int prove_writes;
/** False if the platform has just refused to start a counter of its own. */
extern bool prove_platform_did;
extern unsigned int prove_xlen;

void prove_shmem_touch(u64 address);

static inline unsigned int hart_xlen(void)
{
	return prove_xlen;
}

static inline unsigned long prove_word(void)
{
	u64 any = nondet_u64();

	return prove_xlen == 32 ? (u32)any : any;
}

static inline unsigned long hart_csr_read(unsigned int csr)
{
	(void)csr;
	return prove_word();
}

static inline void hart_csr_write(unsigned int csr, unsigned long value)
{
	(void)csr;
	(void)value;
	prove_writes++;
}

static inline bool hart_csr_try_read(unsigned int csr, unsigned long *value)
{
	*value = hart_csr_read(csr);
	return nondet_u64() & 1;
}

static inline unsigned long hart_csr_read_num(unsigned int csr)
{
	return hart_csr_read(csr);
}

static inline void hart_csr_write_num(unsigned int csr, unsigned long value)
{
	hart_csr_write(csr, value);
}

static inline void hart_csr_set(unsigned int csr, unsigned long bits)
{
	hart_csr_write(csr, bits);
}

static inline void hart_csr_clear(unsigned int csr, unsigned long bits)
{
	hart_csr_write(csr, bits);
}

/** Loads and stores are between these calls; any of them may fail. */
struct hart_shmem_guard {
	bool answered;
};

extern bool prove_guarded;

static inline void hart_shmem_guard(struct hart_shmem_guard *g)
{
	__CPROVER_assert(!prove_guarded, "no guard in a guard");
	prove_guarded = true;
	g->answered = nondet_bool();
}

static inline bool hart_shmem_answered(const struct hart_shmem_guard *g)
{
	return g->answered;
}

static inline bool hart_shmem_unguard(const struct hart_shmem_guard *g)
{
	__CPROVER_assert(prove_guarded, "a guard ends that has begun");
	prove_guarded = false;
	return g->answered;
}

/** The last load of each half of a 64-bit word. */
struct prove_seen {
	unsigned long address;
	u32 value;
};

extern struct prove_seen prove_loaded[2];

static inline u32 hart_shmem_load32(unsigned long address)
{
	struct prove_seen *last = &prove_loaded[address >> 2 & 1];

	prove_shmem_touch(address);
	last->address = address;
	last->value = (u32)nondet_u64();
	return last->value;
}

/**
 * A store of the value that was just loaded from the same address changes
 * nothing.
 */
static inline void hart_shmem_store32(unsigned long address, u32 value)
{
	const struct prove_seen *last = &prove_loaded[address >> 2 & 1];

	prove_shmem_touch(address);
	if (last->address != address || last->value != value)
		prove_writes++;
}

static inline bool hart_mmio_load32(unsigned long address, u32 *value)
{
	(void)address;
	*value = (u32)nondet_u64();
	return nondet_bool();
}

static inline bool hart_mmio_store32(unsigned long address, u32 value)
{
	(void)address;
	(void)value;
	prove_writes++;
	return nondet_bool();
}

#include "../../unit/fake/hart_mmio_parts.h"

static inline bool hart_mmio_poll(void)
{
	return nondet_bool();
}

static inline bool hart_lock_try(u32 *lock)
{
	if (*lock || nondet_bool())
		return false;
	*lock = 1;
	return true;
}

static inline void hart_lock_free(u32 *lock)
{
	__CPROVER_assert(*lock, "only a lock that is held is freed");
	*lock = 0;
}

#endif
