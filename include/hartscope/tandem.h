/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tandem trace: bytes to groups of elements, and back.
 * Specification: Trace Protocol Specification of Bluespec, 2018-11-20.
 */
#ifndef HARTSCOPE_TANDEM_H
#define HARTSCOPE_TANDEM_H

#include <hartscope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of elements: their opcode (chapter 2). */
enum hartscope_tandem_op {
	HARTSCOPE_TANDEM_BEGIN = 1,
	HARTSCOPE_TANDEM_END = 2,
	HARTSCOPE_TANDEM_INCPC = 3,
	HARTSCOPE_TANDEM_REG = 4,    /* register */
	HARTSCOPE_TANDEM_REGADD = 5, /* signed 8-bit amount */
	HARTSCOPE_TANDEM_REGOR = 6,  /* 8-bit OR mask */
	HARTSCOPE_TANDEM_STATE = 7,  /* additional state */
	HARTSCOPE_TANDEM_MEMREQ = 8,
	HARTSCOPE_TANDEM_MEMRSP = 9,
	HARTSCOPE_TANDEM_RESET = 10,
	HARTSCOPE_TANDEM_INIT = 11,
	HARTSCOPE_TANDEM_INSN16 = 16,
	HARTSCOPE_TANDEM_INSN32 = 17,
};

/** Parameters of a stream (chapter 3). */
struct hartscope_tandem_params {
	uint8_t xlen;	     /* 32 or 64 */
	uint8_t flen;	     /* 0, 32 or 64 */
	uint8_t mlen;	     /* 64 with XLEN 64; 34 or 32 with XLEN 32 */
	uint8_t dialect;     /* 0: the specification; 1: Bluespec's cores */
	uint8_t reserved[4]; /* zero */
};

/** One element. Fields that its kind does not have are 0. */
struct hartscope_tandem_element {
	uint64_t address; /* MEMREQ */
	uint64_t value;	  /* REGADD: sign-extended */
	uint32_t offset;  /* decoded: bytes from the group's first one */
	uint16_t reg;	  /* CSR 0 to 0xfff, x0 0x1000, f0 0x1020 */
	uint8_t op;	  /* enum hartscope_tandem_op */
	uint8_t id;	  /* STATE: identifier; MEMREQ, MEMRSP: operation */
	uint8_t bits;	  /* width of value; of the access */
	uint8_t result;	  /* MEMRSP: 0 success, 1 failure */
	bool data;	  /* MEMREQ, MEMRSP: value was sent */
	uint8_t reserved[5];
};

/** The end of a group. */
enum hartscope_tandem_close {
	HARTSCOPE_TANDEM_CLOSED = 0,  /* by its end element */
	HARTSCOPE_TANDEM_IMPLIED = 1, /* by the next begin element */
	HARTSCOPE_TANDEM_OUTSIDE = 2, /* no group: elements between groups */
	HARTSCOPE_TANDEM_CUT = 3,     /* no end: do not apply it */
};

/** A group, or elements between groups, without begin and end. */
struct hartscope_tandem_group {
	uint64_t offset; /* in the stream, of its first byte */
	uint64_t bytes;	 /* with begin and end */
	const struct hartscope_tandem_element *element; /* in the decoder */
	uint32_t num;					/* of elements */
	uint32_t rules;	   /* bit n: the rule n of docs/tandem.md is broken */
	uint32_t insn;	   /* as sent, if insn_bits is not 0 */
	uint8_t insn_bits; /* 16, 32; 0: no instruction */
	uint8_t close;	   /* enum hartscope_tandem_close */
	uint8_t reserved[2];
};

/** Results. */
enum hartscope_tandem_status {
	HARTSCOPE_TANDEM_OK = 0,
	HARTSCOPE_TANDEM_MORE = 1,	 /* feed the next bytes */
	HARTSCOPE_TANDEM_FULL = 2,	 /* more elements than room */
	HARTSCOPE_TANDEM_TRUNC = 3,	 /* the stream ends in an element */
	HARTSCOPE_TANDEM_BAD_OP = 4,	 /* reserved opcode */
	HARTSCOPE_TANDEM_BAD_STATE = 5,	 /* reserved additional state */
	HARTSCOPE_TANDEM_BAD_MEMOP = 6,	 /* reserved memory operation */
	HARTSCOPE_TANDEM_BAD_SIZE = 7,	 /* reserved size of an access */
	HARTSCOPE_TANDEM_BAD_REG = 8,	 /* no such register */
	HARTSCOPE_TANDEM_RSP_ORPHAN = 9, /* response not behind a request */
	HARTSCOPE_TANDEM_BAD_VALUE = 10, /* a value is wider than its field */
	HARTSCOPE_TANDEM_BAD_DATA = 11,	 /* data where there can be none */
	HARTSCOPE_TANDEM_BAD_RULE = 12,	 /* a rule of grouping is broken */
	HARTSCOPE_TANDEM_NO_SPACE = 13,	 /* the buffer is too small */
};

