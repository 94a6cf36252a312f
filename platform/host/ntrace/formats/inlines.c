// SPDX-License-Identifier: BSD-2-Clause
/* Inlined functions as functions of a profile. */
#include <stdlib.h>
#include <string.h>
#include "inlines.h"
#include "io.h"

static int compare_functions(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Keep one function for each name. */
static void make_unique(struct nt_inlines *inlines)
{
	struct profile_function *function = inlines->function;
	size_t n = inlines->num, i;

	if (!n)
		return;
	qsort(function, n, sizeof(*function), compare_functions);
	inlines->num = 1;
	for (i = 1; i < n; i++)
		if (compare_functions(&function[i],
				      &function[inlines->num - 1]))
			function[inlines->num++] = function[i];
}

void nt_inlines_begin(struct nt_inlines *inlines, const struct symbols *symbols)
{
	size_t n = symbols->num_inlined, i;
	struct profile_function like = { 0 };
	const struct profile_function *found;

	inlines->symbols = symbols;
	inlines->num = n;
	inlines->function = must_alloc(n * sizeof(*inlines->function) + 1);
	inlines->number = must_alloc(n * sizeof(*inlines->number) + 1);
	for (i = 0; i < n; i++)
		inlines->function[i] = (struct profile_function){
			.name = (char *)(uintptr_t)symbols->inlined[i].name,
		};
	make_unique(inlines);
	for (i = 0; i < n; i++) {
		like.name = (char *)(uintptr_t)symbols->inlined[i].name;
		found = bsearch(&like, inlines->function, inlines->num,
				sizeof(like), compare_functions);
		inlines->number[i] = (u32)(found - inlines->function);
	}
}

void nt_inlines_end(struct nt_inlines *inlines)
{
	free(inlines->function);
	free(inlines->number);
}
