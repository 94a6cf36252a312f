# SPDX-License-Identifier: BSD-2-Clause
lib-ntrace-objs-y += ntrace_image.o
lib-ntrace-objs-y += ntrace_msg.o
lib-ntrace-objs-y += ntrace_msg_encode.o
lib-ntrace-objs-y += ntrace_schema.o
lib-ntrace-objs-y += ntrace_text.o
lib-ntrace-objs-y += ntrace_wire.o
