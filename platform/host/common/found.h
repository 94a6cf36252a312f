/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files that the tool opens although the user did not name them: such a file may be
 * anybody's. The sources of a program lie below a folder that the user named.
 */
#ifndef HOST_FOUND_H
#define HOST_FOUND_H

#include "base/types.h"

/**
 * Exits with a message if there is a file of this name that was not made by the user:
 * it is no regular file, or neither the user nor root owns it. Links are not followed.
 * @param instead	what the user can do about it, for the message
 * @return false: there is no such file
 */
bool found_check(const char *path, const char *instead);

/**
 * Open such a file for reading; found_check() decides.
 * @return a descriptor, or -1: there is no such file
 */
int found_open(const char *path, const char *instead);

/** A folder with sources. */
struct sources_dir {
	const char *given; /* as the user named it */
	char *real;	   /* without links, and without a slash at the end */
	int fd;
};

/** Exits with a message if it cannot be opened. @param path good until the end */
void sources_dir_open(struct sources_dir *dir, const char *path);

/**
 * Open a regular file of the folder, or below it, for reading.
 * @param name	relative to the folder, or absolute and in it by its first letters;
 *		any name is allowed here
 * @return a descriptor, or -1: there is no such file, or its name or a link leads out
 *	of the folder
 */
int sources_dir_file(const struct sources_dir *dir, const char *name);

/** @param dir all zero: it was never opened */
void sources_dir_close(struct sources_dir *dir);

#endif
