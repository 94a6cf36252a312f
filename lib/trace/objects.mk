# SPDX-License-Identifier: BSD-2-Clause
lib-trace-objs-y += tr_component.o
lib-trace-objs-y += tr_coresight.o
lib-trace-objs-y += tr_encoder.o
lib-trace-objs-y += tr_encoder_probe.o
lib-trace-objs-y += tr_funnel.o
lib-trace-objs-y += tr_gate.o
lib-trace-objs-y += tr_hide.o
lib-trace-objs-y += tr_old.o
lib-trace-objs-y += tr_sink.o
lib-trace-objs-y += trace_board.o
lib-trace-objs-y += trace_call.o
lib-trace-objs-y += trace_caller.o
lib-trace-objs-y += trace_call_encoder.o
lib-trace-objs-y += trace_call_report.o
lib-trace-objs-y += trace_call_sink.o
lib-trace-objs-y += trace_graph.o
lib-trace-objs-y += trace_life.o
lib-trace-objs-y += trace_machine.o
lib-trace-objs-y += trace_mmio.o
lib-trace-objs-y += trace_path.o
lib-trace-objs-y += trace_settle.o
lib-trace-objs-y += trace_text.o
# Nothing but loads and stores of S-mode is in a hurry
lib-trace-small-y := $(filter-out trace_mmio.o,$(lib-trace-objs-y))
