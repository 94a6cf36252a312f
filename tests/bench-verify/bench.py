#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Speed of verifying tandem traces, against limits.

The machine's instructions for each instruction that is verified, as callgrind
counts them, are held against the budget, a file with lines "PROGRAM LEVEL LIMIT".
Instructions per second of processor time depend on the machine, and are shown
only.
"""

import argparse
import os
import re
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
import common

CALLGRIND = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
             "--toggle-collect=bench_verify")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench.py: {' '.join(command)}: {done.stderr}")
    return [float(word) for word in done.stdout.split()], done.stderr


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_bench_arguments(parser)
    parser.add_argument("program", help="bench")
    parser.add_argument("programs", help="the folder of the executed programs")
    args = parser.parse_args()
    over = 0
    print(f"{'program':12} {'level':10} bytes each"
          + ("  M instructions/s" if args.rounds else "") + "  machine's each")
    for name, level, limit in common.rows(args.budget):
        what = [args.program, f"{args.programs}/{name}.bin", level]
        (steps, size, seconds), _ = run([*what, str(args.rounds or 1),
                                         "3000000"])
        (counted, *_), log = run([*CALLGRIND, *what, "1", "1000000"])
        each = int(re.search(r"Collected : (\d+)", log)[1]) / counted
        note = f" (over {limit})" if each > float(limit) else ""
        over += bool(note)
        speed = f"  {steps / seconds / 1e6:16.1f}" if args.rounds else ""
        print(f"{name:12} {level:10} {size / steps:10.1f}{speed}"
              f"  {each:14.1f}{note}", flush=True)
    sys.exit(over > 0)


if __name__ == "__main__":
    main()
