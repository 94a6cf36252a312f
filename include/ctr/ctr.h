/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control Transfer Records (Smctr and Ssctr 1.0), the duties of M-mode: S-mode
 * reaches all registers of CTR or none, records never show the firmware, and no
 * owner sees the records of another one. S-mode does the recording itself;
 * docs/ctr.md has the guarantees for it.
 *
 * An owner is the domain that has S-mode on a hart: from the start of the hart,
 * or a switch to the domain, until the hart stops or another domain gets it.
 */
#ifndef CTR_CTR_H
#define CTR_CTR_H

#include <hart/sbiret.h>
#include <base/types.h>

/** The SBI FWFT feature of ctr_mte_set(): local, platform-specific, "CTR". */
#define CTR_FWFT_MTE 0x40435452u

enum {
	CTR_DEPTH_MAX = 256,  /* entries of the deepest buffer there can be */
	CTR_SISELECT = 0x200, /* siselect of entry 0, the youngest */
};

/** An entry: ctrsource, ctrtarget and ctrdata as XLEN bits show them. */
struct ctr_record {
	unsigned long source, target, data;
};

/** An entry in memory: ctrdata has 32 bits that mean anything. */
struct ctr_kept {
	unsigned long source, target;
	u32 data;
} __attribute__((packed, aligned(4)));

/**
 * State of an owner that is away. The owner gets it back when it returns. The
 * caller provides the memory of the records; all other members belong to
 * ctr_save().
 */
struct ctr_context {
	struct ctr_kept *record; /* youngest first */
	u32 room;		 /* records that fit in there */
	u32 count;		 /* records in there */
	u64 hstateen0;
	unsigned long siselect;
	unsigned long sctrctl, vsctrctl, sctrdepth, sctrstatus;
	bool valid; /* something was saved and not given back yet: siselect and
		     * hstateen0, and if used all the rest */
	bool used;
	bool mte, mte_locked;
};

/**
 * Names of extensions in a device tree that stand or fall together. Each needs
 * siselect, which Smstateen may keep from S-mode for good.
 */
enum ctr_names {
	CTR_NAMES_SELECT = 1,	  /* sscsrind */
	CTR_NAMES_DELEGATION = 2, /* smcdeleg, ssccfg */
	CTR_NAMES_CTR = 4,	  /* smctr, ssctr */
	CTR_NAMES_ALL = 7,
};

/** CTR of one hart. Only that hart touches it, in M-mode: no lock. */
struct ctr_hart {
	bool present;	     /* the registers exist */
	bool usable;	     /* and S-mode can reach all of them */
	bool select;	     /* S-mode can reach siselect, if for CTR alone */
	bool has_select;     /* siselect exists, with CTR or without */
	bool has_gate;	     /* mstateen0 exists */
	bool has_guest_gate; /* and hstateen0 */
	bool has_m;	     /* mctrctl exists; with Ssctr alone it does not */
	bool has_vs;	     /* vsctrctl exists */
	bool has_mte;	     /* traps into M-mode can be recorded */
	bool mte;	     /* the owner of S-mode asked for it */
	bool mte_locked;     /* and locked this setting */
	u8 depth;	     /* sctrdepth of an owner that never wrote it */
};

/** @return true if an owner can leave state on this hart for the next one */
static inline bool ctr_has_state(const struct ctr_hart *h)
{
	return h->present || h->has_select || h->has_guest_gate;
}

/* --- hart ----------------------------------------------------------------- */

/**
 * Stop all recording: mctrctl = 0 where it exists. The first thing to do on a
 * hart whose past is unknown; needs no state.
 */
void ctr_hart_quiesce(void);

/**
 * Probe the registers of this hart for the extensions that S-mode can use. Needs
 * no state. Clears the records and settings of earlier owners; the state enables
 * and menvcfg are as before.
 * @return CTR_NAMES_*: these names are true
 */
u8 ctr_hart_names(void);

/**
 * Find the deepest buffer of this hart, on a hart with CTR_NAMES_CTR. sctrdepth
 * is afterwards as before. @return 16 to 256
 */
u16 ctr_hart_deepest(void);

/**
 * Start of a hart (cold boot or HSM start): probe its registers, open the gate,
 * clear the records and settings of earlier owners.
 * @param offered CTR_NAMES_*: the device tree handed on lists these for this
 *	hart. Without CTR_NAMES_CTR the gate (Smstateen) stays shut.
 *
 * Afterwards h->usable is true if S-mode can use all of CTR; otherwise the
 * device tree must not list CTR.
 */
void ctr_hart_init(struct ctr_hart *h, u8 offered);

/**
 * Add to medeleg exceptions that the firmware would only redirect: then the
 * hart itself makes the records of these traps. To be called after the firmware
 * has written medeleg. Without h->usable nothing changes. A hart may lack bits:
 * the caller makes the records of all traps that it redirects.
 */
void ctr_hart_delegate(const struct ctr_hart *h);

/**
 * After a suspend that may have lost registers: gate, controls, depth and
 * records have the saved values.
 * @param c state that ctr_save() kept before the suspend; if it is not valid,
 *	the result is that of ctr_hart_init()
 */
void ctr_hart_resume(struct ctr_hart *h, struct ctr_context *c);

/* --- all harts ------------------------------------------------------------ */

