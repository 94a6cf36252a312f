#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Puts streams into the frames of a CoreSight formatter, as hardware would:
bursts of random length, changes of ID of both kinds, and at the end bytes of
nobody. With --syncs also synchronization packets, between frames and in them.
"""

import argparse
import random
import sys


def mix(streams, rng):
    """All bytes with their IDs, in bursts."""
    left = {number: list(data) for number, data in streams.items() if data}
    mixed = []
    while left:
        number = rng.choice(list(left))
        burst = rng.choice((1, 1, 2, 3, 7, 20))
        mixed += [(number, byte) for byte in left[number][:burst]]
        left[number] = left[number][burst:]
        if not left[number]:
            del left[number]
    return mixed


def frame(mixed, number, at):
    """One frame from mixed[at] on. Returns the frame, the ID after it, and the next
    index."""
    out, last = [], 0

    def owner(k):
        return mixed[k][0] if k < len(mixed) else 0

    for pair in range(8):
        only = pair == 7
        if owner(at) != number:
            number = owner(at)
            out.append(number << 1 | 1)
        elif only or owner(at + 1) == number:
            byte = mixed[at][1] if at < len(mixed) else 0
            last |= (byte & 1) << pair
            out.append(byte & 0xfe)
            at += 1
        else:
            # the byte that follows is still of the old ID
            last |= 1 << pair
            number = owner(at + 1)
            out.append(number << 1 | 1)
        if not only:
            out.append(mixed[at][1] if at < len(mixed) else 0)
            at += 1
    return bytes(out) + bytes((last,)), number, at


def with_syncs(data, rng):
    parts = []
    for i in range(0, len(data), 2):
        if i % 16 == 0 and rng.random() < 0.2:
            parts.append(b"\xff\xff\xff\x7f")
        if rng.random() < 0.1:
            parts.append(b"\xff\x7f")
        parts.append(data[i:i + 2])
    return b"".join(parts)


def frames(streams, rng):
    """The streams, {ID: bytes}, in frames."""
    mixed, number, at, out = mix(streams, rng), 0, 0, b""
    while at < len(mixed):
        data, number, at = frame(mixed, number, at)
        out += data
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--syncs", action="store_true")
    parser.add_argument("seed", type=int)
    parser.add_argument("streams", nargs="+", metavar="ID=FILE")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    streams = {}
    for text in args.streams:
        number, path = text.split("=", 1)
        with open(path, "rb") as file:
            streams[int(number)] = file.read()
    out = frames(streams, rng)
    sys.stdout.buffer.write(with_syncs(out, rng) if args.syncs else out)


if __name__ == "__main__":
    main()
