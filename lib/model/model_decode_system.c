// SPDX-License-Identifier: BSD-2-Clause
/* Rows of AMO, SYSTEM and MISC-MEM. */
#include "model_decode.h"

#define AMO MODEL_MISA('A')
#define SUP MODEL_MISA('S')

/* clang-format off */
static const struct model_row amo_rows[] = {
	{ 0xf9f0707f, 0x1000202f, FORMAT_AMO, RUN_lr, RUN_lr, AMO, 0 },
	{ 0xf9f0707f, 0x1000302f, FORMAT_AMO, RUN_lr, 0, AMO, 0 },
	{ 0xf800707f, 0x1800202f, FORMAT_AMO, RUN_sc, RUN_sc, AMO, 0 },
	{ 0xf800707f, 0x1800302f, FORMAT_AMO, RUN_sc, 0, AMO, 0 },
	{ 0xf800707f, 0x0000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0x0000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0x0800202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0x0800302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0x2000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0x2000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0x4000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0x4000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0x6000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0x6000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0x8000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0x8000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0xa000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0xa000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0xc000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0xc000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
	{ 0xf800707f, 0xe000202f, FORMAT_AMO, RUN_amo, RUN_amo, AMO, 0 },
	{ 0xf800707f, 0xe000302f, FORMAT_AMO, RUN_amo, 0, AMO, 0 },
};

static const struct model_row system_rows[] = {
	{ 0x0000707f, 0x00001073, FORMAT_CSR, RUN_csr, RUN_csr, 0, 0 },
	{ 0x0000707f, 0x00002073, FORMAT_CSR, RUN_csr, RUN_csr, 0, 0 },
	{ 0x0000707f, 0x00003073, FORMAT_CSR, RUN_csr, RUN_csr, 0, 0 },
	{ 0x0000707f, 0x00005073, FORMAT_CSR, RUN_csr, RUN_csr, 0, 0 },
	{ 0x0000707f, 0x00006073, FORMAT_CSR, RUN_csr, RUN_csr, 0, 0 },
	{ 0x0000707f, 0x00007073, FORMAT_CSR, RUN_csr, RUN_csr, 0, 0 },
	{ 0xb3c0707f, 0x81c04073, FORMAT_R, RUN_mop, RUN_mop, 0, MODEL_ZIMOP },
	{ 0xb200707f, 0x82004073, FORMAT_R, RUN_mop, RUN_mop, 0, MODEL_ZIMOP },
	{ 0xffffffff, 0x00000073, FORMAT_NONE, RUN_ecall, RUN_ecall, 0, 0 },
	{ 0xffffffff, 0x00100073, FORMAT_NONE, RUN_ebreak, RUN_ebreak, 0, 0 },
	{ 0xffffffff, 0x30200073, FORMAT_NONE, RUN_mret, RUN_mret, 0, 0 },
	{ 0xffffffff, 0x10200073, FORMAT_NONE, RUN_sret, RUN_sret, SUP, 0 },
	{ 0xffffffff, 0x10500073, FORMAT_NONE, RUN_wfi, RUN_wfi, 0, 0 },
	{ 0xfe007fff, 0x12000073, FORMAT_NONE, RUN_sfence_vma, RUN_sfence_vma, SUP, 0 },
	{ 0xfe007fff, 0x16000073, FORMAT_NONE, RUN_sfence_vma, RUN_sfence_vma, SUP, MODEL_SVINVAL },
	{ 0xffffffff, 0x18000073, FORMAT_NONE, RUN_sfence_inval, RUN_sfence_inval, SUP, MODEL_SVINVAL },
	{ 0xffffffff, 0x18100073, FORMAT_NONE, RUN_sfence_inval, RUN_sfence_inval, SUP, MODEL_SVINVAL },
	{ 0xffffffff, 0x10400073, FORMAT_NONE, RUN_sctrclr, RUN_sctrclr, SUP, MODEL_SSCTR },
	{ 0xffffffff, 0x00d00073, FORMAT_NONE, RUN_wrs, RUN_wrs, 0, MODEL_ZAWRS },
	{ 0xffffffff, 0x01d00073, FORMAT_NONE, RUN_wrs, RUN_wrs, 0, MODEL_ZAWRS },
};

static const struct model_row misc_mem_rows[] = {
	{ 0x0000707f, 0x0000000f, FORMAT_NONE, RUN_nop, RUN_nop, 0, 0 },
	{ 0x0000707f, 0x0000100f, FORMAT_NONE, RUN_nop, RUN_nop, 0, 0 },
	{ 0xfff07fff, 0x0000200f, FORMAT_CBO, RUN_cbo, RUN_cbo, 0, MODEL_ZICBOM },
	{ 0xfff07fff, 0x0010200f, FORMAT_CBO, RUN_cbo, RUN_cbo, 0, MODEL_ZICBOM },
	{ 0xfff07fff, 0x0020200f, FORMAT_CBO, RUN_cbo, RUN_cbo, 0, MODEL_ZICBOM },
	{ 0xfff07fff, 0x0040200f, FORMAT_CBO, RUN_cbo, RUN_cbo, 0, MODEL_ZICBOZ },
};

/* clang-format on */

const struct model_rows model_rows_amo = MODEL_ROWS(amo_rows);
const struct model_rows model_rows_system = MODEL_ROWS(system_rows);
const struct model_rows model_rows_misc_mem = MODEL_ROWS(misc_mem_rows);
