// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linked into the firmware of the tests only, see test_peek.h. The linker's
 * --wrap puts counters before all functions that a call served by
 * platform/generic/fast/trap.S alone never calls: OpenSBI's trap handler, and
 * both entries to the C functions of the PMU.
 */
#include <hart/csr.h>
#include <hart/shmem.h>
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/riscv_io.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/serial/uart8250.h>

#include "../../../platform/generic/ctr/ctr_glue.h"
#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/fast/fast.h"
#include "test_peek.h"

#define HARTS PEEK_HARTS

static u32 traps[HARTS], calls[HARTS];

struct sbi_trap_context *
__wrap_sbi_trap_handler(struct sbi_trap_context *context);
struct sbiret __real_pmu_call(struct pmu_hart *h, unsigned long fid,
			      const struct sbi_args *args);
struct sbiret __wrap_pmu_call(struct pmu_hart *h, unsigned long fid,
			      const struct sbi_args *args);
extern pmu_call_fn *const __real_pmu_calls[PMU_CALLS + 1];
extern pmu_call_fn *const __wrap_pmu_calls[PMU_CALLS + 1];

_Static_assert(sizeof(((struct peek *)0)->hart) >= sizeof(struct pmu_hart),
	       "test_peek.h: struct pmu_hart does not fit");

static unsigned int here(void)
{
	return current_hartindex() % HARTS;
}

struct sbi_trap_context *
__wrap_sbi_trap_handler(struct sbi_trap_context *context)
{
	traps[here()]++;
	return ctr_glue_handler(context);
}

struct sbiret __wrap_pmu_call(struct pmu_hart *h, unsigned long fid,
			      const struct sbi_args *args)
{
	calls[here()]++;
	return __real_pmu_call(h, fid, args);
}

#define COUNTED(n)                                                    \
	static struct sbiret counted_##n(struct pmu_hart *h,          \
					 const struct sbi_args *args) \
	{                                                             \
		calls[here()]++;                                      \
		return __real_pmu_calls[n](h, args);                  \
	}

COUNTED(0)
COUNTED(1)
COUNTED(2)
COUNTED(3)
COUNTED(4)
COUNTED(5)
COUNTED(6)
COUNTED(7)
COUNTED(8)
COUNTED(9)

pmu_call_fn *const __wrap_pmu_calls[PMU_CALLS + 1] = {
	counted_0, counted_1, counted_2, counted_3, counted_4,
	counted_5, counted_6, counted_7, counted_8, counted_9,
};

_Static_assert(PMU_CALLS == 9, "a counted function each");

static struct pmu_hart *peek_hart(void)
{
	return pmu_glue_hart(sbi_scratch_thishart_ptr());
}

/*
 * The firmware's own entry needs its state at a fixed place of the scratch
 * space.
 */
static bool peek_may_be_fast(void)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	return (u8 *)pmu_glue_hart(scratch) == (u8 *)scratch + FAST_STATE;
}

/* --- state ---------------------------------------------------------------- */

static bool peek_has_counter(const struct pmu_hart *h, unsigned int n)
{
	return !(h->not_hw >> n & 1);
}

static bool peek_has_event(const struct pmu_hart *h, unsigned int n)
{
	return n > 2 || h->has.smcntrpmf;
}

/*
 * Arguments of hart_event_read() for a counter: number; true if RV32 has the
 * upper half of the register.
 */
#define PEEK_EVENT_OF(h, n) \
	((n) ? (n) : HART_EVENT_MCYCLECFG), ((n) < 3 || (h)->has.sscofpmf)

static struct fast_hart *peek_fast(void)
{
	return (void *)((u8 *)sbi_scratch_thishart_ptr() + FAST_CALLS_STATE);
}

/* Two 32-bit reads, which every device accepts */
static u64 peek_timer(void)
{
	const struct fast_hart *f = peek_fast();

	if (f->timer == FAST_TIMER_SSTC)
		return csr_read64(CSR_STIMECMP);
	if (f->timer == FAST_TIMER_OFF)
		return 0;
	return readl((void *)f->mtimecmp) |
	       (u64)readl((void *)(f->mtimecmp + 4)) << 32;
}

static void peek_take(struct peek *p)
{
	struct pmu_hart *h = peek_hart();
	unsigned int n;

	sbi_memset(p, 0, sizeof(*p));
	sbi_memcpy(p->hart, h, sizeof(*h));
	/*
	 * Only a hart that sleeps uses these values. The entry keeps values
	 * there that it may have to write back.
	 */
	sbi_memset(((struct pmu_hart *)p->hart)->value, 0, h->num_hw * 8);
	p->configured = h->configured;
	for (n = 0; n < 32; n++) {
		if (!peek_has_counter(h, n))
			continue;
		p->counter[n] = hart_counter_read(n);
		if (peek_has_event(h, n))
			p->event[n] = hart_event_read(PEEK_EVENT_OF(h, n));
	}
	if (h->has.inhibit)
		p->inhibit = csr_read(CSR_MCOUNTINHIBIT);
	if (peek_may_be_fast())
		p->timer = peek_timer();
	p->mcounteren = csr_read(CSR_MCOUNTEREN);
	p->mie = csr_read(CSR_MIE);
	p->mip = csr_read(CSR_MIP);
	p->mideleg = csr_read(CSR_MIDELEG);
	p->mstatus = csr_read(CSR_MSTATUS);
	p->mscratch = csr_read(CSR_MSCRATCH);
	p->medeleg = csr_read(CSR_MEDELEG);
	p->traps = traps[here()];
	p->calls = calls[here()];
	p->other = test_peers_calls[here()];
}

