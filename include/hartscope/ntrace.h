/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * N-Trace: a decoder, from messages and a program to executed address ranges,
 * and an encoder, from retired instructions to messages.
 * Specification: RISC-V N-Trace 1.0; Trace Control Interface 1.0 for registers.
 */
#ifndef HARTSCOPE_NTRACE_H
#define HARTSCOPE_NTRACE_H

#include <hartscope/base.h>
#include <hartscope/image.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Settings of the encoders of a stream. All but xlen may be zero. */
struct hartscope_ntrace_settings {
	uint8_t xlen;		 /* 32 or 64 */
	uint8_t src_bits;	 /* trTeSrcBits, 0 to 12 */
	uint8_t mode;		 /* trTeInstMode 3, 6; 0: unknown */
	uint8_t implicit_return; /* trTeInstImplicitReturnMode, 0 to 3 */
	bool all_jumps;		 /* trTeInstEnAllJumps */
	bool extend_addr_msb;	 /* trTeInstExtendAddrMSB */
	bool strict;		 /* report breaches of the specification, too */
	bool sifive;	      /* an encoder of SiFive from before N-Trace 1.0 */
	uint8_t reserved[24]; /* zero */
};

/** Size of a decoder. */
struct hartscope_ntrace_room {
	uint32_t sources;     /* harts in the stream, 1 to 4096 */
	uint32_t ranges;      /* given to the sink at once, 64 to 2^20 */
	uint32_t histories;   /* HIST without I-CNT that are kept, to 2^24 */
	uint32_t reserved[5]; /* zero */
};

/** The end of a range, by its last instruction. */
enum hartscope_end {
	HARTSCOPE_END_LINEAR =
		1, /* something else ended it: a trap, an event */
	HARTSCOPE_END_BRANCH = 2, /* taken; branches before were not */
	HARTSCOPE_END_JUMP = 3,
	HARTSCOPE_END_CALL = 4,
	HARTSCOPE_END_JUMP_INDIRECT = 5,
	HARTSCOPE_END_CALL_INDIRECT = 6,
	HARTSCOPE_END_RETURN = 7,
	HARTSCOPE_END_SWAP = 8,
	HARTSCOPE_END_JUMP_SEQUENTIAL = 9,
	HARTSCOPE_END_CALL_SEQUENTIAL = 10,
	HARTSCOPE_END_TRAP_RETURN = 11,
	HARTSCOPE_END_TRAP = 12,
	HARTSCOPE_END_CUSTOM = 13,
};

/** Instructions executed one after the other, at ascending addresses. */
struct hartscope_range {
	uint64_t start;	    /* address of the first one */
	uint32_t halfwords; /* length in units of 2 bytes */
	uint32_t insns;
	uint8_t end; /* enum hartscope_end */
	uint8_t reserved[7];
};

/** Kinds of events between ranges. */
enum hartscope_event_kind {
	HARTSCOPE_EVENT_SYNC = 0, /* value: SYNC; addr: the next instruction */
	HARTSCOPE_EVENT_TRAP = 1, /* value: B-TYPE; from: epc; addr: handler */
	HARTSCOPE_EVENT_OWNERSHIP = 2, /* value: PROCESS */
	HARTSCOPE_EVENT_STOP = 3,  /* value: EVCODE; addr: next instruction */
	HARTSCOPE_EVENT_LOST = 4,  /* the flow is unknown from here */
	HARTSCOPE_EVENT_FOUND = 5, /* known again; value: bytes since LOST */
	HARTSCOPE_EVENT_OVERFLOW = 6, /* value: ETYPE | ECODE << 4 */
	HARTSCOPE_EVENT_OPAQUE = 7,   /* vendor's message; value: TCODE */
	HARTSCOPE_EVENT_DATA = 8,     /* value, written to stimulus addr */
	HARTSCOPE_EVENT_CIRCUIT = 9,  /* InCircuitTrace */
};

