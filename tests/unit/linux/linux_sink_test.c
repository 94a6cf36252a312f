// SPDX-License-Identifier: BSD-2-Clause
/*
 * The kernel module's path from a sink to the queues of harts: its own file on
 * the host, with a sink whose write pointer the test moves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel/kernel.h"

#include "../../../platform/linux/trace.h"

#define SIZE 4096
/* MSEO of a message's last byte; an idle byte */
#define LAST 3
#define IDLE 0xff

static struct trace_sink ram;
static struct trace_hart harts[2];
static u8 memory[SIZE], queues[2][SIZE], out[2 * SIZE];
static u32 pages[2][32];
static size_t wp;
static unsigned int given, released;

int trace_sbi_status(struct trace_hart *hart)
{
	u64 at = ram.start + wp % SIZE;

	hart->page[TRACE_STATUS_FLAGS] = TRACE_STATUS_BUFFER;
	hart->page[TRACE_STATUS_WP] = (u32)at;
	hart->page[TRACE_STATUS_WP + 1] = (u32)(at >> 32);
	return 0;
}

long trace_sbi_set_buffer(const struct trace_sink *sink)
{
	(void)sink;
	given++;
	return 0;
}

long trace_sbi_release(const struct trace_sink *sink)
{
	(void)sink;
	released++;
	return 0;
}

int trace_sbi_errno(long error, const char **why)
{
	*why = "";
	return (int)error;
}

static void setup(unsigned int num)
{
	unsigned int i;

	memset(&ram, 0, sizeof(ram));
	memset(harts, 0, sizeof(harts));
	memset(memory, 0, sizeof(memory));
	ram.size = SIZE;
	ram.buffer = memory;
	ram.start = 0x180000000;
	ram.harts = num;
	ram.source_mask = num - 1;
	for (i = 0; i < num; i++) {
		harts[i].sink = &ram;
		harts[i].queue = queues[i];
		harts[i].page = pages[i];
		harts[i].source = i;
		harts[i].source_bits = num - 1;
		ram.of_source[i] = &harts[i];
	}
	wp = 0;
	assert_int_equal(trace_sink_get(&ram), 0);
}

static void write_bytes(const void *bytes, size_t size)
{
	const u8 *byte = bytes;

	while (size--)
		memory[wp++ % SIZE] = *byte++;
}

/* Take all data of a hart, to out. */
static size_t take(struct trace_hart *hart)
{
	struct trace_aux aux = { .base = out, .size = sizeof(out) };

	return trace_queue_take(hart, &aux, 0, sizeof(out));
}

static void expect(struct trace_hart *hart, const void *bytes, size_t size)
{
	assert_int_equal(take(hart), size);
	assert_memory_equal(out, bytes, size);
}

/* A message of a source: TCODE, source and a body; the last byte has MSEO 3. */
#define OF(source, body) 0x10, (source) << 2 | (body) << 3, (body) << 2 | 3

static void parts_by_source(void **state)
{
	static const u8 mixed[] = { OF(0, 1), OF(1, 2), IDLE,
				    OF(1, 3), OF(0, 4), OF(1, 5) };
	static const u8 first[] = { OF(0, 1), OF(0, 4) };
	static const u8 second[] = { OF(1, 2), OF(1, 3), OF(1, 5) };
	size_t i;

	(void)state;
	/* for each place at which the sink is read in between */
	for (i = 0; i <= sizeof(mixed); i++) {
		setup(2);
		write_bytes(mixed, i);
		trace_sink_read(&harts[i & 1]);
		write_bytes(mixed + i, sizeof(mixed) - i);
		trace_sink_read(&harts[0]);
		expect(&harts[0], first, sizeof(first));
		expect(&harts[1], second, sizeof(second));
		assert_false(harts[0].lost || harts[1].lost);
	}
}

static void goes_round(void **state)
{
	u8 piece[1000];
	unsigned int i;

	(void)state;
	setup(1);
	for (i = 0; i < 50; i++) {
		memset(piece, (int)(i << 2 & 0x7c), sizeof(piece));
		piece[sizeof(piece) - 1] |= LAST;
		write_bytes(piece, sizeof(piece));
		trace_sink_read(&harts[0]);
		expect(&harts[0], piece, sizeof(piece));
	}
	assert_false(harts[0].lost);
}

