// SPDX-License-Identifier: BSD-2-Clause
/*
 * Threads of a running process. A new thread inherits the events of its
 * creator; so each older thread has to get its own events.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>

#include "record.h"

size_t threads_of(pid_t pid, pid_t **threads)
{
	char path[64];
	const struct dirent *entry;
	size_t num = 0;
	DIR *dir;

	*threads = NULL;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		*threads = realloc(*threads, (num + 1) * sizeof(**threads));
		if (!*threads)
			die("out of memory");
		(*threads)[num++] = atoi(entry->d_name);
	}
	if (dir)
		closedir(dir);
	return num;
}

static void join(struct channel *channels, size_t num,
		 const struct settings *settings, pid_t thread)
{
	size_t i;

	for (i = 0; i < num; i++)
		channel_join(&channels[i], settings, thread);
}

static bool is_among(const pid_t *threads, size_t num, pid_t thread)
{
	size_t i;

	for (i = 0; i < num; i++) {
		if (threads[i] == thread)
			return true;
	}
	return false;
}

/*
 * Repeat until no new thread is found: a thread may start others before it has
 * events. These may also be children of threads with events.
 */
void threads_join(struct channel *channels, size_t num,
		  const struct settings *settings)
{
	pid_t *known = NULL, *now;
	size_t i, num_known = 0, num_now;
	bool found;

	do {
		num_now = threads_of(settings->pid, &now);
		found = false;
		for (i = 0; i < num_now; i++) {
			if (now[i] == settings->pid ||
			    is_among(known, num_known, now[i]))
				continue;
			found = true;
			join(channels, num, settings, now[i]);
		}
		free(known);
		known = now;
		num_known = num_now;
	} while (found);
	free(known);
}
