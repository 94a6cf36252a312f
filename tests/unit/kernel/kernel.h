/* SPDX-License-Identifier: BSD-2-Clause */
/* As much of Linux as trace_sink.c and trace_piece.c need, for the host. */
#ifndef UNIT_KERNEL_H
#define UNIT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef u64 phys_addr_t;
typedef int raw_spinlock_t;

struct mutex {
	int taken;
};

struct hrtimer {
	int unused;
};

struct perf_event;

struct perf_output_handle {
	unsigned long head;
	unsigned long size;
	u64 aux_flags;
};

/** Of tests that have AUX memory. */
void *perf_aux_output_begin(struct perf_output_handle *handle,
			    struct perf_event *event);
void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size);
void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags);

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define READ_ONCE(place) (place)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define min3(a, b, c) min(min(a, b), c)
#define pr_err(...) ((void)0)
#define pr_warn(...) ((void)0)
#define DEFINE_MUTEX(name) struct mutex name
#define mutex_lock(mutex) ((void)++(mutex)->taken)
#define mutex_unlock(mutex) ((void)--(mutex)->taken)
#define raw_spin_lock_irqsave(lock, flags) ((void)(++*(lock), (flags) = 0))
#define raw_spin_unlock_irqrestore(lock, flags) ((void)(--*(lock), (flags)))

#endif
