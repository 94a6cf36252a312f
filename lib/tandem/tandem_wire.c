// SPDX-License-Identifier: BSD-2-Clause
/* Parameters, widths and elements for other files. */
#include "tandem_wire.h"

bool tandem_params_valid(const struct tandem_params *params)
{
	if (params->dialect > TANDEM_BLUESPEC ||
	    (params->flen != 0 && params->flen != 32 && params->flen != 64))
		return false;
	if (params->xlen == 64)
		return params->mlen == 64;
	return params->xlen == 32 && (params->mlen == 32 || params->mlen == 34);
}

unsigned int tandem_reg_bits(const struct tandem_params *params, u16 reg)
{
	return tandem_wire_reg(params, reg);
}

struct tandem_element tandem_memreq(const struct tandem_params *params,
				    enum tandem_mem op, unsigned int bits,
				    u64 address, u64 value)
{
	bool data = tandem_request_data(params, op);

	return (struct tandem_element){ .op = TANDEM_MEMREQ,
					.id = (u8)op,
					.bits = (u8)bits,
					.data = data,
					.address = address,
					.value = data ? value : 0 };
}

struct tandem_element tandem_memrsp(const struct tandem_params *params,
				    const struct tandem_element *request,
				    unsigned int result, u64 value)
{
	bool data = tandem_response_data(params, request->id);

	return (struct tandem_element){ .op = TANDEM_MEMRSP,
					.id = request->id,
					.bits = request->bits,
					.result = (u8)result,
					.data = data,
					.value = data ? value : 0 };
}

static unsigned int state_bytes(const struct tandem_params *params,
				unsigned int id)
{
	return tandem_state_bytes(id, params->xlen / 8u,
				  tandem_addr_bytes(params),
				  tandem_eaddr_bytes(params));
}

unsigned int tandem_element_bytes(const struct tandem_params *params,
				  const struct tandem_element *element)
{
	unsigned int data = element->data ? element->bits / 8u : 0;
	unsigned int bytes;

	switch (element->op) {
	case TANDEM_BEGIN:
	case TANDEM_END:
	case TANDEM_INCPC:
	case TANDEM_RESET:
	case TANDEM_INIT:
		return 1;
	case TANDEM_REG:
		bytes = tandem_wire_reg(params, element->reg) / 8;
		return bytes ? 3 + bytes : 0;
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		return tandem_wire_reg(params, element->reg) ? 4 : 0;
	case TANDEM_STATE:
		bytes = state_bytes(params, element->id);
		return bytes ? 2 + bytes : 0;
	case TANDEM_MEMREQ:
		return 2 + tandem_addr_bytes(params) + data;
	case TANDEM_MEMRSP:
		return 2 + data;
	case TANDEM_INSN16:
		return 3;
	case TANDEM_INSN32:
		return 5;
	default:
		return 0;
	}
}
