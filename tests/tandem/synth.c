// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traces that are made up. When the hart reaches memory without an instruction,
 * a random one is stored there; the trace records all notes of a step. The hart
 * starts in M-mode, enters S- and U-mode, with pages, and returns by traps.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "synth.h"
#include "synth_insn.h"

#define RAM 0x80000000ull
#define RAM_BYTES (16 * MODEL_PAGE)
#define DATA (RAM + 8 * MODEL_PAGE)
#define TABLE (RAM + 15 * MODEL_PAGE)
#define VIRTUAL 0x40000000ull /* S-mode's address of RAM */
#define STEPS 300
#define TRACE_BYTES (1 << 16)

struct synth {
	u8 ram[RAM_BYTES], first[RAM_BYTES];
	bool code[RAM_BYTES / 2]; /* an instruction, or a part of one, is
				   * there */
	struct model model;
	struct model_config config;
	struct model_step did;
	struct tandem_encoder encoder;
	u64 seed;
	u8 trace[TRACE_BYTES];
};

static u8 *page(void *user, u64 paddr)
{
	struct synth *s = user;

	return paddr - RAM < RAM_BYTES ? s->ram + (paddr - RAM) : NULL;
}

static bool no_load(void *user, u64 paddr, unsigned int bytes,
		    unsigned int kind, u64 *value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	(void)kind;
	*value = 0;
	return false;
}

static bool no_store(void *user, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	(void)kind;
	(void)value;
	return false;
}

static void write_group(struct synth *s, const struct tandem_element *e,
			u32 num)
{
	if (tandem_encoder_group(&s->encoder, e, num) == TANDEM_OK)
		return;
	fprintf(stderr, "synth: a group cannot be encoded\n");
	abort();
}

/* --- the start ----------------------------------------------------------- */

static void given(struct synth *s, struct tandem_element *e, u32 *num, u16 reg,
		  u64 value)
{
	u64 all = 0;

	model_write(&s->model, reg, value);
	model_read(&s->model, reg, &all);
	e[(*num)++] = tandem_reg(reg, all);
}

/* One page table entry maps all of RAM for S-mode. */
static u64 satp_of(struct synth *s)
{
	unsigned int wide = s->config.xlen == 64;
	u64 entry = RAM >> 2 | 0xcf;
	u64 index = wide ? VIRTUAL >> 30 : VIRTUAL >> 22;

	memcpy(s->ram + (TABLE - RAM) + index * (wide ? 8 : 4), &entry,
	       wide ? 8 : 4);
	return (wide ? 8ull << 60 : 1ull << 31) | TABLE >> 12;
}

static void give_state(struct synth *s)
{
	struct tandem_element e[64];
	u32 num = 0, reg;
	u64 all = s->config.xlen == 32 ? 0xffffffff : ~0ull;

	e[num++] = tandem_plain(TANDEM_INIT);
	e[num++] = tandem_state(TANDEM_PC, RAM);
	model_write(&s->model, MODEL_PC, RAM);
	for (reg = 1; reg < 32; reg++)
		given(s, e, &num, TANDEM_GPR(reg),
		      steps_random(&s->seed, 3) ?
			      steps_random(&s->seed, ~0ull) & all :
			      steps_random(&s->seed, 4));
	e[num - 32 + SYNTH_BASE].value = DATA;
	e[num - 32 + SYNTH_VIRTUAL_BASE].value = DATA - RAM + VIRTUAL;
	model_write(&s->model, MODEL_X0 + SYNTH_BASE, DATA);
	model_write(&s->model, MODEL_X0 + SYNTH_VIRTUAL_BASE,
		    DATA - RAM + VIRTUAL);
	given(s, e, &num, 0x3a0, 0x1f); /* pmpcfg0: all memory */
	given(s, e, &num, 0x3b0, all >> 10);
	given(s, e, &num, 0x180, satp_of(s));
	given(s, e, &num, 0x302, 0xb10c); /* medeleg: not all, but ecall of U */
	given(s, e, &num, 0x303, 0x222);
	given(s, e, &num, 0x304, 0xaaa);
	given(s, e, &num, 0x305, RAM + 0x1000);
	given(s, e, &num, 0x105, VIRTUAL + 0x3000);
	given(s, e, &num, 0x341, VIRTUAL + 0x2000);
	given(s, e, &num, 0x141, VIRTUAL + 0x2800);
	write_group(s, e, num);
}

/* --- the notes of a step ------------------------------------------------- */

static u32 write_access(const struct synth *s, struct tandem_element *e)
{
	const struct tandem_params *params = &s->encoder.params;
	const struct model_step *did = &s->did;
	unsigned int bits = did->access_bytes * 8u, log = 0;
	bool loads = did->access != MODEL_STORE && did->access != MODEL_SC;
	u32 num = 0;

	if (!did->access_bytes)
		return 0;
	e[num++] = tandem_state(TANDEM_EADDR, did->vaddr);
	if (did->kind != MODEL_RETIRED || did->split)
		return num;
	e[num++] = tandem_state(TANDEM_PADDR, did->paddr);
	while (8u << log < bits)
		log++;
	if (did->access != MODEL_LOAD && did->access != MODEL_LR)
		e[num++] =
			tandem_state((enum tandem_state)(TANDEM_SDATA8 + log),
				     did->data & bits_mask(bits));
	if (did->sc_failed)
		return num;
	e[num] = tandem_memreq(params, (enum tandem_mem)did->access, bits,
			       did->paddr, did->data & bits_mask(bits));
	e[num + 1] = tandem_memrsp(params, &e[num], 0, loads ? did->loaded : 0);
	return num + 2;
}

