// SPDX-License-Identifier: BSD-2-Clause
/* The SBI trace extension, on machines that have usable trace components. */
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_trap.h>

#include "trace_calls.h"
#include "trace_glue.h"

static int trace_ecall(unsigned long extid, unsigned long funcid,
		       struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	struct sbi_args args = { { regs->a0, regs->a1, regs->a2, regs->a3,
				   regs->a4, regs->a5 } };
	struct sbiret ret;

	(void)extid;
	ret = trace_glue_call(funcid, &args);
	/* S-mode repeats the call, and takes its interrupts in between. */
	out->skip_regs_update = ret.error == TRACE_AGAIN;
	if (out->skip_regs_update)
		return 0; /* unseen: OpenSBI writes no register then */
	out->value = ret.value;
	return (int)ret.error;
}

static struct sbi_ecall_extension ecall_trace = {
	.name = "trace",
	.extid_start = TRACE_SBI_EID,
	.extid_end = TRACE_SBI_EID,
	.handle = trace_ecall,
};

int trace_glue_register(void)
{
	u32 n;

	trace_glue_arm();
	for (n = 0; n < trace_glue.count; n++)
		if (!trace_glue.component[n].reason)
			return sbi_ecall_register_extension(&ecall_trace);
	return 0;
}
