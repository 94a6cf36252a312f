// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become a machine with trace hardware, then SBI trace calls of two
 * owners, trace output, and harts and a machine that sleep or change their
 * owner. The fake hardware judges each access; after each step this file checks
 * the promises that hold in every state.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trace/trace.h>

#include "fuzz.h"
#include "fuzz_bytes.h"
#include "fuzz_trace.h"
#include "../unit/fake/fake_hart.h"
#include "../unit/fake/fake_trace.h"

enum { HARTS = 3, OWNERS = 2, HARTID = 4, PRIVILEGE_M = 8 };

unsigned long fuzz_calls;

static struct trace trace;
static struct trace_context away[HARTS], held[HARTS][OWNERS];
static bool asleep[HARTS], machine_asleep;
static u32 owner_of[HARTS];
static const u8 encoder_of[HARTS] = { E0, E1, E2 };

static void holds(const char *what, bool truth)
{
	if (truth)
		return;
	if (fake.log.faults)
		fprintf(stderr, "%s\n", fake.log.fault);
	fprintf(stderr, "fuzz_trace_calls: not so: %s\n", what);
	abort();
}

/* --- the machine ------------------------------------------------------------ */

/* The third hart has an encoder and a sink of version 0. */
static void old_stream(void)
{
	fake_trace[E2].has = fake_trace_old_encoder(2);
	fake_trace[R2].has = fake_trace_old_funnel();
}

static void machine_begin(void)
{
	u8 flags = fuzz_byte();
	struct fake_has has = { .xlen = flags & 1 ? 32 : 64,
				.direct = flags & 2 };
	unsigned int n;

	fake_hart_init(&has);
	fake_trace_machine();
	for (n = 0; n < fake_trace_count; n++)
		fake_trace[n].has.slow = flags >> 4 & 3;
	for (n = 0; n < HARTS; n++)
		fuzz_trace_encoder(&fake_trace[encoder_of[n]].has, fuzz_byte());
	fuzz_trace_sink(&fake_trace[R].has, fuzz_byte());
	fuzz_trace_sink(&fake_trace[R2].has, fuzz_byte());
	if ((flags & 0xc) == 0xc && (flags & 2))
		old_stream();
	trace_init(&trace, flags & 4 ? TRACE_DIRECT : TRACE_MEDIATED);
	trace.show_m = (flags & 0xc8) == 0xc8;
}

static void machine_describe(void)
{
	static const u8 hart[] = { 0, 1, 0xff, 0xff, 2, 0xff };
	unsigned int n;

	for (n = 0; n < fake_trace_count; n++)
		trace_add(&trace, FAKE_TRACE_BASE + 0x1000ull * n,
			  hart[n] == 0xff ? TRACE_NO_HART : hart[n],
			  hart[n] + HARTID);
	if (fake_trace[E2].has.before) {
		trace_name(&trace, E2, TR_COMP_ENCODER);
		trace_name(&trace, R2, TR_COMP_FUNNEL);
	}
	trace_connect(&trace, E0, F, 0);
	trace_connect(&trace, E1, F, 1);
	trace_connect(&trace, F, R, 0);
	trace_connect(&trace, E2, R2, 0);
	trace_probe(&trace);
	trace_settle(&trace);
	memset(away, 0, sizeof(away));
	memset(held, 0, sizeof(held));
	memset(asleep, 0, sizeof(asleep));
	machine_asleep = false;
	for (n = 0; n < HARTS; n++) {
		owner_of[n] = fuzz_byte() % OWNERS;
		trace_owners_set(&trace, n, 1, &owner_of[n]);
	}
}

/* --- promises that hold in every state ----------------------------------- */

static bool is_on(unsigned int n)
{
	return (fake_trace_reg(n, 0) & 3) == 3;
}

static void check_hidden(unsigned int n)
{
	u32 filters = fake_trace_reg(n, 0xc);
	unsigned int i;

	if (trace.policy == TRACE_DIRECT || trace.show_m)
		return;
	holds("M-mode is filtered out", filters);
	for (i = 0; i < 16; i++) {
		if (!(filters >> i & 1))
			continue;
		holds("a filter asks for modes",
		      fake_trace_reg(n, 0x400 + 0x20 * i) & 2);
		holds("M-mode is none of them",
		      !(fake_trace_reg(n, 0x404 + 0x20 * i) & PRIVILEGE_M));
	}
}

/*
 * True if this hart may use the sink. Where S-mode may drive components itself,
 * this includes a sink that only its domain can reach.
 */
static bool has_sink(unsigned int hart, unsigned int sink)
{
	unsigned int n;

	if (trace.component[sink].owner != TRACE_NO_OWNER)
		return trace.component[sink].owner == owner_of[hart];
	for (n = 0; n < HARTS; n++)
		if ((sink == R2) == (encoder_of[n] == E2) &&
		    owner_of[n] != owner_of[hart])
			return false;
	return trace.policy == TRACE_DIRECT;
}

static void check_encoder(unsigned int hart)
{
	unsigned int n = encoder_of[hart], to;

	holds("owner", trace.component[n].owner == owner_of[hart]);
	if (asleep[hart])
		holds("off while asleep", !(fake_trace_reg(n, 0) & 1));
	if (!is_on(n))
		return;
	for (to = fake_trace[n].output; to != FAKE_NOWHERE;
	     to = fake_trace[to].output) {
		holds("the way is on", is_on(to));
		if (fake_trace[to].output == FAKE_NOWHERE)
			holds("it ends in its owner's buffer",
			      has_sink(hart, to));
	}
	check_hidden(n);
}

