/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the files of lib/hartscope: parts of the caller's memory, and
 * checks that values of the public and the private headers are equal. If a
 * private value changes, a conversion is necessary.
 */
#ifndef HARTSCOPE_INTERNAL_H
#define HARTSCOPE_INTERNAL_H

#include <base/types.h>
#include <hartscope/image.h>
#include <insn/insn.h>
#include <ntrace/image.h>

/** Symbols that programs may use; all others stay inside the library. */
#define HARTSCOPE_PUBLIC __attribute__((visibility("default")))

/** An enumerator with the same value in public and internal headers. */
#define HARTSCOPE_SAME(outer, inner) \
	_Static_assert((int)(outer) == (int)(inner), #outer)

/** Limit of the numbers for which callers ask room, so that no size
 * overflows. */
#define HARTSCOPE_ROOM_MAX (1u << 20)

/*
 * Programs know only the name of an object. Its contents have another name, so
 * even debug information does not show them to programs.
 */
struct hartscope_regions {
	struct ntrace_image image;
	struct ntrace_region *region;
	u32 max_regions;
};

/** A size, rounded up to the alignment of the next part. */
static inline size_t hartscope_padded(size_t size)
{
	return (size + HARTSCOPE_ALIGNMENT - 1) &
	       ~(size_t)(HARTSCOPE_ALIGNMENT - 1);
}

/** True if memory can take an object of this size; 0 is never a valid size. */
static inline bool hartscope_fits(const void *memory, size_t size, size_t need)
{
	return memory && need && size >= need &&
	       !((uintptr_t)memory % HARTSCOPE_ALIGNMENT);
}

/** True if all bytes are zero. */
static inline bool hartscope_zero(const void *bytes, size_t size)
{
	const u8 *byte = bytes;
	size_t i;

	for (i = 0; i < size; i++) {
		if (byte[i])
			return false;
	}
	return true;
}

static inline bool hartscope_isa_valid(const struct hartscope_isa *isa)
{
	return (isa->xlen == 32 || isa->xlen == 64) &&
	       hartscope_zero(isa->reserved, sizeof(isa->reserved));
}

static inline struct insn_isa hartscope_isa(const struct hartscope_isa *isa)
{
	return (struct insn_isa){ .xlen = isa->xlen,
				  .zcmp = isa->zcmp,
				  .zcmt = isa->zcmt,
				  .zcb = isa->zcb };
}

#endif
