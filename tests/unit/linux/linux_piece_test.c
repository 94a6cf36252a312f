// SPDX-License-Identifier: BSD-2-Clause
/*
 * Pieces of trace in AUX memory: two harts with one sink. Their encoders start
 * and stop 10^4 times, and sometimes do not start; the sink wraps, and the
 * reader is slow. Every message has a number: a record must report missing
 * messages.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel/kernel.h"

#include <linux/perf_event.h>

#include "../../../platform/linux/trace.h"

#define HARTS 2
#define SINK 8192
#define AUX 1024
#define STARTS 10000
#define LOSS (PERF_AUX_FLAG_PARTIAL | PERF_AUX_FLAG_TRUNCATED)

/** AUX memory as in perf, and the contents of its records. */
struct ring {
	u8 memory[AUX];
	struct trace_aux aux;
	u64 head, tail;
	bool open;
	unsigned int records;
	/*
	 * numbers of messages: sent so far; sent before the encoder was on;
	 * expected next
	 */
	u64 sent, before, next;
	/* a record has reported missing messages */
	bool told;
};

static struct trace_sink ram;
static struct trace_hart harts[HARTS];
static struct ring rings[HARTS];
static u8 memory[SINK], queues[HARTS][SINK];
static u32 pages[HARTS][32];
static size_t wp;
static bool on[HARTS];
static long start_error, stop_error;
static u64 seed;

static unsigned int below(unsigned int limit)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned int)(seed >> 33) % limit;
}

/* --- the firmware --------------------------------------------------------- */

int trace_sbi_status(struct trace_hart *hart)
{
	u64 at = ram.start + wp % SINK;

	hart->page[TRACE_STATUS_FLAGS] = TRACE_STATUS_BUFFER;
	hart->page[TRACE_STATUS_WP] = (u32)at;
	hart->page[TRACE_STATUS_WP + 1] = (u32)(at >> 32);
	return 0;
}

long trace_sbi_set_buffer(const struct trace_sink *sink)
{
	(void)sink;
	return 0;
}

long trace_sbi_release(const struct trace_sink *sink)
{
	(void)sink;
	return 0;
}

long trace_sbi_configure(struct trace_hart *hart, u32 modes)
{
	hart->modes = modes;
	return 0;
}

long trace_sbi_start(const struct trace_hart *hart)
{
	if (start_error)
		return start_error;
	on[hart - harts] = true;
	rings[hart - harts].before = rings[hart - harts].sent;
	return 0;
}

long trace_sbi_stop(const struct trace_hart *hart)
{
	on[hart - harts] = false;
	return stop_error;
}

int trace_sbi_errno(long error, const char **why)
{
	*why = "";
	return (int)error;
}

void trace_trouble_note(const char *what, const char *why)
{
	(void)what;
	(void)why;
}

/* --- perf ----------------------------------------------------------------- */

static struct ring *ring_of(struct perf_output_handle *handle)
{
	return &rings[handle != &harts[0].handle];
}

void *perf_aux_output_begin(struct perf_output_handle *handle,
			    struct perf_event *event)
{
	struct ring *ring = ring_of(handle);

	(void)event;
	assert_false(ring->open);
	handle->head = ring->head;
	handle->size = AUX - 1 - (ring->head - ring->tail);
	handle->aux_flags = 0;
	if (ring->aux.overwrite)
		handle->size = AUX;
	if (!handle->size)
		return NULL;
	ring->open = true;
	return &ring->aux;
}

void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags)
{
	assert_true(ring_of(handle)->open);
	handle->aux_flags |= flags;
}

/*
 * Check that each message of a record is complete, and the next one; else a
 * record must have reported a loss.
 */
