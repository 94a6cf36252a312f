// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that writes what a guest does as tandem trace, a file per hart;
 * docs/qemu-tandem.md explains the options.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "producer.h"
#include "options.h"

#define HARTS 512
/* Instructions after a reset that are in the boot ROM and the firmware. */
#define FIRST_INSNS 64

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct producer *harts[HARTS];
static unsigned int xlen, vcpus;

/* --- while the guest runs -------------------------------------------------- */

static struct producer *hart_new(unsigned int hart)
{
	struct producer *p = hart < HARTS ? calloc(1, sizeof(*p)) : NULL;

	if (!p) {
		fprintf(stderr, "plugin_tandem: no room for hart %u\n", hart);
		exit(1);
	}
	p->hart = hart;
	p->bytes = g_byte_array_new();
	producer_find(p);
	harts[hart] = p;
	return p;
}

/*
 * With several vCPUs in one thread, QEMU 10.0 calls with the number of the one
 * that has translated the block. The hart itself knows better.
 */
static struct producer *hart_at(unsigned int vcpu)
{
	unsigned int hart = vcpus > 1 ? producer_hartid() : vcpu;

	if (likely(hart < HARTS && harts[hart]))
		return harts[hart];
	return hart_new(hart);
}

static void tracing_begins(struct producer *p, u64 pc)
{
	if (!p->out) {
		p->reset_pc = pc;
		producer_open(p);
	}
	p->active = true;
	p->pending = NULL;
	p->accesses = 0;
	producer_sync(p, pc, true);
}

static void tracing_ends(struct producer *p)
{
	p->active = false;
	p->pending = NULL;
	producer_forget(p);
}

static void count_reached(struct producer *p)
{
	unsigned int i;

	tracing_ends(p);
	p->ended = true;
	for (i = 0; i < HARTS; i++)
		if (harts[i] && !harts[i]->ended)
			return;
	if (producer_options.exit)
		kill(getpid(), SIGTERM);
}

static bool priv_wanted(struct producer *p)
{
	u64 priv = p->active ? p->priv.value : producer_read(p, &p->priv);

	return producer_options.privs >> priv & 1;
}

/* Whether tracing is on for an instruction that is about to be executed. */
static bool wanted(struct producer *p, u64 pc)
{
	const struct producer_options *o = &producer_options;

	if (p->seen++ < o->skip)
		return false;
	if (o->has_from && pc == o->from)
		p->begun = true;
	if (o->has_to && pc == o->to)
		p->begun = false;
	return (p->begun || !o->has_from) && priv_wanted(p);
}

static void on_insn(unsigned int vcpu, void *udata)
{
	const struct effect *insn = udata;
	struct producer *p = hart_at(vcpu);
	u64 pc;

	if (p->ended)
		return;
	pc = producer_pc(p, insn);
	if (p->seen < FIRST_INSNS)
		producer_learn(p, insn, pc);
	if (p->active)
		producer_step(p, insn, pc);
	if (p->counts.insns >= producer_options.count) {
		count_reached(p);
		return;
	}
	if (wanted(p, pc) == p->active)
		return;
	if (p->active) {
		tracing_ends(p);
	} else {
		tracing_begins(p, pc);
		producer_step(p, insn, pc);
	}
}

static void on_access(unsigned int vcpu, qemu_plugin_meminfo_t info,
		      uint64_t vaddr, void *udata)
{
	struct producer *p = hart_at(vcpu);

	(void)udata;
	if (p->active)
		producer_access(p, info, vaddr);
}

/* --- while it is translated ------------------------------------------------ */

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n, count = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (n = 0; n < count; n++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, n);
		struct effect *effect = effect_of(insn, !n, xlen);

		qemu_plugin_register_vcpu_insn_exec_cb(
			insn, on_insn, QEMU_PLUGIN_CB_R_REGS, effect);
		if (effect->memory && producer_options.level == PRODUCER_FULL)
			qemu_plugin_register_vcpu_mem_cb(
				insn, on_access, QEMU_PLUGIN_CB_R_REGS,
				QEMU_PLUGIN_MEM_RW, NULL);
	}
}

/* --- begin and end --------------------------------------------------------- */

static void on_end(qemu_plugin_id_t id, void *udata)
{
	unsigned int i;

	(void)id;
	(void)udata;
	for (i = 0; i < HARTS; i++)
		if (harts[i])
			producer_close(harts[i]);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	if (!producer_options_parse(argc, argv))
		return 1;
	if (strncmp(info->target_name, "riscv", 5) != 0) {
		fprintf(stderr, "plugin_tandem: for RISC-V, not for %s\n",
			info->target_name);
		return 1;
	}
	vcpus = (unsigned int)info->system.max_vcpus;
	xlen = strstr(info->target_name, "32") ? 32 : 64;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
	return 0;
}
