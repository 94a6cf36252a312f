// SPDX-License-Identifier: BSD-2-Clause
/*
 * IPIs, software interrupts and fences in the firmware's own trap entry.
 * Another hart is data in memory of the firmware: the test checks each word
 * that the entry writes there, and which code served the request. It also
 * checks that fences of the calling hart have their effect.
 */
#include "check.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

#define BIT (1ul << 5)	 /* the bit of this hart's domain */
#define OTHER (1ul << 3) /* the bit of another domain */
#define LAST 0xfffffffful

static struct peek look;
static struct peek_peers peers;

/* --- a call with random registers ------------------------------------------ */

static unsigned long regs[32];

static void call_of(unsigned long eid, unsigned long fid, unsigned long a0,
		    unsigned long a1)
{
	unsigned long before[32];
	unsigned int n;

	for (n = 0; n < 32; n++)
		regs[n] = (unsigned long)random();
	regs[10] = a0;
	regs[11] = a1;
	regs[16] = fid;
	regs[17] = eid;
	memcpy(before, regs, sizeof(regs));
	sbi_call_registers(regs);
	for (n = 1; n < 32; n++)
		if (n != 2 && n != 10 && n != 11)
			CHECK_EQ(regs[n], before[n]);
}

static void call(unsigned long eid, unsigned long a0, unsigned long a1)
{
	call_of(eid, 0, a0, a1);
}

/* The next event carries into the upper half of its counter. */
static void carry_next(unsigned int event)
{
	unsigned long value = peek_event(event, 0);

	peek_event(event, (LAST - value) & LAST);
}

static void count(unsigned int event)
{
	pmu_reset();
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO, EVENT_FW(event), 0),
		    pmu.fw);
}

/* --- to a hart -------------------------------------------------------------- */

#define OWED(domains)                                 \
	{                                             \
		.up = 1, .owed = (domains), .ipis = 1 \
	}
#define FOR_C(what, hart, ...)                                      \
	{                                                           \
		.name = what, .hartid = hart, .c = true, .peers = { \
			.up = 1,                                    \
			__VA_ARGS__                                 \
		}                                                   \
	}

static const struct send_row {
	const char *name;
	unsigned long hartid; /* target of the IPI */
	struct peek_peers peers;
	bool c; /* C must answer, and has no such hart */
	unsigned long owed, ipis, bell;
} sends[] = {
	{ "idle", PEEK_PEER, { .up = 1 }, false, BIT, 1, 1 },
	{ "counted", PEEK_PEER, { .up = 1, .ipis = 7 }, false, BIT, 8, 1 },
	{ "owed already", PEEK_PEER, OWED(BIT | 1), false, BIT | 1, 2, 0 },
	{ "owed to others", PEEK_PEER, OWED(OTHER), false, BIT | OTHER, 2, 1 },
	{ "not up", PEEK_PEER, { .owed = OTHER }, false, OTHER, 0, 0 },
	FOR_C("in another domain", PEEK_PEER, .abroad = 1),
	FOR_C("without a doorbell", PEEK_PEER, .deaf = 1),
	FOR_C("of another number", PEEK_PEER, .hartid = PEEK_PEER + 1),
	FOR_C("behind the last", PEEK_PEER + 1, .hartid = 1),
	FOR_C("far behind it", ~0ul / 64, .hartid = 1),
	FOR_C("the last of all", ~0ul - 1, .hartid = 1),
};

static void send(const struct send_row *row)
{
	u64 sent;

	check_row(row->name, row->hartid);
	peers = row->peers;
	peers.hartid = row->peers.hartid ? row->peers.hartid : PEEK_PEER;
	peers.domain_bit = BIT;
	count(SBI_PMU_FW_IPI_SENT);
	carry_next(SBI_PMU_FW_IPI_SENT);
	sent = pmu_value(pmu.fw);
	peek_peers_set(&peers);
	peek_save(&look);
	peek_load(&look);
	call(SBI_EXT_IPI, 1, row->hartid);
	peek_save(&look);
	peek_peers_get(&peers);
	peek_peers_back();
	CHECK_EQ(look.traps, 1);
	CHECK_EQ(look.other, row->c);
	CHECK_EQ((long)regs[10], row->c ? SBI_ERR_INVALID_PARAM : 0);
	CHECK_EQ(pmu_value(pmu.fw) - sent, !row->c && row->peers.up);
	if (!row->c)
		CHECK_EQ(regs[11], 0);
	CHECK_EQ(peers.owed, row->c ? row->peers.owed : row->owed);
	CHECK_EQ(peers.ipis, row->c ? row->peers.ipis : row->ipis);
	CHECK_EQ(peers.bell, row->bell);
}

