// SPDX-License-Identifier: BSD-2-Clause
/* Names of all numbered things: errors, rules, elements, state, operations. */
#include <tandem/tandem.h>

struct name {
	const char *name;
	const char *text;
};

static const struct name statuses[TANDEM_STATUSES] = {
	[TANDEM_OK] = { "OK", "no error" },
	[TANDEM_MORE] = { "MORE", "more bytes are needed" },
	[TANDEM_FULL] = { "FULL", "the group has too many elements" },
	[TANDEM_TRUNC] = { "TRUNC", "the trace ends inside an element" },
	[TANDEM_BAD_OP] = { "OPCODE", "reserved opcode" },
	[TANDEM_BAD_STATE] = { "STATEID",
			       "reserved identifier of additional state" },
	[TANDEM_BAD_MEMOP] = { "MEMOP",
			       "reserved operation of a memory request" },
	[TANDEM_BAD_SIZE] = { "MEMSIZE", "reserved size of a memory access" },
	[TANDEM_BAD_REG] = { "REGADDR", "no register has this address" },
	[TANDEM_RSP_ORPHAN] = { "RSPORPHAN",
				"a memory response that does not directly "
				"follow a request" },
	[TANDEM_BAD_VALUE] = { "VALUE", "a value is wider than its field" },
	[TANDEM_BAD_DATA] = { "DATA", "memory data that this operation does "
				      "not have, or that is missing" },
	[TANDEM_BAD_RULE] = { "RULE", "the group breaks a rule" },
	[TANDEM_NO_SPACE] = { "SPACE", "the buffer is too small" },
};

static const struct name rules[TANDEM_RULES] = {
	[TANDEM_STRAY_END] = { "STRAY-END", "end group outside of a group" },
	[TANDEM_EOF_IN_GROUP] = { "EOF-IN-GROUP",
				  "the trace ends in an open group" },
	[TANDEM_INCPC_OUTSIDE] = { "INCPC-OUTSIDE",
				   "increment pc outside of a group" },
	[TANDEM_INCPC_NOINSN] = { "INCPC-NOINSN",
				  "increment pc without an instruction" },
	[TANDEM_INIT_WITH_INSN] = { "INIT-WITH-INSN",
				    "state initialization together with an "
				    "instruction" },
	[TANDEM_INIT_WITH_RESET] = { "INIT-WITH-RESET",
				     "state initialization together with a "
				     "reset" },
	[TANDEM_INIT_OUTSIDE] = { "INIT-OUTSIDE",
				  "state initialization outside of a group" },
	[TANDEM_RESET_WITH_INSN] = { "RESET-WITH-INSN",
				     "reset together with an instruction" },
	[TANDEM_RESET_OUTSIDE] = { "RESET-OUTSIDE",
				   "reset outside of a group" },
	[TANDEM_INSN_OUTSIDE] = { "INSN-OUTSIDE",
				  "instruction outside of a group" },
	[TANDEM_CONFLICT] = { "CONFLICT",
			      "more than one change of one element" },
	[TANDEM_PRIVRANGE] = { "PRIVRANGE",
			       "a privilege mode that there is not" },
	[TANDEM_ADDRRANGE] = { "ADDRRANGE",
			       "an address of more than MLEN bits" },
	[TANDEM_MEMRESULT] = { "MEMRESULT",
			       "reserved result of a memory response" },
	[TANDEM_RSPSIZE] = { "RSPSIZE", "a memory response of another size "
					"than its request" },
};

static const char *const ops[TANDEM_OPS] = {
	[TANDEM_BEGIN] = "begin",    [TANDEM_END] = "end",
	[TANDEM_INCPC] = "incpc",    [TANDEM_REG] = "reg",
	[TANDEM_REGADD] = "regadd",  [TANDEM_REGOR] = "regor",
	[TANDEM_STATE] = "state",    [TANDEM_MEMREQ] = "memreq",
	[TANDEM_MEMRSP] = "memrsp",  [TANDEM_RESET] = "reset",
	[TANDEM_INIT] = "stateinit", [TANDEM_INSN16] = "insn16",
	[TANDEM_INSN32] = "insn32",
};

static const char *const states[TANDEM_STATES] = {
	[TANDEM_PRIV] = "priv",	      [TANDEM_PADDR] = "paddr",
	[TANDEM_EADDR] = "eaddr",     [TANDEM_SDATA8] = "sdata8",
	[TANDEM_SDATA16] = "sdata16", [TANDEM_SDATA32] = "sdata32",
	[TANDEM_SDATA64] = "sdata64", [TANDEM_MTIME] = "mtime",
	[TANDEM_PCPADDR] = "pcpaddr", [TANDEM_PC] = "pc",
};

static const char *const mems[TANDEM_MEMS] = {
	[TANDEM_LOAD] = "load",	      [TANDEM_STORE] = "store",
	[TANDEM_LR] = "lr",	      [TANDEM_SC] = "sc",
	[TANDEM_AMOSWAP] = "amoswap", [TANDEM_AMOADD] = "amoadd",
	[TANDEM_AMOXOR] = "amoxor",   [TANDEM_AMOAND] = "amoand",
	[TANDEM_AMOOR] = "amoor",     [TANDEM_AMOMIN] = "amomin",
	[TANDEM_AMOMAX] = "amomax",   [TANDEM_AMOMINU] = "amominu",
	[TANDEM_AMOMAXU] = "amomaxu", [TANDEM_FETCH] = "fetch",
};

const char *tandem_status_name(enum tandem_status status)
{
	return statuses[status].name;
}

const char *tandem_status_text(enum tandem_status status)
{
	return statuses[status].text;
}

const char *tandem_rule_name(enum tandem_rule rule)
{
	return rules[rule].name;
}

const char *tandem_rule_text(enum tandem_rule rule)
{
	return rules[rule].text;
}

const char *tandem_op_name(enum tandem_op op)
{
	return (unsigned int)op < TANDEM_OPS ? ops[op] : NULL;
}

const char *tandem_state_name(enum tandem_state id)
{
	return (unsigned int)id < TANDEM_STATES ? states[id] : NULL;
}

const char *tandem_mem_name(enum tandem_mem op)
{
	return (unsigned int)op < TANDEM_MEMS ? mems[op] : NULL;
}
