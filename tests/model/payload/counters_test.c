// SPDX-License-Identifier: BSD-2-Clause
/*
 * Each mhpmcounter of a hart of the model is offered with its own width, and
 * counts: tests/model/truth.py varies the counters, and says in the words which
 * there are ("hpm", a set), "bits" for all of them, "bitsN" for one, and
 * "stops=no" if nothing can stop those of the set "live". The other harts have the
 * same counters, of which others count by themselves.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

static bool there(unsigned int n)
{
	return option_number("hpm", 0) >> n & 1;
}

static unsigned long bits_of(unsigned int n)
{
	char name[] = "bits00";

	name[4] = (char)('0' + n / 10);
	name[5] = (char)('0' + n % 10);
	if (n < 10) {
		name[4] = name[5];
		name[5] = '\0';
	}
	return (unsigned long)option_number(name, option_number("bits", 64));
}

static void widths(void)
{
	struct sbiret info;
	unsigned int n;

	for (n = 3; n < 32; n++) {
		check_row("mhpmcounter", n);
		info = pmu_get_info(n);
		if (!there(n)) {
			CHECK(info.error || info.value >> (XLEN - 1));
			continue;
		}
		CHECK_VALUE(info, 0xc00 | n | (bits_of(n) - 1) << 12);
	}
	check_row(NULL, 0);
}

static void look(void *arg)
{
	struct sbiret *info = arg;
	unsigned int n;

	for (n = 3; n < 32; n++)
		info[n] = pmu_get_info(n);
}

static void other_harts(void)
{
	static struct sbiret info[32];
	unsigned int n, hart;

	for (hart = 1; hart < hart_count(); hart++) {
		CHECK(hart_start(hart) && hart_call(hart, look, info) &&
		      hart_stop(hart));
		for (n = 3; n < 32; n++) {
			check_row("mhpmcounter", n);
			if (there(n))
				CHECK_VALUE(info[n],
					    0xc00 | n | (bits_of(n) - 1) << 12);
			else
				CHECK(info[n].error ||
				      info[n].value >> (XLEN - 1));
		}
	}
	check_row(NULL, 0);
}

static void counts(unsigned int n)
{
	unsigned long flags = CLEAR | AUTO;
	bool stops = !option_given("stops=no") ||
		     !(option_number("live", 0) >> n & 1);
	u64 value;

	CHECK_VALUE(pmu_config(n, 1, flags, EVENT_CYCLES, 0), n);
	pmu_work_spin();
	CHECK_OK(pmu_stop(n, 1, 0));
	value = pmu_value(n);
	CHECK(value && !(value >> 1 >> (bits_of(n) - 1)));
	CHECK(!stops || value == pmu_value(n));
	CHECK_OK(pmu_start(n, 1, SET_VALUE, 5));
	CHECK_OK(pmu_stop(n, 1, RESET));
	CHECK_RANGE(pmu_value(n), 5, bits_of(n) > 16 ? 20000 : 65535);
}

static void each_counts(void)
{
	unsigned int n;

	for (n = 3; n < 32; n++) {
		check_row("mhpmcounter", n);
		if (there(n))
			counts(n);
	}
	check_row(NULL, 0);
}

const struct check_case check_cases[] = {
	{ "widths", widths },
	{ "widths on other harts", other_harts },
	{ "each counts", each_counts },
	{ NULL, NULL },
};
