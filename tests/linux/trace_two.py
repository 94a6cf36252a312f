# SPDX-License-Identifier: BSD-2-Clause
"""Two processes on two harts, recorded by hartscope_trace.ko: all executed
instructions, by task, are compared with those that QEMU's plugin saw each hart
execute."""

import collections
import os
import sys

import trace_module
import trace_perf
from checks import expect, online

HARTS = 2
LOOPS = 2000
HOT = trace_module.hot(LOOPS)
# Least percentage of decoded instructions of the kernel and of programs: code
# that the kernel maps into each process is in no file
DECODED = 99
# The clock counts instructions: with the host's clock and a slow host, QEMU
# would spend its time on timer interrupts
QEMU = "-icount shift=3,sleep=off "
ENCODERS = "/sys/bus/event_source/devices/hartscope_trace/encoders"

COMMANDS = (
    ("the module says what it found on both harts",
     f"insmod /lib/hartscope_trace.ko buffer_kb=512 && cat {ENCODERS} && "
     "dmesg | grep hartscope_trace:"),
    ("what it found is the same in small pieces",
     f"dd if={ENCODERS} bs=16 2>/dev/null | cmp - {ENCODERS}"),
    ("two processes on two harts, instruction by instruction",
     "cd /tmp && hartscope-record -o two.data --kcore=kcore -- sh -c "
     f"'taskset 1 spin loop {LOOPS} & taskset 2 spin loop {LOOPS}; wait; "
     f"taskset 2 sh -c \"{online(0)}; spin loop {LOOPS}\"'"),
    ("the module goes",
     "cd /tmp && grep -i ' [tw] ' /proc/kallsyms >kallsyms; "
     "cp /bin/busybox . && tar -c two.data kcore kallsyms busybox "
     ">/dev/vport0p1; rmmod hartscope_trace; echo end $?"),
)


def files(build):
    return os.path.join(build, "linux", "module-two")


class Run(trace_module.Run):
    """The files of the boot."""

    def files(self):
        return files(self.build)

    def both(self, result):
        expect(result.status == 0, "recording failed", result)
        perf, data = self.perf(), self.copy("two.data")
        perf.options.append(f"--image={self.busybox()}")
        parts = [parts_of(f"{files(self.build)}.record.{hart}")
                 for hart in range(HARTS)]
        judge(executed(perf.run("script", data, result, "--insns")), parts,
              result)
        judge_perf(perf, data, self.copy("kallsyms"), parts[0] + parts[1],
                   result)


def parts_of(path):
    """Addresses in a list for each time that tracing began, without M-mode's."""
    parts = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line == "start\n":
                parts.append([])
            elif line[-2] != trace_module.MACHINE:
                parts[-1].append(sys.intern(line[2:-3]))
    return parts


def executed(text):
    """(command, CPU, address, place) of each line."""
    for line in text.splitlines():
        if line[0] != "#":
            head, _, rest = line.partition("]: ")
            words = rest.split(maxsplit=1)
            yield (head.split()[0], int(head[-3:]), sys.intern(words[0]),
                   words[1])


def judge(lines, parts, result):
    """Each hart's instructions are in its record, in order, and nearly all of them
    are there; each program has all instructions that it executed."""
    pcs, hot = collections.defaultdict(list), collections.Counter()
    for comm, cpu, address, place in lines:
        pcs[cpu].append(address)
        if place.startswith("hot"):
            hot[comm, cpu] += 1
    for hart in range(HARTS):
        whole = [address for part in parts[hart] for address in part]
        rest = iter(whole)
        expect(all(address in rest for address in pcs[hart]),
               f"hart {hart} has instructions that the plugin did not see so",
               result)
        expect(100 * len(pcs[hart]) >= DECODED * len(whole),
               f"{len(pcs[hart])} instructions of {len(whole)} on hart {hart}",
               result)
        expect(not any(int(address, 16) in trace_module.FIRMWARE
                       for address in pcs[hart]),
               "the firmware is in the trace", result)
    # The third thread had to leave the other hart
    expect(hot == {("spin", 0): 2 * HOT, ("spin", 1): HOT},
           f"instructions of hot(): {hot}", result)


def judge_perf(perf, data, kallsyms, parts, result):
    """The calls are as many as the plugin saw; perf reads the same branches."""
    branches = perf.branches(data, result)
    trace_perf.calls_agree(branches, parts, trace_perf.functions(kallsyms),
                           result)
    trace_perf.injected_agrees(perf, data, [branch[2:] for branch in branches],
                               result)


def checks(tool, build):
    """A check for each of COMMANDS."""
    run = Run(tool, build)
    return (
        lambda r: trace_module.says(
            r, 0, "pieces=task", "cpu=0 hartid=0x0 ", "cpu=1 hartid=0x1 ",
            "2 CPUs can be traced, into 2 sinks of 512 KiB"),
        lambda r: trace_module.says(r, 0),
        run.both,
        lambda r: trace_module.says(r, 0, "end 0"),
    )
