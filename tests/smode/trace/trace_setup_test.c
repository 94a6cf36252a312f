// SPDX-License-Identifier: BSD-2-Clause
/*
 * Policy "mediated": S-mode has only the calls. run.py decodes a trace of each
 * way to configure an encoder, and compares it with the hart's execution; no
 * trace shows M-mode, whatever S-mode requests.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define HART0 (hart_at(0)->hartid)
#define SIZE 0x8000ul
#define HTM TR_FIELD(TR_TE_CONTROL, INST_MODE, 6)
#define BTM TR_FIELD(TR_TE_CONTROL, INST_MODE, 3)
#define NTRACE TR_FIELD(TR_TE_CONTROL, FORMAT, 1)
#define TIME TR_MASK(TR_TS_CONTROL, ENABLE) | TR_MASK(TR_TS_CONTROL, COUNT)
#define FILTER(n) (1u << (n))
#define PRIVILEGE_U 1u
#define PRIVILEGE_S 2u
#define PRIVILEGE_M 8u

/* A buffer for each trace: all of them are decoded after the run. */
static u8 buffer[24][SIZE] __attribute__((aligned(4096)));
static unsigned int traces;

static unsigned long sink(void)
{
	CHECK_OK(trace_status(HART0));
	return trace_words[TRACE_STATUS_SINK];
}

static void begin(u32 control, u32 features, u32 filters, u32 time)
{
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink(),
			    (unsigned long)buffer[traces], 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0, control,
			    features, filters, time));
	CHECK_OK(trace_call(TRACE_SBI_START, HART0));
}

/**
 * Stop, and tell run.py. The caller adds the traced modes of the hart, and the
 * end of the line.
 * @param options of the tool, each after a comma
 */
static void end(const char *options)
{
	unsigned long start = (unsigned long)buffer[traces++];
	struct sbiret ret = trace_call(TRACE_SBI_STOP, HART0);
	bool funnel = option_given("trace=funnel");

	CHECK_OK(ret);
	CHECK_RANGE(ret.value, 16, SIZE - 4);
	CHECK_OK(trace_status(HART0));
	CHECK_EQ(trace_words[TRACE_STATUS_FLAGS] &
			 (TRACE_STATUS_LOST | TRACE_STATUS_WRAPPED),
		 0);
	print("# trace: hart=0%s%s%s start=0x%lx end=0x%lx wp=0x%lx",
	      funnel ? " src=0 options=--src-bits=1" : "",
	      *options && !funnel ? " options=" : "",
	      options + (*options && !funnel), start, start + SIZE,
	      start + ret.value);
}

/* --- control, features and time ----------------------------------------------- */

static const struct setting {
	const char *name;
	u32 control, features, time;
	const char *options;
} settings[] = {
	{ "history", HTM, 0, 0, "" },
	{ "branches", BTM, 0, 0, "" },
	{ "periodic by messages",
	  HTM | TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1) |
		  TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 1),
	  0, 0, "" },
	{ "periodic by half-words",
	  BTM | TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 3) |
		  TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 4),
	  0, 0, "" },
	{ "context", HTM | TR_MASK(TR_TE_CONTROL, CONTEXT), 0, 0, "" },
	{ "stall", HTM | TR_MASK(TR_TE_CONTROL, INST_STALL_ENA), 0, 0, "" },
	{ "sequential jumps", HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EN_SEQUENTIAL_JUMP), 0,
	  ",--sequential-jump" },
	{ "implicit returns", HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN) |
		  TR_FIELD(TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE, 3),
	  0, "" },
	{ "repeated history", HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EN_REPEATED_HISTORY), 0, "" },
	{ "extended addresses", HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EXTEND_ADDR_MSB), 0,
	  ",--extend-addr-msb" },
	{ "time", HTM, 0,
	  TIME | TR_FIELD(TR_TS_CONTROL, MODE, TR_TS_INTERNAL_SYSTEM), "" },
	{ "shared time", HTM, 0,
	  TIME | TR_FIELD(TR_TS_CONTROL, MODE, TR_TS_SHARED), "" },
};

static void all_settings(void)
{
	const struct setting *s;
	unsigned int n;

	for (n = 0; n < array_size(settings); n++) {
		s = &settings[n];
		check_row(s->name, n);
		begin(s->control | NTRACE, s->features, 0, s->time);
		trace_work();
		end(s->options);
		print(" modes=0,1\n");
	}
	check_row(NULL, 0);
}

static unsigned int encoder_of_hart0(void)
{
	unsigned int n, all = trace_count();

	for (n = 0; n < all; n++)
		if (!trace_info(n).error &&
		    trace_words[TRACE_INFO_HARTID] == HART0)
			break;
	return n;
}

/* --- filters and comparators ---------------------------------------------------- */

