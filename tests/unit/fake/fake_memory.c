// SPDX-License-Identifier: BSD-2-Clause
/* Memory of S-mode of the fake hart, its owners, and checks of each access. */
#include <string.h>

#include <hart/shmem.h>

#include "fake_hart.h"

static const struct {
	u64 base;
	u32 size, offset; /* offset in fake.state.ram */
} ranges[] = {
	{ FAKE_RAM, FAKE_RAM_SIZE, 0 },
	{ FAKE_RAM_TOP, FAKE_RAM_TOP_SIZE, FAKE_RAM_SIZE },
	{ FAKE_RAM_HIGH, FAKE_RAM_HIGH_SIZE,
	  FAKE_RAM_SIZE + FAKE_RAM_TOP_SIZE },
};

u8 *fake_hart_ram(u64 address, u64 size)
{
	unsigned int i;
	u64 offset;

	for (i = 0; i < array_size(ranges); i++) {
		offset = address - ranges[i].base;
		if (address >= ranges[i].base && offset < ranges[i].size &&
		    size <= ranges[i].size - offset)
			return fake.state.ram + ranges[i].offset + offset;
	}
	return NULL;
}

/* --- domains --------------------------------------------------------------- */

enum { AREAS = 16 };

static struct {
	u64 base, size;
	u32 owner;
} areas[AREAS];

static unsigned int area_count;
u32 fake_memory_caller = FAKE_ANYBODY;

void fake_memory_forget(void)
{
	area_count = 0;
	fake_memory_caller = FAKE_ANYBODY;
}

void fake_memory_own(u64 base, u64 size, u32 owner)
{
	if (area_count == AREAS) {
		fake_hart_fault("too many ranges of memory");
		return;
	}
	areas[area_count].base = base;
	areas[area_count].size = size;
	areas[area_count++].owner = owner;
}

bool fake_memory_is_of(u64 address, u32 owner)
{
	unsigned int n;

	for (n = area_count; n--;)
		if (address - areas[n].base < areas[n].size)
			return owner == FAKE_ANYBODY ||
			       areas[n].owner == FAKE_ANYBODY ||
			       areas[n].owner == owner;
	return fake_hart_ram(address, 1);
}

/* Checks one byte in 16, because tests give away larger ranges. */
static bool fake_memory_all_of(u64 address, u64 size, u32 owner)
{
	u64 at;

	for (at = address; at - address < size; at += 16)
		if (!fake_memory_is_of(at, owner))
			return false;
	return fake_memory_is_of(address + size - 1, owner);
}

/* --- as bytes ---------------------------------------------------------------- */

u64 fake_hart_ram_u64(u64 address)
{
	u64 value = 0;

	memcpy(&value, fake_hart_ram(address, 8), 8);
	return value;
}

void fake_hart_ram_set_u64(u64 address, u64 value)
{
	memcpy(fake_hart_ram(address, 8), &value, 8);
}

/* Memory without mapping stays ready after the call that checked it. */
static void fake_remember(const u8 *ram, u64 size)
{
	u64 first = (u64)(ram - fake.state.ram), n;

	for (n = (first + FAKE_GRANULE - 1) / FAKE_GRANULE;
	     (n + 1) * FAKE_GRANULE <= first + size; n++)
		fake.good[n] = true;
}

bool hart_shmem_check(u64 address, u64 size)
{
	if (!size)
		fake_hart_fault("check of an empty range");
	if (!fake_hart_step() || !fake_hart_ram(address, size) ||
	    !fake_memory_all_of(address, size, fake_memory_caller))
		return false;
	if (fake.log.checks == FAKE_CHECKS_MAX) {
		fake_hart_fault("one call checks too many ranges");
		return false;
	}
	fake.log.check[fake.log.checks++] =
		(struct fake_range){ address, size };
	fake_remember(fake_hart_ram(address, size), size);
	return true;
}

bool hart_shmem_check_of(u32 owner, u64 address, u64 size)
{
	if (!fake_hart_step() || !size || !fake_hart_ram(address, size))
		return false;
	return fake_memory_all_of(address, size, owner);
}

