/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one way to output files, and what protects the user's files. An output is
 * written beside its destination, and gets its name when it is complete. It is none of
 * the inputs.
 */
#ifndef HOST_FILES_H
#define HOST_FILES_H

#include "base/types.h"

/**
 * Call this first in main(): what is closed of descriptors 0 to 2 becomes one that
 * cannot be used, so that no file gets its number; at the end of the program, an error
 * of standard output becomes STATUS_USAGE.
 */
void files_begin(void);

/**
 * An input was opened. Exits with a message if it is an output as well, in use or
 * opened later. Files that are not regular are none of these.
 */
void files_input(const char *name, int fd);

/**
 * The user named a file as an input: like files_input(), though it may be opened
 * later, or never.
 * @param path	may name no file; NULL: nothing
 */
void files_named(const char *path);

/** An output that is a regular file, or will be. */
struct files_output;

/**
 * Open an output. Exits with a message if that is not possible, or if it is an input.
 * @param path	NULL: standard output, which stays open
 * @param private	only the user may read it
 * @param fd	out: the descriptor to write to
 * @return what files_complete() takes; NULL: the destination is written directly, as it
 *	is a device, FIFO or descriptor
 */
struct files_output *files_open(const char *path, bool private, int *fd);

/**
 * Exit with a message if an output of this name would be an input.
 * @param path	NULL: standard output
 */
void files_refuse(const char *path);

/**
 * The output is complete: close it, and give it its name.
 * @return 0; or an errno, the file with this name is the old one
 */
int files_complete(struct files_output *output, int fd);

/** Signals without a handler that end the program remove incomplete outputs first. */
void files_guard(void);

#endif
