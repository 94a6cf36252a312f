# SPDX-License-Identifier: BSD-2-Clause
lib-events-objs-y += events.o
