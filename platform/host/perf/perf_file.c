// SPDX-License-Identifier: BSD-2-Clause
/* perf.data: its header, and records in the order of time. */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "perf.h"

enum {
	HEADER_SIZE = 104,
	PIPE_SIZE = 16,
	RECORD_HEADER = 8,
	AUXTRACE_SIZE = 48,
	/* of PERF_AUXTRACE_INFO: made by hartscope-record */
	INFO_TYPE = 0x48525443,
	/* of rvtrace, before and after another type took its number */
	INFO_RVTRACE_OLD = 7,
	INFO_RVTRACE = 8,
	ID_ENTRY = 32,
	INFO_WORDS = 16, /* start of its words */
};

/* Words of an encoder in PERF_AUXTRACE_INFO, by SpacemiT's perf. */
enum {
	ENCODER_FORMAT = 2, /* trTeFormat */
	ENCODER_NO_SRC = 4, /* trTeInhibitSrc */
	ENCODER_SRC_BITS = 5,
	ENCODER_SRC = 6,
	ENCODER_WORDS = 7,
	FORMAT_ETRACE = 0,
};

#define ATTR(field) offsetof(struct perf_event_attr, field)
#define SAMPLE_TRAILER                                         \
	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_IDENTIFIER)
/* Flags of an attribute, behind its read_format */
#define FLAGS (ATTR(read_format) + 8)
#define SAMPLE_ID_ALL (1ULL << 18)
#define USE_CLOCKID (1ULL << 25)

/* The start of PERF_AUXTRACE_INFO's text. */
#define BRANCHES "form=branches "

u32 perf_get32(const u8 *data)
{
	return (u32)data[0] | (u32)data[1] << 8 | (u32)data[2] << 16 |
	       (u32)data[3] << 24;
}

u64 perf_get64(const u8 *data)
{
	return perf_get32(data) | (u64)perf_get32(data + 4) << 32;
}

const char *perf_record_text(const struct perf_record *record, size_t at)
{
	const char *text = (const char *)record->data + at;

	if (at >= record->size || !memchr(text, 0, record->size - at))
		return "";
	return text;
}

static void read_all(struct perf_file *file)
{
	struct input in;
	const u8 *data;
	size_t got, room = 0;

	input_open(&in, file->path);
	while ((got = input_read(&in, &data))) {
		if (file->size + got > room) {
			room = 2 * room + got;
			file->data = must_realloc(file->data, room);
		}
		memcpy(file->data + file->size, data, got);
		file->size += got;
	}
	input_close(&in);
}

/* All attributes must have the same trailer: perf requires that too. */
static void read_attrs(struct perf_file *file, u64 at, u64 size, u64 each)
{
	const u8 *attr = file->data + at;
	u64 i, type;

	if (at > file->size || size > file->size - at || each < FLAGS + 8 ||
	    size < each)
		die("'%s' has no attributes of events at the place in its "
		    "header",
		    file->path);
	for (i = 0; i < size / each; i++, attr += each) {
		type = perf_get64(attr + ATTR(sample_type));
		if (i && (type ^ file->sample_type) & SAMPLE_TRAILER)
			die("'%s' has events whose records differ in form, "
			    "which is not read",
			    file->path);
		file->sample_type = type;
		file->has_ids = perf_get64(attr + FLAGS) & SAMPLE_ID_ALL;
		file->monotonic = each >= ATTR(clockid) + 4 &&
				  perf_get64(attr + FLAGS) & USE_CLOCKID &&
				  perf_get32(attr + ATTR(clockid)) ==
					  CLOCK_MONOTONIC;
		if (type & PERF_SAMPLE_BRANCH_STACK &&
		    each >= ATTR(branch_sample_type) + 8)
			file->branch_type =
				perf_get64(attr + ATTR(branch_sample_type));
	}
}

/* Records of an event on one CPU may lack the CPU. */
static u32 cpu_of_id(const struct perf_file *file, u64 id)
{
	size_t i;

	for (i = 0; i < file->num_ids; i++)
		if (file->id[i].id == id)
			return file->id[i].cpu;
	return PERF_NOBODY;
}

static void read_ids(struct perf_file *file, const u8 *data, u32 size)
{
	u32 at;

	for (at = 16; at + ID_ENTRY <= size; at += ID_ENTRY) {
		file->id = grow(file->id, file->num_ids, sizeof(*file->id));
		file->id[file->num_ids++] =
			(struct perf_id){ perf_get64(data + at),
					  perf_get32(data + at + 16) };
	}
}

