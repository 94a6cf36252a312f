/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A test program: a table of cases, each of which checks many points. It prints
 * TAP: one line per case, the values of every point that failed, and at the end
 * the number of points. A failed point does not end its case.
 */
#ifndef SMODE_CHECK_H
#define SMODE_CHECK_H

#include "sbi.h"

struct check_case {
	const char *name;
	void (*run)(void);
};

/** The cases of a program; the last entry has no name. */
extern const struct check_case check_cases[];

/** Check that the condition is true. */
#define CHECK(condition) \
	check_true(condition, #condition, __FILE_NAME__, __LINE__)

/** Check that two numbers are equal. */
#define CHECK_EQ(seen, expected)                                        \
	check_equal((u64)(seen), (u64)(expected), #seen, __FILE_NAME__, \
		    __LINE__)

/** Check that a number is in a range, ends included. */
#define CHECK_RANGE(seen, low, high)                             \
	check_range((u64)(seen), (u64)(low), (u64)(high), #seen, \
		    __FILE_NAME__, __LINE__)

/**
 * Check that the SBI call returns this error, or SBI_SUCCESS; with any value.
 */
#define CHECK_ERROR(ret, expected) \
	check_error((ret), (expected), #ret, __FILE_NAME__, __LINE__)

/** Check that the SBI call succeeds with this value. */
#define CHECK_VALUE(ret, expected)                                         \
	check_value((ret), (unsigned long)(expected), #ret, __FILE_NAME__, \
		    __LINE__)

/** Check that the SBI call succeeds, with any value. */
#define CHECK_OK(ret) CHECK_ERROR(ret, SBI_SUCCESS)

/**
 * Subject of the next points, printed if they fail.
 * @param row name of the row, or NULL for none
 * @param number printed behind it in hexadecimal
 */
void check_row(const char *row, u64 number);

/** Skip the running case. */
void check_skip(const char *reason);

bool check_true(bool holds, const char *what, const char *file, int line);
bool check_equal(u64 seen, u64 expected, const char *what, const char *file,
		 int line);
bool check_range(u64 seen, u64 low, u64 high, const char *what,
		 const char *file, int line);
bool check_error(struct sbiret ret, long expected, const char *what,
		 const char *file, int line);
bool check_value(struct sbiret ret, unsigned long expected, const char *what,
		 const char *file, int line);

#endif
