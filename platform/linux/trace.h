/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared by the files of hartscope_trace.ko: one struct trace_hart for each
 * CPU that has an encoder, one struct trace_sink for each RAM sink that any of
 * them leads to.
 */
#ifndef HARTSCOPE_TRACE_H
#define HARTSCOPE_TRACE_H

#include <linux/hrtimer.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "trace/sbi_trace.h"

/** Most sources that can share a sink. */
#define TRACE_SOURCES 64

/** A RAM sink, with the memory to which the hardware writes. */
struct trace_sink {
	u32 component;
	/** Number of encoders that lead to it; with several, the trace is
	 * divided by source. */
	unsigned int harts;
	/** Bytes of buffer, a multiple of the sink's width. */
	size_t size;
	u8 *buffer;
	phys_addr_t start;
	/** Open events; the firmware has the buffer while there are any. */
	unsigned int events;
	/** Guards all members below, and the queues of the sink's harts. */
	raw_spinlock_t lock;
	/** Offset in buffer of the next byte to read. */
	size_t at;
	/** A byte of the present message waits for its source. */
	bool first_waits;
	u8 first;
	/** The hart of the message; NULL between messages and for unknown
	 * sources. */
	struct trace_hart *owner;
	bool in_message;
	/** Trace was overwritten: the start of the next message is unknown. */
	bool unclear;
	/** Encoders by source; a single encoder is the first. */
	u32 source_mask;
	struct trace_hart *of_source[TRACE_SOURCES];
};

/** Ranges of addresses of an event; without ranges, all addresses pass. */
#define TRACE_RANGES 4
struct trace_ranges {
	unsigned int num;
	/** end is the first address after it; nothing passes if both are 0. */
	struct {
		u64 start;
		u64 end;
	} range[TRACE_RANGES];
};

/** A CPU and its encoder. */
struct trace_hart {
	int cpu;
	unsigned long hartid;
	u32 component;
	/** trTeSrcID and trTeSrcBits. */
	u32 source;
	u32 source_bits;
	/** Registers and trace of the encoder are from before the standard. */
	bool translated;
	/** It can only send E-Trace. */
	bool etrace;
	/** Arguments of encoder_configure; features without the source. */
	u32 control;
	u32 features;
	u32 ts_control;
	/** Filters and comparators for S-mode, a bit each. */
	u32 filters;
	u32 comparators;
	struct trace_sink *sink;
	/** A page for the output of calls: physical, aligned. */
	u32 *page;
	phys_addr_t page_phys;
	/** Modes that the encoder passes now, 0 if it has to be set, and ranges
	 * of addresses: those of the event, and those that are set. */
	u32 modes;
	const struct trace_ranges *ranges;
	struct trace_ranges set;
	/** Trace that no event has received yet: read at tail, added at head. */
	u8 *queue;
	size_t head;
	size_t tail;
	/** A part did not fit into queue, or was overwritten in the sink. */
	bool lost;
	/** Messages are missing after those in the queue. */
	bool broken;
	/** The event that is active, or waits for the next piece, with its AUX
	 * memory and the bytes moved there. */
	struct perf_event *event;
	struct perf_output_handle handle;
	struct trace_aux *aux;
	size_t moved;
	struct hrtimer timer;
};

/** AUX memory of an event, mapped as one piece. */
struct trace_aux {
	u8 *base;
	size_t size;
	bool overwrite;
};

/** Most bytes of a message with the break before it. */
#define TRACE_MESSAGE_MOST 128

/** Modes of trTeFilteriMatchInst: U and VU, S and VS. */
#define TRACE_MODES_USER 0x21u
#define TRACE_MODES_KERNEL 0x42u

/** CPU to its encoder, NULL if it has none. */
extern struct trace_hart **trace_harts;
extern unsigned int trace_buffer_kb;

/** 0 if the firmware has the extension, with the number of components. */
int trace_sbi_probe(unsigned int *components);
/** The SBI's errors as errno, with the meaning for a caller in *why. */
int trace_sbi_errno(long error, const char **why);
/** Writes 32 words about a component into hart->page of any hart. */
int trace_sbi_info(struct trace_hart *hart, u32 component);
/** Writes 16 words about the hart's encoder and sink into hart->page. */
int trace_sbi_status(struct trace_hart *hart);
long trace_sbi_set_buffer(const struct trace_sink *sink);
long trace_sbi_release(const struct trace_sink *sink);
/** Sets the modes that pass: TRACE_MODES_USER, _KERNEL, or both; and the
 * addresses, by hart->ranges. */
long trace_sbi_configure(struct trace_hart *hart, u32 modes);
long trace_sbi_start(const struct trace_hart *hart);
long trace_sbi_stop(const struct trace_hart *hart);

/** Gives the sink's buffer to the firmware for one more event; -errno, and a
 * line. */
int trace_sink_get(struct trace_sink *sink);
void trace_sink_put(struct trace_sink *sink);
/** Moves the sink's trace so far to the queues of its harts. hart is one of
 * them, on the calling CPU. */
