# SPDX-License-Identifier: BSD-2-Clause
platform-host-objs-y += main.o
