// SPDX-License-Identifier: BSD-2-Clause
/* Options of verification, and their lines in the parameter file. */
#include <stdlib.h>
#include <string.h>
#include "harts.h"
#include "registers.h"
#include "settings.h"

enum {
	KEY_HART = 0x300,
	KEY_RAM,
	KEY_DEVICE,
	KEY_INITIAL,
	KEY_ABSENT,
	KEY_REQUIRE,
	KEY_OUTSIDE,
	KEY_LATENCY,
	KEY_EVERY,
	KEY_MIP,
	KEY_BELIEVE,
	KEY_ALONE,
};

static const struct argp_option options[] = {
	{ "hart", KEY_HART, "NAME", 0,
	  "The modelled hart: a name, \"list\" for a list; an ISA string; a "
	  "device tree or riscv-config's YAML; auto: from the trace",
	  0 },
	{ "memory", 'm', "FILE[,at=ADDRESS]", 0,
	  "Initial contents of memory: an ELF file, Verilog's hexadecimal, or "
	  "the bytes at an address. May be given several times",
	  0 },
	{ "ram", KEY_RAM, "BASE,SIZE[,zero]", 0,
	  "A range of RAM: its unknown bytes are learnt from the trace, or are "
	  "zero",
	  0 },
	{ "device", KEY_DEVICE, "BASE,SIZE", 0,
	  "A range of devices: results of loads come from the trace", 0 },
	{ "initial", KEY_INITIAL, "NAME=VALUE", 0,
	  "Value of a register, pc or priv after a reset, in place of the "
	  "model's",
	  0 },
	{ "absent", KEY_ABSENT, "NAME[,NAME...]", 0,
	  "Elements that are not in the trace: neither compared nor copied. "
	  "Names are registers, and insn, pc, priv, gpr, fpr, csr, eaddr, "
	  "paddr, sdata, memreq, memrsp",
	  0 },
	{ "require", KEY_REQUIRE, "NAME[,NAME...]", 0,
	  "Elements required for each instruction that has them: eaddr (if it "
	  "differs from paddr), paddr, sdata, memreq, memrsp",
	  0 },
	{ "outside", KEY_OUTSIDE, "NAME[:MASK]", 0,
	  "Bits of a register that are decided outside of the hart; counters "
	  "and pending interrupts need no option",
	  0 },
	{ "latency", KEY_LATENCY, "N", 0,
	  "Most instructions before a pending and enabled interrupt has to be "
	  "taken; 0: no limit (1024)",
	  0 },
	{ "every-update", KEY_EVERY, NULL, 0,
	  "The trace also has writes that do not change a register", 0 },
	{ "mip-unknown", KEY_MIP, NULL, 0,
	  "The trace does not have mip: each interrupt taken counts as pending",
	  0 },
	{ "alone", KEY_ALONE, NULL, 0,
	  "Only the hart writes page tables, and the devices of its interrupts",
	  0 },
	{ "believe", KEY_BELIEVE, NULL, 0,
	  "Believe the trace wherever it differs from the model, even if later "
	  "instructions fit the model",
	  0 },
	{ 0 },
};

static const char *const parts[VERIFY_PARTS] = {
	[VERIFY_INSN] = "insn",	    [VERIFY_PC] = "pc",
	[VERIFY_PRIV] = "priv",	    [VERIFY_GPR] = "gpr",
	[VERIFY_FPR] = "fpr",	    [VERIFY_CSR] = "csr",
	[VERIFY_EADDR] = "eaddr",   [VERIFY_PADDR] = "paddr",
	[VERIFY_SDATA] = "sdata",   [VERIFY_MEMREQ] = "memreq",
	[VERIFY_MEMRSP] = "memrsp",
};

/* @return the number; sets end after it; exits if there is none */
static u64 number_at(const char *what, const char *text, char **end)
{
	u64 value = strtoull(text, end, 0);

	if (*end == text)
		die("%s: a number is wanted, not '%s'", what, text);
	return value;
}

static void add_range(struct tandem_settings *s, const char *what,
		      const char *text, enum verify_memory_kind kind)
{
	struct tandem_memory_range range = { .kind = kind };
	char *end;

	range.base = number_at(what, text, &end);
	if (*end != ',' && *end != ' ')
		die("%s: BASE,SIZE is wanted, not '%s'", what, text);
	range.size = number_at(what, end + 1, &end);
	if (kind == VERIFY_MEMORY_RAM && !strcmp(end, ",zero"))
		range.kind = VERIFY_MEMORY_ZERO;
	else if (*end)
		die("%s: what is '%s'?", what, end);
	if (!range.size || range.base + range.size - 1 < range.base)
		die("%s: '%s' is no range of addresses", what, text);
	s->range = grow(s->range, s->num_ranges, sizeof(range));
	s->range[s->num_ranges++] = range;
}

