// SPDX-License-Identifier: BSD-2-Clause
/*
 * The files of a recording: found by name or build ID, and mapped at their
 * addresses.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "perf.h"

enum { PAGE = 4096 };

/* A file beside the recording, if it exists. */
static char *beside(const struct perf_options *options, const char *given,
		    const char *suffix)
{
	char *path = NULL;

	if (given)
		return strdup(given);
	if (asprintf(&path, "%s.%s", options->path, suffix) < 0)
		die("out of memory");
	if (access(path, R_OK)) {
		free(path);
		return NULL;
	}
	files_named(path);
	return path;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

struct wish {
	const char *name;
	const u8 *build_id;
	size_t size;
};

/* @return true if the file is used */
static bool try(struct perf_object *object, const char *path,
		const struct wish *wish)
{
	struct perf_object probed = { 0 };

	if (!perf_object_probe(&probed, path))
		return false;
	if (perf_object_differs(&probed, wish->build_id, wish->size)) {
		complain("'%s' is another build of %s than the one that ran",
			 path, wish->name);
		free(probed.load);
		return false;
	}
	object->load = probed.load;
	object->num_loads = probed.num_loads;
	object->entry = probed.entry;
	perf_object_load(object, path);
	return true;
}

static bool try_images(const struct perf_code *code, struct perf_object *object,
		       const struct wish *wish)
{
	const struct perf_options *options = code->options;
	size_t i;

	for (i = 0; i < options->num_images; i++) {
		if (!strcmp(base_name(options->image[i]),
			    base_name(wish->name)) &&
		    try(object, options->image[i], wish))
			return true;
	}
	return false;
}

/* The folder of perf's own copies: ~/.debug/.build-id/01/23...ef/elf */
static bool try_debug(struct perf_object *object, const struct wish *wish)
{
	char path[PATH_MAX], hex[2 * PERF_BUILD_ID_MAX + 1] = "";
	const char *home = getenv("HOME");
	size_t i;

	if (!home || !wish->build_id || wish->size < 2)
		return false;
	for (i = 0; i < wish->size; i++)
		snprintf(hex + 2 * i, 3, "%02x", wish->build_id[i]);
	snprintf(path, sizeof(path), "%s/.debug/.build-id/%.2s/%s/elf", home,
		 hex, hex + 2);
	return try(object, path, wish);
}

static void find_file(const struct perf_code *code, struct perf_object *object,
		      const struct wish *wish)
{
	const struct perf_options *options = code->options;
	char *path = NULL;

	if (!strcmp(wish->name, "[vdso]")) {
		path = beside(options, options->vdso, "vdso");
		if (path)
			try(object, path, wish);
		free(path);
		return;
	}
	if (wish->name[0] != '/' || wish->name[1] == '/' ||
	    try_images(code, object, wish))
		return;
	if (asprintf(&path, "%s%s", options->symfs ? options->symfs : "",
		     wish->name) < 0)
		die("out of memory");
	if (!try(object, path, wish))
		try_debug(object, wish);
	free(path);
}

static struct perf_object *new_object(struct perf_code *code, const char *name)
{
	struct perf_object *object = must_alloc(sizeof(*object));

	memset(object, 0, sizeof(*object));
	object->name = strdup(name);
	object->source = object;
	code->object = grow(code->object, code->num_objects, sizeof(void *));
	code->object[code->num_objects++] = object;
	return object;
}

static struct perf_object *get_object(struct perf_code *code,
				      const struct wish *wish)
{
	struct perf_object *object;
	size_t i;

	for (i = 0; i < code->num_objects; i++) {
		object = code->object[i];
		if (object->source == object && !object->made &&
		    !strcmp(object->name, wish->name) &&
		    !perf_object_differs(object, wish->build_id, wish->size))
			return object;
	}
	object = new_object(code, wish->name);
	if (wish->build_id && wish->size) {
		memcpy(object->build_id, wish->build_id, wish->size);
		object->build_id_size = (u8)wish->size;
	}
	find_file(code, object, wish);
	return object;
}

static struct perf_place *new_place(struct perf_code *code,
				    struct perf_object *object, u64 bias)
{
	const struct perf_object *source = object->source;
	struct perf_place *place;
	size_t i, size = source->num_regions * sizeof(*place->region);

	place = must_alloc(sizeof(*place));
	*place = (struct perf_place){ object, bias, must_alloc(size + 1) };
	for (i = 0; i < source->num_regions; i++) {
		place->region[i] = source->region[i];
		place->region[i].base += bias;
	}
	code->place = grow(code->place, code->num_places, sizeof(void *));
	code->place[code->num_places++] = place;
	return place;
}

static struct perf_place *get_place(struct perf_code *code,
				    struct perf_object *object, u64 bias)
{
	struct perf_place *place;
	size_t i;

	for (i = 0; i < code->num_places; i++) {
		place = code->place[i];
		if (place->object == object && place->bias == bias)
			return place;
	}
	return new_place(code, object, bias);
}

static void open_firmware(struct perf_code *code)
{
	const char *path = code->options->firmware;
	struct perf_object *object;

	if (!path)
		return;
	object = new_object(code, "[firmware]");
	if (!perf_object_probe(object, path))
		die("'%s' is no ELF file for RISC-V", path);
	perf_object_load(object, path);
	code->firmware =
		new_place(code, object, code->options->firmware_offset);
}

struct perf_place *perf_code_firmware(const struct perf_code *code, u64 address)
{
	const struct perf_place *place = code->firmware;
	const struct perf_object *object;
	size_t i;

	if (!place)
		return NULL;
	object = place->object;
	for (i = 0; i < object->num_loads; i++)
		if (address - place->bias - object->load[i].address <
		    object->load[i].size)
			return code->firmware;
	return NULL;
}

void perf_code_open(struct perf_code *code, const struct perf_options *options)
{
	char *path = beside(options, options->kcore, "kcore");
	char *symbols = beside(options, options->kallsyms, "kallsyms");

	memset(code, 0, sizeof(*code));
	code->options = options;
	code->kcore.name = strdup("[kernel]");
	code->kcore.source = &code->kcore;
	if (path && !perf_object_probe(&code->kcore, path))
		die("'%s' is no ELF file for RISC-V", path);
	if (symbols)
		symbols_add_list(&code->kcore.symbols, symbols);
	if (path)
		perf_object_load(&code->kcore, path);
	else
		symbols_sort(&code->kcore.symbols);
	free(path);
	free(symbols);
	open_firmware(code);
}

void perf_code_close(struct perf_code *code)
{
	size_t i;

	for (i = 0; i < code->num_places; i++) {
		free(code->place[i]->region);
		free(code->place[i]);
	}
	for (i = 0; i < code->num_objects; i++) {
		perf_object_free(code->object[i]);
		free(code->object[i]);
	}
	perf_object_free(&code->kcore);
	free(code->place);
	free(code->object);
}

struct perf_place *perf_code_map(struct perf_code *code, const char *name,
				 const u8 *build_id, size_t build_id_size,
				 u64 address, u64 offset)
{
	const struct wish wish = { name, build_id, build_id_size };
	struct perf_object *object = get_object(code, &wish);
	const struct perf_load *load;
	u64 bias = address - offset;
	size_t i;

	for (i = 0; i < object->num_loads; i++) {
		load = &object->load[i];
		if (offset >= (load->offset & ~(u64)(PAGE - 1)) &&
		    offset < load->offset + load->size)
			bias = address -
			       (load->address - load->offset + offset);
	}
	return get_place(code, object, bias);
}

struct perf_place *perf_code_kernel(struct perf_code *code, const char *name)
{
	struct perf_object *object;
	size_t i, length = strcspn(name, "]");
	char text[256];

	/* after the kernel's own name follows a symbol */
	snprintf(text, sizeof(text), "%.*s]", (int)length, name);
	for (i = 0; i < code->num_objects; i++) {
		object = code->object[i];
		if (object->source == &code->kcore &&
		    !strcmp(object->name, text))
			return get_place(code, object, 0);
	}
	object = new_object(code, text);
	object->source = &code->kcore;
	return get_place(code, object, 0);
}

/* --- memory without a file -------------------------------------------------- */

char *perf_code_path(const struct perf_code *code, const char *name)
{
	const struct perf_options *options = code->options;
	char *path = NULL;
	size_t i;

	for (i = 0; i < options->num_images; i++)
		if (!strcmp(base_name(options->image[i]), base_name(name)))
			return strdup(options->image[i]);
	if (asprintf(&path, "%s%s", options->symfs ? options->symfs : "",
		     name) < 0)
		die("out of memory");
	if (!access(path, R_OK))
		return path;
	free(path);
	return NULL;
}

struct perf_place *perf_code_memory(struct perf_code *code, u32 pid)
{
	struct perf_object *object;
	char name[32], *path;
	size_t i;

	for (i = 0; i < code->num_objects; i++)
		if (code->object[i]->memory && code->object[i]->pid == pid)
			return get_place(code, code->object[i], 0);
	snprintf(name, sizeof(name), "/tmp/perf-%" PRIu32 ".map", pid);
	object = new_object(code, name);
	object->memory = true;
	object->pid = pid;
	path = perf_code_path(code, name);
	if (path)
		symbols_add_ranges(&object->symbols, path);
	symbols_sort(&object->symbols);
	free(path);
	return get_place(code, object, 0);
}

struct perf_place *perf_code_made(struct perf_code *code, const char *file,
				  const char *name, u64 address,
				  const u8 *bytes, u64 size)
{
	struct perf_object *object = new_object(code, file);

	object->made = true;
	object->path = strdup(file);
	perf_object_made(object, name, address, bytes, size);
	return new_place(code, object, 0);
}

struct perf_place *perf_code_moved(struct perf_code *code,
				   const struct perf_place *place, u64 by)
{
	return new_place(code, place->object, place->bias + by);
}

const struct ntrace_region *perf_place_region(const struct perf_place *place,
					      u64 address)
{
	const struct ntrace_region *region = place->region;
	size_t i;

	place->object->wanted = true;
	for (i = 0; i < place->object->source->num_regions; i++, region++) {
		if ((address - region->base) / 2 < region->count)
			return region;
	}
	return NULL;
}

u64 perf_place_size(const struct perf_place *place)
{
	const struct perf_object *source = place->object->source;
	u64 size = 0;
	size_t i;

	for (i = 0; i < source->num_regions; i++)
		size += 2ULL * source->region[i].count;
	return size;
}

void perf_code_complain(const struct perf_code *code)
{
	const struct perf_object *object;
	bool kernel = false;
	size_t i;

	for (i = 0; i < code->num_objects; i++) {
		object = code->object[i];
		if (!object->wanted || object->source->path)
			continue;
		if (object->source == &code->kcore)
			kernel = true;
		else if (object->memory)
			complain("code that process %" PRIu32
				 " made is missing: a jitdump has such code, "
				 "if the process writes one; --symfs=DIR or "
				 "--image=FILE says where it is",
				 object->pid);
		else
			complain("code of %s is missing: --symfs=DIR or "
				 "--image=FILE says where it is",
				 object->name);
	}
	if (kernel)
		complain("code of the kernel is missing: record with --kcore, "
			 "or say where it is with --kcore=FILE");
}
