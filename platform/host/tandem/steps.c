// SPDX-License-Identifier: BSD-2-Clause
/* Executed instructions to groups of a tandem trace. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "insn/insn.h"
#include "convert.h"

void tandem_convert_die(const struct tandem_convert *convert,
			const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		die("out of memory");
	va_end(args);
	die("%s:%" PRIu64 ": %s", convert->lines.in.name, convert->lines.number,
	    text);
}

static void flush(struct tandem_convert *convert)
{
	output_bytes(&convert->out, convert->encoder.buf,
		     convert->encoder.used);
	convert->written += convert->encoder.used;
	convert->encoder.used = 0;
}

/*
 * Report that the encoder refused elements of a line of the input
 */
static void refuse(const struct tandem_convert *convert,
		   enum tandem_status status)
{
	unsigned int rule;

	for (rule = 0; status == TANDEM_BAD_RULE && rule < TANDEM_RULES;
	     rule++) {
		if (convert->encoder.rules & TANDEM_RULE(rule))
			tandem_convert_die(
				convert, "the instruction before this: %s",
				tandem_rule_text((enum tandem_rule)rule));
	}
	tandem_convert_die(convert, "the instruction before this: %s",
			   tandem_status_text(status));
}

void tandem_convert_group(struct tandem_convert *convert,
			  const struct tandem_element *element, u32 num)
{
	enum tandem_status status;

	status = tandem_encoder_group(&convert->encoder, element, num);
	if (status == TANDEM_NO_SPACE) {
		flush(convert);
		status = tandem_encoder_group(&convert->encoder, element, num);
	}
	if (status != TANDEM_OK)
		refuse(convert, status);
	convert->groups++;
}

void tandem_convert_raw(struct tandem_convert *convert,
			const struct tandem_element *element,
			const struct tandem_element *before)
{
	enum tandem_status status;

	status = tandem_encoder_raw(&convert->encoder, element, before);
	if (status == TANDEM_NO_SPACE) {
		flush(convert);
		status = tandem_encoder_raw(&convert->encoder, element, before);
	}
	if (status != TANDEM_OK)
		tandem_convert_die(convert, "%s", tandem_status_text(status));
	convert->groups += element->op == TANDEM_BEGIN;
}

void tandem_convert_add(struct tandem_convert *convert,
			struct tandem_element element)
{
	/* leaves room for pc and priv */
	if (convert->num + 2 >= TANDEM_STEP_ELEMENTS)
		tandem_convert_die(convert, "more than %u changes",
				   TANDEM_STEP_ELEMENTS - 2);
	convert->element[convert->num++] = element;
}

/* The waiting instruction is complete, except its pc and mode. */
static void complete(struct tandem_convert *convert, const u64 *pc,
		     unsigned int priv)
{
	u32 *num = &convert->num;

	if (pc && *pc == convert->pc + convert->bytes)
		convert->element[(*num)++] = tandem_plain(TANDEM_INCPC);
	else if (pc)
		convert->element[(*num)++] = tandem_state(TANDEM_PC, *pc);
	if (priv != TANDEM_PRIV_UNKNOWN && priv != convert->priv) {
		convert->element[(*num)++] = tandem_state(TANDEM_PRIV, priv);
		convert->priv = priv;
	}
	tandem_convert_group(convert, convert->element, *num);
	convert->pending = false;
	convert->trapped = false;
	convert->num = 0;
}

/* The hart's first place comes from outside. */
static void initialize(struct tandem_convert *convert, u64 pc,
		       unsigned int priv)
{
	const struct tandem_element element[] = {
		tandem_plain(TANDEM_INIT),
		tandem_state(TANDEM_PC, pc),
		tandem_state(TANDEM_PRIV, priv),
	};

	tandem_convert_group(convert, element,
			     priv == TANDEM_PRIV_UNKNOWN ? 2 : 3);
	convert->priv = priv;
	convert->started = true;
}

/* True if the waiting instruction can only continue at the next one. */
static bool is_linear(const struct tandem_convert *convert)
{
	const struct insn_isa isa = { .xlen = convert->trace->params.xlen };
	const u64 value = convert->element[0].value;
	const u8 code[4] = { (u8)value, (u8)(value >> 8), (u8)(value >> 16),
			     (u8)(value >> 24) };
	struct insn insn;

	return insn_decode(code, convert->bytes, &isa, &insn) &&
	       insn.flow == INSN_LINEAR;
}

void tandem_convert_insn(struct tandem_convert *convert, u64 pc, u32 insn,
			 unsigned int priv)
{
	unsigned int bits = (insn & 3) == 3 ? 32 : 16;
	u64 next = convert->pc + convert->bytes;

	if (convert->pending && !convert->trapped && pc != next &&
	    is_linear(convert)) {
		/* a trap came between, without more facts in the input */
		complete(convert, &next, TANDEM_PRIV_UNKNOWN);
		tandem_convert_trap(convert, pc, priv, NULL, 0);
	}
	if (convert->pending)
		complete(convert, &pc, priv);
	if (!convert->started)
		initialize(convert, pc, priv);
	convert->pc = pc;
	convert->bytes = bits / 8;
	convert->pending = true;
	tandem_convert_add(convert,
			   tandem_insn(bits, bits == 32 ? insn : (u16)insn));
}

void tandem_convert_trapped(struct tandem_convert *convert)
{
	convert->trapped = true;
}

void tandem_convert_lead(struct tandem_convert *convert, u64 pc,
			 unsigned int priv)
{
	if (convert->pending)
		complete(convert, &pc, priv);
}

void tandem_convert_absent(struct tandem_convert *convert, const char *line)
{
	size_t used = strlen(convert->absent);

	if (used + strlen(line) + 2 > sizeof(convert->absent))
		tandem_convert_die(convert, "too much is absent");
	snprintf(convert->absent + used, sizeof(convert->absent) - used, "%s\n",
		 line);
}

void tandem_convert_trap(struct tandem_convert *convert, u64 pc,
			 unsigned int priv,
			 const struct tandem_element *element, u32 num)
{
	u32 i;

	if (convert->pending)
		tandem_convert_die(convert, "a trap in the middle");
	for (i = 0; i < num; i++)
		tandem_convert_add(convert, element[i]);
	convert->element[convert->num++] = tandem_state(TANDEM_PC, pc);
	complete(convert, NULL, priv);
}

void tandem_convert_finish(struct tandem_convert *convert)
{
	u64 next = convert->pc + convert->bytes;

	if (convert->pending && !convert->trapped && is_linear(convert))
		complete(convert, &next, TANDEM_PRIV_UNKNOWN);
	flush(convert);
}

void tandem_convert_access(struct tandem_convert *convert, u64 address,
			   unsigned int bits, bool store, u64 data)
{
	enum tandem_state id = TANDEM_SDATA8;
	bool again = false;
	u32 i;

	/* both accesses of an AMO have one address; of several accesses one is
	 * used */
	for (i = 0; i < convert->num; i++) {
		if (convert->element[i].op != TANDEM_STATE)
			continue;
		if (convert->element[i].id != TANDEM_EADDR ||
		    convert->element[i].value != address) {
			convert->left_out++;
			return;
		}
		again = true;
	}
	if (!again)
		tandem_convert_add(convert,
				   tandem_state(TANDEM_EADDR, address));
	for (; bits > 8; bits /= 2)
		id++;
	if (store)
		tandem_convert_add(convert, tandem_state(id, data));
}
