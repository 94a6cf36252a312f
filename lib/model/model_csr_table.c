// SPDX-License-Identifier: BSD-2-Clause
/* The table of CSRs, and the special rules of some (privileged ISA). */
#include "model_trigger.h"

/* --- conditions of existence ---------------------------------------------- */

static bool always(const struct model *m, u32 number)
{
	(void)m;
	(void)number;
	return true;
}

static bool rv32(const struct model *m, u32 number)
{
	(void)number;
	return m->config.xlen == 32;
}

static bool with_s(const struct model *m, u32 number)
{
	(void)number;
	return model_has_misa(m, MODEL_MISA('S'));
}

static bool with_u(const struct model *m, u32 number)
{
	(void)number;
	return model_has_misa(m, MODEL_MISA('U'));
}

static bool with_f(const struct model *m, u32 number)
{
	(void)number;
	return m->config.flen;
}

static bool v1_12(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_PRIV_1_12);
}

static bool v1_12_rv32(const struct model *m, u32 number)
{
	return v1_12(m, number) && rv32(m, number);
}

static bool v1_13_rv32(const struct model *m, u32 number)
{
	return model_has(m, MODEL_PRIV_1_13) && rv32(m, number);
}

static bool v1_12_s(const struct model *m, u32 number)
{
	return v1_12(m, number) && with_s(m, number);
}

static bool sstc(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SSTC);
}

static bool sstc_rv32(const struct model *m, u32 number)
{
	return sstc(m, number) && rv32(m, number);
}

static bool sscofpmf(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SSCOFPMF);
}

static bool sdtrig(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SDTRIG);
}

static bool smcntrpmf(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SMCNTRPMF);
}

static bool smcntrpmf_rv32(const struct model *m, u32 number)
{
	return smcntrpmf(m, number) && rv32(m, number);
}

static bool stateen(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SMSTATEEN);
}

static bool stateen_rv32(const struct model *m, u32 number)
{
	return stateen(m, number) && rv32(m, number);
}

static bool stateen_s(const struct model *m, u32 number)
{
	return stateen(m, number) && with_s(m, number);
}

static bool smcsrind(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SMCSRIND);
}

static bool sscsrind(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SSCSRIND);
}

static bool ssctr(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SSCTR);
}

static bool smctr(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_SMCTR);
}

static bool inhibit(const struct model *m, u32 number)
{
	(void)number;
	return model_has(m, MODEL_COUNTINHIBIT);
}

static bool hpm(const struct model *m, u32 number)
{
	return m->config.hpm_present >> (number & 31) & 1;
}

static bool hpm_rv32(const struct model *m, u32 number)
{
	return rv32(m, number) && hpm(m, number);
}

static bool hpm_event(const struct model *m, u32 number)
{
	return m->config.hpm_events >> (number & 31) & 1;
}

static bool hpm_eventh(const struct model *m, u32 number)
{
	return rv32(m, number) && sscofpmf(m, number) && hpm_event(m, number);
}

static bool user_counter(const struct model *m, u32 number)
{
	if (number == CSR_TIME)
		return model_has(m, MODEL_TIME);
	return hpm(m, number);
}

static bool user_counterh(const struct model *m, u32 number)
{
	return rv32(m, number) && user_counter(m, number & ~0x80u);
}

static bool pmp_cfg(const struct model *m, u32 number)
{
	if (m->config.xlen == 64 && number & 1)
		return false;
	return (number - 0x3a0) * 4 < m->config.pmp_entries;
}

static bool pmp_addr(const struct model *m, u32 number)
{
	return number - 0x3b0 < m->config.pmp_entries;
}

/* --- special registers ---------------------------------------------------- */

static u64 zero(const struct model *m, u32 number)
{
	(void)m;
	(void)number;
	return 0;
}

static u64 counter(const struct model *m, u32 number)
{
	unsigned int n = number & 31;

	if (n == 1)
		return number & 0x80 ? m->mtime >> 32 : m->mtime;
	if (n > 2 && !(m->config.hpm >> n & 1))
		return 0;
	return number & 0x80 ? m->mhpmcounter[n] >> 32 : m->mhpmcounter[n];
}

static void counter_put(struct model *m, struct model_step *s, u32 number,
			u64 value)
{
	unsigned int n = number & 31;
	u64 *field = &m->mhpmcounter[n];

	if (number >= CSR_MCYCLEH)
		value = value << 32 | (u32)*field;
	else if (m->config.xlen == 32)
		value |= *field >> 32 << 32;
	*field = value & (n > 2 ? model_hpm_most(m, n) : ~0ull);
	if (n > 2 && !(m->config.hpm >> n & 1))
		*field = 0;
	model_note(m, s, number, number >= CSR_MCYCLEH ? *field >> 32 : *field,
		   0);
}

