// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linked into the firmware of the tests only, see test_peek.h. Makes harts that
 * only the trap entry sees, and counts the calls that the entry leaves to C.
 */
#include <fence/fence.h>
#include <hart/shmem.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_barrier.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>

#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/fast/trap.h"
#include "test_peek.h"

enum {
	PEERS_WORDS = (int)FENCE_WORDS < (int)PEEK_WORDS ? (int)FENCE_WORDS :
							   (int)PEEK_WORDS,
};

u32 test_peers_calls[PEEK_HARTS];

struct sbiret __real_fast_call_ipi(const struct fast_frame *frame);
struct sbiret __wrap_fast_call_ipi(const struct fast_frame *frame);
struct sbiret __real_fast_call_rfence(const struct fast_frame *frame);
struct sbiret __wrap_fast_call_rfence(const struct fast_frame *frame);
bool __real_fast_call_soft(void);
bool __wrap_fast_call_soft(void);

static bool stock; /* true: C leaves software interrupts to OpenSBI */

/* Change all registers that a C function may change. */
static void scramble(void)
{
	__asm__ volatile(
		".irp reg, t0, t1, t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, "
		"a6, a7\n\t"
		"auipc	\\reg, 0x55aa5\n\t"
		".endr" ::
			: "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1",
			  "a2", "a3", "a4", "a5", "a6", "a7");
}

static unsigned int here(void)
{
	return current_hartindex() % PEEK_HARTS;
}

struct sbiret __wrap_fast_call_ipi(const struct fast_frame *frame)
{
	struct sbiret ret = __real_fast_call_ipi(frame);

	test_peers_calls[here()]++;
	scramble();
	return ret;
}

struct sbiret __wrap_fast_call_rfence(const struct fast_frame *frame)
{
	struct sbiret ret = __real_fast_call_rfence(frame);

	test_peers_calls[here()]++;
	scramble();
	return ret;
}

bool __wrap_fast_call_soft(void)
{
	bool ret = __real_fast_call_soft() || stock;

	test_peers_calls[here()]++;
	scramble();
	return ret;
}

/* --- replacements of other harts ------------------------------------------ */

/* For one hart at a time: its real state, and the replacement */
static struct fast_hart before;
static struct fence_hart fence;
static struct fast_peer peers[PEEK_PEER + 2], self;
static unsigned long mtime, foreign, state, *states[PEEK_PEER + 2];
static u32 bell;

static struct fast_hart *peers_fast(void)
{
	return (void *)((u8 *)sbi_scratch_thishart_ptr() + FAST_CALLS_STATE);
}

static void peers_put(const struct peek_peers *p)
{
	struct fast_hart *f = peers_fast();
	unsigned int n;

	before = *f;
	stock = p->stock;
	for (n = 0; n < PEERS_WORDS; n++)
		fence.pending[n] = p->pending[n];
	fence.owed = p->owed;
	fence.ipis = p->ipis;
	fence.up = p->up;
	bell = (u32)p->bell;
	foreign = p->foreign;
	state = p->state;
	states[PEEK_PEER] = states[PEEK_PEER + 1] = &state;
	self = *before.self;
	self.fence = &fence;
	if (p->mute)
		self.doorbell = NULL;
	peers[PEEK_PEER] = (struct fast_peer){
		.domain = p->abroad ? NULL : self.domain,
		.fence = &fence,
		.doorbell = p->deaf ? NULL : &bell,
		.hartid = p->hartid,
	};
	/* After the last hart: a hart that the entry must not find */
	peers[PEEK_PEER + 1] = peers[PEEK_PEER];
	peers[PEEK_PEER + 1].hartid = PEEK_PEER + 1;
	f->peers = peers;
	f->harts = PEEK_PEER + 1;
	f->self = p->lost ? NULL : &self;
	f->foreign = &foreign;
	f->domain_bit = p->domain_bit;
	f->soft = !p->off && before.soft;
	f->misaligned = !p->off && before.misaligned;
	f->pages = !p->whole && before.pages;
	mtime = p->time;
	f->mtime = p->time ? (unsigned long)&mtime : before.mtime;
	f->states = p->secret ? NULL : states;
}

static void peers_take(struct peek_peers *p)
{
	unsigned int n;

	for (n = 0; n < PEERS_WORDS; n++)
		p->pending[n] = fence.pending[n];
	p->owed = fence.owed;
	p->ipis = fence.ipis;
	p->up = fence.up;
	p->bell = bell;
	p->foreign = foreign;
}

static void peers_back(void)
{
	struct fast_hart *f = peers_fast();

	stock = false;
	f->peers = before.peers;
	f->harts = before.harts;
	f->self = before.self;
	f->foreign = before.foreign;
	f->domain_bit = before.domain_bit;
	f->soft = before.soft;
	f->misaligned = before.misaligned;
	f->pages = before.pages;
	f->states = before.states;
	f->mtime = before.mtime;
}

int test_peers(unsigned long address, unsigned long what)
{
	struct peek_peers p;

	if (what == 2) {
		peers_back();
		return 0;
	}
	if (!test_peek_words(address, (u32 *)&p, sizeof(p), true))
		return SBI_ERR_FAILED;
	if (!what) {
		peers_put(&p);
		return 0;
	}
	peers_take(&p);
	if (!test_peek_words(address, (u32 *)&p, sizeof(p), false))
		return SBI_ERR_FAILED;
	return 0;
}

void test_peers_ring(bool inside)
{
	*before.self->doorbell = 1;
	mb();
	if (inside)
		hart_shmem_pause();
}
