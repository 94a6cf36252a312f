// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory of S-mode, which a hart of the fuzzer touches as M-mode: its owners,
 * the device tree that describes it, and checks that no domain gets data of
 * another one. Also M-mode's own memory, which begins anew with each machine.
 */
#include <stdlib.h>
#include <string.h>

#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

struct doors_tree doors_tree;
bool doors_faulted[DOORS_HARTS];
struct doors_text doors_text[DOORS_HARTS];
static u64 mapped[DOORS_HARTS];

/* --- each machine begins with initial values ----------------------------- */

extern volatile u64 doors_state_start[], doors_state_end[];

static struct block {
	struct block *next;
} * blocks;

static void __attribute__((no_sanitize("address", "undefined")))
state_as_at_start(void)
{
	static u64 *start;
	size_t words = (size_t)(doors_state_end - doors_state_start), n;

	if (!start) {
		start = malloc(8 * words);
		for (n = 0; n < words; n++)
			((volatile u64 *)start)[n] = doors_state_start[n];
	}
	for (n = 0; n < words; n++)
		doors_state_start[n] = ((volatile u64 *)start)[n];
}

static void free_blocks(void)
{
	struct block *next;

	for (; blocks; blocks = next) {
		next = blocks->next;
		free(blocks[1].next);
		free(blocks);
	}
}

void *doors_alloc(unsigned long align, unsigned long size)
{
	struct block *b = malloc(2 * sizeof(*b));
	void *memory = NULL;

	if (posix_memalign(&memory, align, size))
		doors_hold(false, "the host has memory");
	memset(memory, 0, size);
	b->next = blocks;
	b[1].next = memory;
	blocks = b;
	return memory;
}

void doors_memory_machine(void)
{
	free_blocks();
	memset(mapped, 0, sizeof(mapped));
	state_as_at_start();
}

/* --- memory ----------------------------------------------------------------------- */

static bool in_node(const struct doors_node *n, u64 address)
{
	return address - n->base < n->size;
}

bool doors_may_touch(u32 owner, u64 address)
{
	bool memory = false;
	unsigned int n;

	if (doors_tree.no_cells)
		return false;
	for (n = 0; n < doors_tree.memories; n++)
		memory |= in_node(&doors_tree.memory[n], address);
	for (n = 0; n < doors_tree.reserved; n++)
		if (doors_tree.reserve[n].no_map &&
		    in_node(&doors_tree.reserve[n], address))
			return false;
	if (!memory || doors_tree.ends_early ||
	    address - FAKE_FIRMWARE < FAKE_FIRMWARE_SIZE)
		return false;
	return fake_hart_ram(address, 1) ? fake_memory_is_of(address, owner) :
					   !owner;
}

/* A tree that makes no sense leaves no memory to S-mode. */
bool doors_tree_has_sense(void)
{
	const struct doors_node *n = doors_tree.reserve;
	unsigned int left = doors_tree.reserved;

	for (; left--; n++)
		if (n->no_map && n->base + n->size < n->base)
			return false;
	return !doors_tree.ends_early && !doors_tree.no_cells;
}

bool doors_may_touch_all(u32 owner, u64 address, u64 size)
{
	u64 last = address + size - 1;

	if (!size || last < address || !doors_tree_has_sense())
		return false;
	/* the owner changes only at such addresses */
	for (; address <= last; address = (address | 0x3ff) + 1) {
		if (!doors_may_touch(owner, address))
			return false;
		if ((address | 0x3ff) == ~0ull)
			break;
	}
	return doors_may_touch(owner, last);
}

bool shmem_copy(void *to, const void *from, unsigned long size);

static bool is_guest(u64 address)
{
	return address < 1ull << 36;
}

void doors_map(u64 base, u64 size, bool on)
{
	u64 *page = &mapped[doors_this()];

	/* OpenSBI's functions map memory of M-mode, too */
	if (!is_guest(base) || size != DOORS_PAGE)
		return;
	doors_hold(!(base % DOORS_PAGE), "a page is mapped");
	doors_hold(on ? !*page : *page == base, "one page at a time is mapped");
	*page = on ? base : 0;
}

/* A word that may be another owner's secret is taken for one of this owner. */
static void make_own(void *memory, unsigned long size)
{
	unsigned long *word = memory, n;

	for (n = 0;
	     (unsigned long)word % DOORS_WORD == 0 && n < size / DOORS_WORD;
	     n++)
		if (IS_TAG(word[n]))
			word[n] = TAG_OF(doors_now);
}

