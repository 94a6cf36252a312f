#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Give a program damaged versions of a file on its standard input."""

import argparse
import random
import resource
import subprocess
import sys


def mutate(data, rng):
    """Change, remove or insert some bytes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data))
        what = rng.randrange(4)
        if what == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1:
            data[at] = rng.randrange(256)
        elif what == 2 and len(data) > 1:
            del data[at:at + rng.randint(1, 4)]
        else:
            data[at:at] = rng.randbytes(rng.randint(1, 4))
        if not data:
            data = bytearray(b"\0")
    return bytes(data)


def limited():
    """Of processor time: elapsed time depends on the host's other work."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--refused", action="store_true",
                        help="the program may also refuse a file: status 2")
    parser.add_argument("file")
    parser.add_argument("command", nargs=argparse.REMAINDER,
                        help='"-" is added, for standard input')
    args = parser.parse_args()
    with open(args.file, "rb") as file:
        data = file.read()
    rng = random.Random(args.seed)
    for i in range(args.count):
        damaged = mutate(data, rng)
        result = subprocess.run(args.command + ["-"], input=damaged,
                                stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, preexec_fn=limited)
        # Clean or damaged; anything else is a crash
        if result.returncode not in (0, 1, 2)[:2 + args.refused]:
            print(f"number {i}: exit status {result.returncode}")
            print(damaged.hex())
            sys.stdout.write(result.stderr.decode(errors="replace"))
            return 1
    return 0


sys.exit(main())
