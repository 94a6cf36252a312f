// SPDX-License-Identifier: BSD-2-Clause
/* The file: a header, attributes and IDs, records. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

struct section {
	uint64_t offset;
	uint64_t size;
};

struct file_attr {
	struct perf_event_attr attr;
	struct section ids;
};

struct file_header {
	char magic[8];
	uint64_t size;
	uint64_t attr_size;
	struct section attrs;
	struct section data;
	struct section event_types;
	uint64_t features[4];
};

#define EVENTS 2

/* In front of the records is a place of fixed size, for so many CPUs. */
struct front {
	struct file_header header;
	struct file_attr attrs[EVENTS];
	uint64_t ids[EVENTS][MAX_CPUS];
};

static struct front front;

void output_begin(struct output *output, const char *path)
{
	memset(output, 0, sizeof(*output));
	output->path = path;
	output->file = fopen(path, "wb");
	if (!output->file)
		die_errno(path);
	output->data_start = sizeof(front);
	output_write(output, &front, sizeof(front));
}

void output_write(struct output *output, const void *data, size_t size)
{
	if (size && fwrite(data, size, 1, output->file) != 1)
		die_errno(output->path);
}

static void fill_front(const struct settings *settings,
		       const struct channel *channels, size_t num)
{
	size_t i, event;

	memcpy(front.header.magic, "PERFILE2", 8);
	front.header.size = sizeof(front.header);
	front.header.attr_size = sizeof(struct file_attr);
	front.header.attrs.offset = offsetof(struct front, attrs);
	front.header.attrs.size = sizeof(front.attrs);
	trace_attr(&front.attrs[0].attr, settings);
	side_attr(&front.attrs[1].attr);
	for (event = 0; event < EVENTS; event++) {
		front.attrs[event].ids.offset = offsetof(struct front, ids) +
						event * sizeof(front.ids[0]);
		front.attrs[event].ids.size = num * sizeof(uint64_t);
		for (i = 0; i < num; i++)
			front.ids[event][i] = channels[i].ids[event];
	}
}

void output_end(struct output *output, const struct settings *settings,
		const struct channel *channels, size_t num)
{
	long end = ftell(output->file);

	fill_front(settings, channels, num);
	front.header.data.offset = output->data_start;
	front.header.data.size = (uint64_t)end - output->data_start;
	if (end < 0 || fseek(output->file, 0, SEEK_SET))
		die_errno(output->path);
	output_write(output, &front, sizeof(front));
	if (fclose(output->file))
		die_errno(output->path);
}
