/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Remote fences and inter-processor interrupts (SBI 3.0, chapters RFENCE and
 * IPI) between harts that start, stop, sleep and change their domain meanwhile.
 *
 * A hart is up from shortly before it enters S-mode until it has decided to
 * stop. A request reaches every hart that is up; a hart that is not up is
 * skipped without a wait, and makes all fences itself before it enters S-mode.
 * Nothing is refused here: the caller judges which harts a request may name.
 */
#ifndef FENCE_FENCE_H
#define FENCE_FENCE_H

#include <base/types.h>
#include <hart/harts.h>

enum {
#ifdef CONFIG_HARTMASK_MAX_BITS /* OpenSBI after 1.9: 32 to 512 */
	FENCE_HARTS_MAX = (CONFIG_HARTMASK_MAX_BITS + 127) / 128 * 128,
#else
	FENCE_HARTS_MAX = 128,
#endif
	FENCE_WORD_BITS = 8 * sizeof(unsigned long),
	FENCE_WORDS = FENCE_HARTS_MAX / FENCE_WORD_BITS,
	FENCE_LINE = 64, /* bytes; no two harts write one line all the time */
};

/** The kind of a fence; the port gives the numbers their meaning. */
struct fence_request {
	unsigned long start, size; /* bytes of virtual or guest memory */
	u16 asid, vmid;
	u8 kind;
};

/** Set of harts, bit by hart index. */
struct fence_set {
	unsigned long word[FENCE_WORDS];
};

/** One hart, all zero before it is up for the first time. */
struct fence_hart {
	/* other harts write it, this hart serves it */
	unsigned long pending[FENCE_WORDS]; /* harts with a request for it */
	unsigned long owed;		    /* domains owed an interrupt here */
	unsigned long ipis;		    /* interrupts not yet counted */
	unsigned long up;

	/* of its own request, which does not change until all bits are clear */
	unsigned long waiting[FENCE_WORDS]
		__attribute__((aligned(FENCE_LINE))); /* for these harts */
	unsigned long dozes; /* an answer rings its doorbell */
	struct fence_request request;
} __attribute__((aligned(FENCE_LINE)));

struct fence_machine {
	struct fence_hart *hart; /* by hart index */
	u32 count;		 /* 1 to FENCE_HARTS_MAX */
	u32 looks;		 /* looks at the answers before a hart dozes */
};

/** The bit of a hart, or of a domain, in a word. */
static inline unsigned long fence_bit(u32 n)
{
	return 1ul << n % FENCE_WORD_BITS;
}

static inline void fence_set_add(struct fence_set *set, u32 hart)
{
	set->word[hart / FENCE_WORD_BITS] |= fence_bit(hart);
}

/**
 * This hart will enter S-mode; all fences are made. Requests from before wait
 * for the next fence_serve().
 */
void fence_up(struct fence_machine *m, u32 self);

/** This hart will not enter S-mode before the next fence_up(). */
void fence_down(struct fence_machine *m, u32 self);

/** This hart has failed in M-mode and never continues. */
void fence_dead(struct fence_machine *m, u32 self);

/**
 * Serve the requests of other harts to this hart. To be called after its
 * doorbell was cleared, after fence_up() and before the hart leaves its domain.
 * @param domain index of its domain, whose supervisor gets interrupts
 * @return fences and interrupts served that had not been counted before
 */
u32 fence_serve(struct fence_machine *m, u32 self, u32 domain);

/**
 * True if fence_serve() has nothing to do now. A request that comes later rings
 * the doorbell of this hart.
 * @return true if no request waits and no answer is owed
 */
static inline bool fence_is_idle(const struct fence_hart *h)
{
	unsigned long any = hart_atomic_read(&h->owed);
	u32 k;

	for (k = 0; k < FENCE_WORDS; k++)
		any |= *(const volatile unsigned long *)&h->pending[k];
	return !any;
}

/** Outcome of fence_send(). */
struct fence_sent {
	u32 reached; /* other harts that made the fence for this call */
	u32 served;  /* as fence_serve() returns, for the time of the wait */
};

/**
 * Make a fence on harts. Returns when each of them has made the fence or is not
 * up.
 * @param set the harts, of m; the calling hart makes its fence without a
 *	request
 * @param domain as for fence_serve()
 */
struct fence_sent fence_send(struct fence_machine *m, u32 self,
			     const struct fence_set *set,
			     const struct fence_request *request, u32 domain);

/**
 * Interrupt the supervisor of a domain on another hart: now, or when the hart
 * comes back to the domain.
 * @return false: the hart is not up
 */
bool fence_ipi(struct fence_machine *m, u32 hart, u32 domain);

#endif
