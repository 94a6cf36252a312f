/* SPDX-License-Identifier: BSD-2-Clause */
/* The traced program: from files named by options to regions for a decoder. */
#ifndef HOST_NT_PROGRAM_H
#define HOST_NT_PROGRAM_H

#include <argp.h>
#include <ntrace/image.h>
#include "image.h"
#include "code.h"
#include "symbols.h"

int nt_info(int argc, char **argv);

/** One --image. */
struct nt_image {
	const char *path;
	u64 offset; /* added to the addresses of the file */
	u64 at;	    /* address of a raw file */
	bool has_at;
	u64 from, to; /* only code in [from, to) */
	u64 since;    /* only from this byte of the trace on */
	u8 modes;     /* NTRACE_PRIV_*; 0: all */
	bool match_scontext, match_hcontext;
	u64 scontext, hcontext;
};

/** Facts about a region of the view that the decoder does not need. */
struct nt_region {
	const struct nt_image *from;
	u8 *code; /* its bytes; NULL: the file is a list and has none */
	struct ntrace_step *step;
	u32 count; /* half-words, if it is in use */
	struct ntrace_scan scan;
};

/** Bytes that an image puts into memory, at once or later. */
struct nt_piece {
	const struct nt_image *from;
	u64 base;
	const u8 *code;
	u64 size;
};

struct nt_program {
	struct nt_image *image;
	size_t num_images;
	const char *code_path;	  /* of a code log, or NULL */
	const char *symbols_path; /* of a list of symbols, or NULL */
	const char *tasks_path;	  /* of the names of tasks, or NULL */
	struct nt_code *code;	  /* a log; then images only have symbols */
	struct ntrace_scan scan;
	bool has_jvt;
	u64 jvt;
	bool want_symbols; /* the caller sets this before loading */

	struct ntrace_region *region; /* parallel to about */
	struct nt_region *about;
	size_t num_regions;
	struct ntrace_image view; /* of all regions */
	unsigned int changes;	  /* number of changes of code, since the
				   * start */
	struct symbols symbols;
	struct image *file; /* files that code was read from */
	size_t num_files;
	struct nt_piece *later; /* pieces of images with since= */
	size_t num_later;
};

/** The options --image, --isa, --jvt, and others; its input is a struct
 * nt_program. */
extern const struct argp nt_program_argp;

/**
 * Parse modes, "u+s+m+vu+vs" or some of them; exits with a message if another
 * word is in text, which is changed.
 * @return NTRACE_PRIV_*
 */
u8 nt_parse_modes(struct argp_state *state, char *text);

/**
 * Read the files. Exits with a message when one cannot be used.
 * @param xlen	in: the user's, or 0; out: 32 or 64
 */
void nt_program_load(struct nt_program *program, u8 *xlen);

/**
 * @return true if code can be followed: there are images, or a code log
 */
static inline bool nt_program_given(const struct nt_program *program)
{
	return program->num_images || program->code_path;
}

/** Name all code without a symbol by its address. */
void nt_program_name_functions(struct nt_program *program);

/**
 * Tell the program the decoder's byte in the trace: code of images with since=
 * is put in place. Regions keep their places in the program.
 * @return offset of the next change, UINT64_MAX: none
 */
u64 nt_program_advance(struct nt_program *program, u64 offset);

/** The index of the region in program->region. */
static inline size_t nt_program_index(const struct nt_program *program,
				      const struct ntrace_region *region)
{
	return (size_t)(region - program->region);
}

/**
 * Add the code of a program info file: a list of instructions, one per line,
 * "0xADDR,T[D|I]S[,0xDEST]". Exits with a message that names a wrong line.
 */
void nt_info_load(struct nt_program *program, const struct nt_image *image);

/**
 * Add a region at free addresses.
 * @param step	its steps, from malloc(); the program's from now on
 * @param code	its bytes, likewise, or NULL
 * @return it
 */
struct nt_region *nt_program_add(struct nt_program *program,
				 const struct nt_image *image, u64 base,
				 size_t count, struct ntrace_step *step,
				 u8 *code);

/**
 * @return true if two images have the same modes and contexts: the code of the
 *	later one replaces the other's
 */
bool nt_image_replaces(const struct nt_image *a, const struct nt_image *b);

void nt_program_free(struct nt_program *program);

#endif
