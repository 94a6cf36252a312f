/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of registers, numbered as in the RISC-V debug specification. */
#ifndef HOST_REGISTERS_H
#define HOST_REGISTERS_H

#include "base/types.h"

enum { REGISTER_NAME = 24 }; /* most bytes of a name */

/**
 * The name of a register: "a0", "fa0", "mstatus", "csr_0x7c0" for a CSR without
 * a standard name.
 * @param reg	0 to 0xfff: CSR, 0x1000 to 0x101f: x0 to x31, 0x1020 to 0x103f:
 *	f0 to f31; others as a number
 * @param name	out: REGISTER_NAME bytes
 */
void register_name(u16 reg, char *name);

/**
 * The register with a name: as above, or "x10", "f10", or its number.
 * @return false: there is none
 */
bool register_find(const char *name, u16 *reg);

#endif