#ifdef CONFIG_HARTMASK_MAX_BITS /* OpenSBI after 1.9: 32 to 512 */
enum { CTR_HARTS_MAX = CONFIG_HARTMASK_MAX_BITS };
#else
enum { CTR_HARTS_MAX = 128 };
#endif

/**
 * The answers of the harts about themselves. Harts are named by an index. The
 * hart that makes the device tree closes the reports; all other harts report
 * before that and read the result after it.
 */
struct ctr_harts {
	u32 count;
	volatile u8 said[CTR_HARTS_MAX]; /* one writer each */
	u8 kept[CTR_HARTS_MAX];
	u8 withheld; /* from all */
};

/** Report the names of the calling hart. Ignored after ctr_harts_close(). @param
 *  hart below CTR_HARTS_MAX. @param names from ctr_hart_names() */
void ctr_harts_say(struct ctr_harts *all, u32 hart, u8 names);

/** Count those of the first all->count harts that have not reported yet. */
u32 ctr_harts_silent(const struct ctr_harts *all);

/** End the reports: the device tree is made of those given so far. */
void ctr_harts_close(struct ctr_harts *all);

/** Take names from the reports of all harts, later ones too. */
void ctr_harts_withhold(struct ctr_harts *all, u8 names);

/**
 * Features that the device tree may list for a hart, and that the hart then
 * gives to S-mode.
 * @return CTR_NAMES_*; none for a hart that had not reported at
 *	ctr_harts_close(), or does not exist. Before the close: the names that
 *	the hart has reported.
 */
u8 ctr_harts_names(const struct ctr_harts *all, u32 hart);

/* --- owners --------------------------------------------------------------- */

/**
 * True if the owner left CTR state that has to come back with it: a control,
 * status or depth that differs from a new owner's, or a record. An entry whose
 * ctrsource is 0 is no record: its V bit is 0.
 */
bool ctr_in_use(const struct ctr_hart *h);

/** Records that sctrdepth gives the owner. @return 16 to 256 */
u32 ctr_depth(void);

/**
 * Save all CTR state of the owner. The registers of the hart do not change.
 * @param used result of ctr_in_use(): the owner has more than siselect and
 *	hstateen0
 * @param c if used, has room for ctr_depth() records; with less room the oldest
 *	records are dropped
 */
void ctr_save(const struct ctr_hart *h, bool used, struct ctr_context *c);

/** Set the state of a new owner: no records, no recording, default depth. */
void ctr_clear(struct ctr_hart *h);

/**
 * ctr_clear() for an owner of which ctr_in_use() is false: clears siselect,
 * hstateen0, and records behind the present depth.
 */
void ctr_clear_unused(const struct ctr_hart *h);

/**
 * Restore the state that ctr_save() kept, on a cleared hart. Afterwards c is
 * not valid.
 */
void ctr_restore(struct ctr_hart *h, struct ctr_context *c);

/**
 * M-mode takes a counter overflow interrupt, on its way to S-mode, with or
 * without a trap: freeze the records if S-mode asked for that
 * (sctrctl.LCOFIFRZ; Smctr 1.0, "Freeze"). After a trap the hart has done so
 * itself.
 */
void ctr_overflow(const struct ctr_hart *h);

/* --- traps into M-mode ---------------------------------------------------- */

/**
 * Turn the recording of traps into M-mode on or off, as the owner asks through
 * SBI FWFT (SBI specification, "Firmware Features Set").
 * @param value 0 or 1, @param flags SBI_FWFT_SET_FLAG_LOCK or 0
 * @return SBI_SUCCESS; SBI_ERR_NOT_SUPPORTED: the hart cannot;
 *	SBI_ERR_INVALID_PARAM: another value or flag; SBI_ERR_DENIED_LOCKED:
 *	it was set with the lock before
 */
struct sbiret ctr_mte_set(struct ctr_hart *h, unsigned long value,
			  unsigned long flags);

/**
 * Read the setting of ctr_mte_set().
 * @return SBI_ERR_NOT_SUPPORTED: the hart cannot
 */
struct sbiret ctr_mte_get(const struct ctr_hart *h);

/* --- a look at the records ------------------------------------------------- */

/** True if S-mode records in any mode, its guest's included. */
bool ctr_recording(const struct ctr_hart *h);

/**
 * Read a record; h->usable holds.
 * @param n 0 is the youngest
 * @return false: there is none
 */
bool ctr_record_at(unsigned int n, struct ctr_record *record);

/* --- names ---------------------------------------------------------------- */

/** CTR_NAMES_* of the names in an ISA string ("riscv,isa"). */
u8 ctr_isa_names(const char *isa);

/**
 * Take names out of an ISA string.
 * @param isa changed in place, never longer than before
 * @param names CTR_NAMES_* to take out
 * @return true if one was taken out
 */
bool ctr_isa_remove(char *isa, u8 names);

/** Find or take out names in a list of strings ("riscv,isa-extensions").
 * @param size of the list in bytes, with every string's end
 * @return CTR_NAMES_* of the list; new size of the list
 */
u8 ctr_isa_list_names(const char *list, u32 size);
u32 ctr_isa_list_remove(char *list, u32 size, u8 names);

/** Name of ctrdata.TYPE. @param data ctrdata */
const char *ctr_type_name(unsigned long data);

#endif
