// SPDX-License-Identifier: BSD-2-Clause
/* Files that the tool opens although the user did not name them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "found.h"
#include "io.h"

/*
 * The file is judged before it is opened, because opening a device has effects, and
 * once more after, because its name may have become another file's.
 */
static int open_regular(int folder, const char *name, struct stat *st)
{
	int fd;

	if (fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISREG(st->st_mode))
		return -1;
	fd = openat(folder, name,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 || (!fstat(fd, st) && S_ISREG(st->st_mode)))
		return fd;
	close(fd);
	return -1;
}

static void judge(const char *path, const struct stat *st, const char *instead)
{
	const char *why = NULL;

	if (!S_ISREG(st->st_mode))
		why = "is no regular file";
	else if (st->st_uid != geteuid() && st->st_uid != 0)
		why = "belongs to another user";
	if (why)
		die("'%s' %s, so it is not used; %s", path, why, instead);
}

bool found_check(const char *path, const char *instead)
{
	struct stat st;

	if (lstat(path, &st))
		return false;
	judge(path, &st, instead);
	return true;
}

int found_open(const char *path, const char *instead)
{
	struct stat st;
	int fd;

	if (!found_check(path, instead))
		return -1;
	fd = open_regular(AT_FDCWD, path, &st);
	if (fd < 0)
		die("cannot open '%s': %s; %s", path, strerror(errno), instead);
	judge(path, &st, instead);
	return fd;
}

/* --- sources ---------------------------------------------------------------- */

void sources_dir_open(struct sources_dir *dir, const char *path)
{
	size_t length;

	memset(dir, 0, sizeof(*dir));
	dir->given = path;
	dir->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir->fd >= 0)
		dir->real = realpath(path, NULL);
	if (!dir->real)
		die("cannot open the folder '%s': %s", path, strerror(errno));
	length = strlen(dir->real);
	if (dir->real[length - 1] == '/')
		dir->real[length - 1] = '\0';
}

/* The rest of a path behind a folder and its slashes, or NULL */
static const char *behind(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	while (length && folder[length - 1] == '/')
		length--;
	if (strncmp(path, folder, length) != 0 || path[length] != '/')
		return NULL;
	path += length;
	return path + strspn(path, "/");
}

static bool goes_up(const char *path)
{
	size_t length;

	for (; *path; path += length + strspn(path + length, "/")) {
		length = strcspn(path, "/");
		if (length == 2 && !strncmp(path, "..", 2))
			return true;
	}
	return false;
}

/* The name of a file below the folder, without links on its way; or NULL */
static char *place(const struct sources_dir *dir, const char *name)
{
	const char *inside = name;
	char *path, *real;

	if (*name == '/') {
		inside = behind(name, dir->given);
		if (!inside)
			inside = behind(name, dir->real);
	}
	if (!inside || goes_up(inside))
		return NULL;
	if (asprintf(&path, "%s/%s", dir->real, inside) < 0)
		die("out of memory");
	real = realpath(path, NULL);
	free(path);
	return real;
}

/* Follows no link. The name has no "..". */
static int walk(int folder, char *name)
{
	char *slash;
	struct stat st;
	int next, from = dup(folder);

	while (from >= 0 && (slash = strchr(name, '/'))) {
		*slash = '\0';
		next = openat(from, name,
			      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		close(from);
		from = next;
		name = slash + 1;
	}
	if (from < 0)
		return -1;
	next = open_regular(from, name, &st);
	close(from);
	return next;
}

int sources_dir_file(const struct sources_dir *dir, const char *name)
{
	char *real = place(dir, name);
	int fd = -1;

	if (real && behind(real, dir->real))
		fd = walk(dir->fd, real + strlen(dir->real) + 1);
	free(real);
	return fd;
}

void sources_dir_close(struct sources_dir *dir)
{
	if (dir->given)
		close(dir->fd);
	free(dir->real);
}
