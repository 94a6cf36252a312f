// SPDX-License-Identifier: GPL-2.0-or-later
/* A hart's registers from QEMU, and their values in the trace so far. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hart.h"

/* Limit of groups of state initialisation: as short as those of
 * instructions. */
#define SYNC_ELEMENTS 60

u16 tandem_canonical(u16 csr)
{
	switch (csr) {
	case CSR_FFLAGS:
	case CSR_FRM:
		return CSR_FCSR;
	case CSR_VXSAT:
	case CSR_VXRM:
		return CSR_VCSR;
	case CSR_SSTATUS:
		return CSR_MSTATUS;
	case CSR_SIE:
		return CSR_MIE;
	case CSR_SIP:
		return CSR_MIP;
	default:
		break;
	}
	/* cycle, instret, hpmcounter and their upper halves; not time */
	if (csr >= CSR_CYCLE && csr < CSR_CYCLE + 0x20 && csr != CSR_TIME)
		return csr - CSR_CYCLE + CSR_MCYCLE;
	if (csr >= CSR_TIMEH - 1 && csr < CSR_TIMEH + 0x1f && csr != CSR_TIMEH)
		return csr - CSR_CYCLE + CSR_MCYCLE;
	return csr;
}

static u64 read_handle(struct tandem_hart *p,
		       struct qemu_plugin_register *handle)
{
	u64 value = 0;

	/* Later versions return another size; the value is the same. */
	g_byte_array_set_size(p->bytes, 0);
	qemu_plugin_read_register(handle, p->bytes);
	memcpy(&value, p->bytes->data, p->bytes->len < 8 ? p->bytes->len : 8);
	return value;
}

u64 tandem_read(struct tandem_hart *p, const struct shadow *shadow)
{
	return shadow->handle ? read_handle(p, shadow->handle) : shadow->value;
}

/* --- registers of the hart ------------------------------------------------ */

static bool is_feature(const qemu_plugin_reg_descriptor *reg, const char *name)
{
	const char *dot = strrchr(reg->feature, '.');

	return dot && !strcmp(dot + 1, name);
}

static uintptr_t find_handle(const GArray *regs, const char *name)
{
	const qemu_plugin_reg_descriptor *reg = regs->data;
	unsigned int i;

	for (i = 0; i < regs->len; i++)
		if (!strcmp(reg[i].name, name))
			return (uintptr_t)reg[i].handle;
	return 0;
}

/*
 * QEMU numbers its registers for GDB, CSRs in the order of their own numbers,
 * and a handle is such a number plus one. So no list of names is needed. It is
 * checked with CSRs that every hart has.
 */
static uintptr_t csr_base(const GArray *regs)
{
	uintptr_t base = find_handle(regs, "mstatus") - CSR_MSTATUS;

	if (find_handle(regs, "mepc") - CSR_MEPC == base &&
	    find_handle(regs, "mtvec") - CSR_MTVEC == base &&
	    find_handle(regs, "misa") - CSR_MISA == base &&
	    find_handle(regs, "cycle") - CSR_CYCLE == base)
		return base;
	fprintf(stderr, "plugin_tandem: this QEMU does not number the CSRs as "
			"10.0 does, or has none; use another version\n");
	exit(1);
}

/*
 * False for views of other registers, and for CSRs that cannot be read at any
 * time. With -icount QEMU ends if time or a counter is read inside a block.
 */
static bool csr_listed(u16 csr)
{
	return tandem_canonical(csr) == csr && !tandem_counter(csr) &&
	       csr != CSR_SEED && csr != CSR_TIME && csr != CSR_TIMEH &&
	       csr != CSR_STOPEI && csr != CSR_MTOPEI && csr != CSR_SCOUNTOVF &&
	       csr != CSR_STOPI && csr != CSR_MTOPI;
}

static void find_csr(struct tandem_hart *p,
		     const qemu_plugin_reg_descriptor *reg, uintptr_t base)
{
	u16 csr = (u16)((uintptr_t)reg->handle - base);

	if (csr >= CSRS)
		return;
	p->csr[csr].handle = reg->handle;
	if (!csr_listed(csr))
		return;
	p->listed_csr[p->num_listed] = csr;
	p->listed[p->num_listed++] = &p->csr[csr];
}

