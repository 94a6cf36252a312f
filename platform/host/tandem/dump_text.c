// SPDX-License-Identifier: BSD-2-Clause
/* Groups as blocks of text: its subject, then an element a line. */
#include <inttypes.h>
#include <string.h>
#include "dump.h"
#include "put.h"

/* Count the text up to its end in the buffer's room as written. */
static void end_at(struct output *out, const char *end)
{
	out->used = (size_t)(end - out->buffer);
}

static char *put_label(char *p, const struct tandem_label *label)
{
	memcpy(p, label->text, sizeof(label->text));
	return p + label->size;
}

/* "a0010113 addi sp, sp, -96" */
static void write_insn(struct output *out, const struct tandem_group *group,
		       struct tandem_code *code)
{
	const struct tandem_code_text *known = tandem_code_known(code, group);
	char text[DISASM_TEXT], *p = output_room(out);

	p = put_digits(p, group->insn, group->insn_bits / 4);
	*p++ = ' ';
	if (known) {
		memcpy(p, known->text, sizeof(known->text));
		end_at(out, p + known->size);
	} else {
		end_at(out, p);
		output_string(out, tandem_code_text(code, group, text));
	}
}

static char *put_start(char *p, const struct tandem_about *about)
{
	const char *kind = tandem_kind_name(about->kind);

	if (about->kind == TANDEM_KIND_OUTSIDE)
		*p++ = '-';
	else
		p = put_decimal(p, about->number);
	p = PUT_TEXT(p, " @");
	p = put_hex(p, about->group->offset);
	*p++ = ' ';
	if (about->kind == TANDEM_KIND_INSN)
		return PUT_TEXT(p, "insn");
	return put_bytes(p, kind, strlen(kind));
}

static void write_head(struct output *out, const struct tandem_about *about,
		       struct tandem_code *code, struct tandem_labels *labels)
{
	const struct tandem_group *group = about->group;
	char *p = put_start(output_room(out), about);

	if (about->kind == TANDEM_KIND_OUTSIDE || !group->insn_bits) {
		*p++ = '\n';
		end_at(out, p);
		return;
	}
	*p++ = ' ';
	if (about->has_pc) {
		p = put_hex(p, about->pc);
		*p++ = ' ';
	}
	end_at(out, p);
	write_insn(out, group, code);
	if (about->has_pc)
		tandem_label_place(out, labels, about->pc);
	else
		output_char(out, '\n');
}

static void write_reg(struct output *out, const struct tandem_element *el,
		      struct tandem_labels *labels)
{
	char *p =
		put_label(output_room(out), tandem_label_reg(labels, el->reg));
	s64 amount = (s64)el->value;

	if (el->op == TANDEM_REG) {
		p = put_hex(PUT_TEXT(p, "= "), el->value);
	} else if (el->op == TANDEM_REGOR) {
		p = put_hex(PUT_TEXT(p, "|= "), el->value);
	} else {
		p = put_bytes(p, amount < 0 ? "-= " : "+= ", 3);
		p = put_decimal(p, amount < 0 ? -(u64)amount : (u64)amount);
	}
	*p++ = '\n';
	end_at(out, p);
}

static void write_state(struct output *out, const struct tandem_element *el,
			struct tandem_labels *labels)
{
	static const char *const privs[] = { "U", "S", "reserved", "M" };
	char *p =
		put_label(output_room(out), tandem_label_state(labels, el->id));

	if (el->id == TANDEM_PRIV) {
		end_at(out, p);
		output_format(out, "%" PRIu64 " (%s)\n", el->value,
			      privs[el->value < 4 ? el->value : 2]);
		return;
	}
	p = put_hex(p, el->value);
	if (el->id != TANDEM_PC)
		*p++ = '\n';
	end_at(out, p);
	if (el->id == TANDEM_PC)
		tandem_label_place(out, labels, el->value);
}

static void write_mem(struct output *out, const struct tandem_element *el,
		      struct tandem_labels *labels)
{
	char *p = put_label(output_room(out), tandem_label_mem(labels, el));

	if (el->op == TANDEM_MEMREQ)
		p = put_hex(p, el->address);
	if (el->data)
		p = put_hex(PUT_TEXT(p, ": "), el->value);
	*p++ = '\n';
	end_at(out, p);
}

static void write_increment(struct output *out,
			    const struct tandem_group *group)
{
	char *p = output_room(out);

	if (group->insn_bits == 32)
		end_at(out, PUT_TEXT(p, "    pc         += 4\n"));
	else if (group->insn_bits)
		end_at(out, PUT_TEXT(p, "    pc         += 2\n"));
	else
		output_string(out,
			      "    pc         += length of the instruction\n");
}

static void write_element(struct output *out, const struct tandem_about *about,
			  const struct tandem_element *el,
			  struct tandem_labels *labels)
{
	switch (el->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		write_reg(out, el, labels);
		break;
	case TANDEM_STATE:
		write_state(out, el, labels);
		break;
	case TANDEM_MEMREQ:
	case TANDEM_MEMRSP:
		write_mem(out, el, labels);
		break;
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		/* the head has the instruction, but not a second one */
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
		       struct tandem_code *code, struct tandem_labels *labels)
{
	const struct tandem_group *group = about->group;
	unsigned int rule;
	u32 i;

	write_head(out, about, code, labels);
	for (i = 0; i < group->num; i++)
		write_element(out, about, &group->element[i], labels);
	for (rule = 0; group->rules && rule < TANDEM_RULES; rule++) {
		if (group->rules & TANDEM_RULE(rule))
			output_format(out, "    # %s: %s\n",
				      tandem_rule_name((enum tandem_rule)rule),
				      tandem_rule_text((enum tandem_rule)rule));
	}
	if (group->close == TANDEM_CUT)
		output_string(out, "    # not complete\n");
}
