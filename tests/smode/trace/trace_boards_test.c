// SPDX-License-Identifier: BSD-2-Clause
/*
 * Device trees of boards that are sold, and of proposed bindings: every encoder
 * can be used, and is enabled together with the components after it.
 * "encoders=N" is their number.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define ATB_ID(control) FIELD_GET(TR_ATB_BRIDGE_CONTROL, ID, control)

static unsigned int type_of(unsigned int n)
{
	CHECK_OK(trace_info(n));
	return trace_words[TRACE_INFO_IMPL] >> 8 & 15;
}

#define SIZE 0x40000ul

static u8 buffer[SIZE] __attribute__((aligned(4096)));

static void all_are_usable(void)
{
	unsigned int n, encoders = 0, sinks = 0;

	for (n = 0; n < trace_count(); n++) {
		check_row("component", n);
		encoders += type_of(n) == TR_COMP_ENCODER;
		sinks += type_of(n) == TR_COMP_RAM_SINK;
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_USABLE);
		CHECK(!(trace_words[TRACE_INFO_FLAGS] &
			TRACE_INFO_TRANSLATED) ||
		      type_of(n) != TR_COMP_ENCODER);
	}
	check_row(NULL, 0);
	CHECK_EQ(encoders, option_number("encoders", 1));
	print("# has: hartscope: trace: %u encoders, %u RAM sinks, "
	      "%u other components, for S-mode\n",
	      encoders, sinks, trace_count() - encoders - sinks);
	if (option_given("trace=replicator"))
		print("# has: hartscope: trace: trace-replicator@8fc10000: has "
		      "two outputs, one of which counts (trace-etr@8fc20000); "
		      "used\n");
	print("# lacks: too few PMP entries\n");
	print("# lacks: not used\n");
}

/* Used IDs, one bit each; the ATB ID of the last encoder's trace. */
static u64 sources, ids[2];
static unsigned int atb_id;

static void new_in(u64 *set, unsigned int id)
{
	CHECK(!(*set >> (id % 64) & 1));
	*set |= 1ull << (id % 64);
}

static void look_along(unsigned int encoder)
{
	unsigned long base;
	unsigned int n = encoder, id;
	u32 control, features;

	while (n != 0xffffffff && n != 0xffff) {
		CHECK_OK(trace_info(n));
		base = trace_words[TRACE_INFO_BASE];
		control = trace_read(base, TR_CONTROL);
		check_row("component", n);
		CHECK((control & (TR_ACTIVE | TR_ENABLE)) ==
		      (TR_ACTIVE | TR_ENABLE));
		features = trace_read(base, TR_TE_INST_FEATURES);
		if (n == encoder &&
		    FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, features))
			new_in(&sources,
			       (unsigned int)FIELD_GET(TR_TE_INST_FEATURES,
						       SRC_ID, features));
		if ((trace_words[TRACE_INFO_IMPL] >> 8 & 15) ==
		    TR_COMP_ATB_BRIDGE) {
			id = (unsigned int)ATB_ID(control);
			CHECK_RANGE(id, 1, 0x6f);
			new_in(&ids[id / 64], id);
			atb_id = id;
		}
		n = trace_words[TRACE_INFO_OUTPUT];
	}
}

/* The last component after an encoder; false if it is not a RAM sink. */
static bool sink_of(unsigned int n, unsigned int *sink)
{
	for (*sink = n; n != 0xffffffff && n != 0xffff;) {
		*sink = n;
		CHECK_OK(trace_info(n));
		n = trace_words[TRACE_INFO_OUTPUT];
	}
	return type_of(*sink) == TR_COMP_RAM_SINK;
}

static unsigned int source_bits(unsigned int encoder)
{
	CHECK_OK(trace_info(encoder));
	return (unsigned int)FIELD_GET(
		TR_TE_INST_FEATURES, SRC_BITS,
		trace_read(trace_words[TRACE_INFO_BASE], TR_TE_INST_FEATURES));
}

