// SPDX-License-Identifier: BSD-2-Clause
/*
 * Branch records: blocks in AUX memory with a slow reader, none of which is
 * lost without a record; and open calls of tasks that are kept and restored.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel/kernel.h"

#include <linux/perf_event.h>

#include "../../../platform/linux/branch.h"

#define AUX 65536
#define BLOCKS 20000
#define TASKS 8
#define CALLS 4

static u64 seed;

static unsigned int below(unsigned int limit)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned int)(seed >> 33) % limit;
}

/* --- perf ----------------------------------------------------------------- */

static struct {
	u8 memory[AUX];
	struct trace_aux aux;
	u64 head, tail;
	unsigned int records;
	/* a record reported full memory: perf disables the event */
	bool told;
} ring;

void *perf_aux_output_begin(struct perf_output_handle *handle,
			    struct perf_event *event)
{
	(void)event;
	handle->head = ring.head;
	handle->size = AUX - (ring.head - ring.tail);
	handle->aux_flags = 0;
	return handle->size ? &ring.aux : NULL;
}

void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags)
{
	handle->aux_flags |= flags;
}

void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size)
{
	assert_true(size <= handle->size);
	ring.records += size || handle->aux_flags;
	ring.told = handle->aux_flags & PERF_AUX_FLAG_TRUNCATED;
	ring.head += size;
}

/* --- blocks --------------------------------------------------------------- */

static u64 word_at(u64 at)
{
	u64 value = 0;
	unsigned int i;

	for (i = 8; i--;)
		value = value << 8 | ring.memory[(at + i) % AUX];
	return value;
}

/* Check that the next block has this number. @return its size in bytes */
static u64 read_block(u64 at, u64 number)
{
	u64 head = word_at(at), entries = head >> 32 & 0xffff, i;

	assert_int_equal((u32)head, BRANCH_BLOCK_MAGIC);
	assert_int_equal(head >> 48 & 0xff, BRANCH_BLOCK_TIMER);
	assert_int_equal(word_at(at + BRANCH_BLOCK_IP), number);
	for (i = 0; i < entries; i++)
		assert_int_equal(word_at(at + BRANCH_BLOCK_HEAD +
					 BRANCH_BLOCK_ENTRY * i +
					 BRANCH_BLOCK_TARGET),
				 number + i);
	return BRANCH_BLOCK_HEAD + entries * BRANCH_BLOCK_ENTRY;
}

static void make_block(struct branch_hart *hart, u64 number)
{
	unsigned int i;

	hart->block.tag = BRANCH_BLOCK_MAGIC;
	hart->block.why = BRANCH_BLOCK_TIMER;
	hart->block.ip = number;
	hart->block.entries =
		(u16)below(below(8) ? 40 : BRANCH_BLOCK_ENTRIES_MAX + 1);
	for (i = 0; i < hart->block.entries; i++)
		hart->block.entry[i].target = number + i;
}

/* The reader reads at random times. */
static void no_block_is_lost_without_a_record(void **state)
{
	static struct branch_hart hart;
	u64 number, before;
	unsigned int lost = 0, records;
	bool told = false;

	(void)state;
	seed = 1;
	ring.aux.base = ring.memory;
	ring.aux.size = AUX;
	for (number = 0; number < BLOCKS; number++) {
		make_block(&hart, number);
		before = ring.head;
		records = ring.records;
		branch_block_write(&hart, 0);
		if (ring.head != before) {
			assert_int_equal(read_block(before, number),
					 ring.head - before);
		} else {
			/* an earlier record has reported it, too */
			lost++;
			assert_true(told && ring.told);
		}
		assert_int_equal(ring.records, records + 1);
		told = ring.told;
		/*
		 * the event stays off until the reader turns it on, at random
		 * times
		 */
		if (told ? !below(10) : !below(200)) {
			ring.tail = ring.head;
			told = false;
		}
	}
	assert_true(lost > 100);
}

static void flags_need_no_block(void **state)
{
	static struct branch_hart hart;

	(void)state;
	ring.tail = ring.head;
	ring.records = 0;
	hart.block.entries = 0;
	branch_block_write(&hart, PERF_AUX_FLAG_PARTIAL);
	assert_int_equal(ring.records, 1);
	/* an address outside the mapped memory */
	ring.tail = ring.head - AUX;
	branch_block_write(&hart, PERF_AUX_FLAG_PARTIAL);
	assert_int_equal(ring.records, 1);
}

/* --- open calls ----------------------------------------------------------- */

static void keep(const struct task_struct *task, u64 first, unsigned int num)
{
	struct branch_entry entry[CALLS + 2];
	unsigned int i;

	for (i = 0; i < num; i++)
		entry[i] = (struct branch_entry){ first, i, 9 };
	branch_stacks_keep(task, entry, num);
}

static void takes(const struct task_struct *task, u64 first, unsigned int num)
{
	struct branch_entry entry[CALLS + 2];
	unsigned int i;

	assert_int_equal(branch_stacks_take(task, entry, CALLS + 2), num);
	for (i = 0; i < num; i++) {
		assert_int_equal(entry[i].source, first);
		assert_int_equal(entry[i].target, i);
	}
}

static void calls_come_back_with_their_task(void **state)
{
	struct task_struct tasks[TASKS] = { { 0 } };
	unsigned int i;

	(void)state;
	assert_int_equal(branch_stacks_add(TASKS - 1, CALLS), 0);
	for (i = 0; i < TASKS - 1; i++)
		keep(&tasks[i], i, i % CALLS + 1);
	for (i = 0; i < TASKS - 1; i++)
		takes(&tasks[i], i, i % CALLS + 1);
	/* the calls were taken, so they are not kept any more */
	for (i = 0; i < TASKS; i++)
		takes(&tasks[i], 0, 0);
	/*
	 * newer calls replace older ones; 0 calls are none, and too many are
	 * cut
	 */
	keep(&tasks[0], 7, 3);
	keep(&tasks[0], 8, 2);
	takes(&tasks[0], 8, 2);
	takes(&tasks[0], 0, 0);
	keep(&tasks[0], 7, 3);
	branch_stacks_drop(&tasks[0]);
	takes(&tasks[0], 0, 0);
	keep(&tasks[0], 9, CALLS + 1);
	takes(&tasks[0], 9, CALLS);
	branch_stacks_remove(TASKS - 1);
}

static void others_do_not_get_them(void **state)
{
	struct task_struct tasks[TASKS] = { { 0 } };
	unsigned int i;

	(void)state;
	/* another task at the address of a task that has ended */
	assert_int_equal(branch_stacks_add(2, CALLS), 0);
	keep(&tasks[0], 1, 2);
	tasks[0].start_boottime = 5;
	takes(&tasks[0], 0, 0);
	/* with too few places the newest ones are kept */
	for (i = 1; i < TASKS; i++)
		keep(&tasks[i], i, 1);
	for (i = 1; i < TASKS; i++)
		takes(&tasks[i], i, i >= TASKS - 2);
	/* if places are removed, the oldest calls go first */
	keep(&tasks[1], 1, 1);
	keep(&tasks[2], 2, 1);
	branch_stacks_remove(1);
	takes(&tasks[1], 0, 0);
	takes(&tasks[2], 2, 1);
	branch_stacks_remove(1);
	keep(&tasks[1], 1, 1);
	takes(&tasks[1], 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_block_is_lost_without_a_record),
		cmocka_unit_test(flags_need_no_block),
		cmocka_unit_test(calls_come_back_with_their_task),
		cmocka_unit_test(others_do_not_get_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
