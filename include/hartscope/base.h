/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Base of the headers of the public library. The library allocates nothing,
 * keeps no global state, and needs only memcpy() and memset() of the C library.
 * Each object lives in memory of the caller: a function returns its size, its
 * alignment is HARTSCOPE_ALIGNMENT. Threads may use different objects at the
 * same time, but not one object.
 *
 * Structures that the caller fills have reserved fields, which must be zero.
 */
#ifndef HARTSCOPE_BASE_H
#define HARTSCOPE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Version of these headers. */
#define HARTSCOPE_LIBRARY_VERSION "0.1.0"

/** Alignment in bytes of all memory that the library is given for objects. */
#define HARTSCOPE_ALIGNMENT 16

#ifdef __cplusplus
extern "C" {
#endif

/** HARTSCOPE_LIBRARY_VERSION of the library's own headers; a static string. */
const char *hartscope_version(void);

/** Kinds of harts, as far as the meaning of instructions depends on them. */
struct hartscope_isa {
	uint8_t xlen;	     /* 32 or 64 */
	bool zcmp;	     /* CM.POPRET and its kin in place of C.FSDSP */
	bool zcmt;	     /* CM.JT and CM.JALT in place of C.FSDSP */
	bool zcb;	     /* hartscope_insn_expand() knows it */
	uint8_t reserved[4]; /* zero */
};

#ifdef __cplusplus
}
#endif

#endif
