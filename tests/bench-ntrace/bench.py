#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Sizes and speeds of the N-Trace codec on recorded programs, against limits.

Sizes, and the machine's instructions as callgrind counts them, are held against
the budget, a file with lines "PROGRAM CONFIG BITS ENCODE DECODE COUNT MESSAGES":
bits per instruction, the machine's instructions per traced instruction of
encoder, decoder, and decoder for those who but count, and per byte of decoding
messages. Times depend on what else the
machine does, and are shown only.
"""

import argparse
import os
import re
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
import common

CONFIGS = ("btm", "htm", "htm-optimized")
KINDS = ("encode", "decode", "count", "messages")
ALL_INSNS = 10**12
HEAD = f"""\
{'':27}  bits/   encode        decode        count         messages
{'program and configuration':27}  insn    M/s  per insn  M/s  per insn  M/s  \
per insn  MB/s  per byte"""
HEAD_OF_COUNTS = f"""\
{'':27}  bits/  encode  decode   count  messages
{'program and configuration':27}  insn        per insn          per byte"""
# Enough for callgrind, which makes a program a hundred times slower
COUNTED_INSNS = 500000


def bench(args, name, kind, config, rounds, insns, prefix=()):
    files = [f"{args.directory}/{name}.{ending}" for ending in ("bin", "blocks")]
    done = subprocess.run(
        [*prefix, f"{args.directory}/bench", kind, config, str(rounds),
         str(insns), *files],
        capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench.py: {name}, {config}: {done.stderr}")
    insns, size, seconds = done.stdout.split()
    return int(insns), int(size), float(seconds), done.stderr


def counted(args, name, kind, config):
    """The machine's instructions for one instruction, or byte of messages."""
    prefix = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
              f"--toggle-collect=bench_{kind}")
    insns, size, _, log = bench(args, name, kind, config, 1, COUNTED_INSNS,
                                prefix)
    total = int(re.search(r"Collected : (\d+)", log)[1])
    return total / (size if kind == "messages" else insns)


def measure(args, name, config):
    row = {}
    for kind in KINDS:
        insns, size, seconds, _ = bench(args, name, kind, config,
                                        args.rounds or 1, ALL_INSNS)
        row["bits"] = 8 * size / insns
        row[kind + "_rate"] = (size if kind == "messages" else insns) \
            / seconds / 1e6
        row[kind] = counted(args, name, kind, config)
    return row


def read_budget(path):
    return {(name, config): dict(zip(("bits", *KINDS), map(float, words)))
            for name, config, *words in common.rows(path)}


def over_budget(row, limits):
    return [f"{what} {row[what]:.3f} is over {limit:.3f}"
            for what, limit in limits.items() if row[what] > limit]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_bench_arguments(parser)
    parser.add_argument("--print-budget", action="store_true",
                        help="print the measured figures as lines of a budget")
    parser.add_argument("directory",
                        help="with bench, and NAME.bin and NAME.blocks")
    parser.add_argument("names", nargs="+", help="programs")
    args = parser.parse_args()
    budget = read_budget(args.budget)
    failed = 0
    print(HEAD if args.rounds else HEAD_OF_COUNTS)
    for name in args.names:
        for config in CONFIGS:
            row = measure(args, name, config)
            print(f"{name + ' ' + config:27}  {row['bits']:.3f}" + "".join(
                (f"  {row[kind + '_rate']:5.0f}" if args.rounds else " ")
                + f" {row[kind]:6.2f}" for kind in KINDS), flush=True)
            if args.print_budget:
                print(name, config, f"{row['bits']:.3f}", *(
                    f"{row[kind]:.2f}" for kind in KINDS))
                continue
            limits = budget.get((name, config))
            if not limits:
                sys.exit(f"bench.py: add '{name} {config}' to {args.budget}; "
                         "--print-budget shows what was measured")
            for text in over_budget(row, limits):
                print(f"not ok {name} {config}: {text}")
                failed += 1
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
