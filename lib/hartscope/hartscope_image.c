// SPDX-License-Identifier: BSD-2-Clause
/* Public: the program of a trace. */
#include "hartscope_internal.h"

HARTSCOPE_SAME(HARTSCOPE_MODE_U, NTRACE_PRIV_U);
HARTSCOPE_SAME(HARTSCOPE_MODE_S, NTRACE_PRIV_S);
HARTSCOPE_SAME(HARTSCOPE_MODE_M, NTRACE_PRIV_M);
HARTSCOPE_SAME(HARTSCOPE_MODE_VU, NTRACE_PRIV_VU);
HARTSCOPE_SAME(HARTSCOPE_MODE_VS, NTRACE_PRIV_VS);

#define MODES                                                     \
	(HARTSCOPE_MODE_U | HARTSCOPE_MODE_S | HARTSCOPE_MODE_M | \
	 HARTSCOPE_MODE_VU | HARTSCOPE_MODE_VS)
#define CODE_BYTES_MAX ((size_t)1 << 31)

HARTSCOPE_PUBLIC size_t hartscope_image_size(uint32_t max_regions)
{
	if (!max_regions || max_regions > HARTSCOPE_ROOM_MAX)
		return 0;
	return hartscope_padded(sizeof(struct hartscope_regions)) +
	       max_regions * sizeof(struct ntrace_region);
}

HARTSCOPE_PUBLIC struct hartscope_image *
hartscope_image_init(void *memory, size_t size, uint32_t max_regions)
{
	struct hartscope_regions *image = memory;
	u8 *behind = memory;

	if (!hartscope_fits(memory, size, hartscope_image_size(max_regions)))
		return NULL;
	behind += hartscope_padded(sizeof(*image));
	*image = (struct hartscope_regions){
		.region = (struct ntrace_region *)(void *)behind,
		.max_regions = max_regions,
	};
	image->image.region = image->region;
	return memory;
}

HARTSCOPE_PUBLIC size_t hartscope_image_code_size(size_t bytes)
{
	return bytes > CODE_BYTES_MAX ? 0 :
					bytes / 2 * sizeof(struct ntrace_step);
}

static bool code_valid(const struct hartscope_code *code)
{
	return code->bytes && !(code->base & 1) &&
	       hartscope_isa_valid(&code->isa) && !(code->modes & ~MODES) &&
	       hartscope_zero(code->reserved, sizeof(code->reserved));
}

HARTSCOPE_PUBLIC bool hartscope_image_add(struct hartscope_image *image,
					  const struct hartscope_code *code,
					  void *memory, size_t size)
{
	struct hartscope_regions *regions = (struct hartscope_regions *)image;
	const struct ntrace_scan scan = {
		.isa = hartscope_isa(&code->isa),
		.sequential_jump = code->sequential_jump,
	};

	if (regions->image.num_regions == regions->max_regions ||
	    !code_valid(code) ||
	    !hartscope_fits(memory, size,
			    hartscope_image_code_size(code->size)))
		return false;
	ntrace_steps_scan(memory, code->base, code->bytes, code->size, &scan);
	regions->region[regions->image.num_regions++] = (struct ntrace_region){
		.base = code->base,
		.count = (u32)(code->size / 2),
		.modes = code->modes,
		.step = memory,
	};
	return true;
}
