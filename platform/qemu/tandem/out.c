// SPDX-License-Identifier: GPL-2.0-or-later
/* A hart's files: the trace, and the parameters for its reader. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hart.h"

/* With live=on: some hundred instructions. */
#define LIVE_BYTES 4096

/* FILE for hart 0, FILE.N for hart N. */
static void name_of(const struct tandem_hart *p, const char *end, char *name,
		    size_t size)
{
	if (p->hart)
		snprintf(name, size, "%s.%u%s", tandem_options.out, p->hart,
			 end);
	else
		snprintf(name, size, "%s%s", tandem_options.out, end);
}

static FILE *open_file(const struct tandem_hart *p, const char *end)
{
	char name[4096];
	FILE *file;

	name_of(p, end, name, sizeof(name));
	file = fopen(name, "wb");
	if (file)
		return file;
	fprintf(stderr, "plugin_tandem: cannot write '%s': %s\n", name,
		strerror(errno));
	exit(1);
}

static void write_buffer(struct tandem_hart *p)
{
	if (p->encoder.used &&
	    fwrite(p->buffer, 1, p->encoder.used, p->out) != p->encoder.used) {
		fprintf(stderr,
			"plugin_tandem: hart %u: writing the trace: %s\n",
			p->hart, strerror(errno));
		p->failed = true;
		p->ended = true;
		p->active = false;
	}
	p->counts.bytes += p->encoder.used;
	p->encoder.used = 0;
}

void tandem_put(struct tandem_hart *p, struct tandem_element element)
{
	if (p->elements < TANDEM_ELEMENTS)
		p->element[p->elements++] = element;
}

void tandem_flush(struct tandem_hart *p)
{
	enum tandem_status status;

	if (!p->elements)
		return;
	status = tandem_encoder_group(&p->encoder, p->element, p->elements);
	if (status == TANDEM_NO_SPACE) {
		write_buffer(p);
		status = tandem_encoder_group(&p->encoder, p->element,
					      p->elements);
	}
	if (status != TANDEM_OK) {
		fprintf(stderr,
			"plugin_tandem: hart %u, after %" PRIu64
			" instructions: a group is no group: %s\n",
			p->hart, p->counts.insns, tandem_status_text(status));
		p->counts.lost++;
	}
	p->elements = 0;
	if (tandem_options.live && p->encoder.used >= LIVE_BYTES)
		write_buffer(p);
}

/* --- the side file --------------------------------------------------------- */

static void put_absent(const struct tandem_hart *p, FILE *side)
{
	static const u16 csrs[] = { CSR_STIMECMP, CSR_STIMECMPH };
	unsigned int i;

	if (tandem_options.level == TANDEM_LEVEL_PC)
		for (i = 0; i < 64; i++)
			fprintf(side, "absent 0x%x\n", TANDEM_GPR(i));
	for (i = 0; i < (p->params.xlen == 32 ? 2u : 1u); i++)
		if (!p->csr[csrs[i]].handle && !p->csr[csrs[i]].known)
			fprintf(side, "absent 0x%x\n", csrs[i]);
}

static void put_pages(const struct page_set *set, const char *word, FILE *side)
{
	size_t i;

	for (i = 0; i < set->slots; i++)
		if (set->slot[i])
			fprintf(side, "%s 0x%" PRIx64 " 0x1000\n", word,
				(set->slot[i] - 1) << 12);
}

static void put_parameters(const struct tandem_hart *p, FILE *side)
{
	static const char *const levels[] = { "pc", "registers", "full" };

	fprintf(side, "xlen %u\nflen %u\nmlen %u\ndialect %s\n", p->params.xlen,
		p->params.flen, p->params.mlen,
		p->params.dialect == TANDEM_SPEC ? "spec" : "bluespec");
	fprintf(side, "hart %u\nlevel %s\n", p->hart,
		levels[tandem_options.level]);
	if (p->isa)
		fprintf(side, "hart-model %s\n", p->isa);
	else
		fprintf(side, "hart-model qemu-rv%u\n", p->params.xlen);
	fprintf(side, "initial mhartid=%u\n", p->hart);
	if (tandem_options.alone)
		fputs("alone yes\n", side);
	/* the host's time, or that of -icount */
	fputs(p->params.xlen == 32 ? "outside minstret minstreth\n" :
				     "outside minstret\n",
	      side);
	if (tandem_options.level == TANDEM_LEVEL_FULL)
		fputs("require eaddr paddr sdata memreq memrsp\n", side);
}

static void put_counts(const struct tandem_hart *p, FILE *side)
{
	fprintf(side,
		"insns %" PRIu64 "\ntraps %" PRIu64 "\nbytes %" PRIu64 "\n",
		p->counts.insns, p->counts.traps, p->counts.bytes);
	fprintf(side,
		"lost %" PRIu64 "\nunannounced %" PRIu64
		"\noutside-memory %" PRIu64 "\n",
		p->counts.lost, p->counts.unannounced, p->counts.outside);
}

static unsigned int lines_of(const char *text)
{
	unsigned int lines = 0;

	while ((text = strchr(text, '\n'))) {
		lines++;
		text++;
	}
	return lines;
}

/* The number of lines first, and a word last: so a reader sees if a part is
 * missing. */
static void write_side(const struct tandem_hart *p, bool ended)
{
	FILE *side = open_file(p, ".params"), *memory;
	char *text = NULL;
	size_t size;

	memory = open_memstream(&text, &size);
	if (!memory)
		exit(1);
	put_parameters(p, memory);
	put_absent(p, memory);
	if (ended) {
		put_counts(p, memory);
		put_pages(&p->devices, "device", memory);
		if (tandem_options.level == TANDEM_LEVEL_REGISTERS &&
		    tandem_options.ram && !p->gap)
			tandem_put_ram(p, memory);
	}
	fprintf(memory, "whole %s\n", ended && !p->failed ? "yes" : "no");
	fclose(memory);
	fprintf(side, "lines %u\n%s", lines_of(text) + 1, text);
	free(text);
	if (ferror(side) | fclose(side))
		fprintf(stderr,
			"plugin_tandem: hart %u: writing the side file: %s\n",
			p->hart, strerror(errno));
}

/*
 * Before the first group, not counted in the trace's bytes. The trace is
 * incomplete until its end says otherwise.
 */
static void put_front(const struct tandem_hart *p)
{
	fputs("#tv\n", p->out);
	put_parameters(p, p->out);
	put_absent(p, p->out);
	fputs("whole no\n\n", p->out);
}

/* After the last group, for a reader without the side file. */
static void put_end(const struct tandem_hart *p)
{
	fputs("#tv\n", p->out);
	put_counts(p, p->out);
	fprintf(p->out, "whole %s\n\n", p->failed ? "no" : "yes");
}

void tandem_file_open(struct tandem_hart *p)
{
	write_side(p, false);
	p->out = open_file(p, "");
	setvbuf(p->out, NULL, _IONBF, 0);
	if (tandem_options.inband)
		put_front(p);
	tandem_encoder_init(&p->encoder, &p->params, p->buffer,
			    sizeof(p->buffer));
}

void tandem_file_flush(struct tandem_hart *p)
{
	write_buffer(p);
}

void tandem_file_close(struct tandem_hart *p)
{
	if (!p->out)
		return;
	write_buffer(p);
	if (tandem_options.inband)
		put_end(p);
	/* before the trace: a reader that reaches the end of a pipe finds it
	 * complete */
	write_side(p, true);
	if (fclose(p->out))
		fprintf(stderr,
			"plugin_tandem: hart %u: writing the trace: %s\n",
			p->hart, strerror(errno));
	p->out = NULL;
}
