/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of plugin_tandem. */
#ifndef QEMU_TANDEM_OPTIONS_H
#define QEMU_TANDEM_OPTIONS_H

#include <stdbool.h>

/**
 * Set tandem_options.
 * @param argv	"NAME=VALUE" each, from QEMU
 * @return false, after a message, if one is invalid
 */
bool tandem_options_parse(int argc, char **argv);

#endif
