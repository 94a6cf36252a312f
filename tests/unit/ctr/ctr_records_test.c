// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/ctr/ctr_records.c: the records that an owner leaves, and that it finds
 * again
 */
#include <string.h>

#include "unit_ctr.h"

static struct ctr_kept memory[CTR_DEPTH_MAX];

static struct ctr_context context(u32 room)
{
	memset(memory, 0, sizeof(memory));
	return (struct ctr_context){ .record = memory, .room = room };
}

/* Fill the buffer, so that it has wrapped, and set all controls. */
static void fill(unsigned int depth)
{
	unsigned int n;

	fake.state.mctrctl = unit_xlen(FAKE_CTR_S_VIEW);
	fake.state.vsctrctl = unit_xlen(FAKE_CTR_S_VIEW ^ 3);
	fake.state.sctrdepth = depth;
	fake.state.sctrstatus = CTR_FROZEN | 11;
	fake.state.siselect = 0x20f;
	fake.state.mstateen0 |= OTHERS;
	fake.state.hstateen0 = GATE_CTR | GATE_CSRIND | 1ull << 63 | 5;
	for (n = 0; n < fake_ctr_depth(); n++)
		*fake_ctr_entry(n) =
			(struct fake_ctr_entry){ 0x80001001 + 16 * n,
						 0x80002000 + 2 * n,
						 0x1230000 | (n & 15) };
}

/* --- saved state --------------------------------------------------------- */

static void round_trip(void)
{
	static struct fake_state before;
	struct ctr_context c;
	unsigned int depth;

	for (depth = 0; depth < 5; depth++) {
		unit_ctr_start();
		fill(depth);
		c = context(CTR_DEPTH_MAX);
		before = fake.state;
		CHECK_EQ("depth", ctr_depth(), 16 << depth);
		CHECK("in use", ctr_in_use(&unit_ctr));
		ctr_save(&unit_ctr, true, &c);
		CHECK("saving changes nothing",
		      !memcmp(&before, &fake.state, sizeof(before)));
		CHECK_EQ("as many as there are", c.count, 16 << depth);
		CHECK("valid", c.valid);
		ctr_clear(&unit_ctr);
		unit_ctr_check_clear("cleared");
		CHECK("not in use", !ctr_in_use(&unit_ctr));
		/* Another owner ran */
		unit_ctr_poison();
		ctr_clear(&unit_ctr);
		fake.state.hstateen0 = 1ull << 62 | 2;
		ctr_restore(&unit_ctr, &c);
		CHECK("all is back",
		      !memcmp(&before, &fake.state, sizeof(before)));
		CHECK("once", !c.valid);
	}
}

/* These fields exist only while the owner's custom bits are set. */
static void custom_fields(void)
{
	struct ctr_context c = context(16);

	unit_ctr_start();
	fake.has.ctr_fields |= FAKE_CTR_CUSTOM;
	fake.has.ctr_data = 0xf;
	fake.has.ctr_custom = 0x7000;
	fake.state.mctrctl = 1ull << 61 | CTL_S;
	fake.state.sctrstatus = 0x5003;
	fake_ctr_entry(3)->data = 0x3005;
	ctr_save(&unit_ctr, true, &c);
	ctr_clear(&unit_ctr);
	CHECK_EQ("off for the next owner", fake.state.mctrctl, 0);
	CHECK_EQ("status", fake.state.sctrstatus, 0);
	ctr_restore(&unit_ctr, &c);
	CHECK_EQ("controls", fake.state.mctrctl, 1ull << 61 | CTL_S);
	CHECK_EQ("status", fake.state.sctrstatus, 0x5003);
	CHECK_EQ("entry", fake_ctr_entry(3)->data, 0x3005);
}

static void too_little_room(void)
{
	struct ctr_context c;
	unsigned int n;

	unit_ctr_start();
	fill(2);
	c = context(20);
	ctr_save(&unit_ctr, true, &c);
	CHECK_EQ("what fits", c.count, 20);
	CHECK_EQ("no more", memory[20].source, 0);
	ctr_clear(&unit_ctr);
	ctr_restore(&unit_ctr, &c);
	for (n = 0; n < 64; n++)
		CHECK_EQ("the youngest", fake_ctr_entry(n)->source,
			 n < 20 ? 0x80001001 + 16 * n : 0);
	CHECK_EQ("status", fake.state.sctrstatus, CTR_FROZEN | 11);
	c = context(0);
	ctr_save(&unit_ctr, true, &c);
	CHECK_EQ("none", c.count, 0);
}