static void peek_put_counters(const struct peek *p)
{
	struct pmu_hart *h = peek_hart();
	unsigned int n;

	if (h->has.inhibit)
		csr_write(CSR_MCOUNTINHIBIT, -1ul);
	for (n = 0; n < 32; n++) {
		if (!peek_has_counter(h, n))
			continue;
		if (peek_has_event(h, n)) {
			/*
			 * Else QEMU goes on with the old event when the new one
			 * is unknown.
			 */
			hart_event_write(PEEK_EVENT_OF(h, n), 0);
			hart_event_write(PEEK_EVENT_OF(h, n), p->event[n]);
		}
		hart_counter_write(n, p->counter[n]);
	}
	if (h->has.inhibit)
		csr_write(CSR_MCOUNTINHIBIT, p->inhibit);
}

static void peek_put(const struct peek *p)
{
	struct pmu_hart *h = peek_hart();

	sbi_memcpy(h, p->hart, sizeof(*h));
	peek_put_counters(p);
	csr_write(CSR_MCOUNTEREN, p->mcounteren);
	csr_write(CSR_MIE, p->mie);
	csr_write(CSR_MIP, p->mip);
	csr_write(CSR_MIDELEG, p->mideleg);
	traps[here()] = 0;
	calls[here()] = 0;
	test_peers_calls[here()] = 0;
}

/* A page at a time: under Smepmp each opening makes QEMU forget all pages. */
bool test_peek_words(unsigned long address, u32 *words, unsigned long size,
		     bool load)
{
	unsigned long part, n;

	for (; size; size -= part, address += part, words += part / 4) {
		part = MIN(size, 4096 - (address & 4095));
		if (!hart_shmem_open(address, part))
			return false;
		for (n = 0; n < part; n += 4)
			if (load)
				words[n / 4] = hart_shmem_load32(address + n);
			else
				hart_shmem_store32(address + n, words[n / 4]);
		hart_shmem_close(address, part);
	}
	return true;
}

static int peek_copy(unsigned long address, bool load)
{
	static struct peek copies[HARTS];
	struct peek *p = &copies[here()];

	if (!hart_shmem_check(address, sizeof(*p)))
		return SBI_ERR_INVALID_ADDRESS;
	if (!load)
		peek_take(p);
	if (!test_peek_words(address, (u32 *)p, sizeof(*p), load))
		return SBI_ERR_FAILED;
	if (load)
		peek_put(p);
	return 0;
}

/* --- the entry ------------------------------------------------------------ */

static ulong peek_stock_entry(void)
{
	const struct fast_hart *f = fast_glue_hart(sbi_scratch_thishart_ptr());

	return (ulong)(f->hyp ? _trap_handler_hyp : _trap_handler);
}

static int peek_entry(unsigned long wanted, unsigned long *was)
{
	unsigned long mtvec = csr_read(CSR_MTVEC);

	*was = mtvec == (ulong)fast_trap ? PEEK_FAST : PEEK_STOCK;
	if (wanted == PEEK_FAST && !peek_may_be_fast())
		return SBI_ERR_NOT_SUPPORTED;
	if (wanted == PEEK_FAST)
		csr_write(CSR_MTVEC, (ulong)fast_trap);
	if (wanted == PEEK_STOCK)
		csr_write(CSR_MTVEC, peek_stock_entry());
	return 0;
}

/*
 * A trap while M-mode serves a trap. OpenSBI answers its ecall, and does not
 * check which mode made it. All registers except a0 and a1 must be kept.
 */
static int peek_nest(unsigned long *value)
{
	register ulong a0 __asm__("a0") = 0;
	register ulong a1 __asm__("a1") = 0;
	register ulong a6 __asm__("a6") = SBI_EXT_PMU_NUM_COUNTERS;
	register ulong a7 __asm__("a7") = SBI_EXT_PMU;
	register ulong t0 __asm__("t0") = 0x1110;
	register ulong t1 __asm__("t1") = 0x1111;
	register ulong t2 __asm__("t2") = 0x1112;
	register ulong s1 __asm__("s1") = 0x1113;
	ulong scratch = csr_read(CSR_MSCRATCH), mepc = csr_read(CSR_MEPC);

	__asm__ volatile("ecall"
			 : "+r"(a0), "+r"(a1), "+r"(t0), "+r"(t1), "+r"(t2),
			   "+r"(s1)
			 : "r"(a6), "r"(a7)
			 : "memory");
	csr_write(CSR_MEPC, mepc);
	*value = a1;
	if (t0 != 0x1110 || t1 != 0x1111 || t2 != 0x1112 || s1 != 0x1113 ||
	    csr_read(CSR_MSCRATCH) != scratch)
		return SBI_ERR_FAILED;
	return (int)a0;
}

