// SPDX-License-Identifier: BSD-2-Clause
/*
 * Code that a process has generated: there may be many thousand functions, so
 * the search goes by pages.
 */
#include <stdlib.h>
#include <string.h>
#include "perf.h"

enum { PAGE_SHIFT = 12, HEADS = 1024 };

struct page {
	u64 number;
	size_t map, next; /* numbers from 1 on; 0: none */
};

struct perf_made {
	struct perf_map *map;
	size_t num_maps;
	struct page *page;
	size_t num_pages;
	size_t head[HEADS]; /* of the pages' lists, the newest first */
};

static void add_page(struct perf_made *made, u64 number)
{
	size_t *head = &made->head[number % HEADS];

	made->page = grow(made->page, made->num_pages, sizeof(*made->page));
	made->page[made->num_pages++] =
		(struct page){ number, made->num_maps, *head };
	*head = made->num_pages;
}

static void add(struct perf_made *made, const struct perf_map *map)
{
	u64 number;

	made->map = grow(made->map, made->num_maps, sizeof(*made->map));
	made->map[made->num_maps++] = *map;
	for (number = map->start >> PAGE_SHIFT;
	     number <= (map->end - 1) >> PAGE_SHIFT; number++)
		add_page(made, number);
}

static bool overlaps(const struct perf_map *map, u64 start, u64 size)
{
	return map->start < start ? start - map->start < map->end - map->start :
				    map->start - start < size;
}

/* A range of addresses that gets new code, and the time. */
struct ending {
	u64 start, size, time;
	struct perf_place *place; /* place of the code with its start there;
				   * NULL: none */
};

static void end_map(struct perf_map *map, struct ending *ending)
{
	if (map->until || !overlaps(map, ending->start, ending->size))
		return;
	map->until = ending->time ? ending->time : 1;
	map->replaced = true;
	if (map->start == ending->start)
		ending->place = map->place;
}

static void end_page(struct perf_made *made, u64 number, struct ending *ending)
{
	const struct page *page;
	size_t i;

	for (i = made->head[number % HEADS]; i; i = page->next) {
		page = &made->page[i - 1];
		if (page->number == number)
			end_map(&made->map[page->map - 1], ending);
	}
}

struct perf_place *perf_made_end(struct perf_made *made, u64 start, u64 size,
				 u64 time)
{
	struct ending ending = { start, size, time, NULL };
	u64 number, last = (start + size - 1) >> PAGE_SHIFT;
	size_t i;

	if (!made || !size)
		return NULL;
	if (size >> PAGE_SHIFT > made->num_maps)
		for (i = 0; i < made->num_maps; i++)
			end_map(&made->map[i], &ending);
	else
		for (number = start >> PAGE_SHIFT; number <= last; number++)
			end_page(made, number, &ending);
	return ending.place;
}

void perf_made_add(struct perf_made **made, u64 start, u64 size, u64 time,
		   struct perf_place *place)
{
	const struct perf_map map = { start, start + size, place, 0, false };

	if (!*made) {
		*made = must_alloc(sizeof(**made));
		memset(*made, 0, sizeof(**made));
	}
	perf_made_end(*made, start, size, time);
	add(*made, &map);
}

void perf_held_note(struct perf_held *held, const struct perf_map *map,
		    u64 since)
{
	if (map->until && map->until < since)
		return;
	if (!map->replaced && !held->now)
		held->now = map->place;
	else if (map->replaced && !held->before)
		held->before = map->place;
}

void perf_made_find(const struct perf_made *made, u64 address, u64 since,
		    struct perf_held *held)
{
	u64 number = address >> PAGE_SHIFT;
	const struct perf_map *map;
	const struct page *page;
	size_t i;

	for (i = made ? made->head[number % HEADS] : 0; i; i = page->next) {
		page = &made->page[i - 1];
		map = &made->map[page->map - 1];
		if (page->number == number && address >= map->start &&
		    address < map->end)
			perf_held_note(held, map, since);
	}
}

struct perf_made *perf_made_copy(const struct perf_made *made)
{
	struct perf_made *copy;
	size_t i;

	if (!made)
		return NULL;
	copy = must_alloc(sizeof(*copy));
	memset(copy, 0, sizeof(*copy));
	for (i = 0; i < made->num_maps; i++)
		if (!made->map[i].until)
			add(copy, &made->map[i]);
	return copy;
}

void perf_made_free(struct perf_made *made)
{
	if (!made)
		return;
	free(made->map);
	free(made->page);
	free(made);
}
