// SPDX-License-Identifier: BSD-2-Clause
/*
 * Random instructions for the model and for another implementation: makes the
 * image of a bare machine (random.S and blocks of instructions), instruction by
 * instruction as the model executes them, and the output that the machine has
 * to print. Instructions are left out that would leave the block, stop the
 * machine, or give a result on which two machines need not agree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <model/model.h>

#include "random.h"

#define RAM 0x80000000ULL
#define RAM_BYTES (4u << 20)
#define DIRECTORY 0x2000u
#define WINDOW_BYTES 1024u
#define UART 0x10000000ULL
#define FINISHER 0x100000ULL
#define BLOCKS_MAX 680u
#define BLOCK_BYTES 160u
#define STEPS_MAX 20000000ul

static struct model hart, before;
static u8 ram[RAM_BYTES], image[RAM_BYTES], window_before[MODEL_PAGE];
static bool trial; /* only the window can be accessed */
static u64 window, tables, table, blocks;
static unsigned int xlen, finished;
static FILE *output;
static bool after_lr;
static u32 last_insn;
static unsigned long executed, exceptions;

static void die(const char *what)
{
	fprintf(stderr, "random: %s\n", what);
	exit(1);
}

/* --- the machine ---------------------------------------------------------- */

static u8 *page(void *user, u64 paddr)
{
	(void)user;
	if (paddr < RAM || paddr >= RAM + RAM_BYTES ||
	    (trial && paddr != window))
		return NULL;
	return ram + (paddr - RAM);
}

/* In a trial, only page table walks come here. */
static bool load(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		 u64 *value)
{
	(void)user;
	if (kind != MODEL_WALK || paddr < tables || paddr - tables > 8184)
		return false;
	*value = 0;
	while (bytes--)
		*value = *value << 8 | ram[paddr - RAM + bytes];
	return true;
}

static bool store(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		  u64 value)
{
	(void)user;
	(void)bytes;
	(void)kind;
	if (trial)
		return false;
	if (paddr == UART)
		fputc((int)value, output);
	else if (paddr == FINISHER)
		finished = 1;
	return paddr == UART || paddr == FINISHER;
}

static void step(u32 insn, bool given, struct model_step *out)
{
	const struct model_input in = { .insn = insn,
					.given = given,
					.interrupt = MODEL_INTERRUPT_NONE };

	model_step(&hart, &in, out);
}

/* Execute code of random.S until it enters a block. */
static void run_handler(void)
{
	unsigned long steps = 0;
	struct model_step out;

	while (!finished && (hart.pc < blocks || hart.pc >= RAM + RAM_BYTES)) {
		step(0, false, &out);
		if (++steps > STEPS_MAX)
			die("the handler does not return");
	}
}

static void poke(u64 paddr, unsigned int bytes, u64 value)
{
	while (bytes--) {
		ram[paddr - RAM] = image[paddr - RAM] = (u8)value;
		value >>= 8;
		paddr++;
	}
}

/* --- judging instructions ------------------------------------------------ */

static bool in_window(u64 paddr, unsigned int bytes)
{
	return paddr >= window && paddr + bytes <= window + WINDOW_BYTES;
}

static bool is_counter(u32 csr)
{
	return (csr & 0xf60) == 0xb00 || (csr & 0xf60) == 0xc00;
}

/* CSRs that the frame relies on, and those that depend on time. */
static bool csr_is_fine(u32 insn)
{
	u32 csr = insn >> 20;

	if (csr == 0x305 || csr == 0x340 || csr == 0x344 || csr == 0x144 ||
	    csr == 0x180 || is_counter(csr))
		return false;
	return csr != 0x3a0 && csr != 0x3a1 && (csr < 0x3b0 || csr > 0x3b7);
}

static bool status_is_fine(void)
{
	return !(hart.mstatus & (1 << 3 | 1 << 17)) &&
	       (xlen == 32 || (hart.mstatus >> 32 & 3) == 2) &&
	       model_interrupt(&hart) == MODEL_INTERRUPT_NONE &&
	       !(hart.mie & 0x888);
}

static bool write_is_fine(const struct model_write *write)
{
	switch (write->reg) {
	case MODEL_X0 + 2:
	case MODEL_X0 + 8:
	case MODEL_X0 + 29:
	case MODEL_X0 + 30:
		return false;
	default:
		return !(write->flags & MODEL_UNMODELLED);
	}
}

