// SPDX-License-Identifier: BSD-2-Clause
/*
 * Two domains on one hart use Control Transfer Records at random, take turns,
 * suspend, trap and make calls. Each has a model of its own state and compares
 * it, whatever the other domain and the firmware do in between. Records are
 * frozen or recording is off, so that only writes change them.
 */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "random.h"
#include "test_firmware.h"

#define NON_RETENTIVE 0x80000000ul
#define MCTRCTL_MTE (1ul << 9)
#define FIRST 0x80210010ul
#define SECOND 0x90300020ul
#define CONTROL (CTR_S | CTR_U | CTR_STE)

/* Entries are in physical order. */
struct owner {
	unsigned long sctrctl, vsctrctl, depth, status, siselect, gate;
	unsigned long mte, locked;
	struct ctr_record entry[256];
};

static struct owner owners[2], *own = &owners[0];
static bool has_vs, has_gate;
static unsigned long wrong_at, steps;

/* Both domains may find an error; only the first one is reported. */
static void expect(unsigned long seen, unsigned long want, unsigned long what)
{
	if (seen == want || wrong_at)
		return;
	wrong_at = steps;
	check_row("step", steps);
	check_row("of the second domain", own != &owners[0]);
	check_row("what", what);
	CHECK_EQ(seen, want);
}

static struct ctr_record *entry(unsigned int n)
{
	unsigned long wrptr = own->status & CTR_WRPTR;

	return &own->entry[(wrptr - n - 1) & ((16ul << own->depth) - 1)];
}

/* --- checks of state ----------------------------------------------------- */

static void check_entry(unsigned int n)
{
	struct ctr_record r = ctr_read(n), *want = entry(n);

	expect(r.source, want->source, 0x1000 + n);
	expect(r.target, want->target, 0x2000 + n);
	expect(r.data, want->data, 0x3000 + n);
}

static void check_registers(void)
{
	expect(csr_read(SISELECT), own->siselect, 1);
	expect(csr_read(SCTRCTL), own->sctrctl, 2);
	expect(csr_read(SCTRDEPTH), own->depth, 3);
	expect(csr_read(SCTRSTATUS), own->status, 4);
	if (has_vs)
		expect(csr_read(VSCTRCTL), own->vsctrctl, 5);
	if (has_gate)
		expect(csr_read(HSTATEEN0_CTR) & HSTATEEN0_GATE, own->gate, 6);
}

static unsigned long mctrctl(void)
{
	return test_firmware(TEST_CSR, TEST_MCTRCTL).value;
}

static void check_all(void)
{
	unsigned long n;

	check_registers();
	expect(sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, FWFT_CTR_MTE).value,
	       own->mte, 7);
	if (!option_given("mctrctl=no"))
		expect(mctrctl() & MCTRCTL_MTE, own->mte ? MCTRCTL_MTE : 0, 11);
	for (n = 0; n < 16ul << own->depth; n++)
		check_entry((unsigned int)n);
}

/* --- actions of an owner ------------------------------------------------- */

/* A value of sctrctl that records nothing, unless records are frozen. */
static unsigned long control(void)
{
	unsigned long value = (unsigned long)random();

	return own->status & CTR_FROZEN ? value : value & ~(CTR_S | CTR_U);
}

static void write_controls(void)
{
	csr_write(SCTRCTL, control());
	own->sctrctl = csr_read(SCTRCTL);
	own->status = csr_read(SCTRSTATUS); /* has custom fields */
	if (!has_vs)
		return;
	csr_write(VSCTRCTL, control());
	own->vsctrctl = csr_read(VSCTRCTL);
}

static void write_status(void)
{
	unsigned long value = random() & (CTR_FROZEN - 1);

	if ((random() & 1) ||
	    ((own->sctrctl | own->vsctrctl) & (CTR_S | CTR_U)))
		value |= CTR_FROZEN;
	csr_write(SCTRSTATUS, value);
	own->status = csr_read(SCTRSTATUS);
}

