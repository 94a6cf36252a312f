/* SPDX-License-Identifier: BSD-2-Clause */
/* Tandem trace in rows of tables: bytes as hex, elements as events. */
#ifndef TANDEM_ROWS_H
#define TANDEM_ROWS_H

#include <tandem/tandem.h>

/** Parameters by name; SV32 has MLEN 34. */
extern const struct tandem_params tandem_rv64, tandem_rv32, tandem_sv32;
/** The same in the dialect of Bluespec. */
extern const struct tandem_params tandem_bsv64, tandem_bsv32;

/**
 * Convert hex digits to bytes; blanks between bytes are skipped.
 * @return number of bytes
 */
size_t tandem_rows_bytes(const char *hex, u8 *bytes);

/**
 * Decode bytes, and write all events, rules and the error as text, one per
 * line, without "event ".
 * @param piece    bytes to feed at a time
 * @param room     elements that fit at first; doubled when full
 * @return the text, valid until the next call
 */
const char *tandem_rows_decode(const struct tandem_params *params,
			       const u8 *bytes, size_t len, size_t piece,
			       u32 room);

#endif
