// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linked into the firmware of the tests only, see test_race.h. OpenSBI reads
 * the harts of the caller's domain, and acts on them some instructions later.
 * In between, these functions hold it up until the other hart has left the
 * domain, or has taken an interrupt.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_hsm.h>

#include "../../../platform/generic/harts/harts.h"
#include "../../../platform/generic/judges/shmem_glue.h"
#include "test_race.h"

/*
 * A hart that has not left after this number of looks itself waits for the hart
 * that is held up.
 */
#define LOOKS_ENOUGH 2000000ul

bool __real_sbi_domain_check_addr(const struct sbi_domain *dom,
				  unsigned long addr, unsigned long mode,
				  unsigned long access_flags);
bool __wrap_sbi_domain_check_addr(const struct sbi_domain *dom,
				  unsigned long addr, unsigned long mode,
				  unsigned long access_flags);
int __real_sbi_hsm_hart_interruptible_mask(const struct sbi_domain *dom,
					   struct sbi_hartmask *mask);
int __wrap_sbi_hsm_hart_interruptible_mask(const struct sbi_domain *dom,
					   struct sbi_hartmask *mask);

enum race { RACE_NONE, RACE_WAITS, RACE_SET, RACE_HELD, RACE_OVER };

static volatile enum race race;
static volatile u32 leaver; /* hart index */

void test_race_hold(u32 hartid)
{
	while (race != RACE_WAITS)
		;
	leaver = sbi_hartid_to_hartindex(hartid);
	race = RACE_SET;
}

void test_race_wait(bool interrupt)
{
	race = RACE_WAITS;
	while (interrupt ? !(csr_read(CSR_MIP) & MIP_MSIP) : race < RACE_HELD)
		;
}

static bool race_is_over(const struct sbi_domain *dom, bool stops)
{
	return sbi_hartindex_to_domain(leaver) != dom &&
	       (!stops ||
		__sbi_hsm_hart_get_state(leaver) == SBI_HSM_STATE_STOPPED);
}

static void race_hold(const struct sbi_domain *dom, bool stops)
{
	unsigned long looks = LOOKS_ENOUGH;

	if (race != RACE_SET)
		return;
	race = RACE_HELD;
	while (looks-- && !race_is_over(dom, stops))
		;
	race = RACE_OVER;
}

/* A start has checked by now that the domain owns the hart. */
bool __wrap_sbi_domain_check_addr(const struct sbi_domain *dom,
				  unsigned long addr, unsigned long mode,
				  unsigned long access_flags)
{
	if (access_flags & SBI_DOMAIN_EXECUTE)
		race_hold(dom, true);
	return __real_sbi_domain_check_addr(dom, addr, mode, access_flags);
}

/* --- IPIs that meet --------------------------------------------------------- */

static const volatile unsigned long *met_turns;
static u32 met; /* hart ID */

void test_race_meet(u32 hartid, const volatile unsigned long *turns)
{
	met = hartid;
	met_turns = turns;
}

/* With Smepmp this memory is not M-mode's. */
static unsigned long race_turns(const volatile unsigned long *turns)
{
	unsigned long seen = 0;

	shmem_glue_read(&seen, (unsigned long)turns, sizeof(seen));
	return seen;
}

/* A turn that begins after the doorbell is cleared ends after the interrupt. */
static void race_meet(void)
{
	volatile u32 *doorbell = fence_glue_doorbell(met);
	const volatile unsigned long *turns = met_turns;
	unsigned long looks = LOOKS_ENOUGH, seen;

	if (!turns || !doorbell)
		return;
	met_turns = NULL;
	*doorbell = 1;
	while (looks-- && *doorbell)
		;
	seen = race_turns(turns);
	while (looks && looks-- && race_turns(turns) - seen < 2)
		;
}

/*
 * A halt has read the domain's harts by now. The injection of an event calls
 * this, too.
 */
int __wrap_sbi_hsm_hart_interruptible_mask(const struct sbi_domain *dom,
					   struct sbi_hartmask *mask)
{
	int rc = __real_sbi_hsm_hart_interruptible_mask(dom, mask);

	race_hold(dom, false);
	race_meet();
	return rc;
}
