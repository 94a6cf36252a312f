/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hart that is a struct: registers, some memory of S-mode, and a platform. It
 * keeps state, so that tests compare the state after a call and not the steps
 * to it. An access that real hardware would punish (an absent register,
 * unchecked memory, bits that may not be written) is a fault, and a test with a
 * fault has failed.
 */
#ifndef FAKE_HART_H
#define FAKE_HART_H

#include <base/types.h>

enum {
	FAKE_COUNTERS = 32,
	FAKE_FW_COUNTERS = 32,
	FAKE_CHECKS_MAX = 8,
	FAKE_LCOFI = 13, /* bit of mip, mie and mideleg (Sscofpmf) */
	FAKE_CTR_ENTRIES = 256,
};

/*
 * Supervisor memory: three ranges with nothing around them. The second ends
 * where 32-bit addresses do, the third can be named on RV64 only.
 */
#define FAKE_RAM 0x80200000ull
#define FAKE_RAM_SIZE 0x2000u
#define FAKE_RAM_TOP 0xffffe000ull
#define FAKE_RAM_TOP_SIZE 0x2000u
#define FAKE_RAM_HIGH 0x200000000ull
#define FAKE_RAM_HIGH_SIZE 0x1000u
#define FAKE_RAM_TOTAL (FAKE_RAM_SIZE + FAKE_RAM_TOP_SIZE + FAKE_RAM_HIGH_SIZE)
#define FAKE_GRANULE 16
/** Where the firmware is. */
#define FAKE_FIRMWARE 0x80000000ull
#define FAKE_FIRMWARE_SIZE 0x80000u

enum fake_mode { FAKE_M, FAKE_S, FAKE_U, FAKE_VS, FAKE_VU };

/** Build of the hart and its platform. */
struct fake_has {
	unsigned int xlen; /* 32 or 64 */
	u32 hpm_mask;	   /* bit n: mhpmcounter n exists, n >= 3 */
	u8 hpm_bits;	   /* width of mhpmcounter3..31 */
	bool inhibit;	   /* mcountinhibit */
	bool sscofpmf;	   /* OF, xINH, LCOFI; mhpmeventh on RV32 */
	bool smcntrpmf;	   /* mcyclecfg, minstretcfg */
	unsigned long irq; /* further bits of mip: a platform's interrupt */
	bool filter;	   /* the platform filters modes */
	bool direct;	   /* supervisor memory needs no mapping */
	u8 fw_width;	   /* of platform firmware counters */
	u32 fw_counters;   /* bit fw: can count platform events */
	u64 fw_events;	   /* platform events are 1 to this */
	u32 no_event;	   /* the event_idx without a selector */
	u64 selector_high; /* stray bits in every selector */
	u64 (*select)(u32 event_idx); /* the platform's selectors, or NULL */
	bool ctr;		      /* Ssctr */
	bool mctrctl;		      /* and Smctr */
	bool csrind;	 /* Sscsrind, without which no entry can be reached */
	bool hypervisor; /* vsctrctl, hstateen0 */
	bool smstateen;
	u64 ctr_fields; /* what mctrctl implements */
	u64 ctr_data;	/* and ctrdata */
	u64 ctr_custom; /* and more of ctrdata and sctrstatus, while the custom
			 * bits of mctrctl are not 0 */
	u8 ctr_depths;	/* bit n: sctrdepth.DEPTH n exists */
	u16 ctr_lacks;	/* number of a CSR that is missing nevertheless; or 0 */
	bool ctr_stuck; /* SCTRCLR changes nothing */
	u64 mstateen;	/* what mstateen0 implements */
	u64 menvcfg;	/* and menvcfg */
	bool ml2hint;	/* SpacemiT's register of that name */
	bool ignores;	/* registers that do not exist, instead of a trap */
	unsigned long medeleg; /* what can be delegated */
};

/**
 * Bits of mctrctl, from the specification and not from the library's tables.
 */
#define FAKE_CTR_ALL 0x0000ff3e00001b87ull
#define FAKE_CTR_S_VIEW 0x0000ff3e00001983ull
#define FAKE_CTR_CUSTOM 0xf000000000000000ull

/** An entry of CTR's buffer. */
struct fake_ctr_entry {
	u64 source, target, data;
};

struct fake_fw_counter {
	u64 event_data;
	u64 value;
	bool running;
};

