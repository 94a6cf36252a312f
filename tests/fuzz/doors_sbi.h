/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OpenSBI on the host: its own SSE, DBTR and FWFT, with our judges in front,
 * over harts, domains, memory and a console that doors_sbi.c makes up. Types are
 * OpenSBI's there and the C library's elsewhere, so nothing of either is here.
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
	/* of traps of M-mode's; mstatus by what is not as it usually is */
	unsigned long mcause, mepc, mstatus;
	unsigned int interrupts; /* of M-mode */
	struct doors_trigger {
		unsigned long tdata1, tdata2, tdata3;
	} trigger[DOORS_TRIGGERS];
};

/** A device tree, as far as it tells of memory. */
struct doors_tree {
	unsigned int memories, reserved;
	bool ends_early; /* behind what is reserved */
	bool no_cells;	 /* of addresses of what is reserved */
	struct doors_node {
		u64 base, size;
		bool no_map;
	} memory[DOORS_NODES], reserve[DOORS_NODES];
};

/** A call, and what it answered. */
struct doors_ecall {
	unsigned long ext, fid, a[6];
	long error;
	unsigned long value;
};

extern struct doors_registers doors_registers[];
extern const u32 doors_event[DOORS_EVENTS];
/** Says which memory the machine has. */
extern struct doors_tree doors_tree;

/* --- doors_sbi.c: every function is for the hart that runs -------------------- */

/** The hart that boots, while none runs. */
extern u32 doors_booting;

/** The device tree that says doors_tree (doors_board.c). */
const void *doors_board_tree(void);

/** Address of the scratch space of the hart that runs. */
unsigned long doors_scratch(void);
/** OpenSBI boots on all harts, from scratch: its objects are as at the start. */
void doors_sbi_boot(void);
void doors_sbi_call(struct doors_ecall *e);
/** A trap begins: interrupts of other harts are taken. */
void doors_sbi_trap(void);
/**
 * And it ends: an event may come.
 * @return argument of the handler that runs now; 0: none
 */
unsigned long doors_sbi_return(void);
/** M-mode has an event for this hart: its counters have overflown. */
void doors_sbi_overflow(void);
void doors_sbi_stop(void);
void doors_sbi_start(void);
/** The hart is assigned to no domain; triggers are the next one's. */
void doors_sbi_leave(u32 next);
/** Events are the next one's; the caller then makes the hart its own. */
void doors_sbi_enter(u32 next);

/* --- memory, doors_shmem.c ------------------------------------------------------- */

/** M-mode's begins anew; bytes become a device tree. */
void doors_memory_machine(void);
void doors_tree_machine(void);
/** In this call, a hart met memory that does not answer. */
extern bool doors_faulted[];
/** False: it leaves no memory that is S-mode's. */
bool doors_tree_has_sense(void);
/** OpenSBI has no extension; judges have to leave it at that. */
extern bool doors_bare;
void doors_check_bare(void);
/** Ask OpenSBI's side of the seams about a range, doors_seams.c. */
void doors_check_seams(u64 address, u64 size);
/** Under Smepmp the hart that runs reaches this memory of S-mode's; or no longer. */
void doors_map(u64 base, u64 size, bool on);
extern bool doors_unmapped; /* no more can be mapped */
/** S-mode stores a word, if the memory is its own. */
void doors_put_word(const struct doors_hart *h, u64 address, u64 word);
/** Memory of M-mode's, cleared; all of it goes when a machine boots. */
void *doors_alloc(unsigned long align, unsigned long size);
/** True if S-mode of a domain may touch a byte, for what its tree says. */
bool doors_may_touch(u32 owner, u64 address);
/** The same of each byte; false: none, or they go round the last address. */
bool doors_may_touch_all(u32 owner, u64 address, u64 size);
/** Memory that the call of a hart reads, and stores to, one byte behind the other:
 * what was read since the last look, what was stored, and the place of what is next. */
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

/* --- doors_features.c, doors_fwft.c, doors_timer.c --------------------------------------------------- */

extern u64 doors_time;
void doors_features_machine(void);
void doors_features_start(struct doors_hart *h);
void doors_call_feature(struct doors_hart *h);
/** OpenSBI's own, in doors_fwft.c; as a machine begins, and a hart starts. */
void doors_fwft_machine(void);
void doors_fwft_start(const struct doors_hart *h);
void doors_call_fwft(struct doors_hart *h);
/** Registers of this hart are what its owner set. */
void doors_check_features(const struct doors_hart *h);
/** Time passes, and the timer of this hart interrupts if it is to. */
void doors_check_timer(struct doors_hart *h);

/** The firmware's part of features, when its extensions can be called. */
void doors_timer_boot(void);
/** A hart starts. Its registers are taken. */
void doors_timer_start(u32 hart);
/** Copies of a trap context, wherever it begins, are judged. */
void doors_check_copies(void);
/** S-mode sets its timer. */
void doors_sbi_timer(u64 end);
/** The timer of the hart that runs interrupts if it is to. */
void doors_sbi_timer_trap(void);
/** Registers are about to be lost, and are back. They are taken. */
void doors_sbi_suspend(void);
void doors_sbi_resume(void);
/** Owners change: features before, and after the counters. */
void doors_sbi_away(u32 next);
void doors_sbi_back(void);

/* --- doors_channels.c, doors_mpxy.c ---------------------------------------------------- */

/** Channels of MPXY, once domains are known. */
void doors_channels_boot(void);
/** The page that the named hart shares, in its domain: DOORS_PAGE bytes. */
u32 *doors_shared_page(const struct doors_hart *h);
void doors_mpxy_machine(void);
void doors_call_mpxy(struct doors_hart *h);

/* --- doors_ends.c, doors_reset.c -------------------------------------------------------- */

/** Bit n: domain n may reset the machine; bit n + 3: and let it sleep. */
extern u8 doors_allowed;
void doors_ends_boot(void);
/** The hart that runs was told to halt, and does not come back; or was not. */
void doors_halt(void);
/** This hart has taken or freed locks. */
void doors_locks(int more);

/** This hart makes a call. @param e NULL: it is back */
void doors_completes(const struct doors_ecall *e);

/** Judged in front of OpenSBI. @return 0, or SBI_E* */
int doors_sleep_is_refused(u32 type, unsigned long resume);
/** True if S-mode of a domain may have code at an address. */
bool doors_may_run(u32 owner, unsigned long address);
/** True if the board has a type of reset. */
bool doors_resets(u32 type);
/** The hart that runs is stopped. */
_Noreturn void doors_hart_ends(void);
/** The machine is reset. Comes back if the board does not do it. */
void doors_machine_ends(void);
void doors_call_old(struct doors_hart *h);

/* --- doors_calls.c ------------------------------------------------------------------ */

/** A console that is busy at times. @return bytes that it took, or gave */
unsigned long doors_print(const char *text, unsigned long size);
unsigned long doors_type(char *text, unsigned long size);
/** The hart that runs waits for a lock, or for nothing, as it may. */
void doors_pass(void);
/** Number of the hart that runs, or boots. */
u32 doors_this(void);
/** State of HSM. */
int doors_hsm_state(u32 hart);
u32 doors_domain_of(u32 hart);

#endif
