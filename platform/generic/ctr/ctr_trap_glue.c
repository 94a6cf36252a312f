// SPDX-License-Identifier: BSD-2-Clause
/*
 * CTR in traps of M-mode: redirection, FWFT, and the trap that ends the
 * firmware.
 */
#include <ctr/ctr_trap.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_trap.h>

#include <hooks.h>

#include "ctr_glue.h"

/* ctr_glue.c writes this variable and the next. */
unsigned long ctr_glue_offset;
bool ctr_glue_for_s_mode;

/* --- redirected traps ----------------------------------------------------- */

/* Any trap of a lower mode. The stock function redirects a guest's trap to the
 * guest if its host delegates it. */
static void __attribute__((noinline))
ctr_glue_record(const struct ctr_hart *h, const struct sbi_trap_regs *regs,
		unsigned long cause)
{
	struct ctr_trap t = {
		.pc = regs->mepc,
		.handler = csr_read(CSR_STVEC) & ~MTVEC_MODE,
		.from_s = sbi_mstatus_prev_mode(regs->mstatus) == PRV_S,
		.from_v = sbi_regs_from_virt(regs),
		.interrupt = cause >> (__riscv_xlen - 1),
	};

	if (t.from_v && cause < __riscv_xlen &&
	    (csr_read(CSR_HEDELEG) & 1ul << cause)) {
		t.to_v = true;
		t.handler = csr_read(CSR_VSTVEC) & ~MTVEC_MODE;
	}
	ctr_trap_record(h, &t);
}

/* Apart, so that the function below has no stack frame. */
static int __attribute__((noinline))
ctr_glue_redirect_guest(const struct ctr_hart *h, struct sbi_trap_regs *regs,
			const struct sbi_trap_info *trap)
{
	ctr_glue_record(h, regs, trap->cause);
	return __real_sbi_trap_redirect(regs, trap);
}

/*
 * The record comes first, so that no work is left after the stock function. The
 * stock function fails only for traps from M-mode.
 */
static int ctr_glue_redirect(struct sbi_trap_regs *regs,
			     const struct sbi_trap_info *trap)
{
	/* Never NULL, as this function is in use. */
	const struct ctr_hart *h = sbi_scratch_offset_ptr(
		sbi_scratch_thishart_ptr(), ctr_glue_offset);
	int mode = sbi_mstatus_prev_mode(regs->mstatus);
	struct ctr_trap t;

	if (!h->usable || mode == PRV_M)
		return __real_sbi_trap_redirect(regs, trap);
	if (unlikely(sbi_regs_from_virt(regs)))
		return ctr_glue_redirect_guest(h, regs, trap);
	t = (struct ctr_trap){
		.pc = regs->mepc,
		.handler = csr_read(CSR_STVEC) & ~MTVEC_MODE,
		.from_s = mode != PRV_U,
		.interrupt = trap->cause >> (__riscv_xlen - 1),
	};
	ctr_trap_record(h, &t);
	return __real_sbi_trap_redirect(regs, trap);
}

static int (*trap_redirect)(struct sbi_trap_regs *regs,
			    const struct sbi_trap_info *trap) =
	__real_sbi_trap_redirect;

/* If no hart has CTR, this adds three instructions. */
int __wrap_sbi_trap_redirect(struct sbi_trap_regs *regs,
			     const struct sbi_trap_info *trap)
{
	return trap_redirect(regs, trap);
}

/* --- traps that OpenSBI redirects within its own object --------------------- */

/*
 * The exceptions for which sbi_trap_handler() calls another object. It redirects
 * all others by itself: those that no bit of medeleg delegates, such as custom
 * ones. check-link.sh compares the lines with its source.
 */
#define HANDLED(cause) (1ul << (cause))
#define HANDLED_CAUSES                                                         \
	(HANDLED(CAUSE_ILLEGAL_INSTRUCTION) | HANDLED(CAUSE_MISALIGNED_LOAD) | \
	 HANDLED(CAUSE_MISALIGNED_STORE) | HANDLED(CAUSE_SUPERVISOR_ECALL) |   \
	 HANDLED(CAUSE_MACHINE_ECALL) | HANDLED(CAUSE_LOAD_ACCESS) |           \
	 HANDLED(CAUSE_STORE_ACCESS) | HANDLED(CAUSE_DOUBLE_TRAP))

