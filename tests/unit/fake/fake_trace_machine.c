// SPDX-License-Identifier: BSD-2-Clause
/*
 * Designs with all features, and a machine with three harts whose encoders have
 * them.
 */
#include "fake_trace.h"

/* --- designs --------------------------------------------------------------- */

struct fake_trace_design fake_trace_encoder(void)
{
	return (struct fake_trace_design){
		.impl = 0x00010101,
		.control = 0xaa00,
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

struct fake_trace_design fake_trace_funnel(void)
{
	return (struct fake_trace_design){
		.impl = 0x00000801,
		.dis_input = 0x0003,
		.ts = 0x2000030a,
		.ts_modes = 0x17,
		.slow = 2,
	};
}

struct fake_trace_design fake_trace_ram(void)
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

void fake_trace_machine(void)
{
	const struct fake_trace_design encoder = fake_trace_encoder();
	const struct fake_trace_design funnel = fake_trace_funnel();
	const struct fake_trace_design ram = fake_trace_ram();
	unsigned long base = FAKE_TRACE_BASE;

	fake_trace_init();
	fake_trace_add(base, F, &encoder);
	fake_trace_add(base + 0x1000, F, &encoder);
	fake_trace_add(base + 0x2000, R, &funnel);
	fake_trace_add(base + 0x3000, FAKE_NOWHERE, &ram);
	fake_trace_add(base + 0x4000, R2, &encoder);
	fake_trace_add(base + 0x5000, FAKE_NOWHERE, &ram);
}
