/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers and names of CSRs, for all parts except two: the model has its own
 * numbers, to stay independent, and the firmware has OpenSBI's. Privileged and
 * unprivileged ISA, AIA, debug specification, Smctr.
 */
#ifndef INSN_CSRS_H
#define INSN_CSRS_H

/** CSR(enumerator without CSR_, name, number), by number */
/* clang-format off */
#define INSN_CSRS(CSR) \
	CSR(FFLAGS, fflags, 0x001) CSR(FRM, frm, 0x002) \
	CSR(FCSR, fcsr, 0x003) CSR(VSTART, vstart, 0x008) \
	CSR(VXSAT, vxsat, 0x009) CSR(VXRM, vxrm, 0x00a) \
	CSR(VCSR, vcsr, 0x00f) CSR(SSP, ssp, 0x011) CSR(SEED, seed, 0x015) \
	CSR(JVT, jvt, 0x017) CSR(SSTATUS, sstatus, 0x100) \
	CSR(SIE, sie, 0x104) CSR(STVEC, stvec, 0x105) \
	CSR(SCOUNTEREN, scounteren, 0x106) CSR(SENVCFG, senvcfg, 0x10a) \
	CSR(SIEH, sieh, 0x114) CSR(SCOUNTINHIBIT, scountinhibit, 0x120) \
	CSR(SSCRATCH, sscratch, 0x140) CSR(SEPC, sepc, 0x141) \
	CSR(SCAUSE, scause, 0x142) CSR(STVAL, stval, 0x143) \
	CSR(SIP, sip, 0x144) CSR(STIMECMP, stimecmp, 0x14d) \
	CSR(SCTRCTL, sctrctl, 0x14e) CSR(SCTRSTATUS, sctrstatus, 0x14f) \
	CSR(SISELECT, siselect, 0x150) CSR(SIREG, sireg, 0x151) \
	CSR(SIREG2, sireg2, 0x152) CSR(SIREG3, sireg3, 0x153) \
	CSR(SIPH, siph, 0x154) CSR(SIREG4, sireg4, 0x155) \
	CSR(SIREG5, sireg5, 0x156) CSR(SIREG6, sireg6, 0x157) \
	CSR(STOPEI, stopei, 0x15c) CSR(STIMECMPH, stimecmph, 0x15d) \
	CSR(SCTRDEPTH, sctrdepth, 0x15f) CSR(SATP, satp, 0x180) \
	CSR(VSSTATUS, vsstatus, 0x200) CSR(VSIE, vsie, 0x204) \
	CSR(VSTVEC, vstvec, 0x205) CSR(VSSCRATCH, vsscratch, 0x240) \
	CSR(VSEPC, vsepc, 0x241) CSR(VSCAUSE, vscause, 0x242) \
	CSR(VSTVAL, vstval, 0x243) CSR(VSIP, vsip, 0x244) \
	CSR(VSTIMECMP, vstimecmp, 0x24d) CSR(VSCTRCTL, vsctrctl, 0x24e) \
	CSR(VSISELECT, vsiselect, 0x250) CSR(VSIREG, vsireg, 0x251) \
	CSR(VSTIMECMPH, vstimecmph, 0x25d) CSR(VSATP, vsatp, 0x280) \
	CSR(MSTATUS, mstatus, 0x300) CSR(MISA, misa, 0x301) \
	CSR(MEDELEG, medeleg, 0x302) CSR(MIDELEG, mideleg, 0x303) \
	CSR(MIE, mie, 0x304) CSR(MTVEC, mtvec, 0x305) \
	CSR(MCOUNTEREN, mcounteren, 0x306) CSR(MVIEN, mvien, 0x308) \
	CSR(MVIP, mvip, 0x309) CSR(MENVCFG, menvcfg, 0x30a) \
	CSR(MSTATUSH, mstatush, 0x310) CSR(MEDELEGH, medelegh, 0x312) \
	CSR(MIDELEGH, midelegh, 0x313) CSR(MIEH, mieh, 0x314) \
	CSR(MENVCFGH, menvcfgh, 0x31a) \
	CSR(MCOUNTINHIBIT, mcountinhibit, 0x320) \
	CSR(MCYCLECFG, mcyclecfg, 0x321) CSR(MINSTRETCFG, minstretcfg, 0x322) \
	CSR(MSCRATCH, mscratch, 0x340) CSR(MEPC, mepc, 0x341) \
	CSR(MCAUSE, mcause, 0x342) CSR(MTVAL, mtval, 0x343) \
	CSR(MIP, mip, 0x344) CSR(MTINST, mtinst, 0x34a) \
	CSR(MTVAL2, mtval2, 0x34b) CSR(MCTRCTL, mctrctl, 0x34e) \
	CSR(MISELECT, miselect, 0x350) CSR(MIREG, mireg, 0x351) \
	CSR(MIREG2, mireg2, 0x352) CSR(MIREG3, mireg3, 0x353) \
	CSR(MIPH, miph, 0x354) CSR(MIREG4, mireg4, 0x355) \
	CSR(MIREG5, mireg5, 0x356) CSR(MIREG6, mireg6, 0x357) \
	CSR(MTOPEI, mtopei, 0x35c) CSR(SCONTEXT, scontext, 0x5a8) \
	CSR(HSTATUS, hstatus, 0x600) CSR(HEDELEG, hedeleg, 0x602) \
	CSR(HIDELEG, hideleg, 0x603) CSR(HIE, hie, 0x604) \
	CSR(HTIMEDELTA, htimedelta, 0x605) CSR(HCOUNTEREN, hcounteren, 0x606) \
	CSR(HGEIE, hgeie, 0x607) CSR(HENVCFG, henvcfg, 0x60a) \
	CSR(HEDELEGH, hedelegh, 0x612) CSR(HTIMEDELTAH, htimedeltah, 0x615) \
	CSR(HENVCFGH, henvcfgh, 0x61a) CSR(HTVAL, htval, 0x643) \
	CSR(HIP, hip, 0x644) CSR(HVIP, hvip, 0x645) \
	CSR(HTINST, htinst, 0x64a) CSR(HGATP, hgatp, 0x680) \
	CSR(HCONTEXT, hcontext, 0x6a8) CSR(MCYCLECFGH, mcyclecfgh, 0x721) \
	CSR(MINSTRETCFGH, minstretcfgh, 0x722) \
	CSR(MNSCRATCH, mnscratch, 0x740) CSR(MNEPC, mnepc, 0x741) \
	CSR(MNCAUSE, mncause, 0x742) CSR(MNSTATUS, mnstatus, 0x744) \
	CSR(MSECCFG, mseccfg, 0x747) CSR(MSECCFGH, mseccfgh, 0x757) \
	CSR(TSELECT, tselect, 0x7a0) CSR(TDATA1, tdata1, 0x7a1) \
	CSR(TDATA2, tdata2, 0x7a2) CSR(TDATA3, tdata3, 0x7a3) \
	CSR(TINFO, tinfo, 0x7a4) CSR(TCONTROL, tcontrol, 0x7a5) \
	CSR(MCONTEXT, mcontext, 0x7a8) CSR(DCSR, dcsr, 0x7b0) \
	CSR(DPC, dpc, 0x7b1) CSR(DSCRATCH0, dscratch0, 0x7b2) \
	CSR(DSCRATCH1, dscratch1, 0x7b3) CSR(MCYCLE, mcycle, 0xb00) \
	CSR(MINSTRET, minstret, 0xb02) CSR(MCYCLEH, mcycleh, 0xb80) \
	CSR(MINSTRETH, minstreth, 0xb82) CSR(CYCLE, cycle, 0xc00) \
	CSR(TIME, time, 0xc01) CSR(INSTRET, instret, 0xc02) \
	CSR(VL, vl, 0xc20) CSR(VTYPE, vtype, 0xc21) CSR(VLENB, vlenb, 0xc22) \
	CSR(CYCLEH, cycleh, 0xc80) CSR(TIMEH, timeh, 0xc81) \
	CSR(INSTRETH, instreth, 0xc82) CSR(SCOUNTOVF, scountovf, 0xda0) \
	CSR(STOPI, stopi, 0xdb0) CSR(HGEIP, hgeip, 0xe12) \
	CSR(MVENDORID, mvendorid, 0xf11) CSR(MARCHID, marchid, 0xf12) \
	CSR(MIMPID, mimpid, 0xf13) CSR(MHARTID, mhartid, 0xf14) \
	CSR(MCONFIGPTR, mconfigptr, 0xf15) CSR(MTOPI, mtopi, 0xfb0)