static void no_secret(const void *memory, unsigned long size)
{
	const unsigned long *word = memory;
	unsigned long n;

	for (n = 0;
	     (unsigned long)word % DOORS_WORD == 0 && n < size / DOORS_WORD;
	     n++)
		doors_hold(!IS_TAG(word[n]) ||
				   TAG_OWNER(word[n]) == doors_now->owner,
			   "nobody reads what is another's");
}

/*
 * Text of the console, and triggers, are read and stored in order from their
 * first byte.
 */
static void note_text(u64 at, const void *own, unsigned long size, bool out)
{
	struct doors_text *text = &doors_text[doors_now->number];

	if (!text->is)
		return;
	if (out) {
		doors_hold(at == text->next, "text is put in its place");
		doors_hold(text->puts + size <= DOORS_TEXT, "not too much");
		memcpy(text->put + text->puts, own, size);
		text->next += size;
		text->puts += size;
		return;
	}
	if (!text->size)
		text->at = at;
	doors_hold(text->size + size <= DOORS_TEXT, "text is read in pieces");
	memcpy(text->byte + text->size, own, size);
	text->size += size;
}

/*
 * In place of shmem_copy.S, the only routine that touches memory of S-mode;
 * elsewhere that memory is not mapped.
 */
bool shmem_copy(void *to, const void *from, unsigned long size)
{
	bool out = is_guest((u64)to);
	u64 at = out ? (u64)to : (u64)from, n;

	doors_come_by();
	doors_hold(out != is_guest((u64)from), "one end is S-mode's memory");
	doors_hold(at / DOORS_PAGE == (at + size - 1) / DOORS_PAGE,
		   "a page at a time");
	doors_hold(mapped[doors_now->number] == at / DOORS_PAGE * DOORS_PAGE,
		   "what is touched is mapped");
	for (n = 0; n < size; n++) {
		doors_hold(doors_may_touch(doors_now->owner, at + n),
			   "M-mode touches memory of the caller's");
		if (!fake_hart_ram(at + n, 1)) {
			doors_faulted[doors_now->number] = true;
			return false;
		}
		if (out) {
			doors_now->stores++;
			*fake_hart_ram(at + n, 1) = ((const u8 *)from)[n];
		} else {
			((u8 *)to)[n] = *fake_hart_ram(at + n, 1);
		}
	}
	if (out)
		no_secret(from, size);
	else
		make_own(to, size);
	note_text(at, out ? from : to, size, out);
	return true;
}

static void make_node(struct doors_node *node)
{
	static const u64 base[] = { FAKE_RAM, FAKE_RAM_TOP, FAKE_RAM_HIGH };
	u8 kind = fuzz_byte();

	node->base = base[(kind & 3) % array_size(base)];
	node->base += 0x400ull * (kind >> 2 & 7);
	node->size = 0x400ull << (kind >> 5 & 3);
	node->no_map = !(kind & 0x80);
}

/*
 * Some trees name more memory than there is, or less, or make no sense; most
 * are right.
 */
void doors_tree_machine(void)
{
	u8 kind = doors_with_calls ? fuzz_byte() : 0;
	unsigned int n;

	doors_tree = (struct doors_tree){
		.memories = 3,
		.memory = { { FAKE_FIRMWARE, 0x200000 + FAKE_RAM_SIZE, false },
			    { FAKE_RAM_TOP, FAKE_RAM_TOP_SIZE, false },
			    { FAKE_RAM_HIGH, FAKE_RAM_HIGH_SIZE, false } },
		.reserved = kind & 3,
	};
	for (n = 0; n < doors_tree.reserved; n++)
		make_node(&doors_tree.reserve[n]);
	if (kind & 4)
		doors_tree.memory[0].size += 0x10000;
	if (kind & 8)
		make_node(&doors_tree.memory[0]);
	if (kind & 16)
		make_node(&doors_tree.memory[3]), doors_tree.memories++;
	/* the reserved range goes on after the last address */
	if (kind >> 4 == 13)
		doors_tree.reserve[0].size = ~0ull;
	doors_tree.no_cells = kind >> 4 == 14;
	doors_tree.ends_early = kind >> 4 == 15;
}

void doors_put_word(const struct doors_hart *h, u64 address, u64 word)
{
	u8 *ram = fake_hart_ram(address, DOORS_WORD);

	if (ram && fake_memory_is_of(address, h->owner) &&
	    fake_memory_is_of(address + DOORS_WORD - 1, h->owner))
		memcpy(ram, &word, DOORS_WORD);
}
