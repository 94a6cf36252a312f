/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames of a CoreSight formatter (Arm CoreSight Architecture Specification,
 * chapter "Trace Formatter"): 16 bytes that hold the bytes of several streams,
 * each with the number (ATB ID) of its source.
 */
#ifndef HOST_FRAMES_H
#define HOST_FRAMES_H

#include "base/types.h"

enum {
	FRAME_BYTES = 16,
	FRAME_ID_ANY = -1, /* the only one that has data */
	FRAME_ID_LEAST = 1,
	FRAME_ID_MOST = 0x6f,
};

/** State of taking a formatter's output apart. */
struct frames {
	const char *name;  /* of the trace, for messages */
	int wanted;	   /* ID, or FRAME_ID_ANY */
	int found;	   /* the ID in use, -1: no data yet */
	int id;		   /* of the present bytes, 0: no stream's, or not known
			    * yet */
	int other;	   /* an ID with data that is not selected, 0: none */
	u64 bytes;	   /* taken so far */
	unsigned int have; /* bytes of the present frame */
	u8 frame[FRAME_BYTES];
};

void frames_begin(struct frames *frames, const char *name, int wanted);

/** Gets a byte of a stream; IDs out of range belong to no stream. */
typedef void frames_fn(void *user, int id, u8 byte);

/** Take frames apart, and give the bytes of all streams to a function. */
void frames_each(struct frames *frames, const u8 *data, size_t size,
		 frames_fn *give, void *user);

/**
 * Take frames apart. Synchronization packets between and in them are dropped.
 * Exits with a message if there are several streams and none is selected.
 * @param out	room for size + FRAME_BYTES bytes, for bytes of the selected
 *	stream
 * @return number of these
 */
size_t frames_take(struct frames *frames, const u8 *data, size_t size, u8 *out);

/** End of the trace: report a trace that ends inside a frame, or had no
 * bytes. */
void frames_end(const struct frames *frames);

#endif