void trace_sink_read(struct trace_hart *hart);
/** Moves the sink's trace until no more comes, after hart's encoder has stopped. */
void trace_sink_finish(struct trace_hart *hart);
/** Copies whole messages of the hart's queue to AUX memory, at its head: up to
 * room bytes; returns their number. */
size_t trace_queue_take(struct trace_hart *hart, struct trace_aux *aux,
			unsigned long head, size_t room);
/** Bytes in the queue. */
size_t trace_queue_len(const struct trace_hart *hart);
/** True if trace was lost since the last call. */
bool trace_queue_lost(struct trace_hart *hart);
/** Drops the queue, for another trace of a hart whose encoder is off. */
void trace_queue_drop(struct trace_hart *hart);

/**
 * Starts the hart's encoder and a piece of the event's trace. Interrupts are
 * off, as for the two below, and the CPU is the hart's.
 * @return 0, or -errno with a record about the loss: -ENOSPC: AUX memory is
 *	full, and perf disables the event; -EIO: there is no trace now
 */
int trace_piece_begin(struct trace_hart *hart, struct perf_event *event,
		      u32 modes);
/** Moves the trace so far to AUX memory; false if that is full: the piece
 * ends. */
bool trace_piece_look(struct trace_hart *hart, struct perf_event *event);
/** The event ends on this CPU with this piece: its record says so, unless the
 * previous one did. Interrupts are off. */
void trace_piece_is_last(struct trace_hart *hart);
/** Stops the encoder and delivers the rest of the piece. */
void trace_piece_end(struct trace_hart *hart, struct perf_event *event);

/** Delivers the event's trace on this CPU so far, and starts the next piece.
 * Interrupts are off. */
void trace_next_piece(void);
/** Stops the events on all CPUs before the machine sleeps; starts them
 * again. */
void trace_pmu_sleep(bool asleep);
/** Stops the event on this CPU for ever. Interrupts are off. */
void trace_stop_here(void);
/**
 * Prepares the PMU hartscope_trace, before its registration.
 * @return 0; -ENODEV, and a line: the machine lacks what it needs; another
 *	-errno
 */
int trace_pmu_prepare(void);
int trace_pmu_register(void);
void trace_pmu_unregister(void);
void trace_pmu_forget(void);
/** The machine goes down, or another kernel comes: nothing starts after
 * this. */
extern bool trace_is_over;

/** End a piece at each change of the CPU's task; -errno, and a line. */
int trace_switch_begin(void);
void trace_switch_end(void);

/** AUX memory of an event from perf's pages: a struct trace_aux, NULL if out of
 * memory. */
void *trace_aux_setup(struct perf_event *event, void **pages, int num,
		      bool overwrite);
void trace_aux_free(void *aux);
/** A timer of the calling CPU, whose handler runs with interrupts off. */
void trace_timer_setup(struct hrtimer *timer,
		       enum hrtimer_restart (*look)(struct hrtimer *));
/** Restarts a timer after period, or later if its handler, which started at
 * that time, takes long. */
enum hrtimer_restart trace_timer_again(struct hrtimer *timer, ktime_t began,
				       ktime_t period);
/**
 * pmu.add of both PMUs: puts the event on this CPU, and starts it if flags
 * request it.
 * @param on the active event of the CPU's hart, NULL if it cannot have any
 * @return 0; -ENODEV; -EBUSY: it has another one
 */
int trace_event_add(struct perf_event *event, struct perf_event *const *on,
		    int flags);
/** True if perf removes the event from this CPU and does not add it when the
 * CPU comes back. Events of a task continue on the task's CPU. */
bool trace_goes_for_good(const struct perf_event *event);

/** Call these before the first event, and after the last one. */
void trace_trouble_begin(void);
void trace_trouble_end(void);
/** Writes a line about this CPU as soon as interrupts are on; they are off. The
 * texts must be constant. */
void trace_trouble_note(const char *what, const char *why);

/** Writes the text of a file cpumask: CPUs for which has() is true; returns its
 * bytes. */
ssize_t trace_cpus_text(char *text, bool (*has)(int cpu));
/** Number of ranges on the encoders of all CPUs: each takes a filter and a
 * comparator. */
unsigned int trace_ranges_most(void);
/** Memory for the ranges of an event; -ENOMEM. */
int trace_ranges_begin(struct perf_event *event);
void trace_ranges_end(struct perf_event *event);
/** perf's addr_filters_validate() and addr_filters_sync(). */
int trace_ranges_validate(struct list_head *filters);
void trace_ranges_sync(struct perf_event *event);

/** Files of the PMU in sysfs. */
extern const struct attribute_group *trace_groups[];
/** Writes the text of the file encoders; returns its bytes without the end. The
 * first line tells how trace is divided, then comes one for each CPU with an
 * encoder. */
size_t trace_encoders_text(char *text, size_t size);

/** Finds the encoders: fills trace_harts. */
int trace_find(void);
void trace_forget(void);
/** Sinks of all harts, or of one CPU (negative: all). */
int trace_sinks_get(int cpu);
void trace_sinks_put(int cpu);

#endif