static void add_file(struct tandem_settings *s, char *text)
{
	struct tandem_memory_file file = { .path = text };
	char *key = strchr(text, ','), *end;

	if (key) {
		*key++ = '\0';
		if (strncmp(key, "at=", 3) != 0)
			die("--memory knows the key at=, not '%s'", key);
		file.at = number_at("--memory ...,at=", key + 3, &end);
		file.has_at = true;
	}
	s->file = grow(s->file, s->num_files, sizeof(file));
	s->file[s->num_files++] = file;
}

static u32 element_of(const char *what, const char *name)
{
	u16 reg;

	if (!strcmp(name, "pc"))
		return MODEL_PC;
	if (!strcmp(name, "priv"))
		return MODEL_PRIV;
	if (!register_find(name, &reg))
		die("%s: no register is named '%s'", what, name);
	return reg;
}

static void add_initial(struct tandem_settings *s, const char *what,
			const char *text)
{
	struct verify_initial initial;
	size_t length = strcspn(text, "= ");
	char *name = strndup(text, length), *end;

	if (!name)
		die("out of memory");
	if (!text[length])
		die("%s: NAME=VALUE is wanted, not '%s'", what, text);
	initial.element = element_of(what, name);
	initial.value = number_at(what, text + length + 1, &end);
	if (*end)
		die("%s: what is '%s'?", what, end);
	free(name);
	s->initial = grow(s->initial, s->num_initial, sizeof(initial));
	s->initial[s->num_initial++] = initial;
}

