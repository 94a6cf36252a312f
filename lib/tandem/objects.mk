# SPDX-License-Identifier: BSD-2-Clause
lib-tandem-objs-y += tandem_decoder.o
lib-tandem-objs-y += tandem_encoder.o
lib-tandem-objs-y += tandem_names.o
lib-tandem-objs-y += tandem_quick.o
lib-tandem-objs-y += tandem_rules.o
lib-tandem-objs-y += tandem_text.o
lib-tandem-objs-y += tandem_wire.o
