/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The harts of the machine: traps, interrupts, and work for the others.
 * Nothing here runs in M-mode and no address translation is used.
 */
#ifndef SMODE_HART_H
#define SMODE_HART_H

#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_types.h>

#include "csr_access.h"
#include "hart_asm.h"

#define XLEN __riscv_xlen

/* Interrupts, as bits of sie and sip. */
#define HART_IRQ_SOFT (1ul << 1)
#define HART_IRQ_TIMER (1ul << 5)
#define HART_IRQ_OVERFLOW (1ul << 13)

/* CSRs that the assembler may not know by name. */
#define SCOUNTOVF 0xda0
#define STIMECMP 0x14d
#define STIMECMPH 0x15d
#define HSTATUS 0x600
#define HEDELEG 0x602
#define HGATP 0x680
#define VSTVEC 0x205

#define HART_NO_TRAP (~0ul)

/* scause of exceptions */
#define HART_FETCH_FAULT 1ul
#define HART_ILLEGAL 2ul /* instruction */
#define HART_LOAD_MISALIGNED 4ul
#define HART_LOAD_FAULT 5ul
#define HART_STORE_MISALIGNED 6ul
#define HART_STORE_FAULT 7ul
#define HART_FETCH_PAGE_FAULT 12ul
#define HART_LOAD_PAGE_FAULT 13ul
#define HART_STORE_PAGE_FAULT 15ul

/** One hart; start.S uses the offsets of the first three members and the
 * size. */
struct hart {
	unsigned long hartid;
	unsigned long sp;	       /* saved during suspend or in U-mode */
	unsigned long guest;	       /* not 0: in VS- or VU-mode */
	volatile unsigned long expect; /* exceptions are recorded and skipped */
	volatile unsigned long cause;  /* of the last one */
	volatile unsigned long soft, timer, overflow; /* interrupts taken */
	volatile unsigned long scountovf; /* at the last overflow interrupt */
	volatile unsigned long events;	  /* supervisor software events */
	void (*volatile on_event)(void);  /* handler of one, or NULL */
	volatile bool by_itself;	  /* on_event decides alone, also at
				  * interrupts */
	void (*volatile work)(void *arg); /* for a served hart: its work */
	void *volatile arg;
} __attribute__((aligned(16)));

union hart_memory {
	struct hart hart;
	u8 stack[HART_SIZE];
};

extern union hart_memory harts[HARTS_MAX];

/** The running hart. */
static inline struct hart *hart_self(void)
{
	struct hart *self;

	__asm__("mv %0, tp" : "=r"(self));
	return self;
}

/** Hart number n of hart_count(); 0 is the one that booted. */
static inline struct hart *hart_at(unsigned int n)
{
	return &harts[n].hart;
}

/** Find all harts. @return their number, HARTS_MAX at most */
unsigned int hart_count(void);

/** Start hart n, which then waits for work. @return false: it did not start */
bool hart_start(unsigned int n);
/** Give hart n work, which begins soon. */
void hart_give(unsigned int n, void (*work)(void *arg), void *arg);
/** Give hart n work and wait for its end. @return false: it took too long */
bool hart_call(unsigned int n, void (*work)(void *arg), void *arg);
/** Wait for the end of given work. @return false: it took too long */
bool hart_call_end(unsigned int n);
/** Let hart n stop itself through HSM. @return false: it did not stop */
bool hart_stop(unsigned int n);

/** SBI HSM suspend of this hart. @return 0 after a resume, or SBI_ERR_* */
long hart_suspend(unsigned long type);
/** SBI system suspend, all other harts stopped. @return as hart_suspend() */
long hart_sleep(unsigned long type);
/** SBI HSM stop of this hart. @return 0 once it was started at hart_resume */
long hart_pause(void);
/** Entry for the start of a paused hart, with its struct hart in a1. */
void hart_resume(void);
/** Entry for a hart that then waits for work, with its struct hart in a1. */
void hart_start_entry(void);
/** Run fn(arg) in U-mode until its ecall. */
void hart_user(void (*fn)(unsigned long arg), unsigned long arg);
/** Run fn(arg) in VS- or VU-mode, if the hart has these. */
void hart_guest(void (*fn)(unsigned long arg), unsigned long arg);
void hart_guest_user(void (*fn)(unsigned long arg), unsigned long arg);

/** Handler of supervisor software events, for sbi_sse_register(). */
void hart_sse_entry(void);
/** True if that handler reads scountovf; pmu_find() sets it. */
extern bool hart_has_scountovf;

/** Value of the time CSR; 10 MHz on QEMU's virt machine. */
u64 hart_time(void);
/** Wait until *word differs from old. @return false: it takes too long */
bool hart_wait(const volatile unsigned long *word, unsigned long old);
/** Wait for a number of ticks of the time CSR. */
void hart_delay(u64 ticks);

/** User counter CSR (CSR_CYCLE + n), both halves on RV32. */
u64 hart_counter(unsigned int n);

/** Enable these interrupts (sie), or none with 0. */
void hart_interrupts(unsigned long mask);

/** Execute an instruction that may trap. @return scause, or HART_NO_TRAP */
#define HART_TRY(statement)                        \
	({                                         \
		hart_self()->cause = HART_NO_TRAP; \
		hart_self()->expect = 1;           \
		statement;                         \
		hart_self()->expect = 0;           \
		hart_self()->cause;                \
	})

#endif
