// SPDX-License-Identifier: BSD-2-Clause
/* Traps, and work for other harts. */
#include "hart.h"
#include "print.h"
#include "sbi.h"

/*
 * A wait ends after a minute (ticks of the time CSR) and this number of looks:
 * on a busy host time passes while no hart runs, and looks measure the harts'
 * work. One hart may run for seconds while the host has no time for another.
 */
#define LONG_ENOUGH 600000000ull
#define LOOKS_ENOUGH 10000000ul
#define CAUSE_USER_ECALL 8ul
#define CAUSE_GUEST_ECALL 10ul

extern u8 csr_stubs[], csrh_stubs[];
extern void hart_user_back(void);

union hart_memory harts[HARTS_MAX];
bool hart_has_scountovf;

_Static_assert(offsetof(struct hart, hartid) == HART_HARTID, "start.S");
_Static_assert(offsetof(struct hart, sp) == HART_SP, "start.S");
_Static_assert(offsetof(struct hart, guest) == HART_GUEST, "start.S");
_Static_assert(sizeof(union hart_memory) == HART_SIZE, "start.S");

void hart_trap(void);
void hart_sse(struct hart *h);
void hart_serve(void);

/* --- traps ---------------------------------------------------------------- */

static void hart_interrupt(struct hart *h, unsigned long number)
{
	csr_clear(sip, 1ul << number);
	switch (1ul << number) {
	case HART_IRQ_SOFT:
		h->soft++;
		break;
	case HART_IRQ_TIMER:
		csr_clear(sie, HART_IRQ_TIMER); /* pending until it is set
						 * again */
		h->timer++;
		break;
	case HART_IRQ_OVERFLOW:
		h->scountovf = csr_read(SCOUNTOVF);
		if (h->by_itself)
			h->on_event();
		h->overflow++;
		break;
	default:
		print("# unexpected interrupt %lu\n", number);
		sbi_shutdown(false);
	}
}

static void hart_exception(struct hart *h, unsigned long cause)
{
	unsigned long pc = csr_read(sepc);

	if (cause == CAUSE_USER_ECALL || cause == CAUSE_GUEST_ECALL) {
		if (h->guest)
			csr_clear(HSTATUS, HSTATUS_SPV_BIT);
		h->guest = 0;
		csr_write(sepc, hart_user_back);
		csr_set(sstatus, (unsigned long)SSTATUS_SPP_BIT);
		return;
	}
	if (!h->expect) {
		print("# unexpected trap: scause %lu sepc 0x%lx stval 0x%lx\n",
		      cause, pc, csr_read(stval));
		sbi_shutdown(false);
	}
	h->cause = cause;
	csr_write(sepc, pc + ((*(u16 *)pc & 3) == 3 ? 4 : 2));
}

void hart_trap(void)
{
	unsigned long cause = csr_read(scause);

	if (cause >> (XLEN - 1))
		hart_interrupt(hart_self(), cause << 1 >> 1);
	else
		hart_exception(hart_self(), cause);
}

void hart_sse(struct hart *h)
{
	/*
	 * While a counter that has overflown runs, the event comes again. An
	 * injected event may come on a hart without counter overflows.
	 */
	h->scountovf = hart_has_scountovf ? csr_read(SCOUNTOVF) : 0;
	if (!h->by_itself)
		pmu_stop(0, h->scountovf, 0);
	if (h->on_event)
		h->on_event();
	h->events++;
}

void hart_interrupts(unsigned long mask)
{
	if (!mask)
		csr_clear(sstatus, 2ul);
	csr_write(sie, mask);
	if (mask)
		csr_set(sstatus, 2ul);
}

/* --- time and counters ---------------------------------------------------- */

static u64 hart_stub(u8 *low, u8 *high, unsigned int n)
{
	unsigned long (*read_low)(void) = (void *)(low + 8 * n);
	unsigned long (*read_high)(void) = (void *)(high + 8 * n);
	unsigned long hi;
	u64 value;

	if (XLEN == 64)
		return read_low();
	do {
		hi = read_high();
		value = (u64)hi << 32 | read_low();
	} while (read_high() != hi);
	return value;
}

