/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row of ntrace_rows.h that is built in parts, because it is too long for a
 * table.
 */
#ifndef NTRACE_APPENDED_H
#define NTRACE_APPENDED_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ntrace_rows.h"

static char messages[8192], log_wanted[32768];

static void append(char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
{
	size_t len = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + len, size - len, format, args);
	va_end(args);
}

/** Append to the messages, and to the expected log. */
#define SEND(...) append(messages, sizeof(messages), __VA_ARGS__)
#define WANT(...) append(log_wanted, sizeof(log_wanted), __VA_ARGS__)

/** Run the row, and begin the next one. */
static void run_appended(const char *name, const char *settings)
{
	const struct ntrace_row row = { name, settings, messages, log_wanted };

	ntrace_run_rows(&row, 1);
	messages[0] = '\0';
	log_wanted[0] = '\0';
}

#endif
