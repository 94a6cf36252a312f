// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hostile calls that stop, start and suspend harts, that would reset the
 * machine, or that take a pointer. Another hart starts a stopped hart again at
 * the same place; the last two running harts do not stop. If there are two
 * domains, one hart goes to the other domain and comes back.
 */
#include "attack.h"
#include "domains.h"

#define FIRMWARE 0x80000000ul
#define SUSPEND_NON_RETENTIVE 0x80000000ul

int attack_awake;
unsigned int attack_harts;
unsigned long attack_switches;

/* --- harts ---------------------------------------------------------------- */

static void start_another(struct attacker *a)
{
	unsigned int n = attack_one_of(a, attack_harts);
	unsigned long x[6] = { hart_at(n)->hartid, (unsigned long)hart_resume,
			       (unsigned long)hart_at(n) };

	switch (attack_one_of(a, 8)) {
	case 0:
		/*
		 * Not a hart that exists: its start would give it the wrong
		 * memory.
		 */
		x[0] = attack_boundary(a);
		if ((u32)x[0] < HARTS_MAX)
			x[0] += HARTS_MAX;
		break;
	case 1:
		x[1] = FIRMWARE + 4 * attack_one_of(a, 0x10000);
		break;
	}
	attack_call(a, SBI_EXT_HSM, SBI_EXT_HSM_HART_START, x);
}

static void stop_here(struct attacker *a)
{
	int others = __sync_sub_and_fetch(&attack_awake, 1);

	a->last[7] = SBI_EXT_HSM;
	a->last[6] = SBI_EXT_HSM_HART_STOP;
	if (others >= 2)
		hart_pause();
	__sync_add_and_fetch(&attack_awake, 1);
	a->calls++;
}

/* A timer interrupt comes soon, so that every suspend ends. */
static void suspend_here(struct attacker *a)
{
	unsigned long type = attack_one_of(a, 2) ? SUSPEND_NON_RETENTIVE : 0;

	if (!attack_one_of(a, 4))
		type |= 1 + attack_one_of(a, 100);
	a->last[7] = SBI_EXT_HSM;
	a->last[6] = SBI_EXT_HSM_HART_SUSPEND;
	sbi_set_timer(hart_time() + 2000);
	csr_set(sie, HART_IRQ_TIMER | HART_IRQ_SOFT);
	hart_suspend(type);
	csr_write(sie, 0);
	csr_clear(sip, HART_IRQ_SOFT);
	a->calls += 2;
}

static void ask_state(struct attacker *a)
{
	unsigned long x[6] = { attack_boundary(a) };

	attack_call(a, SBI_EXT_HSM,
		    attack_one_of(a, 2) ? SBI_EXT_HSM_HART_GET_STATUS :
					  4 + attack_one_of(a, 100),
		    x);
}

void attack_hsm(struct attacker *a)
{
	switch (attack_one_of(a, 8)) {
	case 0:
		stop_here(a);
		break;
	case 1:
		suspend_here(a);
		break;
	case 2:
		ask_state(a);
		break;
	default:
		start_another(a);
	}
}

/* --- domains -------------------------------------------------------------- */

/* All harts belong to the first domain, except this one during the switch. */
static void in_second(void)
{
	struct attacker *a = &attackers[0];
	unsigned int n;

	for (n = attack_one_of(a, 4); n; n--)
		if (attack_one_of(a, 8))
			attack_once(a, false);
		else
			start_another(a);
}

void attack_switch(struct attacker *a)
{
	if (a->number)
		return;
	if (domains_run(in_second))
		a->wrong++;
	else
		attack_switches++;
	a->calls++;
}

/* --- the machine ---------------------------------------------------------- */

/* The types and reasons are reserved: the firmware must do nothing. */
static void refused_reset(struct attacker *a)
{
	unsigned long x[6] = { 3 + attack_one_of(a, 0xefffff00u),
			       attack_boundary(a) };

	if (attack_one_of(a, 2)) {
		x[0] = attack_one_of(a, 3);
		x[1] = 3 + attack_one_of(a, 0xdfffff00u);
	}
	attack_call(a, SBI_EXT_SRST, 0, x);
}

/* Refused: other harts run, and no hart may resume at the address. */
static void refused_sleep(struct attacker *a)
{
	unsigned long x[6] = { attack_one_of(a, 2) ? 0 : attack_boundary(a),
			       FIRMWARE + 4 * attack_one_of(a, 0x10000) };

	attack_call(a, SBI_EXT_SUSP, attack_one_of(a, 2), x);
}

void attack_system(struct attacker *a)
{
	if (attack_one_of(a, 2))
		refused_reset(a);
	else
		refused_sleep(a);
}

/* --- legacy --------------------------------------------------------------- */

/*
 * The argument is a pointer of S-mode, virtual if S-mode has page tables. A
 * load that faults is a fault of the caller, so these calls need tp and sp.
 */
void attack_legacy(struct attacker *a)
{
	static const u8 some[] = {
		SBI_EXT_0_1_SET_TIMER,
		SBI_EXT_0_1_CONSOLE_GETCHAR,
		SBI_EXT_0_1_CLEAR_IPI,
		SBI_EXT_0_1_SEND_IPI,
		SBI_EXT_0_1_REMOTE_FENCE_I,
		SBI_EXT_0_1_REMOTE_SFENCE_VMA,
		SBI_EXT_0_1_REMOTE_SFENCE_VMA_ASID,
	};
	unsigned long eid = some[attack_one_of(a, sizeof(some))];
	unsigned long mask = attack_one_of(a, 2) ? attack_area(a, 8) :
						   attack_bad_address(a);

	a->last[7] = eid;
	a->last[0] = mask;
	HART_TRY(sbi_ecall(eid, 0, mask, attack_boundary(a), attack_boundary(a),
			   attack_boundary(a), 0, 0));
	csr_clear(sip, HART_IRQ_SOFT);
	a->calls++;
}
