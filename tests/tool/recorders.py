# SPDX-License-Identifier: BSD-2-Clause
"""Recordings of other recorders: of perf with rvtrace, and of SpacemiT's perf, with
trace of several encoders in CoreSight's frames."""

import os
import random
import struct

from frames import frames
from perf_data import SAMPLE, records
from recording import AUXTRACE_INFO, NOBODY, RVTRACE, SIDE, Recording, same, says

ETRACE, NTRACE = 0, 1
RAW = 0x100


def injected_ids(judge, data):
    """Records of an injected file have the ID of its only event, with which other
    programs find them."""
    judge.perf("inject", data)
    with open(judge.path + ".injected", "rb") as file:
        out = file.read()
    same("IDs", {struct.unpack_from("<Q", out, at + (8 if kind == SAMPLE else
                                                     size - 8))[0]
                 for kind, at, size, _ in records(out)}, {1})


def rvtrace(judge):
    """As perf records the driver rvtrace: records have an ID in place of a CPU, and
    the samples of one of two events have more fields."""
    for kind in (RVTRACE, 7):
        recording = Recording(says_cpu=False)
        recording.of_other(kind)
        recording.ids(2)
        recording.program(5, "one")
        recording.program(6, "two", path="/bin/other")
        recording.piece(b"", pid=6, cpu=1, time=50)
        recording.piece(judge.bytes, pid=5, cpu=1, time=100)
        data = recording.file(SIDE & ~(1 << 7))
        report, errors = judge.report(data)
        same("instructions", report["instructions"], judge.insns())
        same("command", {row["comm"] for row in report["functions"]}, {"one"})
        says(errors, "is of rvtrace", "--src-bits")
        _, errors = judge.report(data, "--src-bits=0")
        same("with --src-bits", errors, "")
        injected_ids(judge, data)
    two = judge.plain().file(other=SIDE | 1)
    report, _ = judge.report(two)
    same("another sample", report["instructions"], judge.insns())
    done = judge.perf("report", judge.plain().file(other=SIDE | 1 << 6),
                      status=2)
    says(done.stderr, "whose records differ in form")


def encoded(judge, *settings):
    path = os.path.join(judge.folder, "perf.src")
    judge.run("ntrace", "encode", "--trap-kinds", *settings, "-o", path,
              judge.sequence)
    with open(path, "rb") as trace:
        return trace.read()


def recorded(judge, pieces, encoders, number=None):
    """Pieces of a process on CPU 0; encoders are (format, no SRC, bits, SRC)."""
    recording = Recording()
    words = [8 << 32 | (len(encoders) if number is None else number)]
    for cpu, (form, no_src, bits, src) in enumerate(encoders):
        words += (cpu, 5, form, 1, no_src, bits, src)
    recording.record(AUXTRACE_INFO, 0, struct.pack("<II", RVTRACE, 0) +
                     struct.pack(f"<{len(words)}Q", *words))
    recording.program(5, time=10)
    for time, (data, flags) in enumerate(pieces):
        recording.piece(data, flags, pid=5, time=100 + time)
    return judge.report(recording)


def spacemit(judge):
    """Each hart's trace is that of its source; other sources in its buffer are
    reported."""
    whole, chance = judge.insns(), random.Random(1)
    two = ((NTRACE, 0, 12, 5), (NTRACE, 0, 12, 6))
    five, six = (encoded(judge, "--set=trTeSrcBits=12", f"--set=trTeSrcID={src}")
                 for src in (5, 6))
    mixed = frames({0x11: five, 0x12: six}, chance)
    report, errors = recorded(judge, ((mixed, 0),), two)
    same("of one hart", report["instructions"], whole)
    says(errors, "CPU 0 has trace of other harts as well")
    report, errors = recorded(judge, ((frames({0x11: five}, chance), 0),), two)
    same("alone", (report["instructions"], errors), (whole, ""))
    report, _ = recorded(judge, ((frames({0x11: six}, chance), 0),), two)
    same("another's", report["instructions"], 0)
    # the kernel's padding: whole frames of synchronization packets
    padded = mixed[:64] + b"\xff\xff\xff\x7f" * 4 + mixed[64:]
    report, _ = recorded(judge, ((padded, 0),), two)
    same("padded", report["instructions"], whole)
    # pieces end where the kernel read the buffer
    cut = len(mixed) // 32 * 16
    report, _ = recorded(judge, ((mixed[:cut], 0), (mixed[cut:], 0)), two)
    same("in two pieces", report["instructions"], whole)
    report, _ = recorded(judge, ((five, RAW),), two)
    same("without frames", report["instructions"], whole)
    plain = frames({0x11: judge.bytes}, chance)
    report, _ = recorded(judge, ((plain, 0),), ((NTRACE, 1, 12, 5),))
    same("without SRC", report["instructions"], whole)
    report, errors = recorded(judge, ((plain, 0),), ((ETRACE, 0, 12, 5),))
    same("E-Trace", report["instructions"], 0)
    says(errors, "CPU 0 has sent E-Trace")
    # if numbers do not fit in the record, it says nothing about encoders
    for number in 3, NOBODY:
        _, errors = recorded(judge, ((judge.bytes, 0),), two, number)
        says(errors, "is of rvtrace", "--src-bits")
