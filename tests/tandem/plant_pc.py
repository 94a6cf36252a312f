#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Change the pc in groups of a tandem trace, at random places, and check that the
comparison with an N-Trace finds the changed instruction."""

import argparse
import json
import random
import re
import subprocess
import sys

HEAD = re.compile(r'\d+ @(0x[0-9a-f]+) (\S+)')
PC = 10


def dump(args, first, count):
    """Offset, kind and lines of the groups at these offsets."""
    text = subprocess.run(
        [args.tool, 'tandem', 'dump', '--quiet',
         f'--groups={first}..{first + count}', args.trace],
        capture_output=True, text=True, check=True).stdout
    groups = []
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            groups.append((int(head[1], 0), head[2], []))
        elif groups:
            groups[-1][2].append(line.split('=')[0].strip())
    return groups


def retired(group):
    """True for an instruction without a trap."""
    return group[1] == 'insn' and not {'mepc', 'mcause'} <= set(group[2]) \
        and not {'sepc', 'scause'} <= set(group[2])


def pc_place(data, xlen):
    """The place of the new pc in the bytes of a group at level pc."""
    register = 3 + xlen // 8
    at = 0
    while data[at:at + 2] != bytes((7, PC)):
        code = data[at]
        at += {1: 1, 3: 1, 4: register, 7: 3, 16: 3, 17: 5}[code]
    return at + 2


def plant(args, groups, rng):
    """Returns true if the change was found at its place."""
    n = next(n for n, g in enumerate(groups) if 'pc' in g[2]
             and (retired(g) or g[1] == 'trap'))
    wanted = next(g for g in groups[n + 1:] if retired(g))[0]
    with open(args.trace, 'r+b', buffering=0) as trace:
        trace.seek(groups[n][0])
        place = groups[n][0] + pc_place(trace.read(200), args.xlen)
        trace.seek(place)
        old = trace.read(1)
        trace.seek(place)
        trace.write(bytes([old[0] ^ 1 << rng.randrange(2, 8)]))
        run = subprocess.run(
            [args.tool, 'tandem', 'crosscheck', '--quiet', '--json',
             *(f'--image={image}' for image in args.image), args.trace,
             args.ntrace], capture_output=True, text=True, check=False)
        trace.seek(place)
        trace.write(old)
    if run.returncode != 1:
        return False, f'exit status {run.returncode}'
    result = json.loads(run.stdout)['ntraces'][0]
    seen = result['difference']['tandem_offset']
    return seen == wanted, f'seen at byte {seen:#x}, not {wanted:#x}'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--xlen', type=int, default=64)
    parser.add_argument('--image', action='append', default=[], metavar='ELF',
                        help='the executed program')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--groups', type=int, default=1000000,
                        help='of the trace (%(default)s)')
    parser.add_argument('--plants', type=int, default=10,
                        help='how many (%(default)s)')
    parser.add_argument('tool', help='hartscope')
    parser.add_argument('trace', help='of plugin_tandem with level=pc; it is '
                        'changed, and put right again')
    parser.add_argument('ntrace')
    args = parser.parse_args()
    rng = random.Random(args.seed)
    missed = 0
    for _ in range(args.plants):
        first = rng.randrange(args.groups)
        found, text = plant(args, dump(args, first, 500), rng)
        if not found:
            missed += 1
            print(f'near group {first}: {text}')
    sys.exit(missed > 0)


if __name__ == '__main__':
    main()
