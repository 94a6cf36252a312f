// SPDX-License-Identifier: BSD-2-Clause
/* Events, their memory, and the data from it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "record.h"

/* Pages of memory for records: a power of two */
#define RECORD_PAGES 64

#define PMUS "/sys/bus/event_source/devices/"

bool of_rvtrace(const struct settings *settings)
{
	return !settings->branches && access(PMUS "hartscope_trace", F_OK) &&
	       !access(PMUS "rvtrace", F_OK);
}

static const char *pmu_name(const struct settings *settings)
{
	if (settings->branches)
		return "hartscope_branch";
	return of_rvtrace(settings) ? "rvtrace" : "hartscope_trace";
}

FILE *pmu_file(const struct settings *settings, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), PMUS "%s/%s", pmu_name(settings), name);
	return fopen(path, "r");
}

static uint32_t pmu_type(const struct settings *settings)
{
	FILE *file = pmu_file(settings, "type");
	unsigned int type;

	if (!file)
		die("there is no PMU %s: load the module (modprobe "
		    "hartscope_trace), and see what dmesg says",
		    pmu_name(settings));
	if (fscanf(file, "%u", &type) != 1)
		die("cannot read the type of %s", pmu_name(settings));
	fclose(file);
	return type;
}

size_t parse_cpus(const char *list, int *cpus, size_t max)
{
	size_t num = 0;
	long first, last;
	char *end;

	while (*list && *list != '\n') {
		first = strtol(list, &end, 10);
		last = first;
		if (end != list && *end == '-') {
			list = end + 1;
			last = strtol(list, &end, 10);
		}
		if (end == list || first < 0 || last < first ||
		    last >= MAX_CPUS || (*end && *end != ',' && *end != '\n'))
			die("'%s' is no list of CPUs, such as 0,2-3", list);
		for (; first <= last && num < max; first++)
			cpus[num++] = (int)first;
		list = *end == ',' ? end + 1 : end;
	}
	return num;
}

size_t traced_cpus(const struct settings *settings, int *cpus, size_t max)
{
	static char text[4096];
	FILE *file = of_rvtrace(settings) ?
			     fopen("/sys/devices/system/cpu/online", "r") :
			     pmu_file(settings, "cpumask");

	if (!file || !fgets(text, sizeof(text), file))
		die("cannot read the CPUs of %s: is the module loaded?",
		    pmu_name(settings));
	fclose(file);
	return parse_cpus(text, cpus, max);
}

static void common_attr(struct perf_event_attr *attr)
{
	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	attr->sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID |
			    PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
	attr->read_format = PERF_FORMAT_ID;
	attr->disabled = 1;
	attr->inherit = 1;
	attr->sample_id_all = 1;
	/* Jitdumps have the times of this clock */
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
}

void trace_attr(struct perf_event_attr *attr, const struct settings *settings)
{
	common_attr(attr);
	attr->type = pmu_type(settings);
	attr->exclude_kernel = settings->user_only;
	attr->exclude_user = settings->kernel_only;
	attr->enable_on_exec = settings->command != NULL;
	if (settings->branches)
		branch_attr(attr, settings);
}

void side_attr(struct perf_event_attr *attr)
{
	common_attr(attr);
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_DUMMY;
	attr->exclude_kernel = 1;
	attr->mmap = 1;
	attr->mmap2 = 1;
	attr->comm = 1;
	attr->comm_exec = 1;
	attr->task = 1;
	attr->context_switch = 1;
}

