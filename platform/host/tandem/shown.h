/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Properties of a hart that a log shows, so the user need not give them.
 */
#ifndef HOST_TANDEM_SHOWN_H
#define HOST_TANDEM_SHOWN_H

#include <model/model.h>

enum { TANDEM_SHOWN_WORDS = 1024, TANDEM_SHOWN_NAME = 256 };

struct tandem_shown {
	struct model model; /* of the preset, without memory */
	u64 extensions;	    /* enum model_extension, that the preset lacks */
	bool misaligned;    /* a load or store */
	bool b;		    /* misa has it */
	bool h;		    /* misa, mideleg or hstatus have values of H */
	bool napot;	    /* a page table entry of Svnapot was stored */
	bool page_fault;    /* a page fault came, perhaps because of it */
	u32 looked[TANDEM_SHOWN_WORDS]; /* instructions that were checked, by
					 * some of their bits */
};

/** @param preset a name for model_preset() */
void tandem_shown_begin(struct tandem_shown *shown, const char *preset);

/** An instruction has retired. */
void tandem_shown_insn(struct tandem_shown *shown, u32 insn);

/** It has written a CSR, which has this value now. */
void tandem_shown_csr(struct tandem_shown *shown, u16 csr, u64 value);

/** It has read a CSR. */
void tandem_shown_read(struct tandem_shown *shown, u32 csr, u64 value);

/** It has loaded or stored at an address. */
void tandem_shown_access(struct tandem_shown *shown, u32 insn, u64 address);

/** It has stored 64 bits. */
void tandem_shown_store(struct tandem_shown *shown, u64 value);

/** It has trapped. @param cause of an exception */
void tandem_shown_trap(struct tandem_shown *shown, u64 cause);

/**
 * The hart, in the form for tandem_hart_find().
 * @param name out: the preset and the extensions shown, TANDEM_SHOWN_NAME bytes
 * @return true if any extension was shown
 */
bool tandem_shown_name(const struct tandem_shown *shown, const char *preset,
		       char *name);

/**
 * The CSRs that H changes although no guest runs, if it has shown.
 * @param name	from tandem_shown_name()
 * @param say	gets lines for the file beside the trace, "initial CSR=VALUE",
 *	each valid during the call
 */
void tandem_shown_initial(const struct tandem_shown *shown, const char *name,
			  void (*say)(void *user, const char *line),
			  void *user);

#endif
