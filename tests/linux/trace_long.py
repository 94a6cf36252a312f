# SPDX-License-Identifier: BSD-2-Clause
"""hartscope_trace.ko starts and stops for every switch of two tasks: each instruction
of programs whose counts are known is there, or a record says that it is missing."""

import json
import os

import trace_module
import trace_perf
from checks import expect, online

HARTS = 2
# The clock counts instructions, and a hart that waits takes no host time
QEMU = "-icount shift=3,sleep=off "
FEW = (10, 20)          # round trips; the difference gives the instructions of one
LOOPS = 500000


def record_trips(trips):
    """Two tasks on one hart: each round trip has at least two switches. The numbers
    have the same length, so reading them takes equally many instructions."""
    return (f"hartscope-record -u -o trips{trips}.data -- sh -c '"
            f"taskset 1 spin server <there >back & "
            f"taskset 1 spin client {trips:06} >there <back; wait'")


def trips_of(rounds):
    return 50 * rounds


def commands(rounds):
    trips = trips_of(rounds)
    names = " ".join(f"trips{each}.data" for each in (*FEW, trips))
    return (
        ("the module is there",
         "insmod /lib/hartscope_trace.ko buffer_kb=512"),
        (f"{2 * trips} starts and stops",
         "cd /tmp && mkfifo there back && " + " && ".join(
             record_trips(each) for each in (*FEW, trips))),
        (f"a hart goes and comes {rounds} times while it is recorded",
         "cd /tmp && hartscope-record -u -o plug.data -- sh -c '"
         f"n=0; while [ $n -lt {rounds} ]; do "
         f"taskset 2 sh -c \"{online(0)} && echo gone & spin loop {LOOPS}; wait\"; "
         f"{online(1)} || exit 1; n=$((n + 1)); echo round $n; done'; "
         "s=$?; dmesg | grep -c 'spin.*no longer affine'; exit $s"),
        ("a CPU that goes says that its trace ends",
         f"cd /tmp && hartscope-record -a -u -o cpus.data -- sh -c '{online(0)}'; "
         f"{online(1)}"),
        ("no memory stays with it",
         "cd /tmp; grep VmallocUsed /proc/meminfo; "
         "hartscope-record -u -o less.data -- true; "
         "for n in 1 2 3 4 5 6 7 8; do "
         "hartscope-record -u -o less.data -- true; done; "
         "grep VmallocUsed /proc/meminfo"),
        ("the module goes",
         f"cd /tmp && tar -c {names} plug.data cpus.data >/dev/vport0p1; "
         "rmmod hartscope_trace; echo end $?"),
    )


def files(build):
    return os.path.join(build, "linux", "module-long")


class Run(trace_module.Run):
    """The files of the boot."""

    def __init__(self, tool, build, rounds):
        super().__init__(tool, build)
        self.rounds = rounds

    def files(self):
        return files(self.build)

    def insns(self, name, result):
        """Instructions of each function; none may be missing."""
        path = self.copy(name)
        perf = trace_perf.Perf(self.tool, self.build, self.files())
        perf.options = perf.options[:1]
        report = json.loads(perf.run("report", path, result, "--json"))
        lost = {what: number for what, number in report["lost"].items()
                if number and what != "no_code"}
        expect(not lost, f"{name} says {lost}", result)
        return {row["function"]: row["instructions"]
                for row in report["functions"] if row["comm"] == "spin"}

    def trips(self, result):
        expect(result.status == 0, "recording failed", result)
        few = [sum(self.insns(f"trips{each}.data", result).values())
               for each in FEW]
        trips = trips_of(self.rounds)
        name = f"trips{trips}.data"
        found = sum(self.insns(name, result).values())
        wanted = few[0] + (few[1] - few[0]) * (trips - FEW[0]) // \
            (FEW[1] - FEW[0])
        expect(few[1] > few[0] and found == wanted,
               f"{found} instructions, not {wanted}", result)
        pieces = len(list(trace_module.aux_records(self.member(name))))
        expect(pieces >= 2 * trips, f"only {pieces} pieces", result)

    def plug(self, result):
        """No instruction is missing of programs whose hart was unplugged while they
        ran."""
        expect(result.status == 0 and
               result.output.count("round") == self.rounds ==
               result.output.count("gone"),
               "a hart did not go or come", result)
        # Linux does not report it each time
        expect(int(result.output.splitlines()[-1]),
               "no program was on a hart that went", result)
        hot = self.insns("plug.data", result).get("hot", 0)
        wanted = trace_module.hot(LOOPS) * self.rounds
        expect(hot == wanted, f"{hot} instructions of hot(), not {wanted}", result)


def leaks(result):
    used = [int(line.split()[1]) for line in result.output.splitlines()
            if line.startswith("VmallocUsed")]
    expect(len(used) == 2 and used[1] - used[0] < 1024,
           f"KiB of mapped memory: {used}", result)


def checks(tool, build, rounds):
    """A check for each of the commands."""
    run = Run(tool, build, rounds)
    return (lambda r: trace_module.says(r, 0), run.trips, run.plug, run.cpu_goes,
            leaks,
            lambda r: trace_module.says(r, 0, "end 0"))
