/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The facts that a payload reads in the device tree: the size of memory, and
 * the command line (/chosen/bootargs) of this run.
 */
#ifndef SMODE_FDT_H
#define SMODE_FDT_H

#include <sbi/sbi_types.h>

/** Address of the device tree, passed at boot. */
extern const void *fdt_boot;

/**
 * A property by name.
 * @param node start of the node's name, as "memory@"
 * @param size set to the size of the property
 * @return its value, or NULL
 */
const void *fdt_property(const char *node, const char *name, u32 *size);

/** First address after the RAM in the device tree, or 0. */
u64 fdt_ram_end(void);

/** True if the command line has this word, for example "snapshot=on". */
bool option_given(const char *word);
/** Number after "name=" in the command line, in decimal. */
u64 option_number(const char *name, u64 otherwise);

#endif
