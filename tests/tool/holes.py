# SPDX-License-Identifier: BSD-2-Clause
"""Recordings that lack trace without a record of it."""

import collections
import json
import os
import struct

from recording import AUX, BASE, OVERWRITE, Recording, block, same, says


def insns_of(judge, part):
    """A trace of whole messages, then one whose last message is cut."""
    path = os.path.join(judge.folder, "perf.part")
    with open(path, "wb") as out:
        out.write(part)
    return len(judge.run("ntrace", "decode", "-f", "pcs", "-i", judge.elf, path,
                         status=1).stdout.split())


def of_branches(judge):
    """A block of branch records without its middle is no block, nor is the rest of
    the piece."""
    whole = block([(BASE + 2 * n, BASE + 256, 11) for n in range(16)])
    recording = Recording()
    recording.info("form=branches pieces=task")
    recording.program(5)
    recording.record(AUX, 0, struct.pack("<QQQ", 0, 2 * len(whole), 0), pid=5,
                     time=100)
    recording.bytes(whole[:40])
    recording.traced[0] += 40
    recording.bytes(whole[80:] + whole)
    recording.piece(whole, pid=5, time=200)
    done = judge.perf("script", recording, "--json", status=1)
    same("branches", len([row for row in json.loads(done.stdout)
                          if "from" in row]), 16)
    says(done.stderr, "a buffer was overwritten")
    same("damage", "contradicts" in done.stderr, False)


def holes(judge):
    """The recorder was late: the lost part is reported, and the parts before and
    after it are not taken for one message."""
    for front, missing in ((16, 8), (40, 24), (48, 8)):
        recording = Recording()
        recording.program(5)
        recording.piece(judge.bytes[:front], pid=5, time=100)
        recording.record(AUX, 0, struct.pack("<QQQ", front, missing, 0), pid=5,
                         time=200)
        recording.traced[0] += missing
        recording.piece(judge.bytes[front:] + judge.bytes, pid=5, time=300)
        report, errors = judge.report(recording, status=1)
        same("instructions", report["instructions"],
             judge.insns() + insns_of(judge, judge.bytes[:front]))
        same("lost", report["lost"], {"truncated": 0, "partial": 1, "overflows": 0,
                                      "damaged": 0, "no_code": 0})
        says(errors, "a buffer was overwritten")
        script = judge.perf("script", recording, status=1)
        says(script.stdout, "memory was overwritten before it was read")
    of_branches(judge)


def snapshots(judge):
    """If memory is overwritten, records tell where pieces end, and the trace between
    two snapshots is not reported as lost."""
    recording = Recording()
    recording.info("pieces=task", "cpu=0 hartid=0x0 src=0 src_bits=0")
    recording.program(5, "one", time=10)
    recording.program(6, "two", time=20)
    ends = 0
    for pid, time, kept in ((5, 100, True), (6, 200, False), (6, 300, True),
                            (5, 400, True)):
        ends += len(judge.bytes)
        recording.record(AUX, 0, struct.pack(
            "<QQQ", ends, len(judge.bytes), OVERWRITE), pid=pid, time=time)
        if kept:
            recording.bytes(judge.bytes)
        else:
            recording.traced[0] += len(judge.bytes)
        recording.traced[0] = ends
    report, errors = judge.report(recording)
    same("messages", errors, "")
    sums = collections.Counter()
    for row in report["functions"]:
        sums[row["comm"]] += row["instructions"]
    same("shares", dict(sums), {"one": 2 * judge.insns(), "two": judge.insns()})
    script = judge.perf("script", recording).stdout
    same("said", script.count("trace between two snapshots was not kept"), 1)
