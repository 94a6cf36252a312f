/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The PMU device of a board, which the firmware of the tests has where the device
 * tree asks for it (word "pmudev" of smode.cfg): what it does, for both sides.
 */
#ifndef SMODE_PMUDEV_H
#define SMODE_PMUDEV_H

#define PMUDEV_WIDTH 48
#define PMUDEV_IRQ \
	13 /* of overflows, where the device has one ("pmudev-irq") */
#define PMUDEV_COUNTERS 16ul /* as many as OpenSBI lets a device have */
#define PMUDEV_STEP 7ul	     /* a counter that runs grows with each reading */

/** Its events, as event_data. */
enum pmudev_event {
	PMUDEV_PLAIN = 0x70,
	PMUDEV_ODD,	 /* on firmware counters with an odd number */
	PMUDEV_NO_START, /* cannot be started */
	PMUDEV_NO_STOP,	 /* cannot be stopped */
};

/** Values of TEST_PMUDEV, by a0. */
enum pmudev_what {
	PMUDEV_INTERRUPTS, /* hardware counters that may interrupt, a bit each */
	PMUDEV_FILTERED,   /* the last counter whose modes were filtered */
	PMUDEV_FLAGS,	   /* and its config_flags */
};

#endif
