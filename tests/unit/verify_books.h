/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules that hold of each verification, whatever the trace. */
#ifndef VERIFY_BOOKS_H
#define VERIFY_BOOKS_H

#include "verify_rig.h"

/**
 * After vrig_run() of a whole trace: totals, places and numbers of findings and
 * past steps follow from the groups, and the model is where the trace is.
 * @return what does not hold; NULL: all does
 */
const char *verify_books(const struct vrig *rig, const u8 *bytes, size_t len);

/**
 * Of one trace that was verified in two ways; empty groups may be behind one of
 * them.
 * @return what is not the same; NULL: all is
 */
const char *verify_books_differ(const struct vrig *one,
				const struct vrig *other);

#endif