static void write_entry(unsigned int n)
{
	struct ctr_record r = { (unsigned long)random(),
				(unsigned long)random(),
				(unsigned long)random() };

	ctr_write(n, r);
	csr_write(SISELECT, own->siselect);
	*entry(n) = ctr_read(n);
}

static void write_depth(void)
{
	unsigned int n;

	csr_write(SCTRDEPTH, (unsigned long)one_of(5));
	own->depth = csr_read(SCTRDEPTH);
	write_status();
	for (n = 0; n < 16u << own->depth; n++)
		write_entry(n);
}

static void clear(void)
{
	unsigned int n;

	ctr_clear();
	for (n = 0; n < 256; n++)
		own->entry[n] = (struct ctr_record){ 0, 0, 0 };
}

/* Stop the use of CTR, and sometimes clear the other state. */
static void forget(void)
{
	unsigned int keep = one_of(4);

	csr_write(SCTRCTL, 0);
	own->sctrctl = 0;
	if (has_vs)
		csr_write(VSCTRCTL, 0);
	own->vsctrctl = 0;
	own->depth = ctr_options()->least;
	csr_write(SCTRDEPTH, own->depth);
	csr_write(SCTRSTATUS, 0);
	own->status = 0;
	clear();
	if (!keep)
		write_entry(one_of(16));
}

static void select(void)
{
	static const unsigned long values[] = { 0, CTR_ENTRY, CTR_ENTRY + 255,
						CTR_ENTRY + 17 };

	csr_write(SISELECT, values[one_of(4)]);
	own->siselect = csr_read(SISELECT);
	if (!has_gate)
		return;
	csr_clear(HSTATEEN0_CTR, HSTATEEN0_GATE);
	csr_set(HSTATEEN0_CTR, (unsigned long)random() & HSTATEEN0_GATE);
	own->gate = csr_read(HSTATEEN0_CTR) & HSTATEEN0_GATE;
}

static void ask_for_mte(void)
{
	unsigned long value = random() & 1, lock = !one_of(200);
	long error;

	if (option_given("mte=no"))
		return;
	error = sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FWFT_CTR_MTE, value, lock)
			.error;
	expect((unsigned long)error,
	       own->locked ? (unsigned long)SBI_ERR_DENIED_LOCKED : 0, 8);
	if (own->locked)
		return;
	own->mte = value;
	own->locked = lock;
}

static void sleep_a_while(void)
{
	static const unsigned long types[] = { 0, NON_RETENTIVE, NON_RETENTIVE,
					       NON_RETENTIVE + 1, 7 };

	sbi_set_timer(hart_time() + 100);
	csr_write(sie, HART_IRQ_TIMER);
	if (one_of(6))
		hart_suspend(types[one_of(5)]);
	else
		hart_sleep(one_of(2));
	csr_write(sie, 0);
	sbi_set_timer(~0ull);
}

static void trap(void)
{
	expect(HART_TRY(__asm__ volatile(".4byte 0")), HART_ILLEGAL, 9);
}

static void (*const actions[])(void) = {
	write_controls, write_controls, write_status, write_depth,
	clear,		forget,		select,	      select,
	ask_for_mte,	sleep_a_while,	trap
};

#define ACTIONS (sizeof(actions) / sizeof(actions[0]))

static void act(void)
{
	unsigned int n = one_of(8);

	for (; n; n--) {
		actions[one_of(ACTIONS)]();
		check_registers();
		write_entry(one_of(16u << own->depth));
		steps++;
	}
}

static void turn(void)
{
	check_all();
	act();
	check_all();
}

static void second_turn(void)
{
	own = &owners[1];
	turn();
	own = &owners[0];
}

static void take_turns(void)
{
	unsigned long n, rounds = option_number("rounds", 400);

	if (!ctr_here())
		return;
	random_seed(option_number("seed", 1));
	owners[0].depth = owners[1].depth = ctr_options()->least;
	has_vs = HART_TRY(csr_read(VSCTRCTL)) == HART_NO_TRAP;
	has_gate = HART_TRY(csr_read(HSTATEEN0_CTR)) == HART_NO_TRAP;
	for (n = 0; n < rounds && !wrong_at; n++) {
		turn();
		expect((unsigned long)domains_run(second_turn), 0, 10);
		if (n == rounds / 2)
			test_firmware(TEST_LOSE, 0);
	}
	CHECK_EQ(wrong_at, 0);
	CHECK(steps > rounds);
	ctr_reset();
}

