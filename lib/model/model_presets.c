// SPDX-License-Identifier: BSD-2-Clause
/*
 * Choices of known implementations, where the specification leaves a choice.
 * Sources: writes to their registers, and their documentation.
 */
#include "model_internal.h"

#define LETTERS_I                                              \
	(MODEL_MISA('I') | MODEL_MISA('M') | MODEL_MISA('A') | \
	 MODEL_MISA('C') | MODEL_MISA('S') | MODEL_MISA('U'))
/* Software can also clear B, D and F of Spike's misa; this is not modelled. */
#define LETTERS_OFF (MODEL_MISA('A') | MODEL_MISA('C') | MODEL_MISA('M'))
#define LETTERS_G (LETTERS_I | MODEL_MISA('F') | MODEL_MISA('D'))

/*
 * Exceptions that can be delegated to S-mode: all except ecalls from S-mode and
 * M-mode.
 */
#define EXCEPTIONS_OF_S 0xb1ffULL

#define INTERRUPTS_OF_S \
	(FIELD_MASK(MIP, SSIP) | FIELD_MASK(MIP, STIP) | FIELD_MASK(MIP, SEIP))
#define INTERRUPTS                                                         \
	(INTERRUPTS_OF_S | FIELD_MASK(MIP, MSIP) | FIELD_MASK(MIP, MTIP) | \
	 FIELD_MASK(MIP, MEIP))

/*
 * Bits that QEMU's registers keep although some have no meaning: bits of H and
 * of control-flow integrity, on harts without these; reserved bits.
 */
#define MEDELEG_QEMU 0xf4bfffULL
#define MIDELEG_QEMU 0x2666ULL
#define MIE_QEMU (INTERRUPTS | ~0x1fffULL)
#define MIP_QEMU 0x2626ULL
#define MENVCFG_QEMU \
	(ENVCFG | FIELD_MASK(MENVCFG, ADUE) | FIELD_MASK(MENVCFG, STCE))

#define STATUS                                                   \
	(FIELD_MASK(MSTATUS, SIE) | FIELD_MASK(MSTATUS, MIE) |   \
	 FIELD_MASK(MSTATUS, SPIE) | FIELD_MASK(MSTATUS, MPIE) | \
	 FIELD_MASK(MSTATUS, SPP) | FIELD_MASK(MSTATUS, MPP) |   \
	 FIELD_MASK(MSTATUS, MPRV) | FIELD_MASK(MSTATUS, SUM) |  \
	 FIELD_MASK(MSTATUS, MXR) | FIELD_MASK(MSTATUS, TVM) |   \
	 FIELD_MASK(MSTATUS, TW) | FIELD_MASK(MSTATUS, TSR))
#define STATUS_XL64 (FIELD_SET(MSTATUS, UXL, 2) | FIELD_SET(MSTATUS, SXL, 2))

#define ENVCFG                                                   \
	(FIELD_MASK(MENVCFG, FIOM) | FIELD_MASK(MENVCFG, CBIE) | \
	 FIELD_MASK(MENVCFG, CBCFE) | FIELD_MASK(MENVCFG, CBZE))

/* clang-format off */
/* Settings that QEMU's two harts share. */
#define QEMU_BOTH \
	.flen = 64, .pmp_entries = 16, .pmp_writable = 16, .hpm_bits = 64, \
	.keeps_reserved = true, .misaligned = true, .illegal_tval = true, \
	.trigger_wide = true, \
	.ebreak_tval = true, .vectored = true, .tvec_align = 2, \
	.misa = LETTERS_G, \
	.extensions = MODEL_ZBA | MODEL_ZBB | MODEL_ZBC | MODEL_ZBS | \
		      MODEL_ZICBOM | MODEL_ZICBOZ | MODEL_ZAWRS | \
		      MODEL_ZFA | MODEL_SSTC | MODEL_SVADU | MODEL_PRIV_1_12 | \
		      MODEL_PRIV_1_13 | MODEL_TIME | MODEL_COUNTINHIBIT, \
	.hpm = 0x7fff8, .hpm_present = 0x7fffd, .hpm_events = 0xfffffff8, \
	.medeleg_writable = MEDELEG_QEMU, .mideleg_writable = MIDELEG_QEMU, \
	.mie_writable = MIE_QEMU, .mip_writable = MIP_QEMU, \
	.menvcfg_reset = FIELD_MASK(MENVCFG, ADUE), \
	.senvcfg_writable = ENVCFG, .mcountinhibit_writable = 0x7fffd, \
	.mcounteren_writable = 0x7ffff, .scounteren_writable = 0x7ffff, \
	.epc_writable = ~0ULL, .pmpaddr_writable = ~0ULL, \
	.pmpcfg_writable = 0xff, .reset_pc = 0x1000

