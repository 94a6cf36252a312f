// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become a machine (doors_machine.c), then operations of its harts at the
 * same time: calls, loads and stores of registers, suspend and wake up, stop
 * and start, domain switches, sleep of the machine, resets. After every turn
 * doors_check.c checks the promises that hold in every state.
 */
#include <string.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"
#include "fuzz_trace.h"

/* MORE: seeds that no input of the older corpus used */
enum { AGAIN_MAX = 50, WINDOW = 0x1000, BRIDGES = 224, MORE = 0x4824 };

unsigned long fuzz_calls;
bool doors_with_calls, doors_with_more;

/* --- calls of the trace extension -------------------------------------------- */

static u32 any_component(u8 kind)
{
	return kind % (fake_trace_count + 1);
}

static void call_args(const struct doors_hart *h, u64 fid, struct sbi_args *x)
{
	u64 address = doors_address(h->owner);
	u8 kind = fuzz_byte();

	x->a[0] = fuzz_trace_names_component(fid) ?
			  any_component(kind) :
			  DOORS_HARTID + kind % (doors_harts + 1);
	fuzz_trace_args(fid, kind, address, x);
	if (fid == TRACE_SBI_SINK_SET_BUFFER && kind & 0x80)
		x->a[4] &= 1;
}

/*
 * A call may fail after it changed state in these cases: the encoder's path was
 * on when the call asked to hide M-mode, and is switched off; the judge of a
 * range accepts it and refuses it later, because it was made to fail or because
 * another hart of the owner stores to the sink meanwhile.
 */
static bool refused(const struct doors_hart *h, u64 fid, long error, bool fails)
{
	/*
	 * Other harts may switch on a component that was handed over; the
	 * firmware does not see a store made before the call until it takes
	 * effect.
	 */
	if (doors_trace.policy == TRACE_HANDOVER &&
	    (h->switches || error == SBI_ERR_ALREADY_STARTED))
		return false;
	if (fid == TRACE_SBI_START &&
	    (error == SBI_ERR_NOT_SUPPORTED ||
	     (error == SBI_ERR_INVALID_ADDRESS && (fails || h->switches))))
		return false;
	return error && error != SBI_ERR_TIMEOUT && error != SBI_ERR_FAILED;
}

static void do_call(struct doors_hart *h)
{
	u64 fid = fuzz_byte() % (TRACE_SBI_CALLS + 1);
	struct sbi_args args = { { 0 } };
	unsigned int n, again = 0;
	struct sbiret ret;
	bool fails;

	call_args(h, fid, &args);
	for (n = 0; n < 6; n++)
		args.a[n] &= fuzz_xlen_mask();
	fails = fuzz_byte() < 8;
	fake.log.fail_at = fails ? fuzz_byte() & 15 : 0;
	ret = trace_call(&doors_trace, h->owner, fid, &args);
	while (ret.error == TRACE_AGAIN && again++ < AGAIN_MAX) {
		doors_hold(!h->stores, "a call that waits writes nothing");
		doors_yield();
		doors_forget(h);
		ret = trace_call(&doors_trace, h->owner, fid, &args);
	}
	fuzz_calls++;
	if (ret.error == TRACE_AGAIN)
		return;
	doors_hold(!ret.error || !ret.value, "no value with an error");
	doors_hold(!refused(h, fid, ret.error, fails) || !h->stores ||
			   doors_flawed,
		   "a refused call writes nothing");
}

/* --- loads and stores ----------------------------------------------------------- */

static u32 sink_value(const struct doors_hart *h, u32 offset)
{
	u64 address = doors_address(h->owner);

	if (!offset)
		return 1 | (fuzz_byte() & 2) | (fuzz_byte() & 0x110);
	if (offset == 0x18)
		address += fuzz_byte() & 0x3f0;
	return (u32)(offset & 4 ? address >> 32 : address);
}

static u32 store_value(const struct doors_hart *h, unsigned int n, u32 offset)
{
	if (fuzz_byte() < 16)
		return (u32)fuzz_any_value();
	if (!offset && fuzz_byte() < 32)
		return 0;
	switch (doors_trace.component[n % fake_trace_count].type) {
	case TR_COMP_RAM_SINK:
		return sink_value(h, offset);
	case TR_COMP_ENCODER:
		if (offset)
			return (u32)fuzz_trace_image(0x7cc);
		return 1 | (fuzz_byte() & 6) | (u32)fuzz_trace_control();
	}
	return 1 | (fuzz_byte() & 2);
}

