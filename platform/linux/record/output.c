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

/* Comes before the records; IDs, perhaps many, come after them. */
struct front {
	struct file_header header;
	struct file_attr attrs[EVENTS];
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

static void write_ids(struct output *output, const struct channel *channels,
		      size_t num, size_t event)
{
	const struct channel *channel;
	size_t i;

	for (channel = channels; channel < channels + num; channel++) {
		for (i = 0; i < channel->num_events; i++)
			output_write(output, &channel->events[i].ids[event],
				     sizeof(uint64_t));
	}
}

static size_t count_ids(const struct channel *channels, size_t num)
{
	size_t i, count = 0;

	for (i = 0; i < num; i++)
		count += channels[i].num_events;
	return count;
}

static void fill_front(const struct settings *settings, uint64_t end,
		       size_t num_ids)
{
	size_t event;

	memcpy(front.header.magic, "PERFILE2", 8);
	front.header.size = sizeof(front.header);
	front.header.attr_size = sizeof(struct file_attr);
	front.header.attrs.offset = offsetof(struct front, attrs);
	front.header.attrs.size = sizeof(front.attrs);
	trace_attr(&front.attrs[0].attr, settings);
	side_attr(&front.attrs[1].attr);
	for (event = 0; event < EVENTS; event++) {
		front.attrs[event].ids.size = num_ids * sizeof(uint64_t);
		front.attrs[event].ids.offset =
			end + event * front.attrs[event].ids.size;
	}
}

void output_end(struct output *output, const struct settings *settings,
		const struct channel *channels, size_t num)
{
	long end = ftell(output->file);
	size_t event;

	if (end < 0)
		die_errno(output->path);
	fill_front(settings, (uint64_t)end, count_ids(channels, num));
	front.header.data.offset = output->data_start;
	front.header.data.size = (uint64_t)end - output->data_start;
	for (event = 0; event < EVENTS; event++)
		write_ids(output, channels, num, event);
	if (fseek(output->file, 0, SEEK_SET))
		die_errno(output->path);
	output_write(output, &front, sizeof(front));
	if (fclose(output->file))
		die_errno(output->path);
}
