// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traps into M-mode are recorded if S-mode requests it by FWFT. No record has
 * an address of the firmware, and the record of a redirected trap is complete.
 */
#include "check.h"
#include "ctr_rig.h"
#include "fdt.h"

void ctr_at_illegal(unsigned long arg);
void ctr_at_ecall(unsigned long arg);
void ctr_user_illegal(unsigned long arg);
void ctr_user_jump(unsigned long arg);
void ctr_user_jumped(unsigned long arg);

static struct sbiret set(unsigned long value, unsigned long flags)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FWFT_CTR_MTE, value, flags);
}

static struct sbiret get(void)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, FWFT_CTR_MTE);
}

#if __riscv_xlen == 64
static struct sbiret set_feature(unsigned long feature, unsigned long value)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, feature, value);
}

static struct sbiret get_feature(unsigned long feature)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, feature);
}
#endif

static void calls(void)
{
	if (!ctr_mte_here())
		return;
	CHECK_VALUE(get(), 0);
	CHECK_OK(set(1, 0));
	CHECK_VALUE(get(), 1);
	CHECK_ERROR(set(2, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(set(0, 2), SBI_ERR_INVALID_PARAM);
	CHECK_VALUE(get(), 1);
	CHECK_OK(set(0, 0));
	CHECK_VALUE(get(), 0);
#if __riscv_xlen == 64
	/* The number of a feature has 32 bits. */
	CHECK_OK(set_feature(FWFT_CTR_MTE | 1ul << 32, 1));
	CHECK_VALUE(get(), 1);
	CHECK_VALUE(get_feature(FWFT_CTR_MTE | 0x8000000000000000ul), 1);
	CHECK_OK(set_feature(FWFT_CTR_MTE | 0xfffffffful << 32, 0));
	CHECK_VALUE(get(), 0);
#endif
}

static void not_offered(void)
{
	if (ctr_expected() && !option_given("mte=no"))
		return;
	CHECK(get().error);
	CHECK(set(1, 0).error);
}

/* --- records -------------------------------------------------------------- */

static struct ctr_record after_ecall(unsigned long sctrctl)
{
	struct ctr_record r;
	unsigned int n = 0;

	ctr_reset();
	csr_write(SCTRCTL, sctrctl);
	ctr_at_ecall(0);
	csr_write(SCTRCTL, 0);
	/* Skip records of the return from M-mode */
	do
		r = ctr_look(n++);
	while (r.source != ((unsigned long)ctr_at_ecall | 1) && r.source);
	return r;
}

static void an_ecall(void)
{
	struct ctr_record r;

	if (!ctr_mte_here())
		return;
	r = after_ecall(CTR_S);
	CHECK_EQ(r.source, 0);
	CHECK_OK(set(1, 0));
	r = after_ecall(CTR_S);
	CHECK_EQ(r.source, (unsigned long)ctr_at_ecall | 1);
	CHECK_EQ(r.target, 0);
	r = after_ecall(CTR_U);
	CHECK_EQ(r.source, 0);
	if (ctr_options()->control & CTR_RASEMU) {
		r = after_ecall(CTR_S | CTR_RASEMU);
		CHECK_EQ(r.source, 0);
	}
	CHECK_OK(set(0, 0));
	r = after_ecall(CTR_S);
	CHECK_EQ(r.source, 0);
	ctr_reset();
}

/*
 * A redirected trap has one record: the hart records the source, and the
 * firmware adds the address of the handler.
 */
static void redirected(const char *row,
		       void (*run)(void (*fn)(unsigned long), unsigned long),
		       void (*fn)(unsigned long), unsigned long sctrctl,
		       const void *source, const void *target)
{
	struct ctr_record r;

	check_row(row, sctrctl);
	ctr_reset();
	csr_write(stvec, ctr_trap_entry);
	csr_write(SCTRSTATUS, 14ul);
	hart_self()->expect = 1;
	csr_write(SCTRCTL, sctrctl);
	run(fn, 0);
	csr_write(SCTRCTL, 0);
	hart_self()->expect = 0;
	csr_write(stvec, trap_entry);
	r = ctr_look(0);
	CHECK_EQ(r.source, (unsigned long)source | 1);
	CHECK_EQ(r.target, (unsigned long)target);
	CHECK_EQ(r.data, ctr_data(CTR_EXCEPTION));
	CHECK(ctr_look(1).data != CTR_EXCEPTION);
}

static void call(void (*fn)(unsigned long), unsigned long arg)
{
	fn(arg);
}

static void redirected_traps(void)
{
	if (!ctr_mte_here())
		return;
	CHECK_OK(set(1, 0));
	redirected("S", call, ctr_at_illegal, CTR_S, ctr_at_illegal,
		   ctr_trap_entry);
	redirected("U", hart_user, ctr_user_illegal, CTR_S | CTR_U,
		   ctr_user_illegal, ctr_trap_entry);
	redirected("U, STE", hart_user, ctr_user_illegal,
		   CTR_S | CTR_U | CTR_STE, ctr_user_illegal, ctr_trap_entry);
	redirected("external", hart_user, ctr_user_illegal, CTR_U | CTR_STE,
		   ctr_user_illegal, NULL);
	redirected("U off", hart_user, ctr_user_illegal, CTR_S, NULL,
		   ctr_trap_entry);
#if __riscv_xlen == 64
	/*
	 * The firmware does not complete a delegated trap: the hart's record
	 * stays.
	 */
	if (ctr_options()->control & CTR_EXCINH)
		redirected("EXCINH", call, ctr_at_illegal, CTR_S | CTR_EXCINH,
			   ctr_at_illegal, NULL);
#endif
	CHECK_OK(set(0, 0));
	redirected("MTE off again", call, ctr_at_illegal, CTR_S, ctr_at_illegal,
		   ctr_trap_entry);
	ctr_reset();
}

/*
 * A trap from VS-mode that ends in HS-mode, with vsctrctl.STE = 0: the hart may
 * have recorded it on its way to M-mode; QEMU does not. The trap has one record
 * in each case, and the record of the guest's jump before it stays.
 */
static void from_guest(unsigned long sctrctl, const void *target)
{
	struct ctr_record r;

	check_row("sctrctl", sctrctl);
	ctr_reset();
	csr_write(stvec, ctr_trap_entry);
	csr_write(HEDELEG, 0);
	csr_write(VSCTRCTL, CTR_S);
	hart_self()->expect = 1;
	csr_write(SCTRCTL, sctrctl);
	hart_guest(ctr_user_jump, 0);
	csr_write(SCTRCTL, 0);
	hart_self()->expect = 0;
	csr_write(stvec, trap_entry);
	r = ctr_look(0);
	CHECK_EQ(r.source, (unsigned long)ctr_user_jumped | 1);
	CHECK_EQ(r.target, (unsigned long)target);
	CHECK_EQ(r.data, ctr_data(CTR_EXCEPTION));
	r = ctr_look(1);
	CHECK_EQ(r.source, (unsigned long)ctr_user_jump | 1);
	CHECK_EQ(r.target, (unsigned long)ctr_user_jumped);
}

static void records_of_a_guest(void)
{
	if (!ctr_mte_here())
		return;
	if (HART_TRY(csr_write(HEDELEG, 0)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return;
	}
	if (option_given("mpv=no")) {
		check_skip("this QEMU's M-mode cannot return to the host");
		return;
	}
	CHECK_OK(set(1, 0));
	from_guest(CTR_STE, NULL);
	from_guest(CTR_S | CTR_STE, ctr_trap_entry);
	from_guest(CTR_S, ctr_trap_entry);
	CHECK_OK(set(0, 0));
	ctr_reset();
}

static void locked(void)
{
	if (!ctr_mte_here())
		return;
	CHECK_OK(set(0, SBI_FWFT_SET_FLAG_LOCK));
	CHECK_ERROR(set(1, 0), SBI_ERR_DENIED_LOCKED);
	CHECK_VALUE(get(), 0);
}

const struct check_case check_cases[] = {
	{ "the calls", calls },
	{ "not offered", not_offered },
	{ "an ecall", an_ecall },
	{ "redirected traps", redirected_traps },
	{ "records of a guest", records_of_a_guest },
	{ "locked", locked },
	{ NULL, NULL },
};
