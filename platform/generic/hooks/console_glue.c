// SPDX-License-Identifier: BSD-2-Clause
/*
 * Lines of stock OpenSBI at places without another hook, recognised by their
 * formats (stock_formats.h); this check costs no instruction in other traps.
 *
 * One is for every SYSTEM instruction that is illegal and no CSR access, sret
 * or SCTRCLR in U-mode say, before it redirects it: any program can flood the
 * console, and slow all harts down. It is dropped.
 *
 * One begins the report on a trap without a handler: the trace of its history
 * has to stop now, before the report fills it.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_trap.h>

#include "../trace/trace_calls.h"
#include "stock_formats.h"

bool console_glue_drop(const char *format);

static const char noise[] = STOCK_NOISE;
static const char death[] = STOCK_DEATH;

/** For console_printf.S: true if a line must not be printed, because a program
 * below M-mode could cause it at will. */
bool console_glue_drop(const char *format)
{
	const struct sbi_trap_context *tcntx;

	if (!sbi_strncmp(format, death, sizeof(death) - 1))
		trace_glue_crash();
	if (sbi_strncmp(format, noise, sizeof(noise) - 1))
		return false;
	tcntx = sbi_trap_get_context(sbi_scratch_thishart_ptr());
	return tcntx && sbi_mstatus_prev_mode(tcntx->regs.mstatus) != PRV_M;
}
