# SPDX-License-Identifier: BSD-2-Clause
"""Compares branch records of hartscope_branch on Debian's kernel with N-Trace of the
same run, branch by branch."""

import bisect
import collections
import functools
import json
import os

import trace_module
import trace_perf
from checks import expect, online

HARTS = 2
# The clock counts instructions: 8 ns each
QEMU = "-icount shift=3,sleep=off "
# Without Sscsrind and CTR's part in Smstateen S-mode cannot read the entries
CPU = "sscofpmf=false,smstateen=true,smcsrind=true,sscsrind=true,smctr=true," \
    "ssctr=true"
PMU = "/sys/bus/event_source/devices/hartscope_branch"
TRUNCATED = 1           # PERF_AUX_FLAG_TRUNCATED
TRIPS = 50
LOOPS = 3000
RECORD = "hartscope-record -o"
COMMANDS = (
    ("the module says what it found",
     f"insmod /lib/hartscope_trace.ko buffer_kb=512 && cat {PMU}/harts && "
     "dmesg | grep hartscope_branch:"),
    ("events are refused with their reasons",
     "cd /tmp; "
     "hartscope-record -b --entries=17 -- true; "
     "hartscope-record -b -j stack -u -- true; "
     "hartscope-record -j stack -- true; "
     "hartscope-record -b --period=9 -- true; hartscope-record -b -S -- true; "
     "perf stat -e hartscope_branch/config=0x400/ true; "
     "dmesg | grep 'event refused'"),
    ("all branches of a program are those of its trace",
     f"cd /tmp && {RECORD} small.data -u -b --entries=256 -- taskset 1 "
     f"{RECORD} small.trace -u -- spin loop 64"),
    ("the last branches before each look are those of the trace",
     f"cd /tmp && {RECORD} long.data -u -b --entries=256 --period=20 -- "
     f"taskset 1 {RECORD} long.trace -u --vdso=vdso -- sh -c 'spin loop {LOOPS} & "
     f"taskset 2 spin loop {LOOPS} & busybox ls -l /bin >/dev/null; wait'"),
    ("the kernel's branches are those of the trace",
     f"cd /tmp && {RECORD} kernel.data -b --period=50 -- taskset 1 "
     f"{RECORD} kernel.trace --kcore=kcore -- busybox true"),
    ("some kinds only, and none of the program before",
     f"cd /tmp && {RECORD} some.data -u -j call,any_ret --period=0 -- "
     f"{4 * 'busybox env '}spin loop 64"),
    ("a breakpoint freezes the branches before it",
     f"cd /tmp && {RECORD} break.data -b --freeze --period=0 -- "
     "spin break 64; echo status $?"),
    ("open calls stay with their task",
     "cd /tmp && mkfifo there back && "
     f"{RECORD} stack.data -u -j stack --period=100 -- sh -c '"
     "taskset 1 spin server <there >back & "
     f"taskset 1 spin client {TRIPS} >there <back; wait; "
     f"taskset 2 sh -c \"{online(0)}; spin loop {LOOPS}\"'; "
     f"s=$?; {online(1)}; exit $s"),
    ("memory that is too small says so",
     f"cd /tmp && {RECORD} full.data -u -b -m 8 --entries=256 --period=10 -- "
     f"spin loop {LOOPS}"),
    ("a process with all its threads", trace_module.threads_of("-u")),
    ("a CPU that goes says that its records end",
     f"cd /tmp && {RECORD} cpus.data -a -u -b -- sh -c '{online(0)}'; {online(1)}"),
    ("the module goes, and comes again",
     "cd /tmp && grep -i ' [tw] ' /proc/kallsyms >kallsyms; cp /bin/busybox .; "
     "tar -c *.data *.trace kcore kallsyms vdso busybox >/dev/vport0p1; "
     "rmmod hartscope_trace && insmod /lib/hartscope_trace.ko && "
     "hartscope-record -b -- true && rmmod hartscope_trace; echo end $?"),
)


