// SPDX-License-Identifier: BSD-2-Clause
/* The platform of the fake hart, and its answers about counters. */
#include <hart/pmudev.h>

#include "fake_hart.h"

u64 hart_pmu_selector(u32 event_idx, u64 event_data)
{
	u64 selector = event_idx >> 16 == 2 || event_idx >> 16 == 3 ?
			       event_data :
			       event_idx;

	if (event_idx == fake.has.no_event || !selector)
		return 0;
	if (fake.has.select && event_idx >> 16 < 2)
		return fake.has.select(event_idx);
	return selector | fake.has.selector_high;
}

bool hart_pmu_has_filter(void)
{
	return fake.has.filter;
}

static bool fake_hw_exists(unsigned int n)
{
	return n < FAKE_COUNTERS && ((fake.has.hpm_mask | 5) >> n & 1);
}

void hart_pmu_filter(unsigned int counter_idx, unsigned long config_flags)
{
	if (!fake.has.filter || !fake_hw_exists(counter_idx))
		fake_hart_fault("filter of counter %u, absent", counter_idx);
	else
		fake.state.filter[counter_idx] = config_flags;
}

void hart_pmu_irq_enable(unsigned int counter_idx)
{
	if (!fake_hw_exists(counter_idx))
		fake_hart_fault("irq of counter %u, absent", counter_idx);
	else
		fake.state.irq_enabled |= 1u << counter_idx;
}

void hart_pmu_started(u64 set)
{
	fake.log.told |= set;
	fake.log.told_inhibit = fake.state.inhibit;
}

void hart_pmu_irq_disable(unsigned int counter_idx)
{
	if (!fake_hw_exists(counter_idx))
		fake_hart_fault("irq of counter %u, absent", counter_idx);
	else
		fake.state.irq_enabled &= ~(1u << counter_idx);
}

/* --- platform firmware events --------------------------------------------- */

unsigned int hart_pmu_fw_width(void)
{
	return fake.has.fw_width;
}

bool hart_pmu_fw_valid(u64 event_data)
{
	return event_data && event_data <= fake.has.fw_events;
}

bool hart_pmu_fw_match(unsigned int fw, u64 event_data)
{
	return hart_pmu_fw_valid(event_data) && fw < FAKE_FW_COUNTERS &&
	       (fake.has.fw_counters >> fw & 1);
}

static struct fake_fw_counter *fake_fw(unsigned int fw, const char *what)
{
	static struct fake_fw_counter nowhere;

	if (fw < FAKE_FW_COUNTERS && (fake.has.fw_counters >> fw & 1))
		return &fake.state.fw[fw];
	fake_hart_fault("%s of platform firmware counter %u, absent", what, fw);
	return &nowhere;
}

bool hart_pmu_fw_start(unsigned int fw, u64 event_data)
{
	struct fake_fw_counter *c = fake_fw(fw, "start");

	if (!hart_pmu_fw_match(fw, event_data))
		fake_hart_fault("platform event 0x%llx started, unknown",
				(unsigned long long)event_data);
	if (c->running)
		fake_hart_fault("platform counter %u started twice", fw);
	if (!fake_hart_step())
		return false;
	c->event_data = event_data;
	c->running = true;
	return true;
}

bool hart_pmu_fw_stop(unsigned int fw)
{
	struct fake_fw_counter *c = fake_fw(fw, "stop");

	if (!c->running)
		fake_hart_fault("platform counter %u stopped twice", fw);
	if (!fake_hart_step())
		return false;
	c->running = false;
	return true;
}

u64 hart_pmu_fw_read(unsigned int fw)
{
	return fake_fw(fw, "read")->value;
}

void hart_pmu_fw_write(unsigned int fw, u64 value)
{
	fake_fw(fw, "write")->value = value;
}

void fake_hart_fw_event(u64 event_data, u64 count)
{
	unsigned int fw;

	for (fw = 0; fw < FAKE_FW_COUNTERS; fw++)
		if (fake.state.fw[fw].running &&
		    fake.state.fw[fw].event_data == event_data)
			fake.state.fw[fw].value += count;
}
