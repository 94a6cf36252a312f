// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that counts the instructions of the firmware. The guest marks a
 * measurement with a hint instruction, "slti x0, x0, N": a sample of row N
 * begins there and ends at the next such instruction of the same hart. The
 * plugin recognises the firmware by its addresses, which no other code may
 * execute.
 *
 * Written to the output, a line each:
 *   call N HART FIRMWARE ALL TRAPS FIRST SECOND DEVICE
 *                       the end of a sample: instructions from the ones that
 *                       trapped, they included, to those that returned;
 *                       instructions of all modes; how many trapped; those of
 *                       the functions at function= and second=, from their
 *                       first instruction to their return; with lines=1, the
 *                       firmware's up to its first store to a device
 *   boot HART FIRMWARE AWAKE
 *                       before the first sample of a hart: the firmware's so
 *                       far, and those after the last "wfi" in it
 *   end HART FIRMWARE   when QEMU ends: the firmware's since the last mark of
 *                       a hart
 *   load N HART LINE, store N HART LINE
 *                       with lines=1: a cache line that the firmware used in
 *                       samples of row N; some are named more than once
 *   at ADDRESS          for the sample of trace=: an instruction of it
 *   total FIRMWARE FIRST
 *                       with total=1, at each such instruction, and before the
 *                       first that is behind the firmware's memory: of all
 *                       harts so far, the firmware's instructions, and those of
 *                       the function at function=
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../observer/qemu_plugin.h"

#define FUNCTIONS 2
#define LINE_SIZE 64
#define LINES 512
#define HINT_MASK 0xfffff
#define HINT 0x2013 /* slti x0, x0; the immediate is bits 31 to 20 */
#define WFI 0x10500073

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct {
	uint64_t first, end; /* addresses of the firmware */
	uint64_t function[FUNCTIONS];
	uint64_t row, sample; /* for the trace, on hart 0 */
	uint64_t lines, total;
	unsigned int harts;
	FILE *out;
} option = { .sample = 2 };

struct hart {
	uint64_t inside;   /* the last executed block was the firmware's */
	uint64_t outside;  /* instructions outside of the firmware */
	uint64_t firmware; /* instructions of the firmware, including trapped
			    * ones */
	uint64_t slept;	   /* of them up to the last wfi */
	uint64_t traps;
	uint64_t row; /* of the running sample, or 0 */
	uint64_t was_all, was_inside, was_traps; /* at its start */
	uint64_t device; /* instructions of the firmware, at its first store to
			  * a device */
	uint64_t last;	 /* address after the last instruction */
	uint64_t begun;	 /* there was a sample */
	struct {
		uint64_t returns; /* address to which it returns, while it
				   * runs */
		uint64_t was, sum;
	} function[FUNCTIONS];
	uint64_t first;	       /* of the first function, in all samples */
	uint64_t traced;       /* samples of the traced row */
	uint64_t line_row;     /* row of these lines */
	uint64_t lines[LINES]; /* by their lower bits; bit 0: a store hit it */
};

static struct qemu_plugin_scoreboard *score;

static struct hart *hart_at(unsigned int vcpu)
{
	return qemu_plugin_scoreboard_find(score, vcpu);
}

static uint64_t hart_all(const struct hart *h)
{
	/* Trapped instructions are counted on both sides. */
	return h->outside + h->firmware - h->traps;
}

static bool is_traced(const struct hart *h, unsigned int vcpu)
{
	return !vcpu && h->row && h->row == option.row &&
	       h->traced == option.sample;
}

/* --- while the guest runs ------------------------------------------------- */

static void function_step(struct hart *h, unsigned int n, uint64_t address)
{
	if (address == option.function[n]) {
		h->function[n].returns = h->last;
		h->function[n].was = h->firmware;
	} else if (h->function[n].returns &&
		   address == h->function[n].returns) {
		h->function[n].returns = 0;
		h->function[n].sum += h->firmware - h->function[n].was;
		if (!n)
			h->first += h->firmware - h->function[n].was;
	}
}

