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
	FRAME_ID_ANY =
		-1, /* the first one that has data, if there is no other */
	FRAME_ID_LEAST = 1,
	FRAME_ID_MOST = 0x6f,
};

/** A formatter's output that is taken apart. */
struct frames {
	const char *name;  /* of the trace, for messages */
	int wanted;	   /* ID, or FRAME_ID_ANY */
	int found;	   /* the ID that is taken, -1: there was no data yet */
	int id;		   /* whose bytes come, 0: nobody's, or not known yet */
	int other;	   /* an ID that had data and is not wanted, 0: none */
	u64 bytes;	   /* that were taken */
	unsigned int have; /* bytes of the frame that has begun */
	u8 frame[FRAME_BYTES];
};

void frames_begin(struct frames *frames, const char *name, int wanted);

/** Gets a byte of a stream; IDs out of range are nobody's. */
typedef void frames_fn(void *user, int id, u8 byte);

/** Take frames apart, and give the bytes of all streams. */
void frames_each(struct frames *frames, const u8 *data, size_t size,
		 frames_fn *give, void *user);

/**
 * Take frames apart. Synchronization packets between and in them are dropped.
 * Exits with a message when nobody said which of several streams is wanted.
 * @param out	room for size + FRAME_BYTES bytes, those of the wanted stream
 * @return how many of these there are
 */
size_t frames_take(struct frames *frames, const u8 *data, size_t size, u8 *out);

/** The trace is over: complain if it ends inside a frame, or had no bytes. */
void frames_end(const struct frames *frames);

#endif
