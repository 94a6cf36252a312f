// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts by their ISA string (unprivileged ISA, "ISA Extension Naming
 * Conventions"), which may stand in a device tree or in a file of riscv-config.
 * Where an ISA string leaves a choice, the hart is as QEMU's.
 */
#include <insn/csrs.h>
#include <ctype.h>
#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "harts.h"
#include "io.h"

#define BIT(n) (1ull << (n))

enum { NAME_MOST = 64, ISA_MOST = 2048 };

/* M- and S-mode of today's harts have these, without a name in the string. */
#define ALWAYS                                                          \
	(MODEL_PRIV_1_12 | MODEL_PRIV_1_13 | MODEL_TIME | MODEL_ZIHPM | \
	 MODEL_COUNTINHIBIT)

/* Bits of mctrctl and ctrdata that can be written; M is Smctr's */
#define CTR_CONTROL 0xff3e00001b83ull
#define CTR_DATA 0xfu

/* Names without meaning for the model: promises, subsets, hints. */
static const char *const promises[] = {
	"sm1p11",	"sm1p12",  "sm1p13",	   "ss1p11",   "ss1p12",
	"ss1p13",	"ssccptr", "sscounterenw", "sstvala",  "sstvecd",
	"ssu64xl",	"svade",   "svbare",	   "za128rs",  "za64rs",
	"zaamo",	"zalrsc",  "zca",	   "zcd",      "zcf",
	"zic64b",	"zicbop",  "ziccamoa",	   "ziccif",   "zicclsm",
	"ziccrse",	"zicntr",  "zicsr",	   "zifencei", "zihintntl",
	"shcounterenw", "shgatpa", "shtvala",	   "shvsatpa", "shvstvala",
	"shvstvecd",	"svvptc",  "zihintpause",  "zihpm",    "zkt",
	"zmmul",
};

struct isa {
	struct model_config *config;
	u32 letters; /* of misa */
	u32 satp_modes;
	bool ad;	  /* it names the extension that sets A and D of page
			   * table entries */
	bool aia, guests; /* AIA, H: only their registers are modelled */
	char missing[ISA_MOST]; /* names without a model, after commas */
	const char *text;
};

static void miss(struct isa *isa, const char *name)
{
	size_t used = strlen(isa->missing);

	snprintf(isa->missing + used, sizeof(isa->missing) - used, "%s%s",
		 used ? ", " : "", name);
}

static void add_letter(struct isa *isa, char letter)
{
	static const char known[] = "imafdcsubg";
	char name[2] = { letter, '\0' };

	isa->guests |= letter == 'h';
	/* they mean only that vectors exist, and if they are on */
	if (letter == 'v')
		isa->config->mstatus_writable |= BIT(9) | BIT(10);
	if (!strchr(known, letter)) {
		miss(isa, name);
		return;
	}
	if (letter == 'g')
		isa->letters |= MODEL_MISA('I') | MODEL_MISA('M') |
				MODEL_MISA('A') | MODEL_MISA('F') |
				MODEL_MISA('D');
	else
		isa->letters |= 1u << (letter - 'a');
	if (letter == 'b')
		isa->config->extensions |= MODEL_ZBA | MODEL_ZBB | MODEL_ZBS;
}

static void add_name(struct isa *isa, const char *name)
{
	u64 bits = tandem_hart_extension(name);
	size_t i;

	isa->ad |= bits == MODEL_SVADU || !strcmp(name, "svade");
	isa->config->extensions |= bits;
	if (bits)
		return;
	for (i = 0; i < array_size(promises); i++) {
		if (!strcmp(name, promises[i]))
			return;
	}
	isa->aia |= !strcmp(name, "smaia");
	if (!strcmp(name, "sv32"))
		isa->satp_modes |= BIT(1);
	else if (!strcmp(name, "sv39"))
		isa->satp_modes |= BIT(8);
	else if (!strcmp(name, "sv48"))
		isa->satp_modes |= BIT(8) | BIT(9);
	else if (!strcmp(name, "sv57"))
		isa->satp_modes |= BIT(8) | BIT(9) | BIT(10);
	else
		miss(isa, name);
}

