// SPDX-License-Identifier: BSD-2-Clause
/* The files of a traced program become regions of code. */
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "program.h"
#include "regions.h"

/* The table of CM.JT: at the user's address, or at the file's symbol. */
static void find_table(const struct nt_program *program,
		       const struct image *file, struct ntrace_scan *scan)
{
	u64 jvt = program->has_jvt ? program->jvt : file->jvt, size = 0;

	if (!scan->isa.zcmt || (!program->has_jvt && !file->has_jvt))
		return;
	scan->jump_table = image_bytes(file, jvt, &size);
	scan->jump_table_bytes = (size_t)size;
}

/* The part of a segment between from= and to=. */
static void put_segment(struct nt_program *program,
			const struct nt_image *image,
			const struct image_segment *segment,
			const struct ntrace_scan *scan)
{
	u64 end = segment->address + segment->size;
	u64 to = image->to < end ? image->to : end;
	struct nt_piece piece = { .from = image, .base = segment->address };

	if (segment->address & 1)
		die("'%s' has code at the odd address %#llx", image->path,
		    (unsigned long long)segment->address);
	if (image->from > piece.base)
		piece.base = image->from & ~1ULL;
	if (piece.base >= to)
		return;
	piece.code = segment->bytes + (piece.base - segment->address);
	piece.size = (to - piece.base) & ~1ULL;
	nt_program_put(program, &piece, scan);
}

static void put_file(struct nt_program *program, const struct nt_image *image,
		     const struct image *file)
{
	struct ntrace_scan scan = program->scan;
	size_t i;

	scan.isa.zcmp |= file->zcmp;
	scan.isa.zcmt |= file->zcmt;
	find_table(program, file, &scan);
	for (i = 0; i < file->num_segments; i++) {
		if (file->segment[i].executable)
			put_segment(program, image, &file->segment[i], &scan);
	}
}

static void load(struct nt_program *program, const struct nt_image *image)
{
	unsigned int xlen;
	enum image_kind kind = image_guess(image->path, &xlen);
	struct image *file;

	if (program->code && (kind != IMAGE_ELF || image->has_at))
		die("'%s' is no ELF file, which would have symbols; the code "
		    "is that of '%s'",
		    image->path, program->code_path);
	if (kind == IMAGE_TEXT && !image->has_at) {
		nt_info_load(program, image);
		return;
	}
	program->file = grow(program->file, program->num_files, sizeof(*file));
	file = &program->file[program->num_files++];
	if (kind == IMAGE_ELF && !image->has_at)
		image_read_elf(file, image->path, image->offset,
			       program->want_symbols ? &program->symbols :
						       NULL);
	else if (image->has_at)
		image_read_raw(file, image->path, image->at);
	else
		die("'%s' is no ELF file and no program info; if it has "
		    "contents of memory, give their address: --image "
		    "%s,at=ADDRESS",
		    image->path, image->path);
	if (!program->code)
		put_file(program, image, file);
}

/* All ELF files and the user must have the same XLEN. */
static void settle_xlen(const struct nt_program *program, u8 *xlen)
{
	const char *from = "the options say";
	unsigned int found;
	size_t i;

	for (i = 0; i < program->num_images; i++) {
		if (program->image[i].has_at)
			continue;
		image_guess(program->image[i].path, &found);
		if (found && *xlen && found != *xlen)
			die("'%s' is for RV%u, but %s RV%u",
			    program->image[i].path, found, from, *xlen);
		if (found)
			from = "the image before it is";
		*xlen = found ? (u8)found : *xlen;
	}
	if (!*xlen)
		*xlen = 64;
}

/*
 * The first region that fits is used, but later images win: regions of one mode
 * or context before those of all.
 */
static void reverse_regions(struct nt_program *program)
{
	struct ntrace_region region;
	struct nt_region about;
	size_t i, k;

	for (i = 0, k = program->num_regions; i + 1 < k; i++) {
		k--;
		region = program->region[i];
		program->region[i] = program->region[k];
		program->region[k] = region;
		about = program->about[i];
		program->about[i] = program->about[k];
		program->about[k] = about;
	}
}

void nt_program_load(struct nt_program *program, u8 *xlen)
{
	size_t i;

	if (!*xlen)
		*xlen = program->scan.isa.xlen;
	settle_xlen(program, xlen);
	program->scan.isa.xlen = *xlen;
	if (program->code_path)
		program->code =
			nt_code_open(program->code_path, &program->scan);
	for (i = 0; i < program->num_images; i++)
		load(program, &program->image[i]);
	if (program->symbols_path && program->want_symbols)
		symbols_add_list(&program->symbols, program->symbols_path);
	reverse_regions(program);
	nt_program_advance(program, 0);
	program->view.region = program->region;
	program->view.num_regions = (u32)program->num_regions;
	if (program->code) {
		program->view.find = nt_code_find;
		program->view.user = program->code;
	}
	symbols_sort(&program->symbols);
	if (program->want_symbols)
		nt_program_name_functions(program);
	if (program->want_symbols && program->code)
		symbols_fill(&program->symbols);
	if (!program->code && program->num_images && !program->num_regions)
		die("the images have no code in the range that from= and to= "
		    "leave");
}

void nt_program_free(struct nt_program *program)
{
	size_t i;

	for (i = 0; i < program->num_files; i++)
		image_free(&program->file[i]);
	for (i = 0; i < program->num_regions; i++) {
		free(program->about[i].code);
		free(program->about[i].step);
	}
	nt_code_close(program->code);
	free(program->file);
	free(program->later);
	free(program->region);
	free(program->about);
	free(program->image);
	symbols_free(&program->symbols);
}