/* Without ACLINT, C handles all of these. */
static bool has_bells(void)
{
	return !option_given("aia");
}

static void sends_to_another(void *arg)
{
	unsigned int n;

	(void)arg;
	for (n = 0; n < sizeof(sends) / sizeof(sends[0]); n++)
		send(&sends[n]);
	check_row(NULL, 0);
}

/* The first hart is the first entry of lists, so other harts run this, too. */
static void on_all_harts(void (*work)(void *))
{
	unsigned int n;

	work(NULL);
	for (n = 1; n < hart_count(); n++) {
		CHECK(hart_start(n));
		CHECK(hart_call(n, work, NULL));
		CHECK(hart_stop(n));
	}
}

static void ipi_to_another(void)
{
	if (peek_ready())
		on_all_harts(sends_to_another);
}

static void send_to_itself(void *arg)
{
	u64 sent;

	(void)arg;
	count(SBI_PMU_FW_IPI_SENT);
	sent = pmu_value(pmu.fw);
	peek_save(&look);
	peek_load(&look);
	csr_clear(sip, HART_IRQ_SOFT);
	call(SBI_EXT_IPI, 1, hart_self()->hartid);
	CHECK(csr_read(sip) & HART_IRQ_SOFT);
	csr_clear(sip, HART_IRQ_SOFT);
	CHECK(!regs[10] && !regs[11]);
	CHECK_EQ(pmu_value(pmu.fw), sent);
	/* To all harts, of which one exists */
	call(SBI_EXT_IPI, 1, ~0ul);
	CHECK(csr_read(sip) & HART_IRQ_SOFT);
	csr_clear(sip, HART_IRQ_SOFT);
	peek_save(&look);
	CHECK_EQ(look.traps, 1);
	CHECK_EQ(look.other, 1);
}

static void ipi_to_itself(void)
{
	if (peek_ready())
		on_all_harts(send_to_itself);
}

/* --- from a hart ------------------------------------------------------------ */

static const struct take_row {
	const char *name;
	struct peek_peers peers;
	u32 traps, c; /* number of traps to OpenSBI, and of calls of C */
	bool interrupt;
} takes[] = {
	{ "nothing", { .ipis = 3 }, 0, 0, false },
	{ "one", { .owed = BIT, .ipis = 1 }, 0, 0, true },
	{ "many", { .owed = BIT | OTHER, .ipis = 70000 }, 0, 0, true },
	{ "another domain's", { .owed = OTHER, .ipis = 1 }, 0, 0, false },
	{ "a fence",
	  { .owed = BIT, .ipis = 1, .pending = { 2 } },
	  0,
	  1,
	  false },
	{ "of a hart with a higher number",
	  { .owed = BIT, .ipis = 1, .pending = { 0, 1 } },
	  0,
	  1,
	  false },
#if __riscv_xlen == 32
	{ "of one still higher",
	  { .owed = BIT, .ipis = 1, .pending = { 0, 0, 1 } },
	  0,
	  1,
	  false },
	{ "of the highest",
	  { .owed = BIT, .ipis = 1, .pending = { 0, 0, 0, 1ul << 31 } },
	  0,
	  1,
	  false },
#endif
	{ "of OpenSBI", { .owed = BIT, .ipis = 1, .foreign = 1 }, 0, 1, false },
	{ "before all is known", { .owed = BIT, .lost = 1 }, 0, 1, false },
	{ "no doorbell", { .owed = BIT, .mute = 1 }, 0, 1, false },
	{ "not ours", { .owed = BIT, .off = 1 }, 1, 0, false },
	{ "C says no", { .owed = BIT, .lost = 1, .stock = 1 }, 1, 1, false },
};

