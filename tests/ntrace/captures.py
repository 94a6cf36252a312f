#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Decode captures of real hardware, and compare with their references.

FOLDER is a checkout of sifive/trace-decoder-tests, which is not part of this
repository: folders NAME.test with a capture (.rtd), the program (.elf) and, in
reference/, the output of SiFive's decoder. For each capture a line tells how many
addresses agree, and why others do not. The exit status is 0 if at least as many
captures as --least agree."""

import argparse
import bisect
import glob
import os
import re
import subprocess
import sys
import tempfile
import zipfile

INSN = re.compile(r"^(?:t:\S+ +\S+ +)?(?:\[(\d+)\])? *([0-9a-f]{6,16}): +"
                  r"(?:[0-9a-f]{4}|[0-9a-f]{8})\b")
# The same of a process of Linux: hart, process, mode and name
TASK_INSN = re.compile(r"^\[(\d+)\.\d+\.[USM](?::[^\]]*)?\] *([0-9a-f]{5,16}): +"
                       r"(?:[0-9a-f]{4}|[0-9a-f]{8})\b")
EVENT = re.compile(r"^(?:\[(\d+)\] )?Trace: Msg # \d+,(?:.*Address: "
                   r"([0-9a-f]+))?.*TCode: (INCIRCUITTRACE)?")
# Captures that agree as far as their contents prove
KNOWN = {
    "dv-850.test": "I-CNT reports 440 half-words, HIST has 5 branches of them",
    "e31_coremark_bin.test": "a branch told twice at a sync; no I-CNT behind",
    "e31_coremark_debug.htm.test": "a branch told twice at a sync; no I-CNT "
                                   "behind",
}


def options(folder):
    """The encoder's settings in the capture's own files."""
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


def decode(tool, capture, images, more, harts):
    """The same from hartscope; a hart is None if there is only one."""
    command = [tool, "ntrace", "decode", *images, "--quirks=sifive",
               "--lenient", "--max-findings=1"]
    insns, events = {}, []
    for hart in harts:
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
    """True if both are the same; hartscope may have one more last instruction, proven
    by I-CNT."""
    return all(ours.get(hart, [])[:len(pcs)] == pcs and
               len(ours.get(hart, [])) - len(pcs) <= 1
               for hart, pcs in theirs.items())


def kernel_images(folder, place):
    """Pages of the kernel, those that follow each other in one file.

    An instruction that begins at the end of a page is whole in its file, and
    the file of the next page has something else in place of the second half.
    """
    stretches, end = [], 0
    for path in sorted(glob.glob(folder + "/kmem/kmem.0x*")):
        at = int(path.rsplit(".", 1)[1], 16)
        with open(path, "rb") as file:
            data = file.read()
        if at // 4096 * 4096 != end // 4096 * 4096 or not stretches:
            stretches.append((at, bytearray()))
        start, content = stretches[-1]
        content += data[start + len(content) - at:]
        end = at + 4096
    for at, content in stretches:
        path = f"{place}/{at:#x}"
        with open(path, "wb") as file:
            file.write(content)
        yield f"{path},at={at:#x}"


def task_images(folder, place):
    """A process's files at the addresses of its map, and the kernel's pages."""
    yield from kernel_images(folder, place)
    with open(glob.glob(folder + "/*.map")[0], encoding="utf-8") as lines:
        mapped = [line.split() for line in lines]
    for words in mapped:
        at, path = "0x" + words[0].split("-")[0], folder + "/" + \
            os.path.basename(words[-1])
        if words[1] != "r-xp":
            continue
        if words[-1] == "[vdso]":
            yield f"{glob.glob(folder + '/*.vdso')[0]},at={at}"
            continue
        with open(path, "rb") as file:
            moves = file.read(18)[16] == 3
        yield path + (",offset=" + at if moves else "")


class Marked:
    """Addresses of a hart, and events between them."""

    def __init__(self, lines):
        self.pcs, self.contexts = [], []
        self.gaps, self.syncs = set(), []
        context = None
        for line in lines:
            words, at = line.split(), len(self.pcs)
            if words[0] != ".":
                if not line.startswith("."):
                    self.pcs.append(int(line.split(",")[0], 16))
                    self.contexts.append(context)
            elif words[1] == "found":
                self.gaps.add(at)
            elif words[1] == "sync" and self.syncs[-1:] != [at]:
                self.syncs.append(at)
            elif words[1] == "ownership":
                context = words[words.index("scontext") + 1]


def pieces(ours, part):
    """The number of pieces to be left out of hartscope's list to get part; None if
    part is different.

    Such a piece ends at a synchronizing message, and begins at a gap, after which the
    reference waits for that message, or belongs to another process."""
    at = cuts = i = 0
    while i < len(part):
        if at < len(ours.pcs) and part[i] == ours.pcs[at]:
            i, at = i + 1, at + 1
            continue
        later = [sync for sync in ours.syncs[bisect.bisect_left(ours.syncs, at):]
                 if ours.pcs[sync:sync + 1] == [part[i]]]
        if not later or not (at in ours.gaps or
                             ours.contexts[at] != ours.contexts[later[0]]):
            return None
        at, cuts = later[0], cuts + 1
    return cuts


def sequence(tool, capture, options_, hart):
    """All addresses of a hart, with the events between."""
    run = subprocess.run(
        [tool, "ntrace", "decode", "--quirks=sifive", "--lenient",
         "--max-findings=1", "-f", "sequence", *options_, f"--src={hart}",
         capture], capture_output=True, text=True)
    return Marked(run.stdout.splitlines())


def judge_task(tool, capture, folder):
    """The reference leaves out other processes, and after unknown code it waits for a
    sync; hartscope goes on at the next address."""
    archive = zipfile.ZipFile(glob.glob(folder + "/reference/*.stdout.zip")[0])
    theirs = {}
    for line in archive.read(archive.namelist()[0]).decode(
            errors="replace").splitlines():
        insn = TASK_INSN.match(line)
        if insn:
            theirs.setdefault(int(insn.group(1)), []).append(
                int(insn.group(2), 16))
    with tempfile.TemporaryDirectory() as place:
        images = [f"--image={image}" for image in task_images(folder, place)]
        ours = {hart: sequence(tool, capture, [
            *images, *options(folder), "--addr-bits=48"], hart)
                for hart in theirs}
    cuts = 0
    for hart, pcs in theirs.items():
        missing = pieces(ours[hart], pcs)
        if missing is None:
            return "differs", "not all of %d instructions" % len(pcs)
        cuts += missing
    return "ok", "%d instructions, all in order; here %d pieces more" % (
        sum(map(len, theirs.values())), cuts)


def judge(tool, capture):
    folder = os.path.dirname(capture)
    images = glob.glob(folder + "/*.elf")
    if not images:
        return judge_task(tool, capture, folder)
    theirs, their_events = reference(folder, capture)
    more = options(folder)
    ours, our_events, said = decode(tool, capture, ["--image=" + images[0]],
                                    more, range(16) if more else [None])
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
