/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tandem trace: bytes to elements and groups, and back. A codec: it knows the
 * layout and the rules of grouping, and nothing about the behaviour of a hart.
 * Specification: Trace Protocol Specification of Bluespec, 2018-11-20;
 * docs/tandem.md has the choices that the specification leaves open.
 *
 * Nothing here allocates, keeps global state, or needs a C library.
 */
#ifndef TANDEM_TANDEM_H
#define TANDEM_TANDEM_H

#include <base/types.h>

/** Longest element in bytes: memory request with 64-bit address and data. */
#define TANDEM_ELEMENT_BYTES_MAX 18

/** Kinds of elements: their opcode (chapter 2). */
enum tandem_op {
	TANDEM_BEGIN = 1,
	TANDEM_END = 2,
	TANDEM_INCPC = 3,
	TANDEM_REG = 4,	   /* full register */
	TANDEM_REGADD = 5, /* incremental register: signed 8-bit amount */
	TANDEM_REGOR = 6,  /* incremental register: 8-bit OR mask */
	TANDEM_STATE = 7,  /* additional state */
	TANDEM_MEMREQ = 8, /* memory request */
	TANDEM_MEMRSP = 9, /* memory response */
	TANDEM_RESET = 10,
	TANDEM_INIT = 11, /* state initialization */
	TANDEM_INSN16 = 16,
	TANDEM_INSN32 = 17,
	TANDEM_OPS
};

/** Identifiers of additional state (chapter 2, table "Identifier"). */
enum tandem_state {
	TANDEM_PRIV = 1,
	TANDEM_PADDR = 2, /* physical address of the access */
	TANDEM_EADDR = 3, /* effective address of the access */
	TANDEM_SDATA8 = 4,
	TANDEM_SDATA16 = 5,
	TANDEM_SDATA32 = 6,
	TANDEM_SDATA64 = 7,
	TANDEM_MTIME = 8,
	TANDEM_PCPADDR = 9, /* physical address of the pc */
	TANDEM_PC = 10,
	TANDEM_STATES
};

/** Operations of memory requests (chapter 2). */
enum tandem_mem {
	TANDEM_LOAD = 0,
	TANDEM_STORE = 1,
	TANDEM_LR = 2,
	TANDEM_SC = 3,
	TANDEM_AMOSWAP = 4,
	TANDEM_AMOADD = 5,
	TANDEM_AMOXOR = 6,
	TANDEM_AMOAND = 7,
	TANDEM_AMOOR = 8,
	TANDEM_AMOMIN = 9,
	TANDEM_AMOMAX = 10,
	TANDEM_AMOMINU = 11,
	TANDEM_AMOMAXU = 12,
	TANDEM_FETCH = 13,
	TANDEM_MEMS
};

/** Register addresses, numbered as in the RISC-V debug specification. */
#define TANDEM_CSR(number) ((u16)(number))	      /* 0 to 0xfff */
#define TANDEM_GPR(number) ((u16)(0x1000 + (number))) /* 0 to 31 */
#define TANDEM_FPR(number) ((u16)(0x1020 + (number))) /* 0 to 31 */
/** One more than the highest register address. */
#define TANDEM_REGS 0x1040

/** Variants of the format. */
enum tandem_dialect {
	TANDEM_SPEC, /* the specification, as in docs/tandem.md */
	/*
	 * Bluespec's cores and checker: the effective address takes XLEN bits
	 * if XLEN is less than MLEN; a response to sc has data, and so has a
	 * request of an instruction fetch; floating-point registers of a hart
	 * without them are read with XLEN bits.
	 */
	TANDEM_BLUESPEC,
};

/**
 * Parameters on which both ends of a stream agree outside of it (chapter 3).
 */
struct tandem_params {
	u8 xlen;    /* 32 or 64 */
	u8 flen;    /* 0 (no floating-point registers), 32 or 64 */
	u8 mlen;    /* 64 with XLEN 64; 34 (Sv32) or 32 with XLEN 32 */
	u8 dialect; /* enum tandem_dialect */
};

/** @return true if a stream can have these parameters */
bool tandem_params_valid(const struct tandem_params *params);

/**
 * One element. Fields that its kind does not have are 0 when decoded and
 * ignored when encoded.
 */