/* After the hardware's second round no message is complete */
static void round_is_noticed(size_t size)
{
	static const u8 one[] = { OF(0, 1) }, good[] = { OF(0, 6) };
	static const u8 end[] = { 0x20, 0x03, OF(0, 6) };
	size_t i;

	setup(2);
	write_bytes(one, sizeof(one));
	trace_sink_read(&harts[0]);
	expect(&harts[0], one, sizeof(one));
	for (i = 0; i < size; i++)
		write_bytes("\x04", 1);
	trace_sink_read(&harts[0]);
	assert_true(harts[0].lost && harts[1].lost);
	assert_int_equal(trace_queue_len(&harts[0]), 0);
	assert_int_equal(trace_queue_len(&harts[1]), 0);
	/* the end of a message without its beginning, then a message */
	write_bytes("\x13", 1);
	write_bytes(good, sizeof(good));
	trace_sink_read(&harts[1]);
	expect(&harts[0], end, sizeof(end));
}

static void overwriting_is_noticed(void **state)
{
	(void)state;
	round_is_noticed(SIZE - 1);
	round_is_noticed(SIZE);
	round_is_noticed(SIZE + 1);
	round_is_noticed(3 * SIZE + 77);
}

static void fill_queue(unsigned int num)
{
	static const u8 one[] = { OF(0, 1) };
	static const u8 brk[] = { 0x20, 0x03 };
	size_t i, size;

	setup(num);
	for (i = 0; i < 2 * SIZE; i++) {
		write_bytes(one + i % sizeof(one), 1);
		trace_sink_read(&harts[0]);
	}
	assert_true(harts[0].lost);
	size = take(&harts[0]);
	assert_true(size > SIZE / 2 && size <= SIZE);
	assert_int_equal(size % sizeof(one), 0);
	/* the rest of the last message, and another one */
	for (; i % sizeof(one); i++)
		write_bytes(one + i % sizeof(one), 1);
	write_bytes(one, sizeof(one));
	trace_sink_read(&harts[0]);
	assert_int_equal(take(&harts[0]), sizeof(brk) + sizeof(one));
	assert_memory_equal(out + sizeof(brk), one, sizeof(one));
}

static void full_queue_loses_whole_messages(void **state)
{
	(void)state;
	fill_queue(1);
	fill_queue(2);
}

static void buffer_goes_with_the_last_event(void **state)
{
	(void)state;
	given = released = 0;
	setup(1);
	assert_int_equal(trace_sink_get(&ram), 0);
	assert_int_equal(given, 1);
	trace_sink_put(&ram);
	assert_int_equal(released, 0);
	trace_sink_put(&ram);
	assert_int_equal(released, 1);
}

static void encoders_are_set_after_a_release(void **state)
{
	(void)state;
	setup(2);
	harts[0].modes = TRACE_MODES_USER;
	harts[1].modes = TRACE_MODES_KERNEL;
	assert_int_equal(trace_sink_get(&ram), 0);
	assert_int_equal(harts[0].modes, TRACE_MODES_USER);
	assert_int_equal(harts[1].modes, TRACE_MODES_KERNEL);
	trace_sink_put(&ram);
	trace_sink_put(&ram);
	assert_int_equal(trace_sink_get(&ram), 0);
	assert_int_equal(harts[0].modes, 0);
	assert_int_equal(harts[1].modes, 0);
}

static void loss_is_told_once(void **state)
{
	(void)state;
	setup(1);
	assert_false(trace_queue_lost(&harts[0]));
	harts[0].lost = true;
	assert_true(trace_queue_lost(&harts[0]));
	assert_false(trace_queue_lost(&harts[0]));
}

