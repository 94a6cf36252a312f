// SPDX-License-Identifier: BSD-2-Clause
/*
 * Index files: eight letters, numbers with seven bits in a byte, the lowest
 * first, and a CRC-32 of all before it.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "index.h"

static const char magic[] = "NTINDEX1";

enum { MAGIC = sizeof(magic) - 1, SUM = 4 };

/* Flags of a row: it differs from the one before; no message; with times. */
enum { ROW_NEW = 1, ROW_NONE = 2, ROW_TIMES = 4 };

/* --- writing --------------------------------------------------------------- */

struct writer {
	struct output *out;
	uLong sum;
};

static void put_bytes(struct writer *writer, const void *data, size_t size)
{
	writer->sum = crc32(writer->sum, data, (uInt)size);
	output_bytes(writer->out, data, size);
}

static void put(struct writer *writer, u64 value)
{
	u8 bytes[10];
	size_t n = 0;

	for (; value > 0x7f; value >>= 7)
		bytes[n++] = (u8)(value | 0x80);
	bytes[n++] = (u8)value;
	put_bytes(writer, bytes, n);
}

static bool row_is_new(const struct nt_index *index, size_t k, size_t source)
{
	return !k || nt_index_row(index, k, source)->at !=
			     nt_index_row(index, k - 1, source)->at;
}

static void put_row(struct writer *writer, const struct nt_index *index,
		    size_t k, size_t source)
{
	const struct nt_index_row *row = nt_index_row(index, k, source);
	const struct ntrace_resume *resume = &row->resume;
	bool new = row_is_new(index, k, source);
	bool none = row->at == UINT64_MAX, times = row->low <= row->high;

	put(writer, (new ? ROW_NEW : 0) | (none ? ROW_NONE : 0) |
			    (times ? ROW_TIMES : 0));
	if (times) {
		put(writer, row->low);
		put(writer, row->high - row->low);
	}
	if (!new)
		return;
	put(writer, none ? 0 : row->at);
	put(writer, row->insns);
	put(writer, resume->mode);
	put(writer, resume->priv);
	put(writer, resume->has_time);
	put(writer, resume->time);
	put(writer, resume->scontext);
	put(writer, resume->hcontext);
}

static void put_stack(struct writer *writer, const struct nt_index *index,
		      const struct nt_index_stack *stack)
{
	const struct nt_index_frame *frame = index->frame + stack->frame;
	const u32 *seen = index->seen + stack->seen;
	u32 i, last = 0;

	put(writer, stack->kept);
	put(writer, stack->depth - stack->kept);
	for (i = stack->kept; i < stack->depth; i++, frame++) {
		put(writer, 2 * (u64)frame->function + frame->trap);
		put(writer, frame->back);
	}
	put(writer, stack->from);
	put(writer, 2 * (u64)stack->pending + stack->resumes);
	put(writer, stack->num_seen);
	for (i = 0; i < stack->num_seen; i++) {
		put(writer, seen[i] - last);
		last = seen[i];
	}
}

static void put_checkpoints(struct writer *writer, const struct nt_index *index)
{
	size_t k;

	for (k = 0; k < index->num; k++) {
		put(writer, index->offset[k] - (k ? index->offset[k - 1] : 0));
		put(writer,
		    index->message[k] - (k ? index->message[k - 1] : 0));
		put(writer, index->sum[k]);
	}
}

void nt_index_write(const struct nt_index *index, struct output *out)
{
	size_t rows = index->num * index->sources, i;
	struct writer writer = { out, 0 };
	u8 sum[SUM];

	put_bytes(&writer, magic, MAGIC);
	put(&writer, index->size);
	put(&writer, index->changed);
	put(&writer, index->inode);
	put(&writer, index->program);
	put(&writer, index->symbols);
	put(&writer, index->num);
	put(&writer, index->sources);
	for (i = 0; i < index->sources; i++) {
		put(&writer, index->src[i]);
		put(&writer, index->all[i]);
	}
	put_checkpoints(&writer, index);
	for (i = 0; i < rows; i++)
		put_row(&writer, index, i / index->sources, i % index->sources);
	for (i = 0; index->stack && i < rows; i++)
		put_stack(&writer, index, &index->stack[i]);
	for (i = 0; i < SUM; i++)
		sum[i] = (u8)(writer.sum >> 8 * i);
	output_bytes(out, sum, SUM);
}

/* --- reading --------------------------------------------------------------- */

struct reader {
	const char *path;
	const u8 *at, *end;
};

__attribute__((noreturn)) static void damaged(const struct reader *reader)
{
	die("the index '%s' is damaged: make it again, with index",
	    reader->path);
}