bool hart_domain_check_of(u32 owner, u64 address, u64 size)
{
	/* No range of a test is longer. */
	return size && size <= 0x100000 &&
	       fake_memory_all_of(address, size, owner);
}

bool hart_firmware_has(u64 address)
{
	return address - FAKE_FIRMWARE < FAKE_FIRMWARE_SIZE;
}

static bool fake_inside(const struct fake_range *r, u64 address, u64 size)
{
	u64 offset = address - r->address;

	return address >= r->address && offset < r->size &&
	       size <= r->size - offset;
}

static bool fake_checked(u64 address, u64 size)
{
	unsigned int i;

	for (i = 0; i < fake.log.checks; i++)
		if (fake_inside(&fake.log.check[i], address, size))
			return true;
	return false;
}

bool hart_shmem_open(unsigned long address, unsigned long size)
{
	if (fake.log.open.size || (address & 3) || !size ||
	    address / 4096 != (address + size - 1) / 4096)
		fake_hart_fault("0x%lx + 0x%lx opened", address, size);
	if (!fake_checked(address, size)) {
		fake_hart_fault("0x%lx + 0x%lx opened, not checked", address,
				size);
		return false;
	}
	if (!fake_hart_step())
		return false;
	fake.log.open = (struct fake_range){ address, size };
	return true;
}

void hart_shmem_close(unsigned long address, unsigned long size)
{
	if (fake.log.open.address != address || fake.log.open.size != size)
		fake_hart_fault("0x%lx + 0x%lx closed", address, size);
	fake.log.open.size = 0;
}

bool hart_shmem_put(unsigned long address, const u32 *word, unsigned long count)
{
	if (!fake_checked(address, 4 * count)) {
		fake_hart_fault("0x%lx + 0x%lx stored, not checked", address,
				4 * count);
		return false;
	}
	if (!fake_hart_step())
		return false;
	fake.log.shmem_writes += (unsigned int)count;
	memcpy(fake_hart_ram(address, 4 * count), word, 4 * count);
	return true;
}

static u8 *fake_shmem_word(unsigned long address)
{
	bool open = fake_inside(&fake.log.open, address, 4);
	u8 *ram = fake_hart_ram(address, 4);

	if (ram && fake.has.direct)
		open |= fake.good[(ram - fake.state.ram) / FAKE_GRANULE];
	if (!ram || (address & 3) || !open) {
		fake_hart_fault("0x%lx touched, not open", address);
		return NULL;
	}
	return ram;
}

/* True if a word responds. Only guarded code may call this. */
static bool fake_shmem_answers(unsigned long address)
{
	if (!fake.dead || address != fake.dead)
		return true;
	if (!fake.guarded)
		fake_hart_fault("0x%lx died in M-mode", address);
	fake.missed++;
	return false;
}

void hart_shmem_guard(struct hart_shmem_guard *g)
{
	if (fake.guarded)
		fake_hart_fault("guard in a guard");
	fake.guarded = true;
	fake.missed = 0;
	g->missed = 0;
}

bool hart_shmem_answered(const struct hart_shmem_guard *g)
{
	return fake.missed == g->missed;
}

bool hart_shmem_unguard(const struct hart_shmem_guard *g)
{
	fake.guarded = false;
	return fake.missed == g->missed;
}

void hart_shmem_pause(void)
{
	if (fake.guarded || fake.log.open.size)
		fake_hart_fault("pause with memory in use");
}

u32 hart_shmem_load32(unsigned long address)
{
	const u8 *ram = fake_shmem_word(address);
	u32 value = 0xdeadbeef;

	if (ram && fake_shmem_answers(address))
		memcpy(&value, ram, 4);
	return value;
}

void hart_shmem_store32(unsigned long address, u32 value)
{
	u8 *ram = fake_shmem_word(address);

	if (!ram || !fake_shmem_answers(address))
		return;
	fake.log.shmem_writes++;
	memcpy(ram, &value, 4);
}
