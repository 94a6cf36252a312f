/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code log: which code a hart has found where, for programs that change
 * while they are traced, and machines on which the same address means other
 * code in another process. A file of records, each of bytes that a hart found
 * at an address, in the order in which it came to execute them.
 *
 * A hart's records come in groups. Those of one group do not contradict each
 * other; the first one of a group replaces something that the hart had found
 * before, and holds from a synchronizing message on: from the hart's first one that
 * begins at the record's position in the trace or behind it. Positions are bytes, so
 * that what was lost of a trace moves none of them. All other records may be known
 * as soon as their group begins.
 *
 * A file begins with NTRACE_CODE_MAGIC; numbers have their least significant
 * byte first.
 */
#ifndef NTRACE_CODE_H
#define NTRACE_CODE_H

#include <base/types.h>

/** The first bytes of a file; XLEN (32 or 64) follows, one byte. */
#define NTRACE_CODE_MAGIC "NTCODE2"
#define NTRACE_CODE_START 8

/** Bytes of a record in front of the code's. */
#define NTRACE_CODE_HEAD 24

/** One record. */
struct ntrace_code {
	u64 position; /* bytes of the trace, those of other harts too */
	u64 address;
	u32 bytes;    /* of code behind this head; even */
	u16 source;   /* SRC of the hart, 0 when the trace has none */
	bool replace; /* the first of a group */
	bool forget;  /* with replace: all that was found before is void */
};

/** Make the head of a record, NTRACE_CODE_HEAD bytes. */
void ntrace_code_put(u8 *head, const struct ntrace_code *code);

/**
 * Read one.
 * @param head NTRACE_CODE_HEAD bytes
 * @return false: no record
 */
bool ntrace_code_get(const u8 *head, struct ntrace_code *code);

#endif