static bool has_frames(unsigned int sink)
{
	CHECK_OK(trace_info(sink));
	return trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_TRANSLATED;
}

/*
 * Words for a trace with this number of bits (one digit) of source IDs; the ID
 * is 0.
 */
static const char *plain_words(unsigned int bits)
{
	static char text[] = "hart=0 modes=0,1 src=0 options=--src-bits=0";

	text[sizeof(text) - 2] = (char)('0' + bits);
	return bits ? text : "hart=0 modes=0,1";
}

#define FRAMED "hart=0 modes=0,1 options=--frames=coresight,--frame-id=00"

/* Words for a trace in frames; the ATB ID has two digits. */
static const char *framed_words(unsigned int bits)
{
	static char text[] = FRAMED ",--src-bits=0 src=0";

	text[sizeof(FRAMED) - 3] = (char)('0' + atb_id / 10);
	text[sizeof(FRAMED) - 2] = (char)('0' + atb_id % 10);
	text[sizeof(FRAMED ",--src-bits=0") - 2] = (char)('0' + bits);
	if (!bits)
		text[sizeof(FRAMED) - 1] = 0;
	return text;
}

/* A trace of another hart than 0 is not decoded. */
static void look_at_trace(unsigned int encoder, unsigned int sink,
			  unsigned long hart)
{
	unsigned int bits = source_bits(encoder);
	const char *words = has_frames(sink) ? framed_words(bits) :
					       plain_words(bits);

	CHECK_OK(trace_info(sink));
	if (hart == hart_self()->hartid && !hart)
		trace_announce(words, (unsigned long)buffer,
			       (unsigned long)buffer + SIZE,
			       trace_read64(trace_words[TRACE_INFO_BASE],
					    TR_RAM_WP_LOW));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink));
}

static void comes_on(unsigned int n, unsigned long hart)
{
	unsigned int sink;
	bool memory = sink_of(n, &sink);

	if (memory)
		CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink,
				    (unsigned long)buffer, 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart));
	look_along(n);
	trace_work();
	CHECK_ERROR(trace_call(TRACE_SBI_STOP, hart), SBI_SUCCESS);
	if (memory)
		look_at_trace(n, sink, hart);
}

static void all_come_on(void)
{
	unsigned long hart;
	unsigned int n;

	/* Then the components after them are not enabled. */
	if (option_given("trusted"))
		return;
	for (n = 0; n < trace_count(); n++) {
		if (type_of(n) != TR_COMP_ENCODER)
			continue;
		hart = trace_words[TRACE_INFO_HARTID];
		check_row("hart", hart);
		comes_on(n, hart);
	}
}

#define CORESIGHT_ETR 0x44000u
#define DEVICE_ID 0xfc8u
#define IS_ETR(id) (((id) >> 6 & 3) == 1)

/*
 * S-mode finds a sink of the standard in place of the ETR, unless it is trusted
 * with the ETR.
 */
static void coresight_is_translated(void)
{
	unsigned long etr = trace_encoder(0) + CORESIGHT_ETR;
	u32 id = 0;

	if (!option_given("trace=k3"))
		return;
	if (option_given("trusted")) {
		CHECK_EQ(HART_TRY(id = trace_read(etr, DEVICE_ID)),
			 HART_NO_TRAP);
		CHECK(IS_ETR(id));
		return;
	}
	CHECK_EQ(trace_read(etr, TR_IMPL) >> 8 & 15, TR_COMP_RAM_SINK);
	CHECK(HART_TRY(trace_read(etr, DEVICE_ID)) != HART_NO_TRAP);
	CHECK(HART_TRY(trace_write(etr, DEVICE_ID, 0)) != HART_NO_TRAP);
}

const struct check_case check_cases[] = {
	{ "every component is usable", all_are_usable },
	{ "every encoder comes on", all_come_on },
	{ "registers of CoreSight", coresight_is_translated },
	{ NULL, NULL },
};
