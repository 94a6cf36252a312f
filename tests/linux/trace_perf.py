# SPDX-License-Identifier: BSD-2-Clause
"""Compares the output of hartscope perf and of perf itself, for recordings of the
kernel module, with the addresses that QEMU's plugin saw."""

import bisect
import collections
import json
import os
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
from checks import expect
from perf_data import has_perf, samples


class Perf:
    """hartscope perf, with the files of a boot."""

    def __init__(self, tool, build, place):
        self.tool = tool
        self.options = [f"--image={build}/linux/spin", f"--kcore={place}.kcore",
                        f"--kallsyms={place}.kallsyms"]

    def run(self, name, data, result, *options, status=0):
        done = subprocess.run(
            [self.tool, "perf", name, *options, *self.options, data],
            check=False, capture_output=True, text=True)
        expect(done.returncode == status,
               f"hartscope perf {name}: {done.stderr[:1000]}", result)
        return done.stdout

    def report(self, data, result):
        return json.loads(self.run("report", data, result, "--json"))

    def branches(self, data, result):
        """(thread, kind, source, target) of each."""
        script = json.loads(self.run("script", data, result, "--json"))
        return [(row["tid"], row["type"], int(row["from"], 0),
                 int(row["to"], 0)) for row in script if "from" in row]

    def injected(self, data, result):
        """Sources and targets in branch stacks, the oldest first."""
        path = data + ".injected"
        self.run("inject", data, result, f"--output={path}")
        with open(path, "rb") as file:
            found = [branch for *_, stack in samples(file.read())
                     for branch in stack]
        return path, found


def perf_stacks(path):
    """The same by perf; None if there is no perf."""
    if not has_perf():
        return None
    done = subprocess.run(["perf", "script", "-i", path, "-F", "brstack"],
                          check=True, capture_output=True, text=True)
    return [tuple(int(address, 16) for address in branch.split("/")[:2])
            for line in done.stdout.splitlines()
            for branch in reversed(line.split())]


def injected_agrees(perf, data, branches, result):
    """Injected branches equal these, and perf reads the same. Those of several CPUs
    are in another order."""
    path, found = perf.injected(data, result)
    wanted = collections.Counter(branches)
    expect(collections.Counter(found) == wanted,
           "injected branches differ from those of the script", result)
    theirs = perf_stacks(path)
    expect(theirs is None or collections.Counter(theirs) == wanted,
           "perf reads other branches", result)
    os.remove(path)


def names_of(kallsyms):
    """Functions of the kernel: address to names."""
    names = collections.defaultdict(list)
    with open(kallsyms, encoding="ascii") as lines:
        for line in lines:
            address, kind, name = line.split()[:3]
            if kind in "tTwW" and name[0] not in ".$":
                names[int(address, 16)].append(name)
    return names


def functions(kallsyms):
    """Start addresses of functions of the kernel."""
    return set(names_of(kallsyms))


def perf_report(path, names):
    """Branches to each function, counted by perf's own report."""
    with open(path + ".kallsyms", "w", encoding="ascii") as out:
        for address in sorted(names):
            out.writelines(f"{address:x} T {name}\n" for name in names[address])
    done = subprocess.run(
        ["perf", "report", "-i", path, f"--kallsyms={path}.kallsyms", "--stdio",
         "--sort=symbol_to", "-n", "-q"], check=True, capture_output=True,
        text=True)
    os.remove(path + ".kallsyms")
    counts = collections.Counter()
    for line in done.stdout.splitlines():
        words = line.split()
        if len(words) > 3 and words[2] == "[k]":
            counts[words[3]] += int(words[1])
    return counts


def only_called(parts, starts):
    """Calls of each function to which the plugin saw no branch other than calls."""
    inside, begins = collections.Counter(), sorted(starts)
    for part in parts:
        pcs = [int(pc, 16) for pc in part]
        inside.update(b for a, b in zip(pcs, pcs[1:]) if b - a not in (2, 4))
    seen, others = collections.Counter(), set()
    for address, number in inside.items():
        at = bisect.bisect_right(begins, address) - 1
        if address in starts:
            seen[address] = number
        elif at >= 0:
            others.add(begins[at])
    return {start: seen[start] for start in seen if start not in others}


def report_agrees(path, branches, kallsyms, parts, result):
    """perf report counts the plugin's calls."""
    if not has_perf():
        return
    names = names_of(kallsyms)
    report, calls = perf_report(path, names), only_called(parts, set(names))
    # A branch to the next instruction looks like sequential execution. Where an
    # interrupt came before a function's first instruction, two branches lead
    # there.
    begins = sorted(names)
    for _, kind, source, to in branches:
        if kind == "trap-return" or to - source in (2, 4):
            calls.pop(begins[bisect.bisect_right(begins, to) - 1], None)
    wrong = [(names[start], number,
              sum(report[name] for name in names[start]))
             for start, number in calls.items()
             if sum(report[name] for name in names[start]) != number]
    # as in calls_agree()
    lost = sum(abs(one - other) for _, one, other in wrong)
    expect(len(calls) > 50 and 1000 * lost <= sum(calls.values()),
           f"calls of {len(calls)} functions, perf report differs: {wrong[:10]}",
           result)


def arrivals(parts, starts):
    """How often the flow reached each function, except from the instruction before
    it."""
    counts = collections.Counter()
    for part in parts:
        pcs = [int(pc, 16) for pc in part]
        counts.update(b for a, b in zip(pcs, pcs[1:])
                      if b in starts and not 0 < b - a <= 4)
    return counts


def calls_agree(branches, parts, starts, result):
    """For functions whose first instruction had no trap: each arrival is a branch,
    and their number equals the plugin's."""
    # a branch to the next instruction looks like sequential execution
    told = collections.Counter(to for _, kind, source, to in branches
                               if to in starts and kind != "trap-return"
                               and not 0 < to - source <= 4)
    unclear = {to for _, kind, _, to in branches if kind == "trap-return"} | \
        {source for _, kind, source, _ in branches if kind == "trap"}
    seen = arrivals(parts, starts)
    wrong = [(f"{start:#x}", told[start], seen[start])
             for start in starts - unclear if told[start] != seen[start]]
    # an interrupt of M-mode directly after an indirect call hides the call's
    # target
    lost = sum(abs(one - other) for _, one, other in wrong)
    expect(1000 * lost <= sum(seen.values()), f"calls differ: {wrong[:10]}",
           result)
    expect(len(set(told) - unclear) > 100,
           f"only {len(told)} functions were called", result)


def judge_both(perf, data, kallsyms, parts, result):
    """The kernel and a program: all instructions, all calls, by all readers."""
    insns = sum(len(part) for part in parts)
    report = perf.report(data, result)
    expect(report["instructions"] == insns and
           not any(report["lost"].values()),
           f"{report['instructions']} instructions of {insns}, "
           f"{report['lost']}", result)
    branches = perf.branches(data, result)
    calls_agree(branches, parts, functions(kallsyms), result)
    path, found = perf.injected(data, result)
    expect(found == [branch[2:] for branch in branches],
           "injected branches differ from those of the script", result)
    theirs = perf_stacks(path)
    expect(theirs in (None, found), "perf reads other branches", result)
    report_agrees(path, branches, kallsyms, parts, result)
    os.remove(path)
