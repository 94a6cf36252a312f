/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of the model of trace hardware: a machine around it. */
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
/** trTeInstFeatures with a source of two bits. */
#define UNIT_HW_SRC(id)                                     \
	(u32)(FIELD_SET(TR_TE_INST_FEATURES, SRC_BITS, 2) | \
	      FIELD_SET(TR_TE_INST_FEATURES, SRC_ID, id))

/** Components of the machines made here. */
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
 * Designs as they usually are: two encoders, the first one straight to a RAM
 * sink with both modes, the second one through a funnel.
 */
void unit_hw_usual(void);

/** Both encoders through the funnel. */
void unit_hw_funnel(void);

/** Make the hardware; the test fails when that does. */
void unit_hw_make(void);

/** Accesses of a hart: a store and a load of 32 bits. */
void unit_hw_store(unsigned int comp, unsigned int offset, u32 value);
u32 unit_hw_load(unsigned int comp, unsigned int offset);

/** Set and clear fields of tr??Control. */
void unit_hw_set(unsigned int comp, u64 set, u64 clear);

/** Make, activate and enable everything; trace into size bytes at HW_BUFFER. */
void unit_hw_start(u32 size);

/** Let an encoder trace. @param control bits of trTeControl beyond the usual */
void unit_hw_trace(unsigned int comp, u32 control);

/** Stop encoders, funnel and sink, and see that all are empty. */
void unit_hw_stop(void);

/** The i-th block of a hart: they jump to and fro. */
struct ntrace_block unit_hw_block(unsigned int hart, size_t i);

/** A hart retires the first num of its blocks. */
void unit_hw_retire(unsigned int hart, size_t num);

/** Decode the message at *at, idle bytes before it apart, and step over it. */
bool unit_hw_message(const u8 *data, size_t end, size_t *at,
		     struct ntrace_msg *msg);

/** Bytes that were recorded at UNIT_HW_DATA, without a wrap. */
size_t unit_hw_recorded(void);

/**
 * Result of the first num blocks of hart 0 when nothing is between.
 * @return bytes put at data, which has room for size of them
 */
size_t unit_hw_reference(u8 *data, size_t size, size_t num);

/** The messages of one source in what was recorded. @return bytes at out */
size_t unit_hw_stream(u64 source, u8 *out);

/** Number of recorded messages of a type. @param last out: the last one */
unsigned int unit_hw_count(unsigned int tcode, struct ntrace_msg *last);

#endif
