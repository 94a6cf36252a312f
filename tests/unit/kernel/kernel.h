/* SPDX-License-Identifier: BSD-2-Clause */
/* As much of Linux as platform/linux/trace_sink.c needs, for the host. */
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
};

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
