/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fields of the registers this project writes, one table a register. Nothing
 * else knows a bit number: masks, accessors and the check that no two fields
 * share a bit all come from the table.
 *
 * FIELD(REG, NAME, lowest bit, width)
 */
#ifndef HART_FIELDS_H
#define HART_FIELDS_H

#include <base/types.h>

/*
 * mhpmevent3 to mhpmevent31 with Sscofpmf, as one 64-bit register (on RV32
 * the upper half is mhpmevent3h...). SELECT is platform-defined, event_data of
 * "hardware raw events v2" goes there. mcyclecfg and minstretcfg of Smcntrpmf
 * have the same inhibit bits and nothing else.
 */
#define FIELDS_MHPMEVENT(FIELD)            \
	FIELD(MHPMEVENT, SELECT, 0, 56)    \
	FIELD(MHPMEVENT, VUINHIBIT, 58, 1) \
	FIELD(MHPMEVENT, VSINHIBIT, 59, 1) \
	FIELD(MHPMEVENT, UINHIBIT, 60, 1)  \
	FIELD(MHPMEVENT, SINHIBIT, 61, 1)  \
	FIELD(MHPMEVENT, MINHIBIT, 62, 1)  \
	FIELD(MHPMEVENT, OVERFLOW, 63, 1)

#define FIELD_ENUM(reg, name, lsb, width) \
	reg##_##name##_LSB = (lsb), reg##_##name##_WIDTH = (width),
#define FIELD_OR(reg, name, lsb, width) | (~0ULL >> (64 - (width)) << (lsb))
#define FIELD_SUM(reg, name, lsb, width) +(~0ULL >> (64 - (width)) << (lsb))
#define FIELD_TABLE(reg)                                    \
	enum { FIELDS_##reg(FIELD_ENUM) };                  \
	_Static_assert((0 FIELDS_##reg(FIELD_OR)) ==        \
			       (0 FIELDS_##reg(FIELD_SUM)), \
		       #reg ": two fields share a bit")

/** All bits of a field in place. */
#define FIELD_MASK(reg, name) \
	(~0ULL >> (64 - reg##_##name##_WIDTH) << reg##_##name##_LSB)

/** Value of a field of register contents v. */
#define FIELD_GET(reg, name, v) \
	((FIELD_MASK(reg, name) & (v)) >> reg##_##name##_LSB)

FIELD_TABLE(MHPMEVENT);

#endif