static void read_messages(struct ring *ring, unsigned long size, bool flagged)
{
	u64 at = ring->head, end = at + size, number;
	unsigned int shift;
	u8 byte;

	while (at < end) {
		/* an Error message is the break after a loss */
		byte = ring->memory[at++ % AUX];
		number = ring->memory[at % AUX] >> 2 & (HARTS - 1);
		assert_int_equal(number, ring - rings);
		if (byte >> 2 == 8) {
			at++;
			continue;
		}
		for (number = 0, shift = 0, at++;; shift += 6) {
			assert_true(at < end);
			byte = ring->memory[at++ % AUX];
			if (shift < 36)
				number |= (u64)(byte >> 2) << shift;
			if ((byte & 3) == 3)
				break;
		}
		assert_true(number < ring->sent && number >= ring->next);
		assert_true(number >= ring->before);
		assert_true(number == ring->next || ring->told);
		ring->told = flagged;
		ring->next = number + 1;
	}
}

void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size)
{
	struct ring *ring = ring_of(handle);
	bool flagged = handle->aux_flags & LOSS;

	assert_true(ring->open && size <= handle->size);
	ring->open = false;
	if (!size && !handle->aux_flags)
		return;
	ring->records++;
	ring->told |= flagged;
	read_messages(ring, size, flagged);
	ring->head += size;
}

/* --- actions of encoders, sink and reader -------------------------------- */

static void setup(void)
{
	unsigned int i;

	memset(&ram, 0, sizeof(ram));
	memset(harts, 0, sizeof(harts));
	memset(rings, 0, sizeof(rings));
	memset(on, 0, sizeof(on));
	start_error = stop_error = 0;
	ram.size = SINK;
	ram.buffer = memory;
	ram.start = 0x180000000;
	ram.harts = HARTS;
	ram.source_mask = HARTS - 1;
	for (i = 0; i < HARTS; i++) {
		harts[i].sink = &ram;
		harts[i].queue = queues[i];
		harts[i].page = pages[i];
		harts[i].source = i;
		harts[i].source_bits = HARTS - 1;
		ram.of_source[i] = &harts[i];
		rings[i].aux.base = rings[i].memory;
		rings[i].aux.size = AUX;
	}
	wp = 0;
	assert_int_equal(trace_sink_get(&ram), 0);
}

/* Send a message: TCODE, source, number, and some more bytes */
static void send(unsigned int hart)
{
	u64 number = rings[hart].sent++;
	unsigned int i, more = 6 + below(20);

	memory[wp++ % SINK] = 0x10;
	memory[wp++ % SINK] = (u8)(hart << 2);
	for (i = 0; i < more; i++, number >>= 6)
		memory[wp++ % SINK] = (u8)((number & 0x3f) << 2);
	memory[wp++ % SINK] = 3;
}

static void send_some(unsigned int most)
{
	unsigned int i, num = below(most);

	for (i = 0; i < num; i++)
		if (on[i % HARTS])
			send(i % HARTS);
}

static int begin(unsigned int hart)
{
	return trace_piece_begin(&harts[hart], NULL, TRACE_MODES_USER);
}

static void drain(struct ring *ring)
{
	ring->tail += below((unsigned int)(ring->head - ring->tail) + 1);
}

/* Start and stop a hart once, with reads in between. */
static void one_piece(unsigned int hart)
{
	struct ring *ring = &rings[hart];
	unsigned int records = ring->records, looks = below(4);
	bool full = false;
	int error;

	start_error = below(16) ? 0 : -EIO;
	stop_error = below(16) ? 0 : -ETIMEDOUT;
	error = begin(hart);
	if (error) {
		/* only messages without an encoder are missing */
		assert_int_equal(ring->records, records + 1);
		assert_true(error == -ENOSPC || error == start_error);
		assert_true(ring->told);
		return;
	}
	while (looks-- && !full) {
		send_some(below(32) ? 40 : 1500);
		full = !trace_piece_look(&harts[hart], NULL);
		drain(ring);
	}
	send_some(40);
	trace_piece_end(&harts[hart], NULL);
	assert_true(!full || ring->told);
	/* a source that did not stop in time still sends */
	if (stop_error)
		send(hart);
}

