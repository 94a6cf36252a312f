// SPDX-License-Identifier: BSD-2-Clause
/* Begins and ends of lines, made once: a listing has the same again and again. */
#include <stdlib.h>
#include <string.h>
#include "registers.h"
#include "dump.h"

enum { PLACE = 256 };

struct tandem_labels *tandem_labels_open(const struct symbols *symbols)
{
	struct tandem_labels *labels = must_alloc(sizeof(*labels));

	memset(labels, 0, sizeof(*labels));
	labels->symbols = symbols;
	return labels;
}

/* "    NAME       REST"; REST is aligned unless the name is too long. */
static const struct tandem_label *make(struct tandem_label *label,
				       const char *name, const char *rest)
{
	label->size = (u64)snprintf(label->text, sizeof(label->text),
				    "    %-10s %s", name, rest);
	return label;
}

const struct tandem_label *tandem_label_reg(struct tandem_labels *labels,
					    u16 reg)
{
	char name[REGISTER_NAME];

	if (likely(labels->reg[reg].size))
		return &labels->reg[reg];
	register_name(reg, name);
	return make(&labels->reg[reg], name, "");
}

const struct tandem_label *tandem_label_state(struct tandem_labels *labels,
					      unsigned int id)
{
	if (likely(labels->state[id].size))
		return &labels->state[id];
	return make(&labels->state[id],
		    tandem_state_name((enum tandem_state)id), "= ");
}

static const struct tandem_label *make_mem(struct tandem_label *label,
					   const struct tandem_element *el)
{
	static const char *const results[] = { "success", "failure",
					       "reserved" };
	const char *name = results[el->result < 2 ? el->result : 2];
	bool request = el->op == TANDEM_MEMREQ;
	char rest[TANDEM_LABEL];

	if (request)
		name = tandem_mem_name((enum tandem_mem)el->id);
	snprintf(rest, sizeof(rest), "%s %u bits%s", name, el->bits,
		 request ? " at " : "");
	return make(label, request ? "request" : "response", rest);
}

const struct tandem_label *tandem_label_mem(struct tandem_labels *labels,
					    const struct tandem_element *el)
{
	unsigned int size = (unsigned int)__builtin_ctz(el->bits / 8u);
	struct tandem_label *label;

	if (el->op == TANDEM_MEMREQ)
		label = &labels->request[el->id][size];
	else
		label = &labels->response[el->result < 2 ? el->result : 2]
					 [size];
	return likely(label->size) ? label : make_mem(label, el);
}

static void write_place(struct output *out, const struct symbols *symbols,
			u64 address)
{
	char place[PLACE], source[PLACE];

	symbols_place(symbols, address, place, sizeof(place));
	symbols_source(symbols, address, source, sizeof(source));
	output_string(out, " # ");
	output_name(out, place, "");
	output_name(out, source, "");
	output_char(out, '\n');
}

void tandem_label_place(struct output *out, struct tandem_labels *labels,
			u64 address)
{
	u32 slot = (u32)(address / 2 % TANDEM_PLACES);
	size_t size, before;
	char *p = output_room(out);

	if (likely(labels->place[slot].address == address &&
		   labels->place[slot].size)) {
		memcpy(p, labels->place[slot].text, TANDEM_PLACE);
		out->used += labels->place[slot].size;
		return;
	}
	before = out->used;
	if (symbols_function(labels->symbols, address))
		write_place(out, labels->symbols, address);
	else
		output_char(out, '\n');
	size = out->used - before;
	if (out->used < before || size > TANDEM_PLACE)
		return;
	labels->place[slot].address = address;
	labels->place[slot].size = (u16)size;
	memcpy(labels->place[slot].text, p, size);
}
