/* SPDX-License-Identifier: BSD-2-Clause */
/* Protocol Buffers, as far as writing messages needs them. */
#ifndef HOST_PROTO_H
#define HOST_PROTO_H

#include "io.h"

/** A message in the making. */
struct proto {
	u8 *data;
	size_t used, room;
};

/** Start again; the memory is kept. */
static inline void proto_begin(struct proto *proto)
{
	proto->used = 0;
}

/* Fields by number. */
void proto_u64(struct proto *proto, unsigned int field, u64 value);
void proto_bytes(struct proto *proto, unsigned int field, const void *data,
		 size_t size);
void proto_string(struct proto *proto, unsigned int field, const char *value);
void proto_message(struct proto *proto, unsigned int field,
		   const struct proto *value);

void proto_free(struct proto *proto);

#endif
