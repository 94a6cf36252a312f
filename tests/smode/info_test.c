// SPDX-License-Identifier: BSD-2-Clause
/*
 * event_get_info (FID #8) agrees with config_matching about every event, writes
 * only outputs, and refuses memory that the caller may not share.
 */
#include "check.h"
#include "fdt.h"
#include "memory.h"
#include "pmu.h"
#include "print.h"

#define ENTRIES 1024
#define UNSET 0xdeadbeef

typedef struct sbi_pmu_event_info entry;

/* The entries, and memory around them that must not change. */
static struct {
	entry before[16], e[ENTRIES], after[16];
} list __attribute__((aligned(4096)));

static void set(unsigned int n, u32 event_idx, u64 event_data)
{
	list.e[n] = (entry){ event_idx, UNSET, event_data };
}

static void fill(void)
{
	unsigned int n;

	memset(&list, 0x5a, sizeof(list));
	for (n = 0; n < ENTRIES; n++)
		set(n, n & 1 ? EVENT_CYCLES : EVENT_FW(n), 0);
}

static struct sbiret ask(unsigned int count)
{
	return pmu_event_info((unsigned long)list.e, 0, count, 0);
}

/* Check that only the outputs of the first entries were written. */
static void only_outputs(unsigned int count)
{
	static const entry around = { 0x5a5a5a5a, 0x5a5a5a5a,
				      0x5a5a5a5a5a5a5a5a };
	unsigned int n, wrong = 0;
	entry was;

	for (n = 0; n < 16; n++) {
		wrong += memcmp(&list.before[n], &around, sizeof(around)) != 0;
		wrong += memcmp(&list.after[n], &around, sizeof(around)) != 0;
	}
	for (n = 0; n < ENTRIES; n++) {
		was = (entry){ n & 1 ? EVENT_CYCLES : EVENT_FW(n),
			       n < count ? list.e[n].output : UNSET, 0 };
		wrong += memcmp(&list.e[n], &was, sizeof(was)) != 0;
		wrong += n < count && list.e[n].output > 1;
	}
	CHECK_EQ(wrong, 0);
}

/* --- agreement ------------------------------------------------------------ */

/* True if a PMU without configured counters can count the event. */
static bool countable(const entry *e)
{
	struct sbiret ret =
		pmu_config(0, pmu_all(), 0, e->event_idx, e->event_data);

	if (ret.error)
		return false;
	pmu_stop(ret.value, 1, RESET);
	return true;
}

static unsigned int supported; /* number of supported events so far */

/* One point for all entries, and one more for each wrong entry. */
static void agree(unsigned int count)
{
	unsigned int n, wrong = 0;

	if (!CHECK_OK(ask(count)))
		return;
	for (n = 0; n < count; n++) {
		supported += list.e[n].output;
		if (list.e[n].output == countable(&list.e[n]))
			continue;
		check_row("event_idx", list.e[n].event_idx);
		CHECK_EQ(list.e[n].output, countable(&list.e[n]));
		wrong++;
	}
	check_row(NULL, 0);
	CHECK_EQ(wrong, 0);
}

static void codes(u32 type, u32 first, u32 last, u32 step)
{
	unsigned int count = 0;
	u32 code;

	for (code = first; code <= last; code += step) {
		set(count++, type << 16 | code, 0);
		if (count == ENTRIES || code + step > last) {
			agree(count);
			count = 0;
		}
	}
}

static void type_agrees(u32 type)
{
	supported = 0;
	if (option_given("full")) {
		codes(type, 0, 0xffff, 1);
		return;
	}
	codes(type, 0, 0x3ff, 1);
	codes(type, 0x400, 0xffff, 251);
	codes(type, 0xffff, 0xffff, 1);
}

static void general_events(void)
{
	type_agrees(SBI_PMU_EVENT_TYPE_HW);
	CHECK_EQ(supported, 2); /* cycles and instructions */
}

static void cache_events(void)
{
	type_agrees(SBI_PMU_EVENT_TYPE_HW_CACHE);
	CHECK_EQ(supported, option_given("map=none") ? 0 : 3);
}

