/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a tandem trace does not say itself: a text file beside it, TRACE.params,
 * with lines "KEY VALUE..."; "#" starts a comment. The keys are explained in
 * docs/tandem.md.
 */
#ifndef HOST_TV_PARAMS_H
#define HOST_TV_PARAMS_H

#include "base/types.h"

/** A line that says something. */
struct tv_param {
	char *key;
	char *value; /* the rest of the line, without blanks around it */
	u64 number;  /* of the line, from 1 */
};

struct tv_params {
	char *path;
	struct tv_param *param;
	size_t num;
};

/**
 * Read a file. Exits with a message when it cannot, or when a line has a key
 * without a value.
 */
void tv_params_read(struct tv_params *params, const char *path);

/** Read the file that belongs to a trace, if it is there. */
void tv_params_read_of(struct tv_params *params, const char *trace);

/**
 * The next line with a key.
 * @param after	the line before, NULL for the first
 * @return NULL: there is none
 */
const struct tv_param *tv_params_next(const struct tv_params *params,
				      const char *key,
				      const struct tv_param *after);

/** Exit with a message about a line. */
void tv_params_die(const struct tv_params *params, const struct tv_param *param,
		   const char *why) __attribute__((noreturn));

/**
 * The number of a line that has nothing else; exits with a message when it is
 * none, or out of [low, high].
 */
u64 tv_params_number(const struct tv_params *params,
		     const struct tv_param *param, u64 low, u64 high);

void tv_params_free(struct tv_params *params);

#endif
