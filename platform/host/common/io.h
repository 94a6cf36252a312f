/* SPDX-License-Identifier: BSD-2-Clause */
/* Files and pipes of the host tools: input in pieces, buffered output. */
#ifndef HOST_IO_H
#define HOST_IO_H

#include <stdarg.h>
#include <stdio.h>
#include "base/types.h"

/* Exit statuses of the tools */
enum status {
	STATUS_OK = 0,
	STATUS_DAMAGED = 1, /* the trace has errors */
	STATUS_USAGE = 2,   /* wrong arguments, or a file that is not usable */
};

/** Start of each message: the command as the user typed it. */
extern const char *tool_name;

/** Print "NAME: " and the message with a new line to standard error. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** complain(), and exit with STATUS_USAGE. */
void die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/** malloc() and realloc() that exit with a message if memory runs out. */
void *must_alloc(size_t size);
void *must_realloc(void *old, size_t size);

/**
 * Make room for one more element in a growing array.
 * @param array		its elements, or NULL
 * @param count		elements in use
 * @param size		bytes of an element
 * @return the array, with room for count + 1 elements at least
 */
void *grow(void *array, size_t count, size_t size);

struct unpack;
struct frames;

/** A file or pipe, read from start to end in pieces; packed ones unpacked. */
struct input {
	const char *name; /* for messages; "standard input" for "-" */
	int fd;
	u64 size;    /* all bytes, 0 if unknown */
	u64 offset;  /* bytes that earlier pieces held */
	u64 taken;   /* bytes of the file itself, packed or not */
	u8 *buffer;  /* INPUT_PIECE bytes */
	u8 start[4]; /* first bytes, to find the kind of file */
	size_t started;
	bool looked;	       /* they were read */
	struct unpack *unpack; /* NULL: not packed */
	size_t piece,
		again; /* bytes of the last piece; bytes of its end to repeat */
	struct frames *frames; /* NULL: no frames, or all were taken apart */
	u8 *framed;	       /* bytes of the file, with frames */
};

enum { INPUT_PIECE = 1 << 20 };

/**
 * Open a file, "-" being standard input; exits with a message if it cannot.
 * Files packed by gzip or zstd are unpacked while they are read.
 */
void input_open(struct input *in, const char *path);

/** Read from an open descriptor; input_close() closes it. */
void input_from(struct input *in, const char *name, int fd);

/** From now on SIGINT ends the input, in place of the program. */
void input_catch_interrupt(void);

/**
 * @return true if it did; other input can be read then, and SIGINT ends the
 *	program
 */
bool input_interrupted(void);

/**
 * Read the next piece.
 * @param data	out: the piece, valid until the next call
 * @return its length; 0 at the end. Exits with a message on a read error.
 */
size_t input_read(struct input *in, const u8 **data);

/**
 * The user may have named a program in place of its trace: report that.
 * @param data	the first bytes
 * @return true if they are those of an ELF file
 */
bool input_look(const char *path, const u8 *data, size_t size);

/** Repeat the last bytes of the last piece as the next piece. @param size of
 * them */
void input_back(struct input *in, size_t size);

void input_close(struct input *in);

/**
 * Call this before the first read: take frames apart.
 * @param frames	begun; in use until the end
 */
void input_frames(struct input *in, struct frames *frames);

/** @return true if input_read() unpacks a file; false for a pipe, always */
bool input_is_packed(const char *path);

/** A text file, read line by line. */
struct lines {
	struct input in;
	u64 number;	 /* of the last line that was read, from 1 */
	const u8 *piece; /* the rest of the current piece */
	size_t left;
	char *line; /* the last line, if it spans pieces */
	size_t room;
	bool cut; /* the file ended without a line end, and its last line was
		   * read */
};

void lines_open(struct lines *lines, const char *path);

/**
 * Read the lines of an open file as it is: packed files are not unpacked.
 * lines_close() closes it.
 * @param name	for messages
 */
void lines_from(struct lines *lines, const char *name, int fd);

/**
 * The next line without its end, valid until the next call; NULL at the end of
 * the file. The caller may write to it.
 */
char *lines_next(struct lines *lines);

/**
 * Skip the next lines if they equal this text.
 * @param text	whole lines, with their ends, num of them
 * @return false: they differ, or are not completely in memory; nothing was
 *	skipped
 */
bool lines_skip(struct lines *lines, const char *text, size_t size, u64 num);

void lines_close(struct lines *lines);

/** Buffered output. Errors are kept and reported once, by output_close(). */
struct output {
	const char *name;
	int fd;
	struct files_output *file; /* NULL: written directly, or taken */
	int error;		   /* errno of the first write that failed */
	size_t used;
	char *buffer; /* OUTPUT_BUFFER bytes */
	u64 written;  /* bytes written out of the buffer */
	u64 most;     /* their limit; more ends the program. 0: no limit */
	/* Takes the output, in place of a file */
	void (*take)(void *user, const char *data, size_t size);
	void *user;
};

enum {
	OUTPUT_BUFFER = 1 << 16,
	OUTPUT_ROOM = 256, /* room that output_room() guarantees */
};

/**
 * Open for writing; see files.h. Exits with a message if it cannot, or if that would
 * overwrite any input.
 * @param path	NULL and "-" are standard output; an older file of this name
 *	stays until output_close()
 * @param input	an input that may be opened later; NULL: none
 */
void output_open(struct output *out, const char *path, const char *input);

/** output_open() of a recording: nobody but the user may read the file. */
void output_open_private(struct output *out, const char *path,
			 const char *input);

/** Output to a function instead of a file; each piece has at least a byte. */
void output_to(struct output *out,
	       void (*take)(void *user, const char *data, size_t size),
	       void *user);

/** Write what is buffered. */
void output_flush(struct output *out);

/** Flush, close, and name the file; exits with a message if a write failed. */
void output_close(struct output *out);

/**
 * Room for OUTPUT_ROOM bytes in the buffer.
 * @return their address; the caller adds the bytes it wrote to out->used
 */
static inline char *output_room(struct output *out)
{
	if (unlikely(out->used > OUTPUT_BUFFER - OUTPUT_ROOM))
		output_flush(out);
	return out->buffer + out->used;
}

static inline void output_char(struct output *out, char c)
{
	*output_room(out) = c;
	out->used++;
}

/** @param data may be NULL when size is 0 */
void output_bytes(struct output *out, const void *data, size_t size);
void output_string(struct output *out, const char *s);

/**
 * Write a name from a file of others, see names.h: what could forge a line, or steer a
 * terminal, becomes '?'.
 * @param apart	characters that separate parts in the format, replaced as well; ""
 */
void output_name(struct output *out, const char *name, const char *apart);

void output_format(struct output *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** "0x" and lower-case digits, no leading zeros. */
void output_hex(struct output *out, u64 value);

void output_decimal(struct output *out, u64 value);

/**
 * Read a number in C's form: decimal, 0x hexadecimal.
 * @return true if all of s is a number of at most 64 bits
 */
bool parse_number(const char *s, u64 *value);

#endif
