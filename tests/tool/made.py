# SPDX-License-Identifier: BSD-2-Clause
"""Recordings of code that is in no mapped file: of processes that make it themselves
(jitdumps, and perf-PID.map), and of M-mode."""

import json
import os
import random
import struct

from recording import BASE, MONOTONIC, Recording, same, says
from records import of_branches

LOAD, MOVE, DEBUG, CLOSE = range(4)
RISCV, X86_64 = 243, 62
NAME = "void Loop::run(int)"
NOP = b"\x13\0\0\0"


def header(machine=RISCV, version=1, flags=0, magic=0x4a695444):
    return struct.pack("<IIIIIIQQ", magic, version, 40, machine, 0, 5, 0, flags)


def record(kind, time, body):
    return struct.pack("<IIQ", kind, 16 + len(body), time) + body


def load(time, code, address=BASE, name=NAME):
    return record(LOAD, time, struct.pack(
        "<IIQQQQ", 5, 5, address, address, len(code), 1) +
        name.encode() + b"\0" + code)


def move(time, size, old, new):
    return record(MOVE, time, struct.pack("<IIQQQQQ", 5, 5, new, old, new, size, 1))


def code_of(judge):
    """The program's code, which it has at BASE."""
    with open(judge.elf, "rb") as elf:
        data = elf.read()
    at, = struct.unpack_from("<Q", data, 32)
    num, = struct.unpack_from("<H", data, 56)
    for i in range(num):
        kind, _, offset, address, _, size = struct.unpack_from(
            "<IIQQQQ", data, at + 56 * i)
        if kind == 1 and address <= BASE < address + size:
            return data[offset + BASE - address:offset + size]
    raise ValueError("program.elf has no code")


def dump(judge, *parts):
    os.makedirs(os.path.join(judge.root, "tmp"), exist_ok=True)
    path = os.path.join(judge.root, "tmp", "jit-5.dump")
    with open(path, "wb") as out:
        out.write(b"".join(parts))
    return path


def process(judge, since=60, until=100, name="/tmp/jit-5.dump"):
    """A process has a jitdump, and memory for code; later a child has both, too."""
    recording = Recording()
    recording.info("cpu=0 hartid=0x0 src=0 src_bits=0")
    recording.comm(5, "java", time=1)
    recording.map(5, name, start=0x3f00000000, offset=0, time=2)
    recording.map(5, "//anon", start=BASE, size=0x10000, offset=0, time=3)
    recording.piece(b"", pid=5, time=since)
    recording.piece(judge.bytes, pid=5, time=until)
    return recording


def insns(judge, recording, *options, clock=MONOTONIC, status=0):
    report, errors = judge.report(recording.file(clock=clock), *options,
                                  status=status)
    return report["instructions"], errors


