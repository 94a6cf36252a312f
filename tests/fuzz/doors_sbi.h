/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OpenSBI on the host: its own SSE, DBTR and FWFT, with the judges of
 * platform/generic in front, over the harts, domains, memory and console of
 * doors_sbi.c. Types are OpenSBI's there and the C library's in other files, so
 * this header uses neither.
 */
#ifndef DOORS_SBI_H
#define DOORS_SBI_H

#include <base/types.h>

struct doors_hart;

enum {
	DOORS_TRIGGERS = 3,
	DOORS_NODES = 4, /* of memory, and reserved ones */
	DOORS_EVENTS = 4,
	DOORS_WORD = 8,
	DOORS_PAGE = 4096, /* that MPXY shares */
	DOORS_TEXT = 512,  /* bytes of one call */
	DOORS_NOBODY = 0xff,
};

/** Registers of a hart that OpenSBI's functions touch. */
struct doors_registers {
	unsigned long tselect, sepc, medeleg, menvcfg, ssp, mie, mip;
	/*
	 * of traps to M-mode; mstatus holds the difference to its usual value
	 */
	unsigned long mcause, mepc, mstatus;
	unsigned int interrupts; /* taken by M-mode */
	struct doors_trigger {
		unsigned long tdata1, tdata2, tdata3;
	} trigger[DOORS_TRIGGERS];
};

/** A device tree: the nodes about memory. */
struct doors_tree {
	unsigned int memories, reserved;
	bool ends_early; /* after the node of reserved memory */
	bool no_cells;	 /* the node of reserved memory lacks #address-cells */
	struct doors_node {
		u64 base, size;
		bool no_map;
	} memory[DOORS_NODES], reserve[DOORS_NODES];
};

/** A call, and its answer. */
struct doors_ecall {
	unsigned long ext, fid, a[6];
	long error;
	unsigned long value;
};

extern struct doors_registers doors_registers[];
extern const u32 doors_event[DOORS_EVENTS];
/** The memory that the device tree names. */
extern struct doors_tree doors_tree;

/* --- doors_sbi.c: every function is about the running hart --------------- */

/** The hart that boots, used while no hart runs. */
extern u32 doors_booting;

/** @return the flattened form of doors_tree (doors_board.c) */
const void *doors_board_tree(void);

/** @return address of the scratch space of the running hart */
unsigned long doors_scratch(void);
/** OpenSBI boots on all harts, with initial values in all its objects. */
void doors_sbi_boot(void);
void doors_sbi_call(struct doors_ecall *e);
/** A trap begins: interrupts from other harts are taken. */
void doors_sbi_trap(void);
/**
 * A trap ends: an event may be delivered.
 * @return argument of the handler that runs now; 0: none
 */
unsigned long doors_sbi_return(void);
/** Counters of this hart have overflown: M-mode sends it the event. */
void doors_sbi_overflow(void);
void doors_sbi_stop(void);
void doors_sbi_start(void);
/**
 * The hart is assigned to no domain; its triggers become those of the next
 * owner.
 */
void doors_sbi_leave(u32 next);
/**
 * Its events become those of the next owner; after this the caller assigns the
 * hart.
 */
void doors_sbi_enter(u32 next);

/* --- memory, doors_shmem.c ------------------------------------------------------- */

/**
 * Memory of M-mode begins with its initial values; bytes become a device tree.
 */
void doors_memory_machine(void);
void doors_tree_machine(void);
/** A hart met memory that does not answer in this call. */
extern bool doors_faulted[];
/** @return false: the tree leaves no memory to S-mode */
bool doors_tree_has_sense(void);
/**
 * True while OpenSBI has no extensions: the judges' registration must do no
 * harm.
 */
extern bool doors_bare;
void doors_check_bare(void);
/**
 * Check the functions of platform/generic that judge memory, for this range
 * (doors_seams.c).
 */
void doors_check_seams(u64 address, u64 size);
/**
 * With Smepmp: the running hart gets access to this memory of S-mode, or loses
 * it.
 */
void doors_map(u64 base, u64 size, bool on);
extern bool doors_unmapped; /* no further range can be mapped */
/** Store a word for S-mode, if the memory belongs to its domain. */
void doors_put_word(const struct doors_hart *h, u64 address, u64 word);
/**
 * Allocate memory of M-mode, cleared; all of it is freed when a machine boots.
 */
void *doors_alloc(unsigned long align, unsigned long size);
/**
 * @return true if S-mode of a domain may touch a byte, by the device tree and
 * the owners of memory
 */
bool doors_may_touch(u32 owner, u64 address);
/**
 * The same for each byte of a range.
 * @return false also if the range is empty or wraps around the last address
 */
bool doors_may_touch_all(u32 owner, u64 address, u64 size);
/**
 * Memory that the call of a hart reads and stores, in order: the bytes read
 * since the last check, the bytes stored, and the address of the next access.
 */