struct tandem_element {
	u8 op; /* enum tandem_op */
	/* STATE: enum tandem_state; MEMREQ, MEMRSP: enum tandem_mem */
	u8 id;
	/*
	 * Width of value: of the register, of the state's data, of the
	 * instruction; of the access for MEMREQ and MEMRSP. Encoding ignores it
	 * for elements with a single possible width.
	 */
	u8 bits;
	u8 result;   /* MEMRSP: 0 success, 1 failure, others reserved */
	u16 reg;     /* REG, REGADD, REGOR: register address */
	bool data;   /* MEMREQ, MEMRSP: value was sent; else it is 0 */
	u32 offset;  /* decoded: its first byte, from the group's */
	u64 address; /* MEMREQ */
	u64 value;   /* REGADD: sign-extended to 64 bits */
};

/** The result for bytes or elements. */
enum tandem_status {
	TANDEM_OK,
	TANDEM_MORE, /* decoding: all bytes are used, feed more */
	TANDEM_FULL, /* decoding: the group has more elements than there is room */

	/* Decoding: the rest of the stream cannot be decoded. */
	TANDEM_TRUNC,	   /* the stream ends inside an element */
	TANDEM_BAD_OP,	   /* reserved opcode */
	TANDEM_BAD_STATE,  /* reserved identifier of additional state */
	TANDEM_BAD_MEMOP,  /* reserved operation of a memory request */
	TANDEM_BAD_SIZE,   /* reserved size of a memory request or response */
	TANDEM_BAD_REG,	   /* no register has this address */
	TANDEM_RSP_ORPHAN, /* memory response not directly behind a request */

	/* Encoding only; all of the above but MORE, FULL, TRUNC occur too. */
	TANDEM_BAD_VALUE, /* a value is wider than its field */
	TANDEM_BAD_DATA,  /* data against the layout, or missing data */
	TANDEM_BAD_RULE,  /* a rule of grouping is broken */
	TANDEM_NO_SPACE,  /* the buffer is too small */
	TANDEM_STATUSES
};

/** Rules whose breach leaves the rest of the stream readable. */
enum tandem_rule {
	TANDEM_STRAY_END,	/* end without a group */
	TANDEM_EOF_IN_GROUP,	/* the stream ends in an open group */
	TANDEM_INCPC_OUTSIDE,	/* increment pc outside of a group */
	TANDEM_INCPC_NOINSN,	/* ... in a group without instruction */
	TANDEM_INIT_WITH_INSN,	/* initialisation and instruction */
	TANDEM_INIT_WITH_RESET, /* initialisation and reset */
	TANDEM_INIT_OUTSIDE,
	TANDEM_RESET_WITH_INSN,
	TANDEM_RESET_OUTSIDE,
	TANDEM_INSN_OUTSIDE,
	TANDEM_CONFLICT,  /* more than one change of one element in a group */
	TANDEM_PRIVRANGE, /* privilege mode not 0, 1, 3 */
	TANDEM_ADDRRANGE, /* address of more than MLEN bits */
	TANDEM_MEMRESULT, /* result of a response not 0 or 1 */
	TANDEM_RSPSIZE,	  /* response and request differ in size */
	TANDEM_RULES
};

/** Bit of a rule in struct tandem_group's rules. */
#define TANDEM_RULE(rule) (1u << (rule))

/** The end of a group. */
enum tandem_close {
	TANDEM_CLOSED,	/* by its end element */
	TANDEM_IMPLIED, /* by the next begin element */
	TANDEM_OUTSIDE, /* no group: elements between groups, or some */
	TANDEM_CUT,	/* no end: do not apply it */
};

/**
 * A group, or elements between groups. Its begin and end are not among the
 * elements; an end outside of a group is.
 */
struct tandem_group {
	u64 offset;   /* of its first byte, in the stream */
	u64 bytes;    /* with begin, and end if it is not implied */
	u32 rules;    /* TANDEM_RULE() of each that is broken */
	u8 close;     /* enum tandem_close */
	u8 insn_bits; /* 16, 32; 0: no instruction */
	u16 states;   /* bit n: the group has additional state n; see state */
	u32 ops;      /* bit n: the group has an element with opcode n */
	u32 insn;     /* as sent; with insn_bits only */
	u32 num;      /* of elements */
	u32 room;     /* elements that fit */
	struct tandem_element *element; /* the caller's memory */
	u64 state[TANDEM_STATES];	/* valid if `states` has the bit */
};

/** @return true if a group has elements of a kind */
static inline bool tandem_group_has(const struct tandem_group *group,
				    enum tandem_op op)
{
	return group->ops >> op & 1;
}

/** @return true if a group has a piece of additional state */
static inline bool tandem_group_has_state(const struct tandem_group *group,
					  enum tandem_state id)
{
	return group->states >> id & 1;
}

