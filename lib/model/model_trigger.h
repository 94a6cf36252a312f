/* SPDX-License-Identifier: BSD-2-Clause */
/* Triggers, between the files of the model. */
#ifndef MODEL_TRIGGER_H
#define MODEL_TRIGGER_H

#include "model_internal.h"

enum {
	MODEL_TRIGGER_LOAD = 1 << 0,
	MODEL_TRIGGER_STORE = 1 << 1,
	MODEL_TRIGGER_EXECUTE = 1 << 2,
};

/**
 * Take the breakpoint exception of a trigger at an access.
 * @param access MODEL_TRIGGER_*, perhaps several
 * @return true: trap taken
 */
bool model_trigger_fires(struct model *m, struct model_step *s,
			 unsigned int access, u64 address, unsigned int bytes);

/**
 * Take the breakpoint exception of a trigger at a load or store.
 * @param kind enum model_access
 * @return true: trap taken
 */
bool model_trigger_access(struct model *m, struct model_step *s,
			  unsigned int kind, u64 address, unsigned int bytes);

/* get and set of tselect, tdata1 to tdata3 and tinfo */
u64 model_trigger_get(const struct model *m, u32 number);
void model_trigger_set(struct model *m, u32 number, u64 value);

#endif