static void mte_comes_back(void)
{
	struct ctr_context c = context(16);

	unit_ctr_start();
	ctr_mte_set(&unit_ctr, 1, SBI_FWFT_SET_FLAG_LOCK);
	fake.state.mctrctl |= CTL_S;
	ctr_save(&unit_ctr, true, &c);
	ctr_clear(&unit_ctr);
	CHECK("off for the next", !unit_ctr.mte && !unit_ctr.mte_locked);
	CHECK_EQ("mctrctl", fake.state.mctrctl, 0);
	ctr_restore(&unit_ctr, &c);
	CHECK("on", unit_ctr.mte && unit_ctr.mte_locked);
	CHECK_EQ("mctrctl", fake.state.mctrctl, CTL_MTE | CTL_S);
}

/* --- a look --------------------------------------------------------------- */

static void recording(void)
{
	static const struct {
		u64 host, guest;
		bool on;
	} rows[] = { { 0, 0, false },
		     { CTL_STE | CTL_MTE | CTL_BPFRZ, CTL_STE, false },
		     { CTL_S, 0, true },
		     { CTL_U, 0, true },
		     { 0, CTL_S, true },
		     { 0, CTL_U, true } };
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_ctr_start();
		fake.state.mctrctl = rows[i].host;
		fake.state.vsctrctl = rows[i].guest;
		CHECK_EQ("row", ctr_recording(&unit_ctr), rows[i].on);
	}
	fake.has.ctr = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("no CTR", !ctr_recording(&unit_ctr));
}

static void look(void)
{
	struct ctr_record r;

	unit_ctr_start();
	fill(1);
	fake_ctr_entry(9)->source &= ~1ull;
	CHECK("youngest", ctr_record_at(0, &r));
	CHECK_EQ("source", r.source, 0x80001001);
	CHECK_EQ("target", r.target, 0x80002000);
	CHECK_EQ("data", r.data, 0x1230000);
	CHECK("third", ctr_record_at(2, &r));
	CHECK_EQ("source", r.source, 0x80001021);
	CHECK("not valid", !ctr_record_at(9, &r));
	CHECK("behind the last", !ctr_record_at(32, &r));
	CHECK_EQ("siselect", fake.state.siselect, 0x20f);
}

/* --- freeze --------------------------------------------------------------- */

static void overflow(void)
{
	unsigned long status;

	for (status = 0; status < 16; status += 5) {
		unit_ctr_start();
		fake.state.mctrctl = CTL_S | CTL_BPFRZ;
		fake.state.vsctrctl = CTL_LCOFIFRZ;
		fake.state.sctrstatus = status;
		ctr_overflow(&unit_ctr);
		CHECK_EQ("not asked", fake.state.sctrstatus, status);
		fake.state.mctrctl = CTL_LCOFIFRZ;
		ctr_overflow(&unit_ctr);
		CHECK_EQ("frozen", fake.state.sctrstatus, CTR_FROZEN | status);
		ctr_overflow(&unit_ctr);
		CHECK_EQ("still", fake.state.sctrstatus, CTR_FROZEN | status);
	}
	fake.has.ctr = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	ctr_overflow(&unit_ctr);
}

/* --- in use --------------------------------------------------------------- */

static void in_use_by_each(void)
{
	static unsigned long *const words[] = { &fake.state.sctrstatus,
						&fake.state.sctrdepth };
	static u64 *const wide[] = { &fake.state.mctrctl, &fake.state.vsctrctl,
				     &fake.state.ctr[15].source };
	unsigned int n;

	for (n = 0; n < array_size(words); n++) {
		unit_ctr_start();
		CHECK("not yet", !ctr_in_use(&unit_ctr));
		*words[n] = 1;
		CHECK("word", ctr_in_use(&unit_ctr));
	}
	for (n = 0; n < array_size(wide); n++) {
		unit_ctr_start();
		*wide[n] = 1;
		CHECK("register", ctr_in_use(&unit_ctr));
	}
	for (n = 0; n < 16; n++) {
		unit_ctr_start();
		fake.state.ctr[n].source = 1;
		CHECK("any entry", ctr_in_use(&unit_ctr));
	}
	unit_ctr_start();
	unit_ctr.mte = true;
	CHECK("MTE", ctr_in_use(&unit_ctr));
	unit_ctr_start();
	unit_ctr.mte_locked = true;
	CHECK("lock", ctr_in_use(&unit_ctr));
}

