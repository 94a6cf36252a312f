/* SPDX-License-Identifier: BSD-2-Clause */
/* Harts by their names, for --hart. */
#ifndef HOST_TANDEM_HARTS_H
#define HOST_TANDEM_HARTS_H

#include <model/model.h>

/**
 * VSSIP, VSTIP, VSEIP and SGEIP: with H these bits of mideleg are 1, and stay so
 * (privileged ISA, "Machine Trap Delegation Registers").
 */
#define TANDEM_MIDELEG_OF_H 0x1444

/** Print the names of all presets, and exit. */
void tandem_hart_list(void) __attribute__((noreturn));

/** enum model_extension of a name such as "zba"; 0: not modelled. */
u64 tandem_hart_extension(const char *name);

/**
 * The name of one extension, or of several.
 * @param bits enum model_extension, not 0; in: some; out: without the named
 *	ones
 */
const char *tandem_hart_extension_of(u64 *bits);

/**
 * A hart by its ISA string, such as "rv64imac_zba", in any case of letters.
 * Extensions that are not modelled are named on standard error. Without S and U
 * the hart has both.
 * @return false: it does not begin like an ISA string
 */
bool tandem_hart_isa(const char *text, struct model_config *config);

/**
 * A hart by the ISA in a device tree (of its first CPU) or in a file of
 * riscv-config. Exits with a message if the file has neither.
 * @return false: no such file
 */
bool tandem_hart_file(const char *path, struct model_config *config);

/**
 * A hart by an ISA string, a file, which has "." or "/" in its name, or the
 * name of a preset, perhaps with extensions after it, such as
 * "spike-rv64_zba_zbb". Exits with a message if an extension after a preset is
 * unknown.
 * @return false: no such preset
 */
bool tandem_hart_find(const char *name, struct model_config *config);

#endif
