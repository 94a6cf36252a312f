/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fields of the CSRs of the privileged architecture and of page table entries
 * (privileged ISA 20240411), as tables of hart/fields.h.
 */
#ifndef HART_CSR_FIELDS_H
#define HART_CSR_FIELDS_H

#include <hart/fields.h>

/* mstatus; on RV32 bits 32 to 63 are mstatush, and SD is bit 31. */
#define FIELDS_MSTATUS(FIELD)       \
	FIELD(MSTATUS, SIE, 1, 1)   \
	FIELD(MSTATUS, MIE, 3, 1)   \
	FIELD(MSTATUS, SPIE, 5, 1)  \
	FIELD(MSTATUS, UBE, 6, 1)   \
	FIELD(MSTATUS, MPIE, 7, 1)  \
	FIELD(MSTATUS, SPP, 8, 1)   \
	FIELD(MSTATUS, VS, 9, 2)    \
	FIELD(MSTATUS, MPP, 11, 2)  \
	FIELD(MSTATUS, FS, 13, 2)   \
	FIELD(MSTATUS, XS, 15, 2)   \
	FIELD(MSTATUS, MPRV, 17, 1) \
	FIELD(MSTATUS, SUM, 18, 1)  \
	FIELD(MSTATUS, MXR, 19, 1)  \
	FIELD(MSTATUS, TVM, 20, 1)  \
	FIELD(MSTATUS, TW, 21, 1)   \
	FIELD(MSTATUS, TSR, 22, 1)  \
	FIELD(MSTATUS, UXL, 32, 2)  \
	FIELD(MSTATUS, SXL, 34, 2)

/* mip and mie. */
#define FIELDS_MIP(FIELD)       \
	FIELD(MIP, SSIP, 1, 1)  \
	FIELD(MIP, MSIP, 3, 1)  \
	FIELD(MIP, STIP, 5, 1)  \
	FIELD(MIP, MTIP, 7, 1)  \
	FIELD(MIP, SEIP, 9, 1)  \
	FIELD(MIP, MEIP, 11, 1) \
	FIELD(MIP, LCOFIP, 13, 1)

/* menvcfg and, in its lower bits, senvcfg. */
#define FIELDS_MENVCFG(FIELD)        \
	FIELD(MENVCFG, FIOM, 0, 1)   \
	FIELD(MENVCFG, CBIE, 4, 2)   \
	FIELD(MENVCFG, CBCFE, 6, 1)  \
	FIELD(MENVCFG, CBZE, 7, 1)   \
	FIELD(MENVCFG, CDE, 60, 1)   \
	FIELD(MENVCFG, ADUE, 61, 1)  \
	FIELD(MENVCFG, PBMTE, 62, 1) \
	FIELD(MENVCFG, STCE, 63, 1)

/* A byte of pmpcfg. */
#define FIELDS_PMPCFG(FIELD)   \
	FIELD(PMPCFG, R, 0, 1) \
	FIELD(PMPCFG, W, 1, 1) \
	FIELD(PMPCFG, X, 2, 1) \
	FIELD(PMPCFG, A, 3, 2) \
	FIELD(PMPCFG, L, 7, 1)

/* satp of the two widths. */
#define FIELDS_SATP64(FIELD)        \
	FIELD(SATP64, PPN, 0, 44)   \
	FIELD(SATP64, ASID, 44, 16) \
	FIELD(SATP64, MODE, 60, 4)
#define FIELDS_SATP32(FIELD)       \
	FIELD(SATP32, PPN, 0, 22)  \
	FIELD(SATP32, ASID, 22, 9) \
	FIELD(SATP32, MODE, 31, 1)

/* A page table entry; Sv32 has no bits above PPN. */
#define FIELDS_PTE(FIELD)       \
	FIELD(PTE, V, 0, 1)     \
	FIELD(PTE, R, 1, 1)     \
	FIELD(PTE, W, 2, 1)     \
	FIELD(PTE, X, 3, 1)     \
	FIELD(PTE, U, 4, 1)     \
	FIELD(PTE, G, 5, 1)     \
	FIELD(PTE, A, 6, 1)     \
	FIELD(PTE, D, 7, 1)     \
	FIELD(PTE, PPN, 10, 44) \
	FIELD(PTE, HIGH, 54, 7) \
	FIELD(PTE, PBMT, 61, 2) \
	FIELD(PTE, N, 63, 1)

#define FIELDS_FCSR(FIELD)        \
	FIELD(FCSR, FFLAGS, 0, 5) \
	FIELD(FCSR, FRM, 5, 3)

FIELD_TABLE(MSTATUS);
FIELD_TABLE(MIP);
FIELD_TABLE(MENVCFG);
FIELD_TABLE(PMPCFG);
FIELD_TABLE(SATP64);
FIELD_TABLE(SATP32);
FIELD_TABLE(PTE);
FIELD_TABLE(FCSR);

#endif
