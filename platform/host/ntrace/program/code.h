/* SPDX-License-Identifier: BSD-2-Clause */
/* Code logs: the program that each hart found during the trace. */
#ifndef HOST_NT_CODE_H
#define HOST_NT_CODE_H

#include <ntrace/image.h>

struct nt_code;

/**
 * Open a code log. Exits with a message when it is none, or of another XLEN.
 * @param scan	decoding of its bytes; xlen 0: by the log
 */
struct nt_code *nt_code_open(const char *path, struct ntrace_scan *scan);

/** The log's code as an image, for struct ntrace_image's find. @param user a
 * log */
const struct ntrace_region *nt_code_find(void *user, u16 src, u64 addr);

/**
 * A source has synchronized: update its code.
 * @param offset	of the synchronizing message, in bytes of the trace
 * @return true if code changed; regions found before are void then
 */
bool nt_code_reach(struct nt_code *log, u16 src, u64 offset);

/**
 * Set a function that is called before code becomes void, while its steps still
 * exist. Only one function at a time.
 */
void nt_code_watch(struct nt_code *log,
		   void (*change)(void *user,
				  const struct ntrace_region *region),
		   void *user);

/** Call that function for all present code. */
void nt_code_change_all(struct nt_code *log);

/** A pointer of the watcher, for a region; NULL at first. */
void **nt_code_slot(const struct ntrace_region *region);

/**
 * Half-words of the longest range from a region's start: steps and bytes exist
 * also after the region's end.
 */
enum { NT_CODE_HALFWORDS = 2048 + INSN_BYTES_MAX / 2 };

/** The bytes at an address for which a region has a step. */
const u8 *nt_code_bytes(const struct ntrace_region *region, u64 address);

void nt_code_close(struct nt_code *log);

#endif
