// SPDX-License-Identifier: BSD-2-Clause
/*
 * The message types (N-Trace 1.0, chapter 7): which fields, in which order, how
 * wide. Reading, writing, printing and parsing walk these rows.
 */
#include <ntrace/msg.h>

/* clang-format off */
#define FIX(name, width)	{ NTRACE_##name, NTRACE_FIXED, width }
#define VAR(name, most)		{ NTRACE_##name, NTRACE_VAR, most }
#define I_CNT			VAR(I_CNT, NTRACE_I_CNT_BITS)
#define ADDR			{ NTRACE_ADDR, NTRACE_VAR_ADDR, 63 }
#define HIST			VAR(HIST, NTRACE_HIST_BITS)
#define TSTAMP			{ NTRACE_TSTAMP, NTRACE_VAR_OPTIONAL, 64 }

const struct ntrace_schema ntrace_schema[NTRACE_TCODES] = {
	[NTRACE_OWNERSHIP] = { "Ownership", 2, {
		VAR(PROCESS, 64), TSTAMP } },
	[NTRACE_DIRECT_BRANCH] = { "DirectBranch", 2, {
		I_CNT, TSTAMP } },
	[NTRACE_INDIRECT_BRANCH] = { "IndirectBranch", 4, {
		FIX(B_TYPE, 2), I_CNT, ADDR, TSTAMP } },
	[NTRACE_ERROR] = { "Error", 3, {
		FIX(ETYPE, 4), VAR(ECODE, 8), TSTAMP } },
	[NTRACE_PROG_TRACE_SYNC] = { "ProgTraceSync", 4, {
		FIX(SYNC, 4), I_CNT, ADDR, TSTAMP } },
	[NTRACE_DIRECT_BRANCH_SYNC] = { "DirectBranchSync", 4, {
		FIX(SYNC, 4), I_CNT, ADDR, TSTAMP } },
	[NTRACE_INDIRECT_BRANCH_SYNC] = { "IndirectBranchSync", 5, {
		FIX(SYNC, 4), FIX(B_TYPE, 2), I_CNT, ADDR, TSTAMP } },
	[NTRACE_RESOURCE_FULL] = { "ResourceFull", 4, {
		FIX(RCODE, 4), VAR(RDATA, NTRACE_HIST_BITS), VAR(HREPEAT, NTRACE_COUNT_BITS), TSTAMP } },
	[NTRACE_INDIRECT_BRANCH_HIST] = { "IndirectBranchHist", 5, {
		FIX(B_TYPE, 2), I_CNT, ADDR, HIST, TSTAMP } },
	[NTRACE_INDIRECT_BRANCH_HIST_SYNC] = { "IndirectBranchHistSync", 6, {
		FIX(SYNC, 4), FIX(B_TYPE, 2), I_CNT, ADDR, HIST, TSTAMP } },
	[NTRACE_REPEAT_BRANCH] = { "RepeatBranch", 2, {
		VAR(B_CNT, NTRACE_COUNT_BITS), TSTAMP } },
	[NTRACE_PROG_TRACE_CORRELATION] = { "ProgTraceCorrelation", 5, {
		FIX(EVCODE, 4), FIX(CDF, 2), I_CNT, HIST, TSTAMP } },
	[56] = { "Vendor", 0, { { 0 } } },
	[57] = { "Vendor", 0, { { 0 } } },
	[58] = { "Vendor", 0, { { 0 } } },
	[59] = { "Vendor", 0, { { 0 } } },
	[60] = { "Vendor", 0, { { 0 } } },
	[61] = { "Vendor", 0, { { 0 } } },
	[62] = { "Vendor", 0, { { 0 } } },
};
/* clang-format on */

static const char *const field_names[NTRACE_FIELDS] = {
	[NTRACE_SRC] = "SRC",	      [NTRACE_SYNC] = "SYNC",
	[NTRACE_B_TYPE] = "B-TYPE",   [NTRACE_EVCODE] = "EVCODE",
	[NTRACE_CDF] = "CDF",	      [NTRACE_ETYPE] = "ETYPE",
	[NTRACE_RCODE] = "RCODE",     [NTRACE_I_CNT] = "I-CNT",
	[NTRACE_ADDR] = "U-ADDR",     [NTRACE_HIST] = "HIST",
	[NTRACE_PROCESS] = "PROCESS", [NTRACE_ECODE] = "ECODE",
	[NTRACE_RDATA] = "RDATA",     [NTRACE_HREPEAT] = "HREPEAT",
	[NTRACE_B_CNT] = "B-CNT",     [NTRACE_TSTAMP] = "TSTAMP",
};

const char *ntrace_field_name(unsigned int tcode, enum ntrace_field field)
{
	if (field == NTRACE_ADDR && ntrace_tcode_syncs(tcode))
		return "F-ADDR";
	return field_names[field];
}

static const char *const status_texts[NTRACE_STATUSES] = {
	[NTRACE_OK] = "no error",
	[NTRACE_MORE] = "the bytes end inside a message",
	[NTRACE_BAD_MSEO] = "reserved or impossible MSEO",
	[NTRACE_BAD_START] = "no message starts here",
	[NTRACE_SHORT] = "the message ends before its last field",
	[NTRACE_EXTRA] = "the message has a field too many",
	[NTRACE_FIELD_TOO_LONG] = "a field has too many bits",
	[NTRACE_MSG_TOO_LONG] = "the message has no end",
	[NTRACE_BAD_VALUE] = "a field's value is out of range",
	[NTRACE_MISSING] = "a field of this message is missing",
	[NTRACE_NO_SPACE] = "the buffer is too small",
	[NTRACE_BAD_TEXT] = "this is not the text of a message",
};

const char *ntrace_status_text(enum ntrace_status status)
{
	return (unsigned int)status < NTRACE_STATUSES ? status_texts[status] :
							"unknown status";
}
