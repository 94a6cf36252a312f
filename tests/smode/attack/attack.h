/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hostile calls of every extension of the image, with arguments at which an
 * area begins, ends, wraps or belongs to another owner. Each hart has an
 * attacker with its own random numbers, so that all harts can call at once.
 */
#ifndef SMODE_ATTACK_H
#define SMODE_ATTACK_H

#include "hart.h"
#include "sbi.h"

enum { ATTACK_PAGE = 512 }; /* words of 64 bits */

struct attacker {
	u64 random;
	unsigned int number;	     /* of its hart in hart_at() */
	volatile unsigned long goal; /* calls to make */
	volatile unsigned long calls, errors;
	unsigned long lost;    /* calls that changed other registers */
	unsigned long wrong;   /* calls with an error unknown to SBI */
	unsigned long last[8]; /* a0 to a7 of the last call, for a debugger */
};

/** Pages that calls may write, between pages that no call may write. */
struct attack_arena {
	u64 before[ATTACK_PAGE], area[ATTACK_PAGE], after[ATTACK_PAGE];
};

extern struct attacker attackers[HARTS_MAX];
extern struct attack_arena attack_arenas[HARTS_MAX];

/** Random numbers of one attacker: 64 bits; 0 to n - 1, n below 2^32. */
u64 attack_random(struct attacker *a);
unsigned int attack_one_of(struct attacker *a, unsigned int n);
/** A number, often the first or the last one of an area. */
unsigned long attack_boundary(struct attacker *a);
/** An address of memory that S-mode may not share, or without memory. */
unsigned long attack_bad_address(struct attacker *a);
/** An address in an area; this many bytes from there on are in the area. */
unsigned long attack_area(struct attacker *a, unsigned int size);

/** Make a call, sometimes with random values in all other registers. */
struct sbiret attack_call(struct attacker *a, unsigned long eid,
			  unsigned long fid, const unsigned long args[6]);

/** A door: makes one hostile call, or a few, of one extension. */
struct attack_door {
	const char *without; /* the option that closes this door */
	void (*knock)(struct attacker *a);
	u8 weight;	  /* its share of the sum of all weights */
	bool moves;	  /* changes the hart: not in the second domain */
	const char *with; /* the option that opens it, or NULL */
};

/** Doors to memory, counters and others; the last entry has no function. */
extern const struct attack_door attack_doors[];
/** Calls that change the state of harts, in attack_hart.c. */
void attack_hsm(struct attacker *a);
void attack_system(struct attacker *a);
void attack_legacy(struct attacker *a);
/** Loads and stores of devices, and CSRs, in attack_devices.c. */
void attack_devices(struct attacker *a);
void attack_registers(struct attacker *a);
/**
 * Accesses of a hypervisor to its guest's memory, and of a guest in VS-mode.
 */
void attack_guest(struct attacker *a);
/**
 * Make some hostile calls in the second domain of the one hart that has one.
 */
void attack_switch(struct attacker *a);
/** Number of times that the hart came back from there. */
extern unsigned long attack_switches;

/**
 * Select the doors that the command line leaves open. Called once, before the
 * first attack.
 */
void attack_open(void);
/**
 * Make one hostile call.
 * @param moves false: no call that changes the hart's state
 */
void attack_once(struct attacker *a, bool moves);

/** Number of attackers that have not stopped and are not about to stop. */
extern int attack_awake;
/** Number of attackers: one on each hart. */
extern unsigned int attack_harts;

#endif