static void firmware_events(void)
{
	type_agrees(SBI_PMU_EVENT_TYPE_FW);
	CHECK_EQ(supported, SBI_PMU_FW_MAX);
}

static void other_types(void)
{
	u32 type;

	supported = 0;
	for (type = 4; type < 15; type++)
		codes(type, 0, 15, 1);
	for (type = 2; type < 4; type++)
		codes(type, 1, 0x10000 - 1, 0x111);
	CHECK_EQ(supported, 0);
}

static const u64 raw_data[] = {
	0,
	1,
	2,
	3,
	5,
	0x10019,
	0x1001b,
	0x10021,
	0x1001a,
	0xffff,
	0x110019,
	0x100010019,
	0x800000010019,
	0x1000000010019,
	0x100000000010019,
	0x8000000000010019,
	0xffffffffffffffff,
	0x8000000000000000,
	0x4000000000000000,
	0x00ffffffffffffff,
	0x0000ffffffffffff,
};

#define RAW_DATA (sizeof(raw_data) / sizeof(raw_data[0]))

static void raw_events(void)
{
	unsigned int n, count = 0;

	for (n = 0; n < RAW_DATA; n++) {
		set(count++, EVENT_RAW, raw_data[n]);
		set(count++, EVENT_RAW_V2, raw_data[n]);
	}
	supported = 0;
	agree(count);
	if (option_given("map=raw"))
		CHECK_RANGE(supported, 2, count - 2);
	else
		CHECK_EQ(supported, 0);
}

/*
 * event_data of firmware events matters; event_data of general events does not.
 */
static void event_data(void)
{
	set(0, EVENT_SET_TIMER, 1);
	set(1, EVENT_FW(65535), 0x1234);
	set(2, EVENT_CYCLES, 0);
	set(3, EVENT_SET_TIMER, 1ull << 63);
	CHECK_OK(ask(4));
	CHECK_EQ(list.e[0].output, 0);
	CHECK_EQ(list.e[1].output, 0);
	CHECK_EQ(list.e[2].output, 1);
	CHECK_EQ(list.e[3].output, 0);
}

/* The state of counters does not change the results. */
static void busy_counters(void)
{
	unsigned int n;

	CHECK_OK(pmu_config(0, 1, AUTO, EVENT_CYCLES, 0));
	for (n = pmu.fw; n < pmu.num; n++)
		CHECK_OK(pmu_config(n, 1, AUTO, EVENT_SET_TIMER, 0));
	set(0, EVENT_CYCLES, 0);
	set(1, EVENT_FW(0), 0);
	CHECK_OK(ask(2));
	CHECK_EQ(list.e[0].output, 1);
	CHECK_EQ(list.e[1].output, 1);
}

/* --- arguments ------------------------------------------------------------ */

static void outputs_only(void)
{
	static const unsigned int counts[] = { 1, 2, 16, 17, 64, 1000, 1024 };
	unsigned int n;

	for (n = 0; n < sizeof(counts) / sizeof(counts[0]); n++) {
		check_row("entries", counts[n]);
		fill();
		CHECK_OK(ask(counts[n]));
		only_outputs(counts[n]);
	}
}

static void bad_arguments(void)
{
	unsigned long at = (unsigned long)list.e;
	unsigned int n;

	fill();
	for (n = 0; n < XLEN; n++) {
		check_row("flag", 1ul << n);
		CHECK_ERROR(pmu_event_info(at, 0, 1, 1ul << n),
			    SBI_ERR_INVALID_PARAM);
	}
	for (n = 1; n < 16; n++) {
		check_row("misaligned", n);
		CHECK_ERROR(pmu_event_info(at + n, 0, 1, 0),
			    SBI_ERR_INVALID_PARAM);
	}
	only_outputs(0);
}

static void reserved_bits(void)
{
	unsigned int bit, n;

	for (bit = 20; bit < 32; bit++)
		for (n = 0; n < 40; n += 13) {
			check_row("bit", 1u << bit);
			fill();
			list.e[n].event_idx ^= 1u << bit;
			CHECK_ERROR(ask(40), SBI_ERR_INVALID_PARAM);
			list.e[n].event_idx ^= 1u << bit;
			only_outputs(0);
		}
}

