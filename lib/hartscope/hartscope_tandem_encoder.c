// SPDX-License-Identifier: BSD-2-Clause
/* Public: the encoder of tandem trace. */
#include "hartscope_tandem.h"

struct encoder {
	struct tandem_encoder inner;
	struct tandem_element *element; /* the group, converted */
	u32 room;
};

HARTSCOPE_PUBLIC size_t hartscope_tandem_encoder_size(uint32_t room)
{
	if (!room || room > HARTSCOPE_ROOM_MAX)
		return 0;
	return hartscope_padded(sizeof(struct encoder)) +
	       room * sizeof(struct tandem_element);
}

HARTSCOPE_PUBLIC struct hartscope_tandem_encoder *
hartscope_tandem_encoder_init(void *memory, size_t size, uint32_t room,
			      const struct hartscope_tandem_params *params)
{
	struct encoder *encoder = memory;
	struct tandem_params inner;
	u8 *element = memory;

	if (!hartscope_fits(memory, size,
			    hartscope_tandem_encoder_size(room)) ||
	    !hartscope_tandem_inner_params(params, &inner))
		return NULL;
	element += hartscope_padded(sizeof(*encoder));
	encoder->element = (struct tandem_element *)(void *)element;
	encoder->room = room;
	tandem_encoder_init(&encoder->inner, &inner, NULL, 0);
	return memory;
}

HARTSCOPE_PUBLIC enum hartscope_tandem_status
hartscope_tandem_encoder_group(struct hartscope_tandem_encoder *encoder,
			       const struct hartscope_tandem_element *element,
			       uint32_t num, uint8_t *bytes, size_t size,
			       size_t *used)
{
	struct encoder *own = (struct encoder *)encoder;
	enum tandem_status status;
	u32 i;

	*used = 0;
	if (num > own->room)
		return HARTSCOPE_TANDEM_FULL;
	for (i = 0; i < num; i++)
		own->element[i] = hartscope_tandem_inner(&element[i]);
	own->inner.buf = bytes;
	own->inner.room = size;
	own->inner.used = 0;
	status = tandem_encoder_group(&own->inner, own->element, num);
	if (status == TANDEM_OK)
		*used = own->inner.used;
	return (enum hartscope_tandem_status)status;
}
