/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * N-Trace messages: bytes to fields and back, and the text form. Everything
 * here walks one schema; nothing here knows program flow.
 * Specification: RISC-V N-Trace 1.0, chapters 3, 6 and 7.
 */
#ifndef NTRACE_MSG_H
#define NTRACE_MSG_H

#include <base/types.h>

/** Longest message of the specification, in bytes (N-Trace 1.0, 3). */
#define NTRACE_MSG_BYTES_MAX 38
/** Longest vendor-defined or reserved message that can be read, in bytes. */
#define NTRACE_OPAQUE_BYTES_MAX 256
/** The byte between messages. */
#define NTRACE_IDLE 0xff

/**
 * Largest number of bits of fields (N-Trace 1.0, table "Maximum Field Sizes").
 */
#define NTRACE_I_CNT_BITS 22
#define NTRACE_HIST_BITS 32  /* with the stop bit */
#define NTRACE_COUNT_BITS 18 /* HREPEAT, B-CNT */

/** Message types: their TCODE (N-Trace 1.0, table "Fields in Messages"). */
enum ntrace_tcode {
	NTRACE_OWNERSHIP = 2,
	NTRACE_DIRECT_BRANCH = 3,
	NTRACE_INDIRECT_BRANCH = 4,
	NTRACE_DATA_ACQUISITION = 7, /* of NTRACE_QUIRK_SIFIVE */
	NTRACE_ERROR = 8,
	NTRACE_PROG_TRACE_SYNC = 9,
	NTRACE_DIRECT_BRANCH_SYNC = 11,
	NTRACE_INDIRECT_BRANCH_SYNC = 12,
	NTRACE_RESOURCE_FULL = 27,
	NTRACE_INDIRECT_BRANCH_HIST = 28,
	NTRACE_INDIRECT_BRANCH_HIST_SYNC = 29,
	NTRACE_REPEAT_BRANCH = 30,
	NTRACE_PROG_TRACE_CORRELATION = 33,
	NTRACE_IN_CIRCUIT_TRACE = 34,	   /* of NTRACE_QUIRK_SIFIVE */
	NTRACE_IN_CIRCUIT_TRACE_SYNC = 35, /* of NTRACE_QUIRK_SIFIVE */
	NTRACE_VENDOR_FIRST = 56,
	NTRACE_VENDOR_LAST = 62,
	NTRACE_TCODES = 64,
};

/** Fields of messages. NTRACE_ADDR is F-ADDR or U-ADDR, by the type. */
enum ntrace_field {
	NTRACE_SRC,
	NTRACE_SYNC,
	NTRACE_B_TYPE,
	NTRACE_EVCODE,
	NTRACE_CDF,
	NTRACE_ETYPE,
	NTRACE_RCODE,
	NTRACE_I_CNT,
	NTRACE_ADDR, /* without bit 0, MSB extension undone */
	NTRACE_HIST, /* with its stop bit */
	NTRACE_PROCESS,
	NTRACE_ECODE,
	NTRACE_RDATA,	/* RDATA[0]: I-CNT for RCODE 0, else HIST */
	NTRACE_HREPEAT, /* RDATA[1], RCODE 2 only */
	NTRACE_B_CNT,
	NTRACE_TSTAMP,
	NTRACE_ID_TAG, /* DataAcquisition: number of the stimulus register */
	NTRACE_DQ_DATA,
	NTRACE_CK_SRC, /* InCircuitTrace: its source */
	NTRACE_CK_DF,  /* 1: CKDATA1 is present */
	NTRACE_CK_DATA,
	NTRACE_CK_DATA1,
	NTRACE_FIELDS
};

/** Bit of a field in struct ntrace_msg's present. */
#define NTRACE_HAS(field) (1u << (field))