/* Letters up to the first name of several letters. */
static const char *add_letters(struct isa *isa, const char *at)
{
	while (isalpha((u8)*at) && tolower((u8)*at) != 'z' &&
	       tolower((u8)*at) != 'x')
		add_letter(isa, (char)tolower((u8)*at++));
	return at;
}

static void add_names(struct isa *isa, const char *at)
{
	char name[NAME_MOST];
	size_t length, i;

	for (at += *at == '_'; *at; at += *at == '_') {
		length = strcspn(at, "_");
		if (!length || length >= sizeof(name))
			die("'%s' is no ISA string", isa->text);
		for (i = 0; i < length; i++)
			name[i] = (char)tolower((u8)at[i]);
		name[length] = '\0';
		if (length == 1)
			add_letter(isa, name[0]);
		else
			add_name(isa, name);
		at += length;
	}
}

/* Registers of AIA that no list has: their values come from the trace. */
static void add_aia(struct model_config *config)
{
	static const u16 csrs[] = { CSR_STOPEI, CSR_MTOPEI, CSR_STOPI,
				    CSR_MTOPI };
	size_t i;

	for (i = 0; i < array_size(csrs); i++)
		config->other[config->others++] = csrs[i];
}

/* Control Transfer Records with QEMU's settings (Smctr, Ssctr). */
static void add_ctr(struct model_config *config)
{
	config->ctr = (struct model_ctr_config){
		.control = CTR_CONTROL,
		.data = CTR_DATA,
		.depths = 0x1f,
		.depth_rule = MODEL_DEPTH_LEAST,
		.pc_bits = 64,
	};
	if (config->extensions & MODEL_SMCTR)
		config->ctr.control |= BIT(2);
}

static u64 mstateen0(const struct isa *isa, u64 has)
{
	u64 bits = BIT(62) | BIT(63);

	if (isa->aia)
		bits |= BIT(58) | BIT(59);
	if (isa->aia || has & (MODEL_SMCSRIND | MODEL_SSCSRIND))
		bits |= BIT(60);
	if (has & MODEL_SSCTR)
		bits |= BIT(54);
	return bits;
}

/* Set bits of registers that depend on an extension. */
static void settle(struct isa *isa)
{
	struct model_config *config = isa->config;
	u64 has = config->extensions;
	u64 menvcfg = 1; /* FIOM */

	/* a device tree's string has no modes */
	if (!(isa->letters & (MODEL_MISA('S') | MODEL_MISA('U'))))
		isa->letters |= MODEL_MISA('S') | MODEL_MISA('U');
	config->misa = isa->letters;
	/* neither Svade nor Svadu: QEMU's harts set A and D */
	config->hardware_ad = !isa->ad;
	config->flen = isa->letters & MODEL_MISA('F') ? 32 : 0;
	if (isa->letters & MODEL_MISA('D'))
		config->flen = 64;
	if (!config->flen)
		config->mstatus_writable &= ~(BIT(13) | BIT(14));
	if (has & MODEL_ZICBOM)
		menvcfg |= BIT(4) | BIT(5) | BIT(6);
	if (has & MODEL_ZICBOZ)
		menvcfg |= BIT(7);
	config->senvcfg_writable &= menvcfg;
	if (has & MODEL_SSTC)
		menvcfg |= BIT(63);
	if (has & MODEL_SVADU)
		menvcfg |= BIT(61);
	/* CDE, which QEMU's harts keep for any string */
	if (config->xlen == 64)
		menvcfg |= BIT(60);
	config->menvcfg_writable &= menvcfg;
	config->menvcfg_reset &= menvcfg;
	/* QEMU's harts have it set at reset */
	if (has & MODEL_SVPBMT) {
		config->menvcfg_writable |= BIT(62);
		config->menvcfg_reset |= BIT(62);
	}
	if (has & MODEL_SMSTATEEN)
		config->mstateen0_writable = mstateen0(isa, has);
	if (has & (MODEL_SMCSRIND | MODEL_SSCSRIND))
		config->siselect_writable = 0xfff;
	if (has & MODEL_SSCTR)
		add_ctr(config);
	if (isa->aia)
		add_aia(config);
	if (isa->guests && has & MODEL_SSCTR)
		config->other[config->others++] = CSR_VSCTRCTL;
	if (isa->satp_modes)
		config->satp_modes = isa->satp_modes | 1;
}

