// SPDX-License-Identifier: BSD-2-Clause
/* A trace in memory, its groups, and the places of their values. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steps.h"

static void fail(const char *path)
{
	perror(path);
	exit(2);
}

void trace_read(struct trace *trace, const char *path,
		const struct tandem_params *params)
{
	int fd = open(path, O_RDONLY);
	struct stat about;

	if (fd < 0 || fstat(fd, &about))
		fail(path);
	trace->params = *params;
	trace->size = (u64)about.st_size;
	trace->bytes = mmap(NULL, trace->size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE, fd, 0);
	if (trace->bytes == MAP_FAILED)
		fail(path);
	close(fd);
}

void trace_free(struct trace *trace)
{
	munmap(trace->bytes, trace->size);
}

void steps_start(struct steps *steps, const struct trace *trace)
{
	steps->finished = false;
	steps->number = 0;
	tandem_decoder_init(&steps->decoder, &trace->params, steps->element,
			    VRIG_ROOM);
	tandem_decoder_feed(&steps->decoder, trace->bytes, trace->size);
}

bool steps_next(struct steps *steps)
{
	if (steps->finished)
		return false;
	steps->number++;
	if (tandem_decoder_next(&steps->decoder) == TANDEM_OK)
		return true;
	steps->finished = true;
	return tandem_decoder_finish(&steps->decoder) == TANDEM_OK &&
	       steps->decoder.group.num;
}

static unsigned int address_bytes(const struct tandem_params *params)
{
	return (params->mlen + 7u) / 8;
}

void steps_value(const struct tandem_params *params,
		 const struct tandem_group *group,
		 const struct tandem_element *e, struct value_bytes *value,
		 struct value_bytes *address)
{
	unsigned int bytes = tandem_element_bytes(params, e), head = 2;

	address->num = 0;
	if (e->op == TANDEM_MEMREQ) {
		address->offset = group->offset + e->offset + 1;
		address->num = address_bytes(params);
		head += address->num;
	} else if (e->op >= TANDEM_REG && e->op <= TANDEM_REGOR) {
		head = 3;
	} else if (e->op >= TANDEM_INSN16) {
		head = 1;
	}
	value->offset = group->offset + e->offset + head;
	value->num = bytes > head ? bytes - head : 0;
}

bool steps_is_step(const struct tandem_group *group)
{
	return group->close < TANDEM_OUTSIDE && !group->rules &&
	       !tandem_group_has(group, TANDEM_INIT) &&
	       !tandem_group_has(group, TANDEM_RESET) &&
	       (group->insn_bits || tandem_group_has_state(group, TANDEM_PC));
}

/* xorshift64*, as in Vigna, "An experimental exploration of ... generators" */
u64 steps_random(u64 *state, u64 limit)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return (*state * 0x2545f4914f6cdd1dull >> 11) % limit;
}

void steps_memory(struct vrig *rig, const char *path)
{
	FILE *file = fopen(path, "r");
	unsigned long long word, address = 0;
	char text[64];

	if (!file)
		fail(path);
	while (fscanf(file, "%63s", text) == 1) {
		word = strtoull(text[0] == '@' ? text + 1 : text, NULL, 16);
		if (text[0] == '@') {
			address = word;
			continue;
		}
		verify_memory_write(&rig->memory, address, 4, word);
		address += 4;
	}
	fclose(file);
}