/** SYNC (N-Trace 1.0, table "SYNC Field Values"). */
enum ntrace_sync {
	NTRACE_SYNC_EXTERNAL_TRIGGER = 0,
	NTRACE_SYNC_EXIT_RESET = 1,
	NTRACE_SYNC_PERIODIC = 2,
	NTRACE_SYNC_EXIT_DEBUG = 3,
	NTRACE_SYNC_I_CNT = 4,
	NTRACE_SYNC_ENABLE = 5,
	NTRACE_SYNC_EVENT = 6,
	NTRACE_SYNC_FIFO = 7,
	NTRACE_SYNC_EXIT_POWER_DOWN = 9,
	NTRACE_SYNC_PC_SAMPLE = 15, /* of NTRACE_QUIRK_SIFIVE */
};

/** B-TYPE. */
enum ntrace_b_type {
	NTRACE_B_TYPE_JUMP = 0, /* or a sync in straight code */
	NTRACE_B_TYPE_TRAP = 1, /* exception or interrupt */
	NTRACE_B_TYPE_EXCEPTION = 2,
	NTRACE_B_TYPE_INTERRUPT = 3,
};

/** EVCODE. */
enum ntrace_evcode {
	NTRACE_EVCODE_DEBUG = 0,
	NTRACE_EVCODE_LOW_POWER = 1,
	NTRACE_EVCODE_DISABLED = 4,
};

/** RCODE. */
enum ntrace_rcode {
	NTRACE_RCODE_I_CNT = 0,
	NTRACE_RCODE_HIST = 1,
	NTRACE_RCODE_HIST_REPEAT = 2,
	NTRACE_RCODE_VENDOR = 8, /* the first vendor-defined code */
	/* of NTRACE_QUIRK_SIFIVE: so many branches, all of them */
	NTRACE_RCODE_NOT_TAKEN = 8,
	NTRACE_RCODE_TAKEN = 9,
};

/** CKSRC of InCircuitTrace, as far as its data differ. */
enum ntrace_ck_src {
	NTRACE_CK_CONTROL = 0,	 /* CKDF 1: address and value; else value */
	NTRACE_CK_CALL = 9,	 /* CKDF 1: CKDATA1 is the target */
	NTRACE_CK_COUNTERS = 12, /* no address */
	NTRACE_CK_CONTEXT = 13,	 /* no address */
};

/** PROCESS: FORMAT[1:0], PRV[3:2], V[4], CONTEXT[..:5]. */
enum ntrace_process_format {
	NTRACE_PROCESS_MODE = 0,
	NTRACE_PROCESS_SCONTEXT = 2,
	NTRACE_PROCESS_HCONTEXT = 3,
};

/** PROCESS from its parts. @param context at most 59 bits */
static inline u64 ntrace_process(enum ntrace_process_format format,
				 unsigned int prv, bool v, u64 context)
{
	return context << 5 | (u64)v << 4 | (u64)prv << 2 | format;
}

/** Settings of a stream's encoders on which the meaning of bytes depends. */
struct ntrace_format {
	u8 xlen;     /* 32 or 64 */
	u8 src_bits; /* trTeSrcBits, 0 to 12; 0 when trTeInhibitSrc is set */
	bool extend_addr_msb; /* trTeInstExtendAddrMSB */
	u8 quirks;	      /* NTRACE_QUIRK_... */
	/*
	 * Number of sent bits of an address; the highest one stands for all
	 * bits above. 33 to 63; 0: all XLEN bits
	 */
	u8 addr_bits;
};

/**
 * Encoders of SiFive from before N-Trace 1.0: ResourceFull with counts of
 * branches (RCODE 8 and 9), DataAcquisition and InCircuitTrace messages,
 * relative TSTAMP, which the reader XORs to the last one.
 */
#define NTRACE_QUIRK_SIFIVE 1

/** Message types of encoders with NTRACE_QUIRK_SIFIVE alone, as bits. */
#define NTRACE_TCODES_SIFIVE                                                 \
	(1ULL << NTRACE_DATA_ACQUISITION | 1ULL << NTRACE_IN_CIRCUIT_TRACE | \
	 1ULL << NTRACE_IN_CIRCUIT_TRACE_SYNC)