static int event_open(struct perf_event_attr *attr, pid_t pid, int cpu)
{
	return (int)syscall(SYS_perf_event_open, attr, pid, cpu, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

static void explain(int cpu)
{
	const char *hint = "dmesg says more";

	if (errno == EACCES || errno == EPERM)
		hint = "root may, or who leaves the kernel out (--user), or a "
		       "lower /proc/sys/kernel/perf_event_paranoid";
	else if (errno == EBUSY)
		hint = "another event, another driver or another domain has the "
		       "encoder or its sink";
	else if (errno == ESRCH)
		hint = "the process has ended";
	else if (errno == ENODEV)
		hint = "it is offline, or has no encoder; --cpu names others";
	die("CPU %d cannot be traced: %s; %s", cpu, strerror(errno), hint);
}

static void set_filter(int trace, const struct settings *settings)
{
	if (settings->filter &&
	    ioctl(trace, PERF_EVENT_IOC_SET_FILTER, settings->filter))
		die("--filter='%s': %s; ranges only, as --help has them, and as "
		    "many as encoders have comparators",
		    settings->filter, strerror(errno));
}

static void map(struct channel *channel, const struct settings *settings,
		int trace)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = (RECORD_PAGES + 1) * page;
	int aux_prot = PROT_READ | (settings->snapshot ? 0 : PROT_WRITE);

	channel->page =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, trace, 0);
	if (channel->page == MAP_FAILED)
		die_errno("no memory for records");
	channel->aux_size = settings->aux_size;
	channel->page->aux_offset = size;
	channel->page->aux_size = settings->aux_size;
	channel->aux = mmap(NULL, settings->aux_size, aux_prot, MAP_SHARED,
			    trace, (off_t)size);
	if (channel->aux == MAP_FAILED)
		die_errno("no memory for trace; try a smaller --size");
}

static uint64_t id_of(int event)
{
	uint64_t id;

	if (ioctl(event, PERF_EVENT_IOC_ID, &id) < 0)
		die_errno("an event has no ID");
	return id;
}

/* From now on all events are recorded, also the exec of the command; only the
 * trace waits. False if the thread has ended. */
static bool add_events(struct channel *channel, int trace, pid_t pid)
{
	struct perf_event_attr attr;
	struct events *events;

	channel->events =
		realloc(channel->events,
			(channel->num_events + 1) * sizeof(*channel->events));
	if (!channel->events)
		die("out of memory");
	events = &channel->events[channel->num_events++];
	events->trace = trace;
	side_attr(&attr);
	events->side = event_open(&attr, pid, channel->cpu);
	/* It may have ended since; for the first thread this is an error. */
	if (events->side < 0 && errno == ESRCH && channel->num_events > 1) {
		close(trace);
		channel->num_events--;
		return false;
	}
	if (events->side < 0)
		die_errno("no event for tasks and maps beside the trace");
	events->ids[0] = id_of(trace);
	events->ids[1] = id_of(events->side);
	return true;
}

/* Events of a CPU share the memory of its first one. */
static void share(const struct channel *channel, int event)
{
	if (ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, channel->events->trace))
		die_errno("two events do not share their memory");
}

void channel_open(struct channel *channel, const struct settings *settings,
		  int cpu, pid_t pid)
{
	struct perf_event_attr attr;
	int trace;

	memset(channel, 0, sizeof(*channel));
	channel->cpu = cpu;
	trace_attr(&attr, settings);
	trace = event_open(&attr, pid, cpu);
	if (trace < 0)
		explain(cpu);
	set_filter(trace, settings);
	map(channel, settings, trace);
	add_events(channel, trace, pid);
	share(channel, channel->events->side);
	ioctl(channel->events->side, PERF_EVENT_IOC_ENABLE, 0);
}

void channel_join(struct channel *channel, const struct settings *settings,
		  pid_t thread)
{
	struct perf_event_attr attr;
	const struct events *events;
	int trace;

	trace_attr(&attr, settings);
	trace = event_open(&attr, thread, channel->cpu);
	/* A thread has at most one event of this PMU, and may have inherited
	 * it. */
	if (trace < 0 && (errno == ESRCH || errno == EBUSY))
		return;
	if (trace < 0)
		explain(channel->cpu);
	set_filter(trace, settings);
	if (!add_events(channel, trace, thread))
		return;
	events = &channel->events[channel->num_events - 1];
	share(channel, trace);
	share(channel, events->side);
	ioctl(events->side, PERF_EVENT_IOC_ENABLE, 0);
}

