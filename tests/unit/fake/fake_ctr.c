// SPDX-License-Identifier: BSD-2-Clause
/*
 * Control Transfer Records of the fake hart: the buffer, its registers and the
 * state enables. Where the specification allows several behaviours, this hart
 * has the worst one: a change of depth moves the write pointer.
 */
#include <string.h>

#include <hart_port.h>

#include "fake_ctr.h"
#include "fake_hart.h"

enum {
	CSR_SCTRCTL = 0x14e,
	CSR_SCTRSTATUS = 0x14f,
	CSR_SISELECT = 0x150,
	CSR_SIREG = 0x151,
	CSR_SIREG2 = 0x152,
	CSR_SIREG3 = 0x153,
	CSR_SCTRDEPTH = 0x15f,
	CSR_VSCTRCTL = 0x24e,
	CSR_MEDELEG = 0x302,
	CSR_MENVCFG = 0x30a,
	CSR_MSTATEEN0 = 0x30c,
	CSR_MENVCFGH = 0x31a,
	CSR_MSTATEEN0H = 0x31c,
	CSR_MCTRCTL = 0x34e,
	CSR_HSTATEEN0 = 0x60c,
	CSR_HSTATEEN0H = 0x61c,
};

#define FROZEN (1ul << 31)
#define GATE (1ull << 54 | 1ull << 60)

/* --- the buffer ----------------------------------------------------------- */

unsigned int fake_ctr_depth(void)
{
	return 16u << fake.state.sctrdepth;
}

struct fake_ctr_entry *fake_ctr_entry(unsigned int n)
{
	unsigned int wrptr = fake.state.sctrstatus & 0xff;

	return &fake.state.ctr[(wrptr - n - 1) & (fake_ctr_depth() - 1)];
}

void fake_ctr_record(u64 source, u64 target, u64 data)
{
	unsigned long wrptr = (fake.state.sctrstatus + 1) &
			      (fake_ctr_depth() - 1);

	if (fake.state.sctrstatus & FROZEN)
		return;
	fake.state.sctrstatus = wrptr;
	*fake_ctr_entry(0) =
		(struct fake_ctr_entry){ source, target,
					 data & fake.has.ctr_data };
}

void hart_ctr_clear(void)
{
	if (!fake.has.ctr)
		fake_hart_fault("SCTRCLR without CTR");
	if (!fake.has.ctr_stuck)
		memset(fake.state.ctr, 0, sizeof(fake.state.ctr));
}

bool hart_ctr_try_clear(void)
{
	if (fake.has.ctr)
		hart_ctr_clear();
	return fake.has.ctr;
}

static u64 *fake_ctr_ireg(unsigned int csr)
{
	unsigned long n = fake.state.siselect - 0x200;
	static u64 none;

	none = 0;
	if (fake.state.siselect < 0x200 || n >= fake_ctr_depth())
		return &none;
	switch (csr) {
	case CSR_SIREG:
		return &fake_ctr_entry((unsigned int)n)->source;
	case CSR_SIREG2:
		return &fake_ctr_entry((unsigned int)n)->target;
	default:
		return &fake_ctr_entry((unsigned int)n)->data;
	}
}

/* --- registers ------------------------------------------------------------ */

/* Fields of a custom extension, which exist while the custom bits are not 0. */
static u64 fake_ctr_custom(void)
{
	return fake.state.mctrctl & FAKE_CTR_CUSTOM ? fake.has.ctr_custom : 0;
}

static bool fake_ctr_exists(unsigned int csr)
{
	if (csr == fake.has.ctr_lacks)
		return false;
	switch (csr) {
	case CSR_MCTRCTL:
		return fake.has.ctr && fake.has.mctrctl;
	case CSR_SCTRCTL:
	case CSR_SCTRSTATUS:
	case CSR_SCTRDEPTH:
		return fake.has.ctr;
	case CSR_VSCTRCTL:
		return fake.has.ctr && fake.has.hypervisor;
	case CSR_SISELECT:
		return fake.has.csrind;
	case CSR_SIREG:
	case CSR_SIREG2:
	case CSR_SIREG3:
		return fake.has.csrind && fake.has.ctr &&
		       fake.state.siselect >= 0x200 &&
		       fake.state.siselect < 0x300;
	case CSR_MSTATEEN0:
		return fake.has.smstateen;
	case CSR_MSTATEEN0H:
		return fake.has.smstateen && fake.has.xlen == 32;
	case CSR_MENVCFG:
		return fake.has.menvcfg;
	case CSR_MENVCFGH:
		return fake.has.menvcfg && fake.has.xlen == 32;
	case CSR_HSTATEEN0:
		return fake.has.smstateen && fake.has.hypervisor;
	case CSR_HSTATEEN0H:
		return fake.has.smstateen && fake.has.hypervisor &&
		       fake.has.xlen == 32;
	}
	return csr == CSR_MEDELEG;
}

