// SPDX-License-Identifier: BSD-2-Clause
/* See model_ctr_rig.h. */
#include "unit.h"
#include "model_ctr_rig.h"

struct model_config ctr_config(unsigned int xlen)
{
	struct model_config config;

	CHECK("preset", model_preset(rig_preset(xlen), &config));
	config.extensions |= MODEL_SMSTATEEN | MODEL_SMCSRIND | MODEL_SSCSRIND |
			     MODEL_SSCTR | MODEL_SMCTR | MODEL_SSCOFPMF;
	config.mip_writable |= 1 << 13;
	config.mstateen0_writable = 1ull << 63 | 1ull << 62 | 1ull << 60 |
				    1ull << 54;
	config.siselect_writable = 0xfff;
	config.ctr = (struct model_ctr_config){ .control = CTR_ALL,
						.data = 0xffff800f,
						.depths = 0x1f,
						.pc_bits = 64 };
	return config;
}

void ctr_new(unsigned int xlen)
{
	struct model_config config = ctr_config(xlen);

	rig_new_config(&config);
	rig_csr(0x305, RIG_RAM + 0x1000);
	rig_csr(0x105, RIG_RAM + 0x2000);
	rig_open();
}

void ctr_to(unsigned int priv)
{
	rig_set(MODEL_PRIV, priv);
	rig_set(MODEL_PC, CTR_PC);
}

u64 ctr_get(unsigned int n, unsigned int which)
{
	u64 select = rig_get(SISELECT), value;

	rig_set(SISELECT, 0x200 + n);
	value = rig_get(SIREG + which);
	rig_set(SISELECT, select);
	return value;
}

void ctr_expect(const char *row, u64 source, u64 target, unsigned int type)
{
	CHECK_EQ(row, ctr_get(0, 0), source | 1);
	CHECK_EQ(row, ctr_get(0, 1), target);
	CHECK_EQ(row, ctr_get(0, 2) & 15, type);
}

void ctr_expect_none(const char *row, bool frozen)
{
	CHECK_EQ(row, rig_get(SCTRSTATUS), frozen ? CTR_FROZEN : 0);
	CHECK_EQ(row, ctr_get(0, 0), 0);
	CHECK_EQ(row, ctr_get(0, 1), 0);
	CHECK_EQ(row, ctr_get(0, 2), 0);
}

void ctr_run(u64 pc, u32 insn)
{
	rig_set(MODEL_X0 + 1, CTR_ELSEWHERE);
	rig_set(MODEL_X0 + 5, CTR_ELSEWHERE);
	rig_set(MODEL_X0 + 6, CTR_ELSEWHERE);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_set(MODEL_PC, pc);
	rig_run(insn);
}

u64 ctr_read(unsigned int priv, u32 csr, bool *legal)
{
	ctr_to(priv);
	rig_set(RS1, 0);
	rig_run(rig_csrrs(csr) & ~(31u << 15));
	*legal = rig_step.kind == MODEL_RETIRED;
	CHECK("illegal, else", *legal || rig_step.cause == 2);
	return rig_get(RD);
}

u64 ctr_put(u32 csr, u64 value)
{
	bool legal;

	ctr_to(MODEL_S);
	rig_set(RS1, value);
	rig_run(rig_csrrw(csr));
	CHECK_EQ("written", rig_step.kind, MODEL_RETIRED);
	value = ctr_read(MODEL_S, csr, &legal);
	CHECK("read", legal);
	return value;
}

void ctr_open(void)
{
	rig_csr(MSTATEEN0, 1ull << 60 | 1ull << 54);
}
