// SPDX-License-Identifier: BSD-2-Clause
/*
 * Frames of a CoreSight formatter. Bytes with even numbers are data without
 * their lowest bit, which is in the last byte, or with that bit set a new ID;
 * then the bit of the last byte says whether the next byte is still the old
 * ID's. ID 0x7f is reserved, so that what starts with ff is a synchronization
 * packet: ff ff ff 7f between frames, ff 7f between any two half-words.
 */
#include <string.h>
#include "frames.h"
#include "io.h"

void frames_begin(struct frames *frames, const char *name, int wanted)
{
	memset(frames, 0, sizeof(*frames));
	frames->name = name;
	frames->wanted = wanted;
	frames->found = -1;
}

/* True if the bytes of an ID are selected. */
static bool is_wanted(struct frames *frames, int id)
{
	if (id < FRAME_ID_LEAST || id > FRAME_ID_MOST)
		return false;
	if (frames->found < 0)
		frames->found = frames->wanted == FRAME_ID_ANY ? id :
								 frames->wanted;
	if (id == frames->found)
		return true;
	frames->other = id;
	if (frames->wanted == FRAME_ID_ANY)
		die("'%s' has streams of IDs %#x and %#x: choose one of them "
		    "with --frame-id",
		    frames->name, frames->found, id);
	return false;
}

/* Give each byte to its stream, with the stream's ID. */
static void take_frame(struct frames *frames, frames_fn *give, void *user)
{
	const u8 *frame = frames->frame;
	unsigned int i, late;
	int before;

	for (i = 0; i < FRAME_BYTES; i += 2) {
		late = frame[FRAME_BYTES - 1] >> (i / 2) & 1;
		before = frames->id;
		if (frame[i] & 1)
			frames->id = frame[i] >> 1;
		else
			give(user, before, (u8)(frame[i] | late));
		if (i + 1 == FRAME_BYTES - 1)
			break;
		give(user, frame[i] & 1 && late ? before : frames->id,
		     frame[i + 1]);
	}
}

/* True for a half-word ff ff or ff 7f of a synchronization packet. */
static bool is_sync(const struct frames *frames)
{
	const u8 *last = frames->frame + frames->have - 2;

	return last[0] == 0xff && (last[1] == 0xff || last[1] == 0x7f);
}

void frames_each(struct frames *frames, const u8 *data, size_t size,
		 frames_fn *give, void *user)
{
	size_t i;

	for (i = 0; i < size; i++) {
		frames->frame[frames->have++] = data[i];
		if (frames->have % 2)
			continue;
		if (is_sync(frames))
			frames->have -= 2;
		if (frames->have < FRAME_BYTES)
			continue;
		frames->have = 0;
		take_frame(frames, give, user);
	}
}

struct taken {
	struct frames *frames;
	u8 *out;
	size_t used;
};

static void put(void *user, int id, u8 byte)
{
	struct taken *taken = user;

	if (is_wanted(taken->frames, id))
		taken->out[taken->used++] = byte;
}

size_t frames_take(struct frames *frames, const u8 *data, size_t size, u8 *out)
{
	struct taken taken = { frames, out, 0 };

	frames_each(frames, data, size, put, &taken);
	frames->bytes += taken.used;
	return taken.used;
}

void frames_end(const struct frames *frames)
{
	if (frames->have)
		complain("'%s' ends inside a frame, after %u of its %u bytes",
			 frames->name, frames->have, FRAME_BYTES);
	if (!frames->bytes && frames->other)
		complain("'%s' has nothing of ID %#x, but of %#x", frames->name,
			 frames->wanted, frames->other);
	else if (!frames->bytes)
		complain("'%s' has no frames with data", frames->name);
}
