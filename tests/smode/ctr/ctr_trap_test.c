// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traps that M-mode takes and redirects have the record of a delegated trap.
 * The oracle is the hart, which takes a breakpoint with the same settings to
 * S-mode or to the guest itself.
 */
#include "check.h"
#include "ctr_rig.h"
#include "fdt.h"

void ctr_at_breakpoint(unsigned long arg);
void ctr_at_illegal(unsigned long arg);
void ctr_at_load(unsigned long arg);
void ctr_at_store(unsigned long arg);
void ctr_at_fetch(unsigned long arg);
void ctr_user_breakpoint(unsigned long arg);
void ctr_user_illegal(unsigned long arg);
void ctr_user_load(unsigned long arg);
void ctr_user_store(unsigned long arg);
void ctr_user_fetch(unsigned long arg);

#define FIRMWARE 0x80000000ul	/* memory that S-mode may not access */
#define NOWHERE (FIRMWARE + 64) /* a jump there is an access fault */
#define CAUSE_ILLEGAL 2
#define CAUSE_BREAKPOINT 3

typedef void function(unsigned long arg);

/*
 * State after a trap: the youngest record, and the change of the write pointer.
 */
struct left {
	struct ctr_record record;
	unsigned long status;
};

static void call(function *fn, unsigned long arg)
{
	fn(arg);
}

/* The mode in which a trap occurs, and the mode that handles it. */
static const struct mode {
	const char *name;
	void (*run)(function *fn, unsigned long arg);
	bool user, guest, to_guest;
} modes[] = {
	{ "S to S", call, false, false, false },
	{ "U to S", hart_user, true, false, false },
	{ "VS to HS", hart_guest, false, true, false },
	{ "VU to HS", hart_guest_user, true, true, false },
	{ "VS to VS", hart_guest, false, true, true },
	{ "VU to VS", hart_guest_user, true, true, true },
};

#define MODES (sizeof(modes) / sizeof(modes[0]))

/* Mode of stvec and vstvec; both modes have the same address for exceptions. */
static unsigned long vectored;

/* --- one trap ------------------------------------------------------------- */

static struct left trap(const struct mode *m, function *fn, unsigned long arg,
			unsigned long sctrctl, unsigned long vsctrctl,
			unsigned long status)
{
	struct left left;

	ctr_reset();
	csr_write(SISELECT, CTR_ENTRY + 9);
	csr_write(stvec, (unsigned long)(arg == NOWHERE ? ctr_fetch_entry :
							  ctr_trap_entry) |
				 vectored);
	if (m->guest) {
		csr_write(VSTVEC, (unsigned long)ctr_guest_entry | vectored);
		csr_write(HEDELEG, m->to_guest ?
					   1ul << CAUSE_ILLEGAL |
						   1ul << CAUSE_BREAKPOINT :
					   0);
		csr_write(VSCTRCTL, vsctrctl);
	}
	hart_self()->cause = HART_NO_TRAP;
	hart_self()->expect = 1;
	csr_write(SCTRSTATUS, status);
	csr_write(SCTRCTL, sctrctl);
	m->run(fn, arg);
	csr_write(SCTRCTL, 0);
	hart_self()->expect = 0;
	csr_write(stvec, trap_entry);
	CHECK_EQ(csr_read(SISELECT), CTR_ENTRY + 9);
	left.record = ctr_look(0);
	/*
	 * MISP is for predictions; the mode bit of stvec must not appear in it
	 */
	CHECK(!vectored || !(ctr_read(0).target & 1));
	left.status = csr_read(SCTRSTATUS);
	return left;
}

/*
 * If the hart does not record the trap, the youngest record is the jump before
 * it.
 */
static void compare(struct left got, unsigned long got_pc, struct left want,
		    unsigned long want_pc)
{
	if (want.record.source == (want_pc | 1))
		want.record.source = got_pc | 1;
	if (want.record.target == want_pc)
		want.record.target = got_pc;
	CHECK_EQ(got.record.source, want.record.source);
	CHECK_EQ(got.record.target, want.record.target);
	CHECK_EQ(got.record.data, want.record.data);
	CHECK_EQ(got.status, want.status);
}

