/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the machine. */
#ifndef MACHINE_INTERNAL_H
#define MACHINE_INTERNAL_H

#include <base/bits.h>
#include <machine/machine.h>

/* --- machine_devices.c ---------------------------------------------------- */

/** The bus of all harts; user is the machine. */
extern const struct model_bus machine_bus;

/** Set the registers to their values after reset. */
void machine_devices_reset(struct machine *m);

#endif
