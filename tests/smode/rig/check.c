// SPDX-License-Identifier: BSD-2-Clause
/* Runs the cases of a test program. */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "pmu.h"
#include "print.h"

/* A loop that fails in every round must not hide the other failures. */
#define PRINTED_MAX 12

static struct {
	u64 passed, failed;   /* points of all cases */
	unsigned int in_case; /* failed points of the running case */
	const char *row, *skipped;
	u64 number;
} check;

void payload_main(void);

void check_row(const char *row, u64 number)
{
	check.row = row;
	check.number = number;
}

void check_skip(const char *reason)
{
	check.skipped = reason;
}

/* Count a point. @return true if the caller has to print the values */
static bool check_point(bool good, const char *what, const char *file, int line)
{
	if (good) {
		check.passed++;
		return false;
	}
	check.failed++;
	if (check.in_case++ >= PRINTED_MAX)
		return false;
	print("# %s:%d: %s", file, line, what);
	if (check.row)
		print(" [%s 0x%llx]", check.row,
		      (unsigned long long)check.number);
	return true;
}

bool check_true(bool holds, const char *what, const char *file, int line)
{
	if (check_point(holds, what, file, line))
		print(": does not hold\n");
	return holds;
}

bool check_equal(u64 seen, u64 expected, const char *what, const char *file,
		 int line)
{
	if (check_point(seen == expected, what, file, line))
		print(": expected 0x%llx, seen 0x%llx\n",
		      (unsigned long long)expected, (unsigned long long)seen);
	return seen == expected;
}

bool check_range(u64 seen, u64 low, u64 high, const char *what,
		 const char *file, int line)
{
	bool good = seen >= low && seen <= high;

	if (check_point(good, what, file, line))
		print(": expected 0x%llx to 0x%llx, seen 0x%llx\n",
		      (unsigned long long)low, (unsigned long long)high,
		      (unsigned long long)seen);
	return good;
}

bool check_error(struct sbiret ret, long expected, const char *what,
		 const char *file, int line)
{
	bool good = ret.error == expected;

	if (check_point(good, what, file, line))
		print(": expected error %ld, seen %ld (value 0x%lx)\n",
		      expected, ret.error, ret.value);
	return good;
}

bool check_value(struct sbiret ret, unsigned long expected, const char *what,
		 const char *file, int line)
{
	bool good = !ret.error && ret.value == expected;

	if (check_point(good, what, file, line))
		print(": expected value 0x%lx, seen error %ld, value 0x%lx\n",
		      expected, ret.error, ret.value);
	return good;
}

static void check_run(const struct check_case *c, unsigned int number)
{
	check.in_case = 0;
	check.row = check.skipped = NULL;
	pmu_reset();
	c->run();
	if (check.in_case > PRINTED_MAX)
		print("# ... and %u more\n", check.in_case - PRINTED_MAX);
	print("%sok %u - %s", check.in_case ? "not " : "", number, c->name);
	if (check.skipped)
		print(" # SKIP %s", check.skipped);
	print("\n");
}

/*
 * start.S calls this function on the hart that booted. With "case=N" only case
 * N is run.
 */
void payload_main(void)
{
	u64 only = option_number("case", 0);
	unsigned int n, count = 0;

	print("TAP version 13\n");
	pmu_find();
	for (n = 0; check_cases[n].name; n++) {
		if (only && n + 1 != only)
			continue;
		check_run(&check_cases[n], n + 1);
		count++;
	}
	print("1..%u\n", count);
	print("# points: %llu passed, %llu failed\n",
	      (unsigned long long)check.passed,
	      (unsigned long long)check.failed);
	sbi_shutdown(!check.failed);
}
