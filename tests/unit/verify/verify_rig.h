/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A verification with the interpreter as model, with its memory and findings;
 * and traces in a notation that is short enough for rows of tables.
 */
#ifndef VERIFY_RIG_H
#define VERIFY_RIG_H

#include <verify/flow.h>

#include "../../../lib/verify/verify_internal.h"

enum {
	VRIG_FINDINGS = 4096,
	VRIG_ROOM = 4096,  /* most elements in a group */
	VRIG_PAGES = 32,   /* the most that vrig_keep() can keep */
	VRIG_BYTES = 8192, /* the most in a trace in the notation */
};

struct vrig {
	struct verify_config config; /* set before vrig_start() */
	struct model_config hart_config;
	struct verify v;
	struct verify_hart hart;
	bool any_model; /* true: no part that only the hart's model has */
	bool has_flow;	/* true: the model is flow, over hart */
	struct verify_flow flow;
	struct verify_memory memory;
	struct verify_model model;
	struct tandem_element element[VRIG_ROOM];
	struct {
		struct verify_page page;
		unsigned int bucket;
	} kept[VRIG_PAGES];
	size_t num_kept;
	size_t num; /* number of findings; may be more than are kept */
	struct verify_finding finding[VRIG_FINDINGS];
	u32 origins; /* number of origins of the first finding */
	struct verify_origin origin[VERIFY_ORIGINS_MAX];
};

/** A rig for a preset of lib/model; memory is unknown and there are no ranges. */
struct vrig *vrig_new(const char *preset);

/** Reset the rig, with the present config and hart_config; memory is kept. */
void vrig_start(struct vrig *rig);

/** Verify a whole trace, in pieces of this number of bytes. */
void vrig_run(struct vrig *rig, const u8 *bytes, size_t len, size_t piece);

/** Forget the contents of memory, but not its ranges. */
void vrig_forget(struct vrig *rig);

/** Save the contents of memory, for vrig_restore(). */
void vrig_keep(struct vrig *rig);
void vrig_restore(struct vrig *rig);

void vrig_free(struct vrig *rig);

/**
 * Findings as text, one per line: "GROUP KIND [SUBJECT] EXPECTED SEEN", with
 * "-" for SEEN if the trace has nothing. Valid until the next call.
 */
const char *vrig_text(const struct vrig *rig);

/**
 * Convert elements to bytes. Words are separated by blanks; numbers are
 * hexadecimal: [ ] reset init, + (increment pc), pc=N priv=N mtime=N, i=N
 * (instruction), x5=N f5=N c300=N (registers; c5+N adds, c3|N sets bits, x and
 * f too), ea=N pa=N pp=N (addresses), sd8=N to sd64=N, memory requests load32@N
 * store8@N:DATA lr64@N sc64@N:DATA amoadd32@N:DATA fetch16@N, and their
 * response ok, ok:DATA or fail.
 * @param bytes    out: VRIG_BYTES
 * @return number of bytes
 */
size_t vrig_bytes(const struct tandem_params *params, const char *text,
		  u8 *bytes);

/** A trace, and its expected findings. */
struct vrig_row {
	const char *name;
	const char *trace; /* in the notation */
	/*
	 * as from vrig_text(); a last line "= ADOPTED DOUBTS" is checked, too
	 */
	const char *text;
};

/**
 * Verify the trace of each row, with settings that a function has changed.
 * @param set      may be NULL
 */
void vrig_rows(const char *preset, void (*set)(struct vrig *rig),
	       const struct vrig_row *rows, size_t num);

#endif
