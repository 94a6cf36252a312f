// SPDX-License-Identifier: BSD-2-Clause
/*
 * mstatus, mie, mip and fcsr with their views sstatus, sie, sip, fflags and frm
 * (privileged ISA; unprivileged ISA, chapter "F"). The only writer of them, and
 * of state that depends on mstatus.
 */
#include "model_internal.h"

enum {
	FS_DIRTY = 3,
};

/* Bits of mstatus that sstatus shows. */
#define SSTATUS                                                 \
	(FIELD_MASK(MSTATUS, SIE) | FIELD_MASK(MSTATUS, SPIE) | \
	 FIELD_MASK(MSTATUS, UBE) | FIELD_MASK(MSTATUS, SPP) |  \
	 FIELD_MASK(MSTATUS, VS) | FIELD_MASK(MSTATUS, FS) |    \
	 FIELD_MASK(MSTATUS, XS) | FIELD_MASK(MSTATUS, SUM) |   \
	 FIELD_MASK(MSTATUS, MXR) | FIELD_MASK(MSTATUS, UXL))

static u64 sd_bit(const struct model *m)
{
	return BIT64(m->config.xlen - 1);
}

/* --- mstatus -------------------------------------------------------------- */

u64 model_mstatus(const struct model *m)
{
	bool dirty = FIELD_GET(MSTATUS, FS, m->mstatus) == FS_DIRTY ||
		     FIELD_GET(MSTATUS, VS, m->mstatus) == FS_DIRTY;

	return dirty ? m->mstatus | sd_bit(m) : m->mstatus;
}

/* A change of MXR makes translations invalid. */
static void status_store(struct model *m, u64 value)
{
	u64 changed = m->mstatus ^ value;

	m->mstatus = value & ~sd_bit(m);
	if (changed & FIELD_MASK(MSTATUS, MXR))
		model_flush(m);
	if (changed & (FIELD_MASK(MSTATUS, MPRV) | FIELD_MASK(MSTATUS, MPP) |
		       FIELD_MASK(MSTATUS, SUM)))
		model_mode_changed(m);
}

void model_mstatus_change(struct model *m, struct model_step *s, u64 value)
{
	status_store(m, value);
	model_note(m, s, CSR_MSTATUS, model_mstatus(m), MODEL_IMPLICIT);
}

void model_fs_dirty(struct model *m, struct model_step *s)
{
	u64 dirty = m->mstatus | FIELD_SET(MSTATUS, FS, FS_DIRTY);

	if (dirty != m->mstatus)
		model_mstatus_change(m, s, dirty);
}

u64 model_mstatus_get(const struct model *m, u32 number)
{
	u64 value = model_mstatus(m);

	if (number == CSR_MSTATUSH)
		return value >> 32;
	return number == CSR_SSTATUS ? value & (SSTATUS | sd_bit(m)) : value;
}

/* UXL keeps its value if the written width does not exist. */
static u64 legal_uxl(const struct model *m, u64 value)
{
	if (m->config.xlen == 32 || FIELD_GET(MSTATUS, UXL, value))
		return value;
	return value | (m->mstatus & FIELD_MASK(MSTATUS, UXL));
}

/* MPP keeps its value if the hart does not have the written privilege. */
static u64 legal_mpp(const struct model *m, u64 value)
{
	u64 mpp = FIELD_GET(MSTATUS, MPP, value);
	bool good = mpp == MODEL_M ||
		    (mpp == MODEL_S && model_has_misa(m, MODEL_MISA('S'))) ||
		    (mpp == MODEL_U && model_has_misa(m, MODEL_MISA('U')));

	if (good)
		return value;
	return (value & ~FIELD_MASK(MSTATUS, MPP)) |
	       (m->mstatus & FIELD_MASK(MSTATUS, MPP));
}

void model_mstatus_put(struct model *m, struct model_step *s, u32 number,
		       u64 value)
{
	u64 mask = m->config.mstatus_writable;

	if (number == CSR_SSTATUS)
		mask &= SSTATUS;
	if (number == CSR_MSTATUSH)
		value = value << 32 | (u32)m->mstatus;
	else if (m->config.xlen == 32)
		value |= m->mstatus >> 32 << 32;
	value = (m->mstatus & ~mask) | (value & mask);
	status_store(m, legal_uxl(m, legal_mpp(m, value)));
	if (number == CSR_MSTATUSH)
		model_note(m, s, number, m->mstatus >> 32, 0);
	else
		model_note(m, s, CSR_MSTATUS, model_mstatus(m), 0);
}