/* An instruction of the firmware; bit 0 of its address: it has four bytes. */
static void on_firmware(unsigned int vcpu, void *udata)
{
	uint64_t address = (uint64_t)(uintptr_t)udata;
	struct hart *h = hart_at(vcpu);
	uint64_t size = address & 1 ? 4 : 2;
	unsigned int n;

	address &= ~1ull;
	if (!h->inside) {
		h->inside = 1;
		h->traps++;
		h->firmware++;
	}
	for (n = 0; n < FUNCTIONS; n++)
		function_step(h, n, address);
	h->firmware++;
	h->last = address + size;
	if (is_traced(h, vcpu))
		fprintf(option.out, "at %" PRIx64 "\n", address);
}

static void on_wfi(unsigned int vcpu, void *udata)
{
	struct hart *h = hart_at(vcpu);

	(void)udata;
	h->slept = h->firmware;
}

static void on_access(unsigned int vcpu, qemu_plugin_meminfo_t info,
		      uint64_t address, void *udata)
{
	bool store = qemu_plugin_mem_is_store(info);
	uint64_t line = address / LINE_SIZE * LINE_SIZE | store;
	struct hart *h = hart_at(vcpu);
	uint64_t *seen = &h->lines[(address / LINE_SIZE * 2 + store) % LINES];

	(void)udata;
	if (store && address < option.first && !h->device)
		h->device = h->firmware;
	if (!h->row || *seen == line)
		return;
	*seen = line;
	fprintf(option.out, "%s %" PRIu64 " %u %" PRIx64 "\n",
		store ? "store" : "load", h->row, vcpu, line - store);
}

static void lines_begin(struct hart *h)
{
	if (h->row && h->row != h->line_row) {
		h->line_row = h->row;
		memset(h->lines, 0, sizeof(h->lines));
	}
}

static void print_total(void)
{
	qemu_plugin_u64 firmware = { score, offsetof(struct hart, firmware) };
	qemu_plugin_u64 first = { score, offsetof(struct hart, first) };

	fprintf(option.out, "total %" PRIu64 " %" PRIu64 "\n",
		qemu_plugin_u64_sum(firmware), qemu_plugin_u64_sum(first));
}

static void on_hint(unsigned int vcpu, void *udata)
{
	struct hart *h = hart_at(vcpu);

	if (option.total)
		print_total();
	if (!h->begun)
		fprintf(option.out, "boot %u %" PRIu64 " %" PRIu64 "\n", vcpu,
			h->firmware, h->firmware - h->slept);
	h->begun = 1;
	if (h->row)
		fprintf(option.out,
			"call %" PRIu64 " %u %" PRIu64 " %" PRIu64 " %" PRIu64
			" %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			h->row, vcpu, h->firmware - h->was_inside,
			hart_all(h) - h->was_all, h->traps - h->was_traps,
			h->function[0].sum, h->function[1].sum,
			h->device ? h->device - h->was_inside : 0);
	memset(h->function, 0, sizeof(h->function));
	h->row = (uint64_t)(uintptr_t)udata;
	lines_begin(h);
	h->was_all = hart_all(h);
	h->was_inside = h->firmware;
	h->was_traps = h->traps;
	h->device = 0;
	if (h->row == option.row)
		h->traced++;
}

/* --- during translation --------------------------------------------------- */

static void insn_of_others(struct qemu_plugin_insn *insn)
{
	qemu_plugin_u64 outside = { score, offsetof(struct hart, outside) };
	uint32_t word = 0;

	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
		insn, QEMU_PLUGIN_INLINE_ADD_U64, outside, 1);
	qemu_plugin_insn_data(insn, &word, sizeof(word));
	if ((word & HINT_MASK) == HINT)
		qemu_plugin_register_vcpu_insn_exec_cb(
			insn, on_hint, QEMU_PLUGIN_CB_NO_REGS,
			(void *)(uintptr_t)(word >> 20));
}

