/* SPDX-License-Identifier: BSD-2-Clause */
/* Places that the probe sends a hart to (probe_places.S). */
#ifndef PROBE_H
#define PROBE_H

#ifndef __ASSEMBLER__

/** A place in some mode, and the state in which the hart gets there. */
struct probe_way {
	unsigned long mode; /* mstatus.MPP: 0 U, 1 S, 3 M */
	unsigned long pc;
	unsigned long control; /* mctrctl, or sctrctl where that lacks */
	unsigned long status;  /* sctrstatus */
};

/**
 * Clear all records, write control and status, and go to the place with an
 * MRET. Returns at the first trap that M-mode takes; records are then frozen.
 * @return mcause
 */
unsigned long probe_go(const struct probe_way *way);

/** The same without CTR, for CSRs that may be absent. */
unsigned long probe_try(unsigned long mode, unsigned long pc);

/**
 * Handlers, for mtvec and stvec: the first freezes records, the second calls
 * it.
 */
void probe_m_entry(void);
void probe_s_entry(void);

/** For harts with Ssctr only: there is no mctrctl. */
extern unsigned long probe_no_mctrctl;

/** The value that a place has read; probe_try() leaves it in a0. */
extern unsigned long probe_a0;

/** An instruction or two and an ecall; see probe_places.S. */
struct probe_place {
	const char *name;
	unsigned long pc;
};

extern const struct probe_place probe_transfers[], probe_traps[],
	probe_accesses[], probe_stack[];
extern void probe_user(void); /* where an SRET leads: an ecall */
extern void probe_sret(void), probe_wait(void);

#endif
#endif