/**
 * Decoder of a stream that arrives in pieces. Its memory is constant; fields
 * are private, except those marked "read".
 */
struct tandem_decoder {
	struct tandem_params params;
	struct tandem_group group; /* read: the last result of decoding */
	u64 error_offset; /* read, after an error: of the element's first byte */
	const u8 *next;	  /* the rest of the piece */
	const u8 *end;
	u64 offset; /* of next, in the stream */
	u64 addr_mask;
	bool in_group;
	bool done; /* the caller has the group: the next step starts another */
	u8 status; /* of an error, final */
	u8 addr_bytes;
	u8 eaddr_bytes;
	u8 request; /* memory operation a response may follow, or none */
	u8 request_bits;
	u8 carried;
	u8 state_bytes[16]; /* of each kind of additional state */
	u64 state_mask[16]; /* the greatest value */
	u8 carry[2 * TANDEM_ELEMENT_BYTES_MAX]; /* element cut by two pieces */
	u32 index[TANDEM_REGS]; /* last place of a register in the group */
};

/**
 * Start decoding.
 * @param params	must be valid
 * @param element	the caller's memory for elements of a group
 * @param room number of elements that fit, at least 1. 64 are enough for any
 *		group of one instruction; groups of reset and state
 *		initialisation can have any length, see TANDEM_FULL
 */
void tandem_decoder_init(struct tandem_decoder *decoder,
			 const struct tandem_params *params,
			 struct tandem_element *element, u32 room);

/**
 * Feed the next piece of the stream, of any length. It must stay in place until
 * tandem_decoder_next() returns TANDEM_MORE. Call it first, or after
 * TANDEM_MORE.
 */
void tandem_decoder_feed(struct tandem_decoder *decoder, const u8 *bytes,
			 size_t len);

/**
 * Decode to the end of the next group, or of the elements between two groups.
 * Elements between groups that do not fit come in several parts.
 * @return TANDEM_OK: decoder->group, good until the next call, is complete.
 *	TANDEM_MORE: feed, then call again. TANDEM_FULL: the group has more than
 *	group.room elements; call tandem_decoder_room(), then again. Errors
 *	(TANDEM_BAD_OP, ..._STATE, ..._MEMOP, ..._SIZE, ..._REG,
 *	TANDEM_RSP_ORPHAN): error_offset has the place. group has the earlier
 *	elements of the same group (close is TANDEM_CUT: do not apply it) or
 *	those since the last group (TANDEM_OUTSIDE). Every later call returns
 *	the error again.
 */
enum tandem_status tandem_decoder_next(struct tandem_decoder *decoder);

/**
 * End the stream. Call it once, after TANDEM_MORE.
 * @return TANDEM_OK: decoder->group has the elements since the last group, num
 *	may be 0; with TANDEM_CUT and the rule TANDEM_EOF_IN_GROUP if they are
 *	an open group. TANDEM_TRUNC: the stream ends inside an element; group is
 *	as with tandem_decoder_next()'s errors. Or the earlier error.
 */
enum tandem_status tandem_decoder_finish(struct tandem_decoder *decoder);

/**
 * Continue with more room, after TANDEM_FULL.
 * @param element already has the group's elements, as after realloc()
 */
void tandem_decoder_room(struct tandem_decoder *decoder,
			 struct tandem_element *element, u32 room);

/**
 * Encoder of groups into the caller's buffer, which may be emptied (used set to
 * 0) between calls.
 */
struct tandem_encoder {
	struct tandem_params params;
	u8 *buf;
	size_t room;
	size_t used; /* bytes in buf */
	u32 bad;     /* after an error: index of the element, from 0 */
	u32 rules;   /* after TANDEM_BAD_RULE: TANDEM_RULE() of each broken */
	u64 addr_mask;
	u8 addr_bytes;
	u8 eaddr_bytes;
	u32 index[TANDEM_REGS];
};

/** Start encoding. @param params must be valid */
void tandem_encoder_init(struct tandem_encoder *encoder,
			 const struct tandem_params *params, u8 *buf,
			 size_t room);

/**
 * Append a group with its begin and end; elements must not have these.
 * @return TANDEM_OK; on error it writes nothing, and bad is the index of the
 *	element: TANDEM_BAD_OP (also begin and end), TANDEM_BAD_STATE,
 *	TANDEM_BAD_MEMOP, TANDEM_BAD_SIZE, TANDEM_BAD_REG, TANDEM_RSP_ORPHAN,
 *	TANDEM_BAD_VALUE, TANDEM_BAD_DATA; TANDEM_BAD_RULE (see rules; bad is
 *	undefined), TANDEM_NO_SPACE
 */
