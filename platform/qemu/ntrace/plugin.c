// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that writes an N-Trace of any guest: docs/qemu-ntrace.md. Each
 * hart has its own encoder; the options set its registers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/bits.h>
#include <ntrace/code.h>

#include "hart.h"
#include "task.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct {
	struct nt_options options;
	struct nt_hart *hart;
	unsigned int num_harts, src_bits;
	struct nt_file *file;
	unsigned int num_files; /* 1, or the number of harts */
} plugin;

/* --- files ----------------------------------------------------------------- */

/* The name of a hart's trace: "%h" is its number. */
static char *path_of(unsigned int hart)
{
	const char *out = plugin.options.out, *at = strstr(out, "%h");
	char *path;

	if (!at)
		return strdup(out);
	if (asprintf(&path, "%.*s%u%s", (int)(at - out), out, hart, at + 2) < 0)
		return NULL;
	return path;
}

static FILE *open_beside(const char *path, const char *ending)
{
	char *name;
	FILE *file;

	if (asprintf(&name, "%s%s", path, ending) < 0)
		return NULL;
	file = fopen(name, "wb");
	if (!file) {
		fprintf(stderr, "plugin_ntrace: ");
		perror(name);
	}
	free(name);
	return file;
}

static bool open_file(struct nt_file *file, unsigned int hart)
{
	u8 start[NTRACE_CODE_START] = NTRACE_CODE_MAGIC;

	pthread_mutex_init(&file->lock, NULL);
	file->path = path_of(hart);
	if (!file->path)
		return false;
	file->trace = open_beside(file->path, "");
	if (!file->trace)
		return false;
	if (plugin.options.tasks)
		file->tasks = open_beside(file->path, ".tasks");
	if (plugin.options.tasks && !file->tasks)
		return false;
	if (!plugin.options.code)
		return true;
	start[NTRACE_CODE_START - 1] = (u8)retire_xlen();
	file->code = open_beside(file->path, ".code");
	return file->code && fwrite(start, 1, sizeof(start), file->code);
}

/* For each hart, even if one trace has all harts. */
static bool open_hart(struct nt_hart *h)
{
	char hash[24] = ".hash", record[24] = ".record";

	if (plugin.num_files < plugin.num_harts) {
		snprintf(hash, sizeof(hash), ".%u.hash", h->index);
		snprintf(record, sizeof(record), ".%u.record", h->index);
	}
	if (plugin.options.hash)
		h->hash_file = open_beside(h->file->path, hash);
	if (plugin.options.record)
		h->record_file = open_beside(h->file->path, record);
	return (h->hash_file || !plugin.options.hash) &&
	       (h->record_file || !plugin.options.record);
}

static const char *on_off(bool on)
{
	return on ? "on" : "off";
}

/* Write options of "hartscope ntrace decode" for the trace. */
static bool write_settings(const struct nt_file *file)
{
	const struct nt_options *o = &plugin.options;
	FILE *out = open_beside(file->path, ".settings");
	const char *name = strrchr(file->path, '/');

	if (!out)
		return false;
	fprintf(out, "--xlen=%u\n--%s\n", retire_xlen(),
		o->btm ? "btm" : "htm");
	if (plugin.src_bits)
		fprintf(out, "--src-bits=%u\n", plugin.src_bits);
	if (o->extend_addr_msb)
		fprintf(out, "--extend-addr-msb\n");
	if (o->all_jumps)
		fprintf(out, "--all-jumps\n");
	if (o->sequential_jump)
		fprintf(out, "--sequential-jump\n");
	if (!o->call_stack)
		fprintf(out, "--implicit-return=off\n");
	fprintf(out,
		"--timestamps=%s\n--ownership=%s\n--repeated-history=%s\n"
		"--sync-mode=%" PRIu64 "\n--sync-max=%" PRIu64 "\n",
		on_off(o->timestamps), on_off(o->ownership), on_off(o->repeat),
		o->sync_mode, o->sync_max);
	if (o->code)
		fprintf(out, "--code=%s.code\n", name ? name + 1 : file->path);
	if (o->tasks)
		fprintf(out, "--tasks=%s.tasks\n",
			name ? name + 1 : file->path);
	return !fclose(out);
}

