// SPDX-License-Identifier: BSD-2-Clause
/* Kinds of harts, in words. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boot.h"

#define CTR_MANDATORY 0x803ull /* U, S, BPFRZ */
#define CTR_M 0x4ull
#define CTR_LCOFIFRZ 0x1000ull
#define MSTATEEN_CTR (1ull << 54)
#define MSTATEEN_CSRIND (1ull << 60)
#define MSTATEEN_OTHER (1ull << 63 | 1ull << 62)
#define MIP_LCOFIP (1ull << 13)

static const struct extension {
	const char *name, *help;
	u32 bit;
} extensions[] = {
	{ "ctr", "Ssctr, with Sscsrind", MODEL_SSCTR | MODEL_SSCSRIND },
	{ "smctr", "mctrctl, too", MODEL_SMCTR },
	{ "smstateen", "Smstateen", MODEL_SMSTATEEN },
	{ "smcsrind", "Smcsrind", MODEL_SMCSRIND },
	{ "sscofpmf", "Sscofpmf", MODEL_SSCOFPMF },
	{ "zfh", "Zfh", MODEL_ZFH | MODEL_ZFHMIN },
	{ "zcb", "Zcb", MODEL_ZCB },
};

/* Words with a number; bytes is the size of the member. */
static const struct number {
	const char *name, *help;
	size_t offset, bytes;
} numbers[] = {
#define NUMBER(name, help, member)                                    \
	{                                                             \
		name, help, offsetof(struct model_config, member),    \
			sizeof(((struct model_config *)NULL)->member) \
	}
	NUMBER("control", "bits of mctrctl beyond the mandatory ones",
	       ctr.control),
	NUMBER("data", "bits of ctrdata", ctr.data),
	NUMBER("depths", "set of depths, bit n: 16 << n", ctr.depths),
	NUMBER("rule", "depths that lack: 0 keep, 1 least, 2 most, 3 below",
	       ctr.depth_rule),
	NUMBER("pc", "bits of an address in a record", ctr.pc_bits),
	NUMBER("misp", "1: MISP", ctr.misp),
	NUMBER("custom", "bits of sctrstatus behind custom controls",
	       ctr.custom),
	NUMBER("moves", "1: a change of depth moves WRPTR", ctr.depth_moves),
	NUMBER("reset", "0, or where the random reset values begin", ctr.reset),
	NUMBER("live", "mhpmcounters that count instructions of any event",
	       hpm_live),
	NUMBER("hpm", "mhpmcounters that can be written", hpm),
	NUMBER("hpmbits", "width of mhpmcounters", hpm_bits),
	NUMBER("inhibit", "bits of mcountinhibit", mcountinhibit_writable),
	NUMBER("medeleg", "bits of medeleg", medeleg_writable),
	NUMBER("grain", "G: PMP regions are multiples of 4 << G", pmp_grain),
#undef NUMBER
};

static bool add_extension(const char *word, struct model_config *kind)
{
	size_t i;

	for (i = 0; i < array_size(extensions); i++) {
		if (strcmp(word, extensions[i].name))
			continue;
		kind->extensions |= extensions[i].bit;
		return true;
	}
	return false;
}

/* Little-endian hosts only: the low bytes of a number come first. */
static bool set_number(const char *word, struct model_config *kind)
{
	const char *equals = strchr(word, '=');
	u64 value;
	size_t i;

	for (i = 0; equals && i < array_size(numbers); i++) {
		if (strncmp(word, numbers[i].name, (size_t)(equals - word)) ||
		    numbers[i].name[equals - word])
			continue;
		value = strtoull(equals + 1, NULL, 0);
		memcpy((char *)kind + numbers[i].offset, &value,
		       numbers[i].bytes);
		return true;
	}
	return false;
}

/* "hpmN=BITS" */
static bool set_width(const char *word, struct model_config *kind)
{
	unsigned int n;
	int bits;
	char end;

	if (sscanf(word, "hpm%u=%i%c", &n, &bits, &end) != 2 || n < 3 ||
	    n >= array_size(kind->hpm_width))
		return false;
	kind->hpm_width[n] = (u8)bits;
	return true;
}

static void without_sstc(struct model_config *kind)
{
	kind->extensions &= ~MODEL_SSTC;
}

static void without_d(struct model_config *kind)
{
	kind->misa &= ~MODEL_MISA('D');
	kind->flen = 32;
}

static void without_inhibit(struct model_config *kind)
{
	kind->extensions &= ~(u64)MODEL_COUNTINHIBIT;
}

static void without_fp(struct model_config *kind)
{
	kind->misa &= ~(MODEL_MISA('F') | MODEL_MISA('D'));
	kind->flen = 0;
}

static void aligned(struct model_config *kind)
{
	kind->misaligned = false;
}

static const struct choice {
	const char *name, *help;
	void (*make)(struct model_config *kind);
} choices[] = {
	{ "nofp", "no F and D", without_fp },
	{ "nod", "no D", without_d },
	{ "nosstc", "no stimecmp", without_sstc },
	{ "noinhibit", "no mcountinhibit", without_inhibit },
	{ "aligned", "loads and stores that are not aligned trap", aligned },
};

static bool add_choice(const char *word, struct model_config *kind)
{
	size_t i;

	for (i = 0; i < array_size(choices); i++) {
		if (strcmp(word, choices[i].name))
			continue;
		choices[i].make(kind);
		return true;
	}
	return false;
}

/* Set the bits that can be written, by the extensions of the hart. */
static void finish(struct model_config *kind)
{
	bool smctr = kind->extensions & MODEL_SMCTR;

	kind->ctr.control |= CTR_MANDATORY | (smctr ? CTR_M : 0);
	kind->mstateen0_writable = MSTATEEN_OTHER;
	if (kind->extensions & MODEL_SSCSRIND)
		kind->mstateen0_writable |= MSTATEEN_CSRIND;
	if (kind->extensions & MODEL_SSCTR)
		kind->mstateen0_writable |= MSTATEEN_CTR;
	if (!(kind->extensions & MODEL_SSCOFPMF))
		return;
	kind->ctr.control |= CTR_LCOFIFRZ;
	kind->mip_writable |= MIP_LCOFIP;
	kind->mideleg_writable |= MIP_LCOFIP;
	kind->mhpmevent_writable = ~0ull;
}

void boot_kind(unsigned int xlen, char *words, struct model_config *kind)
{
	char *word, *rest = words;

	if (!model_preset(xlen == 32 ? "qemu-rv32" : "qemu-rv64", kind))
		boot_die("there is no preset");
	kind->siselect_writable = 0xfff;
	kind->event_cycles = 1;
	kind->event_instructions = 2;
	kind->ctr.depths = 0x1f;
	kind->ctr.pc_bits = 64;
	while ((word = strsep(&rest, ",")))
		if (*word && !add_choice(word, kind) &&
		    !add_extension(word, kind) && !set_number(word, kind) &&
		    !set_width(word, kind))
			boot_die("what is '%s'? See --help", word);
	finish(kind);
}

void boot_kind_usage(void)
{
	size_t i;

	puts("\nWords of a KIND, parted by commas:");
	for (i = 0; i < array_size(extensions); i++)
		printf("  %-10s %s\n", extensions[i].name, extensions[i].help);
	for (i = 0; i < array_size(choices); i++)
		printf("  %-10s %s\n", choices[i].name, choices[i].help);
	for (i = 0; i < array_size(numbers); i++)
		printf("  %s=N%*s %s\n", numbers[i].name,
		       (int)(8 - strlen(numbers[i].name)), "", numbers[i].help);
	printf("  hpmN=BITS  width of mhpmcounterN\n");
}
