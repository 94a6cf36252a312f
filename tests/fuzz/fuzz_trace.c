// SPDX-License-Identifier: BSD-2-Clause
/* Trace hardware, and calls of the trace extension, of the fuzzer's input. */
#include "fuzz_bytes.h"
#include "fuzz_trace.h"
#include "../unit/fake/fake_hart.h"

void fuzz_trace_encoder(struct fake_trace_design *has, u8 flags)
{
	has->filters = (u16)(1u << (flags & 3)) - 1;
	if (flags & 4)
		has->filter_match = fuzz_byte() | 0x100;
	if (flags & 8)
		has->control &= (u32)fuzz_byte() << 8;
	if (flags & 16)
		has->ts = 0;
	has->comparators = flags >> 5 & 3;
}

void fuzz_trace_sink(struct fake_trace_design *has, u8 flags)
{
	has->impl = flags & 3 ? 0x0901 | (flags & 3u) << 12 : has->impl;
	has->no_stop_on_wrap = flags & 4;
	has->wrap_fixed = flags & 8;
	if (flags & 16)
		has->limit_mask = 0xfffffffc;
	if (flags & 32)
		has->start_mask = 0xfffff000;
}

u64 fuzz_trace_image(u32 defined)
{
	u32 value = (u32)fuzz_bytes(4);

	return fuzz_byte() < 8 ? value : value & defined;
}

u64 fuzz_trace_control(void)
{
	static const u32 modes[] = { 0x60, 0x60, 0x30, 0x10 };

	return modes[fuzz_byte() & 3] | 1 << 24 | fuzz_trace_image(0x00f3aa00);
}

bool fuzz_trace_names_component(u64 fid)
{
	return fid == TRACE_SBI_SINK_SET_BUFFER ||
	       fid == TRACE_SBI_SINK_RELEASE || fid == TRACE_SBI_SINK_READ ||
	       fid == TRACE_SBI_COMPONENT_INFO;
}

void fuzz_trace_args(u64 fid, u8 kind, u64 address, struct sbi_args *x)
{
	x->a[1] = address;
	x->a[2] = fake.has.xlen == 32 ? address >> 32 : 0;
	x->a[3] = fuzz_byte() * 16ul;
	x->a[4] = fuzz_byte() & 7;
	if (fid == TRACE_SBI_ENCODER_CONFIGURE) {
		x->a[1] = fuzz_trace_control();
		x->a[2] = fuzz_trace_image(0x700007cc);
		x->a[3] = fuzz_byte() & 15;
		x->a[4] = fuzz_trace_image(0x8372);
	} else if (fid == TRACE_SBI_ENCODER_SET_FILTER ||
		   fid == TRACE_SBI_ENCODER_SET_COMPARATOR) {
		x->a[1] = kind >> 2 & 3;
		x->a[2] = fuzz_trace_image(0xffff);
		x->a[3] = fuzz_trace_image(0x1ff);
	}
}
