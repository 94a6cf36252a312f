/* SPDX-License-Identifier: BSD-2-Clause */
/* Program files: their contents in memory. This code knows no trace format. */
#ifndef HOST_IMAGE_H
#define HOST_IMAGE_H

#include "symbols.h"

/** Bytes of a file at consecutive addresses. */
struct image_segment {
	u64 address;
	u64 size;
	u8 *bytes;
	bool executable;
};

/** Addresses of a program that hold zeros (.bss). */
struct image_zeros {
	u64 address, size;
};

/** The place of a segment for a loader. */
struct image_load {
	u64 address, size; /* in the program's address space */
	u64 physical;
};

struct image {
	const char *path;
	struct image_load *load;
	size_t num_loads;
	struct image_zeros *zeros;
	size_t num_zeros;
	unsigned int xlen; /* 32 or 64; 0: unknown */
	bool zcmp, zcmt;   /* extensions that its attributes name */
	bool has_jvt;
	u64 jvt; /* address of the table of CM.JT (Zcmt) */
	struct image_segment *segment;
	size_t num_segments;
};

enum image_kind {
	IMAGE_ELF,
	IMAGE_TEXT, /* starts like program info: "0x", "." or a blank line */
	IMAGE_RAW,
};

/**
 * Read the start of a file; exits with a message if it cannot be read.
 * @param xlen	out: of an ELF file, 32 or 64; else 0
 */
enum image_kind image_guess(const char *path, unsigned int *xlen);

/**
 * Read an executable, shared object or core file for RISC-V.
 * @param offset	added to all its addresses
 * @param symbols	gets its functions and lines; may be NULL Exits with a
 *	message if this is no such file.
 */
void image_read_elf(struct image *image, const char *path, u64 offset,
		    struct symbols *symbols);

/** Most bytes of a file without headers; a decoder needs eight times as
 * much. */
#define IMAGE_RAW_MAX (1u << 30)

/**
 * Read a file of raw bytes for an address. Exits with a message if it is empty,
 * or longer than IMAGE_RAW_MAX.
 */
void image_read_raw(struct image *image, const char *path, u64 address);

/**
 * The physical address (p_paddr) of an ELF file's byte; the address itself if
 * the file has no physical addresses or no such byte.
 */
u64 image_physical(const struct image *image, u64 address);

/** The bytes from an address to the end of its segment; NULL if none. */
const u8 *image_bytes(const struct image *image, u64 address, u64 *size);

void image_free(struct image *image);

#endif
