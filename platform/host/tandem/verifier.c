// SPDX-License-Identifier: BSD-2-Clause
/* A trace from a file through lib/verify. */
#include <insn/csrs.h>
#include <stdlib.h>
#include <string.h>
#include "memory_file.h"
#include "verifier.h"

/* Room for elements of one group: a page of memory needs 512. */
enum { ROOM = 1 << 16 };

/* Pages of memory are allocated in this number. */
enum { PAGES = 64 };

struct tandem_pages {
	struct tandem_pages *before;
	unsigned int used;
	struct verify_page page[PAGES];
};

static struct verify_page *alloc_page(void *user)
{
	struct tandem_verifier *verifier = user;
	struct tandem_pages *pages = verifier->pages;

	if (!pages || pages->used == PAGES) {
		pages = must_alloc(sizeof(*pages));
		pages->before = verifier->pages;
		pages->used = 0;
		verifier->pages = pages;
	}
	return &pages->page[pages->used++];
}

static void put_memory(void *user, u64 address, const u8 *bytes, u64 size)
{
	struct tandem_verifier *verifier = user;

	verify_memory_put(verifier->memory, address, bytes, size);
}

static void fill_memory(struct tandem_verifier *verifier)
{
	const struct tandem_settings *s = verifier->settings;
	size_t i;

	verify_memory_init(verifier->memory, alloc_page, verifier);
	for (i = 0; i < s->num_ranges; i++) {
		if (!verify_memory_range(verifier->memory, s->range[i].base,
					 s->range[i].size, s->range[i].kind))
			die("too many ranges of addresses: %u can be named",
			    VERIFY_MEMORY_RANGES);
	}
	for (i = 0; i < s->num_files; i++)
		memory_file_read(s->file[i].path,
				 s->file[i].has_at ? &s->file[i].at : NULL,
				 verifier->symbols, put_memory, verifier);
	symbols_sort(verifier->symbols);
}

static void *must_zalloc(size_t size)
{
	return memset(must_alloc(size), 0, size);
}

static void start(struct tandem_verifier *verifier,
		  const struct verify_config *config,
		  tandem_verifier_found *found, void *user)
{
	struct verify_setup setup = {
		.config = config,
		.model = &verifier->model,
		.room = ROOM,
		.found = found,
		.user = user,
	};

	verifier->element = must_alloc(ROOM * sizeof(*verifier->element));
	setup.element = verifier->element;
	verify_init(verifier->verify, &setup);
}

/* @return false: no room in config */
static bool choose_model(struct tandem_verifier *verifier,
			 struct verify_config *config)
{
	if (!verifier->settings->flow) {
		verifier->model = verify_hart_model(verifier->hart);
		return true;
	}
	verify_flow_init(&verifier->flow, verifier->hart);
	verifier->model = verify_flow_model(&verifier->flow);
	return verify_flow_config(config);
}

/* Find the hart from the trace itself, if no option names one. */
static void probe(struct tandem_verifier *verifier, struct model_config *hart)
{
	struct tandem_probe *probe = &verifier->probe;

	if (verifier->settings->hart_given)
		return;
	tandem_probe_read(probe, &verifier->tail, &verifier->in,
			  &verifier->trace->params);
	if (!tandem_probe_apply(probe, hart))
		return;
	verify_hart_init(verifier->hart, hart, verifier->memory,
			 verifier->verify);
	tandem_probe_others(probe, &verifier->hart->model, hart);
}

void tandem_verifier_hart(struct tandem_verifier *verifier,
			  tandem_verifier_found *found, void *user)
{
	const struct tandem_params *params = &verifier->trace->params;
	struct verify_config config;
	struct model_config hart;

	verifier->verify = must_alloc(verify_bytes());
	verifier->memory = must_zalloc(sizeof(*verifier->memory));
	verifier->hart = must_zalloc(sizeof(*verifier->hart));
	fill_memory(verifier);
	tandem_settings_config(verifier->settings, params, &config);
	tandem_settings_hart(verifier->settings, params, &hart, &config);
	probe(verifier, &hart);
	config.hardware_ad = hart.hardware_ad;
	verify_hart_init(verifier->hart, &hart, verifier->memory,
			 verifier->verify);
	if (!choose_model(verifier, &config) ||
	    !verify_hart_masks(verifier->hart, &config))
		die("--absent and --outside name too many registers");
	start(verifier, &config, found, user);
}

static bool more(void *user, const u8 **bytes, size_t *len)
{
	struct tandem_verifier *verifier = user;

	*len = tandem_tail_read(&verifier->second_tail, &verifier->second_in,
				bytes);
	return *len != 0;
}

static void no_begin(struct tandem_verifier *verifier, const char *name)
{
	complain("'%s' has no instruction at 0x%llx", name,
		 (unsigned long long)verifier->settings->from);
	verifier->damaged = true;
}

void tandem_verifier_second(struct tandem_verifier *verifier, const char *path,
			    tandem_verifier_found *found, void *user)
{
	const struct tandem_params *params = &verifier->trace->params;
	struct verify_config config;

	if (!strcmp(path, "-") && !strcmp(verifier->trace->path, "-"))
		die("only one of the traces can be standard input");
	verifier->verify = must_alloc(verify_bytes());
	verifier->second = must_alloc(verify_second_bytes());
	verifier->second_element =
		must_alloc(ROOM * sizeof(*verifier->second_element));
	input_open(&verifier->second_in, path);
	/* the parameters of the first trace apply */
	tandem_side_read_front(&verifier->second_front, &verifier->second_in);
	verify_second_init(verifier->second, params, verifier->second_element,
			   ROOM, more, verifier);
	verifier->model = verify_second_model(verifier->second);
	tandem_settings_config(verifier->settings, params, &config);
	start(verifier, &config, found, user);
	if (config.has_from &&
	    !verify_second_from(verifier->second, config.from))
		no_begin(verifier, verifier->second_in.name);
}

