// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts that take turns. Between turns time advances and interrupt lines follow
 * devices; within a turn they follow the hart's own writes.
 */
#include <insn/csrs.h>
#include <insn/opcodes.h>
#include "machine_internal.h"

enum {
	TURN = 64, /* steps of one hart in a turn; longer than any loop of LR
		    * and SC */
};

#define MIP_MSIP BIT64(3)
#define MIP_STIP BIT64(5)
#define MIP_MTIP BIT64(7)
#define MENVCFG_STCE BIT64(63)

/* --- time and interrupts -------------------------------------------------- */

/* A register of 64 bits, on RV32 with its upper half; 0 if the hart lacks
 * it. */
static u64 wide(const struct model *hart, u32 csr, u32 high)
{
	u64 low, upper;

	model_read(hart, csr, &low);
	if (hart->config.xlen == 64)
		return low;
	model_read(hart, high, &upper);
	return upper << 32 | low;
}

/* True if stimecmp decides STIP */
static bool has_stimecmp(const struct model *hart, u64 *when)
{
	*when = wide(hart, CSR_STIMECMP, CSR_STIMECMPH);
	return wide(hart, CSR_MENVCFG, CSR_MENVCFGH) & MENVCFG_STCE;
}

static void follow_lines(struct machine *m, unsigned int n)
{
	struct model *hart = m->config.hart[n];
	u64 lines = MIP_MSIP | MIP_MTIP, high = 0, mip, when;

	if (m->msip[n])
		high |= MIP_MSIP;
	if (m->time >= m->mtimecmp[n])
		high |= MIP_MTIP;
	if (has_stimecmp(hart, &when)) {
		lines |= MIP_STIP;
		high |= m->time >= when ? MIP_STIP : 0;
	}
	model_read(hart, CSR_MIP, &mip);
	if ((mip & lines) != high)
		model_write(hart, CSR_MIP, (mip & ~lines) | high);
}

static void follow_time(struct machine *m)
{
	unsigned int n;

	for (n = 0; n < m->config.harts; n++) {
		model_write(m->config.hart[n], MODEL_MTIME, m->time);
		follow_lines(m, n);
		m->waits[n] &= !model_interrupt_enabled(m->config.hart[n]);
	}
	/* unseen: only looks at lines that have not changed */
	m->changed = false;
}

static void pass_time(struct machine *m, u64 steps)
{
	m->steps += steps;
	m->rest += steps;
	m->time += m->rest / m->config.steps_per_tick;
	m->rest %= m->config.steps_per_tick;
}

/* The next timer of any hart; ~0: none */
static u64 next_timer(const struct machine *m)
{
	u64 next = ~0ULL, when;
	unsigned int n;

	for (n = 0; n < m->config.harts; n++) {
		if (m->mtimecmp[n] > m->time && m->mtimecmp[n] < next)
			next = m->mtimecmp[n];
		if (has_stimecmp(m->config.hart[n], &when) && when > m->time &&
		    when < next)
			next = when;
	}
	return next;
}

/* All harts wait, so time jumps to the next timer. */
static void sleep(struct machine *m)
{
	u64 next = next_timer(m);

	if (next == ~0ULL)
		m->end = MACHINE_ASLEEP;
	else
		m->time = next;
	follow_time(m);
}

/* --- turns ---------------------------------------------------------------- */

static inline void step(struct machine *m, unsigned int n,
			struct model_step *out)
{
	static const struct model_input any = { .interrupt =
							MODEL_INTERRUPT_ANY };
	static const struct model_input none = { .interrupt =
							 MODEL_INTERRUPT_NONE };
	struct model *hart = m->config.hart[n];
	const struct model_input *in = model_interrupt_enabled(hart) ? &any :
								       &none;

	if (m->config.step)
		m->config.step(m->config.user, n, in, out);
	else
		model_step(hart, in, out);
}

static bool has_written(const struct model_step *did, u16 low, u16 high)
{
	unsigned int i;

	for (i = 0; i < did->writes; i++) {
		if (did->write[i].reg == low || did->write[i].reg == high)
			return true;
	}
	return false;
}

/* A counter that the instruction has written does not count this
 * instruction. */
static void count(struct model *hart, const struct model_step *did)
{
	bool retired = did->kind == MODEL_RETIRED;
	bool system = insn_opcode(did->insn) == OPCODE_SYSTEM;

	if (!system || !did->writes || !retired) {
		model_count(hart, 1, retired);
		return;
	}
	model_count(hart, !has_written(did, CSR_MCYCLE, CSR_MCYCLEH),
		    !has_written(did, CSR_MINSTRET, CSR_MINSTRETH));
}

/* @return steps made */
static unsigned int take_turn(struct machine *m, unsigned int n)
{
	struct model *hart = m->config.hart[n];
	struct model_step out = { .insn = 0 };
	unsigned int steps;

	for (steps = 0; steps < TURN && !m->end && !m->waits[n]; steps++) {
		step(m, n, &out);
		count(hart, &out);
		if (out.kind == MODEL_RETIRED && out.insn == CODE_WFI)
			m->waits[n] = !model_interrupt_enabled(hart);
		/* the instruction may have changed an interrupt line, or its
		 * conditions */
		if (m->changed || insn_opcode(out.insn) == OPCODE_SYSTEM)
			follow_lines(m, n);
	}
	/* another hart may store there in its turn */
	model_write(hart, MODEL_RESERVATION, 0);
	return steps;
}

enum machine_end machine_run(struct machine *m, u64 steps)
{
	u64 end = m->steps + steps;
	unsigned int n, most, made;

	while (!m->end && m->steps < end) {
		for (n = most = 0; n < m->config.harts; n++) {
			made = take_turn(m, n);
			most = made > most ? made : most;
			if (m->changed)
				follow_time(m);
		}
		pass_time(m, most);
		if (most)
			follow_time(m);
		else if (!m->end)
			sleep(m);
	}
	return m->end;
}

/* --- reset ---------------------------------------------------------------- */

void machine_reset(struct machine *m)
{
	unsigned int n;

	machine_devices_reset(m);
	for (n = 0; n < m->config.harts; n++) {
		model_reset(m->config.hart[n]);
		m->waits[n] = false;
	}
	follow_time(m);
}

void machine_init(struct machine *m, const struct machine_config *config)
{
	struct model_bus bus = machine_bus;
	struct model_config kind;
	unsigned int n;

	*m = (struct machine){ .config = *config };
	bus.user = m;
	for (n = 0; n < config->harts; n++) {
		kind = *config->kind[n];
		kind.mhartid = n;
		model_init(config->hart[n], &kind, &bus);
	}
	machine_reset(m);
}

void machine_start(struct machine *m, unsigned int hart, u64 pc, u64 a0, u64 a1,
		   u64 a2)
{
	struct model *h = m->config.hart[hart];

	model_write(h, MODEL_PC, pc);
	model_write(h, MODEL_X0 + 10, a0);
	model_write(h, MODEL_X0 + 11, a1);
	model_write(h, MODEL_X0 + 12, a2);
}
