# SPDX-License-Identifier: BSD-2-Clause
"""Recordings of branch records, with which perf.py tests hartscope perf."""

import json
import struct

from perf_data import samples
from recording import AUX, BASE, SIDE, Recording, block, same, says

KINDS = ("other", "trap", "trap", "trap-return", "other", "branch", "other",
         "other", "call", "call", "jump", "jump", "swap", "return", "jump", "jump")
CALL_STACK, USER_MODE, BRANCH_STACK = 1 << 11, 1, 1 << 11


def of_branches(branches=8, **more):
    """A recording of branch records, with a program."""
    recording = Recording()
    recording.info("form=branches pieces=task", "cpu=0 depths=0x1f sctrctl=0x3")
    recording.program(5)
    for start, name in more.get("maps", ()):
        recording.map(5, name, start=start, offset=0)
    for each in more.get("blocks", ()):
        recording.piece(each, pid=5, time=100)
    return recording.file(SIDE | BRANCH_STACK, SIDE, branches)


def example():
    """The first branches of the run of program.elf."""
    run = ((0x10, 0x28, "call"), (0x2c, 0x3c, "call"), (0x3e, 0x46, "branch"),
           (0x46, 0x4a, "jump"), (0x4a, 0x30, "return"), (0x34, 0x2c, "branch"),
           (0x2c, 0x3c, "call"), (0x42, 0x50, "trap"), (0x54, 0x46, "trap-return"))
    entries = [(BASE + source | 1, BASE + target, KINDS.index(kind))
               for source, target, kind in reversed(run)]
    return of_branches(blocks=(block(entries),))


def records(judge):
    """Branch records: all types, whole blocks, and bytes that are no block."""
    entries = [(BASE + 16 * kind | 1, BASE + 256 + 16 * kind, kind)
               for kind in reversed(range(16))]
    data = of_branches(blocks=(block(entries, 1, 6, BASE + 2), block([]),
                               block(entries[:2]) + block(entries[2:4], 3)))
    script = json.loads(judge.perf("script", data, "--json").stdout)
    rows = [row for row in script if "from" in row]
    same("kinds", [row["type"] for row in rows[:16]], list(KINDS))
    same("branches", [(int(row["from"], 0), int(row["to"], 0))
                      for row in rows[:16]],
         [(BASE + 16 * kind, BASE + 256 + 16 * kind) for kind in range(16)])
    same("blocks", [(row["why"], row["entries"], row["full"], row["filtered"],
                     row.get("ip")) for row in script if row["type"] == "piece"],
         [("switch", 16, True, True, f"{BASE + 2:#x}"),
          ("timer", 0, False, False, None), ("timer", 2, False, False, None),
          ("frozen", 2, False, False, None)])
    says(judge.perf("script", data).stdout, ", switch, of some kinds, older ones "
         f"are lost, at {BASE + 2:#x}")
    for option in ("report",), ("script", "--insns"):
        says(judge.perf(option[0], data, *option[1:], status=2).stderr,
             "has branch records")
    # a block that continues in the next bytes, and is damaged
    whole = block(entries)
    for bad in (b"", whole[:100], whole[:10], block(entries, magic=b"hcbs"),
                whole[:4] + b"\1\1" + whole[6:]):
        data = of_branches(blocks=(whole, bad + bytes(-len(bad) % 8), whole))
        done = judge.perf("script", data, "--json", status=1 if bad else 0)
        same("whole blocks", len([row for row in json.loads(done.stdout)
                                  if "from" in row]), 32)
    recording = Recording()
    recording.info("form=branches pieces=task")
    recording.record(AUX, 0, struct.pack("<QQQ", 0, len(whole), 0), pid=5)
    for at in range(0, len(whole), 40):
        recording.bytes(whole[at:at + 40])
    data = recording.file()
    same("parts", len([row for row in json.loads(
        judge.perf("script", data, "--json").stdout) if "from" in row]), 16)


def record_samples(judge):
    """A block is a sample, with its other fields."""
    path = judge.path + ".injected"
    first = [(BASE + 8 * n | 1, BASE + 4 | n & 1, 9 | 1 << 15 | cycles << 16)
             for n, cycles in enumerate((5, 0xffff, 0x1000, 0x2fff))]
    data = of_branches(CALL_STACK | USER_MODE,
                       blocks=(block(50 * first, 1), block(first, 2, 1, BASE + 6)))
    judge.perf("inject", data)
    with open(path, "rb") as file:
        made = file.read()
    found = list(samples(made))
    same("samples", [(row[4], len(row[5])) for row in found],
         [(200, 200), (4, 4)])
    same("event", struct.unpack_from("<Q", made, 104 + 8)[0], 4)
    same("its branches", struct.unpack_from("<Q", made, 104 + 72)[0],
         CALL_STACK | USER_MODE)
    at = made.rindex(struct.pack("<IHH", 9, 2, 64 + 24 * 4))
    same("place", struct.unpack_from("<Q", made, at + 16)[0], BASE + 6)
    same("flags", [struct.unpack_from("<Q", made, at + 64 + 24 * n + 16)[0]
                   for n in range(4)],
         [4 << 20 | cycles << 4 | misp for cycles, misp in
          ((5, 0), (0xffff, 1), (4096, 0), (16382, 1))])
