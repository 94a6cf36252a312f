// SPDX-License-Identifier: BSD-2-Clause
/*
 * Snapshots: the trace in memory is written at SIGUSR2, and at the start of a
 * function. For functions the kernel has probes, which perf's events count: of
 * programs (uprobe), and of its own functions (kprobe).
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "record.h"

#define PMUS "/sys/bus/event_source/devices/"

static struct probe {
	int event;
	struct perf_event_mmap_page *page;
} * probes;
static size_t num_probes;
static volatile sig_atomic_t asked;

static void on_signal(int signal)
{
	(void)signal;
	asked = 1;
}

static uint32_t type_of(const char *kind)
{
	char path[128];
	unsigned int type;
	FILE *file;

	snprintf(path, sizeof(path), PMUS "%s/type", kind);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%u", &type) != 1)
		die("--snapshot-on: this kernel has no %s events", kind);
	fclose(file);
	return type;
}

/* @return the offset in the file of the name before the @ */
static uint64_t offset_of(const char *text, const char *at)
{
	char *name = strndup(text, (size_t)(at - text)), *end;
	uint64_t offset = strtoull(name, &end, 0);

	if (!*name || (*end && !function_offset(at + 1, name, &offset)))
		die("--snapshot-on: '%s' has no function '%s'", at + 1, name);
	free(name);
	return offset;
}

static void probe_attr(struct perf_event_attr *attr, const char *text)
{
	const char *at = strrchr(text, '@');

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	attr->type = type_of(at ? "uprobe" : "kprobe");
	attr->config1 = (uintptr_t)(at ? at + 1 : text);
	attr->config2 = at ? offset_of(text, at) : 0;
	attr->sample_period = 1;
	attr->wakeup_events = 1;
	attr->inherit = 1;
}

/*
 * ftrace patches instructions that cannot take a probe, if the kernel has it:
 * the first eight bytes of its functions.
 */
#define FTRACE_BYTES 8

static int event_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		      bool in_kernel)
{
	int event = (int)syscall(SYS_perf_event_open, attr, pid, cpu, -1,
				 PERF_FLAG_FD_CLOEXEC);

	if (event >= 0 || errno != EINVAL || !in_kernel || attr->config2)
		return event;
	attr->config2 = FTRACE_BYTES;
	return event_open(attr, pid, cpu, in_kernel);
}

static void probe_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		       const char *text)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct probe *probe = &probes[num_probes++];

	probe->event = event_open(attr, pid, cpu, !strchr(text, '@'));
	if (probe->event < 0)
		die("--snapshot-on=%s: %s; root may, functions that the kernel "
		    "does not protect, and files with code there",
		    text, strerror(errno));
	probe->page = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED,
			   probe->event, 0);
	if (probe->page == MAP_FAILED)
		die_errno("no memory for a probe's records");
}

void snapshot_begin(const struct settings *settings,
		    const struct channel *channels, size_t num, pid_t pid)
{
	struct perf_event_attr attr;
	size_t i;

	if (!settings->snapshot)
		return;
	signal(SIGUSR2, on_signal);
	if (!settings->snapshot_on)
		return;
	probe_attr(&attr, settings->snapshot_on);
	probes = allocate(num * sizeof(*probes));
	for (i = 0; i < num; i++)
		probe_open(&attr, pid, channels[i].cpu, settings->snapshot_on);
}

size_t snapshot_wait(struct pollfd *waiting)
{
	size_t i;

	for (i = 0; i < num_probes; i++)
		waiting[i] = (struct pollfd){ probes[i].event, POLLIN, 0 };
	return num_probes;
}

/* Several hits before the snapshot make one snapshot. */
static bool probes_hit(void)
{
	struct perf_event_mmap_page *page;
	bool hit = false;
	uint64_t head;
	size_t i;

	for (i = 0; i < num_probes; i++) {
		page = probes[i].page;
		head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
		hit |= head != page->data_tail;
		__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
	}
	return hit;
}

bool snapshot_due(void)
{
	bool due = probes_hit() || asked;

	asked = 0;
	return due;
}

void snapshot_take(struct channel *channels, size_t num, struct output *output)
{
	size_t i;

	for (i = 0; i < num; i++)
		channel_enable(&channels[i], false);
	for (i = 0; i < num; i++)
		channel_drain(&channels[i], output, true, true);
	for (i = 0; i < num; i++)
		channel_enable(&channels[i], true);
	output->snapshots++;
}
