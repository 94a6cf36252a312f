// SPDX-License-Identifier: BSD-2-Clause
/* The event notation, one line per element. */
#include <base/bits.h>
#include <tandem/tandem.h>

static char *put_text(char *p, const char *text)
{
	while (*text)
		*p++ = *text++;
	return p;
}

/* Hexadecimal, with a minimum of digits */
static char *put_digits(char *p, u64 value, unsigned int digits)
{
	unsigned int n = value ? bits_fls64(value) / 4 + 1 : 1;

	if (n < digits)
		n = digits;
	while (n--)
		*p++ = "0123456789abcdef"[value >> (4 * n) & 15];
	return p;
}

static char *put_hex(char *p, u64 value, unsigned int digits)
{
	return put_digits(put_text(p, " 0x"), value, digits);
}

/* A blank and a decimal number below 1000 */
static char *put_small(char *p, unsigned int value)
{
	*p++ = ' ';
	if (value >= 100)
		*p++ = (char)('0' + value / 100);
	if (value >= 10)
		*p++ = (char)('0' + value / 10 % 10);
	*p++ = (char)('0' + value % 10);
	return p;
}

static char *put_signed(char *p, u64 value)
{
	if (value >> 63)
		return put_digits(put_text(p, " -0x"), -value, 1);
	return put_hex(p, value, 1);
}

/* A name, or the number that has none */
static char *put_name(char *p, const char *name, unsigned int number)
{
	return name ? put_text(p, name) : put_small(put_text(p, "?"), number);
}

static char *put_state(char *p, const struct tandem_element *element)
{
	*p++ = ' ';
	p = put_name(p, tandem_state_name((enum tandem_state)element->id),
		     element->id);
	/* a mode is a number, like a width, and no pattern of bits */
	return element->id == TANDEM_PRIV ? put_small(p, (u8)element->value) :
					    put_hex(p, element->value, 1);
}

static char *put_mem(char *p, const struct tandem_element *element)
{
	if (element->op == TANDEM_MEMREQ) {
		*p++ = ' ';
		p = put_name(p, tandem_mem_name((enum tandem_mem)element->id),
			     element->id);
		p = put_small(p, element->bits);
		p = put_hex(p, element->address, 1);
	} else {
		p = put_small(p, element->bits);
		p = put_small(p, element->result);
	}
	return element->data ? put_hex(p, element->value, 1) : p;
}

static char *put_reg(char *p, const struct tandem_element *element)
{
	p = put_hex(p, element->reg, 4);
	if (element->op == TANDEM_REGADD)
		return put_signed(p, element->value);
	if (element->op == TANDEM_REG)
		p = put_small(p, element->bits);
	return put_hex(p, element->value, 1);
}

static char *put_element(char *p, const struct tandem_element *element)
{
	p = put_name(p, tandem_op_name((enum tandem_op)element->op),
		     element->op);
	switch (element->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		p = put_reg(p, element);
		/* unseen: the next case does nothing */
		break;
	case TANDEM_STATE:
		p = put_state(p, element);
		break;
	case TANDEM_MEMREQ:
	case TANDEM_MEMRSP:
		p = put_mem(p, element);
		break;
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		p = put_hex(p, element->value,
			    element->op == TANDEM_INSN16 ? 4 : 8);
		break;
	default:
		break;
	}
	return p;
}

static size_t put_end(char *p, const char *buf)
{
	*p = 0;
	return (size_t)(p - buf);
}

size_t tandem_text_print(const struct tandem_element *element, char *buf)
{
	return put_end(put_element(buf, element), buf);
}

/* The n-th broken rule of a group, if there are that many */
static char *put_rule(char *p, u32 broken, u64 n)
{
	unsigned int rule;

	bits_for_each(rule, broken)
		if (!n--)
			return put_text(
				put_text(p, "rule "),
				tandem_rule_name((enum tandem_rule)rule));
	return p;
}

/* Line k after the elements */
static char *put_behind(char *p, const struct tandem_group *group, u64 k)
{
	bool end = group->close == TANDEM_CLOSED ||
		   group->close == TANDEM_IMPLIED;

	if (end && !k--)
		return put_text(p, group->close == TANDEM_CLOSED ?
					   "event end" :
					   "event end implied");
	return put_rule(p, group->rules, k);
}

size_t tandem_text_line(const struct tandem_group *group, u64 n, char *buf)
{
	bool begin = group->close != TANDEM_OUTSIDE;
	char *p = buf;

	if (begin && !n--)
		p = put_text(p, "event begin");
	else if (n < group->num)
		p = put_element(put_text(p, "event "), &group->element[n]);
	else
		p = put_behind(p, group, n - group->num);
	return put_end(p, buf);
}