/* Neither the size of the list nor the end of its range may wrap around. */
static void too_many(void)
{
	static const unsigned long counts[] = {
		~0ul,
		~0ul / 2,
		~0ul / 16,
		~0ul / 16 + 1,
		~0ul / 16 + 2,
		~0ul / 16 + 3,
		1ul << (XLEN - 4),
		(1ul << (XLEN - 4)) + 1,
		1ul << (XLEN - 1),
		1ul << (XLEN - 5),
		1ul << 25,
		1ul << 27,
	};
	/* Entries for which there is memory from the list on */
	u64 room = (fdt_ram_end() - (unsigned long)list.e) / sizeof(entry);
	struct sbiret ret;
	unsigned int n;

	fill();
	for (n = 0; n < sizeof(counts) / sizeof(counts[0]); n++) {
		if (counts[n] <= room)
			continue;
		check_row("entries", counts[n]);
		ret = pmu_event_info((unsigned long)list.e, 0, counts[n], 0);
		CHECK_ERROR(ret, SBI_ERR_INVALID_ADDRESS);
		only_outputs(0);
	}
}

static void bad_addresses(void)
{
	unsigned long end = (unsigned long)fdt_ram_end();
	const struct bad_address *bad;
	unsigned int n;
	entry *last = (entry *)(end - 64);

	for (n = 0; (bad = bad_address(n)); n++) {
		/* An address that is memory if RAM ends at 4 GiB */
		if (!bad->high && bad->low >= 0xfffff000 &&
		    bad->low < fdt_ram_end())
			continue;
		check_row(bad->name, bad->low);
		CHECK_ERROR(pmu_event_info(bad->low, bad->high, 1, 0),
			    SBI_ERR_INVALID_ADDRESS);
	}
	check_row("before the end of RAM", end);
	for (n = 0; n < 4; n++)
		last[n] = (entry){ EVENT_CYCLES, UNSET, 0 };
	CHECK_ERROR(pmu_event_info((unsigned long)last, 0, 5, 0),
		    SBI_ERR_INVALID_ADDRESS);
	for (n = 0; n < 4; n++)
		CHECK_EQ(last[n].output, UNSET);
	CHECK_OK(pmu_event_info((unsigned long)last, 0, 4, 0));
	for (n = 0; n < 4; n++)
		CHECK_EQ(last[n].output, 1);
	CHECK_ERROR(pmu_event_info(0x7ffffff0, 0, 2, 0),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(pmu_event_info(-16ul, 0, 2, 0), SBI_ERR_INVALID_ADDRESS);
}

/* A list may cross the end of a region of physical memory protection. */
static void lists_across_boundaries(void)
{
	static const unsigned long at[] = {
		0x88000000ul - 16,
		0x88000000ul - 2048,
		0x84000000ul - 32,
		0x8a000000ul - 4096,
	};
	unsigned int n, k;
	entry *e;

	for (n = 0; n < sizeof(at) / sizeof(at[0]); n++) {
		check_row("list at", at[n]);
		e = (entry *)at[n];
		for (k = 0; k < 512; k++)
			e[k] = (entry){ EVENT_INSTRUCTIONS, UNSET, 0 };
		CHECK_OK(pmu_event_info(at[n], 0, 512, 0));
		for (k = 0; k < 512; k++)
			CHECK_EQ(e[k].output, 1);
	}
}

const struct check_case check_cases[] = {
	{ "general events", general_events },
	{ "cache events", cache_events },
	{ "firmware events", firmware_events },
	{ "raw events", raw_events },
	{ "types and codes that do not exist", other_types },
	{ "event_data", event_data },
	{ "busy counters", busy_counters },
	{ "only outputs are written", outputs_only },
	{ "bad arguments", bad_arguments },
	{ "reserved bits of event_idx", reserved_bits },
	{ "too many entries", too_many },
	{ "bad addresses", bad_addresses },
	{ "lists across boundaries", lists_across_boundaries },
	{ NULL, NULL },
};
