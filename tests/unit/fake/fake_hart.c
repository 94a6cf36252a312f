// SPDX-License-Identifier: BSD-2-Clause
/* Registers of the fake hart, and the events that advance its counters. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <hart_port.h>

#include "fake_ctr.h"
#include "fake_hart.h"

struct fake_hart fake;

enum {
	CSR_MIDELEG = 0x303,
	CSR_MIE = 0x304,
	CSR_MCOUNTEREN = 0x306,
	CSR_MCOUNTINHIBIT = 0x320,
	CSR_EVENT = 0x320,
	CSR_MIP = 0x344,
	CSR_EVENTH = 0x720,
	CSR_COUNTER = 0xb00,
	CSR_COUNTERH = 0xb80,
};

#define OVERFLOW_BIT (1ull << 63)
#define FILTER_BITS (0x1full << 58)
#define SELECT_BITS ((1ull << 56) - 1)

/* Storage of a CSR in the state, or of half of it. */
struct fake_csr {
	u64 *wide;	     /* 64-bit register */
	unsigned long *word; /* or a register of XLEN bits */
	u64 mask;	     /* bits that exist */
	u64 fixed;	     /* other bits, which no caller may set */
	unsigned int shift;  /* 32: upper half on RV32 */
	u32 *writes;	     /* counter of writes */
};

void fake_hart_fault(const char *format, ...)
{
	va_list args;

	if (fake.log.faults++)
		return;
	va_start(args, format);
	vsnprintf(fake.log.fault, sizeof(fake.log.fault), format, args);
	va_end(args);
}

void fake_hart_init(const struct fake_has *has)
{
	memset(&fake, 0, sizeof(fake));
	fake_memory_forget();
	fake.has = *has;
}

void fake_hart_forget(void)
{
	unsigned int faults = fake.log.faults;
	char fault[sizeof(fake.log.fault)];

	memcpy(fault, fake.log.fault, sizeof(fault));
	memset(&fake.log, 0, sizeof(fake.log));
	fake.log.faults = faults;
	memcpy(fake.log.fault, fault, sizeof(fault));
}

bool fake_hart_step(void)
{
	fake.log.steps++;
	if (fake.log.steps != fake.log.fail_at &&
	    !(fake.log.failed && fake.log.fail_on))
		return true;
	fake.log.failed = true;
	return false;
}

/* --- registers of the hart ----------------------------------------------- */

static bool fake_has_counter(unsigned int n)
{
	if (n < 3)
		return n != 1;
	return n < FAKE_COUNTERS && (fake.has.hpm_mask >> n & 1);
}