static void nothing_is_lost_without_a_record(void **state)
{
	unsigned int i, hart;

	(void)state;
	seed = 1;
	setup();
	/* the other hart is on meanwhile, in most rounds */
	for (i = 0; i < STARTS; i++) {
		hart = i / 8 % HARTS;
		if (!on[!hart]) {
			start_error = 0;
			begin(!hart);
		}
		one_piece(hart);
		if (on[!hart])
			trace_piece_end(&harts[!hart], NULL);
		drain(&rings[!hart]);
	}
	for (hart = 0; hart < HARTS; hart++) {
		if (on[hart])
			trace_piece_end(&harts[hart], NULL);
		assert_true(rings[hart].next == rings[hart].sent ||
			    rings[hart].told);
		assert_true(rings[hart].next > STARTS);
		assert_false(rings[hart].open);
	}
}

static void without_a_fault_nothing_is_lost(void **state)
{
	unsigned int i, j;

	(void)state;
	seed = 2;
	setup();
	for (i = 0; i < 1000; i++) {
		assert_int_equal(begin(0), 0);
		for (j = 0; j < 3; j++) {
			send_some(60);
			assert_true(trace_piece_look(&harts[0], NULL));
			rings[0].tail = rings[0].head;
		}
		trace_piece_end(&harts[0], NULL);
		rings[0].tail = rings[0].head;
	}
	assert_false(rings[0].told);
	assert_true(rings[0].sent > 10000);
	assert_int_equal(rings[0].next, rings[0].sent);
}

/*
 * Memory that no code reads: each start reports that it is full, and there is
 * always room for a record.
 */
static void full_memory_says_so(void **state)
{
	unsigned int i, full = 0;

	(void)state;
	seed = 3;
	setup();
	for (i = 0; i < 100; i++) {
		rings[0].told = false;
		if (begin(0) == -ENOSPC) {
			assert_true(rings[0].told);
			full++;
			continue;
		}
		send_some(30);
		trace_piece_end(&harts[0], NULL);
		assert_true(rings[0].told || rings[0].next == rings[0].sent);
	}
	assert_true(full > 50);
	assert_true(rings[0].head < AUX - 1);
}

/* The end of a message does not arrive in time. */
static void begin_of_message_is_told(void **state)
{
	(void)state;
	setup();
	assert_int_equal(begin(0), 0);
	send(0);
	wp--;
	trace_piece_end(&harts[0], NULL);
	assert_true(rings[0].told);
	assert_int_equal(rings[0].head, 0);
}

/* The instructions after a CPU's event are not known. */
static void last_piece_says_so(void **state)
{
	(void)state;
	setup();
	assert_int_equal(begin(0), 0);
	send(0);
	trace_piece_is_last(&harts[0]);
	trace_piece_end(&harts[0], NULL);
	assert_true(rings[0].told);
	assert_int_equal(rings[0].next, 1);
	/* no piece is open now: the last one has reported this already */
	trace_piece_is_last(&harts[0]);
	assert_int_equal(rings[0].records, 1);
}

static void snapshot_is_never_full(void **state)
{
	unsigned int i;

	(void)state;
	setup();
	rings[0].aux.overwrite = true;
	assert_int_equal(begin(0), 0);
	for (i = 0; i < 1000; i++) {
		send(0);
		assert_true(trace_piece_look(&harts[0], NULL));
	}
	assert_true(harts[0].handle.head > 4 * AUX);
	/*
	 * the record has the place at which the piece ends, and its whole size
	 */
	assert_int_equal(harts[0].moved, harts[0].handle.head);
	harts[0].handle.aux_flags = 0;
	rings[0].open = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost_without_a_record),
		cmocka_unit_test(without_a_fault_nothing_is_lost),
		cmocka_unit_test(full_memory_says_so),
		cmocka_unit_test(begin_of_message_is_told),
		cmocka_unit_test(last_piece_says_so),
		cmocka_unit_test(snapshot_is_never_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
