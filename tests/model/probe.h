/* SPDX-License-Identifier: BSD-2-Clause */
/* Places that the probe sends a hart to (probe_places.S). */
#ifndef PROBE_H
#define PROBE_H

#ifndef __ASSEMBLER__

/** A place in some mode, and how the hart gets there. */
struct probe_way {
	unsigned long mode; /* mstatus.MPP: 0 U, 1 S, 3 M */
	unsigned long pc;
	unsigned long control; /* mctrctl, or sctrctl where that lacks */
	unsigned long status;  /* sctrstatus */
};

/**
 * Clear all records, write control and status, and go there with an MRET.
 * Comes back with the first trap that M-mode takes; records are then frozen.
 * @return mcause
 */
unsigned long probe_go(const struct probe_way *way);

/** The same without CTR, for CSRs that may not be there. */
unsigned long probe_try(unsigned long mode, unsigned long pc);

/** Handlers, for mtvec and stvec: the former freezes, the latter calls it. */
void probe_m_entry(void);
void probe_s_entry(void);

/** With Ssctr alone: there is no mctrctl. */
extern unsigned long probe_no_mctrctl;

/** Left in a0 by probe_try() when a place reads something. */
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
