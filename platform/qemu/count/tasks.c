// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that counts the instructions of Linux' tasks, user mode and
 * kernel apart, between two marks of the guest: a program with the name
 * hartscope-mark executes the hint "slti x0, x0, 4" before and after. M-mode is
 * not counted, as perf's counters do not count it. A task counts under its name, so
 * that what it does before exec() counts under its parent's name.
 *
 * Written to out=FILE at the second mark: a line for each name that has any,
 *
 *   NAME USER KERNEL
 *
 * All harts have to run in one thread of QEMU, as with -icount: what they
 * execute is then one sequence, in which the task that runs is tp in the kernel
 * and sscratch in user mode.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../observer/qemu_plugin.h"

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

#define HINT 0x00402013 /* slti x0, x0, 4 */
#define CSRW_MASK 0xfff0707f
#define CSRW_SATP 0x18001073
#define MARK "hartscope-mark"
/* M-mode's memory on QEMU's virt: Linux starts behind it */
#define FIRMWARE 0x80000000u
#define FIRMWARE_END 0x80200000u
#define KERNEL (1ull << 63)
#define NAME_SIZE 16	   /* the kernel's "comm" */
#define STRUCT_BYTES 16384 /* which is in the first bytes of task_struct */
#define NAMES 256	   /* later ones count as the last */
#define TASKS 4096
#define LOOKS 8 /* at a name that does not change any more */

enum mode { USER, IN_KERNEL, MODES };

struct name {
	char name[NAME_SIZE];
	uint64_t insns[MODES];
};

struct task {
	uint64_t address;
	struct name *name;
	bool replaced; /* its memory is: exec() will change its name */
	char seen[NAME_SIZE];
	unsigned int looks; /* that saw this name */
};

static struct {
	qemu_plugin_id_t id;
	FILE *out;
	struct qemu_plugin_register *tp, *sscratch;
	GByteArray *bytes;
	bool alone; /* the machine has one hart */
	bool counts;
	struct task *task;
	bool named;	/* since it came from user mode or another task */
	size_t name_at; /* in task_struct; 0: not found yet */
	struct name names[NAMES];
	struct task tasks[TASKS]; /* by address; a later one may take a place */
} all;

/* --- what runs -------------------------------------------------------------- */

static uint64_t value_of(struct qemu_plugin_register *reg)
{
	uint64_t value = 0;

	g_byte_array_set_size(all.bytes, 0);
	if (qemu_plugin_read_register(reg, all.bytes) == sizeof(value))
		memcpy(&value, all.bytes->data, sizeof(value));
	return value;
}

static struct name *find_name(const char *name)
{
	struct name *at = all.names;

	while (at->name[0] && strcmp(at->name, name) &&
	       at < all.names + NAMES - 1)
		at++;
	if (!at->name[0])
		snprintf(at->name, NAME_SIZE, "%s", name);
	return at;
}

/* Memory of the kernel can be read only while a hart is in it. */
static bool find_name_at(void)
{
	const uint8_t *found = NULL;

	if (qemu_plugin_read_memory_vaddr(all.task->address, all.bytes,
					  STRUCT_BYTES))
		found = memmem(all.bytes->data, STRUCT_BYTES, MARK,
			       sizeof(MARK));
	if (found)
		all.name_at = (size_t)(found - all.bytes->data);
	return found;
}

static struct task *find_task(uint64_t address)
{
	struct task *task = &all.tasks[address / 64 % TASKS];

	if (task->address != address) {
		memset(task, 0, sizeof(*task));
		task->address = address;
		task->name = find_name("?");
	}
	return task;
}

static void name_task(struct task *task)
{
	char name[NAME_SIZE] = "?";
	size_t n;

	if (qemu_plugin_read_memory_vaddr(task->address + all.name_at,
					  all.bytes, NAME_SIZE))
		memcpy(name, all.bytes->data, NAME_SIZE);
	name[NAME_SIZE - 1] = 0;
	/* a word of a line, for a terminal */
	for (n = 0; name[n]; n++)
		if (name[n] < '!' || name[n] > '~')
			name[n] = '?';
	/* exec() writes it byte by byte */
	task->looks = strcmp(name, task->seen) ? 0 : task->looks + 1;
	memcpy(task->seen, name, NAME_SIZE);
	if (!task->replaced || task->looks >= LOOKS)
		task->name = find_name(name);
}

/* --- while the guest runs --------------------------------------------------- */

