// SPDX-License-Identifier: BSD-2-Clause
/* The parts of a report that are the same for all traces, as files. */
#include "report.h"

/* A file's bytes, with a 0 after them; make runs in the paths' root. */
#define NT_REPORT_FILE(name, path)                                   \
	__asm__(".pushsection .rodata\n"                             \
		".global " #name "\n" #name ":\n"                    \
		".incbin \"platform/host/ntrace/report/" path "\"\n" \
		".byte 0\n"                                          \
		".popsection\n")

NT_REPORT_FILE(nt_report_head, "report.html");
NT_REPORT_FILE(nt_report_script, "report.js");
