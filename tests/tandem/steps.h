/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A trace in memory, its groups, and the places of its elements' values in its
 * bytes: for tests that change them.
 */
#ifndef STEPS_H
#define STEPS_H

#include "../unit/verify/verify_rig.h"

/** Bytes of a value, inside of a trace. */
struct value_bytes {
	u64 offset; /* of the lowest byte, in the trace */
	unsigned int num;
};

struct trace {
	u8 *bytes; /* a private copy, which may be changed */
	u64 size;
	struct tandem_params params;
};

/** Read a file; end the program with a message if this fails. */
void trace_read(struct trace *trace, const char *path,
		const struct tandem_params *params);
void trace_free(struct trace *trace);

/** Groups, one by one. */
struct steps {
	struct tandem_decoder decoder; /* decoder.group is the group */
	struct tandem_element element[VRIG_ROOM];
	bool finished;
	u64 number; /* of groups so far */
};

void steps_start(struct steps *steps, const struct trace *trace);

/** @return false: there is no further group */
bool steps_next(struct steps *steps);

/**
 * Find the value of an element, and the address of a memory request.
 * @param value    out: num is 0 if it has none
 * @param address out: the same
 */
void steps_value(const struct tandem_params *params,
		 const struct tandem_group *group,
		 const struct tandem_element *e, struct value_bytes *value,
		 struct value_bytes *address);

/** @return true if a group is of one instruction or trap */
bool steps_is_step(const struct tandem_group *group);

/** A random number below limit, which is not 0. */
u64 steps_random(u64 *state, u64 limit);

/** Fill a rig's memory from a file of Verilog's hexadecimal. */
void steps_memory(struct vrig *rig, const char *path);

#endif
