/* SPDX-License-Identifier: BSD-2-Clause */
/* The short ways to decode and to encode a group. */
#ifndef TANDEM_QUICK_H
#define TANDEM_QUICK_H

#include <tandem/tandem.h>

/**
 * Decode the group at the decoder's next byte, if it is complete and breaks no
 * rule that only the long way checks. No group is open, and no bytes are
 * carried over.
 * @return false: nothing was done
 */
bool tandem_quick_group(struct tandem_decoder *d);

/**
 * Append a group with its begin and end, if there is room for longer elements,
 * and if all elements are valid and break no rule that only the long way
 * checks.
 * @return false: nothing was done
 */
bool tandem_quick_put(struct tandem_encoder *e,
		      const struct tandem_element *element, u32 num);

#endif