extern struct doors_text {
	bool is;
	u64 at, next;
	unsigned long size, puts;
	u8 byte[DOORS_TEXT], put[DOORS_TEXT];
} doors_text[];
/*
 * Secrets of an owner: in a trigger's address, and in a handler's argument, there
 * with the number of the event.
 */
#define TAG 0x5ec0de0000000000ul
#define TAG_OF(h) (TAG | (unsigned long)(h)->owner << 8 | (h)->number)
#define IS_TAG(word) (((word) & ~0xffful) == TAG)
#define TAG_OWNER(word) ((u32)(word) >> 8 & 15)
#define TAG_EVENT(word) ((u32)(word) >> 4 & 15)

/* --- doors_events.c, doors_triggers.c ---------------------------------------------- */

void doors_events_machine(void);
void doors_events_stop(const struct doors_hart *h);
/** @param kind most of them choose an event */
void doors_call_event(struct doors_hart *h, u8 kind);
/** Counters of this hart overflow. */
void doors_overflow(const struct doors_hart *h);
/** They may, of themselves. */
void doors_note_overflow(const struct doors_hart *h);
/** A handler runs now, with this argument. */
void doors_check_handler(const struct doors_hart *h, unsigned long argument);

void doors_triggers_machine(void);
void doors_triggers_start(const struct doors_hart *h);
void doors_call_trigger(struct doors_hart *h);
void doors_check_triggers(const struct doors_hart *h);

/* --- doors_features.c, doors_fwft.c, doors_timer.c ----------------------- */

extern u64 doors_time;
void doors_features_machine(void);
void doors_features_start(struct doors_hart *h);
void doors_call_feature(struct doors_hart *h);
/**
 * Features of OpenSBI itself, in doors_fwft.c; a machine begins, and a hart
 * starts.
 */
void doors_fwft_machine(void);
void doors_fwft_start(const struct doors_hart *h);
void doors_call_fwft(struct doors_hart *h);
/** Check that registers of this hart have the values that its owner set. */
void doors_check_features(const struct doors_hart *h);
/**
 * Time passes, and the timer of this hart interrupts if its deadline is over.
 */
void doors_check_timer(struct doors_hart *h);

/**
 * The part of the firmware that serves features; called when harts make such
 * calls.
 */
void doors_timer_boot(void);
/** A hart starts. The caller has taken its registers. */
void doors_timer_start(u32 hart);
/** Check copies of a trap context at every alignment. */
void doors_check_copies(void);
/** S-mode sets its timer. */
void doors_sbi_timer(u64 end);
/** The timer of the running hart interrupts if its deadline is over. */
void doors_sbi_timer_trap(void);
/**
 * Registers are about to be lost; they were lost. The caller has taken them.
 */
void doors_sbi_suspend(void);
void doors_sbi_resume(void);
/** The owner changes: features before the counters, and after them. */
void doors_sbi_away(u32 next);
void doors_sbi_back(void);

/* --- doors_channels.c, doors_mpxy.c ---------------------------------------------------- */

/** Register channels of MPXY, after domains are known. */
void doors_channels_boot(void);
/** @return the page that this hart shares, in its domain: DOORS_PAGE bytes */
u32 *doors_shared_page(const struct doors_hart *h);
void doors_mpxy_machine(void);
void doors_call_mpxy(struct doors_hart *h);

/* --- doors_ends.c, doors_reset.c -------------------------------------------------------- */

/**
 * Bit n: domain n may reset the machine; bit n + 3: domain n may put it to
 * sleep.
 */
extern u8 doors_allowed;
void doors_ends_boot(void);
/** If the running hart was told to halt, it halts, and this does not return. */
void doors_halt(void);
/** Count locks that this hart has taken, or freed if negative. */
void doors_locks(int more);

/** This hart makes a call. @param e NULL: the call has returned */
void doors_completes(const struct doors_ecall *e);

/** Judge a call in front of OpenSBI. @return 0, or SBI_E* */
int doors_sleep_is_refused(u32 type, unsigned long resume);
/** True if S-mode of a domain may execute code at an address. */
bool doors_may_run(u32 owner, unsigned long address);
/** True if the board has this type of reset. */
bool doors_resets(u32 type);
/** The running hart stops. */
_Noreturn void doors_hart_ends(void);
/** The machine is reset. Returns if the board does not do it. */
void doors_machine_ends(void);
void doors_call_old(struct doors_hart *h);

/* --- doors_calls.c ------------------------------------------------------------------ */

/**
 * A console that is busy at times.
 * @return number of bytes that it took, or gave
 */
unsigned long doors_print(const char *text, unsigned long size);
unsigned long doors_type(char *text, unsigned long size);
/** The running hart waits for a lock, or only lets others run. */
void doors_pass(void);
/** @return number of the running hart, or of the one that boots */
u32 doors_this(void);
/** @return the state of the hart in HSM */
int doors_hsm_state(u32 hart);
u32 doors_domain_of(u32 hart);

#endif
