/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of the firmware's header of this name: lines of the journal. */
#ifndef WIRE_FP_SINGLES_H
#define WIRE_FP_SINGLES_H

#include "journal.h"

#define fp_singles_save(to) ((void)(to), wire_note("save singles"))
#define fp_singles_restore(from) ((void)(from), wire_note("restore singles"))

#endif
