// SPDX-License-Identifier: BSD-2-Clause
/* Functions for the tests of Control Transfer Records. */
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

bool ctr_mte_here(void)
{
	if (ctr_here() && option_given("mte=no"))
		check_skip("no traps into M-mode are recorded");
	return ctr_expected() && !option_given("mte=no");
}

/* --- optional parts ------------------------------------------------------ */

static unsigned long depth_tried(unsigned long depth)
{
	csr_write(SCTRDEPTH, depth);
	return csr_read(SCTRDEPTH);
}

static void find_depths(struct ctr_options *o)
{
	unsigned long depth;

	for (depth = 0; depth < 5; depth++) {
		if (depth_tried(depth) != depth)
			continue;
		if (!o->depths)
			o->least = depth;
		o->depths |= 1u << depth;
		o->most = depth;
	}
}

static unsigned long data_tried(void)
{
	unsigned long old, found;

	csr_write(SISELECT, CTR_ENTRY);
	old = csr_read(SIREG3);
	csr_write(SIREG3, ~0ul);
	found = csr_read(SIREG3);
	csr_write(SIREG3, old);
	return found;
}

/* Every depth also has the entries of the least depth. */
static void find_options(struct ctr_options *o)
{
	unsigned long control = csr_read(SCTRCTL), depth = csr_read(SCTRDEPTH);
	unsigned long status = csr_read(SCTRSTATUS);
	unsigned long select = csr_read(SISELECT);

	csr_write(SCTRCTL, ~3ul);
	o->control = csr_read(SCTRCTL) | CTR_S | CTR_U;
	csr_write(SCTRCTL, 0);
	o->data = data_tried();
	find_depths(o);
	csr_write(SCTRDEPTH, depth);
	csr_write(SCTRSTATUS, status);
	csr_write(SISELECT, select);
	csr_write(SCTRCTL, control);
}

const struct ctr_options *ctr_options(void)
{
	static struct ctr_options options[HARTS_MAX];
	unsigned int n = 0;

	while (hart_at(n) != hart_self())
		n++;
	if (!options[n].depths)
		find_options(&options[n]);
	return &options[n];
}

unsigned long ctr_depth_there(unsigned long depth)
{
	const struct ctr_options *o = ctr_options();

	return o->depths >> depth & 1 ? depth : o->most;
}

unsigned long ctr_data(unsigned long type)
{
	return type & ctr_options()->data;
}

struct ctr_record ctr_look(unsigned int n)
{
	struct ctr_record r = ctr_read(n);

	r.target &= ~1ul;
	r.data &= CTR_TYPE;
	return r;
}

/* --- states --------------------------------------------------------------- */

void ctr_reset(void)
{
	csr_write(SCTRCTL, 0);
	if (HART_TRY(csr_read(VSCTRCTL)) == HART_NO_TRAP)
		csr_write(VSCTRCTL, 0);
	csr_write(SCTRDEPTH, ctr_options()->least);
	csr_write(SCTRSTATUS, 0);
	csr_write(SISELECT, 0);
	ctr_clear();
}

unsigned int ctr_left_over(void)
{
	unsigned long depth = csr_read(SCTRDEPTH);
	unsigned long status = csr_read(SCTRSTATUS);
	unsigned int n, found = 0;
	struct ctr_record r;

	csr_write(SCTRDEPTH, ctr_options()->most);
	for (n = 0; n < 256; n++) {
		r = ctr_read(n);
		if (r.source || r.target || r.data)
			found++;
	}
	/* A change of depth may move the write pointer. */
	csr_write(SCTRDEPTH, depth);
	csr_write(SCTRSTATUS, status);
	return found;
}

void ctr_check_new(void)
{
	unsigned long vsctrctl = 0;

	CHECK_EQ(csr_read(SISELECT), 0);
	CHECK_EQ(csr_read(SCTRCTL), 0);
	CHECK_EQ(csr_read(SCTRSTATUS), 0);
	CHECK_EQ(csr_read(SCTRDEPTH), ctr_options()->least);
	if (HART_TRY(vsctrctl = csr_read(VSCTRCTL)) == HART_NO_TRAP)
		CHECK_EQ(vsctrctl, 0);
	CHECK_EQ(ctr_left_over(), 0);
	CHECK_EQ(csr_read(SCTRSTATUS), 0);
}

void ctr_record(unsigned long sctrctl)
{
	ctr_reset();
	csr_write(SCTRDEPTH, ctr_options()->most);
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
		r = ctr_look(n);
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
				    seed + 0x10000ul + 4ul * n,
				    ctr_data(n & 0xf) };
}

void ctr_fill(unsigned long depth, unsigned long seed)
{
	unsigned int n;

	depth = ctr_depth_there(depth);
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

	depth = ctr_depth_there(depth);
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
