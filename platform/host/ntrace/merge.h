/* SPDX-License-Identifier: BSD-2-Clause */
/* The text that --format=counts writes and merge reads. */
#ifndef HOST_NT_MERGE_H
#define HOST_NT_MERGE_H

/**
 * The first line. Each later line has an address, the number of executions of
 * its instruction, and how many of them went elsewhere: "0x80000000 12 3".
 */
#define NT_COUNTS_TITLE "hartscope counts 1"

#endif
