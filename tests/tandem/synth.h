/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces that are made up: random instructions executed by lib/model, and a
 * record of all notes of their steps.
 */
#ifndef SYNTH_H
#define SYNTH_H

#include "steps.h"

struct synth;

/**
 * Make a trace.
 * @param preset of lib/model
 * @param trace    out: the trace
 */
struct synth *synth_make(const char *preset, u64 seed, struct trace *trace);

/** Fill a rig's memory with the memory at the start of the trace. */
void synth_memory(const struct synth *synth, struct vrig *rig);

void synth_free(struct synth *synth, struct trace *trace);

#endif
