# SPDX-License-Identifier: BSD-2-Clause
host-ntrace-objs-y += calls.o
host-ntrace-objs-y += check.o
host-ntrace-objs-y += code.o
host-ntrace-objs-y += counts.o
host-ntrace-objs-y += decode.o
host-ntrace-objs-y += dump.o
host-ntrace-objs-y += encode.o
host-ntrace-objs-y += encode_insns.o
host-ntrace-objs-y += encode_messages.o
host-ntrace-objs-y += encode_set.o
host-ntrace-objs-y += events.o
host-ntrace-objs-y += findings.o
host-ntrace-objs-y += functions.o
host-ntrace-objs-y += info.o
host-ntrace-objs-y += info_write.o
host-ntrace-objs-y += last.o
host-ntrace-objs-y += listing.o
host-ntrace-objs-y += ntrace.o
host-ntrace-objs-y += options.o
# Each form of output is one file and its name in decode.h
host-ntrace-objs-y += $(notdir $(patsubst %.c,%.o, \
	$(wildcard platform/host/ntrace/out_*.c)))
host-ntrace-objs-y += parallel.o
host-ntrace-objs-y += program.o
host-ntrace-objs-y += program_options.o
host-ntrace-objs-y += reader.o
host-ntrace-objs-y += record.o
host-ntrace-objs-y += regions.o
host-ntrace-objs-y += run.o
host-ntrace-objs-y += select.o
host-ntrace-objs-y += settings.o
host-ntrace-objs-y += side.o
host-ntrace-objs-y += stacks.o
host-ntrace-objs-y += stat.o
host-ntrace-objs-y += tally.o
host-ntrace-objs-y += tasks.o
host-ntrace-objs-y += text.o
