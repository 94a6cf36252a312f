#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Decode captures of real silicon, and compare with their references.

FOLDER is a checkout of sifive/trace-decoder-tests, which is no part of this
repository: folders NAME.test with a capture (.rtd), the program (.elf) and, in
reference/, what SiFive's decoder said of it. For each capture a line tells how
many addresses agree, and why others do not. The exit status is 0 when at least
as many as --least agree.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import zipfile

INSN = re.compile(r"^(?:t:\S+ +\S+ +)?(?:\[(\d+)\])? *([0-9a-f]{6,16}): +"
                  r"(?:[0-9a-f]{4}|[0-9a-f]{8})\b")
EVENT = re.compile(r"^(?:\[(\d+)\] )?Trace: Msg # \d+,(?:.*Address: "
                   r"([0-9a-f]+))?.*TCode: (INCIRCUITTRACE)?")
# Captures that agree as far as anything in them proves
KNOWN = {
    "dv-850.test": "I-CNT reports 440 half-words, HIST has 5 branches of them",
    "e31_coremark_bin.test": "a branch told twice at a sync; no I-CNT behind",
    "e31_coremark_debug.htm.test": "a branch told twice at a sync; no I-CNT "
                                   "behind",
}


def options(folder):
    """What the capture's own files say of the encoder."""
    text = ""
    for name in glob.glob(folder + "/Makefile") + \
            glob.glob(folder + "/*settings") + glob.glob(folder + "/opts"):
        with open(name, errors="replace") as file:
            text += file.read()
    found = re.search(r"srcbits ?= ?(\d+)", text)
    return ["--src-bits=" + found.group(1)] if found else []


def reference(folder, capture):
    """Addresses of instructions by hart, and of events."""
    stem = os.path.basename(capture)[:-len(".rtd")]
    insns, events = {}, []
    for path in glob.glob(folder + "/reference/*.stdout.zip"):
        archive = zipfile.ZipFile(path)
        names = archive.namelist()
        wanted = [n for n in names if stem in n and "windows" not in n]
        for line in archive.read((wanted or names)[0]).decode(
                errors="replace").splitlines():
            event, insn = EVENT.match(line), INSN.match(line)
            hart = int((event or insn).group(1) or 0) if event or insn else 0
            if event and event.group(3):
                address = int(event.group(2) or "0", 16)
                events.append(address)
                # Its instruction is shown above it
                if insns.get(hart, [None])[-1:] == [address]:
                    insns[hart].pop()
            elif insn:
                insns.setdefault(hart, []).append(int(insn.group(2), 16))
    return insns, events


def decode(tool, image, capture, more):
    """The same from our decoder."""
    command = [tool, "ntrace", "decode", "--image=" + image,
               "--quirks=sifive", "--lenient", "--max-findings=1"]
    insns, events = {}, []
    harts = range(16) if more else [0]
    for hart in harts if len(more) else [None]:
        src = ["--src=%d" % hart] if hart is not None else []
        run = subprocess.run(command + more + src + ["-f", "pcs", capture],
                             capture_output=True, text=True)
        pcs = [int(word, 16) for word in run.stdout.split()]
        if pcs:
            insns[hart or 0] = pcs
    run = subprocess.run(command + more + ["-f", "ranges", capture],
                         capture_output=True, text=True)
    for line in run.stdout.splitlines():
        if "in-circuit trace" in line:
            events.append(int(line.split()[-1], 16))
    return insns, events, run.stderr


def agree(ours, theirs):
    """Both are the same; a last instruction of ours is proven by I-CNT."""
    return all(ours.get(hart, [])[:len(pcs)] == pcs and
               len(ours.get(hart, [])) - len(pcs) <= 1
               for hart, pcs in theirs.items())


def judge(tool, capture):
    folder = os.path.dirname(capture)
    images = glob.glob(folder + "/*.elf")
    if not images:
        return "skip", "its program is in several files"
    theirs, their_events = reference(folder, capture)
    ours, our_events, said = decode(tool, images[0], capture, options(folder))
    total = sum(len(pcs) for pcs in theirs.values())
    text = "%d instructions, %d events" % (total, len(their_events))
    if agree(ours, theirs) and our_events == their_events:
        return "ok", text
    why = KNOWN.get(os.path.basename(folder))
    got = "%d instructions, %d events" % (
        sum(len(pcs) for pcs in ours.values()), len(our_events))
    first = re.search(r"rtd: (.*)", said)
    return ("differs" if not why else "proven"), "%s; here %s; %s" % (
        text, got, why or (first.group(1) if first else ""))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/host/hartscope",
                        help="the host tool (%(default)s)")
    parser.add_argument("--least", type=int, default=1, metavar="N",
                        help="captures that have to agree (%(default)s)")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    captures = sorted(glob.glob(arguments.folder + "/*.test/*.rtd"))
    if not captures:
        sys.exit("captures.py: no *.test/*.rtd in '%s'" % arguments.folder)
    count = {"ok": 0, "proven": 0, "differs": 0, "skip": 0}
    for capture in captures:
        verdict, text = judge(arguments.tool, capture)
        count[verdict] += 1
        print("%-8s%-32s%s" % (verdict, os.path.basename(
            os.path.dirname(capture)), text), flush=True)
    print("# %d captures: %d as their references say, %d differ for a proven "
          "reason, %d differ, %d not tried" % (
              len(captures), count["ok"], count["proven"], count["differs"],
              count["skip"]))
    sys.exit(count["ok"] < arguments.least)


if __name__ == "__main__":
    main()