static void add_names(char ***names, size_t *num, const char *text)
{
	char *copy = strdup(text), *name, *rest;

	if (!copy)
		die("out of memory");
	for (name = strtok_r(copy, ", \t", &rest); name;
	     name = strtok_r(NULL, ", \t", &rest)) {
		*names = grow(*names, *num, sizeof(**names));
		(*names)[*num] = strdup(name);
		if (!(*names)[(*num)++])
			die("out of memory");
	}
	free(copy);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct tandem_settings *s = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(s, 0, sizeof(*s));
		break;
	case KEY_HART:
		if (!strcmp(text, "list"))
			tandem_hart_list();
		if (!strcmp(text, "auto"))
			break;
		s->hart = text;
		s->hart_given = true;
		break;
	case 'm':
		add_file(s, text);
		break;
	case KEY_RAM:
		add_range(s, "--ram", text, VERIFY_MEMORY_RAM);
		break;
	case KEY_DEVICE:
		add_range(s, "--device", text, VERIFY_MEMORY_DEVICE);
		break;
	case KEY_INITIAL:
		add_initial(s, "--initial", text);
		break;
	case KEY_ABSENT:
		add_names(&s->absent, &s->num_absent, text);
		break;
	case KEY_REQUIRE:
		add_names(&s->required, &s->num_required, text);
		break;
	case KEY_OUTSIDE:
		add_names(&s->outside, &s->num_outside, text);
		break;
	case KEY_LATENCY:
		s->latency =
			option_number(state, "--latency", text, 0, UINT32_MAX);
		s->has_latency = true;
		break;
	case KEY_EVERY:
		s->every_update = true;
		break;
	case KEY_MIP:
		s->mip_unknown = true;
		break;
	case KEY_ALONE:
		s->alone = true;
		break;
	case KEY_BELIEVE:
		s->believe = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp tandem_settings_argp = { options, parse, NULL, NULL,
					   NULL,    NULL,  NULL };

static bool yes(const struct tandem_side *side,
		const struct tandem_side_line *param)
{
	if (strcmp(param->value, "yes") != 0 && strcmp(param->value, "no") != 0)
		tandem_side_die(side, param, "yes or no is wanted");
	return param->value[0] == 'y';
}

/* @return true if only the pc is compared */
static bool level(const struct tandem_side *side,
		  const struct tandem_side_line *param)
{
	if (!strcmp(param->value, "pc"))
		return true;
	if (strcmp(param->value, "registers") != 0 &&
	    strcmp(param->value, "full") != 0)
		tandem_side_die(side, param, "pc, registers or full is wanted");
	return false;
}

static void read_param(struct tandem_settings *s,
		       const struct tandem_side *side,
		       const struct tandem_side_line *param)
{
	if (!strcmp(param->key, "hart-model") && !s->hart)
		s->hart = param->value;
	else if (!strcmp(param->key, "ram"))
		add_range(s, "ram", param->value, VERIFY_MEMORY_RAM);
	else if (!strcmp(param->key, "device"))
		add_range(s, "device", param->value, VERIFY_MEMORY_DEVICE);
	else if (!strcmp(param->key, "initial"))
		add_initial(s, "initial", param->value);
	else if (!strcmp(param->key, "absent"))
		add_names(&s->absent, &s->num_absent, param->value);
	else if (!strcmp(param->key, "require"))
		add_names(&s->required, &s->num_required, param->value);
	else if (!strcmp(param->key, "mip-unknown"))
		s->mip_unknown |= yes(side, param);
	else if (!strcmp(param->key, "alone"))
		s->alone |= yes(side, param);
	else if (!strcmp(param->key, "level"))
		s->flow |= level(side, param);
	else if (!strcmp(param->key, "outside"))
		add_names(&s->outside, &s->num_outside, param->value);
}

void tandem_settings_read(struct tandem_settings *settings,
			  const struct tandem_side *params)
{
	size_t i;

	for (i = 0; i < params->num; i++)
		read_param(settings, params, &params->line[i]);
}

/* @return bit of the part, 0: unknown name */
static u32 part_bit(const char *name)
{
	unsigned int i;

	for (i = 0; i < VERIFY_PARTS; i++) {
		if (!strcmp(name, parts[i]))
			return VERIFY_PART(i);
	}
	return 0;
}

static void add_mask(struct verify_config *config, const char *what,
		     const char *name, u64 outside, u64 absent)
{
	u32 element = element_of(what, name);

	if (element >= TANDEM_REGS)
		die("%s: '%s' is no register", what, name);
	if (!verify_config_mask(config, (u16)element, outside, absent))
		die("%s: too many registers; %u can be named", what,
		    VERIFY_MASKS_MAX);
}

static void add_outside(struct verify_config *config, char *text)
{
	char *mask = strchr(text, ':'), *end;
	u64 bits = ~0ull;

	if (mask) {
		*mask++ = '\0';
		bits = number_at("--outside", mask, &end);
		if (*end)
			die("--outside: '%s' is no number", end);
	}
	add_mask(config, "--outside", text, bits, 0);
	config->instret_outside |= !strncmp(text, "minstret", 8) ||
				   !strncmp(text, "instret", 7);
}

void tandem_settings_config(const struct tandem_settings *settings,
			    const struct tandem_params *params,
			    struct verify_config *config)
{
	size_t i;
	u32 bit;

	verify_config_init(config, params);
	for (i = 0; i < settings->num_absent; i++) {
		bit = part_bit(settings->absent[i]);
		config->absent |= bit;
		if (!bit)
			add_mask(config, "--absent", settings->absent[i], 0,
				 ~0ull);
	}
	for (i = 0; i < settings->num_required; i++) {
		bit = part_bit(settings->required[i]);
		if (bit < VERIFY_PART(VERIFY_EADDR))
			die("--require: eaddr, paddr, sdata, memreq or memrsp "
			    "is wanted, not '%s'",
			    settings->required[i]);
		config->required |= bit;
	}
	for (i = 0; i < settings->num_outside; i++)
		add_outside(config, settings->outside[i]);
	if (settings->num_initial > VERIFY_INITIAL_MAX)
		die("--initial: only %u elements can be named",
		    VERIFY_INITIAL_MAX);
	config->initials = (u32)settings->num_initial;
	for (i = 0; i < settings->num_initial; i++)
		config->initial[i] = settings->initial[i];
	if (settings->has_latency)
		config->latency = (u32)settings->latency;
	config->every_update = settings->every_update;
	config->mip_unknown = settings->mip_unknown;
	config->believe = settings->believe;
	config->alone = settings->alone;
	config->has_from = settings->has_from;
	config->from = settings->from;
}

void tandem_settings_hart(const struct tandem_settings *settings,
			  const struct tandem_params *params,
			  struct model_config *config,
			  struct verify_config *verify)
{
	enum { MHARTID = 0xf14 };
	const char *name = settings->hart;
	size_t i;

	if (!name)
		name = params->xlen == 32 ? "qemu-rv32" : "qemu-rv64";
	/* on QEMU they have the host's time, or that of -icount */
	if (!strncmp(name, "qemu-", 5))
		verify->instret_outside = true;
	if (!tandem_hart_find(name, config))
		die("no hart is named '%s'; --hart=list shows all", name);
	if (config->xlen != params->xlen)
		die("hart '%s' is RV%u, but the trace RV%u; give --hart= or "
		    "--xlen=",
		    name, config->xlen, params->xlen);
	config->flen = params->flen;
	/* A constant of the hart, which writes do not change */
	for (i = 0; i < settings->num_initial; i++)
		if (settings->initial[i].element == MHARTID)
			config->mhartid = settings->initial[i].value;
}

static void free_names(char **names, size_t num)
{
	while (num-- > 0)
		free(names[num]);
	free(names);
}

void tandem_settings_free(struct tandem_settings *settings)
{
	free_names(settings->absent, settings->num_absent);
	free_names(settings->required, settings->num_required);
	free_names(settings->outside, settings->num_outside);
	free(settings->range);
	free(settings->file);
	free(settings->initial);
	memset(settings, 0, sizeof(*settings));
}
