/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules that hold for each verification of any trace. */
#ifndef VERIFY_BOOKS_H
#define VERIFY_BOOKS_H

#include "verify_rig.h"

/**
 * Check the state after vrig_run() of a whole trace: totals, places and numbers
 * of findings and past steps follow from the groups, and the model has the
 * state of the trace.
 * @return the broken rule, or NULL
 */
const char *verify_books(const struct vrig *rig, const u8 *bytes, size_t len);

/**
 * Compare two verifications of one trace in different ways; one of them may
 * have empty groups at the end.
 * @return the difference, or NULL
 */
const char *verify_books_differ(const struct vrig *one,
				const struct vrig *other);

#endif
