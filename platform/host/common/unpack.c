// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files that gzip or zstd has packed. Both may be several packed files one
 * after the other. No trace begins with their bytes: 1f is a whole message,
 * after which 8b would have to begin the next, and so is 28 b5 2f in front of
 * fd.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include "io.h"
#include "unpack.h"

enum {
	PACKED = 1 << 16,      /* bytes of one read */
	GZIP_WINDOW = 15 + 16, /* the largest; with gzip's header */
};

static const u8 gzip_magic[] = { 0x1f, 0x8b };
static const u8 zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

struct unpack {
	const char *name, *kind;
	bool (*step)(struct unpack *unpack, u8 *out, size_t size, size_t *made);
	z_stream gzip;
	ZSTD_DStream *zstd;
	bool inside; /* the packed data are not complete yet */
	size_t at, end;
	u8 packed[PACKED];
};

static void damaged(const struct unpack *unpack, const char *why)
{
	die("'%s' is no good %s file: %s", unpack->name, unpack->kind, why);
}

/* @return true if there are bytes, or may be from the bytes at hand */
static bool step_gzip(struct unpack *unpack, u8 *out, size_t size, size_t *made)
{
	z_stream *gzip = &unpack->gzip;
	int status;

	if (!unpack->inside && inflateReset(gzip) != Z_OK)
		die("out of memory");
	gzip->next_in = unpack->packed + unpack->at;
	gzip->avail_in = (uInt)(unpack->end - unpack->at);
	gzip->next_out = out;
	gzip->avail_out = (uInt)size;
	status = inflate(gzip, Z_NO_FLUSH);
	if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
		damaged(unpack, gzip->msg ? gzip->msg : "it is damaged");
	unpack->at = unpack->end - gzip->avail_in;
	unpack->inside = status != Z_STREAM_END;
	*made = size - gzip->avail_out;
	return *made || unpack->at < unpack->end;
}

static bool step_zstd(struct unpack *unpack, u8 *out, size_t size, size_t *made)
{
	ZSTD_inBuffer in = { unpack->packed, unpack->end, unpack->at };
	ZSTD_outBuffer to = { out, size, 0 };
	size_t left = ZSTD_decompressStream(unpack->zstd, &to, &in);

	if (ZSTD_isError(left))
		damaged(unpack, ZSTD_getErrorName(left));
	/* Only a test: a complete file reports its end again */
	if (in.pos != unpack->at || to.pos)
		unpack->inside = left != 0;
	unpack->at = in.pos;
	*made = to.pos;
	return to.pos || in.pos < in.size;
}

static bool starts_with(const u8 *start, size_t size, const u8 *magic,
			size_t bytes)
{
	return size >= bytes && !memcmp(start, magic, bytes);
}

struct unpack *unpack_begin(const char *name, const u8 *start, size_t size)
{
	bool gzip = starts_with(start, size, gzip_magic, sizeof(gzip_magic));
	struct unpack *unpack;

	if (!gzip && !starts_with(start, size, zstd_magic, sizeof(zstd_magic)))
		return NULL;
	unpack = must_alloc(sizeof(*unpack));
	memset(unpack, 0, sizeof(*unpack));
	unpack->name = name;
	unpack->kind = gzip ? "gzip" : "zstd";
	unpack->step = gzip ? step_gzip : step_zstd;
	unpack->inside = true;
	if (gzip ? inflateInit2(&unpack->gzip, GZIP_WINDOW) != Z_OK :
		   !(unpack->zstd = ZSTD_createDStream()))
		die("out of memory");
	return unpack;
}

size_t unpack_next(struct unpack *unpack,
		   size_t (*read)(void *user, u8 *buffer, size_t size),
		   void *user, u8 *out, size_t size)
{
	size_t made = 0;

	for (;;) {
		while (unpack->at < unpack->end || unpack->inside)
			if (!unpack->step(unpack, out, size, &made) || made)
				break;
		if (made)
			return made;
		unpack->at = 0;
		unpack->end = read(user, unpack->packed, PACKED);
		if (!unpack->end && unpack->inside)
			damaged(unpack, "it ends too early");
		if (!unpack->end)
			return 0;
	}
}

void unpack_end(struct unpack *unpack)
{
	if (!unpack)
		return;
	inflateEnd(&unpack->gzip);
	ZSTD_freeDStream(unpack->zstd);
	free(unpack);
}