static u32 any_offset(void)
{
	static const u16 some[] = { 0,	   0,	  0,	 0,    0x10, 0x14,
				    0x18,  0x1c,  0x20,	 0x24, 0xc,  0x400,
				    0x404, 0x600, 0xe00, 0x28, 0x8,  0x40 };
	u8 kind = fuzz_byte();

	if (kind < 16)
		return (u32)fuzz_bytes(2) % WINDOW;
	return some[kind % array_size(some)];
}

/*
 * Registers that were handed over: S-mode may do what is forbidden to M-mode
 * there, and may switch a component off that M-mode saw on.
 */
static void do_handed(struct doors_hart *h, unsigned int n, u32 offset,
		      u32 value)
{
	bool was_private = h->private;
	unsigned long address =
		(unsigned long)(FAKE_TRACE_BASE + WINDOW * (u64)n + offset);

	if (!offset && !(value & FAKE_ACTIVE))
		doors_flawed = true;
	h->private = true;
	doors_check_faults();
	hart_mmio_store32(address, value);
	fake.log.faults = 0;
	h->private = was_private;
	fuzz_calls++;
}

static void do_register(struct doors_hart *h)
{
	unsigned int n = any_component(fuzz_byte()), again = 0;
	u32 offset = any_offset(), value = store_value(h, n, offset), got = 0;
	u64 address = FAKE_TRACE_BASE + WINDOW * (u64)n + offset;
	bool load = fuzz_byte() < 64;
	enum trace_access done;

	if (n < fake_trace_count && doors_trace.component[n].handed) {
		do_handed(h, n, offset, value);
		return;
	}
	do {
		if (again)
			doors_yield();
		doors_forget(h);
		done = load ? trace_mmio_load(&doors_trace, h->owner, address,
					      &got) :
			      trace_mmio_store(&doors_trace, h->owner, address,
					       value);
		doors_hold(done != TRACE_REPEAT || !h->stores,
			   "a store that waits writes nothing");
	} while (done == TRACE_REPEAT && again++ < AGAIN_MAX);
	fuzz_calls++;
	doors_hold(!load || !h->stores || doors_trace.policy != TRACE_MEDIATED,
		   "a load writes nothing");
	doors_hold(doors_trace.policy != TRACE_MEDIATED || done != TRACE_DONE,
		   "mediated registers are not for S-mode");
}

/* --- harts ------------------------------------------------------------------------- */

static void do_suspend(struct doors_hart *h)
{
	h->rested = trace_hart_suspend(&doors_trace, h->number,
				       &h->context[h->owner]);
	doors_pmu_suspend(h);
	h->state = DOORS_SLEEPS;
}

static void do_wake(struct doors_hart *h)
{
	if (h->with_machine) {
		h->everywhere = true;
		trace_resume(&doors_trace);
		h->everywhere = false;
	}
	h->with_machine = false;
	h->state = DOORS_RUNS;
	trace_hart_resume(&doors_trace, h->number, &h->context[h->owner]);
	doors_pmu_resume(h, true);
}

static void do_stop(struct doors_hart *h)
{
	struct trace_context lost;

	h->stopping = true;
	h->rested = trace_hart_suspend(&doors_trace, h->number, &lost);
	doors_pmu_stop(h);
	doors_calls_stop(h);
	h->state = DOORS_STOPPED;
	h->stopping = false;
}

static void do_start(struct doors_hart *h)
{
	doors_calls_start(h);
	if (doors_with_more)
		doors_yield();
	h->state = DOORS_RUNS;
	trace_hart_resume(&doors_trace, h->number, &h->context[h->owner]);
	doors_pmu_start(h);
}

/*
 * Until the encoder has another owner, its trace belongs to the old owner of
 * the hart: also if the encoder did not come to rest, or if other harts start
 * it meanwhile.
 */