static void find_task_of_kernel(void)
{
	uint64_t address = value_of(all.tp);

	/* At the entry of traps tp is the program's for some instructions. */
	if (!(address & KERNEL))
		return;
	if (address != all.task->address) {
		all.task = find_task(address);
		all.named = false;
	}
	if ((all.named && !all.task->replaced) ||
	    (!all.name_at && !find_name_at()))
		return;
	all.named = true;
	name_task(all.task);
}

static void find_task_of_user(void)
{
	if (!all.alone)
		all.task = find_task(value_of(all.sscratch));
	all.named = false;
	all.task->replaced = false;
}

/* Behind an exception within it, the rest of a block counts as well: that is rare */
static void on_kernel(unsigned int vcpu, void *insns)
{
	(void)vcpu;
	find_task_of_kernel();
	all.task->name->insns[IN_KERNEL] += (uintptr_t)insns;
}

static void on_user(unsigned int vcpu, void *insns)
{
	(void)vcpu;
	find_task_of_user();
	all.task->name->insns[USER] += (uintptr_t)insns;
}

/* satp is written: by exec(), or in front of another task */
static void on_satp(unsigned int vcpu, void *udata)
{
	(void)vcpu;
	(void)udata;
	all.task->replaced = true;
}

static void put_names(void)
{
	const struct name *at;

	for (at = all.names; at < all.names + NAMES && at->name[0]; at++)
		if (at->insns[USER] || at->insns[IN_KERNEL])
			fprintf(all.out, "%s %" PRIu64 " %" PRIu64 "\n",
				at->name, at->insns[USER],
				at->insns[IN_KERNEL]);
	fflush(all.out);
}

/* --- during translation ----------------------------------------------------- */

static void on_hint(unsigned int vcpu, void *udata);

static void find_places(struct qemu_plugin_tb *tb)
{
	size_t n, count = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn;
	uint32_t word;

	for (n = 0; n < count; n++) {
		insn = qemu_plugin_tb_get_insn(tb, n);
		word = 0;
		qemu_plugin_insn_data(insn, &word, sizeof(word));
		if (word == HINT)
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_hint, QEMU_PLUGIN_CB_R_REGS, NULL);
		else if (all.counts && (word & CSRW_MASK) == CSRW_SATP)
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_satp, QEMU_PLUGIN_CB_NO_REGS, NULL);
	}
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	uint64_t address = qemu_plugin_tb_vaddr(tb);

	(void)id;
	find_places(tb);
	if (!all.counts || (address >= FIRMWARE && address < FIRMWARE_END))
		return;
	qemu_plugin_register_vcpu_tb_exec_cb(
		tb, address & KERNEL ? on_kernel : on_user,
		QEMU_PLUGIN_CB_R_REGS, (void *)qemu_plugin_tb_n_insns(tb));
}

static void translate_anew(qemu_plugin_id_t id)
{
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
}

/* Blocks cost nothing except between the marks. */
static void on_hint(unsigned int vcpu, void *udata)
{
	(void)vcpu;
	(void)udata;
	if (all.counts) {
		put_names();
		all.counts = false;
	} else if (!all.task) {
		all.task = find_task(value_of(all.sscratch));
		all.task->name = find_name(MARK);
		all.counts = true;
	}
	qemu_plugin_reset(all.id, translate_anew);
}

/* --- begin ------------------------------------------------------------------ */

static void on_hart(qemu_plugin_id_t id, unsigned int vcpu)
{
	GArray *list = qemu_plugin_get_registers();
	const qemu_plugin_reg_descriptor *reg;
	size_t n;

	(void)id;
	(void)vcpu;
	if (!list)
		return;
	reg = (const void *)list->data;
	for (n = 0; n < list->len; n++) {
		if (!strcmp(reg[n].name, "tp"))
			all.tp = reg[n].handle;
		else if (!strcmp(reg[n].name, "sscratch"))
			all.sscratch = reg[n].handle;
	}
	g_array_free(list, 1);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
					   const qemu_info_t *info, int argc,
					   char **argv)
{
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "plugin_tasks: out=FILE is needed, and nothing "
				"else\n");
		return 1;
	}
	all.out = fopen(argv[0] + 4, "w");
	if (!all.out) {
		perror(argv[0] + 4);
		return 1;
	}
	all.id = id;
	all.alone = info->system.smp_vcpus == 1;
	all.bytes = g_byte_array_new();
	qemu_plugin_register_vcpu_init_cb(id, on_hart);
	translate_anew(id);
	return 0;
}