static bool open_all(void)
{
	unsigned int i;

	for (i = 0; i < plugin.num_files; i++)
		if (!open_file(&plugin.file[i], i) ||
		    !write_settings(&plugin.file[i]))
			return false;
	for (i = 0; i < plugin.num_harts; i++) {
		struct nt_hart *h = &plugin.hart[i];

		h->index = i;
		h->options = &plugin.options;
		h->file = &plugin.file[plugin.num_files > 1 ? i : 0];
		if (!open_hart(h) || !nt_hart_start(h, plugin.src_bits))
			return false;
	}
	return true;
}

static bool close_one(FILE *file)
{
	return !file || (!ferror(file) & !fclose(file));
}

/* --- calls of the observer ------------------------------------------------ */

static void on_blocks(void *user, unsigned int hart, struct ntrace_block *block,
		      const struct retire_part *part, size_t num)
{
	(void)user;
	nt_hart_blocks(&plugin.hart[hart], block, part, num);
}

static void on_trap(void *user, unsigned int hart,
		    const struct retire_trap *trap)
{
	(void)user;
	nt_hart_trap(&plugin.hart[hart], trap);
}

/* All files get all tasks. */
static void write_task(u32 task, u64 address, const char *name)
{
	unsigned int i;

	for (i = 0; i < plugin.num_files; i++) {
		pthread_mutex_lock(&plugin.file[i].lock);
		fprintf(plugin.file[i].tasks, "%" PRIu32 " %#" PRIx64 " %s\n",
			task, address, name);
		pthread_mutex_unlock(&plugin.file[i].lock);
	}
}

/* The last instruction wrote tp. */
static void on_tp(unsigned int vcpu, void *udata)
{
	struct nt_hart *h = &plugin.hart[retire_here(vcpu)];
	char name[NT_TASK_NAME];
	u32 task = h->task;
	u64 address;

	(void)udata;
	retire_sync(h->index);
	if (nt_task_find(h->index, &task, name, &address))
		write_task(task, address, name);
	if (task != h->task)
		nt_hart_task(h, task);
}

static void on_translate(void *user, struct qemu_plugin_tb *tb,
			 const struct retire_code *code)
{
	(void)user;
	if (plugin.options.tasks)
		nt_task_translate(tb, code, on_tp);
}

static void on_context(void *user, unsigned int hart,
		       enum ntrace_process_format format, u64 value)
{
	(void)user;
	/* with tasks=on, scontext has the task */
	if (!plugin.options.tasks)
		nt_hart_context(&plugin.hart[hart], format, value);
}

static void on_reset(void *user, unsigned int hart, u64 addr)
{
	(void)user;
	(void)addr;
	nt_hart_reset(&plugin.hart[hart]);
}

static void on_end(void *user)
{
	bool written = true;
	unsigned int i;

	(void)user;
	for (i = 0; i < plugin.num_harts; i++) {
		nt_hart_end(&plugin.hart[i]);
		written &= close_one(plugin.hart[i].hash_file);
		written &= close_one(plugin.hart[i].record_file);
	}
	for (i = 0; i < plugin.num_files; i++) {
		written &= close_one(plugin.file[i].trace);
		written &= close_one(plugin.file[i].code);
		written &= close_one(plugin.file[i].tasks);
	}
	if (!written)
		fprintf(stderr, "plugin_ntrace: a file could not be written "
				"completely; is the disk full?\n");
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
					   const qemu_info_t *info, int argc,
					   char **argv)
{
	static const struct retire_ops ops = {
		.blocks = on_blocks,
		.trap = on_trap,
		.context = on_context,
		.reset = on_reset,
		.translate = on_translate,
		.end = on_end,
	};

	if (!nt_options_read(&plugin.options, argc, argv) ||
	    !retire_install(id, info, &ops, NULL))
		return 1;
	plugin.num_harts = (unsigned int)info->system.max_vcpus;
	plugin.num_files = 1;
	if (strstr(plugin.options.out, "%h"))
		plugin.num_files = plugin.num_harts;
	else if (plugin.num_harts > 1)
		plugin.src_bits = bits_fls64(plugin.num_harts - 1) + 1;
	plugin.hart = calloc(plugin.num_harts, sizeof(*plugin.hart));
	plugin.file = calloc(plugin.num_files, sizeof(*plugin.file));
	if (plugin.hart && plugin.file && open_all())
		return 0;
	return 1;
}
