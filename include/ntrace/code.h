/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code log: the code that each hart found at each address. It is for
 * programs that change during the trace, and for machines on which an address
 * has other code in another process. A file of records, in the order of
 * execution. Each record has bytes that a hart found at an address.
 *
 * A hart's records come in groups. Records of one group do not contradict each
 * other. The first record of a group replaces code that the hart had found
 * before. It is valid from a synchronizing message on: the hart's first one
 * that begins at or after the record's position in the trace. Positions are
 * bytes, so a loss in the trace moves none of them. All other records of a
 * group may be valid from the start of the group.
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
	bool forget;  /* with replace: all earlier records are void */
};

/** Make the head of a record, NTRACE_CODE_HEAD bytes. */
void ntrace_code_put(u8 *head, const struct ntrace_code *code);

/**
 * Read a record.
 * @param head NTRACE_CODE_HEAD bytes
 * @return false: no record
 */
bool ntrace_code_get(const u8 *head, struct ntrace_code *code);

#endif
