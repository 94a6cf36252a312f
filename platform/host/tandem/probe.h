/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CSRs of a hart, from a trace that begins with all of them, like the trace
 * of QEMU's plugin.
 */
#ifndef HOST_TANDEM_PROBE_H
#define HOST_TANDEM_PROBE_H

#include <model/model.h>
#include <tandem/tandem.h>
#include "side.h"

struct tandem_probe {
	u8 *bytes; /* bytes read so far, to be verified first */
	size_t size;
	u64 listed[4096 / 64]; /* a bit for each CSR */
	unsigned int num;      /* of them */
	u64 vendor[3];	       /* mvendorid, marchid, mimpid */
};

/** Read the groups of state initialisation at the start of a trace. */
void tandem_probe_read(struct tandem_probe *probe, struct tandem_tail *tail,
		       struct input *in, const struct tandem_params *params);

/**
 * Remove state that the hart lacks, and set the hart's constants.
 * @return false: the trace has no such groups; config is unchanged
 */
bool tandem_probe_apply(const struct tandem_probe *probe,
			struct model_config *config);

/**
 * Add CSRs that the model lacks, and name them on standard error.
 * @param model made of config
 */
void tandem_probe_others(const struct tandem_probe *probe,
			 const struct model *model,
			 struct model_config *config);

#endif
