/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the model of trace hardware. */
#ifndef HW_INTERNAL_H
#define HW_INTERNAL_H

#include <base/bits.h>
#include <hart/fields.h>

#include "hw.h"

#define HW_WORDS (TR_WINDOW_SIZE / 4)
/* Most units on their way to memory. */
#define HW_QUEUE 64

struct hw_comp;

/** The functions of a type of component. They may be NULL. */
struct hw_type {
	const char *name;
	/* a legal value for any value of a register other than tr??Control; 0
	 * if the register does not exist */
	u32 (*legal)(const struct hw_comp *comp, unsigned int offset,
		     u32 value);
	/* legal fields of tr??Control other than Active, Enable and Empty */
	u32 (*legal_control)(const struct hw_comp *comp, u32 value);
	/* value of a register that is not in word[]; false: it is in word[] */
	bool (*read)(const struct hw_comp *comp, unsigned int offset,
		     u32 *value);
	/* a legal value was stored to word[]; was is the old value */
	void (*wrote)(struct hw_comp *comp, unsigned int offset, u32 was);
	/* after a load */
	void (*loaded)(struct hw_comp *comp, unsigned int offset);
	/* the component leaves reset: word[] has noise with legal values; may
	 * be NULL */
	void (*reset)(struct hw_comp *comp);
	/* tr??Control was written, with legal fields; NULL: the fields are
	 * stored and Enable is set */
	void (*control)(struct hw_comp *comp, u32 value, u32 fields);
	/* Enable was cleared, and the time for that has passed */
	void (*flush)(struct hw_comp *comp);
	/* true if it has data inside */
	bool (*busy)(const struct hw_comp *comp);
	/* true if it can take a message, if Enable is set (NULL: always); and
	 * take it */
	bool (*room)(const struct hw_comp *comp, unsigned int input,
		     size_t bytes);
	void (*take)(struct hw_comp *comp, unsigned int input,
		     const u8 *message, size_t bytes);
	/* true if it takes any number of messages at once (NULL: false) */
	bool (*takes_all)(const struct hw_comp *comp);
	/* it has sent the first messages of its fifo */
	void (*sent)(struct hw_comp *comp, size_t bytes);
	/* data under way have had their delay */
	void (*land)(struct hw_comp *comp);
};

/* No register. */
#define HW_NOWHERE (~0u)

/** Registers of another kind, which translate to a component's. */
struct hw_front {
	/* value of a load */
	u32 (*read)(const struct hw_comp *comp, unsigned int offset);
	/* a store: value in and out, result: the component's register, or
	 * HW_NOWHERE: it is done */
	unsigned int (*stored)(struct hw_comp *comp, unsigned int offset,
			       u32 *value);
	/* it leaves reset: registers that are invisible to software */
	void (*reset)(struct hw_comp *comp);
	unsigned int polls; /* the register that software polls */
};

/** Timestamp unit. */
struct hw_ts {
	u64 count; /* at since */
	u64 since; /* clock at the last store to it */
};

/** State of an encoder. */
struct hw_encoder {
	struct ntrace_emit emit;
	bool live;  /* trTeEnable is set, and emit has the encoder's settings */
	u32 sticky; /* trTeInstStallOrOverflow from earlier settings */
	u64 core_clock;
	u64 scontext, hcontext;
};

/** State of a RAM sink. */
struct hw_ram {
	u8 *sram;
	struct {
		u64 to;
		u8 unit[HW_WIDTH_MAX];
	} queue[HW_QUEUE];     /* on their way to SMEM */
	u8 unit[HW_WIDTH_MAX]; /* bytes that wait until an access is complete */
	unsigned int used;
};

/** State of a CoreSight component. */
struct hw_cs {
	bool unlocked;
	u8 frame[16];	   /* the frame in the making, */
	unsigned int used; /* so far */
	u8 id;		   /* ID of the next bytes in it */
	bool holds;	   /* a byte waits for the next one */
	u8 held;
	u32 closed; /* a bit for each closed output */
};

