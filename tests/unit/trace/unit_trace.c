// SPDX-License-Identifier: BSD-2-Clause
/* Shared by the unit tests of lib/trace. */
#include <string.h>

#include "unit_trace.h"

struct trace unit_trace;

/* --- the machine ------------------------------------------------------------- */

static u64 unit_base(unsigned int n)
{
	return FAKE_TRACE_BASE + 0x1000ull * n;
}

void unit_trace_hardware(void)
{
	fake_hart_forget();
	fake_trace_machine();
	memset(&unit_trace, 0xa5, sizeof(unit_trace));
}

void unit_trace_describe(enum trace_policy policy)
{
	trace_init(&unit_trace, policy);
	unit_trace.show_m = policy == TRACE_DIRECT;
	CHECK_EQ("E0", trace_add(&unit_trace, unit_base(E0), 0, HARTID), E0);
	CHECK_EQ("E1", trace_add(&unit_trace, unit_base(E1), 1, HARTID + 1),
		 E1);
	CHECK_EQ("F", trace_add(&unit_trace, unit_base(F), TRACE_NO_HART, 0),
		 F);
	CHECK_EQ("R", trace_add(&unit_trace, unit_base(R), TRACE_NO_HART, 0),
		 R);
	CHECK_EQ("E2", trace_add(&unit_trace, unit_base(E2), 2, HARTID + 2),
		 E2);
	CHECK_EQ("R2", trace_add(&unit_trace, unit_base(R2), TRACE_NO_HART, 0),
		 R2);
	trace_connect(&unit_trace, E0, F, 0);
	trace_connect(&unit_trace, E1, F, 1);
	trace_connect(&unit_trace, F, R, 0);
	trace_connect(&unit_trace, E2, R2, 0);
}

void unit_trace_boot_as_built(enum trace_policy policy)
{
	unit_trace_describe(policy);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 2, 1, &(u32){ THEIRS });
	fake_hart_forget();
}

void unit_trace_boot(enum trace_policy policy)
{
	unsigned int n;

	unit_trace_hardware();
	unit_trace_boot_as_built(policy);
	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		CHECK_EQ("usable", unit_trace.component[n].reason,
			 TRACE_USABLE);
}

/* --- checks ------------------------------------------------------------------ */

void unit_trace_refused(const char *row, u32 component,
			enum trace_reason reason, u32 other)
{
	CHECK_EQ(row, unit_trace.component[component].reason, reason);
	CHECK_EQ(row, unit_trace.component[component].other, other);
	CHECK_EQ(row, fake_trace_reg(component, 0) & FAKE_ENABLE, 0);
}

void unit_trace_check_quiet(const char *row)
{
	unsigned int n;

	for (n = 0; n < fake_trace_count; n++)
		CHECK_EQ(row, fake_trace_reg(n, 0) & FAKE_ENABLE, 0);
}

/* --- calls ------------------------------------------------------------------- */

/* True if all registers have these values, whatever was stored in between. */
static bool unit_same_registers(const struct fake_trace_component *before)
{
	unsigned int n;

	for (n = 0; n < fake_trace_count; n++)
		if (memcmp(before[n].reg, fake_trace[n].reg,
			   sizeof(before[n].reg)) != 0)
			return false;
	return true;
}

struct sbiret unit_trace_call(u32 owner, unsigned long fid,
			      struct sbi_args args)
{
	static struct fake_trace_component hardware[FAKE_TRACE_MAX];
	static struct fake_state memory;
	static struct trace before;
	struct sbiret ret;
	unsigned int n;

	memcpy(&before, &unit_trace, sizeof(before));
	memcpy(&memory, &fake.state, sizeof(memory));
	memcpy(hardware, fake_trace, sizeof(hardware));
	ret = trace_call(&unit_trace, owner, unit_xlen(fid), &args);
	CHECK_EQ("result fits", ret.value, unit_xlen(ret.value));
	if (!ret.error)
		return ret;
	CHECK_EQ("no value with an error", ret.value, 0);
	for (n = 0; ret.error == SBI_ERR_TIMEOUT && n < fake_trace_count; n++)
		before.component[n].state = unit_trace.component[n].state;
	/*
	 * The library's knowledge of the hardware is not state of the caller.
	 */
	for (n = 0; n < fake_trace_count; n++)
		before.component[n].awake = unit_trace.component[n].awake;
	CHECK("state of a refused call",
	      !memcmp(&before, &unit_trace, sizeof(before)));
	CHECK("memory of a refused call",
	      !memcmp(&memory, &fake.state, sizeof(memory)));
	if (ret.error != SBI_ERR_TIMEOUT)
		CHECK("registers of a refused call",
		      unit_same_registers(hardware));
	return ret;
}

struct sbiret unit_trace_theirs(unsigned long fid, unsigned long a0,
				unsigned long a1)
{
	return unit_trace_call(THEIRS, fid, (struct sbi_args){ { a0, a1 } });
}

void unit_trace_buffer(void)
{
	unit_trace_buffer_of(R);
}

void unit_trace_buffer_of(unsigned int sink)
{
	fake_hart_forget();
	CHECK_OK("set_buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, sink,
					  ADDRESS(BUFFER), BUFFER_SIZE, 0));
}

u32 unit_trace_answer(unsigned int word)
{
	u64 both = fake_hart_ram_u64(ANSWER + 4ull * (word & ~1u));

	return (u32)(word & 1 ? both >> 32 : both);
}

u64 unit_trace_answer64(unsigned int word)
{
	return (u64)unit_trace_answer(word + 1) << 32 | unit_trace_answer(word);
}
