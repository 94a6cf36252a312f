// SPDX-License-Identifier: BSD-2-Clause
/* The event notation, the output of dump --format=events; rules are ignored. */
#include <string.h>
#include "convert.h"

struct reader {
	struct tandem_convert *convert;
	char *rest;
	struct tandem_element before;
};

static char *word(struct reader *r, const char *what)
{
	char *text = strtok_r(NULL, " ", &r->rest);

	if (!text)
		tandem_convert_die(r->convert, "%s is missing", what);
	return text;
}

static u64 number(struct reader *r, const char *what)
{
	char *text = word(r, what);
	bool negative = text[0] == '-';
	u64 value;

	if (!parse_number(text + negative, &value))
		tandem_convert_die(r->convert, "%s is '%s', not a number", what,
				   text);
	return negative ? -value : value;
}

/* The number with this name, from the codec's functions for names */
static u8 find(struct reader *r, const char *(*name)(unsigned int),
	       unsigned int num, const char *what)
{
	const char *text = word(r, what), *known;
	unsigned int i;

	for (i = 0; i < num; i++) {
		known = name(i);
		if (known && !strcmp(known, text))
			return (u8)i;
	}
	tandem_convert_die(r->convert, "'%s' is no %s", text, what);
}

static const char *op_name(unsigned int op)
{
	return tandem_op_name((enum tandem_op)op);
}

static const char *state_name(unsigned int id)
{
	return tandem_state_name((enum tandem_state)id);
}

static const char *mem_name(unsigned int op)
{
	return tandem_mem_name((enum tandem_mem)op);
}

static void read_data(struct reader *r, struct tandem_element *el)
{
	el->data = r->rest && r->rest[strspn(r->rest, " ")];
	if (el->data)
		el->value = number(r, "the data");
}

static void read_fields(struct reader *r, struct tandem_element *el)
{
	switch (el->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		el->reg = (u16)number(r, "the register");
		if (el->op == TANDEM_REG)
			number(r, "the width");
		el->value = number(r, "the value");
		break;
	case TANDEM_STATE:
		el->id = find(r, state_name, TANDEM_STATES, "state");
		el->value = number(r, "the value");
		break;
	case TANDEM_MEMREQ:
		el->id = find(r, mem_name, TANDEM_MEMS, "memory operation");
		el->bits = (u8)number(r, "the width");
		el->address = number(r, "the address");
		read_data(r, el);
		break;
	case TANDEM_MEMRSP:
		el->bits = (u8)number(r, "the width");
		el->result = (u8)number(r, "the result");
		read_data(r, el);
		break;
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		el->value = number(r, "the instruction");
		break;
	default:
		break;
	}
}

static void read_line(struct reader *r, char *line)
{
	struct tandem_element el = { 0 };
	char *kind = strtok_r(line, " ", &r->rest);

	if (!kind || !strcmp(kind, "rule"))
		return;
	if (!strcmp(kind, "error"))
		tandem_convert_die(r->convert,
				   "what cannot be decoded cannot be encoded");
	if (strcmp(kind, "event") != 0)
		tandem_convert_die(r->convert, "lines start with 'event'");
	el.op = find(r, op_name, TANDEM_OPS, "event");
	if (el.op == TANDEM_END && r->rest && !strcmp(r->rest, "implied"))
		return;
	read_fields(r, &el);
	if (r->rest && r->rest[strspn(r->rest, " ")])
		tandem_convert_die(r->convert, "'%s' is too much", r->rest);
	tandem_convert_raw(r->convert, &el, &r->before);
	r->before = el;
}

void tandem_from_events(struct tandem_convert *convert, char *line)
{
	struct reader r = { .convert = convert };

	tandem_convert_start(convert, 0);
	do {
		read_line(&r, line);
		line = lines_next(&convert->lines);
	} while (line);
}
