/* SPDX-License-Identifier: BSD-2-Clause */
/* The interpreter of lib/model as a model for the verification of traces. */
#ifndef VERIFY_HART_H
#define VERIFY_HART_H

#include <verify/memory.h>
#include <verify/verify.h>

/** A hart and its memory, which is set up with verify_memory_init() first. */
struct verify_hart {
	struct model model;
	struct model_step did;
	struct model_input given; /* with code that memory did not have */
	struct verify_memory *memory;
};

/**
 * Make a hart.
 * @param v the verification that will use the hart; nothing is read from it yet
 */
void verify_hart_init(struct verify_hart *hart,
		      const struct model_config *config,
		      struct verify_memory *memory, struct verify *v);

/** The hart as a model. */
struct verify_model verify_hart_model(struct verify_hart *hart);

/**
 * Add the bits that the hart does not determine to those decided outside:
 * counters, lines of mip.
 * @return false: no room for so many registers
 */
bool verify_hart_masks(const struct verify_hart *hart,
		       struct verify_config *config);

#endif
