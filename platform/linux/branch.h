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

/** Entries with sctrdepth 0; each step doubles them. */
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
	/** Bits that sctrctl can hold; bit n: sctrdepth n exists. Both are 0
	 * until the hart was probed. */
	unsigned long control;
	unsigned int depths;
	/** The active event, and the task of the hart's records. */
	struct perf_event *event;
	struct task_struct *task;
	struct perf_output_handle handle;
	struct hrtimer timer;
	/** A block, in the form for AUX memory. */
	struct {
		u32 tag;
		u16 entries;
		u8 why;
		u8 flags;
		u64 ip;
		struct branch_entry entry[BRANCH_BLOCK_ENTRIES_MAX];
	} block;
};

/** CPU to its records; NULL if it has none, or if no CPU has. */
extern struct branch_hart **branch_harts;

/** Fill branch_harts; -errno. The other two undo this, and reset all harts. */
int branch_find(void);
void branch_forget(void);

/** Settings of an event. */
struct branch_wish {
	/** sctrctl while the event is active. */
	unsigned long control;
	/** sctrdepth. */
	unsigned int depth;
};

/** Number of entries for a depth. */
static inline unsigned int branch_entries(unsigned int depth)
{
	return BRANCH_DEPTH_LEAST << depth;
}

/*
 * These act on the calling hart; interrupts are off, as others use siselect in
 * interrupts, for example the driver of the IMSIC.
 */
/** Finds the existing registers and bits, and leaves no records. */
void branch_hart_probe(struct branch_hart *hart);
/** Replaces the records by these, the youngest first, and starts recording.
 * False if the hart does not accept the settings: it records nothing. */
bool branch_hart_begin(const struct branch_wish *wish,
		       const struct branch_entry *entry, unsigned int num);
/** Stops recording, and reads all entries, the youngest first, and if the hart
 * had frozen them; returns their number. The entries stay. */
unsigned int branch_hart_read(struct branch_entry *entry, unsigned int most,
			      bool *frozen);
/** Stops recording, and removes the records. */
void branch_hart_clear(void);
/** Resumes after branch_hart_read(): with the present records, or with none. */
void branch_hart_go_on(unsigned long control, bool empty);

/** Room for the call stacks of this number of more tasks, of up to `calls`
 * calls. */
int branch_stacks_add(unsigned int tasks, unsigned int calls);
void branch_stacks_remove(unsigned int tasks);
/** Keeps the open calls of a task that leaves the CPU. */
void branch_stacks_keep(const struct task_struct *task,
			const struct branch_entry *entry, unsigned int num);
/** Takes the kept calls of a task that comes back; returns their number. */
unsigned int branch_stacks_take(const struct task_struct *task,
				struct branch_entry *entry, unsigned int most);
/** Drops the calls of a task that executes another program, or has none. */
void branch_stacks_drop(const struct task_struct *task);

/** Copies the hart's block to AUX memory of the active event, with these flags
 * for its record. Interrupts are off. */
void branch_block_write(struct branch_hart *hart, u64 flags);

/** Another task comes to this CPU; a task executes another program. The
 * scheduler's tracepoints call both. */
void branch_next_task(struct task_struct *next);
void branch_next_program(void);
/** Stops the event on this CPU for ever. Interrupts are off. */
void branch_stop_here(void);

/** Sets sctrctl and sctrdepth of an event; -errno, and a line. */
int branch_judge(const struct perf_event *event, struct branch_wish *wish);

/** Prepare the PMU of branch records, and remove it. */
int branch_pmu_prepare(void);
int branch_pmu_register(void);
void branch_pmu_unregister(void);
void branch_pmu_forget(void);

/** Files of the PMU in sysfs. */
extern const struct attribute_group *branch_groups[];

#endif
