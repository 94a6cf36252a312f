// SPDX-License-Identifier: BSD-2-Clause
/*
 * Golden files: bytes, and the events in them. They are decoded whole and byte
 * by byte; a file without errors is also encoded again, and must give the same
 * bytes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tandem/tandem.h>

#define TEXT 16384
#define BYTES 1024
#define ELEMENTS 64

struct golden {
	const char *path;
	struct tandem_params params;
	u8 bytes[BYTES];
	size_t len;
	char events[TEXT];
};

static char made[TEXT];
static struct tandem_decoder decoder;
static struct tandem_encoder encoder;

static bool bad(const struct golden *g, const char *what)
{
	printf("# %s: %s\n", g->path, what);
	return false;
}

static bool read_params(struct golden *g, const char *line)
{
	static const char *const dialects[] = { "spec", "bluespec" };
	unsigned int xlen, flen, mlen, i;
	char dialect[16];

	if (sscanf(line, "%u %u %u %15s", &xlen, &flen, &mlen, dialect) != 4)
		return bad(g, "params are XLEN FLEN MLEN DIALECT");
	g->params = (struct tandem_params){ (u8)xlen, (u8)flen, (u8)mlen, 9 };
	for (i = 0; i < array_size(dialects); i++)
		if (!strcmp(dialect, dialects[i]))
			g->params.dialect = (u8)i;
	return tandem_params_valid(&g->params) ||
	       bad(g, "no stream has these parameters");
}

static bool read_bytes(struct golden *g, const char *line)
{
	unsigned int byte;
	int used;

	for (; sscanf(line, " %2x%n", &byte, &used) == 1; line += used) {
		if (g->len == BYTES)
			return bad(g, "too many bytes");
		g->bytes[g->len++] = (u8)byte;
	}
	return !line[strspn(line, " \t")] || bad(g, "bytes are hexadecimal");
}

/* "[name]" starts a section; text after a "#" is a comment. */
static bool read_line(struct golden *g, char *line, char *section)
{
	size_t len;

	line[strcspn(line, "#\n")] = '\0';
	len = strlen(line);
	while (len && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		line[--len] = '\0';
	if (!len)
		return true;
	if (line[0] == '[') {
		*section = line[1];
		return true;
	}
	if (*section == 'p')
		return read_params(g, line);
	if (*section == 'b')
		return read_bytes(g, line);
	if (*section != 'e')
		return bad(g, "a line in no section");
	snprintf(g->events + strlen(g->events), TEXT - strlen(g->events),
		 "%s\n", line);
	return true;
}

static bool read_file(struct golden *g, const char *path)
{
	char line[256], section = 0;
	bool good = true;
	FILE *file;

	memset(g, 0, sizeof(*g));
	g->path = path;
	file = fopen(path, "r");
	if (!file)
		return bad(g, strerror(errno));
	while (good && fgets(line, sizeof(line), file))
		good = read_line(g, line, &section);
	fclose(file);
	return good;
}

static void add_line(const char *line)
{
	if (!strncmp(line, "event ", 6))
		line += 6;
	snprintf(made + strlen(made), TEXT - strlen(made), "%s\n", line);
}

static void raw(enum tandem_op op)
{
	const struct tandem_element el = tandem_plain(op);

	tandem_encoder_raw(&encoder, &el, NULL);
}

static void add_group(void)
{
	const struct tandem_group *group = &decoder.group;
	char line[TANDEM_TEXT_MAX];
	u64 n;
	u32 i;

	if (!group->num && group->close == TANDEM_OUTSIDE)
		return;
	for (n = 0; tandem_text_line(group, n, line); n++)
		add_line(line);
	if (group->close != TANDEM_OUTSIDE)
		raw(TANDEM_BEGIN);
	for (i = 0; i < group->num; i++)
		tandem_encoder_raw(&encoder, &group->element[i],
				   i ? &group->element[i - 1] : NULL);
	if (group->close == TANDEM_CLOSED)
		raw(TANDEM_END);
}

/* @return the error, or TANDEM_OK */
static enum tandem_status decode(const struct golden *g, size_t piece)
{
	static struct tandem_element element[ELEMENTS];
	static u8 again[BYTES + TANDEM_ELEMENT_BYTES_MAX];
	enum tandem_status status = TANDEM_MORE;
	char line[TANDEM_TEXT_MAX];
	size_t at;

	made[0] = '\0';
	tandem_encoder_init(&encoder, &g->params, again, sizeof(again));
	tandem_decoder_init(&decoder, &g->params, element, ELEMENTS);
	for (at = 0; at < g->len && status == TANDEM_MORE; at += piece) {
		tandem_decoder_feed(&decoder, g->bytes + at, piece);
		while ((status = tandem_decoder_next(&decoder)) == TANDEM_OK)
			add_group();
	}
	if (status == TANDEM_MORE)
		status = tandem_decoder_finish(&decoder);
	add_group();
	if (status != TANDEM_OK) {
		snprintf(line, sizeof(line), "error %s %llu",
			 tandem_status_name(status),
			 (unsigned long long)decoder.error_offset);
		add_line(line);
	}
	return status;
}

static bool check_once(const struct golden *g, size_t piece)
{
	enum tandem_status status = decode(g, piece);

	if (strcmp(made, g->events) != 0) {
		printf("# %s, %zu bytes at a time: decodes to\n%s", g->path,
		       piece, made);
		return false;
	}
	if (status == TANDEM_OK && (encoder.used != g->len ||
				    memcmp(encoder.buf, g->bytes, g->len) != 0))
		return bad(g, "encodes to other bytes");
	return true;
}

static bool check(const char *path)
{
	static struct golden g;

	return read_file(&g, path) && check_once(&g, g.len) &&
	       check_once(&g, 1);
}

int main(int argc, char **argv)
{
	int i, passed = 0, failed = 0;

	if (argc < 2 || !strcmp(argv[1], "--help")) {
		puts("usage: golden FILE...\n"
		     "Compares golden files with what the library makes of "
		     "them.");
		return argc < 2;
	}
	for (i = 1; i < argc; i++) {
		const char *name = strrchr(argv[i], '/');
		bool good = check(argv[i]);

		*(good ? &passed : &failed) += 1;
		printf("%sok golden: %s\n", good ? "" : "not ",
		       name ? name + 1 : argv[i]);
	}
	printf("%d %d\n", passed, failed);
	return failed > 0;
}
