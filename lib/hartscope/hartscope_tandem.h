/* SPDX-License-Identifier: BSD-2-Clause */
/* Conversions of both the decoder and the encoder of tandem trace. */
#ifndef HARTSCOPE_TANDEM_INTERNAL_H
#define HARTSCOPE_TANDEM_INTERNAL_H

#include <hartscope/tandem.h>
#include <tandem/tandem.h>
#include "hartscope_internal.h"

/** The codec's parameters. @return false if a reserved byte is not zero */
bool hartscope_tandem_inner_params(const struct hartscope_tandem_params *params,
				   struct tandem_params *inner);

/** Convert an element from the caller's form to the codec's. */
struct tandem_element
hartscope_tandem_inner(const struct hartscope_tandem_element *element);

/** Convert an element from the codec's form to the caller's. */
struct hartscope_tandem_element
hartscope_tandem_outer(const struct tandem_element *element);

#endif
