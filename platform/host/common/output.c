// SPDX-License-Identifier: BSD-2-Clause
/* Buffered output. printf() would take most of the time of long listings. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io.h"

static bool same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && S_ISREG(x.st_mode) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

void output_open(struct output *out, const char *path, const char *input)
{
	memset(out, 0, sizeof(*out));
	if (!path || !strcmp(path, "-")) {
		out->name = "standard output";
		out->fd = STDOUT_FILENO;
	} else {
		if (input && same_file(path, input))
			die("'%s' is read; the output must be another file",
			    input);
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
	if (out->most && out->written + size > out->most) {
		complain("this would be more than %llu bytes, which is damage "
			 "or a loop that repeats itself; --lenient writes all",
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
	/* Of nothing there may be no address. */
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

/*
 * The last hexadecimal digits of a number, 1 to 8, written to p all at once,
 * with rubbish behind them.
 */
static void write_digits(char *p, u32 value, unsigned int digits)
{
	const u64 ones = 0x0101010101010101ULL;
	u64 x = value, letters;

	x = (x << 16 | x) & 0x0000ffff0000ffffULL;
	x = (x << 8 | x) & 0x00ff00ff00ff00ffULL;
	x = (x << 4 | x) & 0x0f0f0f0f0f0f0f0fULL;
	letters = (x + 6 * ones) >> 4 & ones;
	x += '0' * ones + ('a' - '0' - 10) * letters;
	x = htobe64(x << (64 - 8 * digits));
	memcpy(p, &x, sizeof(x));
}

void output_hex(struct output *out, u64 value)
{
	unsigned int digits = value ? (67 - __builtin_clzll(value)) / 4 : 1;
	char *p = output_room(out);

	out->used += digits + 2;
	p[0] = '0';
	p[1] = 'x';
	p += 2;
	if (digits > 8) {
		write_digits(p, (u32)(value >> 32), digits - 8);
		p += digits - 8;
		digits = 8;
	}
	write_digits(p, (u32)value, digits);
}

void output_digits(struct output *out, u32 value, unsigned int digits)
{
	write_digits(output_room(out), value, digits);
	out->used += digits;
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
