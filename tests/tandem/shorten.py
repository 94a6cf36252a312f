#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Shorten a tandem trace, or the file beside it, and check that the tool no longer
takes it for verified; damage both, and check that the tool ends. In one of four
copies the trace begins with the contents of the file beside it, which is removed."""

import argparse
import pathlib
import random
import re
import subprocess
import sys

HEAD = re.compile(r'^\d+ @(0x[0-9a-f]+) ', re.M)


def offsets_of(args):
    """Offsets of groups."""
    text = subprocess.run([args.tool, 'tandem', 'dump', '--quiet', args.trace],
                          capture_output=True, text=True, check=True).stdout
    return [int(offset, 0) for offset in HEAD.findall(text)]


def with_front(trace, side):
    """Text of a file as the beginning of the trace."""
    return b'#tv\n' + side + b'\n' + trace


def cut_front(rng, trace, side, _):
    whole = with_front(trace, side)
    return whole[:rng.randrange(len(whole))], None


def cut_ended(rng, trace, side, _):
    """Counts after the last group, where a pipe has them."""
    lines = side.splitlines(True)[1:]
    counts = [line for line in lines
              if line.split()[0] in (b'bytes', b'insns', b'traps', b'whole')]
    first = b''.join(line for line in lines if line not in counts)
    whole = with_front(trace, first + b'whole no\n')
    whole += with_front(b'', b''.join(counts))
    return whole[:rng.randrange(len(whole))], None


def cut(rng, trace, side, _):
    return trace[:rng.randrange(len(trace))], side


def cut_at_group(rng, trace, side, offsets):
    return trace[:rng.choice(offsets)], side


def drop_groups(rng, trace, side, offsets):
    first, end = sorted(rng.sample(offsets, 2))
    return trace[:first] + trace[end:], side


def cut_side(rng, trace, side, _):
    """The newline at the end of the file has no meaning."""
    return trace, side[:rng.randrange(len(side) - 1)]


def drop_line(rng, trace, side, _):
    lines = side.splitlines(True)
    del lines[rng.randrange(1, len(lines))]
    return trace, b''.join(lines)


def damage(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 10, 100))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def damage_trace(rng, trace, side, _):
    return damage(rng, trace), side


def damage_side(rng, trace, side, _):
    return trace, damage(rng, side)


SHORT = (cut, cut_front, cut_ended, cut_at_group, drop_groups, cut_side, drop_line)
DAMAGED = (damage_trace, damage_side)


def verify(args, name):
    return subprocess.run([args.tool, 'tandem', 'verify', '--quiet', name],
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode


def run_one(args, seed, data, offsets):
    """The error, if there is one."""
    rng = random.Random(seed)
    kind = rng.choice(SHORT + DAMAGED)
    changed = kind(rng, *data, offsets)
    same = changed == data
    if changed[1] is not None and not rng.randrange(4):
        changed = with_front(*changed), None
    name = pathlib.Path(args.trace + '.short')
    side = pathlib.Path(str(name) + '.params')
    name.write_bytes(changed[0])
    side.unlink(missing_ok=True)
    if changed[1] is not None:
        side.write_bytes(changed[1])
    status = verify(args, name)
    if status not in (0, 1, 2):
        return f'{kind.__name__} {seed}: ended with status {status}'
    if status == 0 and kind in SHORT and not same:
        return f'{kind.__name__} {seed}: taken for verified'
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--copies', type=int, default=300)
    parser.add_argument('--first', type=int, default=0, help='seed of the first')
    parser.add_argument('tool', metavar='HARTSCOPE')
    parser.add_argument('trace', metavar='TRACE')
    args = parser.parse_args()
    data = tuple(pathlib.Path(args.trace + end).read_bytes()
                 for end in ('', '.params'))
    offsets = offsets_of(args)
    if verify(args, args.trace):
        sys.exit('the trace itself is not verified')
    for seed in range(args.first, args.first + args.copies):
        wrong = run_one(args, seed, data, offsets)
        if wrong:
            sys.exit(wrong)


if __name__ == '__main__':
    main()
