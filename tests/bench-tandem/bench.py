#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Speed of the tandem trace codec, and of its listing, against limits.

The machine's instructions for each byte of trace, as callgrind counts them, are
held against the budget, a file with lines "CONFIG ENCODE DECODE", and "dump LIMIT"
for each group that is listed as text. Megabytes per second of processor time depend
on the machine, and are shown only.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
import common

KINDS = ("encode", "decode")
GROUPS = 1000000
# Enough for callgrind, which makes a program a hundred times slower
COUNTED_GROUPS = 50000


def bench(program, kind, config, rounds, groups, prefix=()):
    done = subprocess.run(
        [*prefix, program, kind, config, str(rounds), str(groups)],
        capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench.py: {kind}, {config}: {done.stderr}")
    groups, size, seconds = done.stdout.split()
    return int(groups), int(size), float(seconds), done.stderr


def counted(program, kind, config):
    """The machine's instructions for one byte."""
    prefix = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
              f"--toggle-collect=bench_{kind}")
    _, size, _, log = bench(program, kind, config, 1, COUNTED_GROUPS, prefix)
    return int(re.search(r"Collected : (\d+)", log)[1]) / size


def listed(tool, trace, times):
    """The machine's instructions for a listing of the trace, repeated this often."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "trace")
        path.write_bytes(pathlib.Path(trace).read_bytes() * times)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
             tool, "tandem", "dump", "--quiet", path],
            capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench.py: dump: {done.stderr}")
    groups = len(re.findall(r"^\d", done.stdout, re.M))
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), groups


def bench_dump(tool, trace, limit):
    """@return true if the figure is over the limit; the cost of the start is not in
    it."""
    (few, first), (many, last) = (listed(tool, trace, n) for n in (20, 80))
    each = (many - few) / (last - first)
    print(f"dump: {each:.0f} for each group as text"
          f"{f' (over {limit})' if each > limit else ''}")
    return each > limit


def read_budget(path):
    return {name: [float(word) for word in words]
            for name, *words in common.rows(path)}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_bench_arguments(parser)
    parser.add_argument("program", help="bench")
    parser.add_argument("tool", help="hartscope")
    parser.add_argument("trace", help="to be listed")
    args = parser.parse_args()
    budget = read_budget(args.budget)
    failed = bench_dump(args.tool, args.trace, *budget.pop("dump"))
    speeds = "  MB/s  M groups/s" if args.rounds else ""
    print(f"{'':12}  bytes/  {'encode':{len(speeds) + 10}}decode\n"
          f"{'trace':12}  group " + 2 * f"{speeds}  per byte")
    for config, limits in budget.items():
        line = ""
        for kind, limit in zip(KINDS, limits):
            groups, size, seconds, _ = bench(args.program, kind, config,
                                             args.rounds or 1, GROUPS)
            count = counted(args.program, kind, config)
            if args.rounds:
                line += (f"  {size / seconds / 1e6:4.0f}"
                         f"  {groups / seconds / 1e6:10.1f}")
            line += f"  {count:8.2f}"
            if count > limit:
                line += f" (over {limit})"
                failed += 1
        print(f"{config:12}  {size / groups:5.2f} {line}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
