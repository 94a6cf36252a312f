// SPDX-License-Identifier: BSD-2-Clause
/* Files with contents of memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "image.h"
#include "io.h"
#include "memory_file.h"

/* No program has more zeros than this */
enum { ZEROS_MOST = 1 << 28 };

static void put_zeros(const struct image *image,
		      const struct image_zeros *zeros, memory_file_put *put,
		      void *user)
{
	static const u8 none[4096];
	u64 done, piece;

	if (zeros->size > ZEROS_MOST)
		die("'%s' has %" PRIu64 " bytes of zeros at %#" PRIx64,
		    image->path, zeros->size, zeros->address);
	for (done = 0; done < zeros->size; done += piece) {
		piece = zeros->size - done;
		if (piece > sizeof(none))
			piece = sizeof(none);
		put(user, image_physical(image, zeros->address) + done, none,
		    piece);
	}
}

static void put_image(struct image *image, memory_file_put *put, void *user)
{
	size_t i;

	for (i = 0; i < image->num_zeros; i++)
		put_zeros(image, &image->zeros[i], put, user);

	for (i = 0; i < image->num_segments; i++)
		put(user, image_physical(image, image->segment[i].address),
		    image->segment[i].bytes, image->segment[i].size);
	image_free(image);
}

/* A marker for the size of the memory, not part of the program */
static bool is_marker(u64 address)
{
	return address >> 2 == UINT32_MAX >> 2;
}

static u64 put_word(const struct lines *lines, const char *word, u64 address,
		    memory_file_put *put, void *user)
{
	size_t digits = strlen(word), i;
	u8 bytes[8];
	char *end;
	u64 value = strtoull(word, &end, 16);

	if (*end || !digits || digits % 2 || digits > 16)
		die("%s:%" PRIu64 ": '%s' is no word of 8 to 64 bits in "
		    "hexadecimal",
		    lines->in.name, lines->number, word);
	for (i = 0; i < digits / 2; i++)
		bytes[i] = (u8)(value >> 8 * i);
	if (!is_marker(address))
		put(user, address, bytes, digits / 2);
	return address + digits / 2;
}

static void read_hex(const char *path, memory_file_put *put, void *user)
{
	struct lines lines;
	char *line, *word, *rest;
	u64 address = 0;

	lines_open(&lines, path);
	while ((line = lines_next(&lines))) {
		line[strcspn(line, "/")] = '\0';
		for (word = strtok_r(line, " \t\r", &rest); word;
		     word = strtok_r(NULL, " \t\r", &rest)) {
			if (word[0] == '@')
				address = strtoull(word + 1, NULL, 16);
			else
				address = put_word(&lines, word, address, put,
						   user);
		}
	}
	lines_close(&lines);
}

static bool is_hex(const char *path)
{
	struct input in;
	const u8 *data;
	bool hex;

	input_open(&in, path);
	hex = input_read(&in, &data) && data[0] == '@';
	input_close(&in);
	return hex;
}

unsigned int memory_file_read(const char *path, const u64 *at,
			      struct symbols *symbols, memory_file_put *put,
			      void *user)
{
	unsigned int xlen = 0;
	struct image image;

	if (at) {
		image_read_raw(&image, path, *at);
		put_image(&image, put, user);
	} else if (image_guess(path, &xlen) == IMAGE_ELF) {
		image_read_elf(&image, path, 0, symbols);
		put_image(&image, put, user);
	} else if (is_hex(path)) {
		read_hex(path, put, user);
	} else {
		die("'%s' is no ELF file and no hexadecimal; if it has "
		    "contents of memory, give their address: %s,at=ADDRESS",
		    path, path);
	}
	return xlen;
}
