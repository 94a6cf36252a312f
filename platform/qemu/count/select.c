// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that shows the selected events of counters: when the guest
 * executes the hint "slti x0, x0, 3", it prints the registers mhpmevent of that
 * hart that select something, in a line of their own on standard output, where
 * the console is:
 *
 *   mhpmevent COUNTER:VALUE ...
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../observer/qemu_plugin.h"

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

#define HINT 0x00302013 /* slti x0, x0, 3 */
#define FIRST 3
#define COUNTERS 32
#define HARTS 8

static struct qemu_plugin_register *event[HARTS][COUNTERS];

static void on_hart(qemu_plugin_id_t id, unsigned int vcpu)
{
	GArray *list = qemu_plugin_get_registers();
	const qemu_plugin_reg_descriptor *reg;
	unsigned int n, counter;
	char more;

	(void)id;
	if (!list)
		return;
	reg = (const void *)list->data;
	for (n = 0; vcpu < HARTS && n < list->len; n++)
		if (sscanf(reg[n].name, "mhpmevent%u%c", &counter, &more) ==
			    1 &&
		    counter < COUNTERS)
			event[vcpu][counter] = reg[n].handle;
	g_array_free(list, 1);
}

static uint64_t value_of(struct qemu_plugin_register *reg)
{
	static GByteArray *bytes; /* one hart at a time executes hints */
	uint64_t value = 0;
	int size;

	if (!bytes)
		bytes = g_byte_array_new();
	g_byte_array_set_size(bytes, 0);
	size = reg ? qemu_plugin_read_register(reg, bytes) : 0;
	if (size > 0)
		memcpy(&value, bytes->data, size < 8 ? (size_t)size : 8);
	return value;
}

static void on_hint(unsigned int vcpu, void *udata)
{
	unsigned int n;
	uint64_t value;

	(void)udata;
	printf("mhpmevent");
	for (n = FIRST; vcpu < HARTS && n < COUNTERS; n++) {
		value = value_of(event[vcpu][n]);
		if (value)
			printf(" %u:0x%" PRIx64, n, value);
	}
	printf("\n");
	fflush(stdout);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n, count = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn;
	uint32_t word;

	(void)id;
	for (n = 0; n < count; n++) {
		insn = qemu_plugin_tb_get_insn(tb, n);
		word = 0;
		qemu_plugin_insn_data(insn, &word, sizeof(word));
		if (word == HINT)
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_hint, QEMU_PLUGIN_CB_R_REGS, NULL);
	}
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
					   const qemu_info_t *info, int argc,
					   char **argv)
{
	(void)info;
	(void)argv;
	if (argc) {
		fprintf(stderr, "plugin_select takes no arguments\n");
		return 1;
	}
	qemu_plugin_register_vcpu_init_cb(id, on_hart);
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	return 0;
}
