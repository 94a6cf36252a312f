// SPDX-License-Identifier: BSD-2-Clause
/* Groups as blocks of text: what it is about, then an element a line. */
#include <inttypes.h>
#include <string.h>
#include "registers.h"
#include "dump.h"

enum { PLACE = 256 };

/* The line's end: " # main+0x10 main.c:7" */
static void write_place(struct output *out, const struct symbols *symbols,
			u64 address)
{
	char place[PLACE], source[PLACE];

	if (symbols_function(symbols, address)) {
		symbols_place(symbols, address, place, sizeof(place));
		symbols_source(symbols, address, source, sizeof(source));
		output_format(out, " # %s%s", place, source);
	}
	output_char(out, '\n');
}

static void write_head(struct output *out, const struct tandem_about *about,
		       struct tandem_code *code, const struct symbols *symbols)
{
	const struct tandem_group *group = about->group;
	char text[DISASM_TEXT];

	if (about->kind == TANDEM_KIND_OUTSIDE)
		output_char(out, '-');
	else
		output_decimal(out, about->number);
	output_string(out, " @");
	output_hex(out, group->offset);
	output_char(out, ' ');
	output_string(out, tandem_kind_name(about->kind));
	if (about->kind == TANDEM_KIND_OUTSIDE || !group->insn_bits) {
		output_char(out, '\n');
		return;
	}
	output_char(out, ' ');
	if (about->has_pc) {
		output_hex(out, about->pc);
		output_char(out, ' ');
	}
	output_digits(out, group->insn, group->insn_bits / 4);
	output_char(out, ' ');
	output_string(out, tandem_code_text(code, group, text));
	if (about->has_pc)
		write_place(out, symbols, about->pc);
	else
		output_char(out, '\n');
}

/* "    NAME       ", on an even left edge if it is not too long. */
static void write_name(struct output *out, const char *name)
{
	static const char blanks[] = "           ";
	size_t length = strlen(name);

	output_bytes(out, blanks, 4);
	output_bytes(out, name, length);
	output_bytes(out, blanks, length < 10 ? 11 - length : 1);
}

static void write_reg(struct output *out, const struct tandem_element *el)
{
	char name[REGISTER_NAME];
	s64 amount = (s64)el->value;

	register_name(el->reg, name);
	write_name(out, name);
	if (el->op == TANDEM_REGADD) {
		output_string(out, amount < 0 ? "-= " : "+= ");
		output_decimal(out, amount < 0 ? -(u64)amount : (u64)amount);
	} else {
		output_string(out, el->op == TANDEM_REGOR ? "|= " : "= ");
		output_hex(out, el->value);
	}
	output_char(out, '\n');
}

static void write_state(struct output *out, const struct tandem_element *el,
			const struct symbols *symbols)
{
	static const char *const privs[] = { "U", "S", "reserved", "M" };

	write_name(out, tandem_state_name((enum tandem_state)el->id));
	output_string(out, "= ");
	if (el->id == TANDEM_PRIV) {
		output_format(out, "%" PRIu64 " (%s)\n", el->value,
			      privs[el->value < 4 ? el->value : 2]);
		return;
	}
	output_hex(out, el->value);
	if (el->id == TANDEM_PC)
		write_place(out, symbols, el->value);
	else
		output_char(out, '\n');
}

static void write_bits(struct output *out, const char *name, unsigned int bits)
{
	output_string(out, name);
	output_char(out, ' ');
	output_decimal(out, bits);
	output_string(out, " bits");
}

static void write_mem(struct output *out, const struct tandem_element *el)
{
	static const char *const results[] = { "success", "failure" };

	if (el->op == TANDEM_MEMREQ) {
		write_name(out, "request");
		write_bits(out, tandem_mem_name((enum tandem_mem)el->id),
			   el->bits);
		output_string(out, " at ");
		output_hex(out, el->address);
	} else {
		write_name(out, "response");
		write_bits(out,
			   el->result < 2 ? results[el->result] : "reserved",
			   el->bits);
	}
	if (el->data) {
		output_string(out, ": ");
		output_hex(out, el->value);
	}
	output_char(out, '\n');
}

static void write_increment(struct output *out,
			    const struct tandem_group *group)
{
	write_name(out, "pc");
	if (group->insn_bits) {
		output_string(out, "+= ");
		output_decimal(out, group->insn_bits / 8);
		output_char(out, '\n');
	} else {
		output_string(out, "+= length of the instruction\n");
	}
}

static void write_element(struct output *out, const struct tandem_about *about,
			  const struct tandem_element *el,
			  const struct symbols *symbols)
{
	switch (el->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		write_reg(out, el);
		break;
	case TANDEM_STATE:
		write_state(out, el, symbols);
		break;
	case TANDEM_MEMREQ:
	case TANDEM_MEMRSP:
		write_mem(out, el);
		break;
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		/* the head has it, but for a second one */
		if (el->value != about->group->insn ||
		    about->kind == TANDEM_KIND_OUTSIDE)
			output_format(out, "    insn       0x%0*" PRIx64 "\n",
				      el->bits / 4, el->value);
		break;
	case TANDEM_INCPC:
		write_increment(out, about->group);
		break;
	case TANDEM_RESET:
	case TANDEM_INIT:
		if (about->kind == TANDEM_KIND_RESET && el->op == TANDEM_RESET)
			break;
		if (about->kind == TANDEM_KIND_INIT && el->op == TANDEM_INIT)
			break;
		output_format(out, "    %s\n",
			      tandem_op_name((enum tandem_op)el->op));
		break;
	default:
		output_string(out, "    end\n");
		break;
	}
}

void tandem_text_group(struct output *out, const struct tandem_about *about,
		       struct tandem_code *code, const struct symbols *symbols)
{
	const struct tandem_group *group = about->group;
	unsigned int rule;
	u32 i;

	write_head(out, about, code, symbols);
	for (i = 0; i < group->num; i++)
		write_element(out, about, &group->element[i], symbols);
	for (rule = 0; group->rules && rule < TANDEM_RULES; rule++) {
		if (group->rules & TANDEM_RULE(rule))
			output_format(out, "    # %s: %s\n",
				      tandem_rule_name((enum tandem_rule)rule),
				      tandem_rule_text((enum tandem_rule)rule));
	}
	if (group->close == TANDEM_CUT)
		output_string(out, "    # not complete\n");
}