static void write_step(struct synth *s, u8 priv)
{
	const struct model_step *did = &s->did;
	bool on = did->kind == MODEL_RETIRED &&
		  did->next_pc == did->pc + did->bytes;
	struct tandem_element e[32];
	u32 num = 0, i;

	if (on)
		e[num++] = tandem_plain(TANDEM_INCPC);
	else
		e[num++] = tandem_state(TANDEM_PC, did->next_pc);
	if (did->bytes)
		e[num++] = tandem_insn(did->bytes * 8u, did->insn);
	if (did->kind != MODEL_RETIRED || did->priv != priv)
		e[num++] = tandem_state(TANDEM_PRIV, did->priv);
	for (i = 0; i < did->writes; i++)
		e[num++] = tandem_reg(did->write[i].reg, did->write[i].value);
	num += write_access(s, e + num);
	write_group(s, e, num);
}

/* --- the execution ------------------------------------------------------- */

/* Store an instruction where none is; it must not overlap with another. */
static void put_insn(struct synth *s)
{
	u64 offset = s->model.pc - (s->model.pc < RAM ? VIRTUAL : RAM);
	bool tight;
	u32 insn;

	if (offset >= DATA - RAM || s->code[offset / 2])
		return;
	tight = s->code[offset / 2 + 1];
	insn = synth_insn(&s->seed, s->config.xlen, s->model.priv, tight);
	s->code[offset / 2] = true;
	memcpy(s->ram + offset, &insn, (insn & 3) == 3 ? 4 : 2);
	memcpy(s->first + offset, &insn, (insn & 3) == 3 ? 4 : 2);
	if ((insn & 3) == 3)
		s->code[offset / 2 + 1] = true;
}

/* Bits of mip change by themselves. */
static void change_lines(struct synth *s)
{
	static const u64 lines[] = { 0, 0x8, 0x80, 0x800, 0x200, 0x888 };
	struct tandem_element e[2];

	model_write(&s->model, 0x344,
		    lines[steps_random(&s->seed, array_size(lines))]);
	e[0] = tandem_plain(TANDEM_INIT);
	e[1] = tandem_reg(0x344, 0);
	model_read(&s->model, 0x344, &e[1].value);
	write_group(s, e, 2);
}

/*
 * Move the hart elsewhere, as a debugger would: else it would soon loop in a
 * few traps.
 */
static void move(struct synth *s)
{
	struct tandem_element e[8];
	u64 place = steps_random(&s->seed, 8 * MODEL_PAGE) & ~1ull, all;
	u8 priv = steps_random(&s->seed, 2) ? MODEL_M : MODEL_S;
	u64 pc = place + (priv == MODEL_M ? RAM : VIRTUAL);
	u32 num = 0;

	model_write(&s->model, MODEL_PC, pc);
	model_write(&s->model, MODEL_PRIV, priv);
	model_read(&s->model, 0x300, &all);
	e[num++] = tandem_plain(TANDEM_INIT);
	e[num++] = tandem_state(TANDEM_PC, pc);
	e[num++] = tandem_state(TANDEM_PRIV, priv);
	given(s, e, &num, 0x300, all | (steps_random(&s->seed, 2) ? 0xa : 0));
	given(s, e, &num, 0x105, VIRTUAL + (place ^ 0x1000) / 4 * 4);
	given(s, e, &num, 0x305, RAM + (place ^ 0x2000) / 4 * 4);
	write_group(s, e, num);
}

static void step(struct synth *s)
{
	struct model_input in = { .interrupt = MODEL_INTERRUPT_NONE };
	u8 priv = s->model.priv;

	if (!steps_random(&s->seed, 25))
		change_lines(s);
	if (!steps_random(&s->seed, 20))
		move(s);
	if (model_interrupt(&s->model) != MODEL_INTERRUPT_NONE &&
	    !steps_random(&s->seed, 3))
		in.interrupt = MODEL_INTERRUPT_ANY;
	put_insn(s);
	model_step(&s->model, &in, &s->did);
	write_step(s, priv);
}

struct synth *synth_make(const char *preset, u64 seed, struct trace *trace)
{
	struct synth *s = calloc(1, sizeof(*s));
	const struct model_bus bus = { s, page, no_load, no_store, NULL, NULL };
	struct tandem_params params = { 0 };
	u64 i;

	if (!s || !model_preset(preset, &s->config))
		abort();
	params.xlen = s->config.xlen;
	params.flen = s->config.flen;
	params.mlen = params.xlen;
	s->seed = seed + 1;
	for (i = DATA - RAM; i < TABLE - RAM; i++)
		s->ram[i] = (u8)steps_random(&s->seed, 256);
	model_init(&s->model, &s->config, &bus);
	tandem_encoder_init(&s->encoder, &params, s->trace, TRACE_BYTES);
	give_state(s);
	memcpy(s->first, s->ram, RAM_BYTES);
	for (i = 0; i < STEPS; i++)
		step(s);
	*trace = (struct trace){ s->trace, s->encoder.used, params };
	return s;
}

void synth_memory(const struct synth *s, struct vrig *rig)
{
	if (!verify_memory_put(&rig->memory, RAM, s->first, RAM_BYTES))
		abort();
}

void synth_free(struct synth *s, struct trace *trace)
{
	trace->bytes = NULL;
	free(s);
}
