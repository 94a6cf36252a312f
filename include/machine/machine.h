/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A machine with harts of the model, on which software boots: ROM, RAM, a
 * CLINT, a serial port and a finisher, at the addresses of QEMU's `virt`. Every
 * run is the same: harts take turns, and time is a number of steps.
 *
 * Nothing is allocated and nothing is global; memory is the caller's.
 */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include <base/types.h>
#include <model/model.h>

#define MACHINE_HARTS_MAX 8

/* Physical addresses */
#define MACHINE_FINISHER 0x100000ULL /* sifive,test0 */
#define MACHINE_CLINT 0x2000000ULL   /* sifive,clint0 */
#define MACHINE_UART 0x10000000ULL   /* ns16550a, 8-bit registers */
#define MACHINE_ROM 0x1000ULL	     /* MODEL_PAGE bytes, where harts begin */
#define MACHINE_RAM 0x80000000ULL

/** The caller fills these in; they do not change. */
struct machine_config {
	unsigned int harts; /* 1 to MACHINE_HARTS_MAX; hartid n is hart[n] */
	struct model *hart[MACHINE_HARTS_MAX]; /* memory, for machine_init() */
	const struct model_config *kind[MACHINE_HARTS_MAX]; /* copied */
	u8 *rom; /* NULL: there is none */
	u8 *ram;
	u64 ram_bytes;	    /* a multiple of MODEL_PAGE */
	u32 steps_per_tick; /* of all harts; at least 1 */
	void *user;
	/** The serial port sends a byte. */
	void (*output)(void *user, u8 byte);
	/**
	 * Make a step in place of model_step(), which it may call. NULL:
	 * model_step() makes the step.
	 */
	void (*step)(void *user, unsigned int hart,
		     const struct model_input *in, struct model_step *out);
};

/** The reason why machine_run() returned. */
enum machine_end {
	MACHINE_RUNNING, /* all steps were made */
	MACHINE_PASSED,	 /* software wrote "pass" to the finisher */
	MACHINE_FAILED,	 /* software wrote "fail" to it, with a code */
	MACHINE_RESET,	 /* software asks for a reset; the caller makes it */
	MACHINE_ASLEEP,	 /* all harts wait, and no timer is set */
};

/** State. The caller may read it, and must not change it. */
struct machine {
	struct machine_config config;
	u64 time;  /* ticks */
	u64 steps; /* that harts made, since machine_init() */
	u64 rest;  /* steps that are no tick yet */
	u64 mtimecmp[MACHINE_HARTS_MAX];
	bool msip[MACHINE_HARTS_MAX];
	bool waits[MACHINE_HARTS_MAX]; /* in WFI */
	bool changed;		       /* a device, by the running hart */
	u8 uart[8];
	enum machine_end end;
	u32 code; /* with MACHINE_FAILED: upper 16 bits of the written value */
};

/**
 * Set the state after power-on: time 0, harts reset. RAM is unchanged.
 * @param config copied
 */
void machine_init(struct machine *m, const struct machine_config *config);

/** Reset harts and devices; RAM, time and steps keep their values. */
void machine_reset(struct machine *m);

/**
 * Start a hart in the state in which an earlier boot stage would leave it, in
 * M-mode.
 * @param a0, a1, a2 its registers x10 to x12
 */
void machine_start(struct machine *m, unsigned int hart, u64 pc, u64 a0, u64 a1,
		   u64 a2);

/**
 * Let the harts take turns.
 * @param steps least number of steps, unless the machine ends before; time in
 *	which all harts sleep is no step
 */
enum machine_end machine_run(struct machine *m, u64 steps);

/** RAM at a physical address. @return NULL unless all bytes are RAM */
u8 *machine_ram(const struct machine *m, u64 paddr, u64 bytes);

#endif
