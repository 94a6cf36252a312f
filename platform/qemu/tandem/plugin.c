// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that writes the execution of a guest as tandem trace, a file per
 * hart; docs/qemu-tandem.md explains the options.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "hart.h"
#include "options.h"

/* Instructions after a reset that belong to the boot ROM and the firmware. */
#define FIRST_INSNS 64

/* An instruction without fields. */

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct tandem_hart *harts[RETIRE_HARTS_MAX];

/* --- while the guest runs -------------------------------------------------- */

static struct tandem_hart *hart_new(unsigned int hart)
{
	struct tandem_hart *p = calloc(1, sizeof(*p));
	unsigned int i;

	if (!p) {
		fprintf(stderr, "plugin_tandem: no room for hart %u\n", hart);
		exit(1);
	}
	p->hart = hart;
	p->bytes = g_byte_array_new();
	tandem_find(p);
	harts[hart] = p;
	for (i = 0; i < RETIRE_HARTS_MAX; i++)
		if (harts[i] && i != hart)
			harts[i]->gap = p->gap = true;
	return p;
}

static struct tandem_hart *hart_at(unsigned int vcpu)
{
	unsigned int hart = retire_here(vcpu);

	if (likely(harts[hart] != NULL))
		return harts[hart];
	return hart_new(hart);
}

static void tracing_begins(struct tandem_hart *p, u64 pc)
{
	if (!p->out) {
		p->reset_pc = pc;
		tandem_file_open(p);
	} else {
		p->gap = true;
	}
	p->active = true;
	p->pending = NULL;
	p->accesses = 0;
	tandem_sync(p, pc, true);
}

static void tracing_ends(struct tandem_hart *p)
{
	p->active = false;
	p->pending = NULL;
	tandem_forget(p);
}

static void count_reached(struct tandem_hart *p)
{
	unsigned int i;

	tracing_ends(p);
	p->ended = true;
	for (i = 0; i < RETIRE_HARTS_MAX; i++)
		if (harts[i] && !harts[i]->ended)
			return;
	if (tandem_options.exit)
		kill(getpid(), SIGTERM);
}

static bool priv_wanted(struct tandem_hart *p)
{
	u64 priv = p->active ? p->priv.value : tandem_read(p, &p->priv);

	return tandem_options.privs >> priv & 1;
}

/* True if tracing is on for the next instruction. */
static bool wanted(struct tandem_hart *p, u64 pc)
{
	const struct tandem_options *o = &tandem_options;

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
	struct tandem_hart *p = hart_at(vcpu);
	u64 pc;

	if (p->ended)
		return;
	pc = tandem_pc_of(p, insn);
	if (p->seen < FIRST_INSNS) {
		tandem_learn(p, insn, pc);
		tandem_isa_learn(p, pc);
	}
	if (p->active)
		tandem_step(p, insn, pc);
	p->traps = 0;
	p->reset = false;
	if (p->counts.insns >= tandem_options.count) {
		count_reached(p);
		return;
	}
	if (wanted(p, pc) == p->active)
		return;
	if (p->active) {
		tracing_ends(p);
	} else {
		tracing_begins(p, pc);
		tandem_step(p, insn, pc);
	}
}

/* The hart may sleep for ever: give its reader all groups. */
static void on_wfi(unsigned int vcpu, void *udata)
{
	struct tandem_hart *p = hart_at(vcpu);

	(void)udata;
	if (p->out)
		tandem_file_flush(p);
}

static void on_access(unsigned int vcpu, qemu_plugin_meminfo_t info,
		      uint64_t vaddr, void *udata)
{
	struct tandem_hart *p = hart_at(vcpu);

	(void)udata;
	if (p->active)
		tandem_access(p, info, vaddr);
}

/* --- calls of the observer ------------------------------------------------ */

/* The instructions themselves come one by one, in on_insn(). */
static void on_blocks(void *user, unsigned int hart, struct ntrace_block *block,
		      const struct retire_part *part, size_t num)
{
	(void)user;
	(void)hart;
	(void)block;
	(void)part;
	(void)num;
}

/* Before the handler's first instruction. */
static void on_trap(void *user, unsigned int hart,
		    const struct retire_trap *trap)
{
	struct tandem_hart *p = harts[hart];

	(void)user;
	if (!p)
		return;
	if (p->traps < TANDEM_TRAPS)
		p->trap[p->traps++] = *trap;
	else
		p->reset = true;
}

static void on_reset(void *user, unsigned int hart, u64 addr)
{
	(void)user;
	(void)addr;
	if (harts[hart])
		harts[hart]->reset = true;
}

static void on_translation(void *user, struct qemu_plugin_tb *tb,
			   const struct retire_code *code)
{
	size_t n;

	(void)user;
	for (n = 0; n < code->insns; n++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, n);
		struct effect *effect =
			tandem_effect_of(insn, !n, retire_xlen());

		qemu_plugin_register_vcpu_insn_exec_cb(
			insn, on_insn, QEMU_PLUGIN_CB_R_REGS, effect);
		if (tandem_options.live && effect->word == CODE_WFI)
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_wfi, QEMU_PLUGIN_CB_NO_REGS, NULL);
		if (effect->memory && tandem_options.level == TANDEM_LEVEL_FULL)
			qemu_plugin_register_vcpu_mem_cb(
				insn, on_access, QEMU_PLUGIN_CB_R_REGS,
				QEMU_PLUGIN_MEM_RW, NULL);
	}
}

static void on_end(void *user)
{
	unsigned int i;

	(void)user;
	for (i = 0; i < RETIRE_HARTS_MAX; i++)
		if (harts[i])
			tandem_file_close(harts[i]);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	static const struct retire_ops ops = {
		.blocks = on_blocks,
		.trap = on_trap,
		.reset = on_reset,
		.translate = on_translation,
		.end = on_end,
	};

	tandem_options.alone = info->system_emulation &&
			       info->system.smp_vcpus == 1;
	return tandem_options_parse(argc, argv) &&
			       retire_install(id, info, &ops, NULL) ?
		       0 :
		       1;
}