static u64 fake_counter_mask(unsigned int n)
{
	unsigned int bits = n < 3 ? 64 : fake.has.hpm_width[n];

	if (!bits)
		bits = fake.has.hpm_bits;

	return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static bool fake_csr_counter(unsigned int n, bool high, struct fake_csr *r)
{
	if (!fake_has_counter(n) || (high && fake.has.xlen != 32))
		return false;
	r->wide = &fake.state.counter[n];
	r->mask = fake_counter_mask(n);
	r->writes = &fake.log.counter_writes[n];
	return true;
}

static bool fake_csr_event(unsigned int n, bool high, struct fake_csr *r)
{
	if (!fake_has_counter(n) || (high && fake.has.xlen != 32))
		return false;
	r->wide = &fake.state.event[n];
	r->writes = &fake.log.event_writes[n];
	if (n < 3) {
		r->mask = FILTER_BITS;
		r->fixed = ~r->mask;
		return fake.has.smcntrpmf;
	}
	if (fake.has.sscofpmf) {
		r->mask = SELECT_BITS | FILTER_BITS | OVERFLOW_BIT;
		r->fixed = ~r->mask;
		return true;
	}
	r->mask = fake.has.xlen == 32 ? 0xffffffff : ~0ull;
	return !high;
}

static bool fake_csr_word(unsigned int csr, struct fake_csr *r)
{
	u64 irqs = fake.has.irq | (fake.has.sscofpmf ? 1ull << FAKE_LCOFI : 0);

	r->mask = 0xaaa | irqs;
	switch (csr) {
	case CSR_MCOUNTEREN:
		r->word = &fake.state.mcounteren;
		r->mask = 0xffffffff;
		return true;
	case CSR_MCOUNTINHIBIT:
		r->word = &fake.state.inhibit;
		r->mask = (fake.has.hpm_mask | 5) & ~fake.has.gates;
		return fake.has.inhibit;
	case CSR_MIP:
		r->word = &fake.state.mip;
		return true;
	case CSR_MIE:
		r->word = &fake.state.mie;
		return true;
	case 0x7f7:
		r->word = &fake.state.ml2hint;
		r->mask = 0x0400001c;
		return fake.has.ml2hint;
	case CSR_MIDELEG:
		r->word = &fake.state.mideleg;
		r->mask = 0x222 | irqs;
		return true;
	}
	return false;
}

static bool fake_csr_find(unsigned int csr, struct fake_csr *r)
{
	unsigned int n = csr & 0x1f;

	memset(r, 0, sizeof(*r));
	if (fake_csr_word(csr, r))
		return true;
	r->shift = 0;
	switch (csr & ~0x1fu) {
	case CSR_EVENT:
		return n && fake_csr_event(n == 1 ? 0 : n, false, r);
	case CSR_EVENTH:
		r->shift = 32;
		return n && fake_csr_event(n == 1 ? 0 : n, true, r);
	case CSR_COUNTER:
		return fake_csr_counter(n, false, r);
	case CSR_COUNTERH:
		r->shift = 32;
		return fake_csr_counter(n, true, r);
	}
	return false;
}

/* --- access --------------------------------------------------------------- */

unsigned int hart_xlen(void)
{
	return fake.has.xlen;
}

static u64 fake_xlen_mask(void)
{
	return fake.has.xlen == 32 ? 0xffffffff : ~0ull;
}

unsigned long hart_csr_read(unsigned int csr)
{
	unsigned long word;
	struct fake_csr r;
	u64 value;

	if (fake_ctr_read(csr, &word))
		return word & fake_xlen_mask();
	if (!fake_csr_find(csr, &r)) {
		if (!fake.has.ignores)
			fake_hart_fault("read of absent CSR 0x%x", csr);
		return 0;
	}
	if (r.word)
		return *r.word;
	value = *r.wide;
	if ((csr & ~0xffu) == CSR_COUNTER)
		*r.wide = (value + fake.log.tick) & r.mask;
	return value >> r.shift & fake_xlen_mask();
}

static void fake_csr_update(const struct fake_csr *r, u64 value)
{
	u64 half = fake_xlen_mask() << r->shift;

	if (r->writes)
		++*r->writes;
	if (r->word)
		*r->word = value & r->mask;
	else
		*r->wide = ((*r->wide & ~half) | value << r->shift) & r->mask;
}

void hart_csr_write(unsigned int csr, unsigned long value)
{
	struct fake_csr r;

	if (value & ~fake_xlen_mask())
		fake_hart_fault("CSR 0x%x has 32 bits, written 0x%lx", csr,
				value);
	if (fake_ctr_write(csr, value))
		return;
	if (!fake_csr_find(csr, &r)) {
		if (!fake.has.ignores)
			fake_hart_fault("write of absent CSR 0x%x", csr);
		return;
	}
	if ((u64)value << r.shift & r.fixed)
		fake_hart_fault("reserved bits of CSR 0x%x written: 0x%lx", csr,
				value);
	if (r.word == &fake.state.inhibit)
		fake.log.inhibit_writes++;
	fake_csr_update(&r, value & fake_xlen_mask());
	if ((csr & ~0xffu) == CSR_COUNTER &&
	    !(fake.state.inhibit >> (csr & 31) & 1))
		*r.wide = (*r.wide + fake.log.live) & r.mask;
}

void hart_csr_set(unsigned int csr, unsigned long bits)
{
	hart_csr_write(csr, hart_csr_read(csr) | bits);
}

void hart_csr_clear(unsigned int csr, unsigned long bits)
{
	hart_csr_write(csr, hart_csr_read(csr) & ~bits);
}

static bool fake_csr_exists(unsigned int csr)
{
	unsigned long word;
	struct fake_csr r;

	return fake.has.ignores || fake_ctr_read(csr, &word) ||
	       fake_csr_find(csr, &r);
}

bool hart_csr_try_read(unsigned int csr, unsigned long *value)
{
	*value = fake_csr_exists(csr) ? hart_csr_read(csr) : 0;
	return fake_csr_exists(csr);
}

bool hart_csr_try_write(unsigned int csr, unsigned long value)
{
	if (fake_csr_exists(csr))
		hart_csr_write(csr, value);
	return fake_csr_exists(csr);
}

unsigned long hart_csr_read_num(unsigned int csr)
{
	return hart_csr_read(csr);
}

void hart_csr_write_num(unsigned int csr, unsigned long value)
{
	hart_csr_write(csr, value);
}

bool hart_csr_try_read_num(unsigned int csr, unsigned long *value)
{
	return hart_csr_try_read(csr, value);
}

/* --- counting ------------------------------------------------------------- */

/* Bit of mhpmevent that stops counting in a mode. */
static u64 fake_mode_bit(enum fake_mode mode)
{
	static const u8 bit[] = { [FAKE_M] = 62,
				  [FAKE_S] = 61,
				  [FAKE_U] = 60,
				  [FAKE_VS] = 59,
				  [FAKE_VU] = 58 };

	return 1ull << bit[mode];
}

static bool fake_mode_filtered(unsigned int n, enum fake_mode mode)
{
	bool has = n < 3 ? fake.has.smcntrpmf : fake.has.sscofpmf;

	/* The platform's filter has these bits in the same order. */
	if (fake.has.filter &&
	    (fake.state.filter[n] & fake_mode_bit(mode) >> 55))
		return true;
	return has && (fake.state.event[n] & fake_mode_bit(mode));
}

bool fake_hart_counts(unsigned int n, enum fake_mode mode)
{
	u64 select = fake.state.event[n];

	if (!fake_has_counter(n))
		return false;
	if (fake.has.inhibit && (fake.state.inhibit >> n & 1))
		return false;
	if (fake.has.sscofpmf)
		select &= SELECT_BITS;
	if (n >= 3 && !select)
		return false;
	return !fake_mode_filtered(n, mode);
}

static void fake_counter_add(unsigned int n, u64 count)
{
	u64 mask = fake_counter_mask(n);
	bool wraps = count > mask - fake.state.counter[n];

	fake.state.counter[n] = (fake.state.counter[n] + count) & mask;
	if (!wraps || n < 3 || !fake.has.sscofpmf ||
	    (fake.state.event[n] & OVERFLOW_BIT))
		return;
	fake.state.event[n] |= OVERFLOW_BIT;
	fake.state.mip |= 1ul << FAKE_LCOFI;
}

void fake_hart_run(enum fake_mode mode, u64 count)
{
	unsigned int n;

	for (n = 0; n < FAKE_COUNTERS; n++)
		if (fake_hart_counts(n, mode))
			fake_counter_add(n, count);
}