/** Numbered CSRs: ROW(enumerator and format of names, first number, count, first index) */
#define INSN_CSR_ROWS(ROW) \
	ROW(SSTATEEN0, "sstateen%u", 0x10c, 4, 0) \
	ROW(MSTATEEN0, "mstateen%u", 0x30c, 4, 0) \
	ROW(MSTATEEN0H, "mstateen%uh", 0x31c, 4, 0) \
	ROW(MHPMEVENT3, "mhpmevent%u", 0x323, 29, 3) \
	ROW(PMPCFG0, "pmpcfg%u", 0x3a0, 16, 0) \
	ROW(PMPADDR0, "pmpaddr%u", 0x3b0, 64, 0) \
	ROW(HSTATEEN0, "hstateen%u", 0x60c, 4, 0) \
	ROW(HSTATEEN0H, "hstateen%uh", 0x61c, 4, 0) \
	ROW(MHPMEVENT3H, "mhpmevent%uh", 0x723, 29, 3) \
	ROW(MHPMCOUNTER3, "mhpmcounter%u", 0xb03, 29, 3) \
	ROW(MHPMCOUNTER3H, "mhpmcounter%uh", 0xb83, 29, 3) \
	ROW(HPMCOUNTER3, "hpmcounter%u", 0xc03, 29, 3) \
	ROW(HPMCOUNTER3H, "hpmcounter%uh", 0xc83, 29, 3)
/* clang-format on */

#define INSN_CSR_ENUM(id, name, number, ...) CSR_##id = (number),
enum insn_csr { INSN_CSRS(INSN_CSR_ENUM) INSN_CSR_ROWS(INSN_CSR_ENUM) };
#undef INSN_CSR_ENUM

#endif