/* A loop with a call; no other code is in its range of addresses. */
void counted(unsigned long n);
extern u8 counted_end[];
__asm__(".balign	4\n"
	"counted:\n"
	"	mv	t0, ra\n"
	"1:	call	2f\n"
	"	addi	a0, a0, -1\n"
	"	bnez	a0, 1b\n"
	"	jr	t0\n"
	"2:	ret\n"
	"counted_end:\n");

static struct sbiret set_filter(unsigned long n, u32 control, u32 match)
{
	return trace_call(TRACE_SBI_ENCODER_SET_FILTER, HART0, n,
			  control | TR_MASK(TR_TE_FILTER_CONTROL, ENABLE),
			  match);
}

static void in_user_mode(unsigned long n)
{
	(void)n;
	trace_work();
	counted(20);
	__asm__ volatile("ecall");
}

static void filtered_work(u32 filters)
{
	begin(HTM | NTRACE, 0, filters, 0);
	trace_work();
	counted(20);
	hart_user(in_user_mode, 0);
	end("");
}

static void privileges(void)
{
	u32 match = TR_MASK(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE);

	CHECK_OK(set_filter(0, match, PRIVILEGE_U));
	CHECK_OK(set_filter(1, match, PRIVILEGE_S));
	filtered_work(FILTER(0));
	print(" modes=0\n");
	filtered_work(FILTER(1));
	print(" modes=1\n");
	filtered_work(FILTER(0) | FILTER(1));
	print(" modes=0,1\n");
}

/* Trace only the code between two labels, in any mode. */
static void range(void)
{
	u32 match = TR_MASK(TR_TE_FILTER_CONTROL, MATCH_COMP1);
	u32 between = TR_FIELD(TR_TE_COMP_CONTROL, P_FUNCTION, 5) |
		      TR_FIELD(TR_TE_COMP_CONTROL, S_FUNCTION, 2) |
		      TR_FIELD(TR_TE_COMP_CONTROL, MATCH_MODE, 1);

	CHECK_OK(trace_call(TRACE_SBI_ENCODER_SET_COMPARATOR, HART0, 0, between,
			    (unsigned long)counted,
			    (unsigned long)counted_end));
	CHECK_OK(set_filter(0, match, 0));
	filtered_work(FILTER(0));
	print(" modes=0,1 from=0x%lx to=0x%lx\n", (unsigned long)counted,
	      (unsigned long)counted_end);
}

/* M-mode alone, or with S-mode: it stays hidden. */
static void privilege_of_machine(void)
{
	u32 match = TR_MASK(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE);

	CHECK_OK(set_filter(0, match, PRIVILEGE_M | PRIVILEGE_S));
	filtered_work(FILTER(0));
	print(" modes=1\n");
	CHECK_OK(set_filter(0, match, PRIVILEGE_M));
	CHECK_OK(set_filter(1, match, PRIVILEGE_S));
	filtered_work(FILTER(0) | FILTER(1));
	print(" modes=1\n");
}

/* --- what S-mode has not -------------------------------------------------------- */

static bool is_disabled(const char *node)
{
	u32 size;
	const char *status = fdt_property(node, "status", &size);

	return status && !memcmp(status, "disabled", 9);
}

/* The nodes are disabled, because a driver's accesses would only fault. */
static void tree(void)
{
	CHECK(is_disabled("trace-encoder@8fc00000"));
	CHECK(is_disabled("trace-encoder@8fc01000"));
	CHECK(is_disabled("trace-ram-sink@8fc20000"));
	CHECK_OK(trace_info(encoder_of_hart0()));
	CHECK_EQ(trace_words[TRACE_INFO_FLAGS],
		 TRACE_INFO_USABLE | TRACE_INFO_MINE | TRACE_INFO_HIDES_M);
}

/* S-mode cannot use or change the filter that excludes M-mode. */
static void filter_of_the_firmware(void)
{
	unsigned int mine = 0;
	u32 filters;

	CHECK_OK(trace_info(encoder_of_hart0()));
	filters = trace_words[TRACE_INFO_UNITS] & 0xffff;
	while (filters >> mine & 1)
		mine++;
	CHECK(mine > 1);
	CHECK_ERROR(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0, HTM | NTRACE,
			       0, FILTER(mine)),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(set_filter(mine,
			       TR_MASK(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE),
			       PRIVILEGE_M),
		    SBI_ERR_NOT_SUPPORTED);
}

const struct check_case check_cases[] = {
	{ "the next stage's tree", tree },
	{ "settings of an encoder", all_settings },
	{ "privilege filters", privileges },
	{ "filters for M-mode", privilege_of_machine },
	{ "the firmware's filter", filter_of_the_firmware },
	{ "a range of addresses", range },
	{ NULL, NULL },
};
