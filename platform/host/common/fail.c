// SPDX-License-Identifier: BSD-2-Clause
/*
 * Messages of the host tools, their exit after an error, and allocation that
 * cannot fail.
 */
#include <stdlib.h>
#include "io.h"
#include "names.h"
#include "progress.h"

const char *tool_name = "hartscope";

/* A message may quote what came with a trace. */
static void vcomplain(const char *format, va_list args)
{
	char *text;

	progress_wipe();
	if (vasprintf(&text, format, args) < 0)
		return;
	name_clean(text);
	fprintf(stderr, "%s: %s\n", tool_name, text);
	free(text);
}

void complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vcomplain(format, args);
	va_end(args);
}

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vcomplain(format, args);
	va_end(args);
	exit(STATUS_USAGE);
}

void *must_realloc(void *old, size_t size)
{
	void *memory = realloc(old, size ? size : 1);

	if (!memory)
		die("out of memory: %zu bytes more are needed", size);
	return memory;
}

void *must_alloc(size_t size)
{
	return must_realloc(NULL, size);
}

void *grow(void *array, size_t count, size_t size)
{
	/* The room is a power of two, so that it need not be stored */
	if (count < 8) {
		if (count)
			return array;
		return must_realloc(array, 8 * size);
	}
	if (count & (count - 1))
		return array;
	return must_realloc(array, 2 * count * size);
}
