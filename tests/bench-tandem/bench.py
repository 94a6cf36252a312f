#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Speed of the tandem trace codec, against limits.

The machine's instructions for each byte of trace, as callgrind counts them, are
held against the budget, a file with lines "CONFIG ENCODE DECODE". Megabytes per
second of processor time depend on the machine, and are shown only.
"""

import argparse
import re
import subprocess
import sys

KINDS = ("encode", "decode")
GROUPS = 1000000
# Enough for callgrind, which is a hundred times slower
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


def read_budget(path):
    with open(path, encoding="ascii") as lines:
        rows = [line.split("#")[0].split() for line in lines]
    return {words[0]: [float(word) for word in words[1:]]
            for words in rows if words}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", required=True, help="the limits")
    parser.add_argument("--rounds", type=int, default=9,
                        help="the quickest of so many counts (%(default)s)")
    parser.add_argument("program", help="bench")
    args = parser.parse_args()
    failed = 0
    print(f"{'':12}  bytes/  encode                    decode\n"
          f"{'trace':12}  group   MB/s  M groups/s  per byte"
          "  MB/s  M groups/s  per byte")
    for config, limits in read_budget(args.budget).items():
        line = ""
        for kind, limit in zip(KINDS, limits):
            groups, size, seconds, _ = bench(args.program, kind, config,
                                             args.rounds, GROUPS)
            count = counted(args.program, kind, config)
            line += (f"  {size / seconds / 1e6:4.0f}"
                     f"  {groups / seconds / 1e6:10.1f}  {count:8.2f}")
            if count > limit:
                line += f" (over {limit})"
                failed += 1
        print(f"{config:12}  {size / groups:5.2f} {line}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