/*
 * Refused: accesses where there may be devices, and instructions in which QEMU
 * differs: misaligned atomic ones, which it reports as loads; forbidden CBOs
 * and MRETs, whose bits it does not report.
 */
static bool is_known(u32 insn, const struct model_step *out)
{
	u32 opcode = insn & 0x7f;

	switch (out->cause) {
	case 1:
	case 5:
	case 7:
		return false;
	case 2:
		return opcode != 0x0f && insn != 0x30200073;
	default:
		return out->cause != 6 || opcode != 0x2f;
	}
}

/* A reservation may be lost for any reason, but not directly after the LR. */
static bool sc_is_fine(const struct model_step *out)
{
	return out->access != MODEL_SC || out->sc_failed || after_lr;
}

/* Comparisons raise flags; QEMU then does not mark the state as changed. */
static bool flags_are_fine(const struct model_step *out)
{
	return (out->insn & 0x7f) != 0x53 || !out->writes ||
	       out->write[0].reg >= MODEL_F0 ||
	       out->write[out->writes - 1].reg != 0x300;
}

static bool is_fine(const struct model_step *out, u64 end)
{
	unsigned int i;

	if (out->kind == MODEL_EXCEPTION)
		return out->bytes && is_known(out->insn, out);
	if (out->wfi || out->next_pc <= out->pc || out->next_pc > end)
		return false;
	if ((out->insn & 0x7f) == 0x73 && out->insn & 0x7000 &&
	    !csr_is_fine(out->insn))
		return false;
	for (i = 0; i < out->writes; i++)
		if (!write_is_fine(&out->write[i]))
			return false;
	if (out->access_bytes && !out->sc_failed && out->access != MODEL_CBO &&
	    !in_window(out->paddr, out->access_bytes))
		return false;
	return status_is_fine() && sc_is_fine(out) && flags_are_fine(out);
}

/* --- blocks --------------------------------------------------------------- */

/* An instruction that does not fit changes no state. */
static bool try_insn(u64 end, u32 word, struct model_step *out)
{
	bool good;

	trial = true;
	model_flush(&hart);
	step(word, true, out);
	good = is_fine(out, end);
	trial = false;
	if (!good) {
		hart = before;
		memcpy(ram + (window - RAM), window_before, MODEL_PAGE);
	}
	model_flush(&hart);
	return good;
}

static void add_insn(u64 end)
{
	u64 pc = hart.pc;
	struct model_step out;
	u32 word;

	before = hart;
	memcpy(window_before, ram + (window - RAM), MODEL_PAGE);
	do {
		if (end - pc < 4 || !random_below(3))
			word = random_short();
		else
			word = random_word(after_lr ? last_insn : 0);
	} while (!try_insn(end, word, &out));
	poke(pc, out.bytes, word);
	after_lr = out.kind == MODEL_RETIRED && out.access_bytes &&
		   out.access == MODEL_LR;
	last_insn = word;
	executed++;
	exceptions += out.kind == MODEL_EXCEPTION;
	run_handler();
}

static void add_block(void)
{
	u64 end = hart.pc + BLOCK_BYTES;
	struct model_step out;

	while (hart.pc < end)
		add_insn(end);
	if (hart.pc != end)
		die("a block has no end");
	poke(end, 4, 0x73); /* ecall */
	step(0x73, true, &out);
	run_handler();
}

/*
 * Pages of the largest size, mapped to themselves; the second table is
 * U-mode's.
 */
static void make_tables(void)
{
	unsigned int bytes = xlen / 8, entries = xlen == 64 ? 4 : 1024, i;
	u64 flags = 0xcf;

	for (i = 0; i < 2 * entries; i++) {
		u64 at = tables + (i >= entries ? 4096 : 0);
		u64 n = i % entries;

		poke(at + n * bytes, bytes,
		     (n << (xlen == 64 ? 28 : 20)) | flags |
			     (i >= entries ? 0x10 : 0));
	}
}

static u64 satp(unsigned int mode)
{
	u64 ppn = (tables + (mode == MODEL_U ? 4096 : 0)) >> 12;

	if (mode == MODEL_M || !random_below(3))
		return 0;
	return ppn | (xlen == 64 ? 8ULL << 60 : 1ULL << 31);
}

