/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interpreter of lib/model for traces that have neither registers nor memory,
 * only the executed instructions. Finds out if a hart can execute them in some
 * state.
 */
#ifndef VERIFY_FLOW_H
#define VERIFY_FLOW_H

#include <verify/hart.h>

/**
 * A hart whose integer registers are known where instructions computed them from
 * constants. Before each step the unknown ones get values with which the hart
 * does what the trace says, if there are such values.
 */
struct verify_flow {
	struct verify_hart *hart;
	u32 known;	 /* bit n: x[n] has the value that the hart has */
	u32 tried;	 /* ... before the step */
	u64 divergences; /* after which nothing is known */
	struct model_input in;
};

/**
 * Make one of a hart.
 * @param hart verify_hart_init() was called; it is the flow's from now on
 */
void verify_flow_init(struct verify_flow *flow, struct verify_hart *hart);

/** The hart as a model to verify with. */
struct verify_model verify_flow_model(struct verify_flow *flow);

/**
 * Settings for such a trace: registers, addresses and mip are absent, the flags
 * in fcsr are decided outside. The trace is believed, since a step of this model
 * cannot be taken back.
 * @return false: there is no room for so many registers
 */
bool verify_flow_config(struct verify_config *config);

#endif
