// SPDX-License-Identifier: BSD-2-Clause
/* What the unit tests of lib/trace share. */
#include <string.h>

#include "unit_trace.h"

struct trace unit_trace;

/* --- designs --------------------------------------------------------------- */

struct fake_trace_design unit_encoder_design(void)
{
	return (struct fake_trace_design){
		.impl = 0x00010101,
		.control = TE_CONTEXT | TE_TRIG | TE_STALL | TE_NO_SRC,
		.features = 0x70c,
		.ts = 0x2000830a,
		.modes = 0x49,
		.formats = 0x03,
		.sync_modes = 0x0b,
		.sync_max = 0xffff,
		.return_modes = 0x0f,
		.ts_modes = 0x17,
		.source_ids = 0xfff,
		.max_source_bits = 12,
		.filters = 0x000f,
		.comparators = 0x03,
		.filter_control = 0x0000ffff,
		.filter_match = 0x000001ff,
		.comp_control = 0x0000f77f,
		.slow = 2,
	};
}

struct fake_trace_design unit_funnel_design(void)
{
	return (struct fake_trace_design){
		.impl = 0x00000801,
		.dis_input = 0x0003,
		.ts = 0x2000030a,
		.ts_modes = 0x17,
		.slow = 2,
	};
}

struct fake_trace_design unit_ram_design(void)
{
	return (struct fake_trace_design){
		.impl = 0x00003901,
		.start_mask = 0xffffffffffffffc0ull,
		.limit_mask = 0xfffffffffffffff0ull,
		.sram_limit = 0xfc,
		.slow = 2,
	};
}

/* --- the machine ------------------------------------------------------------- */

static unsigned long unit_base(unsigned int n)
{
	return UNIT_TRACE_BASE + 0x1000ul * n;
}

void unit_trace_hardware(void)
{
	const struct fake_trace_design encoder = unit_encoder_design();
	const struct fake_trace_design funnel = unit_funnel_design();
	const struct fake_trace_design ram = unit_ram_design();

	fake_hart_forget();
	fake_trace_init();
	fake_trace_add(unit_base(E0), F, &encoder);
	fake_trace_add(unit_base(E1), F, &encoder);
	fake_trace_add(unit_base(F), R, &funnel);
	fake_trace_add(unit_base(R), FAKE_NOWHERE, &ram);
	fake_trace_add(unit_base(E2), R2, &encoder);
	fake_trace_add(unit_base(R2), FAKE_NOWHERE, &ram);
	memset(&unit_trace, 0xa5, sizeof(unit_trace));
}

void unit_trace_describe(enum trace_policy policy)
{
	trace_init(&unit_trace, policy);
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
	trace_owner_set(&unit_trace, 0, OURS);
	trace_owner_set(&unit_trace, 1, OURS);
	trace_owner_set(&unit_trace, 2, THEIRS);
	fake_hart_forget();
}

void unit_trace_boot(enum trace_policy policy)
{
	unsigned int n;

	unit_trace_hardware();
	unit_trace_boot_as_built(policy);
	for (n = 0; n < UNIT_TRACE_COUNT; n++)
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

/* Registers, whatever was written to them in between. */
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

	memcpy(&before, &unit_trace, sizeof(before));
	memcpy(&memory, &fake.state, sizeof(memory));
	memcpy(hardware, fake_trace, sizeof(hardware));
	ret = trace_call(&unit_trace, owner, unit_xlen(fid), &args);
	CHECK_EQ("result fits", ret.value, unit_xlen(ret.value));
	if (!ret.error)
		return ret;
	CHECK_EQ("no value with an error", ret.value, 0);
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
	fake_hart_forget();
	CHECK_OK("set_buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, R,
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
