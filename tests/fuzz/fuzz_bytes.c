// SPDX-License-Identifier: BSD-2-Clause
/* Bytes of the input as arguments: plausible ones mostly, borders often. */
#include "fuzz_bytes.h"
#include "../unit/fake/fake_hart.h"

static const u8 *input, *input_end;

void fuzz_begin(const u8 *data, size_t size)
{
	input = data;
	input_end = data + size;
}

bool fuzz_more(void)
{
	return input < input_end;
}

u8 fuzz_byte(void)
{
	return input < input_end ? *input++ : 0;
}

u64 fuzz_bytes(unsigned int count)
{
	u64 value = 0;

	while (count--)
		value = value << 8 | fuzz_byte();
	return value;
}

u64 fuzz_xlen_mask(void)
{
	return fake.has.xlen == 32 ? 0xffffffff : ~0ull;
}

/* Any value; borders are frequent. */
u64 fuzz_any_value(void)
{
	static const u64 borders[] = {
		0,
		~0ull,
		1,
		63,
		64,
		1ull << 31,
		1ull << 32,
		1ull << 63,
		0x7fffffff,
		0xffffffff,
		1ull << 28,
		1ull << 60,
		(1ull << 28) + 1,
		(1ull << 60) + 1,
		1024,
		4096,
		FAKE_RAM,
		FAKE_RAM - 16,
		FAKE_RAM + FAKE_RAM_SIZE - 16,
		FAKE_RAM_TOP,
		FAKE_RAM_TOP + FAKE_RAM_TOP_SIZE - 16,
		FAKE_RAM_HIGH,
		1ull << 47,
		1ull << 56,
	};
	u8 kind = fuzz_byte();

	if (kind < 128)
		return borders[kind % array_size(borders)];
	if (kind < 160)
		return ~0ull - fuzz_byte();
	return kind < 200 ? fuzz_byte() : fuzz_bytes(8);
}

static u64 fuzz_counter_value(const struct pmu_machine *machine)
{
	u8 kind = fuzz_byte();

	if (kind < 16)
		return fuzz_any_value();
	/*
	 * Half of the calls use the same few counters, so that long sequences
	 * about one counter occur.
	 */
	if (kind >= 128)
		return (kind & 4 ? machine->num_hw : 3) + (kind & 3);
	return kind % (machine->num_hw + machine->num_fw + 1);
}

static u64 fuzz_mask_value(void)
{
	u8 kind = fuzz_byte();

	if (kind < 16)
		return fuzz_any_value();
	if (kind < 128)
		return 1;
	return kind < 192 ? fuzz_byte() & 0x1f : fuzz_bytes(4);
}

static u64 fuzz_flags_value(u64 defined)
{
	u8 kind = fuzz_byte();

	return kind < 8 ? fuzz_any_value() : kind & defined;
}

u64 fuzz_event_value(void)
{
	u8 kind = fuzz_byte();

	switch (kind >> 5) {
	case 0:
		return kind == 31 ? fuzz_any_value() : kind;
	case 1:
		return 0x10000 | (kind & 31);
	case 2:
		return 0x20000 | !(kind & 31);
	case 3:
		return 0x30000 | !(kind & 31);
	case 4:
		return 0xfffff;
	case 5:
	case 6:
		return 0xf0000 | (kind & 31);
	}
	return fuzz_bytes(3);
}

/* Platform events are 1 to 5, raw ones in the map start at 0x100. */
u64 fuzz_event_data_value(u64 event_idx)
{
	u8 kind = fuzz_byte();

	if (kind < 8)
		return fuzz_any_value();
	switch (event_idx >> 16) {
	case 2:
	case 3:
		return (u64)(kind & 7) << 8 | fuzz_byte();
	case 15:
		return event_idx == 0xfffff ? kind & 7 : 0;
	}
	return 0;
}

static u64 fuzz_address_value(u64 align)
{
	static const u64 base[] = { FAKE_RAM, FAKE_RAM_TOP, FAKE_RAM_HIGH };
	u8 kind = fuzz_byte();

	if (kind < 32)
		return fuzz_any_value();
	return base[kind % 3] + (u64)(kind >> 4) * align;
}

void fuzz_args(const struct pmu_machine *machine, u64 fid, struct sbi_args *x)
{
	u64 data;

	switch (fid) {
	case SBI_EXT_PMU_COUNTER_CFG_MATCH:
		x->a[0] = fuzz_counter_value(machine);
		x->a[1] = fuzz_mask_value();
		x->a[2] = fuzz_flags_value(0xff);
		x->a[3] = fuzz_event_value();
		data = fuzz_event_data_value(x->a[3]);
		x->a[4] = data;
		x->a[5] = fake.has.xlen == 32 ? data >> 32 : 0;
		break;
	case SBI_EXT_PMU_COUNTER_START:
	case SBI_EXT_PMU_COUNTER_STOP:
		x->a[0] = fuzz_counter_value(machine);
		x->a[1] = fuzz_mask_value();
		x->a[2] = fuzz_flags_value(3);
		x->a[3] = fuzz_any_value();
		x->a[4] = fuzz_any_value();
		break;
	case SBI_EXT_PMU_SNAPSHOT_SET_SHMEM:
		x->a[0] = fuzz_address_value(4096);
		x->a[1] = fuzz_byte() < 240 ? 0 : fuzz_any_value();
		x->a[2] = fuzz_flags_value(0);
		break;
	case SBI_EXT_PMU_EVENT_GET_INFO:
		x->a[0] = fuzz_address_value(16);
		x->a[1] = fuzz_byte() < 240 ? 0 : fuzz_any_value();
		x->a[2] = fuzz_byte() < 200 ? fuzz_byte() & 63 :
					      fuzz_any_value();
		x->a[3] = fuzz_flags_value(0);
		break;
	default:
		x->a[0] = fuzz_counter_value(machine);
	}
}
