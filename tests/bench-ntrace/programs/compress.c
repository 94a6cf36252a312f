// SPDX-License-Identifier: BSD-2-Clause
/*
 * Compression: Lempel-Ziv with chains of hashed positions, then Huffman codes
 * of its output; and decompression.
 */
#include "program.h"

#define TEXT 16384
#define HASHES 1024
#define MATCH_MIN 3
#define MATCH_MAX 130
#define CHAIN 16
#define SYMBOLS 256

static uint8_t text[TEXT], packed[2 * TEXT], coded[2 * TEXT];
static uint8_t uncoded[2 * TEXT], unpacked[TEXT];
static int head[HASHES], previous[TEXT];

static void write_text(void)
{
	static const char *const words[] = { "trace",	"hart",	   "branch",
					     "the",	"message", "of",
					     "encoder", "a",	   "return",
					     "is" };
	size_t at = 0;

	while (at < TEXT) {
		const char *word = words[program_random(10)];

		while (*word && at < TEXT)
			text[at++] = (uint8_t)*word++;
		if (at < TEXT)
			text[at++] = program_random(12) ? ' ' : '\n';
	}
}

static unsigned int hash(const uint8_t *p)
{
	return (p[0] * 33u * 33 + p[1] * 33u + p[2]) % HASHES;
}

static size_t match_length(size_t a, size_t b)
{
	size_t n = 0;

	while (n < MATCH_MAX && b + n < TEXT && text[a + n] == text[b + n])
		n++;
	return n;
}

static size_t best_match(size_t at, size_t *length)
{
	int candidate = head[hash(text + at)], tries = CHAIN;
	size_t best = 0;

	*length = 0;
	for (; candidate >= 0 && tries--; candidate = previous[candidate]) {
		size_t n = match_length((size_t)candidate, at);

		if (n > *length) {
			*length = n;
			best = (size_t)candidate;
		}
	}
	return at - best;
}

static void remember(size_t at)
{
	unsigned int h;

	if (at + MATCH_MIN > TEXT)
		return;
	h = hash(text + at);
	previous[at] = head[h];
	head[h] = (int)at;
}

/* 0 and a byte, or a length and a distance of two bytes. */
static size_t pack(void)
{
	size_t at = 0, out = 0, length, distance, i;

	for (i = 0; i < HASHES; i++)
		head[i] = -1;
	while (at < TEXT) {
		length = 0;
		distance = 0;
		if (at + MATCH_MIN <= TEXT)
			distance = best_match(at, &length);
		if (length < MATCH_MIN) {
			packed[out++] = 0;
			packed[out++] = text[at];
			length = 1;
		} else {
			packed[out++] = (uint8_t)length;
			packed[out++] = (uint8_t)distance;
			packed[out++] = (uint8_t)(distance >> 8);
		}
		while (length--)
			remember(at++);
	}
	return out;
}

static size_t unpack(size_t len)
{
	size_t at = 0, in = 0;

	while (in < len) {
		size_t length = uncoded[in++];

		if (!length) {
			unpacked[at++] = uncoded[in++];
			continue;
		}
		for (size_t distance = uncoded[in] + 256u * uncoded[in + 1];
		     length; length--, at++)
			unpacked[at] = unpacked[at - distance];
		in += 2;
	}
	return at;
}

static struct node {
	uint32_t count;
	int16_t child[2]; /* -1: a leaf */
	bool used;
} node[2 * SYMBOLS];
static uint32_t code[SYMBOLS];
static uint8_t code_bits[SYMBOLS];

static int take_smallest(int nodes)
{
	int best = -1, i;

	for (i = 0; i < nodes; i++)
		if (node[i].count && !node[i].used &&
		    (best < 0 || node[i].count < node[best].count))
			best = i;
	if (best >= 0)
		node[best].used = true;
	return best;
}

static int build_tree(size_t len)
{
	int nodes = SYMBOLS, a, b;
	size_t i;

	for (i = 0; i < SYMBOLS; i++)
		node[i] = (struct node){ .child = { -1, -1 } };
	for (i = 0; i < len; i++)
		node[packed[i]].count++;
	for (;;) {
		a = take_smallest(nodes);
		b = take_smallest(nodes);
		if (b < 0)
			return a;
		node[nodes++] = (struct node){
			.count = node[a].count + node[b].count,
			.child = { (int16_t)a, (int16_t)b },
		};
	}
}

static void assign_codes(int at, uint32_t bits, unsigned int length)
{
	if (node[at].child[0] < 0) {
		code[at] = bits;
		code_bits[at] = (uint8_t)length;
		return;
	}
	assign_codes(node[at].child[0], bits, length + 1);
	assign_codes(node[at].child[1], bits | 1u << length, length + 1);
}

static void put_codes(size_t len)
{
	size_t bit = 0, i;
	unsigned int n;

	for (i = 0; i < len; i++)
		for (n = 0; n < code_bits[packed[i]]; n++, bit++)
			coded[bit / 8] |= (uint8_t)((code[packed[i]] >> n & 1)
						    << bit % 8);
}

static void get_codes(int root, size_t len)
{
	size_t bit = 0, i;

	for (i = 0; i < len; i++) {
		int at = root;

		while (node[at].child[0] >= 0) {
			at = node[at].child[coded[bit / 8] >> bit % 8 & 1];
			bit++;
		}
		uncoded[i] = (uint8_t)at;
	}
}

bool program(void)
{
	size_t len, i;
	int root;

	write_text();
	len = pack();
	root = build_tree(len);
	assign_codes(root, 0, 0);
	put_codes(len);
	get_codes(root, len);
	if (unpack(len) != TEXT)
		return false;
	for (i = 0; i < TEXT; i++)
		if (text[i] != unpacked[i])
			return false;
	return len < TEXT;
}