/* --- what chance rarely makes ---------------------------------------------- */

static void nothing(void)
{
}

static void second_is_new(void)
{
	ctr_check_new();
	CHECK_EQ(mctrctl(), 0);
}

static void second_fills(void)
{
	ctr_fill(0, SECOND);
	csr_write(SCTRCTL, CTR_S | CTR_BPFRZ);
}

static void second_has(void)
{
	CHECK_EQ(csr_read(SCTRCTL), CTR_S | CTR_BPFRZ);
	ctr_check_filled(0, SECOND);
}

static void first_fills(unsigned long depth)
{
	ctr_fill(depth, FIRST);
	if (HART_TRY(csr_write(VSCTRCTL, CTR_U)) != HART_NO_TRAP)
		check_row("no vsctrctl", depth);
	csr_write(SCTRCTL, CONTROL & ctr_options()->control);
}

static void first_has(unsigned long depth)
{
	unsigned long vsctrctl = CTR_U;

	CHECK_EQ(csr_read(SCTRCTL), CONTROL & ctr_options()->control);
	HART_TRY(vsctrctl = csr_read(VSCTRCTL));
	CHECK_EQ(vsctrctl, CTR_U);
	ctr_check_filled(depth, FIRST);
}

/*
 * The heap is empty before the first owner keeps records: all owners keep them,
 * because their memory is from boot. OpenSBI's contexts need a switch before.
 */
static void without_memory(void)
{
	if (!ctr_here())
		return;
	domains_run(nothing);
	CHECK_OK(test_firmware(TEST_HEAP, 1));
	first_fills(4);
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	first_has(4);
	CHECK_EQ(domains_run(second_fills), SBI_SUCCESS);
	first_has(4);
	CHECK_EQ(domains_run(second_has), SBI_SUCCESS);
	first_has(4);
	CHECK_OK(test_firmware(TEST_HEAP, 0));
	CHECK_EQ(domains_run(ctr_reset), SBI_SUCCESS);
	ctr_reset();
}

static void second_finds_no_records(void)
{
	CHECK_EQ(ctr_left_over(), 0);
}

/* Records exist, although all registers have the value 0. */
static void records_left_behind(void)
{
	struct ctr_record none = { 0, 0, 0 }, r = { FIRST | 1, FIRST, 9 };
	unsigned int n;

	if (!ctr_here())
		return;
	for (n = 0; n < 16; n++) {
		check_row("entry", n);
		ctr_reset();
		ctr_write(n, r);
		csr_write(SISELECT, 0);
		domains_run(second_finds_no_records);
		CHECK_EQ(ctr_read(n).source, r.source);
	}
	/*
	 * Records beyond the depth are neither restored nor left for the other
	 * domain.
	 */
	ctr_fill(4, FIRST);
	csr_write(SCTRDEPTH, ctr_options()->least);
	csr_write(SCTRSTATUS, 0);
	for (n = 0; n < 16u << ctr_options()->least; n++)
		ctr_write(n, none);
	csr_write(SISELECT, 0);
	domains_run(second_finds_no_records);
	ctr_reset();
}

/* Recording goes on across a switch, without records of the firmware. */
static void recording(void)
{
	if (!ctr_here())
		return;
	ctr_record(CONTROL);
	domains_run(second_fills);
	domains_run(nothing);
	CHECK(ctr_check_recorded() > 4);
	domains_run(ctr_reset);
	ctr_reset();
}

const struct check_case check_cases[] = {
	{ "no memory", without_memory },
	{ "records left behind", records_left_behind },
	{ "recording goes on", recording },
	{ "two owners take turns", take_turns },
	{ NULL, NULL },
};
