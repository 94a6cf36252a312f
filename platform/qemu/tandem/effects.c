// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The instructions that were translated. QEMU translates the same one again and
 * again; there is one struct effect of it as long as its place and word are the
 * same, which bounds what has to be kept.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../observer/qemu_plugin.h"
#include "effect.h"

struct entry {
	struct entry *next;
	struct effect effect;
};

#define BUCKETS (1u << 16)

static struct entry *bucket[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_same(const struct effect *a, const struct effect *b)
{
	return a->pc == b->pc && a->word == b->word && a->host == b->host &&
	       a->bytes == b->bytes && a->first == b->first;
}

static struct effect *find(const struct effect *wanted, unsigned int xlen)
{
	struct entry **head = &bucket[wanted->pc / 2 % BUCKETS], *entry;

	for (entry = *head; entry; entry = entry->next)
		if (is_same(&entry->effect, wanted))
			return &entry->effect;
	entry = malloc(sizeof(*entry));
	if (!entry) {
		fputs("plugin_tandem: out of memory\n", stderr);
		exit(1);
	}
	entry->effect = *wanted;
	tandem_effect_decode(&entry->effect, xlen);
	entry->next = *head;
	*head = entry;
	return &entry->effect;
}

struct effect *tandem_effect_of(const struct qemu_plugin_insn *insn, bool first,
				unsigned int xlen)
{
	struct effect wanted, *effect;

	memset(&wanted, 0, sizeof(wanted));
	wanted.pc = qemu_plugin_insn_vaddr(insn);
	wanted.host = (uintptr_t)qemu_plugin_insn_haddr(insn);
	wanted.bytes = (u8)qemu_plugin_insn_size(insn);
	wanted.first = first;
	qemu_plugin_insn_data(insn, &wanted.word, sizeof(wanted.word));
	pthread_mutex_lock(&lock);
	effect = find(&wanted, xlen);
	pthread_mutex_unlock(&lock);
	return effect;
}
