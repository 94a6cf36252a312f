/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interpreter of lib/model for traces without registers and memory, with
 * only the executed instructions. It finds out if a hart can execute them in
 * any state.
 */
#ifndef VERIFY_FLOW_H
#define VERIFY_FLOW_H

#include <verify/hart.h>

/**
 * A hart with known integer registers where instructions computed them from
 * constants. Before each step the unknown registers get values with which the
 * hart follows the trace, if there are such values.
 */
struct verify_flow {
	struct verify_hart *hart;
	u32 known;	 /* bit n: x[n] has the value that the hart has */
	u32 tried;	 /* ... before the step */
	u64 divergences; /* after it nothing is known */
	struct model_input in;
};

/**
 * Make a flow from a hart.
 * @param hart initialised by verify_hart_init(); it belongs to the flow from
 *	now on
 */
void verify_flow_init(struct verify_flow *flow, struct verify_hart *hart);

/** The hart as a model for verification. */
struct verify_model verify_flow_model(struct verify_flow *flow);

/**
 * Settings for such a trace: registers, addresses and mip are absent, the flags
 * in fcsr are decided outside. The verification believes the trace, since a
 * step of this model cannot be undone.
 * @return false: no room for so many registers
 */
bool verify_flow_config(struct verify_config *config);

#endif