/* The addresses that a sink in SMEM mode can write to while it is enabled. */
static void check_sink(unsigned int n)
{
	u64 start = fake_trace_start(n), limit = fake_trace_limit(n);
	u64 wp = fake_trace_wp(n);
	u32 width = trace.component[n].sink.width;

	if (!is_on(n) || !fake_trace_is_smem(n))
		return;
	holds("a sink has an owner",
	      trace.component[n].owner != TRACE_NO_OWNER ||
		      trace.policy == TRACE_DIRECT);
	holds("it writes to memory",
	      start <= limit && fake_hart_ram(start, limit + width - start));
	holds("and begins there", wp >= start && wp < limit + width);
}

static void check_state(void)
{
	unsigned int n;

	holds("no fault of the hardware", !fake.log.faults);
	for (n = 0; n < HARTS; n++)
		check_encoder(n);
	check_sink(R);
	check_sink(R2);
	if (!asleep[0] && !asleep[1])
		holds("sources differ",
		      trace.component[E0].encoder.source_id !=
			      trace.component[E1].encoder.source_id);
}

/* --- calls ------------------------------------------------------------------- */

static u64 address_value(void)
{
	static const u64 base[] = { FAKE_RAM, FAKE_RAM, FAKE_RAM_TOP,
				    FAKE_RAM_HIGH };
	u8 kind = fuzz_byte();

	if (kind < 8)
		return fuzz_any_value();
	return base[kind & 3] + 128 * (u64)(kind >> 3);
}

static void call_args(u64 fid, struct sbi_args *x)
{
	bool of_sink = fuzz_trace_names_component(fid);
	u64 address = address_value();
	u8 kind = fuzz_byte();

	x->a[0] = of_sink ? kind % 7 : HARTID + kind % 4;
	if (of_sink && kind & 128)
		x->a[0] = kind & 64 ? R : R2;
	fuzz_trace_args(fid, kind, address, x);
}

static bool refused(long error)
{
	return error && error != SBI_ERR_TIMEOUT && error != SBI_ERR_FAILED;
}

static void step_call(u64 fid)
{
	static struct fake_trace_component before[FAKE_TRACE_MAX];
	static struct fake_state memory;
	struct sbi_args args = { { 0 } };
	u32 owner = fuzz_byte() % OWNERS;
	struct sbiret ret;
	unsigned int n;

	call_args(fid, &args);
	for (n = 0; n < 6; n++)
		args.a[n] &= fuzz_xlen_mask();
	memcpy(before, fake_trace, sizeof(before));
	memcpy(&memory, &fake.state, sizeof(memory));
	ret = trace_call(&trace, owner, fid, &args);
	fuzz_calls++;
	holds("no value with an error", !ret.error || !ret.value);
	if (!refused(ret.error))
		return;
	holds("a refused call leaves memory",
	      !memcmp(&memory, &fake.state, sizeof(memory)));
	for (n = 0; n < fake_trace_count; n++)
		holds("a refused call leaves registers",
		      !memcmp(before[n].reg, fake_trace[n].reg,
			      sizeof(before[n].reg)));
}

/* --- other events -------------------------------------------------------- */

static void step_sleep(unsigned int hart)
{
	if (asleep[hart]) {
		if (machine_asleep)
			return;
		asleep[hart] = false;
		trace_hart_resume(&trace, hart, &away[hart]);
		return;
	}
	trace_hart_suspend(&trace, hart, &away[hart]);
	asleep[hart] = true;
	if (fuzz_byte() & 1)
		fake_trace_power_off(encoder_of[hart]);
}

static void step_switch(unsigned int hart)
{
	u32 next = !owner_of[hart];

	if (asleep[hart])
		return;
	trace_hart_leave(&trace, hart, &held[hart][owner_of[hart]]);
	owner_of[hart] = next;
	trace_hart_enter(&trace, hart, next, &held[hart][next]);
}

static void step_machine(void)
{
	unsigned int n;

	for (n = 0; n < HARTS; n++)
		if (!asleep[n])
			return;
	if (machine_asleep) {
		trace_resume(&trace);
	} else {
		trace_suspend(&trace, TRACE_ALL_OWNERS);
		for (n = 0; n < fake_trace_count; n++)
			fake_trace_power_off(n);
	}
	machine_asleep = !machine_asleep;
}

static void step_crash(unsigned int hart)
{
	struct trace_remains r;

	trace_crash(&trace, hart, &r);
	holds("it is what it was",
	      r.encoder == encoder_of[hart] || r.encoder == TRACE_NONE);
	if (r.memory && trace.component[r.sink].owner != TRACE_NO_OWNER)
		holds("it is in memory",
		      fake_hart_ram(r.start, r.end - r.start));
}

static void step(void)
{
	u8 kind = fuzz_byte();
	unsigned int hart = kind % HARTS;

	fake_hart_forget();
	if (kind < 160 && !machine_asleep)
		step_call(kind % (TRACE_SBI_CALLS + 1));
	else if (kind < 190)
		fake_trace_make(encoder_of[hart], 4u * fuzz_byte());
	else if (kind < 215)
		step_sleep(hart);
	else if (kind < 235)
		step_switch(hart);
	else if (kind < 250)
		step_machine();
	else if (kind < 253)
		trace_stop_all(&trace, TRACE_ALL_OWNERS);
	else
		step_crash(hart);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_begin(data, size);
	machine_begin();
	machine_describe();
	check_state();
	while (fuzz_more()) {
		step();
		check_state();
	}
	return 0;
}