/* Read the trailer from its end: the events choose its parts. */
static void read_trailer(const struct perf_file *file,
			 struct perf_record *record)
{
	static const u32 words[] = { PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_CPU,
				     PERF_SAMPLE_STREAM_ID,  PERF_SAMPLE_ID,
				     PERF_SAMPLE_TIME,	     PERF_SAMPLE_TID };
	const u8 *at = record->data + record->size;
	size_t i;

	for (i = 0; i < array_size(words); i++) {
		if (!(file->sample_type & words[i]))
			continue;
		at -= 8;
		if (at < record->data + RECORD_HEADER)
			return;
		if (words[i] == PERF_SAMPLE_CPU)
			record->cpu = perf_get32(at);
		if (words[i] & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID) &&
		    record->cpu == PERF_NOBODY)
			record->cpu = cpu_of_id(file, perf_get64(at));
		if (words[i] == PERF_SAMPLE_TIME)
			record->time = perf_get64(at);
		if (words[i] == PERF_SAMPLE_TID) {
			record->pid = perf_get32(at);
			record->tid = perf_get32(at + 4);
		}
	}
}

u32 perf_record_body(const struct perf_file *file,
		     const struct perf_record *record)
{
	u32 words =
		(u32)__builtin_popcountll(file->sample_type & SAMPLE_TRAILER);

	if (!file->has_ids || record->size < RECORD_HEADER + 8 * words)
		return record->size;
	return record->size - 8 * words;
}

static void add_record(struct perf_file *file, const u8 *data, u32 size)
{
	struct perf_record *record;

	file->record = grow(file->record, file->num_records, sizeof(*record));
	record = &file->record[file->num_records];
	*record = (struct perf_record){
		.data = data,
		.type = perf_get32(data),
		.misc = (u16)(data[4] | data[5] << 8),
		.size = size,
		.order = (u32)file->num_records++,
		.pid = PERF_NOBODY,
		.tid = PERF_NOBODY,
		.cpu = PERF_NOBODY,
	};
	if (file->has_ids && record->type != PERF_RECORD_SAMPLE &&
	    record->type < 64)
		read_trailer(file, record);
	if (record->type == PERF_RECORD_LOST && size >= 24)
		file->lost += perf_get64(data + 16);
}

static const char *recorder_name(u32 type)
{
	static const char *const names[] = {
		"an unknown recorder", "Intel PT", "Intel BTS",
		"CoreSight",	       "Arm SPE",  "CPU-MF of s390",
		"HiSilicon PTT",
	};

	return names[type < array_size(names) ? type : 0];
}

/*
 * SpacemiT's perf has seven words for each CPU, but that of rvtrace's series
 * only the number of its PMU. Its trace is in frames, as its only sinks are
 * CoreSight's.
 */
static void read_encoders(struct perf_file *file, const u8 *data, u32 size)
{
	u64 head = size < INFO_WORDS + 8 ? 0 : perf_get64(data + INFO_WORDS);
	u32 i, num = (u32)head;
	const u8 *word;
	size_t length;
	FILE *out;

	if (!(head >> 32) || !num ||
	    num > (size - INFO_WORDS - 8) / (8 * ENCODER_WORDS))
		return;
	out = open_memstream(&file->made_info, &length);
	if (!out)
		die("out of memory");
	for (i = 0; i < num; i++) {
		word = data + INFO_WORDS + 8 + (size_t)i * 8 * ENCODER_WORDS;
		fprintf(out, "cpu=%u src=%u src_bits=%u frames=coresight%s\n",
			perf_get32(word), perf_get32(word + 8 * ENCODER_SRC),
			perf_get64(word + 8 * ENCODER_NO_SRC) ?
				0 :
				perf_get32(word + 8 * ENCODER_SRC_BITS),
			perf_get64(word + 8 * ENCODER_FORMAT) == FORMAT_ETRACE ?
				" protocol=etrace" :
				"");
	}
	fclose(out);
	file->info = file->made_info;
}

