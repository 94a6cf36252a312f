/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A trace in memory, its groups, and where in its bytes the values of its
 * elements are: for tests that change them.
 */
#ifndef STEPS_H
#define STEPS_H

#include "../unit/verify_rig.h"

/** Bytes of a value, inside of a trace. */
struct value_bytes {
	u64 offset; /* of the first one, in the trace */
	unsigned int num;
};

struct trace {
	u8 *bytes; /* private: may be changed */
	u64 size;
	struct tandem_params params;
};

/** Read a file; ends the program with a message when it cannot. */
void trace_read(struct trace *trace, const char *path,
		const struct tandem_params *params);
void trace_free(struct trace *trace);

/** Groups one by one. */
struct steps {
	struct tandem_decoder decoder; /* decoder.group is the group */
	struct tandem_element element[VRIG_ROOM];
	bool finished;
	u64 number; /* of groups so far */
};

void steps_start(struct steps *steps, const struct trace *trace);

/** @return false: there is no other group */
bool steps_next(struct steps *steps);

/**
 * Where the value of an element is, and, of a memory request, its address.
 * @param value	out: num is 0 if it has none
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