static void find_each(struct tandem_hart *p, const GArray *regs)
{
	const qemu_plugin_reg_descriptor *reg = regs->data, *end;
	unsigned int x = 0, f = 0;
	uintptr_t base = csr_base(regs);

	for (end = reg + regs->len; reg < end; reg++)
		if (is_feature(reg, "cpu") && x < 32)
			p->x[x++].handle = reg->handle;
		else if (is_feature(reg, "fpu") && f < 32)
			p->f[f++].handle = reg->handle;
		else if (!strcmp(reg->name, "priv"))
			p->priv.handle = reg->handle;
		else if (!strcmp(reg->name, "pc"))
			p->pc_register.handle = reg->handle;
		else if (is_feature(reg, "csr"))
			find_csr(p, reg, base);
}

static u8 width_of(struct tandem_hart *p, const struct shadow *shadow)
{
	if (!shadow->handle)
		return 0;
	read_handle(p, shadow->handle);
	return (u8)(8 * p->bytes->len);
}

void tandem_find(struct tandem_hart *p)
{
	const u64 c_and_d = 1u << ('C' - 'A') | 1u << ('D' - 'A');
	GArray *regs = qemu_plugin_get_registers();

	find_each(p, regs);
	g_array_free(regs, 1);
	p->params.xlen = width_of(p, &p->x[0]);
	p->params.flen = width_of(p, &p->f[0]);
	p->params.mlen = 64;
	if (p->params.xlen == 32)
		p->params.mlen = p->csr[CSR_SATP].handle ? 34 : 32;
	p->params.dialect = tandem_options.dialect;
	p->zcd = (tandem_read(p, &p->csr[CSR_MISA]) & c_and_d) == c_and_d;
}

/* --- knowledge of the reader ---------------------------------------------- */

bool tandem_counter(u16 csr)
{
	return csr >= CSR_MCYCLE && csr < CSR_MCYCLEH + 0x20;
}

bool tandem_set(struct tandem_hart *p, struct shadow *shadow, u16 reg,
		u64 value)
{
	if (shadow->known && shadow->value == value)
		return false;
	shadow->known = true;
	shadow->value = value;
	tandem_put(p, tandem_reg(reg, value));
	return true;
}

bool tandem_update(struct tandem_hart *p, struct shadow *shadow, u16 reg)
{
	return shadow->handle &&
	       tandem_set(p, shadow, reg, read_handle(p, shadow->handle));
}

bool tandem_update_csr(struct tandem_hart *p, u16 csr)
{
	return tandem_update(p, &p->csr[csr], TANDEM_CSR(csr));
}

/* --- all registers -------------------------------------------------------- */

static void sync_begin(struct tandem_hart *p, u64 pc, u64 priv)
{
	tandem_put(p, tandem_plain(TANDEM_INIT));
	tandem_put(p, tandem_state(TANDEM_PC, pc));
	tandem_put(p, tandem_state(TANDEM_PRIV, priv));
}

static u64 sync_one(struct tandem_hart *p, struct shadow *shadow, u16 reg)
{
	if (!tandem_update(p, shadow, reg))
		return 0;
	if (p->elements >= SYNC_ELEMENTS) {
		tandem_flush(p);
		tandem_put(p, tandem_plain(TANDEM_INIT));
	}
	return 1;
}

u64 tandem_sync(struct tandem_hart *p, u64 pc, bool always)
{
	u64 changed = 0;
	unsigned int i;

	p->priv.value = tandem_read(p, &p->priv);
	p->priv.known = true;
	sync_begin(p, pc, p->priv.value);
	for (i = 1; i < 32 && tandem_options.level > TANDEM_LEVEL_PC; i++)
		changed += sync_one(p, &p->x[i], TANDEM_GPR(i));
	for (i = 0; i < 32 && tandem_options.level > TANDEM_LEVEL_PC; i++)
		changed += sync_one(p, &p->f[i], TANDEM_FPR(i));
	for (i = 0; i < p->num_listed; i++)
		changed +=
			sync_one(p, p->listed[i], TANDEM_CSR(p->listed_csr[i]));
	if (!changed && !always)
		p->elements = 0;
	tandem_flush(p);
	return changed;
}
