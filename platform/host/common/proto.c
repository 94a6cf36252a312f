// SPDX-License-Identifier: BSD-2-Clause
/* Protocol Buffers: tags, varints and fields with a length. */
#include <stdlib.h>
#include <string.h>
#include "proto.h"

enum {
	WIRE_VARINT = 0,
	WIRE_LENGTH = 2,
	VARINT_MAX = 10, /* bytes */
};

static u8 *make_room(struct proto *proto, size_t size)
{
	if (proto->room - proto->used < size) {
		proto->room = 2 * (proto->used + size);
		proto->data = must_realloc(proto->data, proto->room);
	}
	return proto->data + proto->used;
}

static void varint(struct proto *proto, u64 value)
{
	u8 *at = make_room(proto, VARINT_MAX), *p = at;

	for (; value >= 0x80; value >>= 7)
		*p++ = (u8)(value | 0x80);
	*p++ = (u8)value;
	proto->used += (size_t)(p - at);
}

void proto_u64(struct proto *proto, unsigned int field, u64 value)
{
	varint(proto, field << 3 | WIRE_VARINT);
	varint(proto, value);
}

void proto_bytes(struct proto *proto, unsigned int field, const void *data,
		 size_t size)
{
	varint(proto, field << 3 | WIRE_LENGTH);
	varint(proto, size);
	if (!size)
		return;
	memcpy(make_room(proto, size), data, size);
	proto->used += size;
}

void proto_string(struct proto *proto, unsigned int field, const char *value)
{
	proto_bytes(proto, field, value, strlen(value));
}

void proto_message(struct proto *proto, unsigned int field,
		   const struct proto *value)
{
	proto_bytes(proto, field, value->data, value->used);
}

void proto_free(struct proto *proto)
{
	free(proto->data);
}