static void do_switch(struct doors_hart *h)
{
	u32 next = fuzz_byte() % doors_owners;
	bool left, came;

	if (next == h->owner)
		return;
	/* Others still send events to the hart while it changes its owner. */
	if (doors_with_more)
		doors_yield();
	h->next_owner = next;
	doors_sbi_leave(next);
	left = trace_hart_leave(&doors_trace, h->number, &h->context[h->owner]);
	came = trace_hart_enter(&doors_trace, h->number, next,
				&h->context[next]);
	doors_encoder_follows(h);
	doors_pmu_switch(h, next);
	doors_sbi_enter(next);
	h->owner = next;
	fake_memory_caller = next;
	h->owned = left && came;
}

/* --- the machine --------------------------------------------------------------------- */

static bool others_rest(const struct doors_hart *h, bool all)
{
	unsigned int n;

	for (n = 0; n < doors_harts; n++) {
		if (n == h->number || (!all && doors_hart[n].owner != h->owner))
			continue;
		if (doors_hart[n].state == DOORS_RUNS ||
		    doors_busy(&doors_hart[n]))
			return false;
	}
	return true;
}

/* The machine loses power after its last hart is at rest. */
static void do_sleep(struct doors_hart *h)
{
	unsigned int n;

	if (doors_with_more ? !doors_sleep_is_judged(h) :
			      !others_rest(h, false))
		return;
	do_suspend(h);
	trace_suspend(&doors_trace, h->owner);
	h->with_machine = true;
	if (!others_rest(h, true) || !(fuzz_byte() & 1))
		return;
	for (n = 0; n < fake_trace_count; n++)
		fake_trace_power_off(n);
}

static void do_reset(struct doors_hart *h)
{
	trace_stop_all(&doors_trace, h->owner);
}

static void do_crash(struct doors_hart *h)
{
	struct trace_remains r;

	/*
	 * A crash waits for no hart; others may be in the middle of an
	 * operation.
	 */
	doors_flawed = true;
	trace_crash(&doors_trace, h->number, &r);
	h->state = DOORS_CRASHED;
	h->owned = false;
}

/* --- steps --------------------------------------------------------------------------- */

static void (*running(u8 kind))(struct doors_hart *)
{
	if (doors_with_calls && kind >= 60 && kind < 110)
		return doors_calls_call;
	if (kind < 100)
		return do_call;
	if (kind < 160)
		return doors_trace.policy != TRACE_MEDIATED || kind < 105 ?
			       do_register :
			       do_call;
	if (kind < 190)
		return doors_pmu_call;
	if (kind < 205)
		return do_suspend;
	if (kind < 215)
		return do_stop;
	if (kind < 235)
		return do_switch;
	if (kind < 248)
		return do_sleep;
	if (doors_with_more && kind < 254)
		return doors_call_reset;
	return kind < 254 ? do_reset : do_crash;
}

static void make_trace(const struct doors_hart *h, u32 bytes)
{
	if (doors_encoder[h->number] != FAKE_NOWHERE)
		fake_trace_make(doors_encoder[h->number], bytes);
}

static void step(void)
{
	u8 choice = fuzz_byte(), kind = fuzz_byte();
	struct doors_hart *h = doors_idle(choice);

	if (!h || choice >= 224) {
		doors_go_on();
		return;
	}
	switch (h->state) {
	case DOORS_RUNS:
		if (choice >= 200)
			make_trace(h, 4u * kind);
		else
			doors_begin(h, running(kind));
		return;
	case DOORS_SLEEPS:
		doors_begin(h, do_wake);
		return;
	case DOORS_STOPPED:
		doors_begin(h, do_start);
		return;
	}
	doors_go_on();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const u8 often[] = { 1, 2, 4, 16, 64, 255 };
	u64 seed;
	u8 turns;

	fuzz_begin(data, size);
	seed = fuzz_bytes(4);
	doors_with_more = MORE >> (seed >> 24 & 15) & 1;
	doors_with_calls = doors_with_more || !(seed >> 24 & 3);
	turns = fuzz_byte();
	doors_turns_begin(seed, often[turns % array_size(often)]);
	doors_machine(turns >= BRIDGES);
	doors_check();
	while (fuzz_more() && !doors_over)
		step();
	while (doors_go_on())
		;
	return 0;
}