/* Find the counters that model_count() has to advance. */
static void find_counting(struct model *m)
{
	unsigned int n;
	u64 event;

	m->hpm_counting = m->config.hpm_live & m->config.hpm;
	for (n = 3; n < MODEL_HPM_MAX; n++) {
		event = m->mhpmevent[n] & MHPMEVENT_SELECT;
		if (event && (event == m->config.event_cycles ||
			      event == m->config.event_instructions))
			m->hpm_counting |= m->config.hpm & 1u << n;
	}
}

static void event_set(struct model *m, u32 number, u64 value)
{
	u64 *field = &m->mhpmevent[number & 31];

	if (number >= 0x723)
		value = value << 32 | (u32)*field;
	else if (m->config.xlen == 32)
		value |= *field >> 32 << 32;
	*field = value;
	find_counting(m);
}

static void event_put(struct model *m, struct model_step *s, u32 number,
		      u64 value)
{
	u64 *field = &m->mhpmevent[number & 31], old = *field;
	u64 mask = m->config.mhpmevent_writable;
	bool high = number >= 0x723;

	event_set(m, number, value);
	*field = (old & ~mask) | (*field & mask);
	find_counting(m);
	model_note(m, s, number, high ? *field >> 32 : *field, 0);
}

static void nothing(struct model *m, u32 number, u64 value)
{
	(void)m;
	(void)number;
	(void)value;
}

static void ignore(struct model *m, struct model_step *s, u32 number, u64 value)
{
	(void)m;
	(void)s;
	(void)number;
	(void)value;
}

static u64 config_get(const struct model *m, u32 number)
{
	switch (number) {
	case 0xf11:
		return m->config.mvendorid;
	case 0xf12:
		return m->config.marchid;
	case 0xf13:
		return m->config.mimpid;
	default:
		return m->config.mhartid;
	}
}

static u64 overflows_get(const struct model *m, u32 number)
{
	u64 value = 0;
	unsigned int n;

	(void)number;
	for (n = 3; n < MODEL_HPM_MAX; n++)
		if (m->mhpmevent[n] & FIELD_MASK(MHPMEVENT, OVERFLOW))
			value |= BIT64(n);
	return m->priv == MODEL_M ? value : value & m->mcounteren;
}

static u64 legal_tvec(const struct model *m, u64 old, u64 value)
{
	u64 mode;

	if (m->config.tvec_bit1)
		value &= ~2ULL;
	mode = value & 3;
	if (mode > 1 || (mode && !m->config.vectored))
		return m->config.vectored ? old : value & ~3ULL;
	return mode ? (value & ~bits_low64(m->config.tvec_align)) | mode :
		      value;
}

/* mstateen1 to mstateen3 have only the bit for sstateen1 to sstateen3. */
static u64 legal_stateen(const struct model *m, u64 old, u64 value)
{
	(void)m;
	(void)old;
	return value & BIT64(63);
}

/* The middle value of CBIE is reserved. */
static u64 legal_envcfg(const struct model *m, u64 old, u64 value)
{
	if (m->config.keeps_reserved || FIELD_GET(MENVCFG, CBIE, value) != 2)
		return value;
	return (value & ~FIELD_MASK(MENVCFG, CBIE)) |
	       (old & FIELD_MASK(MENVCFG, CBIE));
}

static void menvcfg_put(struct model *m, struct model_step *s, u32 number,
			u64 value)
{
	u64 old = m->menvcfg, mask = m->config.menvcfg_writable;
	bool high = number == 0x31a;

	if (high)
		value = value << 32 | (u32)old;
	else if (m->config.xlen == 32)
		value |= old >> 32 << 32;
	value = (old & ~mask) | (value & mask);
	m->menvcfg = legal_envcfg(m, old, value);
	model_note(m, s, number, high ? m->menvcfg >> 32 : m->menvcfg, 0);
	if ((old ^ m->menvcfg) & FIELD_MASK(MENVCFG, ADUE))
		model_flush(m);
}

/* A write with an unsupported mode changes nothing, as the specification
 * says. */
