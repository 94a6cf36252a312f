/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the parts of "make run". */
#ifndef SMODE_DEMO_H
#define SMODE_DEMO_H

#include <sbi/sbi_types.h>

/** A heading. */
void demo_title(const char *text);

/** A condition that must hold; if not, print a message. */
void demo_must(bool holds, const char *wrong);

/** Control Transfer Records: a call tree, a trap, a call stack. */
void demo_ctr(void);

#endif