def files(build):
    return os.path.join(build, "linux", "branches-run")


Block = collections.namedtuple("Block", "info branches")


def blocks_of(rows):
    """Blocks of branches, by thread and in order of time."""
    found = collections.defaultdict(list)
    for row in rows:
        if row["type"] == "piece":
            found[row["tid"]].append(Block(row, []))
        elif "from" in row:
            block = found[row["tid"]][-1]
            block.branches.append(branch_of(row))
            block.info["last"] = row["to_place"]
    return found


def branch_of(row):
    return row["type"], int(row["from"], 0), int(row["to"], 0)


class Trace:
    """Branches in order, and the positions of each."""

    def __init__(self, branches):
        self.branches = branches
        self.where = collections.defaultdict(list)
        for at, branch in enumerate(branches):
            self.where[branch].append(at)

    def is_at(self, at, block):
        return self.branches[at:at + len(block)] == block

    def places(self, block, since):
        """The positions from since on at which a block may begin."""
        found = self.where[block[0]]
        return [at for at in found[bisect.bisect_left(found, since):]
                if self.is_at(at, block)]


def follow(blocks, trace, tid, result):
    """Check that each block is a part of the trace, in order, with no gap in front of
    a block that is not full. Parts of a loop are alike, so a block may match at
    several positions. Returns the number of branches."""
    ends = {0}
    for number, block in enumerate(blocks):
        size = len(block.branches)
        starts = trace.places(block.branches, min(ends)) \
            if block.info["full"] else \
            [at for at in ends if trace.is_at(at, block.branches)]
        expect(starts, f"block {number} of thread {tid} is not in its trace "
               f"behind {sorted(ends)[:9]}: {block.branches[:3]}", result)
        ends = {start + size for start in starts}
    expect(len(trace.branches) in ends, f"the last branches of thread {tid} are missing",
           result)
    return sum(len(block.branches) for block in blocks)


