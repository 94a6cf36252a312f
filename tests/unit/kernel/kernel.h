/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of Linux that the module's files under test need, on the host. */
#ifndef UNIT_KERNEL_H
#define UNIT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef u64 phys_addr_t;
typedef int raw_spinlock_t;
typedef int64_t ktime_t;

enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };

struct mutex {
	int taken;
};

struct hrtimer {
	int unused;
};

struct perf_event;

struct task_struct {
	u64 start_boottime;
};

struct perf_output_handle {
	unsigned long head;
	unsigned long size;
	u64 aux_flags;
};

/** Defined by tests that have AUX memory. */
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

#define DEFINE_RAW_SPINLOCK(name) raw_spinlock_t name
#define GFP_KERNEL 0
#define kzalloc(size, flags) calloc(1, size)
#define kfree(memory) free(memory)
#define struct_size(place, member, count) \
	(sizeof(*(place)) + (count) * sizeof((place)->member[0]))
#define container_of(place, type, member) \
	((type *)(void *)((char *)(place)-offsetof(type, member)))

/* Lists: a ring, and a list whose head has only the first node. */
struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct hlist_node *next, **place;
};

struct hlist_head {
	struct hlist_node *first;
};

#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
#define list_empty(list) ((list)->next == (list))
#define list_first_entry(list, type, member) \
	container_of((list)->next, type, member)
#define list_first_entry_or_null(list, type, member) \
	(list_empty(list) ? NULL : list_first_entry(list, type, member))
#define hlist_for_each_entry(entry, head, member)                             \
	for ((entry) = hlist_entry_of((head)->first, entry, member); (entry); \
	     (entry) = hlist_entry_of((entry)->member.next, entry, member))
#define hlist_entry_of(node, entry, member) \
	((node) ? container_of(node, __typeof__(*(entry)), member) : NULL)

static inline void list_del(struct list_head *entry)
{
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
}

static inline void list_add_tail(struct list_head *entry,
				 struct list_head *list)
{
	entry->prev = list->prev;
	entry->next = list;
	list->prev->next = entry;
	list->prev = entry;
}

static inline void list_add(struct list_head *entry, struct list_head *list)
{
	list_add_tail(entry, list->next);
}

static inline void list_move(struct list_head *entry, struct list_head *list)
{
	list_del(entry);
	list_add(entry, list);
}

static inline void list_move_tail(struct list_head *entry,
				  struct list_head *list)
{
	list_del(entry);
	list_add_tail(entry, list);
}

static inline void hlist_add_head(struct hlist_node *node,
				  struct hlist_head *head)
{
	node->next = head->first;
	node->place = &head->first;
	if (node->next)
		node->next->place = &node->next;
	head->first = node;
}

static inline void hlist_del(struct hlist_node *node)
{
	*node->place = node->next;
	if (node->next)
		node->next->place = node->place;
}

#endif