static void satp_put(struct model *m, struct model_step *s, u32 number,
		     u64 value)
{
	bool is_32 = m->config.xlen == 32;
	u64 mode = is_32 ? FIELD_GET(SATP32, MODE, value) :
			   FIELD_GET(SATP64, MODE, value);
	unsigned int asid_lsb = is_32 ? (unsigned int)SATP32_ASID_LSB :
					(unsigned int)SATP64_ASID_LSB;
	unsigned int asid_width = is_32 ? (unsigned int)SATP32_ASID_WIDTH :
					  (unsigned int)SATP64_ASID_WIDTH;
	u64 asid = bits_low64(asid_width) & ~bits_low64(m->config.asid_bits);

	if (m->config.satp_modes >> mode & 1)
		m->satp = value & ~(asid << asid_lsb);
	model_flush(m);
	model_note(m, s, number, m->satp, 0);
}

static void satp_set(struct model *m, u32 number, u64 value)
{
	(void)number;
	m->satp = value;
	model_flush(m);
}

/* --- the table ------------------------------------------------------------ */

/* clang-format off */
#define AT(number) .first = (number), .last = (number)
#define IN(name) .field = offsetof(struct model, name)
#define MASK(name) .mask = offsetof(struct model_config, name)
#define VIEW(what) \
	.get = model_##what##_get, .put = model_##what##_put, \
	.set = model_##what##_set

