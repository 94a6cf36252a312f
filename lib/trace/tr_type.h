/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of components. The table is TR_COMP_TYPES in hart/trace_regs.h: a row
 * without one of these, or one of these without a row, does not build. There are
 * no pointers to functions, which would be in memory that M-mode can write.
 */
#ifndef TR_TYPE_H
#define TR_TYPE_H

#include "trace_internal.h"

/** The register tr??Control of a type. Active and Enable belong to all. */
struct tr_type {
	u32 fields; /* that software can store, except those that a 1 clears */
	u32 reset;  /* value of these fields after _reset() of plain types */
	u32 needed; /* a field that is not 0 before trace starts; 0: none */
	u32 unique; /* a field that gets a number of its own if nobody chose
		     * one; 0: none */
	u32 clear;  /* register that _reset() of plain types clears; 0: none */
};

/*
 * _probe() comes after tr_on() and tr_identify(); it leaves every register
 * that TCI does not define after reset in a known state. _reset() does so
 * again, later, and adds the defaults. _save() and _restore() are for all
 * registers except Control, which was saved before and has been restored; an
 * encoder has its own ones, since they belong to its hart.
 */
#define TR_DECLARE(NAME, number, traits, type, up, kept)              \
	extern const struct tr_type tr_##type##_type;                 \
	enum trace_reason tr_##up##_probe(struct trace_component *c); \
	void tr_##up##_reset(const struct trace *t,                   \
			     struct trace_component *c);              \
	void tr_##kept##_save(const struct trace_component *c,        \
			      struct trace_sink_context *x);          \
	void tr_##kept##_restore(struct trace_component *c,           \
				 const struct trace_sink_context *x);
TR_COMP_TYPES(TR_DECLARE)
#undef TR_DECLARE

/** Read tr??Impl of a component that is on, and judge type and version. */
enum trace_reason tr_identify(struct trace_component *c);

/** Find the abilities of a component after tr_identify(). */
enum trace_reason tr_probe(struct trace_component *c);

/** Settings of its type; an unknown one has none. */
const struct tr_type *tr_type_of(const struct trace_component *c);

/** Fields of tr??Control that may be stored; of an unknown type Active alone. */
u32 tr_control_fields(const struct trace_component *c);

/** tr??Control to write back: all fields that can be stored, except those that
 * a 1 clears. */
u32 tr_control(const struct trace_component *c);

/** Set all registers of a component to its defaults; it is on. A RAM sink is
 * free then and has no buffer. */
void tr_reset(const struct trace *t, struct trace_component *c);

/** Switch it on with its defaults, if it was off. @return false: no answer */
bool tr_wake(const struct trace *t, struct trace_component *c);

/** Save and restore registers of a funnel or an end that is TRACE_OFF. */
void tr_save(const struct trace_component *c, struct trace_sink_context *x);
void tr_restore(struct trace_component *c, const struct trace_sink_context *x);

/** Restore registers and ownership, if the range is the owner's memory; else the sink
 * has its defaults. @return false: and it had an owner */
bool tr_give_back(const struct trace *t, struct trace_component *c, u32 owner,
		  const struct trace_sink_context *x);

/** @return true if all data that reach an end have a place to go */
bool tr_end_is_ready(const struct trace_component *c);

#endif
