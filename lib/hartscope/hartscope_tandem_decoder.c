// SPDX-License-Identifier: BSD-2-Clause
/* Public: the decoder of tandem trace, which converts a group at a time. */
#include "hartscope_tandem.h"

struct decoder {
	struct tandem_decoder inner;
	struct hartscope_tandem_element *element; /* the group, converted */
};

static size_t inner_size(uint32_t room)
{
	return hartscope_padded(room * sizeof(struct tandem_element));
}

HARTSCOPE_PUBLIC size_t hartscope_tandem_decoder_size(uint32_t room)
{
	if (!room || room > HARTSCOPE_ROOM_MAX)
		return 0;
	return hartscope_padded(sizeof(struct decoder)) + inner_size(room) +
	       room * sizeof(struct hartscope_tandem_element);
}

HARTSCOPE_PUBLIC struct hartscope_tandem_decoder *
hartscope_tandem_decoder_init(void *memory, size_t size, uint32_t room,
			      const struct hartscope_tandem_params *params)
{
	struct decoder *decoder = memory;
	struct tandem_params inner;
	u8 *element = memory;

	if (!hartscope_fits(memory, size,
			    hartscope_tandem_decoder_size(room)) ||
	    !hartscope_tandem_inner_params(params, &inner))
		return NULL;
	element += hartscope_padded(sizeof(*decoder));
	tandem_decoder_init(&decoder->inner, &inner,
			    (struct tandem_element *)(void *)element, room);
	element += inner_size(room);
	decoder->element = (struct hartscope_tandem_element *)(void *)element;
	return memory;
}

HARTSCOPE_PUBLIC void
hartscope_tandem_decoder_feed(struct hartscope_tandem_decoder *decoder,
			      const uint8_t *bytes, size_t len)
{
	tandem_decoder_feed(&((struct decoder *)decoder)->inner, bytes, len);
}

static void convert(struct decoder *decoder,
		    struct hartscope_tandem_group *group)
{
	const struct tandem_group *from = &decoder->inner.group;
	u32 i;

	for (i = 0; i < from->num; i++)
		decoder->element[i] = hartscope_tandem_outer(&from->element[i]);
	*group = (struct hartscope_tandem_group){
		.offset = from->offset,
		.bytes = from->bytes,
		.element = decoder->element,
		.num = from->num,
		.rules = from->rules,
		.insn = from->insn_bits ? from->insn : 0,
		.insn_bits = from->insn_bits,
		.close = from->close,
	};
}

HARTSCOPE_PUBLIC enum hartscope_tandem_status
hartscope_tandem_decoder_next(struct hartscope_tandem_decoder *decoder,
			      struct hartscope_tandem_group *group)
{
	struct decoder *own = (struct decoder *)decoder;
	enum tandem_status status = tandem_decoder_next(&own->inner);

	*group = (struct hartscope_tandem_group){ .element = own->element };
	if (status != TANDEM_MORE)
		convert(own, group);
	return (enum hartscope_tandem_status)status;
}

HARTSCOPE_PUBLIC enum hartscope_tandem_status
hartscope_tandem_decoder_finish(struct hartscope_tandem_decoder *decoder,
				struct hartscope_tandem_group *group)
{
	struct decoder *own = (struct decoder *)decoder;
	enum tandem_status status = tandem_decoder_finish(&own->inner);

	convert(own, group);
	return (enum hartscope_tandem_status)status;
}
