/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces that are made up: random instructions executed by lib/model, and all
 * that it says of them written down.
 */
#ifndef SYNTH_H
#define SYNTH_H

#include "steps.h"

struct synth;

/**
 * Make a trace.
 * @param preset of lib/model
 * @param trace	out: it
 */
struct synth *synth_make(const char *preset, u64 seed, struct trace *trace);

/** Give a rig the memory that the trace starts with. */
void synth_memory(const struct synth *synth, struct vrig *rig);

void synth_free(struct synth *synth, struct trace *trace);

#endif