/* The hart decides if the trap of peek_save() or the interrupt comes first. */
static void take(const struct take_row *row)
{
	bool ours = !row->traps && !row->c;
	u64 received;

	check_row(row->name, row->peers.owed);
	peers = row->peers;
	peers.hartid = PEEK_PEER;
	peers.domain_bit = BIT;
	count(SBI_PMU_FW_IPI_RECVD);
	carry_next(SBI_PMU_FW_IPI_RECVD);
	received = pmu_value(pmu.fw);
	csr_clear(sip, HART_IRQ_SOFT);
	peek_peers_set(&peers);
	peek_save(&look);
	peek_load(&look);
	/* The interrupt comes at the end of the call */
	call_of(PEEK_EID, PEEK_RING, 0, 0);
	CHECK_EQ(regs[10], 0);
	CHECK_EQ(regs[11], 0);
	peek_save(&look);
	peek_peers_get(&peers);
	peek_peers_back();
	/* The ring is one trap, and peek_save() is another. */
	CHECK_EQ(look.traps - 2, row->traps);
	CHECK_EQ(look.other, row->c);
	CHECK_EQ(!!(csr_read(sip) & HART_IRQ_SOFT), row->interrupt);
	csr_clear(sip, HART_IRQ_SOFT);
	if (ours || row->c)
		CHECK_EQ(pmu_value(pmu.fw) - received,
			 row->interrupt ? row->peers.ipis : 0);
	CHECK_EQ(peers.owed,
		 row->interrupt ? row->peers.owed & ~BIT : row->peers.owed);
	CHECK_EQ(peers.ipis, row->interrupt ? 0 : row->peers.ipis);
}

/*
 * An interrupt during a long call in M-mode. The stack of M-mode is below the
 * scratch space, where the entry would save registers, so OpenSBI serves it, and a
 * second one behind the call: what the first one brought is due.
 */
static void take_in_a_call(void)
{
	check_row("M-mode", 0);
	peers = (struct peek_peers){ .hartid = PEEK_PEER,
				     .domain_bit = BIT,
				     .owed = BIT,
				     .pending = { 2 } };
	csr_clear(sip, HART_IRQ_SOFT);
	peek_peers_set(&peers);
	peek_save(&look);
	peek_load(&look);
	call_of(PEEK_EID, PEEK_RING, 1, 0);
	peek_save(&look);
	peek_peers_get(&peers);
	peek_peers_back();
	/* Both of them, the call, and peek_save() */
	CHECK_EQ(look.traps, 4);
	CHECK_EQ(look.other, 1);
	CHECK(!(csr_read(sip) & HART_IRQ_SOFT));
	CHECK_EQ(peers.owed, BIT);
}

static void takes_from_another(void *arg)
{
	unsigned int n;

	(void)arg;
	for (n = 0; n < sizeof(takes) / sizeof(takes[0]); n++)
		take(&takes[n]);
	take_in_a_call();
	check_row(NULL, 0);
}

static void soft_interrupts(void)
{
	if (!peek_ready())
		return;
	if (!has_bells()) {
		check_skip("the machine has no doorbells");
		return;
	}
	on_all_harts(takes_from_another);
}

/* --- states ---------------------------------------------------------------- */

static const struct {
	unsigned long hartid; /* hart in the question */
	struct peek_peers peers;
	bool c;
} asked[] = {
	{ PEEK_PEER, { .state = 1 }, false },
	{ PEEK_PEER, { .state = ~0ul }, false },
	{ PEEK_PEER, { .state = 1, .abroad = 1 }, true },
	{ PEEK_PEER, { .state = 1, .hartid = PEEK_PEER + 1 }, true },
	{ PEEK_PEER, { .state = 1, .secret = 1 }, true },
	{ PEEK_PEER + 1, { .state = 1, .hartid = 1 }, true },
	{ 1ul << 24, { .state = 1 }, true },
	{ 0, { .state = 1 }, true },
};

static void states_from_a_hart(void *arg)
{
	unsigned int n;

	(void)arg;
	for (n = 0; n < sizeof(asked) / sizeof(asked[0]); n++) {
		check_row("state", n);
		if (!asked[n].hartid && !hart_self()->hartid)
			continue;
		peers = asked[n].peers;
		if (!peers.hartid)
			peers.hartid = PEEK_PEER;
		peek_peers_set(&peers);
		peek_save(&look);
		peek_load(&look);
		call_of(SBI_EXT_HSM, SBI_EXT_HSM_HART_GET_STATUS,
			asked[n].hartid, 0);
		peek_save(&look);
		peek_peers_back();
		CHECK_EQ(look.traps - 1, asked[n].c);
		if (asked[n].hartid)
			CHECK_EQ((long)regs[10],
				 asked[n].c ? SBI_ERR_INVALID_PARAM : 0);
		if (!asked[n].c)
			CHECK_EQ(regs[11], asked[n].peers.state);
	}
	check_row(NULL, 0);
}

static void states(void)
{
	if (peek_ready())
		on_all_harts(states_from_a_hart);
}

/* --- fences ---------------------------------------------------------------- */

#define LEAF 0xcful /* V, R, W, X, A, D */
#define TABLE 1ul
#define PAGE 4096ul
#define ENTRIES (PAGE / sizeof(long))
#define TABLES (XLEN == 64 ? 3 : 2)
#define SHIFT (XLEN == 64 ? 30 : 22)
#define MODE (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))
/* The window is unmapped; addresses below it are mapped to themselves. */
#define IDENTITY (XLEN == 64 ? 4ul : 0x300ul)
#define WINDOW (IDENTITY << SHIFT)

