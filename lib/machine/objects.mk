# SPDX-License-Identifier: BSD-2-Clause
lib-machine-objs-y += machine.o
lib-machine-objs-y += machine_devices.o