/* The second trace must end here, too, without an error. */
static void finish_second(struct tandem_verifier *verifier)
{
	enum tandem_status status = verify_second_status(verifier->second);
	const struct tandem_trace trace = {
		.path = verifier->second_in.name,
		.side = verifier->second_front,
	};

	if (verify_second_left(verifier->second)) {
		complain("'%s' ends, '%s' goes on", verifier->trace->path,
			 verifier->second_in.name);
		verifier->damaged = true;
	} else if (status != TANDEM_OK) {
		complain("'%s': %s (%s)", verifier->second_in.name,
			 tandem_status_text(status),
			 tandem_status_name(status));
		verifier->damaged = true;
	}
	tandem_claims_check(&trace, &verifier->second_tail.side, NULL,
			    &verifier->claims);
}

void tandem_verifier_open(struct tandem_verifier *verifier)
{
	input_catch_interrupt();
	if (verifier->live.path)
		tandem_live_open(&verifier->live, &verifier->in,
				 verifier->stop_at != 0);
	else
		input_open(&verifier->in, verifier->trace->path);
}

/*
 * The first groups have the initial misa: letters without a model are reported
 * before their consequences.
 */
static void name_unmodelled(struct tandem_verifier *verifier)
{
	enum { LETTERS = 26 };
	char letters[LETTERS + 1] = "", *end = letters;
	u64 misa = verify_value(verifier->verify, CSR_MISA);
	unsigned int i;

	if (verifier->named || !verifier->hart)
		return;
	verifier->named = true;
	misa &= ~(u64)verifier->hart->model.config.misa;
	for (i = 0; i < LETTERS; i++) {
		if (misa >> i & 1)
			*end++ = (char)('A' + i);
	}
	*end = '\0';
	if (letters[0])
		complain("misa has %s, which the model of the hart lacks",
			 letters);
}

void tandem_verifier_finding(struct tandem_verifier *verifier,
			     const struct verify_finding *finding)
{
	name_unmodelled(verifier);
	if (verifier->stop_at && finding->divergence + 1 >= verifier->stop_at)
		verify_stop(verifier->verify);
}

static void stop_writer(struct tandem_verifier *verifier)
{
	u64 pc = 0;

	verifier->model.read(verifier->model.user, MODEL_PC, &pc);
	if (tandem_live_stop(&verifier->live, &verifier->in,
			     verify_totals(verifier->verify)->insns, pc))
		complain("the writer of the trace was stopped");
}

/* @return true if no error ended it before */
static bool feed_all(struct tandem_verifier *verifier)
{
	struct input *in = &verifier->in;
	struct progress progress;
	bool complete = true;
	const u8 *data;
	size_t size;

	progress_begin(&progress, in->size, verifier->trace->quiet);
	if (verifier->probe.size) {
		complete = verify_feed(verifier->verify, verifier->probe.bytes,
				       verifier->probe.size);
		name_unmodelled(verifier);
	}
	while (complete &&
	       (size = tandem_tail_read(&verifier->tail, in, &data))) {
		complete = verify_feed(verifier->verify, data, size);
		name_unmodelled(verifier);
		progress_update(&progress, in->offset);
	}
	progress_end(&progress);
	if (input_interrupted()) {
		complain("interrupted after %llu bytes",
			 (unsigned long long)in->offset);
		verifier->damaged = true;
		return false;
	}
	verify_finish(verifier->verify);
	if (!complete && verifier->stop_at)
		stop_writer(verifier);
	return complete;
}

int tandem_verifier_run(struct tandem_verifier *verifier)
{
	bool complete = feed_all(verifier);

	if (!verify_totals(verifier->verify)->bytes) {
		complain("'%s' is empty", verifier->trace->path);
		verifier->damaged = true;
	}
	if (!verify_begun(verifier->verify))
		no_begin(verifier, verifier->trace->path);
	if (verifier->second)
		finish_second(verifier);
	tandem_claims_check(verifier->trace, &verifier->tail.side,
			    complete ? verify_totals(verifier->verify) : NULL,
			    &verifier->claims);
	return verify_findings(verifier->verify) || verifier->damaged ||
			       verifier->claims.num ?
		       STATUS_DAMAGED :
		       STATUS_OK;
}

void tandem_verifier_free(struct tandem_verifier *verifier)
{
	struct tandem_pages *pages;

	while ((pages = verifier->pages)) {
		verifier->pages = pages->before;
		free(pages);
	}
	if (verifier->second)
		input_close(&verifier->second_in);
	input_close(&verifier->in);
	tandem_side_free(&verifier->tail.side);
	tandem_side_free(&verifier->second_tail.side);
	tandem_side_free(&verifier->second_front);
	free(verifier->probe.bytes);
	free(verifier->element);
	free(verifier->second_element);
	free(verifier->second);
	free(verifier->hart);
	free(verifier->memory);
	free(verifier->verify);
}