static void read_info(struct perf_file *file, const u8 *data, u32 size)
{
	u32 type = size < 16 ? 0 : perf_get32(data + 8);

	if (type == INFO_RVTRACE || type == INFO_RVTRACE_OLD) {
		file->of_rvtrace = true;
		if (!file->made_info)
			read_encoders(file, data, size);
	} else if (type != INFO_TYPE)
		die("'%s' has trace of %s (type %" PRIu32
		    " of perf's), which is "
		    "no N-Trace: perf itself may decode it",
		    file->path, recorder_name(type), type);
	else if (size > 16 && memchr(data + 16, 0, size - 16))
		file->info = (const char *)data + 16;
	file->of_branches = !strncmp(file->info, BRANCHES, strlen(BRANCHES));
}

/* The offset at which the trace of these bytes continues. */
static u64 next_offset(const struct perf_file *file,
		       const struct perf_bytes *bytes)
{
	const struct perf_bytes *last;
	size_t i;

	for (i = file->num_bytes; i--;) {
		last = &file->bytes[i];
		if (last->cpu == bytes->cpu &&
		    (last->cpu != PERF_NOBODY || last->tid == bytes->tid))
			return last->offset + last->size;
	}
	return 0;
}

/* @return bytes of trace after the record */
static u64 add_bytes(struct perf_file *file, const u8 *data, u64 left)
{
	u64 size = perf_get64(data + 8);
	struct perf_bytes bytes;

	if (size > left) {
		size = left;
		file->cut = true;
	}
	bytes = (struct perf_bytes){
		.cpu = perf_get32(data + 40),
		.tid = perf_get32(data + 36),
		.offset = perf_get64(data + 16),
		.data = data + AUXTRACE_SIZE,
		.size = size,
	};
	bytes.after_hole = bytes.offset > next_offset(file, &bytes);
	file->bytes = grow(file->bytes, file->num_bytes, sizeof(bytes));
	file->bytes[file->num_bytes++] = bytes;
	return size;
}

/* @return bytes up to the next record; 0: no whole record */
static u64 read_record(struct perf_file *file, const u8 *data, u64 left)
{
	u32 type, size;

	if (left < RECORD_HEADER)
		return 0;
	type = perf_get32(data);
	size = (u32)data[6] | (u32)data[7] << 8;
	if (size < RECORD_HEADER || size > left)
		return 0;
	if (type == PERF_COMPRESSED || type == PERF_COMPRESSED2)
		die("'%s' is compressed: record it without -z", file->path);
	if (type == PERF_ID_INDEX)
		read_ids(file, data, size);
	if (type == PERF_AUXTRACE_INFO)
		read_info(file, data, size);
	if (type == PERF_AUXTRACE && size >= AUXTRACE_SIZE)
		return size + add_bytes(file, data, left - size);
	if (type < 64)
		add_record(file, data, size);
	return size;
}

static int compare_records(const void *a, const void *b)
{
	const struct perf_record *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

static void read_records(struct perf_file *file, u64 at, u64 size)
{
	const u8 *end;
	u64 step, left;

	if (at > file->size)
		die("'%s' has no records at the place in its header",
		    file->path);
	if (size > file->size - at) {
		file->cut = true;
		size = file->size - at;
	}
	end = file->data + at + size;
	for (left = size; left; left -= step) {
		step = read_record(file, end - left, left);
		if (!step) {
			file->cut = true;
			break;
		}
	}
	if (file->num_records)
		qsort(file->record, file->num_records, sizeof(*file->record),
		      compare_records);
}

void perf_file_read(struct perf_file *file, const char *path)
{
	memset(file, 0, sizeof(*file));
	file->path = path;
	file->info = "";
	read_all(file);
	if (file->size >= 8 && !memcmp(file->data, "2ELIFREP", 8))
		die("'%s' is of a big-endian machine, and no RISC-V", path);
	if (file->size < PIPE_SIZE || memcmp(file->data, "PERFILE2", 8) != 0)
		die("'%s' is no perf.data%s", path,
		    file->size >= 8 && !perf_get64(file->data) ?
			    ": its recorder did not come to the end" :
			    "");
	if (perf_get64(file->data + 8) == PIPE_SIZE)
		die("'%s' went through a pipe; record with -o FILE", path);
	if (file->size < HEADER_SIZE)
		die("'%s' is cut short", path);
	read_attrs(file, perf_get64(file->data + 24),
		   perf_get64(file->data + 32), perf_get64(file->data + 16));
	read_records(file, perf_get64(file->data + 40),
		     perf_get64(file->data + 48));
}

void perf_file_free(struct perf_file *file)
{
	free(file->record);
	free(file->bytes);
	free(file->id);
	free(file->made_info);
	free(file->data);
}
