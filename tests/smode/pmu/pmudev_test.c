// SPDX-License-Identifier: BSD-2-Clause
/*
 * Counters as a board describes them: by the hooks of a PMU device, which the
 * firmware of the tests has (pmudev.h), and by invalid rows and words of the
 * device tree.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "peek.h"
#include "pmu.h"
#include "pmudev.h"
#include "print.h"
#include "test_firmware.h"

#define EVENT_PLATFORM EVENT_FW(0xffff)

static unsigned long told(unsigned long what)
{
	return sbi(TEST_EID, TEST_PMUDEV, what).value;
}

/* --- firmware counters --------------------------------------------------------- */

static void width(void)
{
	struct sbiret info = pmu_get_info(pmu.fw);

	CHECK_OK(info);
	CHECK_EQ((info.value >> 12 & 63) + 1, PMUDEV_WIDTH);
}

static void counts(void)
{
	unsigned long fw = pmu.fw;

	CHECK_VALUE(pmu_config(fw, 1, CLEAR, EVENT_PLATFORM, PMUDEV_PLAIN), fw);
	CHECK_VALUE(pmu_fw_read(fw), 0);
	CHECK_OK(pmu_start(fw, 1, SET_VALUE, 100));
	CHECK_VALUE(pmu_fw_read(fw), 100 + PMUDEV_STEP);
	CHECK_VALUE(pmu_fw_read(fw), 100 + 2 * PMUDEV_STEP);
	CHECK_OK(pmu_stop(fw, 1, 0));
	CHECK_VALUE(pmu_fw_read(fw), 100 + 2 * PMUDEV_STEP);
	pmu_stop(fw, 1, RESET);
}

/* The device decides which events exist, and on which counters. */
static void chooses(void)
{
	unsigned long fw = pmu.fw;

	CHECK_VALUE(pmu_config(fw, 3, 0, EVENT_PLATFORM, PMUDEV_ODD), fw + 1);
	pmu_stop(fw + 1, 1, RESET);
	CHECK_ERROR(pmu_config(fw, 1, 0, EVENT_PLATFORM, PMUDEV_ODD),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(fw, 3, 0, EVENT_PLATFORM, PMUDEV_NO_STOP + 1),
		    SBI_ERR_NOT_SUPPORTED);
	/* A firmware counter that the device does not have */
	CHECK_ERROR(pmu_config(fw + PMUDEV_COUNTERS, 1, 0, EVENT_PLATFORM,
			       PMUDEV_PLAIN),
		    pmu.num > fw + PMUDEV_COUNTERS ? SBI_ERR_NOT_SUPPORTED :
						     SBI_ERR_INVALID_PARAM);
}

static void refuses(void)
{
	unsigned long fw = pmu.fw;

	CHECK_VALUE(pmu_config(fw, 1, 0, EVENT_PLATFORM, PMUDEV_NO_START), fw);
	CHECK_ERROR(pmu_start(fw, 1, 0, 0), SBI_ERR_FAILED);
	CHECK_ERROR(pmu_stop(fw, 1, 0), SBI_ERR_ALREADY_STOPPED);
	pmu_stop(fw, 1, RESET);
	CHECK_VALUE(pmu_config(fw + 1, 1, 0, EVENT_PLATFORM, PMUDEV_NO_STOP),
		    fw + 1);
	CHECK_OK(pmu_start(fw + 1, 1, 0, 0));
	CHECK_ERROR(pmu_stop(fw + 1, 1, 0), SBI_ERR_FAILED);
	CHECK_ERROR(pmu_start(fw + 1, 1, 0, 0), SBI_ERR_ALREADY_STARTED);
}

/* --- hardware counters ------------------------------------------------------------ */

#define COUNTER 3ul

/*
 * True if events have counters; there are none if the platform's set-up fails.
 */
