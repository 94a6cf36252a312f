// SPDX-License-Identifier: BSD-2-Clause
/* Calls of the SBI trace extension that configure an encoder. */
#include "trace_refuse.h"

#define CONFIGURE TRACE_SBI_ENCODER_CONFIGURE

static void configure(void)
{
	u32 more = TRACE_NTRACE_HTM | TR_MASK(TR_TE_CONTROL, CONTEXT);
	u32 features;

	CHECK_OK(trace_call(CONFIGURE, HART0, TRACE_NTRACE_HTM, 0, 0, 0));
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL),
		 TRACE_NTRACE_HTM | TR_ACTIVE | TR_EMPTY);
	features = trace_read(trace_encoder(0), TR_TE_INST_FEATURES);
	CHECK_OK(trace_call(CONFIGURE, HART0, more, 0, 0, 0));
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL),
		 more | TR_ACTIVE | TR_EMPTY);
	/* No caller changes the source ID, which identifies this encoder. */
	CHECK_EQ(trace_read(trace_encoder(0), TR_TE_INST_FEATURES), features);
}

static void configure_refused(void)
{
	const struct trace_row rows[] = {
		{ "no hart",
		  CONFIGURE,
		  { NO_HART, TRACE_NTRACE_HTM },
		  SBI_ERR_INVALID_PARAM },
		{ "no number",
		  CONFIGURE,
		  { ~0ul, TRACE_NTRACE_HTM },
		  SBI_ERR_INVALID_PARAM },
		{ "active",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM | TR_ACTIVE },
		  SBI_ERR_INVALID_PARAM },
		{ "enable",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM | TR_ENABLE },
		  SBI_ERR_INVALID_PARAM },
		{ "tracing",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM | TR_TRACING },
		  SBI_ERR_INVALID_PARAM },
		{ "reserved",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM | 1ul << 18 },
		  SBI_ERR_INVALID_PARAM },
		{ "reserved feature",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM, 1 << 11 },
		  SBI_ERR_INVALID_PARAM },
		{ "reserved filter",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM, 0, 1 << 16 },
		  SBI_ERR_INVALID_PARAM },
		{ "reserved time",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM, 0, 0, 1 },
		  SBI_ERR_INVALID_PARAM },
		{ "other source bits",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM,
		    TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, 11) },
		  SBI_ERR_INVALID_PARAM },
		{ "no mode",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM & ~TR_MASK(TR_TE_CONTROL, FORMAT) },
		  SBI_ERR_NOT_SUPPORTED },
		{ "jump target cache",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM,
		    TR_MASK(TR_TE_INST_FEATURES, EN_JUMP_TARGET_CACHE) },
		  SBI_ERR_NOT_SUPPORTED },
		{ "filter 15",
		  CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM, 0, 1 << 15 },
		  SBI_ERR_NOT_SUPPORTED },
	};

	TRACE_REFUSE(rows);
}

static void units_refused(void)
{
	const struct trace_row rows[] = {
		{ "filter of no hart",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { NO_HART },
		  SBI_ERR_INVALID_PARAM },
		{ "filter 16",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { HART0, 16 },
		  SBI_ERR_INVALID_PARAM },
		{ "filter that is not there",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { HART0, 15 },
		  SBI_ERR_NOT_SUPPORTED },
		{ "reserved bit of a filter",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { HART0, 0, 1ul << 31 },
		  SBI_ERR_INVALID_PARAM },
		{ "reserved bit of a match",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { HART0, 0, 1, 1ul << 31 },
		  SBI_ERR_INVALID_PARAM },
		{ "comparator of no hart",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { NO_HART },
		  SBI_ERR_INVALID_PARAM },
		{ "comparator 8",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { HART0, 8 },
		  SBI_ERR_INVALID_PARAM },
		{ "comparator that is not there",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { HART0, 7 },
		  SBI_ERR_NOT_SUPPORTED },
		{ "reserved bit of a comparator",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { HART0, 0, 1ul << 31 },
		  SBI_ERR_INVALID_PARAM },
		{ "data that notifies",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { HART0, 0,
		    TR_FIELD(TR_TE_COMP_CONTROL, P_INPUT, 3) |
			    TR_MASK(TR_TE_COMP_CONTROL, P_NOTIFY) },
		  SBI_ERR_INVALID_PARAM },
	};

	TRACE_REFUSE(rows);
}

const struct check_case check_cases[] = {
	{ "encoder_configure", configure },
	{ "encoder_configure refused", configure_refused },
	{ "filters and comparators refused", units_refused },
	{ NULL, NULL },
};