/* Numbers at the ends of each range, for floating point. */
static void fill_window(void)
{
	static const u64 numbers[] = {
		0x3ff0000000000000, 0xbff8000000000000, 0x0000000000000001,
		0x0010000000000000, 0x000fffffffffffff, 0x7fefffffffffffff,
		0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001,
		0x8000000000000000, 0x43dfffffffffffff, 0xffffffff3f800000,
		0xffffffff00800000, 0xffffffff7f7fffff, 0xffffffffbf000001,
		0xffffffff00000001, 0xffffffffff800000, 0xffffffff4effffff,
		0xffffffffffff3c00, 0xffffffffffff0400, 0xffffffffffff7bff,
		0xffffffffffff8001, 0xffffffffffff7c00, 0xffffffffffffe3ff,
	};
	unsigned int i;
	u64 number;

	for (i = 0; i < WINDOW_BYTES; i += 8) {
		number = numbers[random_below(array_size(numbers))];
		if (random_below(2))
			number ^= random_below(1 << 16);
		poke(window + i, 8, number);
	}
}

static void make_table(unsigned int count)
{
	static const u8 modes[] = { MODEL_U, MODEL_S, MODEL_M };
	unsigned int bytes = xlen / 8, i;
	u64 end = blocks + BLOCK_BYTES;

	for (i = 0; i < count; i++) {
		unsigned int mode = modes[random_below(3)];

		poke(table + 0 * bytes, bytes, mode);
		poke(table + 1 * bytes, bytes, satp(mode));
		poke(table + 2 * bytes, bytes, end);
		table += 3 * bytes;
		end += BLOCK_BYTES + 4;
	}
	poke(table, bytes, ~0ULL);
}

/* --- files ---------------------------------------------------------------- */

static u64 directory(unsigned int n)
{
	const u8 *p = image + DIRECTORY + 4 * n;

	return RAM + (p[0] | (u32)p[1] << 8 | (u32)p[2] << 16);
}

static void read_image(const char *path)
{
	FILE *file = fopen(path, "rb");

	if (!file || !fread(image, 1, sizeof(image), file))
		die("cannot read the image of random.S");
	fclose(file);
	memcpy(ram, image, sizeof(ram));
	window = directory(0);
	tables = directory(1);
	table = directory(2);
	blocks = directory(3);
}

static void write_image(const char *path, size_t bytes)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(image, 1, bytes, file) != bytes || fclose(file))
		die("cannot write the image");
}

static void usage(FILE *to)
{
	fputs("usage: random PRESET[+] SEED BLOCKS FRAME.bin IMAGE.bin EXPECTED\n"
	      "Makes an image that a machine starts at 0x80000000, FRAME.bin\n"
	      "being random.S, and what the machine has to print. With '+' the\n"
	      "hart has Zfh, Zcb, Zimop and Zcmop.\n",
	      to);
}

static bool find_hart(const char *name, struct model_config *config)
{
	size_t length = strcspn(name, "+");
	char preset[32] = "";

	if (length >= sizeof(preset))
		return false;
	memcpy(preset, name, length);
	if (!model_preset(preset, config))
		return false;
	if (name[length])
		config->extensions |= MODEL_ZFH | MODEL_ZFHMIN | MODEL_ZCB |
				      MODEL_ZIMOP | MODEL_ZCMOP;
	return true;
}

int main(int argc, char **argv)
{
	static const struct model_bus bus = { NULL,  page, load,
					      store, NULL, NULL };
	struct model_config config;
	unsigned int count;
	u64 start;

	if (argc != 7 || !find_hart(argv[1], &config)) {
		usage(argc > 1 && !strcmp(argv[1], "--help") ? stdout : stderr);
		return argc > 1 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	random_seed(strtoull(argv[2], NULL, 0));
	count = (unsigned int)strtoul(argv[3], NULL, 0);
	if (!count || count > BLOCKS_MAX)
		die("there can be 1 to 680 blocks");
	xlen = config.xlen;
	output = fopen(argv[6], "w");
	if (!output)
		die("cannot write what is expected");
	read_image(argv[4]);
	make_tables();
	fill_window();
	make_table(count);
	config.reset_pc = RAM;
	model_init(&hart, &config, &bus);
	start = blocks;
	run_handler();
	while (!finished)
		add_block();
	fclose(output);
	write_image(argv[5], (size_t)(start - RAM) + count * (BLOCK_BYTES + 4));
	printf("%lu instructions, %lu exceptions\n", executed, exceptions);
	return 0;
}
