/* SPDX-License-Identifier: BSD-2-Clause */
/* A trace from a file through lib/verify, with a model and its memory. */
#ifndef HOST_TANDEM_VERIFIER_H
#define HOST_TANDEM_VERIFIER_H

#include <verify/flow.h>
#include <verify/second.h>
#include "claims.h"
#include "live.h"
#include "probe.h"
#include "settings.h"

struct tandem_verifier {
	const struct tandem_trace *trace;
	struct tandem_settings *settings;
	struct symbols *symbols; /* for symbols of memory files */
	struct verify *verify;
	struct verify_model model;
	/* one of these two is the model */
	struct verify_hart *hart;
	struct verify_memory *memory;
	struct verify_flow flow; /* hart, of a trace without registers */
	struct verify_second *second;
	struct input in, second_in;
	struct tandem_tail tail, second_tail;
	struct tandem_side second_front;
	struct tandem_live live;
	u64 stop_at; /* divergences; 0: no limit */
	struct tandem_probe probe;
	/* pieces of memory for pages */
	struct tandem_pages *pages;
	struct tandem_element *element, *second_element;
	bool damaged; /* findings */
	bool named;   /* the missing parts of the model were reported */
	struct tandem_claims claims;
};

/** The function that takes findings, as in struct verify_setup. */
typedef void tandem_verifier_found(void *user, const struct verify *v,
				   const struct verify_finding *finding);

/**
 * Open the trace; before all else, as the file beside it may appear only then.
 * Exits with a message if it cannot.
 */
void tandem_verifier_open(struct tandem_verifier *verifier);

/** A divergence has this finding: stop if the limit is reached. */
void tandem_verifier_finding(struct tandem_verifier *verifier,
			     const struct verify_finding *finding);

/** Make a verifier with lib/model's hart as model. */
void tandem_verifier_hart(struct tandem_verifier *verifier,
			  tandem_verifier_found *found, void *user);

/** Make one with a second trace as model. */
void tandem_verifier_second(struct tandem_verifier *verifier, const char *path,
			    tandem_verifier_found *found, void *user);

/**
 * Verify the trace.
 * @return STATUS_OK if nothing was reported
 */
int tandem_verifier_run(struct tandem_verifier *verifier);

void tandem_verifier_free(struct tandem_verifier *verifier);

#endif
