// SPDX-License-Identifier: BSD-2-Clause
/*
 * The platform-PMU seam over sbi_pmu_device; selectors are in events_glue.c.
 * All hooks of a device are optional.
 */
#include <hart/pmudev.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_scratch.h>

bool hart_pmu_has_filter(void)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	return dev && dev->hw_counter_filter_mode;
}

void hart_pmu_filter(unsigned int counter_idx, unsigned long config_flags)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	dev->hw_counter_filter_mode(config_flags, (int)counter_idx);
}

void hart_pmu_irq_enable(unsigned int counter_idx)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	if (dev && dev->hw_counter_enable_irq)
		dev->hw_counter_enable_irq(counter_idx);
}

void hart_pmu_irq_disable(unsigned int counter_idx)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	if (dev && dev->hw_counter_disable_irq)
		dev->hw_counter_disable_irq(counter_idx);
}

unsigned int hart_pmu_fw_width(void)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();
	int width = dev && dev->fw_counter_width ? dev->fw_counter_width() : 0;

	return width > 0 && width < 64 ? (unsigned int)width : 64;
}

/*
 * An event needs a device that can check, start and read it: without one of
 * these the counter would have no effect.
 */
bool hart_pmu_fw_valid(u64 event_data)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	return dev && dev->fw_event_validate_encoding &&
	       dev->fw_counter_start && dev->fw_counter_read_value &&
	       dev->fw_counter_write_value &&
	       dev->fw_event_validate_encoding(current_hartid(), event_data) >=
		       0;
}

bool hart_pmu_fw_match(unsigned int fw, u64 event_data)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	/* Devices know this number of firmware counters, see sbi_pmu.h. */
	if (fw >= SBI_PMU_FW_CTR_MAX)
		return false;
	return !dev->fw_counter_match_encoding ||
	       dev->fw_counter_match_encoding(current_hartid(), fw, event_data);
}

bool hart_pmu_fw_start(unsigned int fw, u64 event_data)
{
	return !sbi_pmu_get_device()->fw_counter_start(current_hartid(), fw,
						       event_data);
}

bool hart_pmu_fw_stop(unsigned int fw)
{
	const struct sbi_pmu_device *dev = sbi_pmu_get_device();

	return !dev->fw_counter_stop ||
	       !dev->fw_counter_stop(current_hartid(), fw);
}

u64 hart_pmu_fw_read(unsigned int fw)
{
	return sbi_pmu_get_device()->fw_counter_read_value(current_hartid(),
							   fw);
}

void hart_pmu_fw_write(unsigned int fw, u64 value)
{
	sbi_pmu_get_device()->fw_counter_write_value(current_hartid(), fw,
						     value);
}
