/* SPDX-License-Identifier: BSD-2-Clause */
/* Harts by their names, as --hart has them. */
#ifndef HOST_TANDEM_HARTS_H
#define HOST_TANDEM_HARTS_H

#include <model/model.h>

/** Print the names of all presets, and exit. */
void tandem_hart_list(void) __attribute__((noreturn));

/**
 * A hart by the name of a preset, perhaps with extensions behind it, such as
 * "spike-rv64_zba_zbb". Exits with a message when an extension is not known.
 * @return false: there is no such preset
 */
bool tandem_hart_find(const char *name, struct model_config *config);

#endif
