/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of a machine of the model, and the images that it boots. */
#ifndef BOOT_H
#define BOOT_H

#include <machine/machine.h>

/** Print what is wrong and exit with status 2. */
void __attribute__((format(printf, 1, 2), noreturn))
boot_die(const char *format, ...);

/**
 * A kind of hart, in words: "ctr,depths=0x2,rule=1,...".
 * @param xlen 32 or 64
 * @param words what boot_usage() explains; is cut into pieces
 * @param kind out
 */
void boot_kind(unsigned int xlen, char *words, struct model_config *kind);

/** Explain the words of boot_kind(). */
void boot_kind_usage(void);

/** Load a file to a physical address. @return its bytes */
u64 boot_load(const struct machine *m, const char *path, u64 paddr);

/** Load an ELF file's segments. @return its entry */
u64 boot_load_elf(const struct machine *m, const char *path);

/**
 * Run the payload once for each line of standard input, "ADDRESS BYTES CODE" in
 * hexadecimal: so many bytes of code are put there first, in a child. Behind
 * each console come a zero byte, the status and the end of the line.
 * @param run from where the machine stands to its end. @return status
 */
void boot_damage_each(const struct machine *m, int (*run)(void));

/** A byte of the console: the child ends, with 1, when a point has failed. */
void boot_damage_output(u8 byte);

#endif
