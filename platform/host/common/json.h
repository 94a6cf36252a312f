/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON as it is produced: nothing is kept but the nesting. */
#ifndef HOST_JSON_H
#define HOST_JSON_H

#include "io.h"

struct json {
	struct output *out;
	unsigned int depth;
	bool comma; /* the next value needs a comma before it */
	bool lines; /* values of the two outermost levels start lines */
};

/** Start a text; out stays the caller's. */
void json_begin(struct json *json, struct output *out);

/*
 * Values. name is the member's name inside an object and NULL inside an array.
 * In text, bytes that are not UTF-8 become U+FFFD.
 */
void json_object(struct json *json, const char *name);
void json_array(struct json *json, const char *name);
void json_end_object(struct json *json);
void json_end_array(struct json *json);
void json_string(struct json *json, const char *name, const char *value);
void json_u64(struct json *json, const char *name, u64 value);
void json_bool(struct json *json, const char *name, bool value);
void json_null(struct json *json, const char *name);

/** A fraction with the given digits after the point; null if not finite. */
void json_fraction(struct json *json, const char *name, double value,
		   int digits);

/** An address: a string "0x...", as many readers keep 53 bits of a number. */
void json_hex(struct json *json, const char *name, u64 value);

/** End the text with a new line; all objects and arrays must be closed. */
void json_finish(struct json *json);

#endif
