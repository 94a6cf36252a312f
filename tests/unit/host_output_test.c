// SPDX-License-Identifier: BSD-2-Clause
/* Buffered output of the host tools, to a function that checks each piece. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "io.h"

static char taken[4 * OUTPUT_BUFFER];
static size_t used;
static unsigned int pieces;

static void take(void *user, const char *data, size_t size)
{
	assert_ptr_equal(user, taken);
	assert_true(size > 0 && size <= sizeof(taken) - used);
	memcpy(taken + used, data, size);
	used += size;
	pieces++;
}

static void setup(struct output *out)
{
	used = 0;
	pieces = 0;
	output_to(out, take, taken);
}

/* A part of a trace without text has no memory. */
static void nothing_has_no_address(void **state)
{
	struct output out;

	(void)state;
	setup(&out);
	output_bytes(&out, NULL, 0);
	output_flush(&out);
	output_string(&out, "a");
	output_bytes(&out, NULL, 0);
	output_close(&out);
	assert_int_equal(used, 1);
	assert_int_equal(pieces, 1);
}

static void nothing_is_not_told(void **state)
{
	struct output out;

	(void)state;
	setup(&out);
	output_flush(&out);
	output_close(&out);
	assert_int_equal(pieces, 0);
}

/* A piece larger than the buffer is written after the pieces in the buffer. */
static void large_pieces_keep_the_order(void **state)
{
	static char large[OUTPUT_BUFFER + 1];
	struct output out;

	(void)state;
	memset(large, 'l', sizeof(large));
	setup(&out);
	output_char(&out, 'a');
	output_bytes(&out, large, sizeof(large));
	output_bytes(&out, large, OUTPUT_BUFFER);
	output_char(&out, 'z');
	output_close(&out);
	assert_int_equal(used, 2 + sizeof(large) + OUTPUT_BUFFER);
	assert_int_equal(taken[0], 'a');
	assert_int_equal(taken[1], 'l');
	assert_int_equal(taken[used - 2], 'l');
	assert_int_equal(taken[used - 1], 'z');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_has_no_address),
		cmocka_unit_test(nothing_is_not_told),
		cmocka_unit_test(large_pieces_keep_the_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
