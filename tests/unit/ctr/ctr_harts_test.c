// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts that differ. Each node of the device tree lists the extensions of its
 * own hart, and each hart gives S-mode the extensions that its node lists. Any
 * hart may boot.
 */
#include <stdio.h>
#include <string.h>

#include "unit_ctr.h"

enum { HARTS = 4 };

static const char tree[] = "rv64i_sscsrind_smcdeleg_ssccfg_smctr_ssctr";

/* A machine: its harts, their nodes, and the firmware's knowledge of them. */
static struct {
	struct fake_hart hart[HARTS];
	struct ctr_hart ctr[HARTS];
	char isa[HARTS][sizeof(tree)];
	struct ctr_harts all;
} machine;

/* Actions of one hart, on its own state. */
static u8 names_of(unsigned int n)
{
	u8 names;

	fake = machine.hart[n];
	names = ctr_hart_names();
	machine.hart[n] = fake;
	return names;
}

static void start(unsigned int n)
{
	fake = machine.hart[n];
	ctr_hart_init(&machine.ctr[n], ctr_harts_names(&machine.all, n) &
					       ctr_isa_names(machine.isa[n]));
	machine.hart[n] = fake;
}

static void reset(void (*lacks)(unsigned int n, unsigned int mask),
		  unsigned int mask)
{
	unsigned int n;

	memset(&machine, 0, sizeof(machine));
	machine.all.count = HARTS;
	for (n = 0; n < HARTS; n++) {
		unit_ctr_hart();
		unit_ctr_poison();
		lacks(n, mask);
		machine.hart[n] = fake;
		snprintf(machine.isa[n], sizeof(machine.isa[n]), "%s", tree);
	}
}

/* The order of a boot. The harts in late start after the tree was made. */
static void boot(unsigned int boot_hart, unsigned int late)
{
	unsigned int n, i;
	u8 listed;

	ctr_harts_say(&machine.all, boot_hart, names_of(boot_hart));
	start(boot_hart);
	for (i = 1; i < HARTS; i++) {
		n = (boot_hart + i) % HARTS;
		if (!(late >> n & 1))
			ctr_harts_say(&machine.all, n, names_of(n));
	}
	CHECK_EQ("silent", ctr_harts_silent(&machine.all),
		 __builtin_popcount(late & ~(1u << boot_hart)));
	ctr_harts_close(&machine.all);
	for (n = 0; n < HARTS; n++) {
		listed = ctr_isa_names(machine.isa[n]);
		ctr_isa_remove(machine.isa[n],
			       listed & ~ctr_harts_names(&machine.all, n));
	}
	for (n = 0; n < HARTS; n++)
		if (n != boot_hart && (late >> n & 1))
			ctr_harts_say(&machine.all, n, names_of(n));
	for (n = 0; n < HARTS; n++)
		if (n != boot_hart)
			start(n);
}

/* --- harts with CTR ------------------------------------------------------ */

static void no_ctr(unsigned int n, unsigned int mask)
{
	fake.has.ctr = fake.has.mctrctl = mask >> n & 1;
}

static void no_gate_bit(unsigned int n, unsigned int mask)
{
	if (!(mask >> n & 1))
		fake.has.mstateen = ~GATE_CTR;
}

static void no_select_bit(unsigned int n, unsigned int mask)
{
	if (!(mask >> n & 1))
		fake.has.mstateen = ~GATE_CSRIND;
}

static void no_select(unsigned int n, unsigned int mask)
{
	fake.has.csrind = mask >> n & 1;
}

static void no_delegation(unsigned int n, unsigned int mask)
{
	if (!(mask >> n & 1))
		fake.has.menvcfg = ~(1ull << 60);
}

static const struct {
	const char *name;
	void (*lacks)(unsigned int n, unsigned int mask);
	u8 left; /* names that are left of all */
} ways[] = {
	{ "no CTR", no_ctr, CTR_NAMES_SELECT | CTR_NAMES_DELEGATION },
	{ "no CTR bit", no_gate_bit, CTR_NAMES_SELECT | CTR_NAMES_DELEGATION },
	{ "no CSRIND bit", no_select_bit, 0 },
	{ "no siselect", no_select, 0 },
	{ "no CDE bit", no_delegation, CTR_NAMES_SELECT | CTR_NAMES_CTR },
};

static void check(const char *row, unsigned int n, u8 want)
{
	u64 gate = (want & CTR_NAMES_CTR ? GATE_CTR | GATE_CSRIND : 0) |
		   (want & CTR_NAMES_SELECT ? GATE_CSRIND : 0);
	const struct fake_hart *h = &machine.hart[n];

	CHECK_EQ(row, ctr_isa_names(machine.isa[n]), want);
	CHECK_EQ(row, machine.ctr[n].usable, !!(want & CTR_NAMES_CTR));
	CHECK_EQ(row, h->state.mstateen0 & (GATE_CTR | GATE_CSRIND), gate);
	CHECK_EQ(row, h->log.faults, 0);
	CHECK_EQ(row, h->state.mctrctl,
		 h->has.ctr ? 0 : unit_xlen(FAKE_CTR_ALL));
}

static void every_mask(void)
{
	unsigned int way, mask, first, n;

	for (way = 0; way < array_size(ways); way++)
		for (mask = 0; mask < 1u << HARTS; mask++)
			for (first = 0; first < HARTS; first++) {
				reset(ways[way].lacks, mask);
				boot(first, 0);
				for (n = 0; n < HARTS; n++)
					check(ways[way].name, n,
					      mask >> n & 1 ? CTR_NAMES_ALL :
							      ways[way].left);
			}
}

