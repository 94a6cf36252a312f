/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hartscope-record: records instruction trace with the PMU hartscope_trace, or branch
 * records with hartscope_branch, on the machine itself, into a perf.data file.
 */
#ifndef RECORD_H
#define RECORD_H

#include <linux/perf_event.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define MAX_CPUS 512

/** The wishes of the command line. */
struct settings {
	const char *output;
	/** CPUs to trace whatever runs there, NULL: what the command does. */
	const char *cpus;
	bool all;
	pid_t pid;
	/** Only what AUX memory holds at a snapshot, and at the end. */
	bool snapshot;
	/** Where one is taken: NAME of the kernel's, or NAME or number @FILE. */
	const char *snapshot_on;
	bool user_only;
	bool kernel_only;
	/** Addresses to trace, in the kernel's words; NULL: all. */
	const char *filter;
	/** Branch records instead of trace: words of perf's for which ones, 0: trace;
	 * ns between two looks, entries of the buffer (0: the module's choice). */
	uint64_t branches;
	uint64_t period;
	unsigned int entries;
	bool freeze;
	/** Bytes of AUX memory for each CPU, a power of two of pages. */
	size_t aux_size;
	char **command;
};

/** The two events of a thread, or of all that a CPU executes. */
struct events {
	int trace;
	int side;
	uint64_t ids[2];
};

/** A CPU's events, and the memory that all of them share. */
struct channel {
	int cpu;
	/** The first one has the memory; the others are of more threads. */
	struct events *events;
	size_t num_events;
	struct perf_event_mmap_page *page;
	uint8_t *aux;
	size_t aux_size;
	/** Everything of AUX memory that is in the file, as the kernel counts. */
	uint64_t aux_done;
	/** Memory was full, which turns events off. */
	bool was_full;
};

/** The file that is written: records go behind one another. */
struct output {
	FILE *file;
	const char *path;
	uint64_t data_start;
	/** Bytes that the losses of AUX records speak of. */
	unsigned int truncated, gaps;
	/** Records for which there was no room. */
	uint64_t lost;
	uint64_t aux_bytes;
	unsigned int snapshots;
};

/** Prints a line, prefixed, and ends the program with status 1. */
void die(const char *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));
/** die() with the reason that errno has. */
void die_errno(const char *what) __attribute__((noreturn));
void *allocate(size_t size);

/** Opens the events of a CPU, for the task pid or, if that is -1, for all. */
void channel_open(struct channel *channel, const struct settings *settings,
		  int cpu, pid_t pid);
/** Opens the events of one more thread, unless it has ended, or has them from the
 * thread that began it. */
void channel_join(struct channel *channel, const struct settings *settings,
		  pid_t thread);
/** Joins all threads of the process but the first one, on all CPUs. */
void threads_join(struct channel *channels, size_t num,
		  const struct settings *settings);
/**
 * Threads that a process has now.
 * @param threads	memory of the caller's to be freed
 * @return how many, 0 if it has ended
 */
size_t threads_of(pid_t pid, pid_t **threads);
void channel_enable(const struct channel *channel, bool on);
/** Writes what the kernel has by now; last: nothing comes any more, and only
 * then the trace of a snapshot is written. */
void channel_drain(struct channel *channel, struct output *output,
		   bool snapshot, bool last);
void channel_close(struct channel *channel);
/** Trace of the driver rvtrace, as the module hartscope_trace is not there. */
bool of_rvtrace(const struct settings *settings);
/** A file of the PMU that the settings are about; NULL if there is none. */
FILE *pmu_file(const struct settings *settings, const char *name);
/** Numbers of a list as in the file cpumask; how many. */
size_t parse_cpus(const char *list, int *cpus, size_t max);
/** CPUs that can be traced. */
size_t traced_cpus(const struct settings *settings, int *cpus, size_t max);

/**
 * Be ready for snapshots: opens the probes of --snapshot-on, on the CPUs of the
 * channels, for the task pid or, if that is -1, for all.
 */
void snapshot_begin(const struct settings *settings,
		    const struct channel *channels, size_t num, pid_t pid);
/** Events to wait for; as many as there are channels at most. */
size_t snapshot_wait(struct pollfd *waiting);
/** True if one was asked for since the last call, by a signal or a probe. */
bool snapshot_due(void);
/** Stops tracing, writes what memory holds, and goes on. */
void snapshot_take(struct channel *channels, size_t num, struct output *output);
/**
 * The place of a function in its file, from the symbols of an ELF file.
 * @return false: it has no such function; ends the program if it cannot be read
 */
bool function_offset(const char *path, const char *name, uint64_t *offset);

/** Words of --branch-filter; ends the program if one is unknown. */
uint64_t parse_branches(const char *list);
/** Sets the attributes that only the event of branch records has. */
void branch_attr(struct perf_event_attr *attr, const struct settings *settings);

void output_begin(struct output *output, const char *path);
void output_write(struct output *output, const void *data, size_t size);
/** Header, attributes and IDs, when all records are written. */
void output_end(struct output *output, const struct settings *settings,
		const struct channel *channels, size_t num);
/** Attributes of the two events: the PMU's, and what goes on beside it. */
void trace_attr(struct perf_event_attr *attr, const struct settings *settings);
void side_attr(struct perf_event_attr *attr);

/** Records that tell of the kernel, of modules, and of what ran before. */
void synthesize_info(struct output *output, const struct settings *settings);
void synthesize_kernel(struct output *output);
void synthesize_tasks(struct output *output, const struct settings *settings);
/** _stext and _etext, both 0 where the kernel does not show them. */
void kernel_range(uint64_t *start, uint64_t *end);
/** Writes the code of the kernel and its modules to PATH, an ELF file. */
void copy_kernel(const char *path);
/** Writes the code that the kernel gives each process to PATH, an ELF file. */
void copy_vdso(const char *path);

#endif