/** One event. Fields that its kind does not use are 0. */
struct hartscope_event {
	uint64_t value, addr, from;
	uint8_t kind; /* enum hartscope_event_kind */
	uint8_t reserved[7];
};

/** Severity of a finding. */
enum hartscope_class {
	HARTSCOPE_CLASS_ERROR = 0, /* instructions are lost or in doubt */
	HARTSCOPE_CLASS_NOTE = 1,  /* unusual; nothing is known to be lost */
	HARTSCOPE_CLASS_RULE = 2,  /* breach that leaves the flow intact */
};

/** Something wrong with a trace. The strings are static. */
struct hartscope_finding {
	const char *name;    /* "BAD_MSEO" */
	const char *chapter; /* of N-Trace 1.0 */
	const char *text;    /* without full stop */
	uint64_t offset;     /* of the message's first byte in the stream */
	uint64_t message;    /* its number in the stream, from 0 */
	uint64_t pc;	     /* the hart's, as far as known */
	uint64_t value;	     /* of the field, address or count that is wrong */
	uint8_t severity;    /* enum hartscope_class */
	uint8_t reserved[7];
};

/** The hart of a report, and its state at that time. */
struct hartscope_hart {
	uint64_t pc;   /* next instruction */
	uint64_t time; /* timestamp; 0 unless has_time */
	uint64_t scontext, hcontext;
	uint64_t offset; /* in the stream, of the message worked on */
	uint16_t src;	 /* SRC */
	uint8_t priv;	 /* ingress port's code; 0xff: unknown */
	bool has_time;
	uint8_t reserved[4];
};

/**
 * Functions that the decoder calls from ..._feed() and ..._finish(), in the
 * order of the stream, and of execution for each hart. Any may be NULL.
 * Pointers are good until the function returns.
 */
struct hartscope_ntrace_sink {
	void *user; /* first argument of all */
	/* num ranges, executed `times` times as one sequence */
	void (*ranges)(void *user, const struct hartscope_hart *hart,
		       const struct hartscope_range *range, size_t num,
		       uint64_t times);
	void (*event)(void *user, const struct hartscope_hart *hart,
		      const struct hartscope_event *event);
	/* hart is NULL if the bytes may be of any hart */
	void (*finding)(void *user, const struct hartscope_hart *hart,
			const struct hartscope_finding *finding);
	void *reserved[4]; /* NULL */
};

/** A decoder. */
struct hartscope_ntrace_decoder;

/** Bytes of memory for a decoder; 0 if room is out of range. */
size_t hartscope_ntrace_decoder_size(const struct hartscope_ntrace_room *room);

/**
 * Make a decoder for one stream.
 * @param memory hartscope_ntrace_decoder_size() bytes, the decoder's until it
 *	is no longer used
 * @param image stays in use; NULL: check messages, follow no flow
 * @param sink is copied
 * @return the decoder; NULL if memory is misaligned, size too small, or
 *	settings or room out of range
 */
struct hartscope_ntrace_decoder *
hartscope_ntrace_decoder_init(void *memory, size_t size,
			      const struct hartscope_ntrace_room *room,
			      const struct hartscope_ntrace_settings *settings,
			      const struct hartscope_image *image,
			      const struct hartscope_ntrace_sink *sink);

/** Decode the next bytes of the stream; they may end anywhere. */
void hartscope_ntrace_decoder_feed(struct hartscope_ntrace_decoder *decoder,
				   const uint8_t *bytes, size_t len);

/**
 * Deliver the rest at the end of the stream. Call it once.
 * @return true if there was no finding of class ERROR and, with
 *	settings.strict, none of class RULE
 */
bool hartscope_ntrace_decoder_finish(struct hartscope_ntrace_decoder *decoder);

/**
 * Registers and design of an encoder. A zero field of the design means the
 * maximum.
 */