bool fake_ctr_read(unsigned int csr, unsigned long *value)
{
	const struct fake_state *s = &fake.state;

	if (!fake_ctr_exists(csr))
		return false;
	switch (csr) {
	case CSR_MCTRCTL:
		*value = s->mctrctl;
		break;
	case CSR_SCTRCTL:
		*value = s->mctrctl & (FAKE_CTR_S_VIEW | FAKE_CTR_CUSTOM);
		break;
	case CSR_VSCTRCTL:
		*value = s->vsctrctl;
		break;
	case CSR_SCTRSTATUS:
		*value = s->sctrstatus;
		break;
	case CSR_SCTRDEPTH:
		*value = s->sctrdepth;
		break;
	case CSR_SISELECT:
		*value = s->siselect;
		break;
	case CSR_MEDELEG:
		*value = s->medeleg;
		break;
	case CSR_MENVCFG:
		*value = s->menvcfg;
		break;
	case CSR_MENVCFGH:
		*value = s->menvcfg >> 32;
		break;
	case CSR_MSTATEEN0:
		*value = s->mstateen0;
		break;
	case CSR_MSTATEEN0H:
		*value = s->mstateen0 >> 32;
		break;
	case CSR_HSTATEEN0:
		*value = s->hstateen0 & s->mstateen0;
		break;
	case CSR_HSTATEEN0H:
		*value = (s->hstateen0 & s->mstateen0) >> 32;
		break;
	default:
		*value = *fake_ctr_ireg(csr);
	}
	return true;
}

static void fake_ctr_set(u64 *reg, u64 value, u64 mask)
{
	if (fake.has.xlen == 32)
		mask = (u32)mask;
	*reg = (*reg & ~mask) | (value & mask);
}

static void fake_ctr_set_depth(unsigned long depth)
{
	if (depth == fake.state.sctrdepth || depth > 4 ||
	    !(fake.has.ctr_depths >> depth & 1))
		return;
	fake.state.sctrdepth = depth;
	fake.state.sctrstatus = (fake.state.sctrstatus & FROZEN) | 5;
}

static void fake_ctr_set_half(u64 *reg, unsigned int shift, u64 value, u64 mask)
{
	u64 half = (fake.has.xlen == 32 ? 0xffffffffull : ~0ull) << shift;

	mask &= half;
	*reg = (*reg & ~mask) | (value << shift & mask);
}

bool fake_ctr_write(unsigned int csr, unsigned long value)
{
	struct fake_state *s = &fake.state;

	if (!fake_ctr_exists(csr))
		return false;
	switch (csr) {
	case CSR_MCTRCTL:
		fake_ctr_set(&s->mctrctl, value, fake.has.ctr_fields);
		break;
	case CSR_SCTRCTL:
		fake_ctr_set(&s->mctrctl, value,
			     fake.has.ctr_fields &
				     (FAKE_CTR_S_VIEW | FAKE_CTR_CUSTOM));
		break;
	case CSR_VSCTRCTL:
		fake_ctr_set(&s->vsctrctl, value,
			     fake.has.ctr_fields & FAKE_CTR_S_VIEW);
		break;
	case CSR_SCTRSTATUS:
		s->sctrstatus = value & (FROZEN | (fake_ctr_depth() - 1) |
					 fake_ctr_custom());
		break;
	case CSR_SCTRDEPTH:
		fake_ctr_set_depth(value);
		break;
	case CSR_SISELECT:
		s->siselect = value;
		break;
	case CSR_MEDELEG:
		s->medeleg = value & fake.has.medeleg;
		break;
	case CSR_MENVCFG:
		fake_ctr_set_half(&s->menvcfg, 0, value, fake.has.menvcfg);
		break;
	case CSR_MENVCFGH:
		fake_ctr_set_half(&s->menvcfg, 32, value, fake.has.menvcfg);
		break;
	case CSR_MSTATEEN0:
		fake_ctr_set_half(&s->mstateen0, 0, value, fake.has.mstateen);
		break;
	case CSR_MSTATEEN0H:
		fake_ctr_set_half(&s->mstateen0, 32, value, fake.has.mstateen);
		break;
	case CSR_HSTATEEN0:
		fake_ctr_set_half(&s->hstateen0, 0, value, s->mstateen0);
		break;
	case CSR_HSTATEEN0H:
		fake_ctr_set_half(&s->hstateen0, 32, value, s->mstateen0);
		break;
	case CSR_SIREG3:
		value &= fake.has.ctr_data | fake_ctr_custom();
		/* fallthrough */
	default:
		*fake_ctr_ireg(csr) = value;
	}
	return true;
}
