/* SPDX-License-Identifier: BSD-2-Clause */
/* All of it is in kernel.h. */
