/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of a program, and the function of an address. */
#ifndef PROFILE_FUNCTION_H
#define PROFILE_FUNCTION_H

#include <base/types.h>

/** A function. Only start and end matter to this library. */
struct profile_function {
	u64 start; /* address of the first byte */
	u64 end;   /* address behind the last one */
	char *name;
	const char *file; /* source file that defines it, or NULL */
	u32 line;	  /* of the definition; 0: not known */
	bool sized;	  /* end is known, not estimated */
	bool filler;	  /* code between functions, padding mostly */
	bool unknown;	  /* a filler for unknown code */
};

/** Functions that do not overlap, in ascending order. */
struct profile_functions {
	const struct profile_function *function;
	size_t num;
};

/** @return true if the address is in the function */
static inline bool profile_function_holds(const struct profile_function *f,
					  u64 address)
{
	return address >= f->start && address < f->end;
}

/** @return the function that holds the address, or NULL */
const struct profile_function *
profile_function_find(const struct profile_functions *functions, u64 address);

#endif