static bool mapped(void)
{
	if (!option_given("board=fails"))
		return true;
	CHECK_ERROR(pmu_config(COUNTER, 1, 0, EVENT_CYCLES, 0),
		    SBI_ERR_NOT_SUPPORTED);
	return false;
}

static void interrupts(void)
{
	unsigned long bit = 1ul << COUNTER;

	if (!mapped())
		return;
	CHECK_VALUE(pmu_config(COUNTER, 1, 0, EVENT_CYCLES, 0), COUNTER);
	CHECK_EQ(told(PMUDEV_INTERRUPTS) & bit, 0);
	CHECK_OK(pmu_start(COUNTER, 1, 0, 0));
	CHECK_EQ(told(PMUDEV_INTERRUPTS) & bit, bit);
	CHECK_OK(pmu_stop(COUNTER, 1, RESET));
	CHECK_EQ(told(PMUDEV_INTERRUPTS) & bit, 0);
}

static void filters(void)
{
	if (!mapped())
		return;
	CHECK_VALUE(pmu_config(COUNTER, 1, UINH | SINH, EVENT_CYCLES, 0),
		    COUNTER);
	CHECK_EQ(told(PMUDEV_FILTERED), COUNTER);
	CHECK_EQ(told(PMUDEV_FLAGS) & (UINH | SINH | MINH), UINH | SINH);
	pmu_stop(COUNTER, 1, RESET);
}

/* Overflows interrupt S-mode if the device has an interrupt for them. */
static void overflow_interrupt(void)
{
	static struct peek look;

	peek_save(&look);
	CHECK_EQ(look.mideleg >> PMUDEV_IRQ & 1, option_given("board=irq"));
}

/* --- the device tree ----------------------------------------------------------------- */

/* run.py looks for these lines in the firmware's earlier output. */
static void report(void)
{
	unsigned int n, hardware = 0;

	for (n = 0; n < pmu.fw; n++)
		hardware += pmu.present >> n & 1;
	print("# once: hartscope: PMU: no fast calls: the board has PMU hooks of "
	      "its own\n");
	print("# once: hartscope: PMU: %u hardware and %u firmware counters, \n",
	      hardware, pmu.num - pmu.fw);
	print("# once: event ranges, overflow interrupt %s, snapshot %s\n",
	      option_given("board=irq") ? "on" : "none",
	      option_given("snapshot=on") ? "on" : "off");
	print("# once: hartscope: PMU: events of the device tree\n");
	if (option_given("board=fails"))
		print("# once: hartscope: PMU: the platform reports error -1; its "
		      "events are missing\n");
	else
		print("# lacks: hartscope: PMU: the platform reports\n");
	CHECK(hardware);
}

static void lines(void)
{
	if (option_given("odd"))
		print("# once: hartscope: /chosen: hartscope,pmu-snapshot is "
		      "neither \"on\" nor \"off\"; taken as \"%s\"\n",
		      option_given("snapshot=on") ? "on" : "off");
	if (option_given("mapped"))
		print("# once: hartscope: PMU: events 0x2 to 0x2 on counters "
		      "0x7fff8 are out of range, mapped twice or too many; not "
		      "used\n");
	if (option_given("raw-twice"))
		print("# once: hartscope: PMU: raw events 0x10020 mask 0x%lx on "
		      "counters 0x7fff8 are mapped twice, on fixed counters or "
		      "too many; not used\n",
		      (unsigned long)0xfffffffffffffcull);
	if (mapped())
		CHECK_OK(pmu_config(0, pmu_all(), 0, EVENT_INSTRUCTIONS, 0));
}

const struct check_case check_cases[] = {
	{ "width", width },
	{ "a platform's event counts", counts },
	{ "the device chooses", chooses },
	{ "the device refuses", refuses },
	{ "interrupts", interrupts },
	{ "filters", filters },
	{ "the overflow interrupt", overflow_interrupt },
	{ "report", report },
	{ "rows of the device tree", lines },
	{ NULL, NULL },
};
