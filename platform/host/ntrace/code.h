/* SPDX-License-Identifier: BSD-2-Clause */
/* Code logs: the program as each hart found it while it was traced. */
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
 * @param halfwords	that the trace has had of it
 * @return whether something changed; regions found before are void then
 */
bool nt_code_reach(struct nt_code *log, u16 src, u64 halfwords);

void nt_code_close(struct nt_code *log);

#endif
