// SPDX-License-Identifier: BSD-2-Clause
/* Public: elements of tandem trace, and texts. */
#include "hartscope_tandem.h"

HARTSCOPE_SAME(HARTSCOPE_TANDEM_BEGIN, TANDEM_BEGIN);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_END, TANDEM_END);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_INCPC, TANDEM_INCPC);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_REG, TANDEM_REG);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_REGADD, TANDEM_REGADD);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_REGOR, TANDEM_REGOR);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_STATE, TANDEM_STATE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_MEMREQ, TANDEM_MEMREQ);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_MEMRSP, TANDEM_MEMRSP);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_RESET, TANDEM_RESET);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_INIT, TANDEM_INIT);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_INSN16, TANDEM_INSN16);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_INSN32, TANDEM_INSN32);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_CLOSED, TANDEM_CLOSED);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_IMPLIED, TANDEM_IMPLIED);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_OUTSIDE, TANDEM_OUTSIDE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_CUT, TANDEM_CUT);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_OK, TANDEM_OK);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_MORE, TANDEM_MORE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_FULL, TANDEM_FULL);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_TRUNC, TANDEM_TRUNC);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_OP, TANDEM_BAD_OP);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_STATE, TANDEM_BAD_STATE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_MEMOP, TANDEM_BAD_MEMOP);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_SIZE, TANDEM_BAD_SIZE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_REG, TANDEM_BAD_REG);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_RSP_ORPHAN, TANDEM_RSP_ORPHAN);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_VALUE, TANDEM_BAD_VALUE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_DATA, TANDEM_BAD_DATA);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_BAD_RULE, TANDEM_BAD_RULE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_NO_SPACE, TANDEM_NO_SPACE);
HARTSCOPE_SAME(HARTSCOPE_TANDEM_TEXT_MAX, TANDEM_TEXT_MAX);
HARTSCOPE_SAME(0, TANDEM_SPEC);
HARTSCOPE_SAME(1, TANDEM_BLUESPEC);

bool hartscope_tandem_inner_params(const struct hartscope_tandem_params *params,
				   struct tandem_params *inner)
{
	*inner = (struct tandem_params){ .xlen = params->xlen,
					 .flen = params->flen,
					 .mlen = params->mlen,
					 .dialect = params->dialect };
	return hartscope_zero(params->reserved, sizeof(params->reserved)) &&
	       tandem_params_valid(inner);
}

struct tandem_element
hartscope_tandem_inner(const struct hartscope_tandem_element *element)
{
	return (struct tandem_element){
		.op = element->op,
		.id = element->id,
		.bits = element->bits,
		.result = element->result,
		.reg = element->reg,
		.data = element->data,
		.offset = element->offset,
		.address = element->address,
		.value = element->value,
	};
}

struct hartscope_tandem_element
hartscope_tandem_outer(const struct tandem_element *element)
{
	return (struct hartscope_tandem_element){
		.address = element->address,
		.value = element->value,
		.offset = element->offset,
		.reg = element->reg,
		.op = element->op,
		.id = element->id,
		.bits = element->bits,
		.result = element->result,
		.data = element->data,
	};
}

HARTSCOPE_PUBLIC const char *
hartscope_tandem_status_text(enum hartscope_tandem_status status)
{
	return (unsigned int)status < TANDEM_STATUSES ?
		       tandem_status_text((enum tandem_status)status) :
		       "unknown status";
}

HARTSCOPE_PUBLIC size_t hartscope_tandem_text(
	const struct hartscope_tandem_element *element, char *text)
{
	struct tandem_element inner = hartscope_tandem_inner(element);

	return tandem_text_print(&inner, text);
}
