// SPDX-License-Identifier: BSD-2-Clause
/* Public: instructions, and the version. */
#include <hartscope/insn.h>
#include "hartscope_internal.h"

HARTSCOPE_SAME(HARTSCOPE_FLOW_LINEAR, INSN_LINEAR);
HARTSCOPE_SAME(HARTSCOPE_FLOW_BRANCH, INSN_BRANCH);
HARTSCOPE_SAME(HARTSCOPE_FLOW_JUMP, INSN_JUMP);
HARTSCOPE_SAME(HARTSCOPE_FLOW_JUMP_INDIRECT, INSN_JUMP_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_FLOW_TRAP_RETURN, INSN_TRAP_RETURN);
HARTSCOPE_SAME(HARTSCOPE_FLOW_TRAP, INSN_TRAP);
HARTSCOPE_SAME(HARTSCOPE_FLOW_CUSTOM, INSN_CUSTOM);
HARTSCOPE_SAME(HARTSCOPE_LINK_NONE, INSN_LINK_NONE);
HARTSCOPE_SAME(HARTSCOPE_LINK_CALL, INSN_LINK_CALL);
HARTSCOPE_SAME(HARTSCOPE_LINK_RETURN, INSN_LINK_RETURN);
HARTSCOPE_SAME(HARTSCOPE_LINK_SWAP, INSN_LINK_SWAP);

HARTSCOPE_PUBLIC const char *hartscope_version(void)
{
	return HARTSCOPE_LIBRARY_VERSION;
}

HARTSCOPE_PUBLIC unsigned int hartscope_insn_bytes(uint16_t parcel)
{
	return insn_bytes(parcel);
}

HARTSCOPE_PUBLIC bool hartscope_insn_decode(const uint8_t *code, size_t avail,
					    const struct hartscope_isa *isa,
					    struct hartscope_insn *insn)
{
	struct insn_isa inner = hartscope_isa(isa);
	struct insn found;

	if (!insn_decode(code, avail, &inner, &found))
		return false;
	*insn = (struct hartscope_insn){ .bytes = found.bytes,
					 .flow = found.flow,
					 .link = found.link };
	insn->direct = (found.flow == INSN_BRANCH || found.flow == INSN_JUMP) &&
		       !found.table;
	if (insn->direct)
		insn->offset = found.imm;
	return true;
}

HARTSCOPE_PUBLIC uint32_t hartscope_insn_expand(uint16_t code,
						const struct hartscope_isa *isa)
{
	struct insn_isa inner = hartscope_isa(isa);

	return insn_expand(code, &inner);
}
