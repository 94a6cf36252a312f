// SPDX-License-Identifier: GPL-2.0-or-later
/* Steps from one instruction to the next. */
#include "hart.h"

/* Devices set and clear pending bits; blocks are the places where these
 * matter. */
static void look_at_pending(struct tandem_hart *p)
{
	struct shadow *mip = &p->csr[CSR_MIP];
	u64 now = tandem_read(p, mip);

	if (now == mip->value)
		return;
	tandem_put(p, tandem_plain(TANDEM_INIT));
	tandem_set(p, mip, CSR_MIP, now);
	tandem_flush(p);
}

static void check(struct tandem_hart *p, u64 pc)
{
	u64 changed = tandem_sync(p, pc, false);

	if (!changed)
		return;
	p->counts.unannounced += changed;
	fprintf(stderr,
		"plugin_tandem: hart %u, after %llu instructions: %llu "
		"registers changed without being looked at\n",
		p->hart, (unsigned long long)p->counts.insns,
		(unsigned long long)changed);
}

u64 tandem_pc_of(struct tandem_hart *p, const struct effect *next)
{
	if (next->first)
		p->moved = tandem_read(p, &p->pc_register) - next->pc;
	return next->pc + p->moved;
}

void tandem_step(struct tandem_hart *p, const struct effect *next, u64 next_pc)
{
	const struct effect *insn = p->pending;

	if (insn) {
		if (!tandem_trap(p, insn, next_pc))
			tandem_retire(p, insn, next_pc, NULL);
		p->accesses = 0;
	}
	if (next->first && tandem_options.level > TANDEM_LEVEL_PC)
		look_at_pending(p);
	if (insn && tandem_options.check &&
	    p->counts.insns % tandem_options.check == 0)
		check(p, next_pc);
	if (next->flags & EFFECT_CSR && tandem_options.level == TANDEM_LEVEL_PC)
		tandem_look_at_operand(p, next->rs1);
	p->pending = next;
	p->pc = next_pc;
	tandem_code(p, next, next_pc);
}