static function *breakpoint_of(const struct mode *m)
{
	return m->run == call ? ctr_at_breakpoint : ctr_user_breakpoint;
}

static function *illegal_of(const struct mode *m)
{
	return m->run == call ? ctr_at_illegal : ctr_user_illegal;
}

static void one(const struct mode *m, unsigned long sctrctl,
		unsigned long vsctrctl, unsigned long status)
{
	struct left want, got;

	want = trap(m, breakpoint_of(m), 0, sctrctl, vsctrctl, status);
	got = trap(m, illegal_of(m), 0, sctrctl, vsctrctl, status);
	compare(got, (unsigned long)illegal_of(m), want,
		(unsigned long)breakpoint_of(m));
}

/* --- all of them ---------------------------------------------------------- */

static unsigned long control(unsigned int n)
{
	unsigned long value = 0;

	value |= n & 1 ? CTR_S : 0;
	value |= n & 2 ? CTR_U : 0;
	value |= n & 4 ? CTR_STE : 0;
	value |= n & 8 ? CTR_RASEMU : 0;
#if __riscv_xlen == 64
	value |= n & 16 ? CTR_EXCINH : 0;
#endif
	return value;
}

#define CONTROLS (__riscv_xlen == 64 ? 32u : 16u)

static bool guests_here(void)
{
	if (!ctr_here())
		return false;
	if (HART_TRY(csr_write(HEDELEG, 0)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return false;
	}
	if (option_given("mpv=no")) {
		check_skip("this QEMU's M-mode cannot return to the host");
		return false;
	}
	/*
	 * The handler in the guest freezes the records, which needs this gate.
	 */
	HART_TRY(csr_set(HSTATEEN0_CTR, HSTATEEN0_GATE));
	return true;
}

static void from_host(void)
{
	unsigned int m, n;

	if (!ctr_here())
		return;
	for (m = 0; m < 2; m++)
		for (n = 0; n < CONTROLS; n++) {
			check_row(modes[m].name, n);
			one(&modes[m], control(n), 0, 0);
			one(&modes[m], control(n), 0, 15);
			one(&modes[m], control(n), 0, CTR_FROZEN | 3);
		}
	ctr_reset();
}

/*
 * For traps out of a guest the guest's RASEMU and EXCINH apply ("Virtualization
 * Mode Transitions"), and an external trap from VS-mode needs only sctrctl.STE.
 * QEMU 10.0 uses the host's RASEMU and EXCINH, and needs both STE bits.
 */
static bool oracle_is_right(const struct mode *m, unsigned int host,
			    unsigned int guest)
{
	bool ste = (host & 5) == 4 && (guest & 5) == 1;

	return m->to_guest || (!((host ^ guest) & 0x18) && (m->user || !ste));
}

static void from_guest(void)
{
	unsigned int m, host, guest;

	if (!guests_here())
		return;
	for (m = 2; m < MODES; m++)
		for (host = 0; host < CONTROLS; host++)
			for (guest = 0; guest < CONTROLS; guest++) {
				check_row(modes[m].name, guest << 8 | host);
				if (!oracle_is_right(&modes[m], host, guest))
					continue;
				one(&modes[m], control(host), control(guest),
				    4);
			}
	ctr_reset();
}

/* --- in absolute terms ---------------------------------------------------- */

/*
 * Cause a trap, and check the addresses in its record; NULL is the address 0.
 */
static void expect(const char *row, const struct mode *m, function *fn,
		   unsigned long arg, unsigned long sctrctl,
		   unsigned long vsctrctl, const void *source,
		   const void *target)
{
	struct left left = trap(m, fn, arg, sctrctl, vsctrctl, 0);

	check_row(row, sctrctl);
	CHECK_EQ(left.record.source, (unsigned long)source | 1);
	CHECK_EQ(left.record.target, (unsigned long)target);
	CHECK_EQ(left.record.data, ctr_data(CTR_EXCEPTION));
	CHECK_EQ(left.status & CTR_FROZEN, CTR_FROZEN);
}

static void expect_none(const char *row, const struct mode *m, function *fn,
			unsigned long arg, unsigned long sctrctl,
			unsigned long vsctrctl)
{
	struct left left = trap(m, fn, arg, sctrctl, vsctrctl, 0);

	check_row(row, sctrctl);
	CHECK(left.record.data != CTR_EXCEPTION);
}

static const struct mode *const s_mode = &modes[0], *const u_mode = &modes[1],
				*const vs_mode = &modes[2];

static void as_specified(void)
{
	if (!ctr_here())
		return;
	expect("S", s_mode, ctr_at_illegal, 0, CTR_S, 0, ctr_at_illegal,
	       ctr_trap_entry);
	/* The record before it: the call of this function */
	CHECK_EQ(ctr_look(1).target, (unsigned long)ctr_at_illegal);
	expect("U", u_mode, ctr_user_illegal, 0, CTR_S | CTR_U, 0,
	       ctr_user_illegal, ctr_trap_entry);
	expect("U is not recorded", u_mode, ctr_user_illegal, 0, CTR_S, 0, NULL,
	       ctr_trap_entry);
	if (ctr_options()->control & CTR_STE)
		expect("S is not recorded", u_mode, ctr_user_illegal, 0,
		       CTR_U | CTR_STE, 0, ctr_user_illegal, NULL);
	expect_none("no STE", u_mode, ctr_user_illegal, 0, CTR_U, 0);
	ctr_reset();
}

/*
 * The record has the handler's address, without the mode bits of stvec or
 * vstvec.
 */
static void vectored_handlers(void)
{
	if (!ctr_here())
		return;
	vectored = 1;
	expect("S", s_mode, ctr_at_illegal, 0, CTR_S, 0, ctr_at_illegal,
	       ctr_trap_entry);
	expect("U", u_mode, ctr_user_illegal, 0, CTR_S, 0, NULL,
	       ctr_trap_entry);
	if (HART_TRY(csr_write(HEDELEG, 0)) == HART_NO_TRAP &&
	    !option_given("mpv=no")) {
		HART_TRY(csr_set(HSTATEEN0_CTR, HSTATEEN0_GATE));
		expect("VS to HS", vs_mode, ctr_user_illegal, 0, CTR_S, CTR_S,
		       ctr_user_illegal, ctr_trap_entry);
		expect("VS to VS", &modes[4], ctr_user_illegal, 0, 0, CTR_S,
		       ctr_user_illegal, ctr_guest_entry);
	}
	vectored = 0;
	ctr_reset();
}

/* Cases without an oracle, see oracle_is_right(). */
static void out_of_guest(void)
{
	function *fn = ctr_user_illegal;

	if (!guests_here())
		return;
	expect("external", vs_mode, fn, 0, CTR_STE, CTR_S, fn, NULL);
	expect("host RASEMU", vs_mode, fn, 0, CTR_S | CTR_RASEMU, CTR_S, fn,
	       ctr_trap_entry);
	expect_none("guest RASEMU", vs_mode, fn, 0, CTR_S, CTR_S | CTR_RASEMU);
#if __riscv_xlen == 64
	expect("host EXCINH", vs_mode, fn, 0, CTR_S | CTR_EXCINH, CTR_S, fn,
	       ctr_trap_entry);
	expect_none("guest EXCINH", vs_mode, fn, 0, CTR_S, CTR_S | CTR_EXCINH);
#endif
	ctr_reset();
}

/* An instruction access fault: the hart could not fetch from this pc. */
static void instruction_access(void)
{
	if (!ctr_here())
		return;
	expect("S", s_mode, ctr_at_fetch, NOWHERE, CTR_S | CTR_U, 0,
	       (void *)NOWHERE, ctr_fetch_entry);
	expect("U", u_mode, ctr_user_fetch, NOWHERE, CTR_S | CTR_U, 0,
	       (void *)NOWHERE, ctr_fetch_entry);
	expect_none("off", s_mode, ctr_at_fetch, NOWHERE, 0, 0);
	expect_none("off", u_mode, ctr_user_fetch, NOWHERE, 0, 0);
	ctr_reset();
}

const struct check_case check_cases[] = {
	{ "as specified", as_specified },
	{ "vectored handlers", vectored_handlers },
	{ "every control, S and U", from_host },
	{ "every control, VS and VU", from_guest },
	{ "out of a guest", out_of_guest },
	{ "instruction access faults", instruction_access },
	{ NULL, NULL },
};