const struct model_csr model_csrs[] = {
	{ .first = CSR_FFLAGS, .last = CSR_FCSR, .has = with_f, VIEW(fcsr) },
	{ AT(CSR_SSTATUS), .has = with_s, VIEW(mstatus) },
	{ AT(CSR_SIE), .has = with_s, VIEW(mie) },
	{ AT(0x105), .has = with_s, IN(stvec), .legal = legal_tvec },
	{ AT(0x106), .has = with_s, IN(scounteren), MASK(scounteren_writable) },
	{ AT(0x10a), .has = v1_12_s, IN(senvcfg), MASK(senvcfg_writable),
	  .legal = legal_envcfg },
	{ .first = CSR_SSTATEEN0, .last = CSR_SSTATEEN3, .has = stateen_s,
	  .get = zero, .put = ignore, .set = nothing },
	{ AT(0x140), .has = with_s, IN(sscratch) },
	{ AT(CSR_SEPC), .has = with_s, IN(sepc), .get = model_epc_get,
	  MASK(epc_writable) },
	{ AT(CSR_SCAUSE), .has = with_s, IN(scause) },
	{ AT(CSR_STVAL), .has = with_s, IN(stval) },
	{ AT(CSR_SIP), .has = with_s, VIEW(mip) },
	{ AT(CSR_STIMECMP), .has = sstc, IN(stimecmp) },
	{ AT(CSR_SCTRCTL), .has = ssctr, VIEW(ctrctl) },
	{ AT(CSR_SCTRSTATUS), .has = ssctr, VIEW(sctrstatus) },
	{ AT(CSR_SISELECT), .has = sscsrind, IN(siselect),
	  MASK(siselect_writable) },
	{ .first = CSR_SIREG, .last = 0x153, .has = sscsrind, VIEW(sireg) },
	{ .first = 0x155, .last = CSR_SIREG6, .has = sscsrind, VIEW(sireg) },
	{ AT(0x15d), .has = sstc_rv32, IN(stimecmp), .high = true },
	{ AT(CSR_SCTRDEPTH), .has = ssctr, VIEW(sctrdepth) },
	{ AT(CSR_SATP), .has = with_s, IN(satp), .put = satp_put,
	  .set = satp_set },
	{ AT(CSR_MSTATUS), .has = always, VIEW(mstatus) },
	{ AT(0x301), .has = always, VIEW(misa) },
	{ AT(0x302), .has = with_s, IN(medeleg), MASK(medeleg_writable) },
	{ AT(0x303), .has = with_s, IN(mideleg), MASK(mideleg_writable) },
	{ AT(CSR_MIE), .has = always, VIEW(mie) },
	{ AT(0x305), .has = always, IN(mtvec), .legal = legal_tvec },
	{ AT(0x306), .has = with_u, IN(mcounteren), MASK(mcounteren_writable) },
	{ AT(0x30a), .has = v1_12, IN(menvcfg), .put = menvcfg_put },
	{ AT(0x30c), .has = stateen, IN(mstateen[0]),
	  MASK(mstateen0_writable) },
	{ .first = 0x30d, .last = 0x30f, .has = stateen, IN(mstateen[1]),
	  .legal = legal_stateen },
	{ AT(CSR_MSTATUSH), .has = v1_12_rv32, VIEW(mstatus) },
	{ AT(0x312), .has = v1_13_rv32, .get = zero, .put = ignore,
	  .set = nothing },
	{ AT(0x31a), .has = v1_12_rv32, IN(menvcfg), .put = menvcfg_put,
	  .high = true },
	{ AT(0x31c), .has = stateen_rv32, IN(mstateen[0]),
	  MASK(mstateen0_writable), .high = true },
	{ .first = 0x31d, .last = 0x31f, .has = stateen_rv32, IN(mstateen[1]),
	  .legal = legal_stateen, .high = true },
	{ AT(0x320), .has = inhibit, IN(mcountinhibit),
	  MASK(mcountinhibit_writable) },
	{ AT(0x321), .has = smcntrpmf, IN(mcyclecfg), MASK(cntrcfg_writable) },
	{ AT(0x322), .has = smcntrpmf, IN(minstretcfg),
	  MASK(cntrcfg_writable) },
	{ .first = 0x323, .last = 0x33f, .has = hpm_event, IN(mhpmevent[3]),
	  .put = event_put, .set = event_set },
	{ AT(0x340), .has = always, IN(mscratch) },
	{ AT(CSR_MEPC), .has = always, IN(mepc), .get = model_epc_get,
	  MASK(epc_writable) },
	{ AT(CSR_MCAUSE), .has = always, IN(mcause) },
	{ AT(CSR_MTVAL), .has = always, IN(mtval) },
	{ AT(CSR_MIP), .has = always, VIEW(mip) },
	{ AT(CSR_MCTRCTL), .has = smctr, VIEW(ctrctl) },
	{ AT(0x350), .has = smcsrind, IN(miselect), MASK(siselect_writable) },
	{ .first = CSR_MIREG, .last = 0x353, .has = smcsrind, .get = zero,
	  .put = ignore, .set = nothing },
	{ .first = 0x355, .last = CSR_MIREG6, .has = smcsrind, .get = zero,
	  .put = ignore, .set = nothing },
	{ .first = 0x3a0, .last = 0x3af, .has = pmp_cfg, VIEW(pmpcfg) },
	{ .first = 0x3b0, .last = 0x3ef, .has = pmp_addr, VIEW(pmpaddr) },
	{ AT(0x721), .has = smcntrpmf_rv32, IN(mcyclecfg),
	  MASK(cntrcfg_writable), .high = true },
	{ AT(0x722), .has = smcntrpmf_rv32, IN(minstretcfg),
	  MASK(cntrcfg_writable), .high = true },
	{ .first = 0x723, .last = 0x73f, .has = hpm_eventh, IN(mhpmevent[3]),
	  .put = event_put, .set = event_set, .high = true },
	{ .first = CSR_TSELECT, .last = CSR_TINFO, .has = sdtrig,
	  .get = model_trigger_get, .put = ignore, .set = model_trigger_set },
	{ AT(CSR_MCYCLE), .has = always, IN(mhpmcounter[0]), .get = counter,
	  .put = counter_put },
	{ .first = 0xb02, .last = 0xb1f, .has = hpm, IN(mhpmcounter[2]),
	  .get = counter, .put = counter_put },
	{ AT(CSR_MCYCLEH), .has = rv32, IN(mhpmcounter[0]), .get = counter,
	  .put = counter_put, .high = true },
	{ .first = 0xb82, .last = 0xb9f, .has = hpm_rv32, IN(mhpmcounter[2]),
	  .get = counter, .put = counter_put, .high = true },
	{ AT(CSR_CYCLE), .has = user_counter, IN(mhpmcounter[0]),
	  .get = counter },
	{ AT(CSR_TIME), .has = user_counter, IN(mtime), .get = counter },
	{ .first = 0xc02, .last = 0xc1f, .has = user_counter,
	  IN(mhpmcounter[2]), .get = counter },
	{ AT(0xc80), .has = user_counterh, IN(mhpmcounter[0]), .get = counter,
	  .high = true },
	{ AT(0xc81), .has = user_counterh, IN(mtime), .get = counter,
	  .high = true },
	{ .first = 0xc82, .last = 0xc9f, .has = user_counterh,
	  IN(mhpmcounter[2]), .get = counter, .high = true },
	{ AT(0xda0), .has = sscofpmf, .get = overflows_get, .set = nothing },
	{ .first = 0xf11, .last = 0xf14, .has = always, .get = config_get,
	  .set = nothing },
	{ AT(0xf15), .has = v1_12, .get = zero, .set = nothing },
};
/* clang-format on */

const unsigned int model_num_csrs = array_size(model_csrs);
