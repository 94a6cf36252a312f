/* SPDX-License-Identifier: BSD-2-Clause */
/* The short ways to decode and to encode a group. */
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

/**
 * Append a group with its begin and end, if there is room even for longer
 * elements, all are as they should be, and no rule is broken that the long way
 * had to look for.
 * @return false: nothing was done
 */
bool tandem_quick_put(struct tandem_encoder *e,
		      const struct tandem_element *element, u32 num);

#endif
