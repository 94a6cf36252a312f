/* SPDX-License-Identifier: BSD-2-Clause */
/* "hartscope ntrace" */
#ifndef HOST_NT_H
#define HOST_NT_H

/** Finds the subcommand and runs it. */
int nt_main(int argc, char **argv);

#endif
