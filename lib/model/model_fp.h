/* SPDX-License-Identifier: BSD-2-Clause */
/* Floating-point registers and flags, for the instructions of F, D, Zfh, Zfa. */
#ifndef MODEL_FP_H
#define MODEL_FP_H

#include "model_float.h"
#include "model_runs.h"

/** The format of a code (field fmt): 0 single, 1 double, 2 half. */
const struct float_format *model_fp_format(unsigned int code);

/** The number in a register; the canonical NaN if it is not boxed for this
 * format. */
u64 model_fp_get(const struct model *m, unsigned int reg,
		 const struct float_format *f);

/** Write a register, and note the write. */
void model_fp_set(struct model *m, struct model_step *s, unsigned int rd,
		  u64 value, const struct float_format *f);

/** Set flags of fcsr. @param flags enum float_flags */
void model_fp_raise(struct model *m, struct model_step *s, u32 flags);

/** @return true if mstatus.FS is off; then the trap is taken */
bool model_fp_is_off(struct model *m, struct model_step *s);

/**
 * Set format and rounding mode of an instruction.
 * @return false: the mode is reserved, or mstatus.FS is off; the trap is taken
 */
bool model_fp_begin(struct model *m, const struct model_op *op,
		    struct model_step *s, struct float_context *c);

#endif
