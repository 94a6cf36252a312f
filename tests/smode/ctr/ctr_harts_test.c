// SPDX-License-Identifier: BSD-2-Clause
/*
 * Each hart gives S-mode the extensions that its own node in the device tree
 * lists, and no node lists an extension that its hart does not have. Bit n of
 * "harts" says that the tree lists CTR for hart ID n, and that this hart has
 * it. If the tree lists CTR for other harts, too, "listed" has all of them.
 */
#include "check.h"
#include "ctr_rig.h"
#include "fdt.h"
#include "print.h"

#define SSCSRIND_COUNTER 0x40ul /* siselect of cycle (Smcdeleg) */
#define SCOUNTINHIBIT 0x120

/* State that a hart finds; the hart must not call functions of check.h. */
struct found {
	unsigned long control, select, entry, counter, inhibit;
};

static struct found found[HARTS_MAX];

static void look(void *arg)
{
	struct found *f = arg;

	f->control = HART_TRY(csr_read(SCTRCTL));
	f->select = HART_TRY(csr_write(SISELECT, CTR_ENTRY));
	f->entry = HART_TRY(csr_read(SIREG));
	HART_TRY(csr_write(SISELECT, SSCSRIND_COUNTER));
	f->counter = HART_TRY(csr_read(SIREG));
	f->inhibit = HART_TRY(csr_read(SCOUNTINHIBIT));
	HART_TRY(csr_write(SISELECT, 0));
}

/* QEMU writes the number in decimal. @return the name, until the next call */
static const char *node_of(unsigned long hartid)
{
	static char node[] = "cpu@00";
	char *digit = node + 4;

	if (hartid > 9)
		*digit++ = (char)('0' + hartid / 10);
	*digit++ = (char)('0' + hartid % 10);
	*digit = 0;
	return node;
}

static bool listed(unsigned long hartid, const char *name)
{
	const char *node = node_of(hartid);

	return (option_given("isa=list") ||
		ctr_listed_of(node, "riscv,isa", name)) &&
	       (option_given("isa=string") ||
		ctr_listed_of(node, "riscv,isa-extensions", name));
}

/* The property has one string, and no rest of a longer one */
static void is_one_string(unsigned long hartid)
{
	const char *isa;
	u32 size, n = 0;

	if (option_given("isa=list"))
		return;
	isa = fdt_property(node_of(hartid), "riscv,isa", &size);
	if (!CHECK(isa && size))
		return;
	while (n < size && isa[n])
		n++;
	CHECK_EQ(n, size - 1);
}

static void in_neither(unsigned long hartid, const char *name)
{
	const char *node = node_of(hartid);

	CHECK(!ctr_listed_of(node, "riscv,isa", name));
	CHECK(!ctr_listed_of(node, "riscv,isa-extensions", name));
}

/*
 * If the option `yes` is given, the tree must list the name; if `no` is, it
 * must not.
 */
static void check_name(unsigned long hartid, const char *name, const char *yes,
		       const char *no, bool works)
{
	if (option_given(yes))
		CHECK(listed(hartid, name));
	if (option_given(no) || !listed(hartid, name))
		in_neither(hartid, name);
	if (listed(hartid, name))
		CHECK(works);
}

static void check_hart(unsigned long hartid, const struct found *f)
{
	bool ctr = f->control == HART_NO_TRAP && f->entry == HART_NO_TRAP;
	u64 harts = option_number("harts", ~0ull);

	check_row("hart", hartid);
	is_one_string(hartid);
	if (ctr_expected() && harts >> hartid & 1) {
		CHECK(listed(hartid, "ssctr") || option_given("ssctr=no"));
		CHECK(ctr);
	} else {
		in_neither(hartid, "ssctr");
		in_neither(hartid, "smctr");
		if (option_given("stateen=yes"))
			CHECK_EQ(f->control, HART_ILLEGAL);
	}
	check_name(hartid, "sscsrind", "select=yes", "select=no",
		   f->select == HART_NO_TRAP);
	check_name(hartid, "ssccfg", "delegation=yes", "delegation=no",
		   f->counter == HART_NO_TRAP && f->inhibit == HART_NO_TRAP);
	check_name(hartid, "smcdeleg", "delegation=yes", "delegation=no",
		   f->counter == HART_NO_TRAP && f->inhibit == HART_NO_TRAP);
}

