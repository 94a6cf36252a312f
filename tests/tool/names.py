#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the tool's names of functions, of inlined functions and of lines with
addr2line's, for random instructions of a program. A trace of one instruction each is
made of messages."""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"^(0x[0-9a-f]+) .* # (\S.*)$")
# Suffixes of functions that the compiler has changed: DWARF lacks these
ENDING = re.compile(r"\.(isra|constprop|part|cold|lto_priv)\b(\.\d+)?")


def instructions(tool, elf):
    """Addresses of instructions that have symbols, with their sizes."""
    info = subprocess.run([tool, "ntrace", "info", "-i", elf], check=True,
                          capture_output=True, text=True).stdout
    return {int(found[1], 16): int(found[2]) for found in
            re.finditer(r"^(0x[0-9A-Fa-f]+),[A-Z]+([24])", info, re.M)}


def of_tool(tool, elf, sizes, place):
    """Lines of the tool, by address."""
    text = "".join(f"ProgTraceSync SYNC=5 I-CNT=0 F-ADDR={address >> 1:#x}\n"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 "
                   f"I-CNT={size // 2}\n" for address, size in sizes.items())
    trace = f"{place}/names.nex"
    subprocess.run([tool, "ntrace", "encode", "--messages", "-o", trace, "-"],
                   input=text, text=True, check=True)
    lines = subprocess.run(
        [tool, "ntrace", "decode", "--quiet", "--btm", "-f", "insns", "-i", elf,
         trace], capture_output=True, text=True, check=False).stdout
    found = (LINE.match(line) for line in lines.splitlines())
    return {int(line[1], 16): ENDING.sub("", line[2]) for line in found if line}


def of_addr2line(addr2line, elf, addresses):
    """Frames of each address, from the innermost one out: function and line."""
    out = subprocess.run([addr2line, "-Cifa", "-e", elf], check=True,
                         input="".join(f"{a:#x}\n" for a in addresses),
                         capture_output=True, text=True).stdout.splitlines()
    frames, now, lines = {}, None, iter(out)
    for line in lines:
        if re.fullmatch("0x[0-9a-f]{16}", line):
            now = frames.setdefault(int(line, 16), [])
            continue
        at = re.sub(r" \(discriminator \d+\)", "", next(lines))
        now.append((line, os.path.basename(at)))
    return frames


def expected(address, frames, start):
    """The text that the tool should print for that."""
    name = frames[-1][0]
    offset = address - start
    text = name + (f"+{offset:#x}" if offset else "")
    if frames[0][1][-2:] not in (":?", ":0"):
        text += " " + frames[0][1]
    inlined = [f"{frames[i][0]}, {frames[i + 1][1]}"
               for i in range(len(frames) - 1)]
    return text + (" in " if inlined else "") + "; ".join(inlined)


def starts(addr2line, elf):
    """Start addresses of functions, by nm in addition to addr2line."""
    out = subprocess.run([addr2line.replace("addr2line", "nm"), "-C", elf],
                         check=True, capture_output=True, text=True).stdout
    found = {}
    for line in out.splitlines():
        words = line.split(" ", 2)
        if len(words) == 3 and words[1] in "tTwW":
            found.setdefault(ENDING.sub("", words[2]), []).append(int(words[0], 16))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--addr2line", default="riscv64-linux-gnu-addr2line")
    parser.add_argument("--samples", type=int, default=10000)
    parser.add_argument("--inlined", type=int, default=1,
                        help="samples within inlined functions, at least")
    parser.add_argument("tool")
    parser.add_argument("elf")
    args = parser.parse_args()
    sizes = instructions(args.tool, args.elf)
    some = random.Random(1).sample(sorted(sizes),
                                   min(args.samples, len(sizes)))
    with tempfile.TemporaryDirectory() as place:
        ours = of_tool(args.tool, args.elf, {a: sizes[a] for a in some}, place)
    theirs = of_addr2line(args.addr2line, args.elf, some)
    begins, wrong, files = starts(args.addr2line, args.elf), 0, 0
    for address in some:
        start = max((at for at in begins.get(theirs[address][-1][0], [0])
                     if at <= address), default=0)
        found = ours.get(address, "")
        # One piece of code may have several names
        name = re.match(r"[^+ ]*", found)[0]
        if start in begins.get(name, []):
            theirs[address][-1] = name, theirs[address][-1][1]
        want = expected(address, theirs[address], start)
        # Padding after a function does not belong to it; "??" belongs to none
        if found == want or found.startswith("fn_") or "??" in want:
            continue
        # addr2line 2.40 may name the unit's file in place of a header
        if re.sub(r" [^ ]+(:\d+)", r" \1", found, count=1) == \
                re.sub(r" [^ ]+(:\d+)", r" \1", want, count=1):
            files += 1
        else:
            wrong += 1
            if wrong <= 5:
                print(f"{address:#x}: {found!r}, not {want!r}")
    inlined = sum(len(theirs[address]) > 1 for address in some)
    print(f"{len(some)} addresses, {inlined} in inlined functions, "
          f"{wrong} wrong, {files} in another file")
    sys.exit(wrong > 0 or 100 * files > len(some) or inlined < args.inlined)


main()
