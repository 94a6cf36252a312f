/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trace hardware as a device tree describes it: nodes of
 * "riscv,trace-component" with their graph, and properties hartscope,model-*
 * for facts that firmware detects by itself, or must not know.
 * docs/qemu-trace.md lists them.
 */
#ifndef HW_DTB_H
#define HW_DTB_H

#include "hw.h"

/**
 * Read the designs of all components.
 * @param fdt a valid device tree
 * @param xlen of the harts
 * @param design out: room for HW_COMPS_MAX
 * @param num out: their number
 * @param error out: with false, the error in the node at *where
 * @param where out: offset of that node
 */
bool hw_dtb_read(const void *fdt, unsigned int xlen, struct hw_design *design,
		 unsigned int *num, const char **error, int *where);

#endif
