// SPDX-License-Identifier: BSD-2-Clause
/* Files and pipes of the host tools: input in pieces, and lines. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "files.h"
#include "frames.h"
#include "io.h"
#include "progress.h"
#include "unpack.h"

void input_from(struct input *in, const char *name, int fd)
{
	memset(in, 0, sizeof(*in));
	in->name = name;
	in->fd = fd;
	in->buffer = must_alloc(INPUT_PIECE);
	files_input(name, fd);
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* Without SA_RESTART, so that a waiting read ends as well. */
void input_catch_interrupt(void)
{
	const struct sigaction action = { .sa_handler = on_interrupt };

	sigaction(SIGINT, &action, NULL);
}

bool input_interrupted(void)
{
	bool was = interrupted;

	if (was) {
		signal(SIGINT, SIG_DFL);
		files_guard();
	}
	interrupted = 0;
	return was;
}

static size_t read_bytes(void *user, u8 *buffer, size_t size)
{
	struct input *in = user;
	ssize_t got;

	do {
		if (interrupted)
			return 0;
		got = read(in->fd, buffer, size);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		die("cannot read '%s': %s", in->name, strerror(errno));
	in->taken += (u64)got;
	return (size_t)got;
}

void input_open(struct input *in, const char *path)
{
	bool standard = !strcmp(path, "-");
	struct stat st;

	memset(in, 0, sizeof(*in));
	in->name = standard ? "standard input" : path;
	in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (in->fd < 0 || fstat(in->fd, &st))
		die("cannot open '%s': %s", in->name, strerror(errno));
	if (S_ISDIR(st.st_mode))
		die("cannot read '%s': it is a directory", in->name);
	files_input(in->name, in->fd);
	if (standard && isatty(in->fd))
		complain("reading from the terminal; end with Ctrl-D");
	if (S_ISREG(st.st_mode) && !input_is_packed(path))
		in->size = (u64)st.st_size;
	in->buffer = must_alloc(INPUT_PIECE);
}

bool input_is_packed(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct unpack *unpack = NULL;
	bool packed;
	u8 start[4];

	if (fd >= 0 && pread(fd, start, sizeof(start), 0) == sizeof(start))
		unpack = unpack_begin(path, start, sizeof(start));
	if (fd >= 0)
		close(fd);
	packed = unpack;
	unpack_end(unpack);
	return packed;
}

/* First return the bytes that input_read() has inspected. */
static size_t read_packed(void *user, u8 *buffer, size_t size)
{
	struct input *in = user;
	size_t started = in->started;

	memcpy(buffer, in->start, started);
	in->started = 0;
	return started + read_bytes(in, buffer + started, size - started);
}

/* A pipe may deliver single bytes. */
static void look_at_start(struct input *in)
{
	size_t got;

	in->looked = true;
	do {
		got = read_bytes(in, in->start + in->started,
				 sizeof(in->start) - in->started);
		in->started += got;
	} while (got && in->started < sizeof(in->start));
	in->unpack = unpack_begin(in->name, in->start, in->started);
}

/* Read the next bytes of the unpacked file. */
static size_t read_plain(struct input *in, u8 *buffer, size_t size)
{
	if (!in->looked)
		look_at_start(in);
	if (in->unpack)
		return unpack_next(in->unpack, read_packed, in, buffer, size);
	return read_packed(in, buffer, size);
}

void input_frames(struct input *in, struct frames *frames)
{
	in->frames = frames;
	in->framed = must_alloc(INPUT_PIECE);
}

/* A piece of frames may have no selected byte. */
static size_t read_frames(struct input *in)
{
	size_t size, got = 0;

	while (in->frames && !got) {
		size = read_plain(in, in->framed, INPUT_PIECE - FRAME_BYTES);
		if (size) {
			got = frames_take(in->frames, in->framed, size,
					  in->buffer);
			continue;
		}
		frames_end(in->frames);
		in->frames = NULL;
	}
	return got;
}

size_t input_read(struct input *in, const u8 **data)
{
	size_t got;

	if (in->again) {
		got = in->again;
		*data = in->buffer + in->piece - got;
		in->again = 0;
		in->offset += got;
		return got;
	}
	if (in->framed)
		got = read_frames(in);
	else
		got = read_plain(in, in->buffer, INPUT_PIECE);
	in->piece = got;
	in->offset += got;
	*data = in->buffer;
	return got;
}

bool input_look(const char *path, const u8 *data, size_t size)
{
	bool program = size > 4 && !memcmp(data, "\177ELF", 4);

	if (program)
		complain("'%s' looks like a program, not like a trace", path);
	return program;
}

void input_back(struct input *in, size_t size)
{
	in->again = size;
	in->offset -= size;
}

void input_close(struct input *in)
{
	if (in->fd != STDIN_FILENO)
		close(in->fd);
	unpack_end(in->unpack);
	free(in->buffer);
	free(in->framed);
	memset(in, 0, sizeof(*in));
}

void lines_open(struct lines *lines, const char *path)
{
	memset(lines, 0, sizeof(*lines));
	input_open(&lines->in, path);
}

void lines_from(struct lines *lines, const char *name, int fd)
{
	memset(lines, 0, sizeof(*lines));
	input_from(&lines->in, name, fd);
	lines->in.looked = true;
}

/* Append the first bytes of the rest to the line that began earlier. */
static void line_append(struct lines *lines, size_t *used, size_t more)
{
	if (*used + more + 1 > lines->room) {
		lines->room = 2 * (*used + more + 1);
		lines->line = must_realloc(lines->line, lines->room);
	}
	memcpy(lines->line + *used, lines->piece, more);
	*used += more;
	lines->line[*used] = '\0';
}

static char *strip_return(char *line, size_t length)
{
	if (length && line[length - 1] == '\r')
		line[length - 1] = '\0';
	return line;
}

char *lines_next(struct lines *lines)
{
	size_t used = 0, length;
	char *end;

	do {
		if (!lines->left)
			lines->left = input_read(&lines->in, &lines->piece);
		if (!lines->left) {
			lines->number += used != 0;
			lines->cut |= used != 0;
			return used ? strip_return(lines->line, used) : NULL;
		}
		end = memchr(lines->piece, '\n', lines->left);
		length = end ? (size_t)(end - (char *)lines->piece) :
			       lines->left;
		line_append(lines, &used, length);
		lines->piece += length + (end != NULL);
		lines->left -= length + (end != NULL);
	} while (!end);
	lines->number++;
	return strip_return(lines->line, used);
}

bool lines_skip(struct lines *lines, const char *text, size_t size, u64 num)
{
	if (size > lines->left || memcmp(lines->piece, text, size) != 0)
		return false;
	lines->piece += size;
	lines->left -= size;
	lines->number += num;
	return true;
}

void lines_close(struct lines *lines)
{
	input_close(&lines->in);
	free(lines->line);
	lines->line = NULL;
}

bool parse_number(const char *s, u64 *value)
{
	bool hex = s[0] == '0' && (s[1] | 0x20) == 'x';
	char *end;

	/* strtoull() would also accept signs, blanks and octal numbers */
	if (!strchr("0123456789abcdefABCDEF", s[hex ? 2 : 0]) || !s[0])
		return false;
	errno = 0;
	*value = strtoull(s, &end, hex ? 16 : 10);
	return !errno && end != s && !*end;
}
