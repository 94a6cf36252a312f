/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of OpenSBI's header: all registers that are asked for exist. */
#ifndef FUZZ_SBI_CSR_DETECT_H
#define FUZZ_SBI_CSR_DETECT_H

#include <sbi/riscv_asm.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_trap.h>

#define csr_read_allowed(csr, trap) ((trap)->cause = 0, csr_read(csr))
#define csr_write_allowed(csr, trap, value) \
	((trap)->cause = 0, csr_write(csr, value))

#endif
