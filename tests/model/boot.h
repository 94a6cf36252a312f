/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of a machine of the model, and the images that it boots. */
#ifndef BOOT_H
#define BOOT_H

#include <machine/machine.h>

/** Print an error and exit with status 2. */
void __attribute__((format(printf, 1, 2), noreturn))
boot_die(const char *format, ...);

/**
 * Parse a kind of hart: "ctr,depths=0x2,rule=1,...".
 * @param xlen 32 or 64
 * @param words as boot_usage() explains; the function cuts the string into
 * pieces
 * @param kind out
 */
void boot_kind(unsigned int xlen, char *words, struct model_config *kind);

/** Explain the words of boot_kind(). */
void boot_kind_usage(void);

/** Load a file to a physical address. @return number of its bytes */
u64 boot_load(const struct machine *m, const char *path, u64 paddr);

/** Load an ELF file's segments. @return its entry point */
u64 boot_load_elf(const struct machine *m, const char *path);

/**
 * Run the payload once for each line of standard input, "ADDRESS BYTES CODE" in
 * hexadecimal: a child stores so many bytes of code at the address, and runs.
 * After each console's output come a zero byte, the status and the end of the
 * line.
 * @param run from the present state of the machine to its end. @return status
 */
void boot_damage_each(const struct machine *m, int (*run)(void));

/**
 * Print a byte of the console: the child exits with 1 when a point has failed.
 */
void boot_damage_output(u8 byte);

/**
 * Let instructions of the trap entry fault.
 * @param words "FIRST,LAST,TEXT,TABLE,AIMED,EVERY,TURN": the entry's addresses
 *	and the end of the firmware's text, of OpenSBI's table of scratch
 *	spaces, and where the payload aims, in hexadecimal; one of EVERY faults
 *	is made
 */
void boot_nested(const struct machine *m, const char *words);

/** For machine_config.step. */
void boot_nested_step(void *user, unsigned int n, const struct model_input *in,
		      struct model_step *out);

/** Keep a byte of a child's console. @return false: it is none */
bool boot_nested_output(u8 byte);

/** Print what the faults led to. @return exit status: not 0 if one was wrong */
int boot_nested_end(void);

#endif
