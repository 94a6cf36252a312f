/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables with the number and the bytes of each kind. */
#ifndef HOST_SIZES_H
#define HOST_SIZES_H

#include "io.h"

struct size_row {
	u64 count;
	u64 bytes;
};

/** Count one item. */
void size_add(struct size_row *row, u64 bytes);

/** The line with the names of columns. */
void size_head(struct output *out, const char *kind, const char *count);

/** A row, unless it is empty. @param all the sum for its share, in bytes */
void size_write(struct output *out, const char *name,
		const struct size_row *row, u64 all);

/** A part of a whole; 0 if the whole is 0. */
double size_ratio(double part, double all);

#endif