struct hartscope_ntrace_encoder_settings {
	uint8_t xlen;	      /* 32 or 64 */
	uint8_t i_cnt_bits;   /* 3 to 22 */
	uint8_t hist_bits;    /* 4 to 32 */
	uint8_t stack_depth;  /* return addresses, 1 to 32 */
	uint32_t te_control;  /* trTeControl */
	uint32_t te_features; /* trTeInstFeatures */
	uint32_t ts_control;  /* trTsControl */
	uint32_t fifo_bytes;  /* 1024 to 2^20 */
	uint32_t reserved[7]; /* zero */
};

/** Codes of a block's last instruction: the ingress port's itype, 4 bits. */
enum hartscope_itype {
	HARTSCOPE_ITYPE_NONE = 0,
	HARTSCOPE_ITYPE_EXCEPTION = 1,
	HARTSCOPE_ITYPE_INTERRUPT = 2,
	HARTSCOPE_ITYPE_TRAP_RETURN = 3,
	HARTSCOPE_ITYPE_BRANCH_NOT_TAKEN = 4,
	HARTSCOPE_ITYPE_BRANCH_TAKEN = 5,
	HARTSCOPE_ITYPE_INDIRECT = 6,
	HARTSCOPE_ITYPE_CALL_INDIRECT = 8,
	HARTSCOPE_ITYPE_CALL = 9,
	HARTSCOPE_ITYPE_JUMP_INDIRECT = 10,
	HARTSCOPE_ITYPE_JUMP = 11,
	HARTSCOPE_ITYPE_SWAP = 12,
	HARTSCOPE_ITYPE_RETURN = 13,
	HARTSCOPE_ITYPE_OTHER_INDIRECT = 14,
	HARTSCOPE_ITYPE_OTHER_JUMP = 15,
};

/**
 * Instructions that retired one after the other at ascending addresses. A
 * branch, taken or not, and a jump end a block.
 */
struct hartscope_block {
	uint64_t iaddr;	   /* of the first instruction */
	uint64_t time;	   /* timestamp when the block retired */
	uint32_t iretire;  /* half-words, at most 0xffff */
	uint32_t cycles;   /* since the block before */
	uint8_t itype;	   /* enum hartscope_itype */
	uint8_t ilastsize; /* half-words of the last instruction */
	uint8_t priv;	   /* ingress port's code: 0 U, 1 S, 3 M, 5 VU, 6 VS */
	bool sijump;	   /* the jump at its end is sequentially inferable */
	uint8_t reserved[4]; /* zero */
};

/** An encoder. */
struct hartscope_ntrace_encoder;

/** Bytes of memory for an encoder; 0 if settings are out of range. */
size_t hartscope_ntrace_encoder_size(
	const struct hartscope_ntrace_encoder_settings *settings);

/**
 * Make an encoder.
 * @param memory hartscope_ntrace_encoder_size() bytes
 * @return the encoder; NULL if memory is misaligned, size too small or settings
 *	out of range
 */
struct hartscope_ntrace_encoder *hartscope_ntrace_encoder_init(
	void *memory, size_t size,
	const struct hartscope_ntrace_encoder_settings *settings);

/**
 * Encode blocks. If the FIFO is full, messages are lost, and an Error message
 * reports this later; with trTeInstStallEna the encoder takes fewer blocks
 * instead.
 * @return number of blocks taken: num, or less if the hart must stall; call
 *	again with the rest after ..._take()
 */
size_t hartscope_ntrace_encoder_blocks(struct hartscope_ntrace_encoder *encoder,
				       const struct hartscope_block *block,
				       size_t num);

/**
 * Write trTeControl; clearing trTeInstTracing or trTeEnable ends the trace.
 * @param time timestamp
 * @return false, and nothing is done, if the hart must stall: ..._take() first
 */
bool hartscope_ntrace_encoder_control(struct hartscope_ntrace_encoder *encoder,
				      uint32_t te_control, uint64_t time);

/**
 * Take bytes out of the FIFO.
 * @return number of bytes copied to bytes, at most size
 */
size_t hartscope_ntrace_encoder_take(struct hartscope_ntrace_encoder *encoder,
				     uint8_t *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
