// SPDX-License-Identifier: BSD-2-Clause
/* Putting code in place, over what was there: patches, code loaded later. */
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "regions.h"

/* Most half-words of a region, because of counts of 32 bits. */
#define REGION_MAX (1ULL << 30)

bool nt_image_replaces(const struct nt_image *a, const struct nt_image *b)
{
	return a->modes == b->modes && a->match_scontext == b->match_scontext &&
	       a->match_hcontext == b->match_hcontext &&
	       a->scontext == b->scontext && a->hcontext == b->hcontext;
}

struct nt_region *nt_program_add(struct nt_program *program,
				 const struct nt_image *image, u64 base,
				 size_t count, struct ntrace_step *step,
				 u8 *code)
{
	size_t n = program->num_regions++;

	if (count > REGION_MAX)
		die("'%s' has %zu half-words of code at %#llx, more than fit",
		    image->path, count, (unsigned long long)base);
	program->region = grow(program->region, n, sizeof(*program->region));
	program->about = grow(program->about, n, sizeof(*program->about));
	program->about[n] = (struct nt_region){
		.from = image,
		.code = code,
		.step = step,
		.count = (u32)count,
	};
	program->region[n] = (struct ntrace_region){
		.base = base,
		.count = (u32)count,
		.modes = image->modes,
		.match_scontext = image->match_scontext,
		.match_hcontext = image->match_hcontext,
		.scontext = image->scontext,
		.hcontext = image->hcontext,
		.step = step,
	};
	return &program->about[n];
}

/* True if a piece has bytes for a region; finds which of the region's. */
static bool overlap(const struct nt_program *program, size_t index,
		    const struct nt_piece *piece, u64 *from, u64 *to)
{
	const struct nt_region *about = &program->about[index];
	u64 base = program->region[index].base;
	u64 end = base + 2ULL * about->count;
	u64 piece_end = piece->base + piece->size;

	if (!nt_image_replaces(about->from, piece->from))
		return false;
	*from = piece->base > base ? piece->base : base;
	*to = piece_end < end ? piece_end : end;
	return *from < *to;
}

/* Copy a piece's bytes to the regions for them. */
static void write_piece(struct nt_program *program,
			const struct nt_piece *piece)
{
	struct nt_region *about;
	struct ntrace_region *region;
	u64 from, to;
	size_t i;

	for (i = 0; i < program->num_regions; i++) {
		if (!overlap(program, i, piece, &from, &to))
			continue;
		about = &program->about[i];
		region = &program->region[i];
		if (!about->code)
			die("'%s' and '%s' both have code at %#llx; only bytes "
			    "can be patched, not program info",
			    about->from->path, piece->from->path,
			    (unsigned long long)from);
		memcpy(about->code + (from - region->base),
		       piece->code + (from - piece->base), to - from);
		region->count = about->count;
		ntrace_steps_scan(about->step, region->base, about->code,
				  2ULL * about->count, &about->scan);
	}
	program->changes++;
}

/* Make regions for bytes of a piece outside of other regions. */
static void make_room(struct nt_program *program, const struct nt_piece *piece,
		      const struct ntrace_scan *scan)
{
	struct nt_piece rest = *piece;
	struct nt_region *about;
	size_t i, count = piece->size / 2;
	u64 from, to;

	for (i = 0; i < program->num_regions; i++) {
		if (overlap(program, i, piece, &from, &to))
			break;
	}
	if (i < program->num_regions) {
		rest.size = from - piece->base;
		make_room(program, &rest, scan);
		rest.base = to;
		rest.size = piece->base + piece->size - to;
		make_room(program, &rest, scan);
	} else if (count) {
		about = nt_program_add(
			program, piece->from, piece->base, count,
			must_alloc(count * sizeof(struct ntrace_step)),
			must_alloc(2 * count));
		about->scan = *scan;
		program->region[program->num_regions - 1].count = 0;
	}
}

void nt_program_put(struct nt_program *program, const struct nt_piece *piece,
		    const struct ntrace_scan *scan)
{
	make_room(program, piece, scan);
	if (!piece->from->since) {
		write_piece(program, piece);
		return;
	}
	program->later = grow(program->later, program->num_later,
			      sizeof(*program->later));
	program->later[program->num_later++] = *piece;
}

u64 nt_program_advance(struct nt_program *program, u64 offset)
{
	u64 next = UINT64_MAX;
	struct nt_piece *piece;
	size_t i, kept = 0;

	for (i = 0; i < program->num_later; i++) {
		piece = &program->later[i];
		if (piece->from->since <= offset) {
			write_piece(program, piece);
			continue;
		}
		if (piece->from->since < next)
			next = piece->from->since;
		program->later[kept++] = *piece;
	}
	program->num_later = kept;
	return next;
}
