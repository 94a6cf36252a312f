/* SPDX-License-Identifier: BSD-2-Clause */
/* Random parameters, elements and streams. */
#ifndef MAKE_H
#define MAKE_H

#include <tandem/tandem.h>

/** @return random parameters that a stream can have */
struct tandem_params make_params(u64 *random);

/**
 * @return an element that can be encoded, of any kind but begin, end and
 * response; limits of its values are as likely as values between them
 */
struct tandem_element make_element(const struct tandem_params *params,
				   u64 *random);

/**
 * Elements in random order, responses after their requests.
 * @return their number, up to room
 */
u32 make_elements(const struct tandem_params *params, u64 *random,
		  struct tandem_element *element, u32 room);

/**
 * A stream: groups with all kinds of ends, elements outside of groups.
 * @return its bytes, at most room
 */
size_t make_stream(const struct tandem_params *params, u64 *random, u8 *bytes,
		   size_t room);

#endif
