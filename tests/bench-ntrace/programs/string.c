// SPDX-License-Identifier: BSD-2-Clause
/*
 * Strings: the same patterns are looked for in the same text by comparison, by
 * Knuth, Morris and Pratt's way, and with a small matcher of expressions; and
 * words are counted in a hash table.
 */
#include "program.h"

#define TEXT 24000
#define BUCKETS 64

static char text[TEXT + 1];

static void write_text(void)
{
	size_t i;

	for (i = 0; i < TEXT; i++)
		text[i] = program_random(6) ? (char)('a' + program_random(4)) :
					      ' ';
}

static size_t length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

static bool equal(const char *a, const char *b, size_t n)
{
	while (n && *a == *b) {
		a++;
		b++;
		n--;
	}
	return !n;
}

static unsigned int count_plain(const char *pattern)
{
	size_t n = length(pattern), i;
	unsigned int count = 0;

	for (i = 0; i + n <= TEXT; i++)
		count += equal(text + i, pattern, n);
	return count;
}

static unsigned int count_kmp(const char *pattern)
{
	size_t n = length(pattern), i, k = 0, fail[32] = { 0 };
	unsigned int count = 0;

	for (i = 1; i < n; i++) {
		while (k && pattern[i] != pattern[k])
			k = fail[k - 1];
		k += pattern[i] == pattern[k];
		fail[i] = k;
	}
	k = 0;
	for (i = 0; i < TEXT; i++) {
		while (k && (k == n || text[i] != pattern[k]))
			k = fail[k - 1];
		k += text[i] == pattern[k];
		count += k == n;
	}
	return count;
}

/* '.' is any character, "x*" any number of x. */
static bool match(const char *expression, const char *s)
{
	if (!*expression)
		return true;
	if (expression[1] == '*') {
		do {
			if (match(expression + 2, s))
				return true;
		} while (*s && (*s++ == *expression || *expression == '.'));
		return false;
	}
	return *s && (*expression == '.' || *expression == *s) &&
	       match(expression + 1, s + 1);
}

static unsigned int count_expression(const char *expression)
{
	unsigned int count = 0;
	size_t i;

	for (i = 0; i < TEXT; i++)
		count += match(expression, text + i);
	return count;
}

static struct entry {
	const char *word;
	size_t len;
	unsigned int count;
	struct entry *next;
} entries[TEXT / 2], *buckets[BUCKETS];
static size_t num_entries;

static void count_word(const char *word, size_t len)
{
	unsigned int hash = 0;
	struct entry **at;
	size_t i;

	for (i = 0; i < len; i++)
		hash = hash * 31 + (unsigned char)word[i];
	for (at = &buckets[hash % BUCKETS]; *at; at = &(*at)->next)
		if ((*at)->len == len && equal((*at)->word, word, len))
			break;
	if (!*at) {
		*at = &entries[num_entries++];
		**at = (struct entry){ word, len, 0, NULL };
	}
	(*at)->count++;
}

static size_t count_words(void)
{
	size_t i, start = 0, words = 0;

	for (i = 0; i <= TEXT; i++) {
		if (i < TEXT && text[i] != ' ')
			continue;
		if (i > start) {
			count_word(text + start, i - start);
			words++;
		}
		start = i + 1;
	}
	return words;
}

bool program(void)
{
	static const char *const patterns[] = { "abc", "aaaa", "dab a", "cd" };
	size_t i, words, sum = 0;

	write_text();
	for (i = 0; i < 4; i++) {
		unsigned int plain = count_plain(patterns[i]);

		if (plain != count_kmp(patterns[i]) ||
		    plain != count_expression(patterns[i]))
			return false;
	}
	if (count_expression("ab*c") < count_plain("abc"))
		return false;
	words = count_words();
	for (i = 0; i < num_entries; i++)
		sum += entries[i].count;
	return sum == words && words;
}