static u64 get(struct reader *reader)
{
	unsigned int shift = 0;
	u64 value = 0;
	u8 byte;

	do {
		if (reader->at == reader->end || shift > 63)
			damaged(reader);
		byte = *reader->at++;
		value |= (u64)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value;
}

/* A number that is not over a limit. */
static u64 get_up_to(struct reader *reader, u64 most)
{
	u64 value = get(reader);

	if (value > most)
		damaged(reader);
	return value;
}

/* A number of items of at least one byte each. */
static size_t get_count(struct reader *reader)
{
	return (size_t)get_up_to(reader, (u64)(reader->end - reader->at));
}

static void get_sources(struct reader *reader, struct nt_index *index)
{
	size_t i;

	index->src = must_alloc(index->sources * sizeof(*index->src) + 1);
	index->all = must_alloc(index->sources * sizeof(*index->all) + 1);
	for (i = 0; i < index->sources; i++) {
		index->src[i] = (u16)get_up_to(reader, NT_SOURCES_MAX - 1);
		index->all[i] = get(reader);
	}
}

static void get_checkpoints(struct reader *reader, struct nt_index *index)
{
	u64 offset = 0, message = 0;
	size_t k;

	index->offset = must_alloc(index->num * sizeof(*index->offset) + 1);
	index->message = must_alloc(index->num * sizeof(*index->message) + 1);
	index->sum = must_alloc(index->num * sizeof(*index->sum) + 1);
	for (k = 0; k < index->num; k++) {
		offset += get_up_to(reader, index->size - offset);
		message += get(reader);
		if (!k != !offset || offset >= index->size)
			damaged(reader);
		index->offset[k] = offset;
		index->message[k] = message;
		index->sum[k] = (u32)get_up_to(reader, UINT32_MAX);
	}
}

static void get_resume(struct reader *reader, struct ntrace_resume *resume)
{
	resume->mode = (u8)get_up_to(reader, NTRACE_MODE_HTM);
	resume->priv = (u8)get_up_to(reader, NTRACE_PRIV_UNKNOWN);
	resume->has_time = get_up_to(reader, 1);
	resume->time = get(reader);
	resume->scontext = get(reader);
	resume->hcontext = get(reader);
}

static void get_row(struct reader *reader, const struct nt_index *index,
		    size_t k, size_t source)
{
	struct nt_index_row *row = nt_index_row(index, k, source);
	u64 flags = get_up_to(reader, ROW_NEW | ROW_NONE | ROW_TIMES);
	const struct nt_index_row none = { 0 },
				  *before = k ? nt_index_row(index, k - 1,
							     source) :
						&none;

	if (!k && !(flags & ROW_NEW))
		damaged(reader);
	*row = *before;
	row->low = 1;
	row->high = 0;
	if (flags & ROW_TIMES) {
		row->low = get(reader);
		row->high = row->low + get_up_to(reader, ~row->low);
	}
	if (!(flags & ROW_NEW))
		return;
	row->at = get_up_to(reader, index->size);
	if (flags & ROW_NONE)
		row->at = UINT64_MAX;
	row->insns = get(reader);
	get_resume(reader, &row->resume);
	row->resume.src = index->src[source];
	if (row->at < index->offset[k] || row->at < before->at ||
	    row->insns < before->insns || row->insns > index->all[source])
		damaged(reader);
}

static void get_frames(struct reader *reader, struct nt_index *index,
		       struct nt_index_stack *stack)
{
	struct nt_index_frame *frame;
	u64 value;
	u32 i;

	stack->frame = index->frames;
	for (i = stack->kept; i < stack->depth; i++) {
		index->frame =
			grow(index->frame, index->frames, sizeof(*frame));
		frame = &index->frame[index->frames++];
		value = get_up_to(reader, 2 * (u64)UINT32_MAX + 1);
		frame->function = (u32)(value / 2);
		frame->trap = value % 2;
		frame->back = get(reader);
	}
}

static void get_seen(struct reader *reader, struct nt_index *index,
		     struct nt_index_stack *stack)
{
	u32 last = 0;
	size_t i;

	stack->seen = index->num_seen;
	stack->num_seen = get_count(reader);
	for (i = 0; i < stack->num_seen; i++) {
		last += (u32)get_up_to(reader, UINT32_MAX - last);
		index->seen = grow(index->seen, index->num_seen,
				   sizeof(*index->seen));
		index->seen[index->num_seen++] = last;
	}
}

static void get_stack(struct reader *reader, struct nt_index *index, size_t i)
{
	struct nt_index_stack *stack = &index->stack[i];
	u32 before = 0;
	u64 end;

	if (i >= index->sources)
		before = index->stack[i - index->sources].depth;
	stack->kept = (u32)get_up_to(reader, before);
	stack->depth = stack->kept +
		       (u32)get_up_to(reader, PROFILE_FRAMES_MAX - stack->kept);
	get_frames(reader, index, stack);
	stack->from = get(reader);
	end = get_up_to(reader, 2 * UINT8_MAX + 1);
	stack->pending = (u8)(end / 2);
	stack->resumes = end % 2;
	get_seen(reader, index, stack);
}

static void get_rows(struct reader *reader, struct nt_index *index, bool stacks)
{
	size_t rows = index->num * index->sources, i;

	index->row = must_alloc(rows * sizeof(*index->row) + 1);
	for (i = 0; i < rows; i++)
		get_row(reader, index, i / index->sources, i % index->sources);
	if (!stacks)
		return;
	index->stack = must_alloc(rows * sizeof(*index->stack) + 1);
	for (i = 0; i < rows; i++)
		get_stack(reader, index, i);
	if (reader->at != reader->end)
		damaged(reader);
}

static void get_index(struct reader *reader, struct nt_index *index,
		      bool stacks)
{
	index->size = get(reader);
	index->changed = get(reader);
	index->inode = get(reader);
	index->program = (u32)get_up_to(reader, UINT32_MAX);
	index->symbols = (u32)get_up_to(reader, UINT32_MAX);
	index->num = get_count(reader);
	index->sources = get_count(reader);
	if (!index->num || index->sources > NT_SOURCES_MAX ||
	    index->num * index->sources > (size_t)(reader->end - reader->at))
		damaged(reader);
	get_sources(reader, index);
	get_checkpoints(reader, index);
	get_rows(reader, index, stacks && index->symbols);
}

/* Get the file's bytes without their checksum, if it is an index. */
static void check_bytes(struct reader *reader)
{
	size_t size = (size_t)(reader->end - reader->at), i;
	const u8 *bytes = reader->at;
	u32 sum = 0;

	if (size < MAGIC || memcmp(bytes, magic, MAGIC) != 0)
		die("'%s' is no index of this version of index", reader->path);
	if (size < MAGIC + SUM)
		damaged(reader);
	reader->end -= SUM;
	for (i = 0; i < SUM; i++)
		sum |= (u32)reader->end[i] << 8 * i;
	if (sum != crc32(0, bytes, (uInt)(size - SUM)))
		damaged(reader);
	reader->at += MAGIC;
}

void nt_index_check(const struct nt_index *index, const char *path,
		    const u8 *trace, size_t checkpoint)
{
	u64 from = index->offset[checkpoint], to = index->size;

	if (checkpoint + 1 < index->num)
		to = index->offset[checkpoint + 1];
	if (crc32(0, trace + from, (uInt)(to - from)) != index->sum[checkpoint])
		die("the index '%s' is of another trace, with other bytes "
		    "behind byte %#llx: make it again, with index",
		    path, (unsigned long long)from);
}

/* Exits with a message unless the index belongs to this trace. */
static void check_trace(const struct nt_index *index, const char *path,
			const char *trace)
{
	struct nt_index now = { 0 };
	struct nt_map map;
	size_t k;

	nt_index_identify(&now, trace);
	if (now.size != index->size)
		die("the index '%s' is of another trace, of %llu bytes in place "
		    "of %llu: make it again, with index",
		    path, (unsigned long long)index->size,
		    (unsigned long long)now.size);
	if (index->changed && now.changed == index->changed &&
	    now.inode == index->inode)
		return;
	/* It may be a copy, with the same bytes */
	nt_map_begin(&map, trace);
	for (k = 0; k < index->num; k++)
		nt_index_check(index, path, map.data, k);
	nt_map_end(&map);
}

void nt_index_open(struct nt_index *index, const char *path,
		   const struct nt_decode *decode, bool stacks)
{
	struct reader reader = { .path = path };
	struct nt_map map;

	memset(index, 0, sizeof(*index));
	nt_map_begin(&map, path);
	reader.at = map.data;
	reader.end = map.data + map.size;
	check_bytes(&reader);
	get_index(&reader, index, stacks);
	nt_map_end(&map);
	if (index->program != nt_index_program_sum(decode))
		die("the index '%s' is of another program, or was made with "
		    "other options: give the same ones to index and to this "
		    "command",
		    path);
	if (stacks && index->symbols != nt_index_symbols_sum(&decode->program))
		die("the index '%s' was made with other functions: give the "
		    "same --image and --symbols to index and to this command",
		    path);
	check_trace(index, path, decode->trace.path);
}

void nt_index_free(struct nt_index *index)
{
	free(index->offset);
	free(index->message);
	free(index->sum);
	free(index->src);
	free(index->all);
	free(index->row);
	free(index->stack);
	free(index->frame);
	free(index->seen);
}
