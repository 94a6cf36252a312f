// SPDX-License-Identifier: BSD-2-Clause
/*
 * The hash is a polynomial: each address a makes h * FACTOR + a of h. For n
 * half-words from address a on, that is h * FACTOR^n + a * sum + slope, of which
 * the last two depend on n only.
 */
#include <ntrace/hash.h>

#define FACTOR 0x9e3779b97f4a7c15ULL

static u64 add(u64 hash, u64 value)
{
	return hash * FACTOR + value;
}

void ntrace_hash_init(struct ntrace_hash *hash, u64 interval,
		      void (*mark)(void *user, const struct ntrace_hash *hash),
		      void *user)
{
	unsigned int n;

	*hash = (struct ntrace_hash){
		.interval = interval,
		.next = interval,
		.mark = mark,
		.user = user,
	};
	hash->step[0].power = 1;
	for (n = 0; n < NTRACE_HASH_STEP; n++) {
		hash->step[n + 1].power = hash->step[n].power * FACTOR;
		hash->step[n + 1].sum = add(hash->step[n].sum, 1);
		hash->step[n + 1].slope = add(hash->step[n].slope, 2 * n);
	}
}

/* Hash as much of a range as fits, at most up to the end of the interval. */
static u32 hash_some(struct ntrace_hash *hash, u64 start, u64 halfwords)
{
	u64 num = halfwords;

	if (num > NTRACE_HASH_STEP)
		num = NTRACE_HASH_STEP;
	if (num > hash->next - hash->halfwords)
		num = hash->next - hash->halfwords;
	hash->value = hash->value * hash->step[num].power +
		      start * hash->step[num].sum + hash->step[num].slope;
	hash->halfwords += num;
	if (hash->halfwords == hash->next) {
		hash->next += hash->interval;
		hash->mark(hash->user, hash);
	}
	return (u32)num;
}

void ntrace_hash_range(struct ntrace_hash *hash, u64 start, u64 halfwords)
{
	u32 num;

	for (; halfwords; halfwords -= num, start += 2 * (u64)num)
		num = hash_some(hash, start, halfwords);
}

void ntrace_hash_trap(struct ntrace_hash *hash, bool interrupt, u64 epc,
		      u64 handler)
{
	/* no half-word has an odd address */
	hash->value = add(hash->value, 1 + 2 * (u64)interrupt);
	hash->value = add(add(hash->value, epc), handler);
	hash->traps++;
}