/* --- the extension -------------------------------------------------------- */

static int peek_event(unsigned long code, const struct sbi_trap_regs *regs,
		      unsigned long *before)
{
	u64 count = regs->a1;

	if (code >= SBI_PMU_FW_MAX)
		return SBI_ERR_INVALID_PARAM;
#if __riscv_xlen == 32
	count |= (u64)regs->a2 << 32;
#endif
	*before = (unsigned long)peek_hart()->events[code];
	peek_hart()->events[code] += count;
	return 0;
}

static int peek_delegate(unsigned long exceptions, bool back)
{
	if (back)
		csr_set(CSR_MEDELEG, exceptions);
	else
		csr_clear(CSR_MEDELEG, exceptions);
	return 0;
}

static struct {
	u32 status, sent;
	unsigned long uart_status, uart_send;
	u8 wide;
} console;

static int peek_console(unsigned long width, unsigned long status,
			unsigned long *sent)
{
	struct fast_hart *f = peek_fast();

	if (!console.uart_status) {
		console.uart_status = f->uart_status;
		console.uart_send = f->uart_send;
		console.wide = f->uart_wide;
	}
	*sent = console.sent;
	console.status = (u32)status;
	console.sent = PEEK_UNSENT;
	f->uart_status = width ? (ulong)&console.status : console.uart_status;
	f->uart_send = width ? (ulong)&console.sent : console.uart_send;
	f->uart_wide = width ? width == 4 : console.wide;
	if (width == PEEK_NO_UART)
		f->uart_status = 0;
	return 0;
}

static u32 uart[8]; /* an 8250: data register, ..., line status, ... */

/*
 * The hart's state has the address of the machine's UART. Its clock stays the
 * same.
 */
static int peek_uart(unsigned long width, unsigned long status,
		     unsigned long *sent)
{
	*sent = uart[0];
	if (width == PEEK_UART_AT) {
		uart8250_init(status, 0, 0, 0, 1, 0, 0);
		return 0;
	}
	uart8250_init(width ? (ulong)uart : peek_fast()->uart_send, 0, 0,
		      (u32)width / 2, width ? (u32)width : 1, 0, 0);
	uart[0] = PEEK_UNSENT;
	sbi_memset((u8 *)uart + 5 * width, (int)status, width);
	return 0;
}

static void peek_timer_of(bool opensbi)
{
	struct fast_hart *f = peek_fast();
	static u8 before;

	if (f->timer != FAST_TIMER_OFF)
		before = f->timer;
	f->timer = opensbi ? FAST_TIMER_OFF : before;
}

/* Each hart either does both accesses, or takes a trap in M-mode for each. */
static unsigned long peek_crooked(unsigned long value)
{
	static u8 bytes[16] __attribute__((aligned(16)));
	unsigned long seen;

	__asm__ volatile("sw	%1, 3(%2)\n\tlw	%0, 3(%2)"
			 : "=&r"(seen)
			 : "r"(value), "r"(bytes)
			 : "memory");
	return seen;
}

static int peek_handle(unsigned long extid, unsigned long funcid,
		       struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)extid;
	switch (funcid) {
	case PEEK_SAVE:
	case PEEK_LOAD:
		return peek_copy(regs->a0, funcid == PEEK_LOAD);
	case PEEK_ENTRY:
		return peek_entry(regs->a0, &out->value);
	case PEEK_UART:
		return peek_uart(regs->a0, regs->a1, &out->value);
	case PEEK_EVENT:
		return peek_event(regs->a0, regs, &out->value);
	case PEEK_NEST:
		return peek_nest(&out->value);
	case PEEK_DELEGATE:
		return peek_delegate(regs->a0, regs->a1);
	case PEEK_CONSOLE:
		return peek_console(regs->a0, regs->a1, &out->value);
	case PEEK_PEERS:
		return test_peers(regs->a0, regs->a1);
	case PEEK_RING:
		test_peers_ring(regs->a0);
		return 0;
	case PEEK_CROOKED:
		out->value = peek_crooked(regs->a0);
		return 0;
	case PEEK_TIMER:
		peek_timer_of(regs->a0);
		return 0;
	}
	return SBI_ERR_NOT_SUPPORTED;
}

static struct sbi_ecall_extension peek = {
	.name = "peek",
	.extid_start = PEEK_EID,
	.extid_end = PEEK_EID,
	.handle = peek_handle,
};

int test_peek_register(void)
{
	return sbi_ecall_register_extension(&peek);
}