enum tandem_status tandem_encoder_group(struct tandem_encoder *encoder,
					const struct tandem_element *element,
					u32 num);

/**
 * Append elements outside of groups. The elements of one call have no order
 * among themselves. Errors as tandem_encoder_group()'s.
 */
enum tandem_status tandem_encoder_outside(struct tandem_encoder *encoder,
					  const struct tandem_element *element,
					  u32 num);

/**
 * Append one element without checks of rules, also begin and end: for tools and
 * tests that rewrite streams.
 * @param before the previous element, NULL if none: a response needs its
 *			request there
 */
enum tandem_status tandem_encoder_raw(struct tandem_encoder *encoder,
				      const struct tandem_element *element,
				      const struct tandem_element *before);

/** Elements of each kind, for tandem_encoder_group(). */
static inline struct tandem_element tandem_plain(enum tandem_op op)
{
	return (struct tandem_element){ .op = (u8)op };
}

/** @param reg TANDEM_CSR(), TANDEM_GPR() or TANDEM_FPR() */
static inline struct tandem_element tandem_reg(u16 reg, u64 value)
{
	return (struct tandem_element){ .op = TANDEM_REG,
					.reg = reg,
					.value = value };
}

/** @param id enum tandem_state; store data of any width included */
static inline struct tandem_element tandem_state(enum tandem_state id,
						 u64 value)
{
	return (struct tandem_element){ .op = TANDEM_STATE,
					.id = (u8)id,
					.value = value };
}

/** @param bits 16 or 32 */
static inline struct tandem_element tandem_insn(unsigned int bits, u32 insn)
{
	return (struct tandem_element){
		.op = bits == 16 ? TANDEM_INSN16 : TANDEM_INSN32,
		.bits = (u8)bits,
		.value = insn,
	};
}

/**
 * A memory request, with its data if the layout has data.
 * @param bits	8, 16, 32 or 64
 */
struct tandem_element tandem_memreq(const struct tandem_params *params,
				    enum tandem_mem op, unsigned int bits,
				    u64 address, u64 value);

/** The response to a request, with its data if the layout has data. */
struct tandem_element tandem_memrsp(const struct tandem_params *params,
				    const struct tandem_element *request,
				    unsigned int result, u64 value);

/** Width of a register in bits. @return 0: no register has this address */
unsigned int tandem_reg_bits(const struct tandem_params *params, u16 reg);

/** Length of an element in bytes. @return 0: it cannot be encoded */
unsigned int tandem_element_bytes(const struct tandem_params *params,
				  const struct tandem_element *element);

/** Short name of an error ("TRUNC", "OPCODE"...), for scripts. */
const char *tandem_status_name(enum tandem_status status);

/** A status in words, without full stop. */
const char *tandem_status_text(enum tandem_status status);

/** Short name of a rule ("STRAY-END"...), for scripts. */
const char *tandem_rule_name(enum tandem_rule rule);

/** A rule's breach in words, without full stop. */
const char *tandem_rule_text(enum tandem_rule rule);

/** Name of a kind of element, as in the event notation ("memreq"). */
const char *tandem_op_name(enum tandem_op op);

/** Name of additional state ("paddr"); NULL: reserved. */
const char *tandem_state_name(enum tandem_state id);

/** Name of a memory operation ("amoadd"); NULL: reserved. */
const char *tandem_mem_name(enum tandem_mem op);

/** Longest event line, terminating NUL included. */
#define TANDEM_TEXT_MAX 64

/**
 * Print an element in the event notation (docs/tandem.md), without line end:
 * "reg 0x100a 64 0x1f", "state pc 0x80000000", "memreq store 32 0x1000 0x1".
 * Any element has a text; a number without a name is printed as "? 200".
 * @param buf	TANDEM_TEXT_MAX bytes
 * @return length of the text
 */
size_t tandem_text_print(const struct tandem_element *element, char *buf);

/**
 * Print a line of a group in the event notation: "event begin", its elements,
 * "event end", "rule CLASS" for each rule it breaks.
 * @param n number of the line, from 0; at most num + 2 + TANDEM_RULES
 * @param buf	TANDEM_TEXT_MAX bytes
 * @return length of the text; 0: no more lines
 */
size_t tandem_text_line(const struct tandem_group *group, u64 n, char *buf);

#endif