void channel_enable(const struct channel *channel, bool on)
{
	size_t i;

	for (i = 0; i < channel->num_events; i++)
		ioctl(channel->events[i].trace,
		      on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

/* The first event is closed last: the others use its memory. */
void channel_close(struct channel *channel)
{
	size_t i;

	for (i = channel->num_events; i--;) {
		close(channel->events[i].side);
		close(channel->events[i].trace);
	}
	free(channel->events);
}

struct aux_header {
	struct perf_event_header header;
	uint64_t size;
	uint64_t offset;
	uint64_t reference;
	uint32_t index;
	uint32_t tid;
	uint32_t cpu;
	uint32_t reserved;
};

#define RECORD_AUXTRACE 71

static void write_aux(struct channel *channel, struct output *output,
		      uint64_t from, uint64_t to)
{
	/* an encoder's bytes without messages */
	static const uint8_t idle[8] = { 0xff, 0xff, 0xff, 0xff,
					 0xff, 0xff, 0xff, 0xff };
	size_t size = to - from, at = from & (channel->aux_size - 1);
	size_t first = channel->aux_size - at;
	struct aux_header record = {
		.header = { .type = RECORD_AUXTRACE, .size = sizeof(record) },
		.size = (size + 7) & ~(size_t)7,
		.offset = from,
		.reference = from,
		.index = (uint32_t)channel->cpu,
		.tid = (uint32_t)-1,
		.cpu = (uint32_t)channel->cpu,
	};

	if (!size)
		return;
	if (first > size)
		first = size;
	output_write(output, &record, sizeof(record));
	output_write(output, channel->aux + at, first);
	output_write(output, channel->aux, size - first);
	output_write(output, idle, record.size - size);
	output->aux_bytes += size;
}

/* A record's size is a multiple of 8, and a message may continue in the next
 * record, so only the last record is padded. */
static void drain_aux(struct channel *channel, struct output *output,
		      bool snapshot, bool last)
{
	uint64_t head =
		__atomic_load_n(&channel->page->aux_head, __ATOMIC_ACQUIRE);
	uint64_t from = channel->aux_done;

	if (!last)
		head &= ~(uint64_t)7;
	/* rvtrace does not check the room. */
	if (!snapshot && head - from > channel->aux_size)
		output->gaps++;
	if (head - from > channel->aux_size)
		from = head - channel->aux_size;
	write_aux(channel, output, from, head);
	channel->aux_done = head;
	if (!snapshot)
		__atomic_store_n(&channel->page->aux_tail, head,
				 __ATOMIC_RELEASE);
}

struct aux_record {
	struct perf_event_header header;
	uint64_t offset;
	uint64_t size;
	uint64_t flags;
};

struct lost_record {
	struct perf_event_header header;
	uint64_t id;
	uint64_t lost;
};

/* Counts losses in records. The lost record may have been one about full
 * memory. */
static void look(struct channel *channel,
		 const struct perf_event_header *header, struct output *output)
{
	struct aux_record aux;
	struct lost_record lost;

	if (header->type == PERF_RECORD_LOST) {
		memcpy(&lost, header, sizeof(lost));
		output->lost += lost.lost;
		channel->was_full = true;
	}
	if (header->type != PERF_RECORD_AUX)
		return;
	memcpy(&aux, header, sizeof(aux));
	output->gaps += !!(aux.flags & PERF_AUX_FLAG_PARTIAL);
	if (!(aux.flags & PERF_AUX_FLAG_TRUNCATED))
		return;
	output->truncated++;
	channel->was_full = true;
}

/* Copies the records between two positions; they may wrap. */
static void drain_records(struct channel *channel, struct output *output)
{
	struct perf_event_mmap_page *page = channel->page;
	const uint8_t *base = (const uint8_t *)page + page->data_offset;
	uint64_t size = page->data_size, tail = page->data_tail;
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	uint8_t record[65536];
	struct perf_event_header header;
	size_t i;

	while (tail < head) {
		for (i = 0; i < sizeof(header); i++)
			record[i] = base[(tail + i) % size];
		memcpy(&header, record, sizeof(header));
		for (; i < header.size; i++)
			record[i] = base[(tail + i) % size];
		look(channel, (void *)record, output);
		output_write(output, record, header.size);
		tail += header.size;
	}
	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

void channel_drain(struct channel *channel, struct output *output,
		   bool snapshot, bool last)
{
	drain_records(channel, output);
	if (snapshot && !last)
		return;
	drain_aux(channel, output, snapshot, last);
	/* An event without room is off. For an active event this changes
	 * nothing; an event that never started has no trace. */
	if (channel->was_full && !last)
		channel_enable(channel, true);
	channel->was_full = false;
}
