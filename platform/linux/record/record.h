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

/** Settings from the command line. */
struct settings {
	const char *output;
	/** CPUs to trace, with all tasks on them; NULL: trace the command. */
	const char *cpus;
	bool all;
	pid_t pid;
	/** Record AUX memory only at a snapshot, and at the end. */
	bool snapshot;
	/** Places that take one: NAME of the kernel's, or NAME or number
	 * @FILE. */
	const char *snapshot_on;
	bool user_only;
	bool kernel_only;
	/** Addresses to trace, in the kernel's syntax; NULL: all. */
	const char *filter;
	/** Branch records instead of trace: perf's words for the selection, 0:
	 * trace; ns between two reads, entries of the buffer (0: the module's
	 * default). */
	uint64_t branches;
	uint64_t period;
	unsigned int entries;
	bool freeze;
	/** Bytes of AUX memory for each CPU, a power of two of pages. */
	size_t aux_size;
	char **command;
};

/** The two events of a thread, or of all tasks on a CPU. */
struct events {
	int trace;
	int side;
	uint64_t ids[2];
};

/** A CPU's events, and their shared memory. */
struct channel {
	int cpu;
	/** The first one has the memory; the others are of other threads. */
	struct events *events;
	size_t num_events;
	struct perf_event_mmap_page *page;
	uint8_t *aux;
	size_t aux_size;
	/** Bytes of AUX memory written to the file, by the kernel's count. */
	uint64_t aux_done;
	/** Memory was full, which disables events. */
	bool was_full;
};

/** The output file: records follow each other. */
struct output {
	FILE *file;
	const char *path;
	uint64_t data_start;
	/** Bytes lost according to AUX records. */
	unsigned int truncated, gaps;
	/** Records lost without room. */
	uint64_t lost;
	uint64_t aux_bytes;
	unsigned int snapshots;
};

/** Prints a line, prefixed, and ends the program with status 1. */
void die(const char *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));
/** die() with the text of errno. */
void die_errno(const char *what) __attribute__((noreturn));
void *allocate(size_t size);

/** Opens the events of a CPU, for the task pid or, if that is -1, for all. */
void channel_open(struct channel *channel, const struct settings *settings,
		  int cpu, pid_t pid);
/** Opens the events of one more thread, unless it has ended or has inherited
 * them. */
void channel_join(struct channel *channel, const struct settings *settings,
		  pid_t thread);
/** Opens events for all threads of the process except the first, on all
 * CPUs. */
void threads_join(struct channel *channels, size_t num,
		  const struct settings *settings);
/**
 * Finds the present threads of a process.
 * @param threads	memory for the caller to free
 * @return their number, 0 if it has ended
 */
size_t threads_of(pid_t pid, pid_t **threads);
void channel_enable(const struct channel *channel, bool on);
/** Writes the kernel's data so far; last: no more will come, and only then the
 * trace of a snapshot is written. */
void channel_drain(struct channel *channel, struct output *output,
		   bool snapshot, bool last);
void channel_close(struct channel *channel);
/** Use the trace of the driver rvtrace, as the module hartscope_trace is
 * missing. */
bool of_rvtrace(const struct settings *settings);
/** A file of the settings' PMU; NULL if there is none. */
FILE *pmu_file(const struct settings *settings, const char *name);
/** Numbers in a list like the file cpumask; returns their count. */
size_t parse_cpus(const char *list, int *cpus, size_t max);
/** CPUs that can be traced. */
size_t traced_cpus(const struct settings *settings, int *cpus, size_t max);

/**
 * Prepares snapshots: opens the probes of --snapshot-on, on the CPUs of the
 * channels, for the task pid or, if that is -1, for all.
 */
void snapshot_begin(const struct settings *settings,
		    const struct channel *channels, size_t num, pid_t pid);
/** Events to wait for; at most one for each channel. */
size_t snapshot_wait(struct pollfd *waiting);
/** True if a signal or a probe has requested a snapshot since the last call. */
bool snapshot_due(void);
/** Stops tracing, writes the memory's contents, and resumes. */
void snapshot_take(struct channel *channels, size_t num, struct output *output);
/**
 * The place of a function in its file, from the symbols of an ELF file.
 * @return false: no such function; ends the program if it cannot be read
 */
bool function_offset(const char *path, const char *name, uint64_t *offset);

/** Words of --branch-filter; ends the program if one is unknown. */
uint64_t parse_branches(const char *list);
/** Sets the attributes for the event of branch records. */
void branch_attr(struct perf_event_attr *attr, const struct settings *settings);

void output_begin(struct output *output, const char *path);
void output_write(struct output *output, const void *data, size_t size);
/** Writes header, attributes and IDs, after all records. */
void output_end(struct output *output, const struct settings *settings,
		const struct channel *channels, size_t num);
/** Attributes of the two events: the PMU's, and the one for tasks and maps. */
void trace_attr(struct perf_event_attr *attr, const struct settings *settings);
void side_attr(struct perf_event_attr *attr);

/** Records about the kernel, its modules, and the tasks that exist already. */
void synthesize_info(struct output *output, const struct settings *settings);
void synthesize_kernel(struct output *output);
void synthesize_tasks(struct output *output, const struct settings *settings);
/** _stext and _etext, both 0 if the kernel does not show them. */
void kernel_range(uint64_t *start, uint64_t *end);
/** Writes the code of the kernel and its modules to PATH, an ELF file. */
void copy_kernel(const char *path);
/** Writes the code that the kernel gives each process to PATH, an ELF file. */
void copy_vdso(const char *path);

#endif
