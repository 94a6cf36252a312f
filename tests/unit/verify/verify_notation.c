// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traces in the notation of rows: conversion of words to elements, and of these
 * to bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_rig.h"

/* The bytes, and the last element, which a response needs. */
struct writer {
	struct tandem_encoder encoder;
	struct tandem_element last;
};

static const struct {
	const char *word;
	enum tandem_op op;
} plains[] = {
	{ "[", TANDEM_BEGIN },	 { "]", TANDEM_END },
	{ "+", TANDEM_INCPC },	 { "reset", TANDEM_RESET },
	{ "init", TANDEM_INIT },
};

static const struct {
	const char *name;
	enum tandem_state id;
} states[] = {
	{ "pc", TANDEM_PC },	    { "priv", TANDEM_PRIV },
	{ "mtime", TANDEM_MTIME },  { "ea", TANDEM_EADDR },
	{ "pa", TANDEM_PADDR },	    { "pp", TANDEM_PCPADDR },
	{ "sd8", TANDEM_SDATA8 },   { "sd16", TANDEM_SDATA16 },
	{ "sd32", TANDEM_SDATA32 }, { "sd64", TANDEM_SDATA64 },
};

static void fail(const char *word)
{
	fprintf(stderr, "what is '%s'?\n", word);
	abort();
}

static bool plain(const char *word, struct tandem_element *e)
{
	size_t i;

	for (i = 0; i < array_size(plains); i++) {
		if (!strcmp(word, plains[i].word)) {
			*e = tandem_plain(plains[i].op);
			return true;
		}
	}
	return false;
}

static bool insn(const char *word, struct tandem_element *e)
{
	u32 value;

	if (word[0] != 'i' || word[1] != '=')
		return false;
	value = (u32)strtoul(word + 2, NULL, 16);
	*e = tandem_insn((value & 3) == 3 || strlen(word) > 6 ? 32 : 16, value);
	return true;
}

static bool state(const char *word, struct tandem_element *e)
{
	size_t length = strcspn(word, "="), i;

	for (i = 0; i < array_size(states) && word[length]; i++) {
		if (strlen(states[i].name) != length ||
		    strncmp(word, states[i].name, length) != 0)
			continue;
		*e = tandem_state(states[i].id,
				  strtoull(word + length + 1, NULL, 16));
		return true;
	}
	return false;
}

static bool reg(const char *word, struct tandem_element *e)
{
	char *end;
	unsigned long number;
	u16 name;

	if (!strchr("xfc", word[0]))
		return false;
	number = strtoul(word + 1, &end, word[0] == 'c' ? 16 : 10);
	if (end == word + 1 || !strchr("=+|", *end))
		return false;
	name = word[0] == 'x' ? TANDEM_GPR(number) : TANDEM_FPR(number);
	if (word[0] == 'c')
		name = TANDEM_CSR(number);
	*e = tandem_reg(name, strtoull(end + 1, NULL, 16));
	if (*end == '+') {
		e->op = TANDEM_REGADD;
		e->value = (u64)(s64)(signed char)e->value;
	} else if (*end == '|') {
		e->op = TANDEM_REGOR;
	}
	return true;
}

static bool request(const struct writer *w, const char *word,
		    struct tandem_element *e)
{
	unsigned int op;

	for (op = 0; op < TANDEM_MEMS; op++) {
		const char *name = tandem_mem_name((enum tandem_mem)op);
		size_t length = strlen(name);
		unsigned int bits;
		u64 address, value = 0;
		char *at;

		if (strncmp(word, name, length) != 0)
			continue;
		bits = (unsigned int)strtoul(word + length, &at, 10);
		if (*at != '@')
			continue;
		address = strtoull(at + 1, &at, 16);
		if (*at == ':')
			value = strtoull(at + 1, NULL, 16);
		*e = tandem_memreq(&w->encoder.params, (enum tandem_mem)op,
				   bits, address, value);
		return true;
	}
	return false;
}

static bool response(const struct writer *w, const char *word,
		     struct tandem_element *e)
{
	bool ok = !strncmp(word, "ok", 2);
	const char *data = strchr(word, ':');

	if (!ok && strcmp(word, "fail") != 0)
		return false;
	*e = tandem_memrsp(&w->encoder.params, &w->last, !ok,
			   data ? strtoull(data + 1, NULL, 16) : 0);
	return true;
}

static void write_word(struct writer *w, const char *word)
{
	struct tandem_element e;

	if (!plain(word, &e) && !insn(word, &e) && !state(word, &e) &&
	    !request(w, word, &e) && !response(w, word, &e) && !reg(word, &e))
		fail(word);
	if (tandem_encoder_raw(&w->encoder, &e, &w->last) != TANDEM_OK)
		fail(word);
	w->last = e;
}

size_t vrig_bytes(const struct tandem_params *params, const char *text,
		  u8 *bytes)
{
	struct writer w;
	char *copy = strdup(text), *word, *rest;

	tandem_encoder_init(&w.encoder, params, bytes, VRIG_BYTES);
	w.last = tandem_plain(TANDEM_END);
	for (word = strtok_r(copy, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest))
		write_word(&w, word);
	free(copy);
	return w.encoder.used;
}