struct hw_comp {
	struct hw *hw;
	struct hw_design design;
	const struct hw_type *type;
	const struct hw_front *front; /* or NULL */
	bool active, enable;
	bool turning; /* Active will change in `polls` loads */
	unsigned int polls;
	unsigned int draining; /* loads before Empty can be 1 */
	bool flushing;
	bool wanted;	     /* Enable will change in `late` loads */
	unsigned int late;   /* 0: Enable has its value */
	bool stuck;	     /* HW_STUCK_EMPTY, and Enable was set */
	u32 control;	     /* fields except Active, Enable, Empty */
	unsigned int queued; /* units under way, which survive a reset */
	unsigned int due;    /* they land after this number of accesses */
	bool lies;	     /* the next load is wrong: in Empty, or */
	u32 lie;	     /* in these bits of any register */
	u32 old_time;	     /* bits of version 0's tsControl that TCI lacks */
	u32 word[HW_WORDS];
	u8 *window; /* in the machine's RAM */
	struct hw_ts ts;
	u64 credit;	   /* of a sink with a rate: bytes * 1024 */
	u8 *fifo;	   /* of an encoder or a funnel: whole messages */
	u8 *ids;	   /* of a funnel: ATB IDs, at starts of messages */
	size_t used, sent; /* bytes in it; bytes of them that were sent */
	struct hw_encoder te;
	struct hw_ram ram;
	struct hw_cs cs;
};

struct hw {
	u8 *ram;
	u64 base, size;
	u64 first, end; /* of all windows */
	u64 clock, noise;
	u8 id; /* ATB ID of the present message; 0: it passed no bridge */
	u64 credited;  /* clock of the last credit for sinks */
	u64 published; /* clock of the last update of moving registers */
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
/** tr??Impl, as far as all types share it. */
u32 hw_impl(const struct hw_comp *comp);
/** @return the value of a load of a register */
u32 hw_read(const struct hw_comp *comp, unsigned int offset);
/** True if it has no data inside or under way. */
bool hw_empty(const struct hw_comp *comp);
/** The state after power-up: in reset. */
void hw_power_up(struct hw_comp *comp);
/** Set Enable; a clear starts a flush. */
void hw_enable(struct hw_comp *comp, bool enable);
/** Update registers after time has passed, or messages have moved. */
void hw_settle(struct hw *hw, bool moved);

/* hw_path.c */

/** True if a message can be sent to the next component; and send it. */
bool hw_can_send(const struct hw_comp *comp, size_t bytes);
void hw_send(struct hw_comp *comp, const u8 *message, size_t bytes);
/** Send all messages that can be sent. @return true if any moved */
bool hw_pump(struct hw *hw);
/** Time passes: sinks may take more. @return true if any message moved */
bool hw_advance(struct hw *hw, u64 cycles);

/** True if an encoder is tracing. */
static inline bool hw_encoder_traces(const struct hw_comp *comp)
{
	return comp->te.live &&
	       comp->control & FIELD_MASK(TR_TE_CONTROL, INST_TRACING);
}

/** True if its settings are fixed, for any written value. */
static inline bool hw_encoder_holds(const struct hw_comp *comp)
{
	return comp->te.live && (hw_encoder_traces(comp) || comp->used);
}

/* hw_ram.c */

/** Store to RAM as a bus master, to an address of the component's bus; other
 * addresses ignore it. */
void hw_store_smem(struct hw_comp *comp, u64 to, const u8 *unit,
		   unsigned int bytes);

/* hw_legal.c */

/** Legal values of an encoder's registers. */
u32 hw_encoder_legal(const struct hw_comp *comp, unsigned int offset,
		     u32 value);
u32 hw_encoder_legal_control(const struct hw_comp *comp, u32 value);

/* hw_ts.c */

/** Legal value of a register of the timestamp unit. */
u32 hw_ts_legal(const struct hw_comp *comp, unsigned int offset, u32 value);
/** trTsControl was written; was is its old value. */
void hw_ts_wrote(struct hw_comp *comp, unsigned int offset, u32 was);
/** Registers of the unit that are not in word[]. @return false: another
 * register */
bool hw_ts_read(const struct hw_comp *comp, unsigned int offset, u32 *value);
/** True if the value changes with time. */
bool hw_ts_counts(const struct hw_comp *comp);
/** The unit's component leaves reset. */
void hw_ts_reset(struct hw_comp *comp);
/** The unit's value now; 0 without a unit, or while the unit is in reset. */
u64 hw_ts_value(const struct hw_comp *comp);

#endif
