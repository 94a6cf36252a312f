#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the plugin's record of executed instructions with QEMU's log.

The log is that of "-d exec,nochain,int": the address of each block that QEMU
executed, and each trap. The length of a block follows from the program: jumps, system
instructions, pages and traps end one. All addresses of instructions, in order, and
all traps are compared, for each hart. "PASSED FAILED" is the last line."""

import argparse
import re
import struct
import sys

TRACE = re.compile(r"Trace (\d+): \S+ \[[0-9a-f]+/([0-9a-f]+)/[0-9a-f]+/"
                   r"([0-9a-f]+)\]")
REWOUND = re.compile(r"cpu_io_recompile: rewound execution of TB to "
                     r"([0-9a-f]+)")
TRAP = re.compile(r"riscv_cpu_do_interrupt: hart:(\d+), async:(\d), "
                  r"cause:([0-9a-f]+), epc:0x([0-9a-f]+)")
# Causes of faults of fetches: no instruction of the block was executed
FETCH = (1, 12)
# Bits of a block's flags: its most instructions, 0 if there is no limit
COUNT = 0x1ff
# QEMU's own first instructions that end a block: the read of a CSR, and the
# jump
RESET = {0x1008: 0x73, 0x1014: 0x67}
# Most events in progress when hart 0 ends the machine, whose last lines QEMU
# may not have written
TAIL = 64


class Program:
    def __init__(self, path, aliases):
        with open(path, "rb") as file:
            self.elf = file.read()
        self.segments = list(self.read_segments())
        self.aliases = aliases
        self.known = {}

    def read_segments(self):
        wide = self.elf[4] == 2
        at, = struct.unpack_from("<Q" if wide else "<I", self.elf,
                                 32 if wide else 28)
        size, count = struct.unpack_from("<HH", self.elf, 54 if wide else 42)
        for n in range(count):
            if wide:
                kind, _, offset, addr, _, length = struct.unpack_from(
                    "<IIQQQQ", self.elf, at + n * size)
            else:
                kind, offset, addr, _, length = struct.unpack_from(
                    "<IIIII", self.elf, at + n * size)
            if kind == 1:
                yield addr, self.elf[offset:offset + length]

    def word(self, addr):
        addr = self.aliases.get(addr >> 12, addr >> 12) << 12 | addr & 0xfff
        for base, data in self.segments:
            if base <= addr < base + len(data):
                return int.from_bytes(data[addr - base:addr - base + 4],
                                      "little")
        return RESET.get(addr, 0x13)

    def insn(self, addr):
        """Size, and True if a block ends with it."""
        if addr not in self.known:
            self.known[addr] = self.decode(self.word(addr))
        return self.known[addr]

    @staticmethod
    def decode(word):
        if word & 3 != 3:
            kind = (word & 3, word >> 13 & 7)
            jump = kind == (2, 4) and not word >> 2 & 31 and word >> 7 & 31
            call = kind == (1, 1) and Program.narrow
            return 2, kind in ((1, 5), (1, 6), (1, 7)) or bool(jump) or call
        fence_i = word & 0x707f == 0x100f
        system = word & 0x7f == 0x73 and word >> 25 != 9 # not SFENCE.VMA
        return 4, word & 0x7f in (0x63, 0x67, 0x6f) or fence_i or system


class Hart:
    def __init__(self, program):
        self.program = program
        self.block = None
        self.most = 0  # instructions of the block, 0: no limit
        self.events = []  # addresses, and traps as tuples

    def end_block(self, before=None):
        """End the block that began, if necessary before an instruction."""
        if self.block is None:
            return
        at, num, ends = self.block, 0, False
        while at != before and not ends:
            size, ends = self.program.insn(at)
            self.events.append(at)
            num += 1
            ends |= num == self.most or (at ^ at + size) >> 12 != 0
            at += size
            if num > 1024:
                sys.exit(f"retired.py: the block at {self.block:#x} has no end")
        self.block = None

    def begin(self, pc, flags):
        self.end_block()
        self.block = pc
        self.most = flags & COUNT

    def trap(self, trap):
        self.end_block(None if trap[0] or trap[1] in FETCH else trap[2])
        self.events.append(trap)


def read_log(paths, program, num):
    harts = [Hart(program) for _ in range(num)]
    for path in paths:
        last = None
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                match = TRACE.match(line)
                if match:
                    last = harts[int(match[1])]
                    last.begin(int(match[2], 16), int(match[3], 16))
                    continue
                match = REWOUND.match(line)
                if match:
                    last.end_block(int(match[1], 16))
                    continue
                match = TRAP.match(line)
                if match:
                    harts[int(match[1])].trap(
                        (match[2] == "1", int(match[3], 16), int(match[4], 16)))
                elif line.startswith("Stopped execution"):
                    last.block = None
    return [hart.events for hart in harts]


def read_record(path, program):
    events = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] in ("exception", "interrupt"):
                events.append((words[0] == "interrupt", int(words[1]),
                               int(words[3], 16)))
                continue
            at, end = int(words[0], 16), int(words[1], 16)
            count = len(events)
            while at < end:
                events.append(at)
                at += program.insn(at)[0]
            if at != end or len(events) - count != int(words[2]):
                sys.exit(f"retired.py: {path}: '{line.strip()}' does not end "
                         "between instructions")
    return events


def show(event):
    if isinstance(event, tuple):
        return f"{'interrupt' if event[0] else 'exception'} {event[1]} " \
               f"at {event[2]:#x}"
    return f"{event:#x}"


def compare(name, log, record, tail):
    """@param tail events that the log may lack at its end"""
    for n, (want, found) in enumerate(zip(log, record)):
        if want != found:
            print(f"not ok {name}: event {n} is {show(found)}, QEMU's log has "
                  f"{show(want)}; before: "
                  + " ".join(show(e) for e in log[max(0, n - 8):n]))
            return False
    if not -tail <= len(log) - len(record) <= TAIL or len(record) < 1000:
        print(f"not ok {name}: {len(record)} events of {len(log)}")
        return False
    traps = sum(isinstance(event, tuple) for event in record)
    print(f"ok {name}: {len(record) - traps} instructions, {traps} traps")
    return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--elf", required=True, help="the program")
    parser.add_argument("--alias", action="append", default=[],
                        metavar="PAGE=PAGE", help="virtual page of another "
                        "page's code, both as hexadecimal addresses")
    parser.add_argument("--name", default="record", help="of the test")
    parser.add_argument("--log", action="append", required=True,
                        help="QEMU's log, or one of its logs for each thread")
    parser.add_argument("records", nargs="+", help="plugin_ntrace's, by hart")
    args = parser.parse_args()
    aliases = dict((int(v, 16) >> 12 for v in a.split("=")) for a in args.alias)
    program = Program(args.elf, aliases)
    Program.narrow = program.elf[4] == 1
    logs = read_log(args.log, program, len(args.records))
    passed = sum(compare(f"{args.name} hart {n}", logs[n],
                         read_record(path, program), TAIL if n else 0)
                 for n, path in enumerate(args.records))
    print(passed, len(args.records) - passed)


if __name__ == "__main__":
    main()
