/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program that a trace is of: regions of code at addresses. An image is
 * made once and then only read, so that several decoders can share it.
 */
#ifndef HARTSCOPE_IMAGE_H
#define HARTSCOPE_IMAGE_H

#include <hartscope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An image. */
struct hartscope_image;

/** Bits of struct hartscope_code's modes. */
#define HARTSCOPE_MODE_U (1u << 0)
#define HARTSCOPE_MODE_S (1u << 1)
#define HARTSCOPE_MODE_M (1u << 3)
#define HARTSCOPE_MODE_VU (1u << 5)
#define HARTSCOPE_MODE_VS (1u << 6)

/** Code at consecutive addresses. */
struct hartscope_code {
	uint64_t base;	      /* address of the first byte, even */
	const uint8_t *bytes; /* in memory order */
	size_t size; /* bytes, at most 2^31; an odd last one is ignored */
	struct hartscope_isa isa;
	uint8_t modes;	      /* HARTSCOPE_MODE_*: in these only; 0: in all */
	bool sequential_jump; /* value of trTeInstEnSequentialJump */
	uint8_t reserved[14]; /* zero */
};

/** Bytes of memory for an image of at most so many regions. */
size_t hartscope_image_size(uint32_t max_regions);

/**
 * Make an empty image.
 * @param memory hartscope_image_size() bytes, which belong to the image until
 *	its last use
 * @return the image; NULL if memory is misaligned, size is too small or
 *	max_regions is 0
 */
struct hartscope_image *hartscope_image_init(void *memory, size_t size,
					     uint32_t max_regions);

/** Bytes of memory for the steps of so many bytes of code. */
size_t hartscope_image_code_size(size_t bytes);

/**
 * Add a region. If regions overlap in the same mode, the first added region
 * counts. No decoder may be using the image.
 * @param code its bytes are not used after the call
 * @param memory hartscope_image_code_size(code->size) bytes, which belong to
 *	the image until its last use
 * @return false, and nothing is changed, if the image is full, the base is odd,
 *	size is too small, memory is misaligned, isa.xlen is neither 32 nor 64,
 *	a reserved field is not zero or the region is empty or too large
 */
bool hartscope_image_add(struct hartscope_image *image,
			 const struct hartscope_code *code, void *memory,
			 size_t size);

#ifdef __cplusplus
}
#endif

#endif
