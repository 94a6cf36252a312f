// SPDX-License-Identifier: BSD-2-Clause
/*
 * The register accesses of SpacemiT's drivers of encoders, ATB bridges and
 * funnels (for K3, on top of CoreSight's), in the drivers' order and with their
 * checks. They OR settings into the values after a component's only reset, and
 * check whether the component keeps them.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "trace.h"

#define POLLS 10
#define TICKS_PER_US 10
#define SIZE (1ul << 20)
#define PATH_MAX 8
#define SOURCE_BITS 12
/* For all sessions: a synchronization every 2^(6 + 4) clocks of the hart. */
#define SYNC_CLOCKS 2
#define SYNC_MAX 6

#define TE(name, value) TR_FIELD(TR_TE_CONTROL, name, value)
#define TS(name) TR_MASK(TR_TS_CONTROL, name)

static u8 buffer[SIZE] __attribute__((aligned(4096)));

static struct part {
	unsigned long base;
	unsigned int number, type;
} path[PATH_MAX];
static unsigned int length;

/* --- code of all drivers ------------------------------------------------- */

static bool poll(unsigned long base, unsigned long offset, u32 bit, bool set)
{
	unsigned int n;

	for (n = 0; n < POLLS; n++) {
		if (!!(trace_read(base, offset) & bit) == set)
			return true;
		hart_delay(TICKS_PER_US);
	}
	return false;
}

static void add(unsigned long base, unsigned long offset, u32 bits)
{
	trace_write(base, offset, trace_read(base, offset) | bits);
}

static void enable(unsigned long base)
{
	add(base, TR_CONTROL, TR_ENABLE);
	CHECK(poll(base, TR_CONTROL, TR_ENABLE, true));
}

static void disable(unsigned long base)
{
	trace_write(base, TR_CONTROL,
		    trace_read(base, TR_CONTROL) & ~TR_ENABLE);
	CHECK(poll(base, TR_CONTROL, TR_ENABLE, false));
	CHECK(poll(base, TR_CONTROL, TR_EMPTY, true));
}

static void reset(unsigned long base, unsigned long offset)
{
	trace_write(base, offset, 0);
	CHECK(poll(base, offset, TR_ACTIVE, false));
	trace_write(base, offset, TR_ACTIVE);
	CHECK(poll(base, offset, TR_ACTIVE, true));
}

/* --- the way of the first encoder ------------------------------------------- */

static void find(void)
{
	unsigned int n;

	for (length = 0, n = 0; n < trace_count() && length < PATH_MAX;
	     n = trace_words[TRACE_INFO_OUTPUT], length++) {
		CHECK_OK(trace_info(n));
		path[length] =
			(struct part){ trace_words[TRACE_INFO_BASE], n,
				       trace_words[TRACE_INFO_IMPL] >> 8 & 15 };
	}
	CHECK_EQ(path[0].type, TR_COMP_ENCODER);
	CHECK_EQ(path[length - 1].type, TR_COMP_RAM_SINK);
}

static void probe(const struct part *p)
{
	u32 impl;

	reset(p->base, TR_CONTROL);
	impl = trace_read(p->base, TR_IMPL);
	CHECK_EQ(impl & 0xff, 1);
	CHECK_EQ(impl >> 8 & 15, p->type);
	if (p->type == TR_COMP_ENCODER &&
	    !(trace_read(p->base, TR_TS_CONTROL) & TR_ACTIVE))
		reset(p->base, TR_TS_CONTROL);
}

static void link_on(const struct part *p, unsigned int id)
{
	if (p->type == TR_COMP_ATB_BRIDGE) {
		add(p->base, TR_CONTROL,
		    TR_FIELD(TR_ATB_BRIDGE_CONTROL, ID, id));
		enable(p->base);
		CHECK_EQ(FIELD_GET(TR_ATB_BRIDGE_CONTROL, ID,
				   trace_read(p->base, TR_CONTROL)),
			 id);
	} else {
		trace_write(p->base, TR_FUNNEL_DIS_INPUT,
			    trace_read(p->base, TR_FUNNEL_DIS_INPUT) & ~1u);
		CHECK(poll(p->base, TR_FUNNEL_DIS_INPUT, 1, false));
		enable(p->base);
	}
}

static void link_off(const struct part *p)
{
	if (p->type == TR_COMP_FUNNEL)
		trace_write(p->base, TR_FUNNEL_DIS_INPUT,
			    TR_MASK(TR_FUNNEL_DIS_INPUT, MASK));
	disable(p->base);
}

/* --- the encoder ------------------------------------------------------------- */

static void encoder_features(unsigned long base)
{
	u32 value = TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, SOURCE_BITS);

	trace_write(base, TR_TE_INST_FEATURES, value);
	CHECK_EQ(trace_read(base, TR_TE_INST_FEATURES), value);
}

/*
 * The driver warns of each setting that the encoder does not keep, and goes on
 * without it.
 */
static void encoder_settings(unsigned long base)
{
	u32 control;

	add(base, TR_CONTROL,
	    TE(INST_MODE, 6) | TE(CONTEXT, 1) | TE(INST_TRIG_ENABLE, 1) |
		    TE(INST_SYNC_MODE, SYNC_CLOCKS) |
		    TE(INST_SYNC_MAX, SYNC_MAX));
	control = trace_read(base, TR_CONTROL);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, CONTEXT, control), 1);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INST_TRIG_ENABLE, control), 1);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INST_STALL_ENA, control), 0);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INHIBIT_SRC, control), 0);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INST_SYNC_MODE, control),
		 SYNC_CLOCKS);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INST_SYNC_MAX, control), SYNC_MAX);
}

static void encoder_on(unsigned long base)
{
	encoder_features(base);
	encoder_settings(base);
	enable(base);
	add(base, TR_TS_CONTROL, TS(ENABLE) | TS(COUNT));
	CHECK(poll(base, TR_TS_CONTROL, TS(ENABLE), true));
	add(base, TR_CONTROL, TR_TRACING);
	CHECK(poll(base, TR_CONTROL, TR_TRACING, true));
}

static void encoder_off(unsigned long base)
{
	trace_write(base, TR_TS_CONTROL,
		    trace_read(base, TR_TS_CONTROL) &
			    ~(TS(ENABLE) | TS(COUNT)));
	disable(base);
}

/* --- a session --------------------------------------------------------------- */

/* CoreSight's drivers use the sink; this test uses it by calls. */
static void session(void)
{
	const struct part *sink = &path[length - 1];
	unsigned int n;

	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink->number,
			    (unsigned long)buffer, 0, SIZE));
	enable(sink->base);
	for (n = length - 1; --n;)
		link_on(&path[n], 0x10);
	encoder_on(path[0].base);
	trace_work();
	encoder_off(path[0].base);
	for (n = 1; n < length - 1; n++)
		link_off(&path[n]);
	disable(sink->base);
	trace_announce(option_given("hides") ?
			       "hart=0 modes=0,1 src=0 options=--src-bits=12" :
			       "hart=0 src=0 options=--src-bits=12",
		       (unsigned long)buffer, (unsigned long)buffer + SIZE,
		       trace_read64(sink->base, TR_RAM_WP_LOW));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink->number));
}

static void first(void)
{
	unsigned int n;

	find();
	for (n = 0; n < length - 1; n++)
		probe(&path[n]);
	session();
}

/*
 * There is no other reset, so the settings of the first session are still
 * there.
 */
static void second(void)
{
	session();
}

const struct check_case check_cases[] = {
	{ "a session after the probes", first },
	{ "another one", second },
	{ NULL, NULL },
};
