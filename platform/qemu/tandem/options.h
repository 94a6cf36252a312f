/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of plugin_tandem. */
#ifndef QEMU_TANDEM_OPTIONS_H
#define QEMU_TANDEM_OPTIONS_H

#include <stdbool.h>

/**
 * Set tandem_options.
 * @param argv	"NAME=VALUE" each, as QEMU gives them
 * @return false, after a message, when one makes no sense
 */
bool tandem_options_parse(int argc, char **argv);

#endif