/** All state that a call may change; two copies can be compared bytewise. */
struct fake_state {
	u64 counter[FAKE_COUNTERS]; /* mcycle, minstret, mhpmcounter */
	u64 event[FAKE_COUNTERS];   /* mhpmevent; 0 mcyclecfg, 2 minstretcfg */
	unsigned long inhibit;	    /* mcountinhibit */
	unsigned long mcounteren;
	unsigned long mip, mie, mideleg;
	unsigned long filter[FAKE_COUNTERS];
	unsigned long ml2hint;
	u32 irq_enabled;
	struct fake_fw_counter fw[FAKE_FW_COUNTERS];
	u8 ram[FAKE_RAM_TOTAL];
	u64 mctrctl, vsctrctl; /* sctrctl is a view of the first */
	u64 mstateen0, hstateen0, menvcfg;
	unsigned long sctrdepth, sctrstatus, siselect, medeleg;
	struct fake_ctr_entry ctr[FAKE_CTR_ENTRIES]; /* physical order */
};

struct fake_range {
	u64 address, size;
};

/** Events since fake_hart_forget(). */
struct fake_log {
	unsigned int faults;
	char fault[160];		 /* the first of them */
	u32 event_writes[FAKE_COUNTERS]; /* to mhpmevent or mhpmeventh */
	u32 counter_writes[FAKE_COUNTERS];
	unsigned int inhibit_writes;
	u64 tick; /* a counter advances that much whenever it is read */
	unsigned int shmem_writes;  /* words */
	u64 told;		    /* hart_pmu_started() */
	unsigned long told_inhibit; /* mcountinhibit at that moment */
	struct fake_range open;	    /* hart_shmem_open() */
	unsigned int steps;	    /* fallible steps so far */
	unsigned int fail_at;	    /* number of the step that fails, 0: none */
	bool fail_on;		    /* and all later steps fail, too */
	bool failed;		    /* the step was reached */
	unsigned int locks;	    /* that it has */
	unsigned int checks;	    /* ranges accepted by hart_shmem_check() */
	struct fake_range check[FAKE_CHECKS_MAX];
};

struct fake_hart {
	struct fake_has has;
	struct fake_state state;
	struct fake_log log;
	bool good[FAKE_RAM_TOTAL / FAKE_GRANULE]; /* checked at some time */
	u64 dead; /* not 0: this word of supervisor memory does not answer */
	unsigned int missed; /* loads and stores that were not answered */
	bool guarded;	     /* between hart_shmem_guard() and _unguard() */
};

/** The hart that the seams reach. */
extern struct fake_hart fake;

/**
 * Make a new hart, with registers as after reset: all counters run, and the
 * fake has recorded nothing.
 */
void fake_hart_init(const struct fake_has *has);

/**
 * A call begins: no memory is checked, no word written, no step failed yet.
 * Earlier faults stay.
 */
void fake_hart_forget(void);

/** Record an event that must not happen; printf-like. */
void fake_hart_fault(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/**
 * A step that may fail on real machines. @return false for the step chosen with
 * fake.log.fail_at
 */
bool fake_hart_step(void);

/** True if counter n advances when an event happens in this mode. */
bool fake_hart_counts(unsigned int n, enum fake_mode mode);

/** Every event there is happens @p count times in @p mode. */
void fake_hart_run(enum fake_mode mode, u64 count);

/** Platform firmware event @p event_data happens @p count times. */
void fake_hart_fw_event(u64 event_data, u64 count);

/** Entries that the buffer has with the present depth. */
unsigned int fake_ctr_depth(void);

/** Logical entry n, 0 being the youngest; n < fake_ctr_depth(). */
struct fake_ctr_entry *fake_ctr_entry(unsigned int n);

/** The hart records a transfer. @param source with V, or not recorded */
void fake_ctr_record(u64 source, u64 target, u64 data);

/** Supervisor memory as bytes; NULL when not all of it is in one range. */
u8 *fake_hart_ram(u64 address, u64 size);

/*
 * Owners of memory: any domain owns all memory of S-mode, until a range is
 * given to one domain. A later range replaces an earlier one. Only devices and
 * domains use ranges outside the three.
 */
#define FAKE_ANYBODY 0xfffffffeu
void fake_memory_own(u64 base, u64 size, u32 owner);

/** No domain has memory of its own. fake_hart_init() calls this. */
void fake_memory_forget(void);

/** True if a byte is memory of this domain. */
bool fake_memory_is_of(u64 address, u32 owner);

/** The domain that hart_shmem_check() asks for; FAKE_ANYBODY: all of them. */
extern u32 fake_memory_caller;

/** A little-endian 64-bit word of supervisor memory. */
u64 fake_hart_ram_u64(u64 address);
void fake_hart_ram_set_u64(u64 address, u64 value);

#endif
