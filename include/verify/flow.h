/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interpreter of lib/model for traces that tell neither registers nor
 * memory, only what was executed: is there any state in which a hart does that?
 */
#ifndef VERIFY_FLOW_H
#define VERIFY_FLOW_H

#include <verify/hart.h>

/**
 * A hart of which the integer registers are known as far as instructions make
 * them of constants. Before each step it gives those that are not the values
 * with which the hart does what the trace says, if there are such values.
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

/** It as a model. */
struct verify_model verify_flow_model(struct verify_flow *flow);

/**
 * Take for absent what such a trace has not: registers, addresses, mip; what
 * arithmetic leaves in fcsr is decided outside. The trace is believed, as a step of this model cannot be taken back.
 * @return false: there is no room for so many registers
 */
bool verify_flow_config(struct verify_config *config);

#endif