/** A status in words, without full stop. The string is static. */
const char *hartscope_tandem_status_text(enum hartscope_tandem_status status);

/** Size of a text of hartscope_tandem_text(), terminating NUL included. */
#define HARTSCOPE_TANDEM_TEXT_MAX 64

/**
 * Print an element in the notation of hartscope-tandem(1): "reg 0x100a 64
 * 0x1f". Any element has a text; a number without a name is printed as "? 200".
 * @param text HARTSCOPE_TANDEM_TEXT_MAX bytes
 * @return length of the text
 */
size_t hartscope_tandem_text(const struct hartscope_tandem_element *element,
			     char *text);

/** A decoder. */
struct hartscope_tandem_decoder;

/**
 * Bytes of memory for a decoder.
 * @param room most elements of a group; 64 are enough for one instruction
 * @return 0 if room is 0 or over 2^20
 */
size_t hartscope_tandem_decoder_size(uint32_t room);

/**
 * Make a decoder for one stream.
 * @param memory hartscope_tandem_decoder_size(room) bytes
 * @return the decoder; NULL if memory is misaligned, size too small, or room or
 *	params out of range
 */
struct hartscope_tandem_decoder *
hartscope_tandem_decoder_init(void *memory, size_t size, uint32_t room,
			      const struct hartscope_tandem_params *params);

/**
 * Hand over the next piece of the stream, first and after
 * HARTSCOPE_TANDEM_MORE. The bytes must stay in place until ..._next() returns
 * HARTSCOPE_TANDEM_MORE.
 */
void hartscope_tandem_decoder_feed(struct hartscope_tandem_decoder *decoder,
				   const uint8_t *bytes, size_t len);

/**
 * Decode to the end of the next group, or of elements between groups.
 * @param group out: good until the next call. With an error it has the elements
 *	before the error
 * @return HARTSCOPE_TANDEM_OK, _MORE, or an error, which all later calls return
 *	again: _BAD_OP, _BAD_STATE, _BAD_MEMOP, _BAD_SIZE, _BAD_REG,
 *	_RSP_ORPHAN, and _FULL if a group has more elements than room
 */
enum hartscope_tandem_status
hartscope_tandem_decoder_next(struct hartscope_tandem_decoder *decoder,
			      struct hartscope_tandem_group *group);

/**
 * Deliver the rest at the end of the stream. Call it once, after
 * HARTSCOPE_TANDEM_MORE.
 * @param group out: the rest, possibly without elements
 * @return HARTSCOPE_TANDEM_OK, _TRUNC, or the error of ..._next()
 */
enum hartscope_tandem_status
hartscope_tandem_decoder_finish(struct hartscope_tandem_decoder *decoder,
				struct hartscope_tandem_group *group);

/** An encoder. */
struct hartscope_tandem_encoder;

/**
 * Bytes of memory for an encoder of groups of at most room elements.
 * @return 0 if room is 0 or over 2^20
 */
size_t hartscope_tandem_encoder_size(uint32_t room);

/** Make an encoder; arguments and result as of ..._decoder_init(). */
struct hartscope_tandem_encoder *
hartscope_tandem_encoder_init(void *memory, size_t size, uint32_t room,
			      const struct hartscope_tandem_params *params);

/**
 * Encode a group with its begin and end, which must not be among the elements.
 * @param size bytes at bytes
 * @param used out: bytes written; 0 on error
 * @return HARTSCOPE_TANDEM_OK; _FULL: more elements than room; _NO_SPACE: size
 *	is too small; or the reason why the elements are no group: _BAD_OP,
 *	_BAD_STATE, _BAD_MEMOP, _BAD_SIZE, _BAD_REG, _RSP_ORPHAN, _BAD_VALUE,
 *	_BAD_DATA, _BAD_RULE
 */
enum hartscope_tandem_status
hartscope_tandem_encoder_group(struct hartscope_tandem_encoder *encoder,
			       const struct hartscope_tandem_element *element,
			       uint32_t num, uint8_t *bytes, size_t size,
			       size_t *used);

#ifdef __cplusplus
}
#endif

#endif
