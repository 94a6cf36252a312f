/* SPDX-License-Identifier: BSD-2-Clause */
/* The programs of a tandem trace, for their symbols. */
#ifndef HOST_TANDEM_PROGRAM_H
#define HOST_TANDEM_PROGRAM_H

#include <argp.h>
#include "image.h"
#include "symbols.h"

struct tandem_program {
	char **path;
	size_t num;
	u64 *offset;
	unsigned int xlen; /* after loading; 0: no program */
	struct symbols symbols;
};

/** Parses --image; its input is a struct tandem_program. */
extern const struct argp tandem_program_argp;

/** Read the files. Exits with a message if one cannot be used. */
void tandem_program_load(struct tandem_program *program);

void tandem_program_free(struct tandem_program *program);

#endif
