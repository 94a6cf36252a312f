// SPDX-License-Identifier: BSD-2-Clause
/*
 * SBI DBCN in front of OpenSBI, whose own functions access memory that S-mode
 * names without a check, and print it with the lock of the console held: a
 * fault then ends the firmware without a report. This file copies the text
 * first.
 */
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_trap.h>

#include "../fast/calls.h"
#include "judges.h"
#include "shmem_glue.h"

enum {
	DBCN_PIECE = 128,    /* bytes on the stack */
	DBCN_CALL_MAX = 512, /* bytes of one call */
};

static int (*dbcn_stock)(unsigned long extid, unsigned long funcid,
			 struct sbi_trap_regs *regs,
			 struct sbi_ecall_return *out);

static unsigned long dbcn_at_most(unsigned long size, unsigned long limit)
{
	return size < limit ? size : limit;
}

/*
 * SBI DBCN: a call may print fewer bytes than requested, and must not block.
 * Without a limit a hart could stay in M-mode until all of its memory is
 * printed.
 */
static int dbcn_write(unsigned long address, unsigned long size,
		      unsigned long *done)
{
	char piece[DBCN_PIECE];
	unsigned long part, printed;

	if (!shmem_glue_allowed(address, size, SBI_DOMAIN_READ))
		return SBI_ERR_INVALID_PARAM;
	size = dbcn_at_most(size, DBCN_CALL_MAX);
	while (*done < size) {
		part = dbcn_at_most(size - *done, sizeof(piece));
		if (!shmem_glue_read(piece, address + *done, part))
			return *done ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM;
		printed = sbi_nputs(piece, part);
		*done += printed;
		if (printed < part)
			break;
	}
	return SBI_SUCCESS;
}

/* The memory is judged before any input is taken. */
static int dbcn_read(unsigned long address, unsigned long size,
		     unsigned long *done)
{
	char piece[DBCN_PIECE];
	unsigned long part, typed;

	if (!shmem_glue_allowed(address, size, SBI_DOMAIN_WRITE))
		return SBI_ERR_INVALID_PARAM;
	size = dbcn_at_most(size, DBCN_CALL_MAX);
	if (!shmem_glue_answers(address, size, SBI_DOMAIN_WRITE))
		return SBI_ERR_INVALID_PARAM;
	while (*done < size) {
		part = dbcn_at_most(size - *done, sizeof(piece));
		typed = sbi_ngets(piece, part);
		if (typed && !shmem_glue_write(address + *done, piece, typed))
			/* unseen: all of the text has its place, as
			 * shmem_glue_answers() has found */
			return *done ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM;
		*done += typed;
		if (typed < part)
			break;
	}
	return SBI_SUCCESS;
}

static int dbcn_do(unsigned long extid, unsigned long funcid,
		   struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	unsigned long size = regs->a0, low = regs->a1, high = regs->a2;

	if (funcid != SBI_EXT_DBCN_CONSOLE_WRITE &&
	    funcid != SBI_EXT_DBCN_CONSOLE_READ)
		return dbcn_stock(extid, funcid, regs, out);
	if (!size)
		return SBI_SUCCESS;
	/* M-mode has no translation: it reaches only addresses of XLEN bits */
	if (high)
		return SBI_ERR_INVALID_PARAM;
	if (funcid == SBI_EXT_DBCN_CONSOLE_WRITE)
		return dbcn_write(low, size, &out->value);
	return dbcn_read(low, size, &out->value);
}

/* Lines of M-mode itself may be lost, too, which concerns no caller. */
static int dbcn_handle(unsigned long extid, unsigned long funcid,
		       struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	int rc;

	console_guard_lost();
	rc = dbcn_do(extid, funcid, regs, out);
	return console_guard_lost() ? SBI_ERR_FAILED : rc;
}

void dbcn_glue_register(void)
{
	struct sbi_ecall_extension *dbcn =
		sbi_ecall_find_extension(SBI_EXT_DBCN);

	if (!dbcn)
		return;
	dbcn_stock = dbcn->handle;
	dbcn->handle = dbcn_handle;
}
