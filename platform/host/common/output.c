// SPDX-License-Identifier: BSD-2-Clause
/* Buffered output. printf() would take most of the time of long listings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "io.h"
#include "names.h"
#include "put.h"

static void open_output(struct output *out, const char *path, const char *input,
			bool private)
{
	memset(out, 0, sizeof(*out));
	if (path && !strcmp(path, "-"))
		path = NULL;
	files_named(input);
	out->name = path ? path : "standard output";
	out->file = files_open(path, private, &out->fd);
	out->buffer = must_alloc(OUTPUT_BUFFER);
}

void output_open(struct output *out, const char *path, const char *input)
{
	open_output(out, path, input, false);
}

void output_open_private(struct output *out, const char *path,
			 const char *input)
{
	open_output(out, path, input, true);
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
	if (out->most && out->written + size > out->most) {
		complain("the output has more than %llu bytes, because of "
			 "damage or of a loop that repeats itself; --lenient "
			 "writes all",
			 (unsigned long long)out->most);
		exit(STATUS_DAMAGED);
	}
	out->written += size;
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
	if (!out->used)
		return;
	write_all(out, out->buffer, out->used);
	out->used = 0;
}

/* Standard output stays open: what is printed later needs it. */
static int close_output(struct output *out)
{
	int fd = out->fd;

	if (out->file)
		return files_complete(out->file, fd);
	if (fd == STDOUT_FILENO)
		fd = dup(fd);
	return close(fd) ? errno : 0;
}

void output_close(struct output *out)
{
	output_flush(out);
	if (!out->take && !out->error)
		out->error = close_output(out);
	free(out->buffer);
	if (out->error)
		die("cannot write '%s': %s", out->name, strerror(out->error));
}

void output_bytes(struct output *out, const void *data, size_t size)
{
	/* Without bytes the address may be NULL. */
	if (!size)
		return;
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

void output_name(struct output *out, const char *name, const char *apart)
{
	size_t size, bad;

	do {
		size = name_harmless(name, apart, &bad);
		output_bytes(out, name, size);
		name += size + bad;
		output_bytes(out, "???", bad);
	} while (bad);
}

void output_format(struct output *out, const char *format, ...)
{
	char *text = output_room(out);
	size_t room = OUTPUT_BUFFER - out->used;
	va_list args;
	int size;

	va_start(args, format);
	size = vsnprintf(text, room, format, args);
	va_end(args);
	if (size >= 0 && (size_t)size < room) {
		out->used += (size_t)size;
		return;
	}
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

	out->used += (size_t)(put_hex(p, value) - p);
}

void output_decimal(struct output *out, u64 value)
{
	char *p = output_room(out);

	out->used += (size_t)(put_decimal(p, value) - p);
}
