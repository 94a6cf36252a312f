#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes recordings as hartscope-record does, and compares hartscope perf's output
with them."""

import argparse
import collections
import json
import os
import shutil
import struct
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
from holes import holes, snapshots
from made import firmware, made
from perf_data import has_perf, samples
from recording import (AUX, BASE, NOBODY, PARTIAL, SIDE, SWITCH_OUT, TRUNCATED,
                       Recording, same, says, with_build_id)
from recorders import rvtrace, spacemit
from records import example, record_samples, records
from tracks import timeline


class Judge:
    def __init__(self, args):
        self.tool, self.folder = args.tool, args.folder
        self.root = os.path.join(args.folder, "perf-root")
        self.path = os.path.join(args.folder, "perf.data")
        self.elf, self.trace = args.elf, args.trace
        with open(args.trace, "rb") as trace:
            self.bytes = trace.read()
        os.makedirs(os.path.join(self.root, "bin"), exist_ok=True)
        shutil.copy(args.elf, os.path.join(self.root, "bin", "program.elf"))

    def run(self, *command, status=0):
        done = subprocess.run([self.tool, *command], check=False,
                              capture_output=True, text=True)
        if done.returncode != status:
            sys.exit(f"{' '.join(command)}: exit status {done.returncode}, not "
                     f"{status}\n{done.stdout}{done.stderr}")
        return done

    def perf(self, name, recording, *options, status=0):
        data = recording if isinstance(recording, bytes) else recording.file()
        with open(self.path, "wb") as out:
            out.write(data)
        return self.run("perf", name, f"--symfs={self.root}", *options,
                        self.path, status=status)

    def report(self, recording, *options, status=0):
        """Its JSON, and its text on standard error."""
        done = self.perf("report", recording, "--json", *options,
                         status=status)
        return json.loads(done.stdout), done.stderr

    def insns(self):
        return len(self.run("ntrace", "decode", "-f", "pcs", "-i", self.elf,
                            self.trace).stdout.split())

    def family(self):
        """A recording with all kinds of records: two harts, programs that start and
        end, losses."""
        recording = Recording()
        recording.info("pieces=task", "cpu=0 hartid=0x0 src=0 src_bits=0",
                       "cpu=1 hartid=0x1 src=1 src_bits=0 quirks=sifive")
        recording.ids(2)
        recording.program(5, time=10)
        recording.fork(6, 5, time=20)
        recording.switch(pid=5, time=30)
        recording.piece(self.bytes, pid=6, cpu=1, time=40)
        recording.program(6, "other", path="/bin/other", time=50)
        recording.map(6, "/bin/program.elf", build_id=bytes(20), time=50)
        recording.piece(self.bytes, pid=5, time=60, flags=PARTIAL)
        recording.task_switch(pid=6, time=70)
        recording.lost(3)
        recording.exit(6, time=80)
        recording.piece(self.bytes[:20], pid=5, cpu=1, time=90, flags=TRUNCATED)
        recording.bytes(self.bytes)
        return recording

    def plain(self):
        """One process on one hart."""
        recording = Recording()
        recording.info("cpu=0 hartid=0x0 src=0 src_bits=0")
        recording.program(5)
        recording.piece(self.bytes, pid=5, time=100)
        return recording


def counts(judge):
    """Functions have the same instructions as in the trace alone."""
    report, errors = judge.report(judge.plain())
    same("instructions", report["instructions"], judge.insns())
    same("messages", errors, "")
    hot = {}
    for line in judge.run("ntrace", "decode", "-f", "hot", "-i", judge.elf,
                          judge.trace).stdout.splitlines()[1:]:
        fields = line.split()
        hot[fields[6]] = int(fields[0])
    same("functions", {row["function"]: row["instructions"]
                       for row in report["functions"]}, hot)
    same("command", {row["comm"] for row in report["functions"]}, {"spin"})


def branches(judge):
    """Branches are those of the executed addresses, one after the other."""
    script = json.loads(judge.perf("script", judge.plain(), "--json").stdout)
    taken = [(int(row["from"], 0), int(row["to"], 0)) for row in script
             if "from" in row]
    lines = judge.run("ntrace", "decode", "-f", "pcs", "-i", judge.elf,
                      judge.trace).stdout.split()
    pcs = [int(line, 16) for line in lines]
    steps = collections.Counter(
        (a, b) for a, b in zip(pcs, pcs[1:]) if not 0 < b - a <= 4)
    missing = steps - collections.Counter(taken)
    # a trap comes from an instruction that was not executed
    same("steps without a branch",
         [step for step in missing if step[1] not in {to for _, to in taken}],
         [])
    if len(taken) < 20:
        sys.exit(f"only {len(taken)} branches")


def instructions(judge):
    """Each instruction, in the order of the trace alone."""
    wanted = judge.run("ntrace", "decode", "-f", "pcs", "-i", judge.elf,
                       judge.trace).stdout.split()
    script = judge.perf("script", judge.plain(), "--insns", "--json").stdout
    same("addresses", [row["address"] for row in json.loads(script)
                       if row["type"] == "insn"], wanted)
    text = judge.perf("script", judge.plain(), "--insns").stdout
    same("lines", [line.split()[3] for line in text.splitlines()
                   if not line.startswith("#")],
         [address[2:] for address in wanted])


def harts(judge):
    """Two processes on two harts, whose pieces alternate."""
    recording = Recording()
    recording.info("cpu=0 hartid=0x0 src=0 src_bits=0",
                   "cpu=1 hartid=0x1 src=1 src_bits=2")
    with_src = judge.run("ntrace", "encode", "--trap-kinds",
                         "--set=trTeSrcBits=2", "--set=trTeSrcID=1", "-o",
                         os.path.join(judge.folder, "perf.src"),
                         judge.sequence)
    same("encode", with_src.stderr, "")
    with open(os.path.join(judge.folder, "perf.src"), "rb") as trace:
        second = trace.read()
    recording.program(5, "one")
    recording.program(6, "two")
    for time in (100, 300):
        recording.piece(judge.bytes, pid=5, time=time)
        recording.piece(second, pid=6, cpu=1, time=time + 100)
    recording.piece(judge.bytes, pid=5, time=500)
    report, _ = judge.report(recording)
    sums = collections.Counter()
    for row in report["functions"]:
        sums[row["comm"]] += row["instructions"]
    same("shares", dict(sums),
         {"one": 3 * judge.insns(), "two": 2 * judge.insns()})
    script = json.loads(judge.perf("script", recording, "--json").stdout)
    same("pieces", [(row["comm"], row["cpu"], row["time_ns"]) for row in script
                    if row["type"] == "piece"],
         [("one", 0, 100), ("two", 1, 200), ("one", 0, 300), ("two", 1, 400),
          ("one", 0, 500)])


def programs(judge):
    """Code counts while it is mapped: after fork, exec and exit."""
    whole = judge.insns()
    # a child has its parent's code
    recording = Recording()
    recording.program(5, time=10)
    recording.fork(6, 5, time=20)
    recording.piece(judge.bytes, pid=6, time=100)
    report, _ = judge.report(recording)
    same("child", report["instructions"], whole)
    # the code comes after the piece
    recording = Recording()
    recording.program(5, time=200)
    recording.piece(judge.bytes, pid=5, time=100)
    report, _ = judge.report(recording)
    same("too early", report["instructions"], 0)
    # another program at the same place: it begins with its first instruction;
    # if its file is missing, the time is unknown
    files = ("/bin/other", "/bin/program.elf")
    for before, after, since, wanted in (
            (*files, 150, whole), (*files, 50, whole),
            (*files[::-1], 50, 0), (*files[::-1], 150, 0)):
        recording = Recording()
        recording.program(5, path=before, time=10)
        recording.piece(b"", pid=5, time=since)
        recording.program(5, path=after, time=100)
        recording.piece(judge.bytes, pid=5, time=200)
        report, _ = judge.report(recording)
        same(f"{before}, {after} since {since}", report["instructions"],
             wanted)
    # it is no longer executed, but another has its number
    recording = Recording()
    recording.program(5, time=10)
    recording.exit(5, time=20)
    recording.piece(b"", pid=5, time=30)
    recording.piece(judge.bytes, pid=5, time=100)
    report, _ = judge.report(recording)
    same("after its exit", report["instructions"], 0)
    # elsewhere in memory
    recording = Recording()
    recording.comm(5, "spin")
    recording.map(5, "/bin/program.elf", start=BASE + 0x4000, offset=0x1000)
    recording.piece(judge.bytes, pid=5, time=100)
    report, _ = judge.report(recording)
    same("elsewhere", report["instructions"], 0)


def moves(judge):
    """A task executes another program on one hart, and continues on another one: the
    instructions there do not begin with the program."""
    with open(judge.elf, "rb") as elf:
        code = bytearray(elf.read())
    entry, = struct.unpack_from("<Q", code, 24)
    struct.pack_into("<Q", code, 24, entry + 0x800)
    with open(os.path.join(judge.root, "bin", "late.elf"), "wb") as out:
        out.write(code)
    for info, wanted in (("pieces=task", judge.insns()), ("", 0)):
        recording = Recording()
        recording.info(info, "cpu=0 hartid=0x0 src=0 src_bits=0",
                       "cpu=1 hartid=0x1 src=0 src_bits=0")
        recording.program(5, path="/bin/other", time=10)
        recording.piece(b"", pid=5, time=50)
        recording.program(5, path="/bin/late.elf", time=100)
        recording.piece(b"", pid=5, cpu=1, time=120)
        recording.switch(pid=5, time=130)
        recording.piece(judge.bytes, pid=5, time=200)
        report, _ = judge.report(recording)
        same(f"instructions, {info}", report["instructions"], wanted)
    # one that was replaced by another, and ended before its piece did
    for ends in False, True:
        recording = Recording()
        recording.program(5, time=10)
        recording.piece(b"", pid=5, time=50)
        recording.program(5, path="/bin/late.elf", time=100)
        if ends:
            recording.exit(5, time=150)
        recording.piece(judge.bytes, pid=5, time=200)
        report, _ = judge.report(recording)
        same("images", {row["image"] for row in report["functions"]},
             {"/bin/program.elf"})


def builds(judge):
    """The code of another build of a program is not used."""
    with open(judge.elf, "rb") as elf:
        code = with_build_id(elf.read(), bytes(range(20)))
    path = os.path.join(judge.root, "bin", "program.elf")
    image = os.path.join(judge.folder, "other", "program.elf")
    os.makedirs(os.path.dirname(image), exist_ok=True)
    with open(path, "wb") as out:
        out.write(code)
    shutil.copy(path, image)
    for build_id, wanted in ((bytes(range(20)), judge.insns()),
                             (bytes(20), 0)):
        recording = Recording()
        recording.comm(5, "spin")
        recording.map(5, "/bin/program.elf", build_id=build_id)
        recording.piece(judge.bytes, pid=5, time=100)
        report, errors = judge.report(recording)
        same("instructions", report["instructions"], wanted)
        if not wanted:
            says(errors, "another build of /bin/program.elf",
                 "code of /bin/program.elf is missing")
    # named by the user, who may be wrong, too
    os.remove(path)
    report, errors = judge.report(recording, f"--image={image}")
    says(errors, "another build")
    recording = Recording()
    recording.program(5)
    recording.piece(judge.bytes, pid=5, time=100)
    report, _ = judge.report(recording, f"--image={image}")
    same("by name", report["instructions"], judge.insns())
    report, errors = judge.report(recording)
    same("without the file", report["instructions"], 0)
    says(errors, "code of /bin/program.elf is missing: --symfs")


def losses(judge):
    """Losses are reported, and make the exit status 1."""
    for flags, field, text in ((TRUNCATED, "truncated", "memory for trace was"),
                               (PARTIAL, "partial", "buffer was overwritten")):
        recording = Recording()
        recording.program(5)
        recording.piece(judge.bytes, flags, pid=5, time=100)
        report, errors = judge.report(recording, status=1)
        same(field, report["lost"][field], 1)
        says(errors, text)
        script = judge.perf("script", recording, status=1)
        says(script.stdout, text)
    # of a CPU without any trace
    recording = judge.plain()
    recording.record(AUX, 0, struct.pack("<QQQ", 0, 0, PARTIAL), cpu=1)
    report, _ = judge.report(recording, status=1)
    same("without trace", report["lost"]["partial"], 1)
    recording = judge.plain()
    recording.lost(3)
    _, errors = judge.report(recording, status=1)
    says(errors, "3 records of what ran where are lost")
    data = judge.plain().file()
    _, errors = judge.report(data[:-40], status=1)
    says(errors, "ends before it should")
    # an Error message in the trace
    recording = Recording()
    recording.program(5)
    recording.piece(b"\x20\x03" + judge.bytes, pid=5, time=100)
    report, errors = judge.report(recording, status=1)
    same("overflows", report["lost"]["overflows"], 1)


def unknown(judge):
    """Trace without a known task: snapshots, and several tasks of a CPU."""
    recording = Recording()
    recording.program(5)
    recording.bytes(judge.bytes)
    report, _ = judge.report(recording)
    same("snapshot", report["instructions"], judge.insns())
    same("its command", {row["comm"] for row in report["functions"]}, {""})
    recording = Recording()
    recording.program(5)
    recording.program(6)
    recording.switch(pid=5, time=50)
    recording.switch(pid=6, time=60)
    recording.switch(pid=5, time=70)
    recording.piece(judge.bytes, pid=5, time=100)
    recording.piece(judge.bytes, pid=6, time=200)
    report, _ = judge.report(recording)
    same("both", report["instructions"], 2 * judge.insns())
    same("commands", {row["comm"] for row in report["functions"]},
         {"", "spin"})
    # events of a family continue when another member of it starts
    for other, names in ((5, {"spin"}), (6, {""})):
        recording = Recording()
        recording.program(5)
        recording.program(6)
        recording.task_switch(pid=5, time=50)
        recording.task_switch(pid=other, time=60)
        recording.task_switch(pid=5, time=70)
        recording.piece(judge.bytes, pid=5, time=100)
        report, _ = judge.report(recording)
        same(f"with {other}", {row["comm"] for row in report["functions"]},
             names)
    # unless pieces end with their tasks
    recording = Recording()
    recording.info("pieces=task", "cpu=0 hartid=0x0 src=0 src_bits=0")
    recording.program(5)
    recording.program(6, path="/bin/other")
    recording.switch(pid=6, time=50)
    recording.switch(pid=5, time=60)
    recording.piece(judge.bytes, pid=5, time=100)
    report, _ = judge.report(recording)
    same("by task", report["instructions"], judge.insns())
    # a thread without a process when it leaves: the task that came last had the
    # CPU
    for info, names in (("pieces=task", {"spin"}), ("", {""})):
        recording = Recording()
        recording.info(info, "cpu=0 hartid=0x0 src=0 src_bits=0")
        recording.program(5)
        recording.switch(pid=6, time=50)
        recording.switch(pid=5, time=60)
        recording.switch(SWITCH_OUT, pid=NOBODY, time=70)
        recording.piece(judge.bytes, pid=NOBODY, time=100)
        report, _ = judge.report(recording)
        same(f"gone, {info}", {row["comm"] for row in report["functions"]},
             names)
        same("its code", report["instructions"], judge.insns())
    # two programs at one address
    recording = Recording()
    recording.program(5)
    recording.program(6, path="/bin/other")
    recording.bytes(judge.bytes)
    report, _ = judge.report(recording)
    same("not clear", report["instructions"], 0)
    recording = Recording()
    recording.info("cpu=0 hartid=0x0 src=0 src_bits=0",
                   "cpu=1 hartid=0x1 src=0 src_bits=0 protocol=etrace")
    recording.program(5)
    recording.piece(judge.bytes, pid=5, time=100)
    recording.piece(judge.bytes, pid=5, cpu=1, time=200)
    report, errors = judge.report(recording)
    same("N-Trace alone", report["instructions"], judge.insns())
    says(errors, "CPU 1 has sent E-Trace, which is not decoded")


def refusals(judge):
    """Files of another kind: the reason, and exit status 2."""
    plain = judge.plain().file()
    compressed = Recording()
    compressed.record(81, 0, bytes(8))
    compressed.bytes(judge.bytes)
    pt, unknown_one = Recording(), Recording()
    pt.of_other(1)
    unknown_one.of_other(99)
    for data, text in (
            (b"\x7fELF" + bytes(200), "is no perf.data"),
            (bytes(200), "did not come to the end"),
            (plain[:50], "is cut short"),
            (b"2ELIFREP" + plain[8:], "big-endian"),
            (b"PERFILE2" + struct.pack("<Q", 16), "through a pipe"),
            (compressed.file(), "is compressed"),
            (pt.file(), "has trace of Intel PT (type 1 of perf's)"),
            (unknown_one.file(), "has trace of an unknown recorder (type 99"),
            (Recording().file(), "has no trace")):
        done = judge.perf("report", data, status=2)
        says(done.stderr, text)


def injected(judge):
    """Branch stacks have each branch once, and perf reads them."""
    recording = judge.plain()
    path = judge.path + ".injected"
    script = json.loads(judge.perf("script", recording, "--json").stdout)
    taken = [(int(row["from"], 0), int(row["to"], 0)) for row in script
             if "from" in row]
    for options in ((), ("--branches=1",), ("--branches=7",)):
        done = judge.perf("inject", recording, *options)
        with open(path, "rb") as data:
            found = list(samples(data.read()))
        same("branches", [branch for row in found for branch in row[5]], taken)
        same("who", {row[:4] for row in found}, {(5, 5, 100, 0)})
        says(done.stderr, f"{len(found)} samples of {len(taken)} branches")
        # the flow after the last branch is in no sample
        if not 0 <= judge.insns() - sum(row[4] for row in found) < 20:
            sys.exit("periods are not the instructions")
    if not has_perf():
        print("there is no perf")
        return
    done = subprocess.run(
        ["perf", "script", f"--symfs={judge.root}", "-i", path, "-F",
         "comm,tid,time,brstack"], check=True, capture_output=True, text=True)
    theirs = []
    for line in done.stdout.splitlines():
        fields = line.split()
        same("comm", fields[0], "spin")
        theirs += [tuple(int(address, 16) for address in branch.split("/")[:2])
                   for branch in reversed(fields[3:])]
    same("perf's branches", theirs, taken)
    done = subprocess.run(
        ["perf", "report", f"--symfs={judge.root}", "-i", path, "--stdio",
         "-s", "symbol_to"], check=True, capture_output=True, text=True)
    says(done.stdout, "[.] work")


CASES = {case.__name__: case for case in (
    counts, branches, instructions, harts, programs, moves, builds, rvtrace,
    losses, holes, unknown, refusals, injected, records, record_samples,
    timeline, made, firmware, spacemit, snapshots)}

ONLY = {"file": lambda judge: judge.plain().file(), "blocks": lambda _: example(),
        "family": lambda judge: judge.family().file()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", choices=(*CASES, *ONLY),
                        help=f"{', '.join(ONLY)}: only write one, to "
                        "FOLDER/perf.data")
    parser.add_argument("tool")
    parser.add_argument("elf", help="program.elf")
    parser.add_argument("trace", help="N-Trace of it")
    parser.add_argument("sequence", help="the executed addresses of the trace")
    parser.add_argument("folder", help="for temporary files")
    args = parser.parse_args()
    judge = Judge(args)
    judge.sequence = args.sequence
    if args.case in ONLY:
        with open(judge.path, "wb") as out:
            out.write(ONLY[args.case](judge))
    else:
        CASES[args.case](judge)


main()
