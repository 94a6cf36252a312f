// SPDX-License-Identifier: BSD-2-Clause
/* Files of a trace as memory, for decoders that start in their middle. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "files.h"
#include "decode.h"

void nt_map_begin(struct nt_map *map, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *data;

	if (fd < 0 || fstat(fd, &st))
		die("cannot open '%s': %s", path, strerror(errno));
	files_input(path, fd);
	data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		die("cannot read '%s': %s", path, strerror(errno));
	close(fd);
	map->data = data;
	map->size = (size_t)st.st_size;
}

void nt_map_end(struct nt_map *map)
{
	munmap((void *)map->data, map->size);
}
