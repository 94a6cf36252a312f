/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hart that is a struct: registers, some memory of S-mode, and a platform.
 * Tests compare its state after a call, and not the steps of the call. An
 * access that is wrong on real hardware (an absent register, unchecked memory,
 * bits that may not be written) is a fault, and a fault fails the test.
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
 * Memory of S-mode: three ranges with no memory around them. The second one
 * ends at 4 GiB, and only RV64 can address the third one.
 */
#define FAKE_RAM 0x80200000ull
#define FAKE_RAM_SIZE 0x2000u
#define FAKE_RAM_TOP 0xffffe000ull
#define FAKE_RAM_TOP_SIZE 0x2000u
#define FAKE_RAM_HIGH 0x200000000ull
#define FAKE_RAM_HIGH_SIZE 0x1000u
#define FAKE_RAM_TOTAL (FAKE_RAM_SIZE + FAKE_RAM_TOP_SIZE + FAKE_RAM_HIGH_SIZE)
#define FAKE_GRANULE 16
/** Address of the firmware. */
#define FAKE_FIRMWARE 0x80000000ull
#define FAKE_FIRMWARE_SIZE 0x80000u

enum fake_mode { FAKE_M, FAKE_S, FAKE_U, FAKE_VS, FAKE_VU };

/** Build of the hart and its platform. */
struct fake_has {
	unsigned int xlen;	     /* 32 or 64 */
	u32 hpm_mask;		     /* bit n: mhpmcounter n exists, n >= 3 */
	u8 hpm_bits;		     /* width of mhpmcounter3..31, */
	u8 hpm_width[FAKE_COUNTERS]; /* but of this one, if it is not 0 */
	unsigned long gates;	     /* bits of mcountinhibit that stay 0 */
	bool inhibit;		     /* mcountinhibit */
	bool sscofpmf;		     /* OF, xINH, LCOFI; mhpmeventh on RV32 */
	bool smcntrpmf;		     /* mcyclecfg, minstretcfg */
	unsigned long irq; /* further bits of mip: a platform's interrupt */
	bool filter;	   /* the platform filters modes */
	bool direct;	   /* supervisor memory needs no mapping */
	u8 fw_width;	   /* width of the platform's firmware counters */
	u32 fw_counters;   /* bit fw: this counter can count platform events */
	u64 fw_events;	   /* greatest platform event; they begin at 1 */
	u32 no_event;	   /* an event_idx without a selector */
	u64 selector_high; /* additional bits in every selector */
	u64 (*select)(u32 event_idx); /* the platform's selectors, or NULL */
	bool ctr;		      /* Ssctr */
	bool mctrctl;		      /* and Smctr */
	bool csrind;	 /* Sscsrind; without it entries cannot be accessed */
	bool hypervisor; /* vsctrctl, hstateen0 */
	bool smstateen;
	u64 ctr_fields; /* fields of mctrctl */
	u64 ctr_data;	/* fields of ctrdata */
	u64 ctr_custom; /* more fields of ctrdata and sctrstatus, while the
			 * custom bits of mctrctl are not 0 */
	u8 ctr_depths;	/* bit n: sctrdepth.DEPTH n exists */
	u16 ctr_lacks;	/* number of one CSR that is absent; or 0 */
	bool ctr_stuck; /* SCTRCLR does nothing */
	u64 mstateen;	/* fields of mstateen0 */
	u64 menvcfg;	/* fields of menvcfg */
	bool ml2hint;	/* a register of SpacemiT */
	bool ignores;	/* absent registers do not trap */
	unsigned long medeleg; /* exceptions that can be delegated */
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
	struct fake_ctr_entry ctr[FAKE_CTR_ENTRIES]; /* in physical order */
};

struct fake_range {
	u64 address, size;
};

/** Events since fake_hart_forget(). */
struct fake_log {
	unsigned int faults;
	char fault[160];		 /* text of the first fault */
	u32 event_writes[FAKE_COUNTERS]; /* writes, both halves */
	u32 counter_writes[FAKE_COUNTERS];
	unsigned int inhibit_writes;
	u64 tick; /* each read of a counter adds this */
	u64 live; /* and each write, unless mcountinhibit stops it */
	unsigned int shmem_writes;  /* words */
	u64 told;		    /* argument of hart_pmu_started() */
	unsigned long told_inhibit; /* mcountinhibit at that call */
	struct fake_range open;	    /* range of hart_shmem_open() */
	unsigned int steps;	    /* number of fallible steps so far */
	unsigned int fail_at;	    /* number of the step that fails, 0: none */
	bool fail_on;		    /* and all later steps fail, too */
	bool failed;		    /* the step was reached */
	unsigned int locks;	    /* number of locks that the hart has */
	unsigned int checks;	    /* ranges that were accepted */
	struct fake_range check[FAKE_CHECKS_MAX];
};

struct fake_hart {
	struct fake_has has;
	struct fake_state state;
	struct fake_log log;
	bool good[FAKE_RAM_TOTAL / FAKE_GRANULE]; /* checked before */
	u64 dead; /* not 0: an access to this word of memory gets no response */
	unsigned int missed; /* number of loads and stores without a response */
	bool guarded;	     /* between hart_shmem_guard() and _unguard() */
};

/** The hart whose registers the library accesses. */
extern struct fake_hart fake;

/**
 * Make a new hart, with registers as after reset: all counters run, and the
 * fake has recorded nothing.
 */
void fake_hart_init(const struct fake_has *has);

/**
 * Start a new call: no memory is checked, no word written, no step failed yet.
 * Earlier faults stay.
 */
void fake_hart_forget(void);

/** Record an event that must not happen; printf-like. */
void fake_hart_fault(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/**
 * A step that can fail on real machines.
 * @return false for the step that fake.log.fail_at selects
 */
bool fake_hart_step(void);

/** True if counter n counts an event in this mode. */
bool fake_hart_counts(unsigned int n, enum fake_mode mode);

/** Let all events occur @p count times in @p mode. */
void fake_hart_run(enum fake_mode mode, u64 count);

/** Let platform firmware event @p event_data occur @p count times. */
void fake_hart_fw_event(u64 event_data, u64 count);

/** Number of entries with the present depth. */
unsigned int fake_ctr_depth(void);

/** Logical entry n; entry 0 is the youngest; n < fake_ctr_depth(). */
struct fake_ctr_entry *fake_ctr_entry(unsigned int n);

/** Record a transfer. @param source with V, else nothing is recorded */
void fake_ctr_record(u64 source, u64 target, u64 data);

/** Memory of S-mode as bytes; NULL if it is not all in one range. */
u8 *fake_hart_ram(u64 address, u64 size);

/*
 * Owners of memory: every domain owns all memory of S-mode, until a range is
 * given to one domain. A later range replaces an earlier one. Only devices and
 * domains use ranges outside the three.
 */
#define FAKE_ANYBODY 0xfffffffeu
void fake_memory_own(u64 base, u64 size, u32 owner);

/** No domain has memory of its own. fake_hart_init() calls this. */
void fake_memory_forget(void);

/** True if a byte is memory of this domain. */
bool fake_memory_is_of(u64 address, u32 owner);

/** The domain for which hart_shmem_check() checks; FAKE_ANYBODY: for all. */
extern u32 fake_memory_caller;

/** A little-endian 64-bit word of supervisor memory. */
u64 fake_hart_ram_u64(u64 address);
void fake_hart_ram_set_u64(u64 address, u64 value);

#endif