/*
 * The check must not change siselect: S-mode may be between siselect and sireg.
 */
static void in_use_keeps_siselect(void)
{
	unit_ctr_start();
	fake.state.siselect = 0x70;
	CHECK("no", !ctr_in_use(&unit_ctr));
	CHECK_EQ("siselect", fake.state.siselect, 0x70);
}

/* Records beyond the depth: no mode sees them until the depth is greater. */
static void records_out_of_reach(void)
{
	unit_ctr_start();
	fake.state.ctr[200].source = 0x80001235;
	CHECK("nothing to keep", !ctr_in_use(&unit_ctr));
	ctr_clear_unused(&unit_ctr);
	unit_ctr_check_clear("but to clear");
	fake.has.ctr = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	ctr_clear_unused(&unit_ctr);
}

/* An owner that uses nothing else keeps siselect and hstateen0. */
static void unused(void)
{
	struct ctr_context c = context(0);
	unsigned int n;

	for (n = 0; n < 4; n++) {
		unit_ctr_start();
		fake.state.siselect = n & 1 ? 0x145 : 0;
		fake.state.mstateen0 |= OTHERS;
		fake.state.hstateen0 = (n & 2 ? GATE_CTR : GATE_CSRIND) | 1;
		CHECK("unused", !ctr_in_use(&unit_ctr));
		ctr_save(&unit_ctr, false, &c);
		ctr_clear_unused(&unit_ctr);
		unit_ctr_check_clear("next owner");
		CHECK_EQ("of both halves", fake.state.hstateen0, 0);
		fake.state.hstateen0 = 2;
		fake.state.siselect = 0x99;
		ctr_clear(&unit_ctr);
		ctr_restore(&unit_ctr, &c);
		CHECK_EQ("siselect", fake.state.siselect, n & 1 ? 0x145 : 0);
		CHECK_EQ("hstateen0", fake.state.hstateen0,
			 (n & 2 ? GATE_CTR : GATE_CSRIND) | 1);
	}
}

/* --- harts without optional parts ---------------------------------------- */

static void without_csrind(void)
{
	struct ctr_context c = context(16);

	unit_ctr_hart();
	fake.has.csrind = false;
	fake.has.smstateen = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("not usable", !unit_ctr.usable && unit_ctr.present);
	fake.state.mctrctl = CTL_S;
	fake.state.sctrstatus = 3;
	CHECK("in use", ctr_in_use(&unit_ctr));
	c.count = 5;
	ctr_save(&unit_ctr, true, &c);
	CHECK_EQ("records", c.count, 0);
	ctr_clear(&unit_ctr);
	unit_ctr_check_clear("cleared");
	ctr_restore(&unit_ctr, &c);
	CHECK_EQ("status", fake.state.sctrstatus, 3);
	CHECK_EQ("control", fake.state.mctrctl, CTL_S);
}

static void without_hypervisor_or_ctr(void)
{
	struct ctr_context c = context(16);

	unit_ctr_hart();
	fake.has.hypervisor = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	fake.state.mctrctl = CTL_S;
	CHECK("in use", ctr_in_use(&unit_ctr));
	ctr_save(&unit_ctr, true, &c);
	ctr_clear(&unit_ctr);
	ctr_restore(&unit_ctr, &c);
	CHECK_EQ("control", fake.state.mctrctl, CTL_S);
	fake.has.ctr = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("never in use", !ctr_in_use(&unit_ctr));
}

static const struct unit_test tests[] = {
	UNIT_TEST(round_trip, UNIT_ALL),
	UNIT_TEST(custom_fields, UNIT_RV64),
	UNIT_TEST(too_little_room, UNIT_ALL),
	UNIT_TEST(mte_comes_back, UNIT_ALL),
	UNIT_TEST(recording, UNIT_ALL),
	UNIT_TEST(look, UNIT_ALL),
	UNIT_TEST(overflow, UNIT_ALL),
	UNIT_TEST(in_use_by_each, UNIT_ALL),
	UNIT_TEST(in_use_keeps_siselect, UNIT_ALL),
	UNIT_TEST(records_out_of_reach, UNIT_ALL),
	UNIT_TEST(unused, UNIT_ALL),
	UNIT_TEST(without_csrind, UNIT_ALL),
	UNIT_TEST(without_hypervisor_or_ctr, UNIT_ALL),
};

UNIT_MAIN("ctr_records", tests)