/*
 * A hart that starts too late finds an empty node, and gives S-mode no
 * extension.
 */
static void late_harts(void)
{
	unsigned int late, first, n;

	for (late = 0; late < 1u << HARTS; late++)
		for (first = 0; first < HARTS; first++) {
			reset(no_ctr, ~0u);
			boot(first, late);
			for (n = 0; n < HARTS; n++)
				check("late", n,
				      n != first && (late >> n & 1) ?
					      0 :
					      CTR_NAMES_ALL);
		}
}

/* A hart whose node does not list the extension does not have it. */
static void not_listed(void)
{
	unsigned int first, n;

	for (first = 0; first < HARTS; first++) {
		reset(no_ctr, ~0u);
		strcpy(machine.isa[2], "rv64i_sscsrind");
		boot(first, 0);
		for (n = 0; n < HARTS; n++)
			check("not listed", n,
			      n == 2 ? CTR_NAMES_SELECT : CTR_NAMES_ALL);
	}
}

/* --- one hart ------------------------------------------------------------- */

/* The names are found without a change of the state enables and of menvcfg. */
static void names_change_nothing(void)
{
	unit_ctr_hart();
	fake.state.mstateen0 = GATE_CSRIND | 5;
	fake.state.menvcfg = 0x80;
	CHECK_EQ("all", ctr_hart_names(), CTR_NAMES_ALL);
	CHECK_EQ("mstateen0", fake.state.mstateen0, GATE_CSRIND | 5);
	CHECK_EQ("menvcfg", fake.state.menvcfg, 0x80);
	unit_ctr_hart();
	fake.state.mstateen0 = GATE_CTR | 5;
	CHECK_EQ("all", ctr_hart_names(), CTR_NAMES_ALL);
	CHECK_EQ("mstateen0", fake.state.mstateen0, GATE_CTR | 5);
}

static void names_of_little(void)
{
	unit_ctr_hart();
	fake.has.menvcfg = 0;
	CHECK_EQ("no menvcfg", ctr_hart_names(),
		 CTR_NAMES_CTR | CTR_NAMES_SELECT);
	unit_ctr_hart();
	fake.has.smstateen = false;
	CHECK_EQ("no Smstateen", ctr_hart_names(), CTR_NAMES_ALL);
	fake.has.csrind = false;
	CHECK_EQ("no siselect either", ctr_hart_names(), 0);
}

/* A core whose absent registers do not trap has none of the extensions. */
static void names_of_a_core_that_ignores(void)
{
	unit_ctr_hart();
	fake.has.ctr = fake.has.csrind = fake.has.smstateen = false;
	fake.has.hypervisor = false;
	fake.has.menvcfg = 0;
	fake.has.ignores = true;
	ctr_hart_quiesce();
	CHECK_EQ("nothing", ctr_hart_names(), 0);
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("nothing", !unit_ctr.present && !unit_ctr.usable &&
				 !unit_ctr.select && !unit_ctr.has_select);
	CHECK("unused", !ctr_in_use(&unit_ctr));
	ctr_clear_unused(&unit_ctr);
	ctr_hart_resume(&unit_ctr, NULL);
	ctr_hart_delegate(&unit_ctr);
	fake.has.csrind = true;
	CHECK_EQ("no gate that opens", ctr_hart_names(), 0);
}

static void words(void)
{
	static struct ctr_harts all;

	memset(&all, 0, sizeof(all));
	all.count = 2;
	ctr_harts_say(&all, 1, 0);
	CHECK_EQ("nothing is a word", ctr_harts_silent(&all), 1);
	ctr_harts_say(&all, CTR_HARTS_MAX, CTR_NAMES_ALL);
	CHECK_EQ("no such hart", ctr_harts_names(&all, CTR_HARTS_MAX), 0);
	CHECK_EQ("nor this", ctr_harts_names(&all, ~0u), 0);
	ctr_harts_say(&all, 0, CTR_NAMES_CTR);
	CHECK_EQ("at once", ctr_harts_names(&all, 0), CTR_NAMES_CTR);
	CHECK_EQ("none", ctr_harts_silent(&all), 0);
	ctr_harts_say(&all, 1, CTR_NAMES_ALL);
	ctr_harts_say(&all, 2, CTR_NAMES_CTR);
	ctr_harts_close(&all);
	CHECK_EQ("beyond the last", ctr_harts_names(&all, 2), 0);
	CHECK_EQ("all", ctr_harts_names(&all, 1), CTR_NAMES_ALL);
	ctr_harts_withhold(&all, CTR_NAMES_DELEGATION);
	CHECK_EQ("withheld", ctr_harts_names(&all, 1),
		 CTR_NAMES_ALL & ~CTR_NAMES_DELEGATION);
	CHECK_EQ("and no more", ctr_harts_names(&all, 0), CTR_NAMES_CTR);
}

static const struct unit_test tests[] = {
	UNIT_TEST(every_mask, UNIT_ALL),
	UNIT_TEST(late_harts, UNIT_ONE),
	UNIT_TEST(not_listed, UNIT_ONE),
	UNIT_TEST(names_change_nothing, UNIT_ALL),
	UNIT_TEST(names_of_little, UNIT_ALL),
	UNIT_TEST(names_of_a_core_that_ignores, UNIT_ALL),
	UNIT_TEST(words, UNIT_ONE),
};

UNIT_MAIN("ctr_harts", tests)
