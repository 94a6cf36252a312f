// SPDX-License-Identifier: BSD-2-Clause
/* Groups as JSON. */
#include <inttypes.h>
#include "registers.h"
#include "dump.h"

static void write_mem(struct json *json, const struct tandem_element *el)
{
	json_string(json, "operation",
		    tandem_mem_name((enum tandem_mem)el->id));
	json_u64(json, "bits", el->bits);
	if (el->op == TANDEM_MEMREQ)
		json_hex(json, "address", el->address);
	else
		json_u64(json, "result", el->result);
	if (el->data)
		json_hex(json, "value", el->value);
}

static void write_reg(struct json *json, const struct tandem_element *el)
{
	char name[REGISTER_NAME];

	register_name(el->reg, name);
	json_string(json, "register", name);
	json_hex(json, "address", el->reg);
	if (el->op == TANDEM_REG)
		json_u64(json, "bits", el->bits);
	/* a negative amount in two's complement, as wide as the widest
	 * register */
	json_hex(json, "value", el->value);
}

static void write_element(struct json *json, const struct tandem_element *el)
{
	json_object(json, NULL);
	json_string(json, "element", tandem_op_name((enum tandem_op)el->op));
	json_u64(json, "at", el->offset);
	switch (el->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		write_reg(json, el);
		break;
	case TANDEM_STATE:
		json_string(json, "state",
			    tandem_state_name((enum tandem_state)el->id));
		json_hex(json, "value", el->value);
		break;
	case TANDEM_MEMREQ:
	case TANDEM_MEMRSP:
		write_mem(json, el);
		break;
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		json_hex(json, "value", el->value);
		break;
	default:
		break;
	}
	json_end_object(json);
}

static void write_insn(struct json *json, const struct tandem_about *about,
		       struct tandem_code *code, const struct symbols *symbols)
{
	char text[DISASM_TEXT], place[DISASM_TEXT];

	if (about->has_pc)
		json_hex(json, "pc", about->pc);
	if (about->has_pc && symbols_function(symbols, about->pc)) {
		symbols_place(symbols, about->pc, place, sizeof(place));
		json_string(json, "symbol", place);
	}
	json_string(json, "disassembly",
		    tandem_code_text(code, about->group, text));
}

static void write_rules(struct json *json, u32 rules)
{
	unsigned int rule;

	if (!rules)
		return;
	json_array(json, "rules");
	for (rule = 0; rule < TANDEM_RULES; rule++) {
		if (rules & TANDEM_RULE(rule))
			json_string(json, NULL,
				    tandem_rule_name((enum tandem_rule)rule));
	}
	json_end_array(json);
}

void tandem_json_group(struct json *json, const struct tandem_about *about,
		       struct tandem_code *code, const struct symbols *symbols)
{
	static const char *const ends[] = {
		[TANDEM_CLOSED] = "explicit",
		[TANDEM_IMPLIED] = "implied",
		[TANDEM_OUTSIDE] = "none",
		[TANDEM_CUT] = "missing",
	};
	const struct tandem_group *group = about->group;
	u32 i;

	json_object(json, NULL);
	json_u64(json, "group", about->number);
	json_u64(json, "offset", group->offset);
	json_u64(json, "length", group->bytes);
	json_string(json, "kind", tandem_kind_name(about->kind));
	json_string(json, "end", ends[group->close]);
	if (group->insn_bits)
		write_insn(json, about, code, symbols);
	json_array(json, "elements");
	for (i = 0; i < group->num; i++)
		write_element(json, &group->element[i]);
	json_end_array(json);
	write_rules(json, group->rules);
	json_end_object(json);
}