/* Privileged ISA 1.10; no PMP; time is in memory. */
#define BLUESPEC_BOTH \
	.hpm_bits = 64, .illegal_tval = true, .ebreak_tval = true, \
	.vectored = true, .tvec_align = 2, .hpm_present = 0xfffffffd, \
	.hpm_events = 0xfffffff8, .mie_writable = INTERRUPTS, \
	.mip_writable = INTERRUPTS_OF_S, .mcounteren_writable = 7, \
	.epc_writable = ~1ULL, .tvec_reset = 0x1000, .reset_pc = 0x70000000

/* Spike of 2026 with --isa=rv64gc or rv32gc; measured by writes of all ones. */
#define SPIKE_BOTH \
	.flen = 64, .pmp_entries = 64, .pmp_writable = 16, .hpm_bits = 64, \
	.illegal_tval = true, .ebreak_tval = true, .vectored = true, \
	.tvec_align = 2, .misa = LETTERS_G, \
	.extensions = MODEL_PRIV_1_12 | MODEL_COUNTINHIBIT | MODEL_SDTRIG, \
	.trigger_masked = true, .misa_writable = LETTERS_OFF, \
	.hpm_present = 0xfffffffd, .hpm_events = 0xfffffff8, \
	.mstatus_writable = STATUS | FIELD_MASK(MSTATUS, FS), \
	.medeleg_writable = 0xb3fe, .mideleg_writable = INTERRUPTS_OF_S, \
	.mie_writable = INTERRUPTS, .mip_writable = INTERRUPTS_OF_S, \
	.epc_writable = ~1ULL, .pmpcfg_writable = 0x9f, .pmpcfg_reset = 0x1f, \
	.marchid = 5, .tvec_bit1 = true, \
	.reset_pc = 0x1000

static const struct preset {
	const char *name;
	struct model_config config;
} presets[] = {
	{ "qemu-rv64", {
		QEMU_BOTH, .xlen = 64, .paddr_bits = 56, .asid_bits = 16,
		.satp_modes = 1 << 0 | 1 << 8 | 1 << 9 | 1 << 10,
		.mstatus_writable = STATUS | FIELD_MASK(MSTATUS, FS) |
				    FIELD_MASK(MSTATUS, UXL),
		.mstatus_reset = STATUS_XL64,
		.menvcfg_writable = MENVCFG_QEMU | BIT64(60),
		.mhpmevent_writable = 0xf3ffffffffffffffULL,
	} },
	{ "qemu-rv32", {
		QEMU_BOTH, .xlen = 32, .paddr_bits = 34, .asid_bits = 9,
		.satp_modes = 1 << 0 | 1 << 1,
		.mstatus_writable = STATUS | FIELD_MASK(MSTATUS, FS),
		.menvcfg_writable = MENVCFG_QEMU,
		.mhpmevent_writable = ~0ULL,
	} },
	{ "spike-rv64", {
		SPIKE_BOTH, .xlen = 64, .paddr_bits = 56, .asid_bits = 16,
		.satp_modes = 1 << 0 | 1 << 8 | 1 << 9 | 1 << 10,
		.mstatus_reset = STATUS_XL64,
		.pmpaddr_writable = 0x3fffffffffffffULL,
	} },
	{ "spike-rv32", {
		SPIKE_BOTH, .xlen = 32, .paddr_bits = 34, .asid_bits = 9,
		.satp_modes = 1 << 0 | 1 << 1,
		.pmpaddr_writable = 0xffffffff,
	} },
	{ "flute-rv64gc", {
		BLUESPEC_BOTH, .xlen = 64, .flen = 64, .paddr_bits = 56,
		.asid_bits = 16, .misa = LETTERS_G,
		.satp_modes = 1 << 0 | 1 << 8,
		.mstatus_writable = STATUS | FIELD_MASK(MSTATUS, FS),
		.mstatus_reset = STATUS_XL64,
		.medeleg_writable = EXCEPTIONS_OF_S,
		.mideleg_writable = INTERRUPTS_OF_S,
	} },
	{ "piccolo-rv32imac", {
		BLUESPEC_BOTH, .xlen = 32, .paddr_bits = 34, .asid_bits = 9,
		.misa = LETTERS_I & ~MODEL_MISA('S'), .satp_modes = 1 << 0,
		.mstatus_writable = STATUS,
	} },
};
/* clang-format on */

const char *model_preset_name(unsigned int n)
{
	return n < array_size(presets) ? presets[n].name : NULL;
}

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

bool model_preset(const char *name, struct model_config *config)
{
	unsigned int i;

	for (i = 0; i < array_size(presets); i++) {
		if (!same(name, presets[i].name))
			continue;
		*config = presets[i].config;
		return true;
	}
	return false;
}
