// SPDX-License-Identifier: BSD-2-Clause
/* Buffered output. printf() would take most of the time of long listings. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io.h"

void output_open(struct output *out, const char *path)
{
	memset(out, 0, sizeof(*out));
	if (!path || !strcmp(path, "-")) {
		out->name = "standard output";
		out->fd = STDOUT_FILENO;
	} else {
		out->name = path;
		out->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
			       0666);
	}
	if (out->fd < 0)
		die("cannot write '%s': %s", path, strerror(errno));
	out->buffer = must_alloc(OUTPUT_BUFFER);
}

void output_to(struct output *out,
	       void (*take)(void *user, const char *data, size_t size),
	       void *user)
{
	memset(out, 0, sizeof(*out));
	out->take = take;
	out->user = user;
	out->buffer = must_alloc(OUTPUT_BUFFER);
}

static void write_all(struct output *out, const char *data, size_t size)
{
	ssize_t done;

	if (out->take) {
		out->take(out->user, data, size);
		return;
	}
	while (size && !out->error) {
		done = write(out->fd, data, size);
		if (done >= 0) {
			data += done;
			size -= done;
		} else if (errno != EINTR) {
			out->error = errno;
		}
	}
}

void output_flush(struct output *out)
{
	write_all(out, out->buffer, out->used);
	out->used = 0;
}

void output_close(struct output *out)
{
	output_flush(out);
	if (!out->take && close(out->fd) && !out->error)
		out->error = errno;
	free(out->buffer);
	if (out->error)
		die("cannot write '%s': %s", out->name, strerror(out->error));
}

void output_bytes(struct output *out, const void *data, size_t size)
{
	if (size > OUTPUT_BUFFER - out->used)
		output_flush(out);
	if (size > OUTPUT_BUFFER) {
		write_all(out, data, size);
		return;
	}
	memcpy(out->buffer + out->used, data, size);
	out->used += size;
}

void output_string(struct output *out, const char *s)
{
	output_bytes(out, s, strlen(s));
}

void output_format(struct output *out, const char *format, ...)
{
	char *text;
	va_list args;
	int size;

	va_start(args, format);
	size = vasprintf(&text, format, args);
	va_end(args);
	if (size < 0)
		die("out of memory");
	output_bytes(out, text, size);
	free(text);
}

void output_hex(struct output *out, u64 value)
{
	char *p = output_room(out);
	int digits = value ? (67 - __builtin_clzll(value)) / 4 : 1;
	int i;

	p[0] = '0';
	p[1] = 'x';
	for (i = digits + 1; i > 1; i--, value >>= 4)
		p[i] = "0123456789abcdef"[value & 15];
	out->used += digits + 2;
}

void output_decimal(struct output *out, u64 value)
{
	char text[20];
	int i = sizeof(text);

	do {
		text[--i] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	output_bytes(out, text + i, sizeof(text) - i);
}
