/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of the model of trace hardware: a machine with it. */
#ifndef UNIT_HW_H
#define UNIT_HW_H

#include <hart/fields.h>
#include <hart/trace_regs.h>
#include <ntrace/emit.h>
#include <ntrace/msg.h>

#include "hw.h"
#include "unit.h"

/** RAM, with windows of components at its end. */
#define HW_RAM 0x80000000ull
#define HW_RAM_SIZE 0x20000u
#define HW_WINDOW(n) (HW_RAM + HW_RAM_SIZE - TR_WINDOW_SIZE * ((n) + 1))
#define HW_BUFFER (HW_RAM + 0x1000)

#define UNIT_HW_DATA (hw_ram + (HW_BUFFER - HW_RAM))
#define HW_ENABLE FIELD_MASK(TR_CONTROL, ENABLE)
#define HW_EMPTY FIELD_MASK(TR_CONTROL, EMPTY)
/** trTeInstFeatures with a source ID of two bits. */
#define UNIT_HW_SRC(id)                                     \
	(u32)(FIELD_SET(TR_TE_INST_FEATURES, SRC_BITS, 2) | \
	      FIELD_SET(TR_TE_INST_FEATURES, SRC_ID, id))

/** Components of these machines. */
enum {
	ENC0,
	SINK,
	FUNNEL,
	ENC1,
	PIB,
	ATB,
	HW_NUM,
};

extern struct hw_design hw_design[HW_NUM];
extern struct hw *hw;
extern u8 hw_ram[HW_RAM_SIZE];

/**
 * Set the usual designs: two encoders, the first one directly before a RAM sink
 * with both modes, the second one before a funnel.
 */
void unit_hw_usual(void);

/** Lead both encoders to the funnel. */
void unit_hw_funnel(void);

/** Make the hardware; an error fails the test. */
void unit_hw_make(void);

/** Accesses of a hart: a store and a load of 32 bits. */
void unit_hw_store(unsigned int comp, unsigned int offset, u32 value);
u32 unit_hw_load(unsigned int comp, unsigned int offset);

/** Set and clear fields of tr??Control. */
void unit_hw_set(unsigned int comp, u64 set, u64 clear);

/**
 * Make, activate and enable all components; trace into size bytes at HW_BUFFER.
 */
void unit_hw_start(u32 size);

/** Start the trace of an encoder. @param control more bits of trTeControl */
void unit_hw_trace(unsigned int comp, u32 control);

/** Stop encoders, funnel and sink, and check that all are empty. */
void unit_hw_stop(void);

/** The i-th block of a hart; the blocks jump to and fro. */
struct ntrace_block unit_hw_block(unsigned int hart, size_t i);

/** Let a hart retire the first num of its blocks. */
void unit_hw_retire(unsigned int hart, size_t num);

/** Decode the message at *at, after idle bytes, and move *at past it. */
bool unit_hw_message(const u8 *data, size_t end, size_t *at,
		     struct ntrace_msg *msg);

/** Number of bytes that were recorded at UNIT_HW_DATA, without a wrap. */
size_t unit_hw_recorded(void);

/**
 * Trace of the first num blocks of hart 0 from an encoder alone.
 * @return number of bytes put at data, which has room for size of them
 */
size_t unit_hw_reference(u8 *data, size_t size, size_t num);

/** Copy the recorded messages of one source. @return number of bytes at out */
size_t unit_hw_stream(u64 source, u8 *out);

/** Number of recorded messages of a type. @param last out: the last one */
unsigned int unit_hw_count(unsigned int tcode, struct ntrace_msg *last);

#endif
