// SPDX-License-Identifier: BSD-2-Clause
/* S-mode drives trace components; the hardware is tame or hostile. */
#include <hart/mmio.h>

#include "unit_trace_drive.h"

unsigned long drive_at(unsigned int n, u32 offset)
{
	return unit_trace.component[n].base + offset;
}

void drive_store(unsigned int n, u32 offset, u32 value)
{
	CHECK_EQ(
		"store",
		trace_mmio_store(&unit_trace, OURS, drive_at(n, offset), value),
		TRACE_DONE);
}

u32 drive_load(unsigned int n, u32 offset)
{
	u32 value = 0x5a5a5a5a;

	CHECK_EQ(
		"load",
		trace_mmio_load(&unit_trace, OURS, drive_at(n, offset), &value),
		TRACE_DONE);
	return value;
}

void drive_store64(unsigned int n, u32 low, u64 value)
{
	drive_store(n, low, (u32)value);
	drive_store(n, low + 4, (u32)(value >> 32));
}

void drive_point(unsigned int n, u64 start, u64 limit)
{
	drive_store64(n, TR_RAM_START_LOW, start);
	drive_store64(n, TR_RAM_LIMIT_LOW, limit);
	drive_store64(n, TR_RAM_WP_LOW, start);
}

bool drive_enabled(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ENABLE;
}

void drive_begin(enum trace_policy policy, struct fake_trace_hostile hostile)
{
	unsigned int n;

	unit_trace_hardware();
	fake_memory_forget();
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	fake_memory_own(BUFFER + OURS_SIZE, OURS_SIZE, THEIRS);
	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		fake_trace[n].has.slow = 0;
	fake_trace[R].has.hostile = hostile;
	fake_trace[R2].has.hostile = hostile;
	unit_trace_boot_as_built(policy);
	fake_trace[E0].domain = fake_trace[E1].domain = OURS;
	fake_trace[E2].domain = THEIRS;
	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		fake_trace[n].has.hostile.gush = 4;
	fake_trace_driven = true;
	fake_trace_forget_landed();
}

void drive_begin_tame(enum trace_policy policy)
{
	drive_begin(policy, (struct fake_trace_hostile){ .land = 0 });
}

void drive_pass(unsigned int polls)
{
	while (polls--)
		hart_mmio_poll();
}

struct sbiret drive_theirs(unsigned long fid, struct sbi_args args)
{
	return unit_trace_call(THEIRS, fid, args);
}
