// SPDX-License-Identifier: BSD-2-Clause
/* See model_script.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "model_ctr_rig.h"
#include "model_script.h"

static const char *row; /* name of the script */
static struct model_config config;
static bool made; /* the hart has this configuration */

static void wrong(const char *word)
{
	fail_msg("[%s] %s is no word of a script", row, word);
}

static u64 number(const char *text)
{
	return *text == '~' ? ~strtoull(text + 1, NULL, 16) :
			      strtoull(text, NULL, 16);
}

/* --- the hart ------------------------------------------------------------- */

static bool configure(const char *word)
{
	static const struct {
		const char *name;
		u64 bits;
	} extensions[] = {
		{ "sscofpmf", MODEL_SSCOFPMF },	  { "svinval", MODEL_SVINVAL },
		{ "smcntrpmf", MODEL_SMCNTRPMF }, { "sdtrig", MODEL_SDTRIG },
		{ "smstateen", MODEL_SMSTATEEN }, { "smctr", MODEL_SMCTR },
	};
	const char *value = strchr(word, '=');
	size_t n, length = value ? (size_t)(value - word) : 0;

	if (made)
		return false;
	for (n = 0; n < array_size(extensions); n++)
		if (!strcmp(word + 1, extensions[n].name)) {
			if (*word == '+')
				config.extensions |= extensions[n].bits;
			else
				config.extensions &= ~extensions[n].bits;
			return true;
		}
	if (!strcmp(word, "+ctr")) {
		config = ctr_config(config.xlen);
		return true;
	}
	if (*word == '-') {
		config.misa &= ~MODEL_MISA(word[1]);
		return true;
	}
#define FIELD(field)                                                         \
	do {                                                                 \
		if (length == sizeof(#field) - 1 &&                          \
		    !memcmp(word, #field, length)) {                         \
			config.field =                                       \
				(__typeof__(config.field))number(value + 1); \
			return true;                                         \
		}                                                            \
	} while (0)
	FIELD(cntrcfg_writable);
	FIELD(mstateen0_writable);
	FIELD(mstatus_writable);
	FIELD(mhpmevent_writable);
	FIELD(mip_writable);
	FIELD(mvendorid);
	FIELD(marchid);
	FIELD(mimpid);
	FIELD(mhartid);
	FIELD(vectored);
	FIELD(tvec_bit1);
	FIELD(tvec_align);
	FIELD(keeps_reserved);
	FIELD(pmp_grain);
	FIELD(hpm_live);
	FIELD(event_cycles);
	FIELD(event_instructions);
	FIELD(ctr.control);
	FIELD(ctr.data);
	FIELD(ctr.custom);
	FIELD(ctr.misp);
	FIELD(ctr.pc_bits);
	FIELD(ctr.depth_moves);
	FIELD(mscratch_reset);
	FIELD(tvec_reset);
	FIELD(mcounteren_reset);
	FIELD(menvcfg_reset);
	FIELD(pmpcfg_reset);
	FIELD(others);
	FIELD(other[0]);
	FIELD(other[1]);
	FIELD(other[2]);
	return false;
}

static bool choose(const char *word)
{
	if (!strcmp(word, "rv32") || !strcmp(word, "rv64"))
		word = rig_preset(word[2] == '3' ? 32 : 64);
	if (!model_preset(word, &config))
		return false;
	made = false;
	return true;
}

/* --- elements, memory, and fields of the step ---------------------------- */

static bool element_of(const char *name, u32 *element)
{
	static const struct {
		const char *name;
		u32 element;
	} others[] = {
		{ "pc", MODEL_PC },
		{ "priv", MODEL_PRIV },
		{ "time", MODEL_MTIME },
		{ "res", MODEL_RESERVATION },
	};
	unsigned int n;

	for (n = 0; n < array_size(others); n++)
		if (!strcmp(name, others[n].name)) {
			*element = others[n].element;
			return true;
		}
	if (sscanf(name, "x%u", &n) == 1)
		*element = MODEL_X0 + n;
	else if (sscanf(name, "f%u", &n) == 1)
		*element = MODEL_F0 + n;
	else if (sscanf(name, "c%x", &n) == 1)
		*element = n;
	else
		return false;
	return true;
}

/* A place in memory. @return number of bytes; 0: it is none */
static unsigned int place_of(const char *name, u64 *paddr)
{
	unsigned long long at;
	unsigned int bytes = 8;

	if (sscanf(name, "@%llx/%u", &at, &bytes) < 1)
		return 0;
	*paddr = at;
	return bytes;
}

static bool note_of(const char *name, u64 *value)
{
#define NOTE(field)                                   \
	do {                                          \
		if (!strcmp(name, "step." #field)) {  \
			*value = (u64)rig_step.field; \
			return true;                  \
		}                                     \
	} while (0)
	NOTE(cause);
	NOTE(tval);
	NOTE(bytes);
	NOTE(insn);
	NOTE(memory_insn);
	NOTE(fetched);
	NOTE(next_pc);
	NOTE(pc);
	NOTE(pc_paddr);
	NOTE(priv);
	NOTE(access);
	NOTE(access_bytes);
	NOTE(vaddr);
	NOTE(paddr);
	NOTE(paddr2);
	NOTE(split);
	NOTE(loaded);
	NOTE(data);
	NOTE(stored);
	NOTE(before);
	NOTE(writes);
	NOTE(wfi);
	NOTE(illegal);
	NOTE(due);
	NOTE(sc_failed);
	NOTE(write[0].reg);
	NOTE(write[0].value);
	NOTE(write[0].flags);
	NOTE(write[1].reg);
	NOTE(write[2].reg);
	NOTE(write[3].reg);
	NOTE(write[3].value);
	return false;
}

static u64 value_of(const char *name, const char *word)
{
	u64 value = 0;
	u32 element;
	unsigned int bytes = place_of(name, &value), n, which;

	if (bytes)
		return rig_peek(value, bytes);
	if (note_of(name, &value))
		return value;
	if (sscanf(name, "rec%u.%u", &n, &which) == 2)
		return ctr_get(n, which);
	if (!strncmp(name, "outside.", 8) && element_of(name + 8, &element))
		return model_outside(&rig, element);
	if (!strncmp(name, "real.", 5) && element_of(name + 5, &element))
		return model_real(element);
	if (!element_of(name, &element))
		wrong(word);
	if (!model_read(&rig, element, &value))
		fail_msg("[%s] %s: there is no such element", row, word);
	return value;
}

/* --- words ----------------------------------------------------------------- */

static void check(char *name, const char *want, const char *word)
{
	char *mask = strchr(name, '&');
	u64 bits = mask ? number(mask + 1) : ~0ull, value;
	u32 element;

	if (!strcmp(want, "none")) {
		CHECK(row, element_of(name, &element) &&
				   !model_read(&rig, element, &value));
		return;
	}
	if (mask)
		*mask = '\0';
	unit_equal(row, word, value_of(name, word) & bits, number(want),
		   __FILE__, __LINE__);
}

static void change(const char *name, char how, u64 value, const char *word)
{
	u64 paddr;
	u32 element;
	unsigned int bytes = place_of(name, &paddr);

	if (bytes)
		rig_poke(paddr, bytes, value);
	else if (!strcmp(name, "i"))
		rig_run((u32)value);
	else if (!strcmp(name, "csrr"))
		rig_run(rig_csrrs((u32)value) & ~(31u << 15));
	else if (!strcmp(name, "csrrw"))
		rig_run(rig_csrrw((u32)value));
	else if (!strcmp(name, "csrrs"))
		rig_run(rig_csrrs((u32)value));
	else if (!strcmp(name, "csrrc"))
		rig_run(rig_csrrc((u32)value));
	else if (!element_of(name, &element))
		wrong(word);
	else if (how == '<')
		rig_csr(element, value);
	else if (how == '|')
		rig_set(element, rig_get(element) | value);
	else if (how == '^')
		rig_set(element, rig_get(element) & ~value);
	else
		rig_set(element, value);
}

static bool plain(const char *word)
{
	unsigned int cycles, insns;

	if (!strcmp(word, "go"))
		rig_go();
	else if (!strcmp(word, "open"))
		rig_open();
	else if (!strcmp(word, "flush"))
		model_flush(&rig);
	else if (!strcmp(word, "reset"))
		model_reset(&rig);
	else if (!strcmp(word, "ok"))
		CHECK_EQ(row, rig_step.kind, MODEL_RETIRED);
	else if (!strcmp(word, "trap"))
		CHECK_EQ(row, rig_step.kind, MODEL_EXCEPTION);
	else if (!strcmp(word, "int"))
		CHECK_EQ(row, rig_step.kind, MODEL_INTERRUPT);
	else if (sscanf(word, "count=%x,%x", &cycles, &insns) == 2)
		model_count(&rig, cycles, insns);
	else
		return false;
	return true;
}

static void one(const char *word)
{
	char name[64];
	size_t length = strcspn(word, "=|^<:");

	if (choose(word) || configure(word))
		return;
	if (!made)
		rig_new_config(&config);
	made = true;
	if (plain(word))
		return;
	if (!word[length])
		wrong(word);
	memcpy(name, word, length);
	name[length] = '\0';
	if (word[length] == ':')
		check(name, word + length + 1, word);
	else
		change(name, word[length], number(word + length + 1), word);
}

void model_scripts(const struct model_script *script, unsigned int count)
{
	const char *text;
	char word[64];
	int used;

	for (; count--; script++) {
		row = script->name;
		made = true; /* a script may go on with the hart before it */
		for (text = script->words;
		     sscanf(text, "%63s%n", word, &used) == 1; text += used)
			one(word);
	}
}
