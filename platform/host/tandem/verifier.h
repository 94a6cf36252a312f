/* SPDX-License-Identifier: BSD-2-Clause */
/* A trace from a file through lib/verify, with a model and its memory. */
#ifndef HOST_TV_VERIFIER_H
#define HOST_TV_VERIFIER_H

#include <verify/second.h>
#include "settings.h"

struct tv_verifier {
	const struct tv_trace *trace;
	struct tv_settings *settings;
	struct symbols *symbols; /* of memory files come here */
	struct verify *verify;
	struct verify_model model;
	/* one of these two is the model */
	struct verify_hart *hart;
	struct verify_memory *memory;
	struct verify_second *second;
	struct input second_in;
	/* pieces of memory for pages */
	struct tv_pages *pages;
	struct tandem_element *element, *second_element;
	bool damaged; /* findings */
};

/** Who is told of findings, as struct verify_setup has it. */
typedef void tv_verifier_found(void *user, const struct verify *v,
			       const struct verify_finding *finding);

/** Make a verifier with the interpreter as model. */
void tv_verifier_hart(struct tv_verifier *verifier, tv_verifier_found *found,
		      void *user);

/** Make one with a second trace as model. */
void tv_verifier_second(struct tv_verifier *verifier, const char *path,
			tv_verifier_found *found, void *user);

/**
 * Verify the trace.
 * @return STATUS_OK when there is nothing to complain about
 */
int tv_verifier_run(struct tv_verifier *verifier);

void tv_verifier_free(struct tv_verifier *verifier);

#endif
