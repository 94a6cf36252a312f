// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become a state of the model's hart, with a little memory, and words
 * that it executes: with any words, it stays within its memory and its rules.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <model/model.h>

#include "fuzz.h"

unsigned long fuzz_calls;

#define PAGES 3u
#define RAM 0x80000000ULL

static struct model hart, before, after;
static u8 *ram[PAGES], saved[PAGES][MODEL_PAGE];
static const uint8_t *input, *input_end;
static u64 device;

static void check(bool good, const char *what, const struct model_step *s)
{
	if (good)
		return;
	fprintf(stderr, "fuzz_hart: %s: instruction %#x, kind %u\n", what,
		s->insn, s->kind);
	abort();
}

/* The next n bytes of the input, zeros behind its end. */
static u64 take(unsigned int n)
{
	u64 value = 0;

	while (n-- && input < input_end)
		value = value << 8 | *input++;
	return value;
}

/* Each page is a separate allocation, which the sanitizer guards. */
static u8 *page(void *user, u64 paddr)
{
	u64 n = (paddr - RAM) / MODEL_PAGE;

	(void)user;
	return n < PAGES ? ram[n] : NULL;
}

static bool load(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		 u64 *value)
{
	(void)user;
	(void)bytes;
	*value = device ^ paddr;
	return kind != MODEL_FETCH && !(paddr >> 33);
}

static bool store(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		  u64 value)
{
	(void)user;
	(void)bytes;
	(void)kind;
	device += value;
	return !(paddr >> 33);
}

static void make_state(void)
{
	static const u64 bases[] = { RAM, RAM + 2 * MODEL_PAGE - 3, 0, ~0ULL };
	unsigned int i;

	for (i = 1; i < 32; i++)
		model_write(&hart, MODEL_X0 + i,
			    bases[take(1) % 4] +
				    (u64)(s64)(signed char)take(1));
	for (i = 0; i < 32; i++)
		model_write(&hart, MODEL_F0 + i, take(2) << 48);
	for (i = (unsigned int)take(1) % 16; i; i--)
		model_write(&hart, (u32)take(2) % 4096, take(8));
	model_write(&hart, 0x180, take(1) << 60 | RAM >> 12);
	model_write(&hart, MODEL_PRIV, take(1) % 4);
	model_write(&hart, MODEL_PC, RAM + take(2) % (PAGES * MODEL_PAGE));
	for (i = 0; i < PAGES * MODEL_PAGE; i += 32)
		ram[i / MODEL_PAGE][i % MODEL_PAGE] = (u8)take(1);
}

static bool is_extended(u64 value)
{
	return value == (u64)(s64)(s32)value;
}

static void check_step(const struct model_step *s)
{
	unsigned int i;
	u64 value;

	check(!(hart.pc & 1) && !(hart.pc & ~hart.mask), "the pc", s);
	check(hart.priv != 2 && hart.priv < 4, "the privilege", s);
	check(hart.priv == s->priv && hart.pc == s->next_pc, "the notes", s);
	check(!hart.x[0], "x0", s);
	check(s->writes <= MODEL_WRITES_MAX, "too many writes", s);
	check(s->kind == MODEL_RETIRED || s->writes == 4, "writes of a trap",
	      s);
	check(s->bytes == 0 || s->bytes == 2 || s->bytes == 4, "the length", s);
	for (i = 0; i < 32 && hart.config.xlen == 32; i++)
		check(is_extended(hart.x[i]), "a register of RV32", s);
	for (i = 0; i < s->writes; i++)
		check(model_read(&hart, s->write[i].reg, &value) &&
			      value == s->write[i].value,
		      "a write that is not", s);
}

static void copy_memory(bool back)
{
	unsigned int i;

	for (i = 0; i < PAGES; i++)
		memcpy(back ? ram[i] : saved[i], back ? saved[i] : ram[i],
		       MODEL_PAGE);
}

static bool same_state(const struct model *a, const struct model *b)
{
	return !memcmp(a->x, b->x, sizeof(a->x)) && a->pc == b->pc &&
	       a->priv == b->priv && a->reservation == b->reservation &&
	       !memcmp(a->f, b->f, sizeof(a->f)) && a->fcsr == b->fcsr &&
	       !memcmp(&a->misa, &b->misa,
		       offsetof(struct model, config) -
			       offsetof(struct model, misa));
}

static bool same_step(const struct model_step *a, const struct model_step *b)
{
	return a->kind == b->kind && a->cause == b->cause &&
	       a->writes == b->writes && a->access == b->access &&
	       a->access_bytes == b->access_bytes && a->bytes == b->bytes &&
	       (!a->bytes || a->insn == b->insn) &&
	       (a->kind == MODEL_RETIRED || a->tval == b->tval);
}

/*
 * Execute a step, and the same step again without the results cached from
 * earlier steps.
 */
static void step(const struct model_input *in)
{
	struct model_step first, second;
	u64 device_before = device;

	before = hart;
	copy_memory(false);
	model_step(&hart, in, &first);
	check_step(&first);
	after = hart;
	hart = before;
	copy_memory(true);
	device = device_before;
	model_flush(&hart);
	model_step(&hart, in, &second);
	check(same_step(&first, &second) && same_state(&after, &hart),
	      "the TLB makes a difference", &second);
	fuzz_calls++;
}

/* Control Transfer Records, with and without their options. */
static void add_ctr(struct model_config *config, bool all)
{
	config->extensions |= MODEL_SMSTATEEN | MODEL_SMCSRIND |
			      MODEL_SSCSRIND | MODEL_SSCTR | MODEL_SMCTR;
	config->mstateen0_writable = ~0ULL;
	config->siselect_writable = 0xfff;
	config->ctr.control = all ? 0xff3e00001b87 : 0x807;
	config->ctr.data = all ? 0xffff800f : 0;
	config->ctr.depths = all ? 0x1f : 0x12;
	config->ctr.pc_bits = all ? 64 : 39;
	config->ctr.misp = config->ctr.depth_moves = all;
	config->ctr.reset = all ? 1 : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct model_bus bus = { NULL,  page, load,
					      store, NULL, NULL };
	struct model_input in = { .interrupt = MODEL_INTERRUPT_NONE };
	struct model_config config;
	unsigned int i, choice;

	input = data;
	input_end = data + size;
	device = 0;
	model_preset(model_preset_name((unsigned int)take(1) % 4), &config);
	choice = (unsigned int)take(1);
	config.misaligned = choice & 1;
	if (choice & 2 && config.misa & MODEL_MISA('S'))
		add_ctr(&config, choice & 4);
	config.pmp_grain = (u8)(take(1) % 8);
	for (i = 0; i < PAGES; i++)
		ram[i] = calloc(1, MODEL_PAGE);
	model_init(&hart, &config, &bus);
	make_state();
	while (input < input_end) {
		in.given = take(1) & 15;
		in.insn = (u32)take(4);
		if ((in.insn & 3) != 3)
			in.insn &= 0xffff;
		in.interrupt = in.insn & 0xf0000000 ? MODEL_INTERRUPT_NONE :
						      (u8)take(1);
		step(&in);
	}
	for (i = 0; i < PAGES; i++)
		free(ram[i]);
	return 0;
}