void model_mstatus_set(struct model *m, u32 number, u64 value)
{
	if (number == CSR_MSTATUSH)
		value = value << 32 | (u32)m->mstatus;
	else if (m->config.xlen == 32)
		value |= m->mstatus >> 32 << 32;
	if (number == CSR_SSTATUS)
		value = (m->mstatus & ~SSTATUS) | (value & SSTATUS);
	status_store(m, value);
}

/* --- interrupts ----------------------------------------------------------- */

/* With stimecmp, its comparison decides STIP. */
static bool stip_from_outside(const struct model *m)
{
	return m->menvcfg & FIELD_MASK(MENVCFG, STCE);
}

static u64 mip_software(const struct model *m)
{
	u64 mask = m->config.mip_writable;

	return stip_from_outside(m) ? mask & ~FIELD_MASK(MIP, STIP) : mask;
}

u64 model_mip(const struct model *m)
{
	return m->mip | m->mip_lines;
}

u64 model_mip_own(const struct model *m)
{
	return m->mip | (m->mip_lines & ~FIELD_MASK(MIP, SEIP));
}

u64 model_mip_get(const struct model *m, u32 number)
{
	u64 value = model_mip(m);

	return number == CSR_SIP ? value & m->mideleg : value;
}

/* sip can write less: SSIP and LCOFIP, if they are delegated. */
void model_mip_put(struct model *m, struct model_step *s, u32 number, u64 value)
{
	u64 mask = mip_software(m);

	if (number == CSR_SIP)
		mask &= m->mideleg &
			(FIELD_MASK(MIP, SSIP) | FIELD_MASK(MIP, LCOFIP));
	m->mip = (m->mip & ~mask) | (value & mask);
	m->mip_lines &= ~(mask & ~FIELD_MASK(MIP, SEIP));
	model_note(m, s, CSR_MIP, model_mip(m), 0);
}

/* SEIP stays a bit of software if software had set it and it is still set. */
void model_mip_set(struct model *m, u32 number, u64 value)
{
	u64 mask = mip_software(m) & ~FIELD_MASK(MIP, SEIP);

	if (number == CSR_SIP)
		value = (model_mip(m) & ~m->mideleg) | (value & m->mideleg);
	m->mip = (value & mask) | (m->mip & value & FIELD_MASK(MIP, SEIP));
	m->mip_lines = value & ~m->mip;
}

u64 model_mie_get(const struct model *m, u32 number)
{
	return number == CSR_SIE ? m->mie & m->mideleg : m->mie;
}

void model_mie_put(struct model *m, struct model_step *s, u32 number, u64 value)
{
	u64 mask = m->config.mie_writable;

	if (number == CSR_SIE)
		mask &= m->mideleg;
	m->mie = (m->mie & ~mask) | (value & mask);
	model_note(m, s, CSR_MIE, m->mie, 0);
}

void model_mie_set(struct model *m, u32 number, u64 value)
{
	if (number == CSR_SIE)
		value = (m->mie & ~m->mideleg) | (value & m->mideleg);
	m->mie = value;
}

/* --- floating point ------------------------------------------------------- */

#define FCSR_ALL (FIELD_MASK(FCSR, FFLAGS) | FIELD_MASK(FCSR, FRM))

static u32 fcsr_with(const struct model *m, u32 number, u64 value)
{
	if (number == CSR_FFLAGS)
		value = (m->fcsr & ~FIELD_MASK(FCSR, FFLAGS)) |
			FIELD_SET(FCSR, FFLAGS, value);
	else if (number == CSR_FRM)
		value = (m->fcsr & ~FIELD_MASK(FCSR, FRM)) |
			FIELD_SET(FCSR, FRM, value);
	return (u32)(value & FCSR_ALL);
}

u64 model_fcsr_get(const struct model *m, u32 number)
{
	if (number == CSR_FFLAGS)
		return FIELD_GET(FCSR, FFLAGS, m->fcsr);
	return number == CSR_FRM ? FIELD_GET(FCSR, FRM, m->fcsr) : m->fcsr;
}

void model_fcsr_put(struct model *m, struct model_step *s, u32 number,
		    u64 value)
{
	m->fcsr = fcsr_with(m, number, value);
	model_note(m, s, CSR_FCSR, m->fcsr, 0);
	model_fs_dirty(m, s);
}

void model_fcsr_set(struct model *m, u32 number, u64 value)
{
	m->fcsr = fcsr_with(m, number, value);
}
