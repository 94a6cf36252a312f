// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linked into the firmware of the tests only, see pmudev.h. None of QEMU's
 * boards has hooks for its counters.
 */
#include <base/bits.h>
#include <libfdt.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>

#include "pmudev.h"
#include "test_pmudev.h"

static struct {
	u64 value, event;
	bool runs;
} counters[SBI_PMU_FW_CTR_MAX];
static unsigned long interrupts, filtered, flags;

static int validate(u32 hartid, u64 event)
{
	(void)hartid;
	return event >= PMUDEV_PLAIN && event <= PMUDEV_NO_STOP ? 0 :
								  SBI_EINVAL;
}

static bool match(u32 hartid, u32 fw, u64 event)
{
	(void)hartid;
	return event != PMUDEV_ODD || fw & 1;
}

static int width(void)
{
	return PMUDEV_WIDTH;
}

static u64 read_value(u32 hartid, u32 fw)
{
	(void)hartid;
	if (counters[fw].runs)
		counters[fw].value += PMUDEV_STEP;
	return counters[fw].value;
}

static void write_value(u32 hartid, u32 fw, u64 value)
{
	(void)hartid;
	counters[fw].value = value;
}

static int start(u32 hartid, u32 fw, u64 event)
{
	(void)hartid;
	if (event == PMUDEV_NO_START)
		return SBI_EFAIL;
	counters[fw].event = event;
	counters[fw].runs = true;
	return 0;
}

static int stop(u32 hartid, u32 fw)
{
	(void)hartid;
	if (counters[fw].event == PMUDEV_NO_STOP)
		return SBI_EFAIL;
	counters[fw].runs = false;
	return 0;
}

static void enable_irq(u32 counter)
{
	interrupts |= BIT64(counter);
}

static void disable_irq(u32 counter)
{
	interrupts &= ~(unsigned long)BIT64(counter);
}

static void filter_mode(unsigned long config_flags, int counter)
{
	filtered = (unsigned long)counter;
	flags = config_flags;
}

static int irq_bit(void)
{
	return PMUDEV_IRQ;
}

static int pmu_init(void)
{
	return SBI_EFAIL;
}

static struct sbi_pmu_device device = {
	.name = "test",
	.fw_event_validate_encoding = validate,
	.fw_counter_match_encoding = match,
	.fw_counter_width = width,
	.fw_counter_read_value = read_value,
	.fw_counter_write_value = write_value,
	.fw_counter_start = start,
	.fw_counter_stop = stop,
	.hw_counter_enable_irq = enable_irq,
	.hw_counter_disable_irq = disable_irq,
	.hw_counter_filter_mode = filter_mode,
};

/* A board that emulates other accesses than those of the payloads. Releases of
 * OpenSBI pass other arguments, of which none matters. */
static int emulates_others(void)
{
	return SBI_ENOTSUPP;
}

void test_pmudev_begin(const struct sbi_scratch *scratch)
{
	const void *fdt = (const void *)scratch->next_arg1;
	struct sbi_platform_operations *ops =
		(void *)sbi_platform_ptr(scratch)->platform_ops_addr;
	int chosen = fdt_path_offset(fdt, "/chosen");
	const char *kind =
		chosen < 0 ? NULL :
			     fdt_getprop(fdt, chosen, "test,pmu-device", NULL);

	if (!kind)
		return;
	if (!sbi_strcmp(kind, "emulates")) {
		ops->emulate_load = (void *)emulates_others;
		ops->emulate_store = (void *)emulates_others;
		return;
	}
	if (!sbi_strcmp(kind, "irq"))
		device.hw_counter_irq_bit = irq_bit;
	if (!sbi_strcmp(kind, "fails"))
		ops->pmu_init = pmu_init;
	sbi_pmu_set_device(&device);
}

unsigned long test_pmudev(unsigned long what)
{
	switch (what) {
	case PMUDEV_INTERRUPTS:
		return interrupts;
	case PMUDEV_FILTERED:
		return filtered;
	default:
		return flags;
	}
}
