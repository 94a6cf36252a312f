#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the output about inlined functions with the output for each instruction,
for a program without branches, inlined.c."""

import argparse
import collections
import re
import subprocess
import sys

# A line of decode -f insns: the function that holds the address, and the
# functions inlined in it
LINE = re.compile(r"^0x[0-9a-f]+ .* # (\w+)\S*(?: \S+:\d+)?(?: in (.*))?$")


def follow(info, start):
    """Executed addresses, until a jump to itself."""
    steps = {int(found[1], 16): (found[2], int(found[3]), found[4])
             for found in re.finditer(
                 r"^(0x[0-9A-Fa-f]+),([A-Z]+)(\d)(?:,(0x[0-9A-Fa-f]+))?", info,
                 re.M)}
    at, stack, done = start, [], []
    while True:
        kind, size, to = steps[at]
        done.append(at)
        if kind in ("JD", "CD"):
            to = int(to, 16)
        if kind == "JD" and to == at:
            return done
        if kind == "CD":
            stack.append(at + size)
        at = {"L": at + size, "R": stack[-1] if stack else 0}.get(kind, to)
        if kind == "R":
            stack.pop()


class Program:
    def __init__(self, tool, elf, place):
        self.tool, self.elf = [tool, "ntrace"], elf
        self.trace, self.info = f"{place}/inlined.nex", f"{place}/inlined.info"
        info = self.run("info", "-i", elf)
        with open(self.info, "w", encoding="ascii") as out:
            out.write(info)
        with open(elf, "rb") as file:
            entry = int.from_bytes(file.read(32)[24:], "little")
        self.pcs = follow(info, entry)
        subprocess.run([*self.tool, "encode", "-i", self.info, "-o", self.trace,
                        "-"], check=True, text=True,
                       input="".join(f"{pc:#x}\n" for pc in self.pcs))

    def run(self, *words):
        return subprocess.run([*self.tool, *words], check=True,
                              capture_output=True, text=True).stdout

    def decode(self, *words):
        return self.run("decode", "--quiet", *words, "-i", self.elf, self.trace)


def of_insns(program):
    """Instructions by their functions, the outermost first."""
    counts = collections.Counter()
    for line in program.decode("-f", "insns").splitlines():
        found = LINE.match(line)
        if not found:
            continue
        within = re.findall(r"(\w+), [^;]*", found[2] or "")
        counts[(found[1], *(f"{name}_[i]" for name in reversed(within)))] += 1
    return counts


def of_folded(program):
    """The same from stacks: the last function that is not inlined, and those inlined
    in it."""
    counts, stacks = collections.Counter(), set()
    for line in program.decode("-f", "folded", "--inlines").splitlines():
        stack, insns = line.rsplit(" ", 1)
        frames = stack.split(";")
        stacks.add(stack)
        last = max(i for i, name in enumerate(frames)
                   if not name.endswith("_[i]"))
        counts[tuple(frames[last:])] += int(insns)
    return counts, stacks


def of_hot(program):
    counts = collections.Counter()
    for line in program.decode("-f", "hot", "--inlines").splitlines()[1:]:
        insns, name = re.match(r" *(\d+) .*%\s+(?:\d+|-)  (.*)", line).groups()
        name = re.sub(r" \(inlined\)$", "_[i]", name)
        counts[name.split(" ")[0]] += int(insns)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("elf")
    parser.add_argument("place", help="a directory for files")
    args = parser.parse_args()
    program = Program(args.tool, args.elf, args.place)
    insns = of_insns(program)
    folded, stacks = of_folded(program)
    innermost = collections.Counter()
    for stack, count in insns.items():
        innermost[stack[-1]] += count
    if sum(insns.values()) != len(program.pcs) or len(insns) < 5:
        sys.exit(f"not all instructions have functions: {insns}")
    if folded != insns:
        sys.exit(f"folded says {folded}, insns {insns}")
    if of_hot(program) != innermost:
        sys.exit(f"hot says {of_hot(program)}, insns {innermost}")
    # A call belongs to the inlined function that contains it
    for stack in ("_start;outer_[i];inner_[i];called",
                  "_start;other;inner_[i];called"):
        if stack not in stacks:
            sys.exit(f"'{stack}' is none of {sorted(stacks)}")
    graph = program.decode("-f", "flamegraph", "--inlines")
    for name in ("inner", "outer", "called"):
        if f'data-n="{name}"' not in graph:
            sys.exit(f"there is no box of {name}")
    page = program.run("report", "--quiet", "--inlines", "-i", program.elf,
                       program.trace)
    if '"inner (inlined)"' not in page or '"outer (inlined)"' not in page:
        sys.exit("the report does not have inlined functions")
    # Without the option inlined functions are not named
    if "[i]" in program.decode("-f", "folded") or \
            "(inlined)" in program.decode("-f", "hot"):
        sys.exit("inlined functions without --inlines")


main()