def dumps(judge):
    """Code of a jitdump counts from its time on, until other code replaces it."""
    code, whole = code_of(judge), judge.insns()
    other = NOP * (len(code) // 4)
    elsewhere = BASE + 0x20000
    missing = "code that process 5 made is missing"
    wrong = "the trace contradicts the code"
    for parts, wanted, words in (
            ((load(10, code),), whole, ""),
            ((load(10, code), record(DEBUG, 11, bytes(32)), record(CLOSE, 12, b"")),
             whole, ""),
            ((load(100, code),), whole, ""),
            ((load(101, code),), 0, missing),
            ((load(10, other), load(50, code)), whole, ""),
            ((load(10, code), load(50, other)), 0, wrong),
            # one of the two, it is unknown which
            ((load(10, other), load(80, code)), 0, "1 times code is missing"),
            ((load(10, code), load(101, other)), whole, ""),
            # a part of it belongs to another
            ((load(10, code), load(50, NOP, BASE, "other")), 1, missing),
            ((load(10, code), load(50, other, elsewhere)), whole, ""),
            ((load(10, code, elsewhere), move(50, len(code), elsewhere, BASE)), whole,
             ""),
            ((load(10, code), move(50, len(code), BASE, elsewhere)), 0, missing),
            ((move(50, len(code), elsewhere, BASE),), 0, missing),
            # more than there is
            ((load(10, code, elsewhere), move(50, 1 << 62, elsewhere, BASE)), 0,
             missing)):
        dump(judge, header(), *parts)
        found, errors = insns(judge, process(judge), status=int(words == wrong))
        same(f"{[part[:24] for part in parts]}", found, wanted)
        says(errors, words)
        same("messages", not errors, not words)
    dump(judge, header(), load(10, code))
    report, _ = judge.report(process(judge).file(clock=MONOTONIC))
    same("functions", [(row["comm"], row["image"].rpartition("/")[2],
                        row["function"]) for row in report["functions"]],
         [("java", "jit-5.dump", NAME)])


def owners(judge):
    """Code of a child, and of a process that executes or maps another file."""
    code, whole = code_of(judge), judge.insns()
    dump(judge, header(), load(10, code))
    for time, wanted in (5, 0), (20, whole):
        recording = process(judge)
        recording.fork(6, 5, time=time)
        recording.piece(judge.bytes, pid=6, time=200)
        same("of the child", insns(judge, recording)[0], whole + wanted)
    recording = Recording()
    recording.map(5, "/tmp/jit-5.dump", start=0x3f00000000, offset=0, time=2)
    recording.comm(5, "next", 1 << 13, time=40)
    recording.piece(b"", pid=5, time=60)
    recording.piece(judge.bytes, pid=5, time=100)
    same("of the next program", insns(judge, recording)[0], 0)
    recording = process(judge)
    recording.map(5, "/bin/other", time=150)
    recording.piece(b"", pid=5, time=160)
    recording.piece(judge.bytes, pid=5, time=200)
    same("a file in its place", insns(judge, recording)[0], whole)
    # memory that is mapped, or gets another protection, after its code
    recording = process(judge)
    recording.map(5, "//anon", start=BASE, size=0x1000, offset=0, time=150)
    recording.piece(judge.bytes, pid=5, time=200)
    same("memory again", insns(judge, recording)[0], 2 * whole)


def clocks(judge):
    """Times of another clock: the replaced code is unknown."""
    code, whole = code_of(judge), judge.insns()
    other = NOP * (len(code) // 4)
    for clock, flags in (None, 0), (0, 0), (MONOTONIC, 1):
        for parts, wanted in (((load(101, code),), whole),
                              ((load(10, other), load(20, code)), 0)):
            dump(judge, header(flags=flags), *parts)
            found, errors = insns(judge, process(judge), clock=clock)
            same(f"clock {clock}", found, wanted)
            says(errors, "jit-5.dump' has times of another clock")


def damaged_dumps(judge):
    """Files that are no jitdumps, or end too early, are reported or skipped."""
    code, whole = code_of(judge), judge.insns()
    good = header() + load(10, code)
    for data in (b"", good[:39], header(X86_64) + load(10, code),
                 header(version=2) + load(10, code), header(magic=1) + good[40:]):
        dump(judge, data)
        found, errors = insns(judge, process(judge))
        same("no jitdump", found, 0)
        says(errors, "jit-5.dump' is no jitdump of version 1 for RISC-V")
    for name in "/tmp/jit-5.dumps", "/tmp/git-5.dump", "/tmp/jit-.dump":
        dump(judge, good)
        same(name, insns(judge, process(judge, name=name))[0], 0)
    path = dump(judge, good)
    elsewhere = os.path.join(judge.folder, "jit-5.dump")
    os.replace(path, elsewhere)
    same("nowhere", insns(judge, process(judge))[0], 0)
    same("by name", insns(judge, process(judge), f"--image={elsewhere}")[0], whole)
    chance = random.Random(1)
    for size in (*range(40, 140, 7), len(good) - 1):
        dump(judge, good[:size])
        same(f"cut at {size}", insns(judge, process(judge))[0], 0)
    for _ in range(60):
        wrong = bytearray(good + load(20, NOP * 3, BASE + 0x8000))
        wrong[chance.randrange(8, 100)] = chance.randrange(256)
        dump(judge, wrong)
        judge.report(process(judge).file(clock=MONOTONIC))


def perf_map(judge):
    """Names of code without a file, from /tmp/perf-PID.map."""
    os.makedirs(os.path.join(judge.root, "tmp"), exist_ok=True)
    path = os.path.join(judge.root, "tmp", "perf-5.map")
    there = BASE + 0x100000
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"{there:x} 40 {NAME}\n{there + 0x40:#x} 10 other\nnonsense\n"
                  f"{there + 0x80:x} 0 nothing\n")
    entry = (BASE + 0x10 | 1, there + 0x8, 8)
    block = struct.pack("<4sHBBQQQQ", b"hcbr", 1, 1, 0, 0, *entry)
    data = of_branches(blocks=(block,), maps=((there, "//anon"),))
    done = judge.perf("script", data)
    says(done.stdout, f"{NAME}+0x8 (/tmp/perf-5.map)")
    says(done.stderr, "perf-5.map', line 3: this is no range")
    rows = json.loads(judge.perf("script", data, "--json").stdout)
    same("branches", len([row for row in rows if "from" in row]), 1)
    os.remove(path)


def made(judge):
    """Code that processes make themselves."""
    for case in dumps, owners, clocks, damaged_dumps, perf_map:
        case(judge)


def lowered(elf, by):
    """The file with lower addresses: of its segments, and of sections in memory."""
    elf = bytearray(elf)
    for header, number, size in (32, 56, 56), (40, 60, 64):
        at, = struct.unpack_from("<Q", elf, header)
        for i in range(*struct.unpack_from("<H", elf, number)):
            address, = struct.unpack_from("<Q", elf, at + size * i + 16)
            if address:
                struct.pack_into("<Q", elf, at + size * i + 16, address - by)
    return elf


def firmware(judge):
    """Code of M-mode, at its place in memory, where no process has code."""
    whole, path = judge.insns(), os.path.join(judge.folder, "fw.elf")
    with open(judge.elf, "rb") as elf, open(path, "wb") as out:
        out.write(lowered(elf.read(), 0x3000))
    recording = Recording()
    recording.comm(5, "spin")
    recording.map(5, "/bin/other", start=0x10000)
    recording.piece(judge.bytes, pid=5, time=100)
    for option, wanted in (
            (f"--firmware={judge.elf}", whole), (f"--firmware={path}", 0),
            (f"--firmware={path},offset=0x3000", whole),
            (f"--firmware={judge.elf},offset=0x2000", 0)):
        report, _ = judge.report(recording, option)
        same(option, (report["instructions"], report["firmware_instructions"]),
             (wanted, wanted))
    report, _ = judge.report(recording, f"--firmware={judge.elf}")
    same("image", {row["image"] for row in report["functions"]}, {"[firmware]"})
    says(judge.perf("report", recording, f"--firmware={judge.elf}").stdout,
         f"# {whole} of them of the firmware")
    # a process has code at this address as well: it may be either
    recording = judge.plain()
    report, _ = judge.report(recording, f"--firmware={judge.elf}")
    same("not clear", report["instructions"], 0)
    for option, text in ((f"--firmware={judge.trace}", "is no ELF file"),
                         (f"--firmware={path},offset=much", "offset")):
        says(judge.perf("report", recording, option, status=2).stderr, text)
