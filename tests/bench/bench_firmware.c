// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linked only into firmware of the benchmark (see bench_firmware.h): into
 * hartscope's, and into that of stock OpenSBI.
 */
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_context.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_trap.h>

#include "bench_firmware.h"

int __real_sbi_domain_startup(struct sbi_scratch *scratch, u32 cold_hartid);
int __wrap_sbi_domain_startup(struct sbi_scratch *scratch, u32 cold_hartid);

/* Go to the other one of two domains; the root domain owns no hart here. */
static int bench_enter(void)
{
	struct sbi_domain *dom, *mine = sbi_domain_thishart_ptr();

	sbi_domain_for_each(dom)
	{
		if (dom != mine && dom != &root)
			return sbi_domain_context_enter(dom);
	}
	return SBI_ENOENT;
}

static int bench_suspend(u32 suspend_type, ulong mmode_resume_addr)
{
	(void)suspend_type;
	(void)mmode_resume_addr;
	return 0;
}

static const struct sbi_hsm_device bench_hsm = {
	.name = "bench",
	.hart_suspend = bench_suspend,
};

static int bench_call(unsigned long extid, unsigned long funcid,
		      struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)extid;
	(void)regs;
	(void)out;
	switch (funcid) {
	case BENCH_ENTER:
		return bench_enter();
	case BENCH_EXIT:
		return sbi_domain_context_exit();
	case BENCH_LOSE:
		sbi_hsm_set_device(&bench_hsm);
		return 0;
	}
	return SBI_ENOTSUPP;
}

static struct sbi_ecall_extension bench_extension = {
	.name = "bench",
	.extid_start = BENCH_EID,
	.extid_end = BENCH_EID,
	.handle = bench_call,
};

/* OpenSBI calls this last in a cold boot; it registers the extension. */
int __wrap_sbi_domain_startup(struct sbi_scratch *scratch, u32 cold_hartid)
{
	int rc = sbi_ecall_register_extension(&bench_extension);

	return rc ? rc : __real_sbi_domain_startup(scratch, cold_hartid);
}
