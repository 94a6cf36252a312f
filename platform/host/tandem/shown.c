// SPDX-License-Identifier: BSD-2-Clause
/*
 * The hart of a log, from its retired instructions, its writes, and its
 * misaligned accesses.
 */
#include <insn/csrs.h>
#include <stdio.h>
#include <string.h>
#include <insn/opcodes.h>
#include "harts.h"
#include "io.h"
#include "shown.h"

enum { CSR_UPPER = 0x80 }; /* of RV32's upper halves */

static bool no_load(void *user, u64 paddr, unsigned int bytes,
		    unsigned int kind, u64 *value)
{
	(void)user, (void)paddr, (void)bytes, (void)kind, (void)value;
	return false;
}

static bool no_store(void *user, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 value)
{
	(void)user, (void)paddr, (void)bytes, (void)kind, (void)value;
	return false;
}

static u8 *no_page(void *user, u64 paddr)
{
	(void)user, (void)paddr;
	return NULL;
}

void tandem_shown_begin(struct tandem_shown *shown, const char *preset)
{
	const struct model_bus bus = {
		.page = no_page,
		.load = no_load,
		.store = no_store,
	};
	struct model_config config;

	memset(shown, 0, sizeof(*shown));
	if (!model_preset(preset, &config))
		die("no hart is named '%s'", preset);
	model_init(&shown->model, &config, &bus);
}

/* Counters for user mode: a read of one that does not exist does not retire. */
static void look_at_counter(struct tandem_shown *shown, u32 csr)
{
	csr &= ~(u32)CSR_UPPER;
	if (csr >= CSR_CYCLE && csr < CSR_HPMCOUNTER3)
		shown->extensions |= MODEL_TIME;
	else if (csr >= CSR_HPMCOUNTER3 && csr < CSR_HPMCOUNTER3 + 29)
		shown->extensions |= MODEL_ZIHPM;
}

void tandem_shown_insn(struct tandem_shown *shown, u32 insn)
{
	u32 *looked = &shown->looked[(insn ^ insn >> 10 ^ insn >> 20) %
				     TANDEM_SHOWN_WORDS];

	if (*looked == insn)
		return;
	*looked = insn;
	shown->extensions |= model_missing(&shown->model, insn);
	if (insn_is_csr(insn))
		look_at_counter(shown, insn_csr(insn));
}

/* @return true if a CSR has this value only with H */
static bool shows_h(u32 csr, u64 value)
{
	return csr == CSR_HSTATUS ||
	       (csr == CSR_MISA && value & MODEL_MISA('H')) ||
	       (csr == CSR_MIDELEG &&
		(value & TANDEM_MIDELEG_OF_H) == TANDEM_MIDELEG_OF_H);
}

void tandem_shown_read(struct tandem_shown *shown, u32 csr, u64 value)
{
	if (csr == CSR_MISA)
		shown->b |= (value & MODEL_MISA('B')) != 0;
	shown->h |= shows_h(csr, value);
}

void tandem_shown_csr(struct tandem_shown *shown, u16 csr, u64 value)
{
	tandem_shown_read(shown, csr, value);
	if (csr != CSR_MCOUNTEREN && csr != CSR_SCOUNTEREN)
		return;
	if (value & 7)
		shown->extensions |= MODEL_TIME;
	if (value & ~7ull)
		shown->extensions |= MODEL_ZIHPM;
}

/* @return bytes of a plain load or store; 0: another instruction */
static unsigned int plain_bytes(u32 insn, unsigned int xlen)
{
	unsigned int size = insn >> 13 & 3;

	switch (insn & 0x7f) {
	case 0x03:
	case 0x07:
	case 0x23:
	case 0x27:
		return 1u << (insn >> 12 & 3);
	default:
		break;
	}
	if ((insn & 3) == 3 || (insn & 3) == 1 || !size)
		return 0;
	return size == 2 || (size == 3 && xlen == 32) ? 4 : 8;
}

void tandem_shown_access(struct tandem_shown *shown, u32 insn, u64 address)
{
	unsigned int bytes = plain_bytes(insn, shown->model.config.xlen);

	shown->misaligned |= bytes && address % bytes;
}

/* Privileged ISA, "Svnapot": a leaf of 16 pages; otherwise it is reserved. */
void tandem_shown_store(struct tandem_shown *shown, u64 value)
{
	shown->napot |= value >> 54 == 0x200 && (value & 1) && (value & 0xa) &&
			(value >> 10 & 0xf) == 8;
}

void tandem_shown_trap(struct tandem_shown *shown, u64 cause)
{
	shown->page_fault |= cause == 12 || cause == 13 || cause == 15;
}

static void add_name(char *name, const char *more)
{
	size_t used = strlen(name);

	snprintf(name + used, TANDEM_SHOWN_NAME - used, "_%s", more);
}

bool tandem_shown_name(const struct tandem_shown *shown, const char *preset,
		       char *name)
{
	u64 left = shown->extensions;

	snprintf(name, TANDEM_SHOWN_NAME, "%s", preset);
	if (left & MODEL_ZFH)
		left |= MODEL_ZFHMIN;
	if (shown->b)
		left |= MODEL_ZBA | MODEL_ZBB | MODEL_ZBS;
	if (shown->napot && !shown->page_fault)
		left |= MODEL_SVNAPOT;
	while (left)
		add_name(name, tandem_hart_extension_of(&left));
	if (shown->misaligned)
		add_name(name, "zicclsm");
	return name[strlen(preset)];
}

/* Registers that depend on H; VSXL, a field of hstatus on RV64 only, is 2. */
void tandem_shown_initial(const struct tandem_shown *shown, const char *name,
			  void (*say)(void *user, const char *line), void *user)
{
	struct model_config config;
	unsigned int xlen = shown->model.config.xlen;
	char line[64];

	if (!shown->h || !tandem_hart_find(name, &config))
		return;
	snprintf(line, sizeof(line), "initial misa=%#llx",
		 (unsigned long long)(config.misa | MODEL_MISA('H')) |
			 (xlen == 64 ? 2ull << 62 : 1ull << 30));
	say(user, line);
	snprintf(line, sizeof(line), "initial mideleg=%#x",
		 TANDEM_MIDELEG_OF_H);
	say(user, line);
	if (xlen == 64)
		say(user, "initial hstatus=0x200000000");
}