u64 hart_counter(unsigned int n)
{
#if XLEN == 64
	return hart_stub(csr_stubs, csr_stubs, n);
#else
	return hart_stub(csr_stubs, csrh_stubs, n);
#endif
}

u64 hart_time(void)
{
	return hart_counter(1);
}

struct patience {
	u64 end;
	unsigned long looks;
};

static struct patience patience(unsigned long looks)
{
	return (struct patience){ hart_time() + LONG_ENOUGH, looks };
}

static bool patience_ends(struct patience *p)
{
	if (p->looks) {
		p->looks--;
		return false;
	}
	return hart_time() > p->end;
}

bool hart_wait(const volatile unsigned long *word, unsigned long old)
{
	struct patience p = patience(LOOKS_ENOUGH);

	while (*word == old)
		if (patience_ends(&p))
			return false;
	__sync_synchronize();
	return true;
}

void hart_delay(u64 ticks)
{
	u64 end = hart_time() + ticks;

	while (hart_time() < end)
		;
}

/* --- other harts ---------------------------------------------------------- */

unsigned int hart_count(void)
{
	unsigned int count = 1, id;

	for (id = 0; id < HARTS_MAX; id++) {
		if (id == hart_at(0)->hartid)
			continue;
		if (sbi_hart_status(id).error)
			continue;
		hart_at(count++)->hartid = id;
	}
	return count;
}

static bool hart_wait_state(unsigned int n, unsigned long state)
{
	struct patience p = patience(LOOKS_ENOUGH / 20);

	while (sbi_hart_status(hart_at(n)->hartid).value != state)
		if (patience_ends(&p))
			return false;
	return true;
}

/* The timer of Sstc: SBI's set_timer would count as an event, and this does
 * not. */
static void hart_timer(u64 when)
{
	csr_write(STIMECMP, (unsigned long)when);
#if XLEN == 32
	csr_write(STIMECMPH, (unsigned long)(when >> 32));
#endif
}

/* Idle harts that spin would use the host's cores, which busy harts need. */
static void hart_idle(void)
{
	hart_timer(hart_time() + 1000);
	csr_set(sie, HART_IRQ_TIMER);
	__asm__ volatile("wfi");
	csr_clear(sie, HART_IRQ_TIMER);
	hart_timer(~0ull);
}

/* The endless work of a started hart. */
void hart_serve(void)
{
	bool sstc = HART_TRY(hart_timer(~0ull)) == HART_NO_TRAP;
	struct hart *h = hart_self();

	for (;;) {
		if (!h->work) {
			if (sstc)
				hart_idle();
			continue;
		}
		__sync_synchronize();
		h->work(h->arg);
		__sync_synchronize();
		h->work = NULL;
	}
}

bool hart_start(unsigned int n)
{
	struct hart *h = hart_at(n);
	struct sbiret ret;

	h->work = NULL;
	__sync_synchronize();
	ret = sbi_ecall(SBI_EXT_HSM, SBI_EXT_HSM_HART_START, h->hartid,
			(unsigned long)hart_start_entry, (unsigned long)h, 0, 0,
			0);
	return !ret.error && hart_wait_state(n, SBI_HSM_STATE_STARTED);
}

bool hart_call_end(unsigned int n)
{
	struct patience p = patience(LOOKS_ENOUGH);

	while (hart_at(n)->work)
		if (patience_ends(&p))
			return false;
	__sync_synchronize();
	return true;
}

void hart_give(unsigned int n, void (*work)(void *arg), void *arg)
{
	hart_at(n)->arg = arg;
	__sync_synchronize();
	hart_at(n)->work = work;
}

bool hart_call(unsigned int n, void (*work)(void *arg), void *arg)
{
	hart_give(n, work, arg);
	return hart_call_end(n);
}

static void hart_stop_self(void *arg)
{
	(void)arg;
	sbi_ecall(SBI_EXT_HSM, SBI_EXT_HSM_HART_STOP, 0, 0, 0, 0, 0, 0);
}

bool hart_stop(unsigned int n)
{
	hart_at(n)->work = hart_stop_self;
	return hart_wait_state(n, SBI_HSM_STATE_STOPPED);
}
