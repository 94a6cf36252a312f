// SPDX-License-Identifier: BSD-2-Clause
/*
 * The PMU of each hart, among the other calls. Only its own hart uses its
 * registers, so a hart loses its turn only at an access to memory of S-mode;
 * fuzz_pmu_calls.c judges the results of calls.
 */
#include <string.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

/* All state of a hart but memory, which is in the middle of the struct. */
enum {
	REGISTERS = offsetof(struct fake_state, ram),
	MORE = offsetof(struct fake_state, mctrctl),
	REST = sizeof(struct fake_state) - MORE,
};

static struct pmu_machine machine;
static struct pmu_hart_features features;
static u8 registers[DOORS_HARTS][REGISTERS], more[DOORS_HARTS][REST];

/* --- the hart whose registers are in the fake hart ----------------------- */

void doors_pmu_take(struct doors_hart *h)
{
	h->private = true;
	memcpy(&fake.state, registers[h->number], REGISTERS);
	memcpy(&fake.state.mctrctl, more[h->number], REST);
}

void doors_pmu_put(struct doors_hart *h)
{
	h->private = false;
	memcpy(registers[h->number], &fake.state, REGISTERS);
	memcpy(more[h->number], &fake.state.mctrctl, REST);
}

static void check(const struct doors_hart *h)
{
	const struct pmu_hart *p = &h->pmu;
	unsigned int n;

	doors_hold(!(p->started & ~p->present), "started counters exist");
	doors_hold(
		!(p->started & fake.state.inhibit & bits_low64(machine.num_hw)),
		"started counters are open");
	for (n = 3; n < 32 && features.sscofpmf; n++)
		if (p->present >> n & 1 && fake.state.event[n] << 8)
			doors_hold(fake.state.event[n] >> 62 & 1,
				   "M-mode is not counted");
}

/* --- a machine, and what happens to it ----------------------------------------- */

void doors_pmu_machine(void)
{
	unsigned int n;

	pmu_machine_init(&machine, fake.has.hpm_mask);
	pmu_map_add(&machine, 1, 2, 0xff & ~2u);
	pmu_map_add(&machine, 3, 10, 0xf8);
	pmu_machine_prepare(&machine);
	machine.snapshot = true;
	machine.irq_mask = fake.has.sscofpmf ? 1ul << FAKE_LCOFI : 0;
	features = (struct pmu_hart_features){
		.hpm_mask = fake.has.hpm_mask,
		.inhibit = fake.has.inhibit,
		.sscofpmf = fake.has.sscofpmf,
		.smcntrpmf = fake.has.smcntrpmf,
		.plain = true,
		.direct = fake.has.direct,
	};
	for (n = 0; n < doors_harts; n++) {
		doors_pmu_put(&doors_hart[n]);
		doors_pmu_start(&doors_hart[n]);
	}
}

void doors_pmu_start(struct doors_hart *h)
{
	doors_pmu_take(h);
	memset(h->pmu.hpm_bits, fake.has.hpm_bits, sizeof(h->pmu.hpm_bits));
	pmu_hart_init(&h->pmu, &machine, &features);
	check(h);
	doors_pmu_put(h);
}

void doors_pmu_stop(struct doors_hart *h)
{
	doors_pmu_take(h);
	pmu_hart_exit(&h->pmu);
	check(h);
	doors_pmu_put(h);
}

void doors_pmu_suspend(struct doors_hart *h)
{
	doors_pmu_take(h);
	doors_sbi_suspend();
	pmu_hart_suspend(&h->pmu);
	doors_pmu_put(h);
}

void doors_pmu_resume(struct doors_hart *h, bool lost)
{
	doors_pmu_take(h);
	if (lost) {
		memset(fake.state.event, 0, sizeof(fake.state.event));
		fake.state.inhibit = 0;
		pmu_hart_resume(&h->pmu);
		doors_sbi_resume();
	} else {
		pmu_hart_suspend_cancel(&h->pmu);
	}
	check(h);
	doors_pmu_put(h);
}

/*
 * Shared memory of the next owner is checked as memory of the caller, so the
 * next owner becomes the caller.
 */
void doors_pmu_switch(struct doors_hart *h, u32 next)
{
	doors_pmu_take(h);
	doors_sbi_away(next);
	if (pmu_context_pass(&h->pmu, &h->pmu_context[h->owner],
			     &h->pmu_context[next])) {
		fake_memory_caller = next;
	} else {
		pmu_context_leave(&h->pmu, &h->pmu_context[h->owner]);
		fake_memory_caller = next;
		pmu_context_enter(&h->pmu, &h->pmu_context[next]);
		doors_sbi_back();
	}
	pmu_snapshot_recheck(&h->pmu);
	pmu_context_settle(&h->pmu, &h->pmu_context[next]);
	check(h);
	doors_pmu_put(h);
}

void doors_pmu_route(bool sse)
{
	struct doors_hart *h = doors_now;

	if (!doors_with_more)
		return;
	doors_pmu_take(h);
	pmu_overflow_route(&h->pmu, sse);
	doors_pmu_put(h);
}

/* --- calls ---------------------------------------------------------------------- */

void doors_pmu_call(struct doors_hart *h)
{
	static struct pmu_hart before;
	u8 kind = fuzz_byte();
	struct sbi_args args = { { 0 } };
	unsigned long fid = kind % 10;
	struct sbiret ret;
	unsigned int n;

	fuzz_args(&machine, fid, &args);
	if (fid == SBI_EXT_PMU_SNAPSHOT_SET_SHMEM ||
	    fid == SBI_EXT_PMU_EVENT_GET_INFO)
		args.a[0] = doors_address(h->owner);
	for (n = 0; n < 6; n++)
		args.a[n] &= fuzz_xlen_mask();
	doors_pmu_take(h);
	memcpy(&before, &h->pmu, sizeof(before));
	ret = pmu_call(&h->pmu, fid, &args);
	fuzz_calls++;
	doors_hold(!ret.error || !ret.value, "no value with an error");
	if (ret.error && ret.error != SBI_ERR_ALREADY_STARTED &&
	    ret.error != SBI_ERR_ALREADY_STOPPED)
		doors_hold(!memcmp(&before, &h->pmu, sizeof(before)),
			   "a refused call leaves the PMU");
	check(h);
	doors_pmu_put(h);
}
