// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts as coroutines. The linker's --wrap leads each access to a register or
 * to memory of S-mode through this file, where the hart may lose its turn and
 * the access is counted.
 */
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <hart/lock.h>
#include <hart/mmio.h>
#include <hart/shmem.h>

#include "doors.h"
#include "fuzz.h"

enum {
	STACK = 64 * 1024,
	/*
	 * A hart that waits longer than this gives up; accesses and polls of a
	 * hart are its clock.
	 */
	PATIENCE = 300,
	/* most accesses to all components in one step */
	ACCESSES_MAX = 200000,
};

static struct {
	ucontext_t context;
	void (*work)(struct doors_hart *h);
	void *fiber;
	struct fake_log log;
	unsigned int missed;
	bool guarded;
	u8 stack[STACK] __attribute__((aligned(16)));
} turn[DOORS_HARTS];

static ucontext_t scheduler;
static void *scheduler_fiber;
static const void *scheduler_stack;
static size_t scheduler_size;
static u64 turns_seed;
static u32 turns_often;

struct doors_hart *doors_now;

static u32 turns_random(void)
{
	u64 z = turns_seed += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	return (u32)((z ^ z >> 31) >> 32);
}

void doors_turns_begin(u64 seed, u32 often)
{
	unsigned int n;

	turns_seed = seed;
	turns_often = often;
	doors_now = NULL;
	for (n = 0; n < DOORS_HARTS; n++)
		memset(&turn[n], 0, offsetof(typeof(turn[n]), stack));
}

/* --- from one hart to another -------------------------------------------- */

/* Each hart has its own log of memory that it may touch, and of refusals. */
static void turns_enter(struct doors_hart *h)
{
	doors_now = h;
	fake.log = turn[h->number].log;
	fake.missed = turn[h->number].missed;
	fake.guarded = turn[h->number].guarded;
	fake_memory_caller = h->owner;
}

static void turns_leave(struct doors_hart *h)
{
	doors_check_faults();
	turn[h->number].log = fake.log;
	turn[h->number].missed = fake.missed;
	turn[h->number].guarded = fake.guarded;
	fake_memory_caller = FAKE_ANYBODY;
	doors_now = NULL;
}

static void turns_main(void)
{
	struct doors_hart *h = doors_now;

	__sanitizer_finish_switch_fiber(NULL, &scheduler_stack,
					&scheduler_size);
	doors_calls_trap(h);
	turn[h->number].work(h);
	doors_calls_return(h);
	doors_leave();
}

void doors_leave(void)
{
	turn[doors_now->number].work = NULL;
	__sanitizer_start_switch_fiber(NULL, scheduler_stack, scheduler_size);
	setcontext(&scheduler);
	abort();
}

void doors_yield(void)
{
	struct doors_hart *h = doors_now;

	h->switches++;
	doors_encoder_follows(h);
	__sanitizer_start_switch_fiber(&turn[h->number].fiber, scheduler_stack,
				       scheduler_size);
	swapcontext(&turn[h->number].context, &scheduler);
	__sanitizer_finish_switch_fiber(turn[h->number].fiber, &scheduler_stack,
					&scheduler_size);
}

static void turns_run(struct doors_hart *h)
{
	turns_enter(h);
	__sanitizer_start_switch_fiber(&scheduler_fiber, turn[h->number].stack,
				       STACK);
	swapcontext(&scheduler, &turn[h->number].context);
	__sanitizer_finish_switch_fiber(scheduler_fiber, NULL, NULL);
	turns_leave(h);
	doors_check();
	if (!turn[h->number].work)
		doors_check_hart(h);
}

void doors_begin(struct doors_hart *h, void (*work)(struct doors_hart *h))
{
	ucontext_t *c = &turn[h->number].context;

	h->accesses = h->stores = h->polls = h->switches = 0;
	memset(&turn[h->number].log, 0, sizeof(turn[h->number].log));
	turn[h->number].work = work;
	getcontext(c);
	c->uc_stack.ss_sp = turn[h->number].stack;
	c->uc_stack.ss_size = STACK;
	c->uc_link = NULL;
	makecontext(c, turns_main, 0);
	turns_run(h);
}

bool doors_busy(const struct doors_hart *h)
{
	return turn[h->number].work;
}