/* Number of harts, of the first count, whose nodes listed CTR */
static unsigned int were_listed(unsigned int count)
{
	unsigned int n, number = 0;
	u64 harts = option_number("listed", option_number("harts", ~0ull));

	if (option_given("ssctr=no") && option_given("smctr=no"))
		return 0;
	for (n = 0; n < count; n++)
		number += harts >> n & 1;
	return number;
}

/* run.py looks for these lines in the firmware's earlier output. */
static void told(unsigned int count)
{
	unsigned int n, usable = 0, were = were_listed(count);

	for (n = 0; n < count; n++)
		usable += listed(n, "ssctr") || listed(n, "smctr");
	if (option_given("absent=3"))
		print("# has: hartscope: CTR: 1 of 4 harts did not report; "
		      "the device tree does not list it for them\n");
	else
		print("# lacks: harts did not report\n");
	if (usable && usable == were)
		print("# has: hartscope: CTR: control transfer records are for "
		      "S-mode\n");
	else if (usable)
		print("# has: hartscope: CTR: control transfer records are for "
		      "S-mode on %u of %u harts that list it\n",
		      usable, were);
	else if (were)
		print("# has: hartscope: CTR: not usable by S-mode, device tree "
		      "does not list it\n");
	else
		print("# lacks: hartscope: CTR:\n");
}

/* At boot OpenSBI prints the extensions that it detected on the first hart. */
static void believed(void)
{
	static const char *const names[] = { "smctr", "ssctr", "sscsrind",
					     "smcdeleg", "ssccfg" };
	unsigned long hartid = hart_self()->hartid;
	unsigned int n;

	for (n = 0; n < array_size(names); n++)
		print("# %s: %s\n", listed(hartid, names[n]) ? "once" : "lacks",
		      names[n]);
}

/*
 * After a non-retentive suspend S-mode can access the same registers as before.
 */
static void same_after_sleep(void)
{
	struct found before, after;

	look(&before);
	csr_set(sie, HART_IRQ_TIMER);
	CHECK_OK(sbi_set_timer(hart_time() + 1000));
	CHECK_EQ(hart_suspend(SBI_HSM_SUSPEND_NON_RET_DEFAULT), SBI_SUCCESS);
	csr_clear(sie, HART_IRQ_TIMER);
	CHECK_OK(sbi_set_timer(~0ull));
	look(&after);
	CHECK_EQ(after.control, before.control);
	CHECK_EQ(after.select, before.select);
	CHECK_EQ(after.entry, before.entry);
	CHECK_EQ(after.counter, before.counter);
	CHECK_EQ(after.inhibit, before.inhibit);
}

static void every_hart(void)
{
	unsigned int n, count = hart_count();

	told(count);
	believed();
	look(&found[0]);
	for (n = 1; n < count; n++) {
		if (hart_at(n)->hartid == option_number("absent", ~0ull))
			continue;
		CHECK(hart_start(n));
		CHECK(hart_call(n, look, &found[n]));
		CHECK(hart_stop(n));
	}
	for (n = 0; n < count; n++) {
		if (hart_at(n)->hartid == option_number("absent", ~0ull)) {
			in_neither(hart_at(n)->hartid, "ssctr");
			in_neither(hart_at(n)->hartid, "sscsrind");
			continue;
		}
		check_hart(hart_at(n)->hartid, &found[n]);
	}
}

const struct check_case check_cases[] = {
	{ "every hart and its node", every_hart },
	{ "the same after a sleep", same_after_sleep },
	{ NULL, NULL },
};
