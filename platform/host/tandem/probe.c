// SPDX-License-Identifier: BSD-2-Clause
/* The hart by the CSRs that are in the first groups of its trace. */
#include <insn/csrs.h>
#include <stdlib.h>
#include <string.h>
#include "harts.h"
#include "probe.h"
#include "registers.h"

enum {
	ROOM = 4096,
	FIRST_MOST = 1 << 18, /* most bytes of such groups */
	LISTED_LEAST = 32,    /* a shorter list has only CSRs that are not 0 */
	CSRS = 4096,
};

/* MINH, SINH and UINH of mcyclecfg and minstretcfg; VSINH and VUINH */
#define CNTRCFG_INHIBITS (7ull << 60)
#define CNTRCFG_OF_H (3ull << 58)

static bool has(const struct tandem_probe *probe, unsigned int csr)
{
	return probe->listed[csr / 64] >> csr % 64 & 1;
}

static void take(struct tandem_probe *probe, const struct tandem_element *e)
{
	if (e->op != TANDEM_REG || e->reg >= CSRS)
		return;
	probe->num += !has(probe, e->reg);
	probe->listed[e->reg / 64] |= 1ull << e->reg % 64;
	if (e->reg >= CSR_MVENDORID && e->reg < CSR_MVENDORID + 3)
		probe->vendor[e->reg - CSR_MVENDORID] = e->value;
}

/* @return true if more bytes may show more */
static bool look(struct tandem_probe *probe, const struct tandem_params *params)
{
	static struct tandem_element element[ROOM];
	struct tandem_decoder *decoder = must_alloc(sizeof(*decoder));
	const struct tandem_group *g = &decoder->group;
	enum tandem_status status;
	bool init = true;
	u32 i;

	memset(probe->listed, 0, sizeof(probe->listed));
	probe->num = 0;
	tandem_decoder_init(decoder, params, element, ROOM);
	tandem_decoder_feed(decoder, probe->bytes, probe->size);
	do {
		status = tandem_decoder_next(decoder);
		if (status != TANDEM_OK)
			break;
		init = tandem_group_has(g, TANDEM_INIT) && !g->insn_bits;
		for (i = 0; i < g->num && init; i++)
			take(probe, &g->element[i]);
	} while (init);
	free(decoder);
	return init && status == TANDEM_MORE;
}

void tandem_probe_read(struct tandem_probe *probe, struct tandem_tail *tail,
		       struct input *in, const struct tandem_params *params)
{
	const u8 *data;
	size_t size;

	do {
		size = tandem_tail_read(tail, in, &data);
		if (!size)
			return;
		probe->bytes = must_realloc(probe->bytes, probe->size + size);
		memcpy(probe->bytes + probe->size, data, size);
		probe->size += size;
	} while (look(probe, params) && probe->size < FIRST_MOST);
}

static void fit(const struct tandem_probe *probe, struct model_config *config)
{
	if (!has(probe, CSR_MENVCFG)) {
		config->extensions &= ~(u64)(MODEL_PRIV_1_12 | MODEL_PRIV_1_13);
		config->menvcfg_writable = 0;
		config->menvcfg_reset = 0;
	}
	/* priv version 1.10, of the time of F 2.0 */
	if (!has(probe, CSR_MCOUNTINHIBIT)) {
		config->extensions &= ~(u64)MODEL_COUNTINHIBIT;
		config->minmax_2008 = true;
	}
	if (!has(probe, CSR_PMPCFG0))
		config->pmp_entries = 0;
	if (has(probe, CSR_TSELECT))
		config->extensions |= MODEL_SDTRIG;
	config->cntrcfg_writable = CNTRCFG_INHIBITS;
	/* with H these bits are 1, and stay so */
	if (has(probe, CSR_HSTATUS)) {
		config->mideleg_writable &= ~(u64)TANDEM_MIDELEG_OF_H;
		config->cntrcfg_writable |= CNTRCFG_OF_H;
	}
}

void tandem_probe_others(const struct tandem_probe *probe,
			 const struct model *model, struct model_config *config)
{
	char names[MODEL_OTHERS_MAX * (REGISTER_NAME + 2)] = "";
	char name[REGISTER_NAME];
	size_t used = 0;
	unsigned int csr;
	u64 value;

	for (csr = 0; csr < CSRS; csr++) {
		if (!has(probe, csr) || model_read(model, csr, &value) ||
		    config->others == MODEL_OTHERS_MAX)
			continue;
		config->other[config->others++] = (u16)csr;
		register_name((u16)csr, name);
		used += (size_t)snprintf(names + used, sizeof(names) - used,
					 "%s%s", used ? ", " : "", name);
	}
	if (used)
		complain("not modelled, as the trace has them: %s", names);
}

bool tandem_probe_apply(const struct tandem_probe *probe,
			struct model_config *config)
{
	if (probe->num < LISTED_LEAST)
		return false;
	fit(probe, config);
	config->mvendorid = probe->vendor[0];
	config->marchid = probe->vendor[1];
	config->mimpid = probe->vendor[2];
	return true;
}