/** The reason why bytes are no message, or why fields cannot become one. */
enum ntrace_status {
	NTRACE_OK,
	NTRACE_MORE,	       /* the bytes end inside a message */
	NTRACE_BAD_MSEO,       /* MSEO is 10, or contradicts the next one */
	NTRACE_BAD_START,      /* the first byte's MSEO is not 00 */
	NTRACE_SHORT,	       /* the message ends before its last field */
	NTRACE_EXTRA,	       /* fields after the last one of its type */
	NTRACE_FIELD_TOO_LONG, /* more than 64 bits, or than an address has */
	NTRACE_MSG_TOO_LONG,   /* no end within the most bytes it can have */
	NTRACE_BAD_VALUE,      /* encoding: a field does not fit; HIST is 0 */
	NTRACE_MISSING,	 /* encoding: a field of the type is not present */
	NTRACE_NO_SPACE, /* encoding: the buffer is too small */
	NTRACE_BAD_TEXT, /* parsing: not the text form of a message */
	NTRACE_STATUSES
};

/** One message. Fields that are not present have no meaning. */
struct ntrace_msg {
	u8 tcode;
	u16 bytes;   /* length; encoding needs it for opaque messages only */
	u32 present; /* NTRACE_HAS() of each field that is there */
	u64 field[NTRACE_FIELDS];
	/*
	 * Vendor-defined and reserved messages, and ResourceFull and
	 * ProgTraceCorrelation with reserved RCODE and CDF, have no fields
	 * known here but TCODE and SRC. Then opaque points to all their bytes,
	 * in the caller's memory; otherwise it is NULL.
	 */
	const u8 *opaque;
};

/** Kinds of fields in the schema. */
enum ntrace_kind {
	NTRACE_FIXED,	     /* bits wide */
	NTRACE_VAR,	     /* at most bits wide */
	NTRACE_VAR_ADDR,     /* the same, an address without bit 0 */
	NTRACE_VAR_OPTIONAL, /* may be missing: TSTAMP */
};

/** One field of a message type. */
struct ntrace_schema_field {
	u8 field; /* enum ntrace_field */
	u8 kind;  /* enum ntrace_kind */
	u8 bits;  /* width, or most bits (N-Trace 1.0, "Maximum Field Sizes") */
};

/** Most fields of one type, TSTAMP included. */
#define NTRACE_SCHEMA_FIELDS 6

/** One message type; SRC comes before the first field, and is not listed. */
struct ntrace_schema {
	const char *name; /* NULL: a reserved TCODE */
	u8 num_fields;	  /* 0: vendor-defined or reserved */
	struct ntrace_schema_field field[NTRACE_SCHEMA_FIELDS];
};

/** The types; the index is the TCODE. */
extern const struct ntrace_schema ntrace_schema[NTRACE_TCODES];

/**
 * @return true if a type has SYNC and F-ADDR, so that decoding can start there
 */
static inline bool ntrace_tcode_syncs(unsigned int tcode)
{
	return tcode == NTRACE_PROG_TRACE_SYNC ||
	       tcode == NTRACE_DIRECT_BRANCH_SYNC ||
	       tcode == NTRACE_INDIRECT_BRANCH_SYNC ||
	       tcode == NTRACE_INDIRECT_BRANCH_HIST_SYNC;
}

/** @return true if messages of this type have the fields of the schema */
static inline bool ntrace_tcode_known(const struct ntrace_format *format,
				      unsigned int tcode)
{
	return ntrace_schema[tcode].num_fields &&
	       (!(NTRACE_TCODES_SIFIVE >> tcode & 1) ||
		format->quirks & NTRACE_QUIRK_SIFIVE);
}

/** @return true if a type is a vendor's own, which does not change the flow */
static inline bool ntrace_tcode_vendor(unsigned int tcode)
{
	return tcode >= NTRACE_VENDOR_FIRST && tcode <= NTRACE_VENDOR_LAST;
}