static void dropped_queue_is_empty(void **state)
{
	static const u8 one[] = { OF(0, 1) };

	(void)state;
	setup(1);
	write_bytes(one, sizeof(one));
	trace_sink_finish(&harts[0]);
	assert_int_equal(trace_queue_len(&harts[0]), sizeof(one));
	trace_queue_drop(&harts[0]);
	assert_int_equal(take(&harts[0]), 0);
	assert_false(trace_queue_lost(&harts[0]));
}

/*
 * AUX memory gets only complete messages, with any room, and at any time of a
 * read.
 */
static void only_whole_messages_are_taken(void **state)
{
	static const u8 two[] = { OF(0, 1), OF(0, 2) };
	struct trace_aux aux = { .base = out, .size = sizeof(out) };
	size_t i, room;

	(void)state;
	for (i = 0; i <= sizeof(two); i++) {
		for (room = 0; room <= sizeof(two); room++) {
			setup(1);
			write_bytes(two, i);
			trace_sink_read(&harts[0]);
			assert_int_equal(
				trace_queue_take(&harts[0], &aux, 0, room),
				(i < room ? i : room) / 3 * 3);
			assert_memory_equal(out, two,
					    (i < room ? i : room) / 3 * 3);
		}
	}
}

/*
 * The sink is overwritten inside a message whose beginning was read: no part of
 * it comes, but the next one does.
 */
static void begin_of_overwritten_message_goes(void **state)
{
	static const u8 one[] = { OF(0, 1) }, good[] = { OF(0, 6) };
	static const u8 end[] = { 0x20, 0x03, OF(0, 6) };
	size_t i;

	(void)state;
	setup(1);
	write_bytes(one, sizeof(one));
	write_bytes(one, 2);
	trace_sink_read(&harts[0]);
	for (i = 0; i < SIZE; i++)
		write_bytes("\x04", 1);
	trace_sink_read(&harts[0]);
	expect(&harts[0], one, sizeof(one));
	write_bytes("\x13", 1);
	write_bytes(good, sizeof(good));
	trace_sink_read(&harts[0]);
	expect(&harts[0], end, sizeof(end));
}

/*
 * An encoder that starts again begins with a message, which must not be dropped
 * with the overwritten data. If other encoders write, too, it may be dropped,
 * and is then reported.
 */
static void restart_after_overwriting(void **state)
{
	static const u8 one[] = { OF(0, 1) };
	unsigned int num;
	size_t i;

	(void)state;
	for (num = 1; num <= 2; num++) {
		setup(num);
		for (i = 0; i < SIZE; i++)
			write_bytes(one + i % sizeof(one), 1);
		trace_sink_finish(&harts[0]);
		trace_queue_drop(&harts[0]);
		assert_int_equal(harts[0].lost, num > 1);
		write_bytes(one, sizeof(one));
		write_bytes(one, sizeof(one));
		trace_sink_read(&harts[0]);
		assert_int_equal(take(&harts[0]),
				 num > 1 ? 2 + sizeof(one) : 2 * sizeof(one));
	}
}

/* The end of a message whose beginning was dropped is dropped, too. */
static void rest_of_dropped_message_is_nobodys(void **state)
{
	static const u8 one[] = { OF(0, 1) }, other[] = { OF(0, 2) };

	(void)state;
	setup(2);
	write_bytes(one, 2);
	trace_sink_read(&harts[0]);
	trace_queue_drop(&harts[0]);
	write_bytes(one + 2, 1);
	write_bytes(other, sizeof(other));
	trace_sink_read(&harts[0]);
	expect(&harts[0], other, sizeof(other));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_by_source),
		cmocka_unit_test(goes_round),
		cmocka_unit_test(overwriting_is_noticed),
		cmocka_unit_test(full_queue_loses_whole_messages),
		cmocka_unit_test(buffer_goes_with_the_last_event),
		cmocka_unit_test(encoders_are_set_after_a_release),
		cmocka_unit_test(loss_is_told_once),
		cmocka_unit_test(dropped_queue_is_empty),
		cmocka_unit_test(only_whole_messages_are_taken),
		cmocka_unit_test(begin_of_overwritten_message_goes),
		cmocka_unit_test(restart_after_overwriting),
		cmocka_unit_test(rest_of_dropped_message_is_nobodys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
