// SPDX-License-Identifier: BSD-2-Clause
/* A step, reset, and the state by the numbers of its elements. */
#include "model_internal.h"

/* --- a step --------------------------------------------------------------- */

/* The word at the pc, or the given instruction; false: trap taken. */
static inline bool fetch(struct model *m, struct model_step *s, u32 *word)
{
	u64 offset = m->pc % MODEL_PAGE;

	if (unlikely(m->pc - offset != m->fetch_page) &&
	    (m->input->unseen || !model_fetch_page(m)))
		return model_fetch_slow(m, s, word);
	/* the second half may be in another page */
	if (unlikely(offset > MODEL_PAGE - 4))
		return model_fetch_slow(m, s, word);
	s->fetched = true;
	s->pc_paddr = m->fetch_paddr + offset;
	*word = (u32)model_get(m->fetch_host + offset, 4);
	if ((*word & 3) != 3)
		*word &= 0xffff;
	s->memory_insn = *word;
	if (m->input->given)
		*word = m->input->insn;
	return true;
}

static void execute(struct model *m, struct model_step *s)
{
	struct model_op *op;
	u32 word;

	if (unlikely(!fetch(m, s, &word)))
		return;
	op = &m->decoded[m->pc / 2 % MODEL_DECODED_ENTRIES];
	if (unlikely(op->word != word))
		model_decode(m, word, op);
	s->insn = word;
	s->bytes = op->bytes;
	s->next_pc = (m->pc + op->bytes) & m->mask;
	model_runs[op->run](m, op, s);
}

void model_step(struct model *m, const struct model_input *in,
		struct model_step *out)
{
	unsigned int cause = in->interrupt;

	m->input = in;
	out->kind = MODEL_RETIRED;
	out->bytes = out->writes = 0;
	out->access_bytes = out->access = 0;
	out->cause = 0;
	out->fetched = out->illegal = out->wfi = false;
	out->split = out->sc_failed = false;
	out->pc = m->pc;
	if (unlikely(cause != MODEL_INTERRUPT_NONE) &&
	    cause == MODEL_INTERRUPT_ANY)
		cause = model_interrupt(m);
	if (likely(cause == MODEL_INTERRUPT_NONE))
		execute(m, out);
	else
		model_take_interrupt(m, out, cause);
	m->pc = out->next_pc;
	out->priv = m->priv;
}

/* --- reset ---------------------------------------------------------------- */

static void clear(void *start, size_t bytes)
{
	u8 *p = start;

	while (bytes--)
		*p++ = 0;
}

void model_init(struct model *m, const struct model_config *config,
		const struct model_bus *bus)
{
	m->config = *config;
	m->bus = *bus;
	model_reset(m);
}

void model_reset(struct model *m)
{
	struct model_config config = m->config;
	struct model_bus bus = m->bus;
	unsigned int i;

	clear(m, sizeof(*m));
	m->config = config;
	m->bus = bus;
	m->mask = bits_low64(config.xlen);
	m->pc = config.reset_pc;
	m->priv = MODEL_M;
	m->misa = (u64)(config.xlen == 64 ? 2 : 1) << (config.xlen - 2) |
		  config.misa;
	m->mstatus = config.mstatus_reset;
	m->mscratch = config.mscratch_reset;
	m->menvcfg = config.menvcfg_reset;
	m->mtvec = m->stvec = config.tvec_reset;
	m->mcounteren = config.mcounteren_reset;
	m->hpm_counting = config.hpm_live & config.hpm;
	for (i = 0; i < config.pmp_entries && i < 8; i++)
		m->pmpcfg[i] = (u8)(config.pmpcfg_reset >> 8 * i);
	model_pmp_update(m);
	model_flush(m);
	model_ctr_reset(m);
	model_forget_decoded(m);
	model_mode_changed(m);
}

/* --- elements ------------------------------------------------------------- */

static bool has_f(const struct model *m, u32 element)
{
	return element >= MODEL_F0 && element < MODEL_F0 + 32 && m->config.flen;
}

bool model_read(const struct model *m, u32 element, u64 *value)
{
	const struct model_csr *csr;

	*value = 0;
	if (element >= MODEL_X0 && element < MODEL_X0 + 32) {
		*value = m->x[element - MODEL_X0] & m->mask;
	} else if (has_f(m, element)) {
		*value = m->f[element - MODEL_F0];
	} else if (element == MODEL_PC) {
		*value = m->pc;
	} else if (element == MODEL_PRIV) {
		*value = m->priv;
	} else if (element == MODEL_RESERVATION) {
		*value = m->reservation;
	} else if (element == MODEL_MTIME) {
		*value = m->mtime;
	} else {
		csr = model_csr_find(m, element);
		if (!csr)
			return false;
		*value = model_csr_get(m, csr, element);
	}
	return true;
}

static bool write_csr(struct model *m, u32 element, u64 value)
{
	const struct model_csr *csr = model_csr_find(m, element);

	if (!csr)
		return false;
	model_csr_set(m, csr, element, value & m->mask);
	return true;
}

static bool write_priv(struct model *m, u64 value)
{
	if (value != MODEL_U && value != MODEL_S && value != MODEL_M)
		return false;
	m->priv = (u8)value;
	model_mode_changed(m);
	return true;
}

bool model_write(struct model *m, u32 element, u64 value)
{
	if (element > MODEL_X0 && element < MODEL_X0 + 32)
		m->x[element - MODEL_X0] = model_extend(m, value);
	else if (has_f(m, element))
		m->f[element - MODEL_F0] = value & bits_low64(m->config.flen);
	else if (element == MODEL_PC)
		m->pc = value & m->mask & ~1ULL;
	else if (element == MODEL_PRIV)
		return write_priv(m, value);
	else if (element == MODEL_RESERVATION)
		m->reservation = value;
	else if (element == MODEL_MTIME)
		m->mtime = value;
	else if (element != MODEL_X0)
		return write_csr(m, element, value);
	return true;
}