class Run(trace_module.Run):
    """The files of the boot."""

    def files(self):
        return files(self.build)

    def tool_for(self):
        perf = self.perf()
        perf.options += [f"--image={self.busybox()}",
                         f"--vdso={self.copy('vdso')}"]
        return perf

    @functools.lru_cache(maxsize=2)
    def script(self, name, result, status=0):
        return json.loads(self.tool_for().run("script", self.copy(name), result,
                                              "--json", status=status))

    def blocks(self, name, result):
        """Blocks of the recorded programs, not of the recorder's child."""
        expect(result.status == 0, "recording failed", result)
        return {tid: [block for block in found
                      if block.info["comm"] != "hartscope-recor"]
                for tid, found in
                blocks_of(self.script(name, result)).items()}

    def trace(self, name, result):
        """Branches of each thread in which the kernel left no gap."""
        found = collections.defaultdict(list)
        for row in self.script(name, result):
            if "from" in row:
                found[row["tid"]].append(branch_of(row))
        return found

    def small(self, result):
        blocks = self.blocks("small.data", result)
        trace = self.trace("small.trace", result)
        (tid, wanted), = trace.items()
        expect(len(wanted) > 70 and
               [b for block in blocks[tid] for b in block.branches] == wanted,
               f"{blocks[tid]} are not {wanted}", result)
        expect(all("/bin/spin" in block.info["last"] for block in blocks[tid]),
               f"{blocks[tid]} are of another file", result)
        self.injected("small.data", result)

    def injected(self, name, result):
        """perf reads the same samples as there are blocks."""
        rows = [branch_of(row)[1:] for row in self.script(name, result)
                if "from" in row]
        trace_perf.injected_agrees(self.tool_for(), self.copy(name), rows,
                                   result)

    def long(self, result):
        blocks = self.blocks("long.data", result)
        trace = self.trace("long.trace", result)
        seen = sum(follow(blocks[tid], Trace(trace[tid]), tid, result)
                   for tid in trace)
        expect(len(trace) == 4 and seen > 2000 and
               any(block.info["why"] == "timer" for tid in trace
                   for block in blocks[tid]),
               f"{seen} branches of {len(trace)} threads", result)
        self.injected("long.data", result)

    def kernel(self, result):
        """Check that each block is a part of the trace. At a task switch encoders are
        off for a while, so blocks of that time have more branches than the trace. A
        block that ends in the module contains only an interrupt that was too long for
        it."""
        (tid, wanted), = self.trace("kernel.trace", result).items()
        wanted = Trace(wanted)
        at, seen, ends = 0, 0, [0, 0]
        for block in self.blocks("kernel.data", result)[tid]:
            if block.info["why"] != "timer":
                continue
            starts = wanted.places(block.branches, at)
            expect(starts, f"{block} is not in the trace", result)
            in_module = "hartscope_trace" in block.info["last"]
            ends[in_module] += 1
            expect(not in_module or block.info["entries"] == 128,
                   f"the end of {block}", result)
            at = starts[0] + len(block.branches)
            seen += len(block.branches)
        expect(seen > 250 and ends[0] > ends[1],
               f"{seen} branches, blocks {ends}", result)

    def some(self, result):
        """If the task is switched out during execve, its block has ended before, and
        none is left for the reason "exec". That is rare, so one of several is enough."""
        blocks = self.blocks("some.data", result)
        whys = [row["why"] for row in self.script("some.data", result)
                if row["type"] == "piece"]
        expect("exec" in whys, f"blocks are for {whys}", result)
        kinds = [kind for each in blocks.values() for block in each
                 if block.info["comm"] == "spin"
                 for kind, *_ in block.branches]
        expect(kinds == ["call", "call", "return", "call", "return"],
               f"kinds are {kinds}", result)

    def freeze(self, result):
        """The kernel's own branches after the breakpoint are missing."""
        found = [block for each in self.blocks("break.data", result).values()
                 for block in each if block.info["why"] == "frozen"]
        expect("status 133" in result.output and len(found) == 1,
               f"{len(found)} frozen blocks", result)
        kinds = [kind for kind, *_ in found[0].branches[-65:]]
        expect(kinds == ["call"] + 63 * ["branch"] + ["return"],
               f"kinds are {kinds}", result)

    def stack(self, result):
        """All blocks of a program begin with the same call."""
        every = [block for each in self.blocks("stack.data", result).values()
                 for block in each if block.info["comm"] == "spin"]
        first = {block.branches[0] for block in every}
        # two switches for a round trip, and one task that moved
        expect(len(every) > 2 * TRIPS and len(first) == 1,
               f"{len(every)} blocks begin with {first}", result)
        expect(all(block.info["calls"] and len(block.branches) < 5 and
                   {kind for kind, *_ in block.branches} == {"call"}
                   for block in every), f"calls are {every[:9]}", result)
        self.injected("stack.data", result)

    def full(self, result):
        expect(result.status == 0, "recording failed", result)
        self.script("full.data", result, status=1)
        flags = [each for *_, each in
                 trace_module.aux_records(self.member("full.data"))]
        expect(any(each & TRUNCATED for each in flags),
               f"flags are {flags}", result)


REASONS = (
    "a call stack goes with no other branches",
    "call stacks are of user mode; use :u",
    "entries are 16, 32, 64, 128 or 256", "a period has 10000 ns at least",
    "config has entries and freeze only")


def checks(tool, build):
    """A check for each of COMMANDS."""
    run = Run(tool, build)
    says = trace_module.says
    return (
        lambda r: says(r, 0, "form=branches pieces=task",
                       "cpu=1 depths=0x1f sctrctl=0xff3e00001983",
                       "2 CPUs have branch records"),
        lambda r: says(r, 0, *REASONS, "leave out --snapshot"),
        run.small, run.long, run.kernel, run.some, run.freeze, run.stack,
        run.full, run.threads, run.cpu_goes,
        lambda r: says(r, 0, "end 0"),
    )