/* Numbers of exceptions are below 64, and the shift takes no more of them. For an
 * interrupt both answers are right. */
static inline bool ctr_glue_is_handled(unsigned long cause)
{
	return (__riscv_xlen > 32 || cause < 32) &&
	       (HANDLED_CAUSES >> cause % __riscv_xlen & 1);
}

/* Apart, so that other traps need no stack frame. */
static struct sbi_trap_context *__attribute__((noinline))
ctr_glue_trap_alone(struct sbi_trap_context *tcntx)
{
	const struct ctr_hart *h = ctr_glue_hart(sbi_scratch_thishart_ptr());

	if (h->usable && !(tcntx->trap.cause & MCAUSE_IRQ_MASK) &&
	    sbi_mstatus_prev_mode(tcntx->regs.mstatus) != PRV_M)
		ctr_glue_record(h, &tcntx->regs, tcntx->trap.cause);
	return __real_sbi_trap_handler(tcntx);
}

static struct sbi_trap_context *ctr_glue_trap(struct sbi_trap_context *tcntx)
{
	if (ctr_glue_is_handled(tcntx->trap.cause))
		return __real_sbi_trap_handler(tcntx);
	return ctr_glue_trap_alone(tcntx);
}

static struct sbi_trap_context *(*trap_handler)(struct sbi_trap_context *) =
	__real_sbi_trap_handler;

struct sbi_trap_context *ctr_glue_handler(struct sbi_trap_context *tcntx)
{
	return trap_handler(tcntx);
}

/* Weak: the firmware of the tests counts the calls. */
struct sbi_trap_context *__wrap_sbi_trap_handler(struct sbi_trap_context *tcntx)
	__attribute__((weak, alias("ctr_glue_handler")));

void ctr_glue_record_traps(void)
{
	trap_redirect = ctr_glue_redirect;
	trap_handler = ctr_glue_trap;
}

/* --- counter overflow ----------------------------------------------------- */

void ctr_glue_overflow(void)
{
	const struct ctr_hart *h = ctr_glue_hart(sbi_scratch_thishart_ptr());

	if (h)
		ctr_overflow(h);
}

/* --- FWFT ----------------------------------------------------------------- */

static int (*fwft_handle)(unsigned long extid, unsigned long funcid,
			  struct sbi_trap_regs *regs,
			  struct sbi_ecall_return *out);

/* Features are 32-bit numbers. A hart without CTR does not know this one. */
static int ctr_glue_fwft_ecall(unsigned long extid, unsigned long funcid,
			       struct sbi_trap_regs *regs,
			       struct sbi_ecall_return *out)
{
	struct ctr_hart *h = ctr_glue_hart(sbi_scratch_thishart_ptr());
	struct sbiret ret;

	if ((u32)regs->a0 != CTR_FWFT_MTE || funcid > SBI_EXT_FWFT_GET ||
	    !h->present)
		return fwft_handle(extid, funcid, regs, out);
	ret = funcid == SBI_EXT_FWFT_SET ? ctr_mte_set(h, regs->a1, regs->a2) :
					   ctr_mte_get(h);
	out->value = ret.value;
	return (int)ret.error;
}

/* If S-mode has CTR on no hart, the extension keeps its stock handler. */
void ctr_glue_fwft(void)
{
	struct sbi_ecall_extension *ext;

	if (!ctr_glue_for_s_mode)
		return; /* unseen: only slower */
	ext = sbi_ecall_find_extension(SBI_EXT_FWFT);
	if (!ext)
		return; /* unseen: FWFT is in every release */
	fwft_handle = ext->handle;
	ext->handle = ctr_glue_fwft_ecall;
}

/* --- the end -------------------------------------------------------------- */

#define DUMP_MAX 16

void ctr_glue_dump(void)
{
	const struct ctr_hart *h = ctr_glue_hart(sbi_scratch_thishart_ptr());
	struct ctr_record r;
	unsigned int n;

	if (!h || !ctr_recording(h))
		return;
	sbi_printf("\nhartscope: hart%u: records of S-mode, youngest "
		   "first:\n",
		   current_hartid());
	for (n = 0; n < DUMP_MAX && ctr_record_at(n, &r); n++)
		sbi_printf("hartscope: hart%u: ctr%u: 0x%lx -> 0x%lx %s\n",
			   current_hartid(), n, r.source & ~1ul,
			   r.target & ~1ul, ctr_type_name(r.data));
}
