#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Give a program damaged versions of an index.

Half of them get a right sum again, as an attacker's would have. With a wrong sum the
program has to refuse the file; with a right one any output is correct, but the
program has to end by itself."""

import argparse
import random
import resource
import subprocess
import sys
import zlib

SUM = 4


def damage(data, rng):
    """Change, remove or insert some bytes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data))
        what = rng.randrange(5)
        if what == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1:
            data[at] = rng.choice((0, 1, 0x7f, 0x80, 0xff))
        elif what == 2:
            del data[at:at + rng.randint(1, 4)]
        elif what == 3:
            data[at:at] = b"\xff" * rng.randint(1, 9) + b"\x01"
        else:
            del data[at:]
    return bytes(data)


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("index")
    parser.add_argument("damaged", help="file for damaged versions")
    parser.add_argument("command", nargs=argparse.REMAINDER,
                        help="--index=DAMAGED is put behind its third word")
    args = parser.parse_args()
    with open(args.index, "rb") as file:
        data = file.read()
    command = args.command[:3] + [f"--index={args.damaged}"] + args.command[3:]
    rng = random.Random(args.seed)
    refused = [0, 0]
    for i in range(args.count):
        right = i % 2
        bad = damage(data[:-SUM], rng) if right else damage(data, rng)
        if right:
            bad += zlib.crc32(bad).to_bytes(SUM, "little")
        if bad == data:
            continue
        with open(args.damaged, "wb") as file:
            file.write(bad or b"\0")
        result = subprocess.run(command, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=limited,
                                check=False)
        refused[right] += result.returncode == 2
        if result.returncode not in ((0, 1, 2) if right else (2,)) or \
                (result.returncode == 2 and result.stdout):
            print(f"number {i}: exit status {result.returncode}")
            print(bad.hex())
            sys.stdout.write(result.stderr.decode(errors="replace"))
            return 1
    print(f"refused: {refused[0]} with a wrong sum, {refused[1]} with a right one")
    return refused[1] == 0


if __name__ == "__main__":
    sys.exit(main())