static unsigned long tables[TABLES][ENTRIES] __attribute__((aligned(PAGE)));
static u8 pages[2][PAGE] __attribute__((aligned(PAGE)));

static unsigned long to(const void *where, unsigned long bits)
{
	return (unsigned long)where >> 12 << 10 | bits;
}

static void paging_on(void)
{
	unsigned long n;

	for (n = 0; n < IDENTITY; n++)
		tables[0][n] = to((void *)(n << SHIFT), LEAF);
	for (n = 0; n + 1 < TABLES; n++)
		tables[n][n ? 0 : IDENTITY] = to(tables[n + 1], TABLE);
	pages[0][8] = 'a';
	pages[1][8] = 'b';
	csr_write(satp, MODE | (unsigned long)tables >> 12);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void paging_off(void)
{
	csr_write(satp, 0ul);
	__asm__ volatile("sfence.vma" ::: "memory");
}

/* Read a page of the window, map it to another page, fence, and read again. */
static u8 seen_behind(unsigned long fid, unsigned long start,
		      unsigned long size)
{
	volatile unsigned long *entry = &tables[TABLES - 1][3];
	volatile u8 *byte = (volatile u8 *)(WINDOW + 3 * PAGE + 8);

	*entry = to(pages[0], LEAF);
	__asm__ volatile("sfence.vma" ::: "memory");
	CHECK_EQ(*byte, 'a');
	*entry = to(pages[1], LEAF);
	peek_save(&look);
	peek_load(&look);
	CHECK_VALUE(
		sbi(SBI_EXT_RFENCE, fid, 1, hart_self()->hartid, start, size),
		0);
	peek_save(&look);
	CHECK_EQ(look.traps, 1);
	return *byte;
}

static void fences_of_a_hart(void *arg)
{
	static const struct {
		unsigned long start, size;
		bool c;
	} rows[] = {
		{ 0, 0, false },
		{ 0, ~0ul, false },
		{ WINDOW, ~0ul, false },
		{ WINDOW + 3 * PAGE, PAGE, false },
		{ WINDOW + 3 * PAGE + 4, 8, false },
		{ WINDOW + 4 * PAGE - 1, 1, false },
		{ WINDOW + 2 * PAGE, 2 * PAGE, true },
		{ WINDOW + 3 * PAGE, PAGE + 1, true },
		{ WINDOW + 3 * PAGE + 4, 0, true },
		/* Wraps: all addresses except 8 bytes of that page */
		{ WINDOW + 3 * PAGE + 64, ~0ul - 7, true },
		{ WINDOW + 4 * PAGE - 1, ~0ul - 1, true },
	};
	unsigned long fid;
	unsigned int n;

	(void)arg;
	paging_on();
	for (n = 0; n < sizeof(rows) / sizeof(rows[0]); n++)
		for (fid = SBI_EXT_RFENCE_REMOTE_SFENCE_VMA;
		     fid <= SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID; fid++) {
			check_row("range", n);
			/* A range of size 0 needs no fence */
			CHECK(seen_behind(fid, rows[n].start, rows[n].size) ==
				      'b' ||
			      (rows[n].start && !rows[n].size));
			CHECK_EQ(look.other, rows[n].c);
		}
	/* A hart whose hartid is not the value of a1 after the call */
	peek_save(&look);
	peek_load(&look);
	call_of(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_FENCE_I, 1,
		hart_self()->hartid);
	peek_save(&look);
	CHECK_EQ(look.other, 0);
	CHECK(!regs[10] && !regs[11]);
	/* On this board a fence of all addresses is faster */
	peers = (struct peek_peers){ .hartid = PEEK_PEER, .whole = 1 };
	peek_peers_set(&peers);
	CHECK_EQ(seen_behind(fid - 1, WINDOW + 3 * PAGE, PAGE), 'b');
	CHECK_EQ(look.other, 1);
	peek_peers_back();
	check_row(NULL, 0);
	paging_off();
}

static void own_fences(void)
{
	if (peek_ready())
		on_all_harts(fences_of_a_hart);
}

const struct check_case check_cases[] = {
	{ "IPIs to another hart", ipi_to_another },
	{ "IPIs to itself", ipi_to_itself },
	{ "software interrupts", soft_interrupts },
	{ "fences of the calling hart", own_fences },
	{ "states of another hart", states },
	{ NULL, NULL },
};