/**
 * Decode the message at buf, which must not start with an idle byte.
 * @param format settings of the stream's encoders
 * @param used out: bytes taken. With an error these are the bytes up to and
 *	including the next one that ends a message, or all; 0 with NTRACE_MORE
 * @param msg out: meaningful with NTRACE_OK only
 * @return NTRACE_OK, NTRACE_MORE (call again with more bytes at buf), or the
 *	reason why these bytes are no message: NTRACE_BAD_MSEO,
 *	NTRACE_BAD_START, NTRACE_SHORT, NTRACE_EXTRA, NTRACE_FIELD_TOO_LONG,
 *	NTRACE_MSG_TOO_LONG
 */
enum ntrace_status ntrace_msg_decode(const struct ntrace_format *format,
				     const u8 *buf, size_t len, size_t *used,
				     struct ntrace_msg *msg);

/** Count the idle bytes at the start of buf. */
size_t ntrace_idle_count(const u8 *buf, size_t len);

/**
 * Count the bytes at the start of buf that belong to a message which began
 * before buf, or is damaged: up to and including the first byte whose MSEO is
 * 11.
 * @return len if there is none
 */
size_t ntrace_msg_skip(const u8 *buf, size_t len);

/**
 * Encode a message. An opaque one is copied after a check of its MSEO bits.
 * Fields keep to the limits of the schema; the function checks that all fields
 * of the type are present, except TSTAMP, which is optional. It writes SRC if
 * format has bits for it.
 * @param room bytes at buf; NTRACE_MSG_BYTES_MAX is always enough for a message
 *	that is not opaque
 * @param used out: bytes written, 0 on error
 * @return NTRACE_OK, NTRACE_BAD_VALUE, NTRACE_MISSING, NTRACE_NO_SPACE
 */
enum ntrace_status ntrace_msg_encode(const struct ntrace_format *format,
				     const struct ntrace_msg *msg, u8 *buf,
				     size_t room, size_t *used);

/** A status in words, without full stop. */
const char *ntrace_status_text(enum ntrace_status status);

/** Name of a field as the specification writes it ("I-CNT"). */
const char *ntrace_field_name(unsigned int tcode, enum ntrace_field field);

/** Longest line ntrace_text_print() can make, terminating NUL included. */
#define NTRACE_TEXT_MAX 1100

/**
 * Print a message as one line, without line end: the type's name and its fields
 * in the order of sending, "IndirectBranchHist SRC=0x1 B-TYPE=0x0 I-CNT=0x7d
 * U-ADDR=0x7 HIST=0xffe". Opaque ones are printed as their bytes, "Vendor
 * bytes e0 07", those of reserved types as "Reserved bytes ...".
 * @param size bytes at buf; a longer line is cut
 * @return length of the whole line, which is complete in buf if the length is
 *	less than size
 */
size_t ntrace_text_print(const struct ntrace_msg *msg, char *buf, size_t size);

/**
 * Parse the output of ntrace_text_print(); numbers may be decimal too.
 * ntrace_msg_encode() checks that values are possible and fields complete. SRC
 * of an opaque message is in its bytes only.
 * @param text one line without line end
 * @param raw room for the bytes of an opaque message, NTRACE_OPAQUE_BYTES_MAX;
 *	msg points there
 * @param column out: on error, its column in text, from 0
 * @return NTRACE_OK, NTRACE_BAD_TEXT (unknown name, not a number, a field that
 *	the type does not have), NTRACE_FIELD_TOO_LONG (over 64 bits),
 *	NTRACE_MSG_TOO_LONG (over NTRACE_OPAQUE_BYTES_MAX bytes)
 */
enum ntrace_status ntrace_text_parse(const char *text, size_t len,
				     struct ntrace_msg *msg, u8 *raw,
				     size_t *column);

#endif
