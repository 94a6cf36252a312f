// SPDX-License-Identifier: BSD-2-Clause
/* The tandem trace that results from a record. */
#include "convert.h"

enum { ENCODER_BUFFER = 1 << 16 };

void tandem_convert_start(struct tandem_convert *convert, unsigned int xlen)
{
	tandem_trace_settle(convert->trace, NULL, xlen);
	tandem_encoder_init(&convert->encoder, &convert->trace->params,
			    must_alloc(ENCODER_BUFFER), ENCODER_BUFFER);
}
