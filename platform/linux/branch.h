/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The PMU hartscope_branch: control transfer records (Smctr and Ssctr 1.0) of a task
 * or of a CPU, in blocks (trace/branch_block.h) in the AUX memory of its event.
 */
#ifndef HARTSCOPE_BRANCH_H
#define HARTSCOPE_BRANCH_H

#include "trace.h"
#include "trace/branch_block.h"

/** sctrctl ("Supervisor Control Transfer Records Control Register") */
#define SCTRCTL_U BIT(0)
#define SCTRCTL_S BIT(1)
#define SCTRCTL_RASEMU BIT(7)
#define SCTRCTL_BPFRZ BIT(11)
#define SCTRCTL_LCOFIFRZ BIT(12)
#define SCTRCTL_EXCINH BIT(33)
#define SCTRCTL_INTRINH BIT(34)
#define SCTRCTL_TRETINH BIT(35)
#define SCTRCTL_TKBRINH BIT(37)
#define SCTRCTL_INDCALLINH BIT(40)
#define SCTRCTL_DIRCALLINH BIT(41)
#define SCTRCTL_INDJMPINH BIT(42)
#define SCTRCTL_DIRJMPINH BIT(43)
#define SCTRCTL_CORSWAPINH BIT(44)
#define SCTRCTL_RETINH BIT(45)
#define SCTRCTL_INDLJMPINH BIT(46)
#define SCTRCTL_DIRLJMPINH BIT(47)

/** Entries that a hart with sctrdepth 0 keeps; each step is twice as many. */
#define BRANCH_DEPTH_LEAST 16
#define BRANCH_DEPTHS 5

/** An entry, as in a block. */
struct branch_entry {
	u64 source;
	u64 target;
	u64 data;
};

/** A CPU that has control transfer records. */
struct branch_hart {
	int cpu;
	/** Bits that sctrctl holds; bit n: sctrdepth n is there. Both are 0 until the
	 * hart was asked. */
	unsigned long control;
	unsigned int depths;
	/** The event that is on, and the task whose records the hart has. */
	struct perf_event *event;
	struct task_struct *task;
	struct perf_output_handle handle;
	struct hrtimer timer;
	/** A block, as it goes to AUX memory. */
	struct {
		u32 tag;
		u16 entries;
		u8 why;
		u8 flags;
		u64 ip;
		struct branch_entry entry[BRANCH_BLOCK_ENTRIES_MAX];
	} block;
};

/** CPU to its records, NULL if it has none; NULL if no CPU has. */
extern struct branch_hart **branch_harts;

/** Fills branch_harts; -errno. The last two undo it, and reset all harts. */
int branch_find(void);
void branch_forget(void);

/** The wishes of an event. */
struct branch_wish {
	/** sctrctl while it is on. */
	unsigned long control;
	/** sctrdepth. */
	unsigned int depth;
};

/** Entries of a depth. */
static inline unsigned int branch_entries(unsigned int depth)
{
	return BRANCH_DEPTH_LEAST << depth;
}

/*
 * The hart that calls; interrupts are off, as others that use siselect, such as the
 * driver of the IMSIC, do so in interrupts.
 */
/** Finds out which parts there are, and leaves nothing recorded. */
void branch_hart_probe(struct branch_hart *hart);
/** Empties the records and puts these into them, the youngest first; records from
 * then on. False if the hart does not do as it is told: it records nothing. */
bool branch_hart_begin(const struct branch_wish *wish,
		       const struct branch_entry *entry, unsigned int num);
/** Stops recording, and reads all entries, the youngest first, and whether the hart
 * had frozen them; how many. They stay. */
unsigned int branch_hart_read(struct branch_entry *entry, unsigned int most,
			      bool *frozen);
/** Nothing is recorded, and nothing is left for others. */
void branch_hart_clear(void);
/** Goes on after branch_hart_read(): with what is there, or with nothing. */
void branch_hart_go_on(unsigned long control, bool empty);

/** Room for the call stacks of so many more tasks, of up to this many calls. */
int branch_stacks_add(unsigned int tasks, unsigned int calls);
void branch_stacks_remove(unsigned int tasks);
/** Keeps the open calls of a task that goes. */
void branch_stacks_keep(const struct task_struct *task,
			const struct branch_entry *entry, unsigned int num);
/** The kept calls of a task that comes, which are not kept any more; how many. */
unsigned int branch_stacks_take(const struct task_struct *task,
				struct branch_entry *entry, unsigned int most);
/** Forgets those of a task whose program is replaced, or that has none. */
void branch_stacks_drop(const struct task_struct *task);

/** Copies the hart's block to AUX memory of the event that is on, with these flags
 * of its record. Interrupts are off. */
void branch_block_write(struct branch_hart *hart, u64 flags);

/** Another task comes on this CPU; one replaces its program. Both are called where
 * the tracepoints of the scheduler are. */
void branch_next_task(struct task_struct *next);
void branch_next_program(void);
/** Stops the event on this CPU for good. Interrupts are off. */
void branch_stop_here(void);

/** sctrctl and sctrdepth of an event; -errno, and a line. */
int branch_judge(const struct perf_event *event, struct branch_wish *wish);

/** As those of the PMU hartscope_trace. */
int branch_pmu_prepare(void);
int branch_pmu_register(void);
void branch_pmu_unregister(void);
void branch_pmu_forget(void);

/** Files of the PMU in sysfs. */
extern const struct attribute_group *branch_groups[];

#endif