bool tandem_hart_isa(const char *text, struct model_config *config)
{
	struct isa isa = { .config = config, .text = text };
	bool rv64 = !strncasecmp(text, "rv64", 4);

	if (!rv64 && strncasecmp(text, "rv32", 4) != 0)
		return false;
	model_preset(rv64 ? "qemu-rv64" : "qemu-rv32", config);
	config->extensions &= ALWAYS;
	add_names(&isa, add_letters(&isa, text + 4));
	if (!(isa.letters & MODEL_MISA('I')))
		die("'%s': a hart without I is not modelled", text);
	settle(&isa);
	if (isa.missing[0])
		complain("not modelled: %s", isa.missing);
	return true;
}

/* --- files ----------------------------------------------------------------- */

/* Join "rv64i" and a list of names to one string. */
static void join(const void *fdt, int cpu, char *isa)
{
	const char *base = fdt_getprop(fdt, cpu, "riscv,isa-base", NULL);
	int num = fdt_stringlist_count(fdt, cpu, "riscv,isa-extensions"), i;
	size_t used = (size_t)snprintf(isa, ISA_MOST, "%s", base ? base : "");

	for (i = 0; base && i < num && used < ISA_MOST; i++)
		used += (size_t)snprintf(
			isa + used, ISA_MOST - used, "_%s",
			fdt_stringlist_get(fdt, cpu, "riscv,isa-extensions", i,
					   NULL));
	if (!base || num <= 0 || used >= ISA_MOST)
		isa[0] = '\0';
}

static void add_mmu(const void *fdt, int cpu, char *isa)
{
	const char *mmu = fdt_getprop(fdt, cpu, "mmu-type", NULL);
	size_t used = strlen(isa);

	if (mmu && !strncmp(mmu, "riscv,sv", 8))
		snprintf(isa + used, ISA_MOST - used, "_%s", mmu + 6);
}

/* The string of the first CPU: CPUs that boot one system should be equal. */
static void read_tree(const char *path, const void *fdt, char *isa)
{
	int cpus = fdt_path_offset(fdt, "/cpus"), cpu;
	const char *type, *text;

	fdt_for_each_subnode(cpu, fdt, cpus)
	{
		type = fdt_getprop(fdt, cpu, "device_type", NULL);
		if (!type || strcmp(type, "cpu") != 0)
			continue;
		join(fdt, cpu, isa);
		text = fdt_getprop(fdt, cpu, "riscv,isa", NULL);
		if (!isa[0] && text)
			snprintf(isa, ISA_MOST, "%s", text);
		if (isa[0])
			add_mmu(fdt, cpu, isa);
		return;
	}
	die("'%s' has no CPU", path);
}

/* The line "ISA: RV64IMAC..." of a specification in riscv-config's YAML. */
static void read_yaml(char *text, char *isa)
{
	char *line, *rest, *at;

	for (line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		at = line + strspn(line, " \t-");
		if (strncmp(at, "ISA:", 4) != 0)
			continue;
		at += 4 + strspn(at + 4, " \t'\"");
		at[strcspn(at, " \t\r'\"#")] = '\0';
		snprintf(isa, ISA_MOST, "%s", at);
		return;
	}
}

bool tandem_hart_file(const char *path, struct model_config *config)
{
	enum { ROOM = 1 << 22 };
	char isa[ISA_MOST] = "", *content;
	FILE *file = fopen(path, "rb");
	size_t size;

	if (!file)
		return false;
	files_input(path, fileno(file));
	content = must_alloc(ROOM + 1);
	size = fread(content, 1, ROOM, file);
	content[size] = '\0';
	fclose(file);
	if (size >= sizeof(struct fdt_header) && !fdt_check_full(content, size))
		read_tree(path, content, isa);
	else
		read_yaml(content, isa);
	free(content);
	if (!isa[0])
		die("'%s' does not give the ISA of a hart", path);
	if (!tandem_hart_isa(isa, config))
		die("'%s' has the ISA '%s', which is not modelled", path, isa);
	return true;
}
