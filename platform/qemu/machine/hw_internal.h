/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the model of trace hardware. */
#ifndef HW_INTERNAL_H
#define HW_INTERNAL_H

#include <base/bits.h>
#include <hart/fields.h>

#include "hw.h"

#define HW_WORDS (TR_WINDOW_SIZE / 4)
/* Units that are on their way to memory at a time. */
#define HW_QUEUE 64

struct hw_comp;

/** The functions of a type of component. They may be NULL. */
struct hw_type {
	const char *name;
	/* a legal value of a register other than tr??Control, for any value;
	 * 0 where there is none */
	u32 (*legal)(const struct hw_comp *comp, unsigned int offset,
		     u32 value);
	/* fields of tr??Control other than Active, Enable and Empty */
	u32 (*legal_control)(const struct hw_comp *comp, u32 value);
	/* registers whose value is not in word[]; false: it is there */
	bool (*read)(const struct hw_comp *comp, unsigned int offset,
		     u32 *value);
	/* after a legal value was put into word[], where was had been */
	void (*wrote)(struct hw_comp *comp, unsigned int offset, u32 was);
	/* after a load */
	void (*loaded)(struct hw_comp *comp, unsigned int offset);
	/* it leaves reset: word[] is noise that was made legal; or NULL */
	void (*reset)(struct hw_comp *comp);
	/* tr??Control was written, with these fields when legal; if NULL, they
	 * are taken and Enable is set */
	void (*control)(struct hw_comp *comp, u32 value, u32 fields);
	/* disabled, and the time that this takes has passed */
	void (*flush)(struct hw_comp *comp);
	/* whether something is inside */
	bool (*busy)(const struct hw_comp *comp);
	/* whether a message can come in, if Enable is set (NULL: always); and
	 * here it comes */
	bool (*room)(const struct hw_comp *comp, unsigned int input,
		     size_t bytes);
	void (*take)(struct hw_comp *comp, unsigned int input,
		     const u8 *message, size_t bytes);
	/* whether it takes any number of messages at once (NULL: no) */
	bool (*takes_all)(const struct hw_comp *comp);
	/* it sent the first messages of its fifo */
	void (*sent)(struct hw_comp *comp, size_t bytes);
	/* what is on its way is late enough */
	void (*land)(struct hw_comp *comp);
};

/* No register. */
#define HW_NOWHERE (~0u)

/** Registers of another kind in front of those of a component. */
struct hw_front {
	/* what a load gives */
	u32 (*read)(const struct hw_comp *comp, unsigned int offset);
	/* a store: value in and out, of the register behind it, where that is;
	 * or HW_NOWHERE: it is done */
	unsigned int (*stored)(struct hw_comp *comp, unsigned int offset,
			       u32 *value);
	/* it leaves reset: registers that software does not see */
	void (*reset)(struct hw_comp *comp);
	unsigned int polls; /* the register that software waits for */
};

/** Timestamp unit. */
struct hw_ts {
	u64 count; /* at since */
	u64 since; /* clock when it was set */
};

/** An encoder's own. */
struct hw_encoder {
	struct ntrace_emit emit;
	bool live;  /* trTeEnable is set, and emit has its settings */
	u32 sticky; /* trTeInstStallOrOverflow from before these settings */
	u64 core_clock;
	u64 scontext, hcontext;
};

/** A RAM sink's own. */
struct hw_ram {
	u8 *sram;
	struct {
		u64 to;
		u8 unit[HW_WIDTH_MAX];
	} queue[HW_QUEUE];     /* on their way to SMEM */
	u8 unit[HW_WIDTH_MAX]; /* what waits until an access is complete */
	unsigned int used;
};

/** A CoreSight component's own. */
struct hw_cs {
	bool unlocked;
	u8 frame[16];	   /* the one that is filled, */
	unsigned int used; /* so far */
	u8 id;		   /* of what comes next there */
	bool holds;	   /* a byte waits for the next one */
	u8 held;
	u32 closed; /* a bit for each output that messages do not leave by */
};

