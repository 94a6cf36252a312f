/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of lib/ctr. */
#ifndef CTR_INTERNAL_H
#define CTR_INTERNAL_H

#include <hart/fields.h>

/** The bits of mstateen0 and hstateen0 that CTR needs; RV32 has both in the
 * register of the upper half. */
#define CTR_GATE (FIELD_MASK(MSTATEEN0, CTR) | FIELD_MASK(MSTATEEN0, CSRIND))

#endif
