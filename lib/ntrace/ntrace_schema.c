// SPDX-License-Identifier: BSD-2-Clause
/* The message types as a table, and words. */
#include "ntrace_schema.h"

/* The number of fields of a type: its rows and TSTAMP. */
#define ONE(...) +1
#define COUNT(id, name, fields) COUNT_##id = 1 fields,
enum { NTRACE_MESSAGES(COUNT, ONE, ONE, ONE, ONE) };

#define FIX(field, width) { NTRACE_##field, NTRACE_FIXED, width },
#define VAR(field, most) { NTRACE_##field, NTRACE_VAR, most },
#define IF(field, most, ...) VAR(field, most)
#define ADDR() { NTRACE_ADDR, NTRACE_VAR_ADDR, 63 },
#define TYPE(id, name, fields)                                          \
	[NTRACE_##id] = { name,                                         \
			  COUNT_##id,                                   \
			  { fields{ NTRACE_TSTAMP, NTRACE_VAR_OPTIONAL, \
				    64 } } },
#define VENDOR                   \
	{                        \
		.name = "Vendor" \
	}

const struct ntrace_schema ntrace_schema[NTRACE_TCODES] = {
	NTRACE_MESSAGES(TYPE, FIX, VAR, ADDR, IF)[56] = VENDOR,
	[57] = VENDOR,
	[58] = VENDOR,
	[59] = VENDOR,
	[60] = VENDOR,
	[61] = VENDOR,
	[62] = VENDOR,
};

static const char *const field_names[NTRACE_FIELDS] = {
	[NTRACE_SRC] = "SRC",	      [NTRACE_SYNC] = "SYNC",
	[NTRACE_B_TYPE] = "B-TYPE",   [NTRACE_EVCODE] = "EVCODE",
	[NTRACE_CDF] = "CDF",	      [NTRACE_ETYPE] = "ETYPE",
	[NTRACE_RCODE] = "RCODE",     [NTRACE_I_CNT] = "I-CNT",
	[NTRACE_ADDR] = "U-ADDR",     [NTRACE_HIST] = "HIST",
	[NTRACE_PROCESS] = "PROCESS", [NTRACE_ECODE] = "ECODE",
	[NTRACE_RDATA] = "RDATA",     [NTRACE_HREPEAT] = "HREPEAT",
	[NTRACE_B_CNT] = "B-CNT",     [NTRACE_TSTAMP] = "TSTAMP",
	[NTRACE_ID_TAG] = "IDTAG",    [NTRACE_DQ_DATA] = "DQDATA",
	[NTRACE_CK_SRC] = "CKSRC",    [NTRACE_CK_DF] = "CKDF",
	[NTRACE_CK_DATA] = "CKDATA",  [NTRACE_CK_DATA1] = "CKDATA1",
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