struct hw_comp {
	struct hw *hw;
	struct hw_design design;
	const struct hw_type *type;
	const struct hw_front *front; /* or NULL */
	bool active, enable;
	bool turning; /* Active is to change, polls loads from now */
	unsigned int polls;
	unsigned int draining; /* loads before Empty can be 1 */
	bool flushing;
	bool wanted;	   /* Enable, late loads from now */
	unsigned int late; /* 0: it is as it was wanted */
	bool stuck;	   /* HW_STUCK_EMPTY, and it has been enabled */
	u32 control;	   /* fields but Active, Enable, Empty */
	unsigned int
		queued;	  /* units on their way, which a reset leaves alone */
	unsigned int due; /* they land when so many accesses passed */
	bool lies;	  /* what is wrong in the next load: of Empty, or */
	u32 lie;	  /* these bits of any register */
	u32 old_time;	  /* what version 0 has beyond TCI's of its tsControl */
	u32 word[HW_WORDS];
	u8 *window; /* in the machine's RAM */
	struct hw_ts ts;
	u64 credit;	   /* of a sink with a rate: bytes * 1024 */
	u8 *fifo;	   /* of an encoder or a funnel: whole messages */
	u8 *ids;	   /* of a funnel: ATB IDs, where messages begin */
	size_t used, sent; /* bytes in it; of them, those sent already */
	struct hw_encoder te;
	struct hw_ram ram;
	struct hw_cs cs;
};

struct hw {
	u8 *ram;
	u64 base, size;
	u64 first, end; /* of all windows */
	u64 clock, noise;
	u8 id; /* ATB ID of the message that is sent; 0: no bridge was passed */
	u64 credited;  /* clock when sinks were given what they may take */
	u64 published; /* clock when what moves was brought up to date */
	struct hw_comp *encoder[HW_HARTS_MAX];
	unsigned int num;
	struct hw_comp comp[]; /* num */
};

extern const struct hw_type hw_encoder_type, hw_funnel_type, hw_ram_type,
	hw_pib_type, hw_atb_type, hw_etr_type;
extern const struct hw_front hw_old_front, hw_cs_funnel_front, hw_cs_tmc_front,
	hw_cs_replicator_front;

/* hw.c */

/** Pseudo-random numbers (xorshift). */
u64 hw_noise(struct hw *hw);
/** tr??Impl, as far as it is the same for all types. */
u32 hw_impl(const struct hw_comp *comp);
/** @return the value that a load of a register gives */
u32 hw_read(const struct hw_comp *comp, unsigned int offset);
/** True if nothing is inside, or on its way. */
bool hw_empty(const struct hw_comp *comp);
/** The state after power-up: in reset. */
void hw_power_up(struct hw_comp *comp);
/** Set Enable; clearing it begins a flush. */
void hw_enable(struct hw_comp *comp, bool enable);
/** Time passed, and messages moved or not: registers follow when needed. */
void hw_settle(struct hw *hw, bool moved);

/* hw_path.c */

/** True if a message can go on to what a component leads to; and there it goes. */
bool hw_can_send(const struct hw_comp *comp, size_t bytes);
void hw_send(struct hw_comp *comp, const u8 *message, size_t bytes);
/** Send on whatever can be. @return whether anything moved */
bool hw_pump(struct hw *hw);
/** Time passes: sinks may take more. @return whether anything moved */
bool hw_advance(struct hw *hw, u64 cycles);

/** True if an encoder is tracing. */
static inline bool hw_encoder_traces(const struct hw_comp *comp)
{
	return comp->te.live &&
	       comp->control & FIELD_MASK(TR_TE_CONTROL, INST_TRACING);
}

/** True if its settings stay as they are, for any value written. */
static inline bool hw_encoder_holds(const struct hw_comp *comp)
{
	return comp->te.live && (hw_encoder_traces(comp) || comp->used);
}

/* hw_ram.c */

/** Store to RAM as a bus master; elsewhere nothing takes it. */
void hw_store_smem(struct hw *hw, u64 to, const u8 *unit, unsigned int bytes);

/* hw_legal.c */

/** Legal values of an encoder's registers. */
u32 hw_encoder_legal(const struct hw_comp *comp, unsigned int offset,
		     u32 value);
u32 hw_encoder_legal_control(const struct hw_comp *comp, u32 value);

/* hw_ts.c */

/** Legal value of a register of the timestamp unit. */
u32 hw_ts_legal(const struct hw_comp *comp, unsigned int offset, u32 value);
/** trTsControl was written; was is what it had been. */
void hw_ts_wrote(struct hw_comp *comp, unsigned int offset, u32 was);
/** Registers of the unit that are not in word[]. @return false: none of them */
bool hw_ts_read(const struct hw_comp *comp, unsigned int offset, u32 *value);
/** True if its value changes with time. */
bool hw_ts_counts(const struct hw_comp *comp);
/** Its component leaves reset. */
void hw_ts_reset(struct hw_comp *comp);
/** Its value now; 0 without a unit, or while the unit is in reset. */
u64 hw_ts_value(const struct hw_comp *comp);

#endif
