/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The PMU device that the firmware of the tests adds to a board if the device
 * tree asks for it (word "pmudev" of smode.cfg). The firmware and the test
 * share this description.
 */
#ifndef SMODE_PMUDEV_H
#define SMODE_PMUDEV_H

#define PMUDEV_WIDTH 48
#define PMUDEV_IRQ \
	13 /* of overflows, if the device has an interrupt ("pmudev-irq") */
#define PMUDEV_COUNTERS 16ul /* the most that OpenSBI allows a device */
#define PMUDEV_STEP 7ul	     /* each read adds it to a running counter */

/** Events of the device, as event_data. */
enum pmudev_event {
	PMUDEV_PLAIN = 0x70,
	PMUDEV_ODD,	 /* only on firmware counters with odd numbers */
	PMUDEV_NO_START, /* its start fails */
	PMUDEV_NO_STOP,	 /* its stop fails */
};

/** Argument a0 of TEST_PMUDEV: the value to return. */
enum pmudev_what {
	PMUDEV_INTERRUPTS, /* set of the hardware counters that may interrupt */
	PMUDEV_FILTERED,   /* last counter for which modes were filtered */
	PMUDEV_FLAGS,	   /* config_flags of that counter */
};

#endif
