# SPDX-License-Identifier: BSD-2-Clause
"""Recordings as hartscope-record and perf write them, record by record."""

import collections
import struct
import sys

MMAP2, LOST, COMM, EXIT, FORK, AUX = 10, 2, 3, 4, 7, 11
SWITCH, SWITCH_CPU_WIDE, AUXTRACE_INFO, AUXTRACE = 14, 15, 70, 71
ID_INDEX, RVTRACE = 69, 8
USER, EXEC, BUILD_ID = 2, 1 << 13, 1 << 14
SWITCH_OUT = 1 << 13
TRUNCATED, OVERWRITE, PARTIAL = 1, 2, 4
SIDE = 1 << 1 | 1 << 2 | 1 << 7 | 1 << 16
ID_ALL, USE_CLOCKID = 1 << 18, 1 << 25
MONOTONIC = 1
BASE = 0x80000000
NOBODY = 0xffffffff


def padded(text):
    text = text.encode() + b"\0"
    return text + bytes(-len(text) % 8)


def block(entries, why=2, what=0, place=0, magic=b"hcbr"):
    """Branch records; an entry is (source, target, data), the youngest first."""
    return magic + struct.pack("<HBBQ", len(entries), why, what, place) + \
        b"".join(struct.pack("<QQQ", *entry) for entry in entries)


def with_build_id(elf, build_id):
    """The file with a note, its program headers at the end."""
    at, = struct.unpack_from("<Q", elf, 32)
    each, num = struct.unpack_from("<HH", elf, 54)
    note = struct.pack("<III4s", 4, len(build_id), 3, b"GNU\0") + build_id
    out = bytearray(elf) + bytes(-len(elf) % 8)
    where = len(out)
    out += note + bytes(-len(note) % 8)
    struct.pack_into("<Q", out, 32, len(out))
    struct.pack_into("<H", out, 56, num + 1)
    out += elf[at:at + each * num] + struct.pack(
        "<IIQQQQQQ", 4, 4, where, 0, 0, len(note), len(note), 4)
    return bytes(out)


class Recording:
    """Records one after the other; times are given, or equal to the last one's."""

    def __init__(self, says_cpu=True):
        self.records = bytearray()
        self.traced = collections.Counter()
        self.says_cpu = says_cpu

    def record(self, kind, misc, body, pid=1, cpu=0, time=0):
        if kind < 64:
            body += struct.pack("<IIQ", pid, pid, time)
            if self.says_cpu:
                body += struct.pack("<II", cpu, 0)
            body += struct.pack("<Q", 7 + cpu)
        self.records += struct.pack("<IHH", kind, misc, 8 + len(body)) + body

    def info(self, *lines):
        self.record(AUXTRACE_INFO, 0, struct.pack("<II", 0x48525443, 0) +
                    padded("".join(line + "\n" for line in lines)))

    def of_other(self, kind):
        """perf's description of its own recorders."""
        self.record(AUXTRACE_INFO, 0, struct.pack("<IIQ", kind, 0, 9))

    def ids(self, cpus):
        self.record(ID_INDEX, 0, struct.pack("<Q", cpus) + b"".join(
            struct.pack("<QQQQ", 7 + cpu, cpu, cpu, NOBODY)
            for cpu in range(cpus)))

    def comm(self, pid, name, misc=0, **more):
        self.record(COMM, misc, struct.pack("<II", pid, pid) +
                    name.encode().ljust(16, b"\0"), pid=pid, **more)

    def fork(self, pid, parent, **more):
        self.record(FORK, 0, struct.pack("<IIIIQ", pid, parent, pid, parent, 0),
                    **more)

    def exit(self, pid, **more):
        self.record(EXIT, 0, struct.pack("<IIIIQ", pid, 0, pid, 0, 0), **more)

    def map(self, pid, name, start=BASE, size=0x1000, offset=0x1000,
            build_id=b"", **more):
        """The file offset of program.elf's code."""
        middle = struct.pack("<B3x20s", len(build_id), build_id) \
            if build_id else bytes(24)
        self.record(MMAP2, USER | (BUILD_ID if build_id else 0),
                    struct.pack("<IIQQQ", pid, pid, start, size, offset) +
                    middle + struct.pack("<II", 5, 2) + padded(name),
                    pid=pid, **more)

    def lost(self, number):
        self.record(LOST, 0, struct.pack("<QQ", 0, number))

    def switch(self, misc=0, **more):
        self.record(SWITCH_CPU_WIDE, misc, bytes(8), **more)

    def task_switch(self, **more):
        self.record(SWITCH, 0, b"", **more)

    def bytes(self, trace, cpu=0):
        trace += b"\xff" * (-len(trace) % 8)
        self.record(AUXTRACE, 0, struct.pack(
            "<QQQIIII", len(trace), self.traced[cpu], 0, cpu, NOBODY, cpu, 0))
        self.records += trace
        self.traced[cpu] += len(trace)

    def piece(self, trace, flags=0, cpu=0, **more):
        """A piece of trace, and the record about it."""
        self.record(AUX, 0, struct.pack("<QQQ", self.traced[cpu], len(trace),
                                        flags), cpu=cpu, **more)
        self.bytes(trace, cpu)

    def program(self, pid, name="spin", path="/bin/program.elf", **more):
        self.comm(pid, name, EXEC, **more)
        self.map(pid, path, **more)

    def file(self, sample_type=SIDE, other=None, branches=0, clock=None):
        """other: sample_type of a second event; branches: the first one's kinds."""
        flags = ID_ALL if clock is None else ID_ALL | USE_CLOCKID
        attrs = [struct.pack("<IIQQQQQ24xQ12xI", 6, 112, 0, 0, kind, 0, flags,
                             branches, clock or 0).ljust(128, b"\0")
                 for kind in (sample_type, other) if kind is not None]
        front = b"".join(attrs)
        return b"PERFILE2" + struct.pack(
            "<QQQQQQQQ4Q", 104, 128, 104, len(front), 104 + len(front),
            len(self.records), 0, 0, 0, 0, 0, 0) + front + self.records


def same(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found}, not {wanted}")


def says(text, *words):
    for word in words:
        if word not in text:
            sys.exit(f"'{word}' is missing in: {text}")
