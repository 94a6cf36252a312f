// SPDX-License-Identifier: BSD-2-Clause
/* Records of the state before the first event: kernel, modules, tasks. */
#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "record.h"

#define RECORD_AUXTRACE_INFO 70
/* An own number: no type that perf knows */
#define INFO_TYPE 0x48525443
/* PERF_AUXTRACE_RISCV_TRACE of the series */
#define INFO_RVTRACE 8
#define PATH_LENGTH 4096

struct info_record {
	struct perf_event_header header;
	uint32_t type;
	uint32_t reserved;
	/* about 500 CPUs; a record has 64 KiB at most */
	char text[65000];
};

/* Facts on the harts that decoders need, from the module; rvtrace has none. */
void synthesize_info(struct output *output, const struct settings *settings)
{
	static struct info_record record;
	FILE *file =
		pmu_file(settings, settings->branches ? "harts" : "encoders");
	size_t size = 0;

	if (file) {
		size = fread(record.text, 1, sizeof(record.text) - 1, file);
		fclose(file);
	}
	record.header.type = RECORD_AUXTRACE_INFO;
	record.header.size = (uint16_t)(offsetof(struct info_record, text) +
					((size + 8) & ~(size_t)7));
	record.type = of_rvtrace(settings) ? INFO_RVTRACE : INFO_TYPE;
	output_write(output, &record, record.header.size);
}

struct id_trailer {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t identifier;
};

struct mmap_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t address, size, offset;
	uint32_t major, minor;
	uint64_t inode, generation;
	uint32_t prot, flags;
	char name[PATH_LENGTH + sizeof(struct id_trailer)];
};

static void write_mmap(struct output *output, struct mmap_record *record,
		       const char *name)
{
	struct id_trailer trailer = { .pid = record->pid, .tid = record->tid };
	size_t length = (strlen(name) + 8) & ~(size_t)7;

	if (length > PATH_LENGTH)
		return;
	memset(record->name, 0, length);
	memcpy(record->name, name, strlen(name));
	memcpy(record->name + length, &trailer, sizeof(trailer));
	record->header.type = PERF_RECORD_MMAP2;
	record->header.size = (uint16_t)(offsetof(struct mmap_record, name) +
					 length + sizeof(trailer));
	output_write(output, record, record->header.size);
}

/* A line has the address, a letter and the name. Of some 100,000 lines two are
 * used. */
static bool is_symbol(const char *line, size_t length, const char *name)
{
	size_t size = strlen(name);

	return length > size + 1 && line[length - size - 2] == ' ' &&
	       !memcmp(line + length - size - 1, name, size);
}

void kernel_range(uint64_t *start, uint64_t *end)
{
	FILE *file = fopen("/proc/kallsyms", "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	/* The symbols are sorted, so the rest is not read. */
	while (file && !*end && (length = getline(&line, &size, file)) > 0) {
		if (is_symbol(line, (size_t)length, "_stext"))
			*start = strtoull(line, NULL, 16);
		if (is_symbol(line, (size_t)length, "_etext"))
			*end = strtoull(line, NULL, 16);
	}
	free(line);
	if (file)
		fclose(file);
}

void synthesize_kernel(struct output *output)
{
	static struct mmap_record record;
	FILE *file = fopen("/proc/modules", "r");
	char line[1024], name[200], module[256];
	uint64_t start = 0, end = 0;

	kernel_range(&start, &end);
	record.header.misc = PERF_RECORD_MISC_KERNEL;
	record.pid = (uint32_t)-1;
	record.prot = 5;
	record.address = start;
	record.size = end - start;
	record.offset = start;
	if (start < end)
		write_mmap(output, &record, "[kernel.kallsyms]_stext");
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%199s %" SCNu64 " %*s %*s %*s %" SCNx64, name,
			   &record.size, &record.address) != 3 ||
		    !record.address)
			continue;
		snprintf(module, sizeof(module), "[%s]", name);
		record.offset = 0;
		write_mmap(output, &record, module);
	}
	if (file)
		fclose(file);
}

struct comm_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	char name[16];
	struct id_trailer trailer;
};

static void write_comm(struct output *output, uint32_t pid, uint32_t tid)
{
	struct comm_record record = {
		.header = { .type = PERF_RECORD_COMM, .size = sizeof(record) },
		.pid = pid,
		.tid = tid,
		.trailer = { .pid = pid, .tid = tid },
	};
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/task/%u/comm", pid, tid);
	file = fopen(path, "r");
	if (!file)
		return;
	if (fgets(record.name, sizeof(record.name), file))
		record.name[strcspn(record.name, "\n")] = '\0';
	fclose(file);
	output_write(output, &record, sizeof(record));
}

static void write_maps(struct output *output, uint32_t pid)
{
	static struct mmap_record record;
	char path[64], line[PATH_LENGTH + 128], prot[8];
	uint64_t end;
	unsigned int major, minor;
	int name;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line,
			   "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64
			   " %x:%x %" SCNu64 " %n",
			   &record.address, &end, prot, &record.offset, &major,
			   &minor, &record.inode, &name) < 7 ||
		    !strchr(prot, 'x'))
			continue;
		line[strcspn(line, "\n")] = '\0';
		record.header.misc = PERF_RECORD_MISC_USER;
		record.pid = pid;
		record.tid = pid;
		record.size = end - record.address;
		record.major = major;
		record.minor = minor;
		record.prot = 5;
		record.flags = 2;
		write_mmap(output, &record,
			   line[name] ? line + name : "//anon");
	}
	if (file)
		fclose(file);
}

static void write_process(struct output *output, pid_t pid)
{
	pid_t *threads;
	size_t i, num = threads_of(pid, &threads);

	for (i = 0; i < num; i++)
		write_comm(output, (uint32_t)pid, (uint32_t)threads[i]);
	free(threads);
	write_maps(output, (uint32_t)pid);
}

void synthesize_tasks(struct output *output, const struct settings *settings)
{
	DIR *dir;
	const struct dirent *entry;

	if (settings->pid > 0)
		write_process(output, settings->pid);
	if (!settings->all && !settings->cpus)
		return;
	dir = opendir("/proc");
	while (dir && (entry = readdir(dir))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			write_process(output, atoi(entry->d_name));
	}
	if (dir)
		closedir(dir);
}
