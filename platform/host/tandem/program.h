/* SPDX-License-Identifier: BSD-2-Clause */
/* The programs that a tandem trace is of: for their symbols. */
#ifndef HOST_TV_PROGRAM_H
#define HOST_TV_PROGRAM_H

#include <argp.h>
#include "image.h"
#include "symbols.h"

struct tv_program {
	char **path;
	size_t num;
	u64 *offset;
	unsigned int xlen; /* after loading; 0: there is no program */
	struct symbols symbols;
};

/** Parses --image; its input is a struct tv_program. */
extern const struct argp tv_program_argp;

/** Read the files. Exits with a message when one cannot be used. */
void tv_program_load(struct tv_program *program);

void tv_program_free(struct tv_program *program);

#endif
