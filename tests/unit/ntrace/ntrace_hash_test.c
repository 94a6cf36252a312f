// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/hash.h and ntrace/code.h: the hash of a trace, and the code to which
 * it belongs.
 */
#include <string.h>

#include <ntrace/code.h>
#include <ntrace/hash.h>

#include "unit.h"

#define BASE 0x80000000ull

static struct {
	unsigned int num;
	u64 halfwords[16], value[16];
} marks;

static void on_mark(void *user, const struct ntrace_hash *hash)
{
	CHECK_EQ("user", user == &marks, 1);
	marks.halfwords[marks.num % 16] = hash->halfwords;
	marks.value[marks.num++ % 16] = hash->value;
}

/*
 * The hash of 1000 half-words and a trap, in pieces of this number of
 * half-words.
 */
static u64 in_pieces(u64 piece, u64 interval)
{
	struct ntrace_hash hash;
	u64 at, num;

	memset(&marks, 0, sizeof(marks));
	ntrace_hash_init(&hash, interval, on_mark, &marks);
	for (at = 0; at < 1000; at += num) {
		num = 1000 - at < piece ? 1000 - at : piece;
		ntrace_hash_range(&hash, BASE + 2 * at, num);
	}
	ntrace_hash_trap(&hash, true, BASE, BASE + 0x100);
	CHECK_EQ("half-words", hash.halfwords, 1000);
	CHECK_EQ("traps", hash.traps, 1);
	return hash.value;
}

static void hash_pieces(void)
{
	u64 want = in_pieces(1, 1000000), piece;

	for (piece = 2; piece <= 1000; piece += 3)
		CHECK_EQ("piece", in_pieces(piece, 300), want);
}

static void hash_marks(void)
{
	u64 value[3];
	unsigned int i;

	in_pieces(1, 300);
	CHECK_EQ("marks", marks.num, 3);
	for (i = 0; i < 3; i++) {
		CHECK_EQ("mark", marks.halfwords[i], 300 * (i + 1));
		value[i] = marks.value[i];
	}
	in_pieces(1000, 300);
	for (i = 0; i < 3; i++)
		CHECK_EQ("value", marks.value[i], value[i]);
}

/* The stream of each row differs from the first one. */
static void hash_differs(void)
{
	static const struct {
		const char *name;
		u64 start, halfwords, epc;
		bool interrupt, before;
	} rows[] = {
		{ "as it is", BASE, 10, BASE + 20, false, false },
		{ "start", BASE + 2, 10, BASE + 20, false, false },
		{ "length", BASE, 11, BASE + 20, false, false },
		{ "epc", BASE, 10, BASE + 18, false, false },
		{ "kind", BASE, 10, BASE + 20, true, false },
		{ "order", BASE, 10, BASE + 20, false, true },
	};
	u64 first = 0;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		struct ntrace_hash hash;

		ntrace_hash_init(&hash, 1000, on_mark, &marks);
		if (rows[i].before)
			ntrace_hash_trap(&hash, rows[i].interrupt, rows[i].epc,
					 BASE);
		ntrace_hash_range(&hash, rows[i].start, rows[i].halfwords);
		if (!rows[i].before)
			ntrace_hash_trap(&hash, rows[i].interrupt, rows[i].epc,
					 BASE);
		if (!i)
			first = hash.value;
		CHECK_EQ(rows[i].name, hash.value == first, !i);
	}
}

static void code_records(void)
{
	static const struct ntrace_code rows[] = {
		{ 0, BASE, 2, 0, false, false },
		{ 0x123456789abcdefull, ~1ull, 0x7ffffffe, 4095, true, false },
		{ 5, 0x1000, 4096, 1, true, true },
	};
	u8 head[NTRACE_CODE_HEAD];
	struct ntrace_code code;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		ntrace_code_put(head, &rows[i]);
		CHECK_EQ("get", ntrace_code_get(head, &code), 1);
		CHECK_EQ("position", code.position, rows[i].position);
		CHECK_EQ("address", code.address, rows[i].address);
		CHECK_EQ("bytes", code.bytes, rows[i].bytes);
		CHECK_EQ("source", code.source, rows[i].source);
		CHECK_EQ("replace", code.replace, rows[i].replace);
		CHECK_EQ("forget", code.forget, rows[i].forget);
	}
}

static void code_wrong(void)
{
	static const struct {
		const char *name;
		u8 at, value;
	} rows[] = {
		{ "odd address", 8, 1 },   { "odd length", 16, 1 },
		{ "no bytes", 16, 0 },	   { "unknown flag", 22, 4 },
		{ "forget alone", 22, 2 }, { "check byte", 23, 0 },
	};
	static const struct ntrace_code good = { .address = BASE, .bytes = 2 };
	u8 head[NTRACE_CODE_HEAD];
	struct ntrace_code code;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		ntrace_code_put(head, &good);
		head[rows[i].at] = rows[i].value;
		CHECK_EQ(rows[i].name, ntrace_code_get(head, &code), 0);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(hash_pieces, UNIT_ONE),  UNIT_TEST(hash_marks, UNIT_ONE),
	UNIT_TEST(hash_differs, UNIT_ONE), UNIT_TEST(code_records, UNIT_ONE),
	UNIT_TEST(code_wrong, UNIT_ONE),
};

UNIT_MAIN("ntrace_hash", tests)
