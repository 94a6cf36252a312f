// SPDX-License-Identifier: BSD-2-Clause
/* The file beside a tandem trace. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io.h"
#include "params.h"

static char *must_copy(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		die("out of memory");
	return copy;
}

static void strip_end(char *line)
{
	size_t length = strcspn(line, "#");

	while (length && isspace((u8)line[length - 1]))
		length--;
	line[length] = '\0';
}

static void add_line(struct tv_params *params, char *line, u64 number)
{
	struct tv_param param = { .number = number };
	char *value;

	strip_end(line);
	line += strspn(line, " \t");
	if (!line[0])
		return;
	value = line + strcspn(line, " \t");
	if (!value[0])
		die("%s:%llu: '%s' has no value", params->path,
		    (unsigned long long)number, line);
	*value++ = '\0';
	param.key = must_copy(line);
	param.value = must_copy(value + strspn(value, " \t"));
	params->param = grow(params->param, params->num, sizeof(param));
	params->param[params->num++] = param;
}

void tv_params_read(struct tv_params *params, const char *path)
{
	struct lines lines;
	char *line;

	memset(params, 0, sizeof(*params));
	params->path = must_copy(path);
	lines_open(&lines, path);
	while ((line = lines_next(&lines)))
		add_line(params, line, lines.number);
	lines_close(&lines);
}

void tv_params_read_of(struct tv_params *params, const char *trace)
{
	char *path;

	memset(params, 0, sizeof(*params));
	if (!strcmp(trace, "-"))
		return;
	if (asprintf(&path, "%s.params", trace) < 0)
		die("out of memory");
	if (!access(path, R_OK))
		tv_params_read(params, path);
	free(path);
}

const struct tv_param *tv_params_next(const struct tv_params *params,
				      const char *key,
				      const struct tv_param *after)
{
	size_t i = after ? (size_t)(after - params->param) + 1 : 0;

	for (; i < params->num; i++) {
		if (!strcmp(params->param[i].key, key))
			return &params->param[i];
	}
	return NULL;
}

void tv_params_die(const struct tv_params *params, const struct tv_param *param,
		   const char *why)
{
	die("%s:%llu: %s %s: %s", params->path,
	    (unsigned long long)param->number, param->key, param->value, why);
}

u64 tv_params_number(const struct tv_params *params,
		     const struct tv_param *param, u64 low, u64 high)
{
	char why[80];
	u64 value;

	if (parse_number(param->value, &value) && value >= low && value <= high)
		return value;
	snprintf(why, sizeof(why), "a number from %llu to %llu is wanted",
		 (unsigned long long)low, (unsigned long long)high);
	tv_params_die(params, param, why);
}

void tv_params_free(struct tv_params *params)
{
	size_t i;

	for (i = 0; i < params->num; i++) {
		free(params->param[i].key);
		free(params->param[i].value);
	}
	free(params->param);
	free(params->path);
	memset(params, 0, sizeof(*params));
}
