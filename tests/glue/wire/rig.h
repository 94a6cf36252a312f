/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests of single files of platform/generic on the host. The file
 * under test writes lines into the journal: by its calls of OpenSBI and of the other
 * files, whose functions the test defines; by its writes of registers and its barriers,
 * which sbi/riscv_asm.h and sbi/riscv_barrier.h of this folder define in place of
 * OpenSBI's headers. A read of a register, or of state by a call, has no line as a
 * rule; a line that sbi_printf() prints is one. A test compares the journal, so that the
 * order of the calls counts, too.
 */
#ifndef WIRE_RIG_H
#define WIRE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "journal.h"

/**
 * Fails the test unless the journal has these lines, each with '\n'; the journal is
 * empty then.
 */
void wire_expect(const char *lines);

/** The journal is empty. */
void wire_forget(void);

/**
 * From now on a change of a word, as of a device's register, is a line "NAME = VALUE"
 * of the journal. Its place is in front of the line that follows the change, so that
 * a barrier between two stores is seen as such. At most 8 words.
 */
void wire_watch(const char *name, const volatile uint32_t *word);

/**
 * NULL, or called at each line of the journal, without '\n': another hart acts at
 * this moment. It adds no lines.
 */
extern void (*wire_meanwhile)(const char *line);

#endif
