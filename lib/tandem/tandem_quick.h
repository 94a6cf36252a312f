/* SPDX-License-Identifier: BSD-2-Clause */
/* The short way to decode a group. */
#ifndef TANDEM_QUICK_H
#define TANDEM_QUICK_H

#include <tandem/tandem.h>

/**
 * Decode the group that starts at the decoder's next byte, none being open and
 * nothing carried over, if it is there whole and breaks no rule that the long way
 * had to look for.
 * @return false: nothing was done
 */
bool tandem_quick_group(struct tandem_decoder *d);

#endif
