// SPDX-License-Identifier: BSD-2-Clause
/* A verification with the interpreter as model. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_rig.h"

/* A page with random contents */
static struct verify_page *alloc_page(void *user)
{
	struct verify_page *page = malloc(sizeof(*page));

	(void)user;
	return page ? memset(page, 0xa5, sizeof(*page)) : NULL;
}

static void free_pages(struct vrig *rig)
{
	unsigned int i;

	for (i = 0; i < VERIFY_MEMORY_BUCKETS; i++) {
		struct verify_page *page;

		while ((page = rig->memory.bucket[i])) {
			rig->memory.bucket[i] = page->next;
			free(page->own);
			free(page);
		}
	}
}

void vrig_forget(struct vrig *rig)
{
	const struct verify_memory old = rig->memory;
	u32 i;

	free_pages(rig);
	verify_memory_init(&rig->memory, alloc_page, rig);
	for (i = 0; i < old.ranges; i++)
		verify_memory_range(&rig->memory, old.range[i].first,
				    old.range[i].last - old.range[i].first + 1,
				    (enum verify_memory_kind)old.range[i].kind);
}

void vrig_keep(struct vrig *rig)
{
	unsigned int i;

	rig->num_kept = 0;
	for (i = 0; i < VERIFY_MEMORY_BUCKETS; i++) {
		const struct verify_page *page = rig->memory.bucket[i];

		for (; page; page = page->next) {
			if (rig->num_kept == VRIG_PAGES || page->own)
				abort();
			rig->kept[rig->num_kept].page = *page;
			rig->kept[rig->num_kept++].bucket = i;
		}
	}
}

void vrig_restore(struct vrig *rig)
{
	size_t i;

	vrig_forget(rig);
	for (i = 0; i < rig->num_kept; i++) {
		struct verify_page **bucket =
			&rig->memory.bucket[rig->kept[i].bucket];
		struct verify_page *page = alloc_page(rig);

		*page = rig->kept[i].page;
		page->next = *bucket;
		*bucket = page;
	}
}

void vrig_free(struct vrig *rig)
{
	free_pages(rig);
	free(rig);
}

static void found(void *user, const struct verify *v,
		  const struct verify_finding *finding)
{
	struct vrig *rig = user;

	if (!rig->num)
		rig->origins = verify_origins(v, rig->origin);
	if (rig->num < VRIG_FINDINGS)
		rig->finding[rig->num] = *finding;
	rig->num++;
}

enum { BLUESPEC_ROM = 0x70000000 };

struct vrig *vrig_new(const char *preset)
{
	struct vrig *rig = calloc(1, sizeof(*rig));
	struct tandem_params params = { 0 };

	if (!rig || !model_preset(preset, &rig->hart_config)) {
		fprintf(stderr, "no hart %s\n", preset);
		abort();
	}
	/*
	 * Bluespec's cores do not reset mscratch; this is its value in
	 * simulation
	 */
	if (rig->hart_config.reset_pc == BLUESPEC_ROM)
		rig->hart_config.mscratch_reset = rig->hart_config.xlen == 32 ?
							  0xaaaaaaaa :
							  0xaaaaaaaaaaaaaaaa;
	params.xlen = rig->hart_config.xlen;
	params.flen = rig->hart_config.flen;
	params.mlen = params.xlen;
	verify_config_init(&rig->config, &params);
	verify_memory_init(&rig->memory, alloc_page, rig);
	return rig;
}

void vrig_start(struct vrig *rig)
{
	struct verify_setup setup = {
		.config = &rig->config,
		.model = &rig->model,
		.element = rig->element,
		.room = VRIG_ROOM,
		.found = found,
		.user = rig,
	};

	rig->num = 0;
	verify_hart_init(&rig->hart, &rig->hart_config, &rig->memory, &rig->v);
	rig->model = verify_hart_model(&rig->hart);
	if (rig->has_flow) {
		verify_flow_init(&rig->flow, &rig->hart);
		rig->model = verify_flow_model(&rig->flow);
		if (!verify_flow_config(&rig->config))
			abort();
	}
	if (rig->any_model)
		rig->model.hart = NULL;
	if (!verify_hart_masks(&rig->hart, &rig->config))
		abort();
	verify_init(&rig->v, &setup);
}

void vrig_run(struct vrig *rig, const u8 *bytes, size_t len, size_t piece)
{
	size_t at, n;

	for (at = 0; at < len; at += n) {
		n = len - at < piece ? len - at : piece;
		if (!verify_feed(&rig->v, bytes + at, n))
			break;
	}
	verify_finish(&rig->v);
}

static int subject(const struct verify_finding *f, char *text, size_t size)
{
	if (f->kind == VERIFY_FOUND_RULE)
		return snprintf(text, size, " %s",
				tandem_rule_name((enum tandem_rule)f->detail));
	if (f->kind == VERIFY_FOUND_STREAM)
		return snprintf(
			text, size, " %s",
			tandem_status_name((enum tandem_status)f->detail));
	if (f->kind == VERIFY_FOUND_INTERRUPT)
		return snprintf(text, size, " %u", f->detail);
	if (!f->reg)
		return 0;
	if (f->reg < TANDEM_GPR(0))
		return snprintf(text, size, " c%x", f->reg);
	return snprintf(text, size, " %c%u", f->reg < TANDEM_FPR(0) ? 'x' : 'f',
			f->reg & 31);
}

const char *vrig_text(const struct vrig *rig)
{
	static char text[1 << 16];
	size_t used = 0, i;

	text[0] = '\0';
	for (i = 0;
	     i < rig->num && i < VRIG_FINDINGS && used < sizeof(text) - 128;
	     i++) {
		const struct verify_finding *f = &rig->finding[i];
		char *at = text + used, *end = text + sizeof(text);

		at += snprintf(at, (size_t)(end - at), "%llu %s",
			       (unsigned long long)f->group,
			       verify_finding_info[f->kind].name);
		at += subject(f, at, (size_t)(end - at));
		if (f->kind < VERIFY_FOUND_MODEL && f->missing)
			at += snprintf(at, (size_t)(end - at), " %llx -",
				       (unsigned long long)f->expected);
		else if (f->kind < VERIFY_FOUND_MODEL)
			at += snprintf(at, (size_t)(end - at), " %llx %llx",
				       (unsigned long long)f->expected,
				       (unsigned long long)f->seen);
		at += snprintf(at, (size_t)(end - at), "\n");
		used = (size_t)(at - text);
	}
	return text;
}