bool doors_go_on(void)
{
	unsigned int n, first = turns_random() % doors_harts;

	for (n = 0; n < doors_harts; n++) {
		struct doors_hart *h = &doors_hart[(first + n) % doors_harts];

		if (!doors_busy(h))
			continue;
		turns_run(h);
		return true;
	}
	return false;
}

struct doors_hart *doors_idle(u8 choice)
{
	unsigned int n;

	for (n = 0; n < doors_harts; n++) {
		struct doors_hart *h = &doors_hart[(choice + n) % doors_harts];

		if (!doors_busy(h))
			return h;
	}
	return NULL;
}

void doors_forget(struct doors_hart *h)
{
	fake_hart_forget();
	h->stores = h->switches = 0;
}

/* --- the seams -------------------------------------------------------------- */

bool __real_hart_mmio_load32(unsigned long address, u32 *value);
bool __wrap_hart_mmio_load32(unsigned long address, u32 *value);
bool __real_hart_mmio_store32(unsigned long address, u32 value);
bool __wrap_hart_mmio_store32(unsigned long address, u32 value);
bool __real_hart_mmio_poll(void);
bool __wrap_hart_mmio_poll(void);
u32 __real_hart_shmem_load32(unsigned long address);
u32 __wrap_hart_shmem_load32(unsigned long address);
void __real_hart_shmem_store32(unsigned long address, u32 value);
void __wrap_hart_shmem_store32(unsigned long address, u32 value);
bool __real_hart_lock_try(u32 *lock);
bool __wrap_hart_lock_try(u32 *lock);

void doors_come_by(void)
{
	if (!doors_now)
		return;
	doors_hold(++doors_now->accesses < ACCESSES_MAX,
		   "M-mode comes to an end");
	doors_encoder_follows(doors_now);
	if (!doors_now->private && !(turns_random() % turns_often))
		doors_yield();
}

bool __wrap_hart_mmio_load32(unsigned long address, u32 *value)
{
	doors_come_by();
	return __real_hart_mmio_load32(address, value);
}

/*
 * True if the store changed the register. A store of the same value, or of bits
 * that cannot be written, changes nothing. Empty cannot be written; a control
 * register may change later.
 */
static bool turns_changes(unsigned int component, u32 offset, u32 before)
{
	u32 now = fake_trace_reg(component, offset);

	if (!offset && doors_late)
		return false;
	return (now ^ before) & ~(u32)(offset ? 0 : FAKE_EMPTY);
}

bool __wrap_hart_mmio_store32(unsigned long address, u32 value)
{
	unsigned int component = (u32)(address - FAKE_TRACE_BASE) >> 12;
	u32 offset = address & 0xffc, before;
	bool done;

	doors_come_by();
	if (!doors_now)
		return __real_hart_mmio_store32(address, value);
	doors_check_store(doors_now, component);
	if (component >= fake_trace_count)
		return __real_hart_mmio_store32(address, value);
	before = fake_trace_reg(component, offset);
	done = __real_hart_mmio_store32(address, value);
	doors_now->stores += turns_changes(component, offset, before);
	return done;
}

bool __wrap_hart_mmio_poll(void)
{
	doors_come_by();
	if (doors_now && ++doors_now->polls > PATIENCE) {
		__real_hart_mmio_poll();
		return false;
	}
	return __real_hart_mmio_poll();
}

u32 __wrap_hart_shmem_load32(unsigned long address)
{
	u32 word = turns_random();

	/* Another hart of S-mode stores to this address at the same moment. */
	if (doors_now && !(word % turns_often) && fake_hart_ram(address, 4))
		memcpy(fake_hart_ram(address, 4), &word, 4);
	return __real_hart_shmem_load32(address);
}

void __wrap_hart_shmem_store32(unsigned long address, u32 value)
{
	doors_come_by();
	if (doors_now)
		doors_hold(fake_memory_is_of(address, doors_now->owner),
			   "only memory of the caller is written");
	__real_hart_shmem_store32(address, value);
}

/* The hart that has the lock must run. */
bool __wrap_hart_lock_try(u32 *lock)
{
	if (__real_hart_lock_try(lock))
		return true;
	if (doors_now)
		doors_yield();
	return false;
}
