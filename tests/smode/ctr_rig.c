// SPDX-License-Identifier: BSD-2-Clause
/* Control Transfer Records, for the test programs about them. */
#include "check.h"
#include "ctr_rig.h"
#include "fdt.h"

static bool contains(const char *text, u32 size, const char *name)
{
	u32 at, n;

	for (at = 0; at < size; at++) {
		for (n = 0; name[n] && at + n < size; n++)
			if (text[at + n] != name[n])
				break;
		if (!name[n])
			return true;
	}
	return false;
}

bool ctr_listed_of(const char *node, const char *property, const char *name)
{
	const char *value;
	u32 size;

	value = fdt_property(node, property, &size);
	return value && contains(value, size, name);
}

bool ctr_listed(const char *property, const char *name)
{
	return ctr_listed_of("cpu@", property, name);
}

bool ctr_expected(void)
{
	if (option_given("ctr=maybe"))
		return ctr_listed("riscv,isa", "ssctr");
	return option_given("ctr=yes");
}

bool ctr_here(void)
{
	if (!ctr_expected())
		check_skip("no CTR on this machine");
	return ctr_expected();
}

void ctr_reset(void)
{
	csr_write(SCTRCTL, 0);
	if (HART_TRY(csr_read(VSCTRCTL)) == HART_NO_TRAP)
		csr_write(VSCTRCTL, 0);
	csr_write(SCTRDEPTH, 0);
	csr_write(SCTRSTATUS, 0);
	csr_write(SISELECT, 0);
	ctr_clear();
}

unsigned int ctr_left_over(void)
{
	unsigned long depth = csr_read(SCTRDEPTH);
	unsigned int n, found = 0;
	struct ctr_record r;

	csr_write(SCTRDEPTH, 4ul);
	for (n = 0; n < 256; n++) {
		r = ctr_read(n);
		if (r.source || r.target || r.data)
			found++;
	}
	csr_write(SCTRDEPTH, depth);
	return found;
}

void ctr_check_new(void)
{
	unsigned long vsctrctl = 0;

	CHECK_EQ(csr_read(SISELECT), 0);
	CHECK_EQ(csr_read(SCTRCTL), 0);
	CHECK_EQ(csr_read(SCTRSTATUS), 0);
	CHECK_EQ(csr_read(SCTRDEPTH), 0);
	if (HART_TRY(vsctrctl = csr_read(VSCTRCTL)) == HART_NO_TRAP)
		CHECK_EQ(vsctrctl, 0);
	CHECK_EQ(ctr_left_over(), 0);
	CHECK_EQ(csr_read(SCTRSTATUS), 0);
}

void ctr_record(unsigned long sctrctl)
{
	ctr_reset();
	csr_write(SCTRDEPTH, 4ul);
	csr_write(SCTRSTATUS, 0);
	ctr_clear();
	csr_write(SCTRCTL, sctrctl);
}

static bool in_payload(unsigned long address)
{
	extern u8 _start[], payload_end[];

	return address >= (unsigned long)_start &&
	       address < (unsigned long)payload_end;
}

unsigned int ctr_check_recorded(void)
{
	struct ctr_record r;
	unsigned int n;

	csr_write(SCTRCTL, 0);
	for (n = 0; n < 256; n++) {
		r = ctr_read(n);
		if (!r.source)
			break;
		check_row("record", n);
		CHECK(in_payload(r.source));
		CHECK(!r.target || in_payload(r.target));
	}
	return n;
}

static struct ctr_record pattern(unsigned int n, unsigned long seed)
{
	return (struct ctr_record){ (seed + 16ul * n) | 1,
				    seed + 0x10000ul + 4ul * n, n & 0xf };
}

void ctr_fill(unsigned long depth, unsigned long seed)
{
	unsigned int n;

	ctr_reset();
	csr_write(SCTRDEPTH, depth);
	csr_write(SCTRSTATUS, CTR_FROZEN | (seed >> 4 & 0xf));
	for (n = 0; n < 16u << depth; n++)
		ctr_write(n, pattern(n, seed));
	csr_write(SISELECT, CTR_ENTRY + 7);
}

void ctr_check_filled(unsigned long depth, unsigned long seed)
{
	struct ctr_record r, want;
	unsigned int n;

	CHECK_EQ(csr_read(SCTRDEPTH), depth);
	CHECK_EQ(csr_read(SCTRSTATUS), CTR_FROZEN | (seed >> 4 & 0xf));
	CHECK_EQ(csr_read(SISELECT), CTR_ENTRY + 7);
	for (n = 0; n < 16u << depth; n++) {
		r = ctr_read(n);
		want = pattern(n, seed);
		CHECK_EQ(r.source, want.source);
		CHECK_EQ(r.target, want.target);
		CHECK_EQ(r.data, want.data);
	}
}
