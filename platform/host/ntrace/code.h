/* SPDX-License-Identifier: BSD-2-Clause */
/* Code logs: the program that each hart found during the trace. */
#ifndef HOST_NT_CODE_H
#define HOST_NT_CODE_H

#include <ntrace/image.h>

struct nt_code;

/**
 * Open a code log. Exits with a message when it is none, or of another XLEN.
 * @param scan	how its bytes are read; xlen 0: as the log says
 */
struct nt_code *nt_code_open(const char *path, struct ntrace_scan *scan);

/** Its code as an image, for struct ntrace_image's find. @param user a log */
const struct ntrace_region *nt_code_find(void *user, u16 src, u64 addr);

/**
 * A source has synchronized: bring its code up to date.
 * @param offset	of the synchronizing message, in bytes of the trace
 * @return whether something changed; regions found before are void then
 */
bool nt_code_reach(struct nt_code *log, u16 src, u64 offset);

/**
 * Be told before code that was found becomes void: its steps are still there.
 * One at a time can be.
 */
void nt_code_watch(struct nt_code *log,
		   void (*change)(void *user,
				  const struct ntrace_region *region),
		   void *user);

/** Call that for all code that is there. */
void nt_code_change_all(struct nt_code *log);

/** A pointer that the one who watches has with a region; NULL at first. */
void **nt_code_slot(const struct ntrace_region *region);

/**
 * Half-words that a range may reach from a region's first one: behind those of
 * the region there are steps and bytes, too.
 */
enum { NT_CODE_HALFWORDS = 2048 + INSN_BYTES_MAX / 2 };

/** The bytes at an address that a region has a step for. */
const u8 *nt_code_bytes(const struct ntrace_region *region, u64 address);

void nt_code_close(struct nt_code *log);

#endif