static void insn_of_firmware(struct qemu_plugin_insn *insn)
{
	uint64_t address = qemu_plugin_insn_vaddr(insn);
	uint32_t word = 0;

	if (qemu_plugin_insn_size(insn) == 4)
		address |= 1;
	qemu_plugin_register_vcpu_insn_exec_cb(insn, on_firmware,
					       QEMU_PLUGIN_CB_NO_REGS,
					       (void *)(uintptr_t)address);
	qemu_plugin_insn_data(insn, &word, sizeof(word));
	if (word == WFI)
		qemu_plugin_register_vcpu_insn_exec_cb(
			insn, on_wfi, QEMU_PLUGIN_CB_NO_REGS, NULL);
	if (option.lines)
		qemu_plugin_register_vcpu_mem_cb(insn, on_access,
						 QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	qemu_plugin_u64 inside = { score, offsetof(struct hart, inside) };
	size_t n, count = qemu_plugin_tb_n_insns(tb);
	uint64_t address = qemu_plugin_tb_vaddr(tb);
	bool firmware = address >= option.first && address < option.end;
	static bool left;

	(void)id;
	if (option.total && !left && address >= option.end) {
		left = true;
		print_total();
	}
	if (!firmware)
		qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
			tb, QEMU_PLUGIN_INLINE_STORE_U64, inside, 0);
	for (n = 0; n < count; n++)
		if (firmware)
			insn_of_firmware(qemu_plugin_tb_get_insn(tb, n));
		else
			insn_of_others(qemu_plugin_tb_get_insn(tb, n));
}

/* --- begin and end --------------------------------------------------------- */

static void on_end(qemu_plugin_id_t id, void *udata)
{
	const struct hart *h;
	unsigned int n;

	(void)id;
	(void)udata;
	for (n = 0; n < option.harts; n++) {
		h = hart_at(n);
		if (h->begun)
			fprintf(option.out, "end %u %" PRIu64 "\n", n,
				h->firmware - h->was_inside);
	}
	fclose(option.out);
}

static bool take_number(const char *arg, const char *name, uint64_t *value)
{
	size_t size = strlen(name);
	char *end;

	if (strncmp(arg, name, size))
		return false;
	*value = strtoull(arg + size, &end, 0);
	return end > arg + size && !*end;
}

static bool take(const char *arg)
{
	if (!strncmp(arg, "out=", 4) && !option.out) {
		option.out = fopen(arg + 4, "w");
		return option.out;
	}
	return take_number(arg, "first=", &option.first) ||
	       take_number(arg, "end=", &option.end) ||
	       take_number(arg, "function=", &option.function[0]) ||
	       take_number(arg, "second=", &option.function[1]) ||
	       take_number(arg, "trace=", &option.row) ||
	       take_number(arg, "sample=", &option.sample) ||
	       take_number(arg, "total=", &option.total) ||
	       take_number(arg, "lines=", &option.lines);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
					   const qemu_info_t *info, int argc,
					   char **argv)
{
	int n;

	option.harts = (unsigned int)info->system.smp_vcpus;
	for (n = 0; n < argc; n++) {
		if (take(argv[n]))
			continue;
		fprintf(stderr, "plugin_count: bad argument '%s'\n", argv[n]);
		return 1;
	}
	if (!option.out || option.first >= option.end) {
		fprintf(stderr, "plugin_count: out=FILE, first=ADDRESS and "
				"end=ADDRESS are needed; function=ADDRESS, "
				"second=ADDRESS, trace=ROW, sample=N, lines=1 "
				"and total=1 are optional\n");
		return 1;
	}
	score = qemu_plugin_scoreboard_new(sizeof(struct hart));
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
	return 0;
}
