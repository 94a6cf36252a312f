# SPDX-License-Identifier: BSD-2-Clause
lib-events-objs-y += events.o

# Asked once, at boot
lib-events-small-y += events.o
