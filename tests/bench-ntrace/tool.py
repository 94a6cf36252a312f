#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The host tool's work for one more instruction of a trace, against limits.

For each program and configuration callgrind counts the machine's instructions of
decode -f pcs, of encode from such a list, of decode -f hot and of decode -f ranges,
for a trace and for one twice as long: what does not grow with the trace, such as the
program, is in both. The budget has lines "PROGRAM CONFIG PCS ENCODE HOT RANGES".
"""

import argparse
import os
import re
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
import common

CONFIGS = ("btm", "htm")
FORMS = ("pcs", "encode", "hot", "ranges")
# Enough for callgrind, which makes a program a hundred times slower
INSNS = 250000


class Trace:
    def __init__(self, args, name, config, insns):
        self.tool = [args.tool, "ntrace"]
        self.elf = f"{args.directory}/{name}.elf"
        self.path = f"{args.directory}/{name}.{config}.{insns}.nex"
        with open(self.path, "wb") as out:
            subprocess.run(
                [f"{args.directory}/bench", "trace", config, "1", str(insns),
                 f"{args.directory}/{name}.bin",
                 f"{args.directory}/{name}.blocks"], check=True, stdout=out)
        self.pcs = self.path + ".pcs"
        subprocess.run(self.command("pcs")[:-1] + [self.pcs], check=True)
        with open(self.pcs, "rb") as pcs:
            self.insns = sum(1 for _ in pcs)

    def command(self, form):
        if form == "encode":
            options = ["encode", *(["--btm"] if ".btm." in self.path else []),
                       self.pcs]
        else:
            options = ["decode", "--quiet", "-f", form, self.path]
        return [*self.tool, *options, "-i", self.elf, "-o", "/dev/null"]

    def counted(self, form):
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
             *self.command(form)], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"tool.py: {self.path}, {form}: {done.stderr}")
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def measure(args, name, config):
    short = Trace(args, name, config, INSNS)
    long = Trace(args, name, config, 2 * INSNS)
    return {form: (long.counted(form) - short.counted(form)) /
            (long.insns - short.insns) for form in FORMS}


def read_budget(path):
    return {(name, config): dict(zip(FORMS, map(float, words)))
            for name, config, *words in common.rows(path)}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", required=True, help="the limits")
    parser.add_argument("--tool", required=True, help="hartscope")
    parser.add_argument("directory",
                        help="with bench, NAME.elf, NAME.bin and NAME.blocks")
    parser.add_argument("names", nargs="+", help="programs")
    args = parser.parse_args()
    budget = read_budget(args.budget)
    failed = 0
    print("machine's instructions of the tool per traced instruction\n"
          f"{'program and configuration':27}" +
          "".join(f"{form:>8}" for form in FORMS))
    for name in args.names:
        for config in CONFIGS:
            row = measure(args, name, config)
            print(f"{name + ' ' + config:27}" +
                  "".join(f"{row[form]:8.2f}" for form in FORMS), flush=True)
            limits = budget.get((name, config))
            if not limits:
                sys.exit(f"tool.py: add '{name} {config}' to {args.budget}")
            for form in FORMS:
                if row[form] > limits[form]:
                    print(f"not ok {name} {config}: {form} {row[form]:.2f} is "
                          f"over {limits[form]:.2f}")
                    failed += 1
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
