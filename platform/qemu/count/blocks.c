// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that records what a hart executes, for programs without traps:
 * of each block executed its address, half-words and instructions, as 16 bytes,
 * least significant first: 8, 4 and 4.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../observer/qemu_plugin.h"

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct {
	uint64_t first, end; /* addresses that are recorded */
	FILE *out;
} option = { .end = UINT64_MAX };

struct block {
	uint64_t pc;
	uint32_t halfwords, insns;
};

static void put(uint64_t value, unsigned int bytes)
{
	for (; bytes--; value >>= 8)
		putc((int)(value & 0xff), option.out);
}

static void block_executed(unsigned int vcpu, void *udata)
{
	const struct block *block = udata;

	(void)vcpu;
	put(block->pc, 8);
	put(block->halfwords, 4);
	put(block->insns, 4);
}

/* A block is never freed: it may be executed as long as QEMU runs. */
static void block_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	struct block *block;
	size_t bytes = 0, i;

	(void)id;
	if (qemu_plugin_tb_vaddr(tb) < option.first ||
	    qemu_plugin_tb_vaddr(tb) >= option.end)
		return;
	block = calloc(1, sizeof(*block));
	if (!block)
		return;
	block->pc = qemu_plugin_tb_vaddr(tb);
	block->insns = (uint32_t)qemu_plugin_tb_n_insns(tb);
	for (i = 0; i < block->insns; i++)
		bytes += qemu_plugin_insn_size(qemu_plugin_tb_get_insn(tb, i));
	block->halfwords = (uint32_t)(bytes / 2);
	qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(tb, 0),
					       block_executed,
					       QEMU_PLUGIN_CB_NO_REGS, block);
}

static void at_exit(qemu_plugin_id_t id, void *udata)
{
	(void)id;
	(void)udata;
	if (fclose(option.out))
		perror("plugin_blocks: writing");
}

static int usage(const char *arg)
{
	fprintf(stderr,
		"plugin_blocks: '%s' is no option; they are out=FILE, "
		"first=ADDRESS and end=ADDRESS\n",
		arg);
	return 1;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	const char *out = NULL;
	int i;

	(void)info;
	for (i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "out=", 4))
			out = argv[i] + 4;
		else if (!strncmp(argv[i], "first=", 6))
			option.first = strtoull(argv[i] + 6, NULL, 0);
		else if (!strncmp(argv[i], "end=", 4))
			option.end = strtoull(argv[i] + 4, NULL, 0);
		else
			return usage(argv[i]);
	}
	if (!out)
		return usage("(no out=)");
	option.out = fopen(out, "wb");
	if (!option.out) {
		perror(out);
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
	qemu_plugin_register_atexit_cb(id, at_exit, NULL);
	return 0;
}
