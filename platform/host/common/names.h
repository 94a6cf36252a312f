/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names that came with a trace or a program, in text for people and for line formats.
 * Such a name can have any byte; in the text it must neither end a line nor steer a
 * terminal. Control characters here are: C0, DEL, C1, in UTF-8 or as a byte of its own,
 * separators of lines and paragraphs, and those that change the direction of text.
 */
#ifndef HOST_NAMES_H
#define HOST_NAMES_H

#include "base/types.h"

/**
 * Length in bytes of the UTF-8 character at s (RFC 3629), 0 if it is none.
 * @param s	ends with a NUL
 */
unsigned int name_utf8_length(const u8 *s);

/**
 * Bytes at the start of a text that may stay.
 * @param apart	ASCII characters that may not, besides control characters
 * @param bad	out: the bytes behind these that may not, at most 3; 0 at the end
 */
size_t name_harmless(const char *text, const char *apart, size_t *bad);

/** Replace each byte of control characters by '?'. All other bytes stay. */
void name_clean(char *text);

#endif
