#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Leave single groups, of interrupts and of instructions, out of a tandem trace that
is verified. Each makes one finding, which names the missing group."""

import argparse
import json
import pathlib
import re
import subprocess
import sys

HEAD = re.compile(r'^\d+ @(0x[0-9a-f]+) ', re.M)
# Number of each kind
NUMBER = 3


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def offsets(args, *options):
    """Offsets of groups."""
    done = run(args.tool, 'tandem', 'dump', '--quiet', *options, args.trace)
    return [int(offset, 0) for offset in HEAD.findall(done.stdout)]


def pick(places, number):
    step = len(places) // (number + 1)
    return [places[step * (i + 1)] for i in range(number)]


def findings(args, content):
    other = pathlib.Path(args.trace + '.without')
    other.write_bytes(content)
    done = run(args.tool, 'tandem', 'verify', '--quiet', '--json',
               '--params=' + args.trace + '.params', str(other))
    other.unlink()
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return [element['kind']
            for divergence in json.loads(done.stdout)['divergences']
            for element in divergence['elements']]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('tool', metavar='HARTSCOPE')
    parser.add_argument('trace', metavar='TRACE')
    args = parser.parse_args()
    trace = pathlib.Path(args.trace).read_bytes()
    every = offsets(args) + [len(trace)]
    after = dict(zip(every, every[1:]))
    interrupts = offsets(args, '--kind=trap')[:-1]
    # without the group, the value that a device gave is unknown
    insns = offsets(args, '--kind=insn', '--address=0x80000000..0x8fffffff')
    print(f'{len(interrupts)} interrupts, {len(insns)} instructions')
    for kind, places in ('LOST', interrupts), ('DROPPED', insns):
        if len(places) <= NUMBER:
            sys.exit(f'too few for {kind}')
        for at in pick(places, NUMBER):
            found = findings(args, trace[:at] + trace[after[at]:])
            print(f'without the group at {at:#x}: {found}')
            if found != [kind]:
                sys.exit(f'{kind} alone is wanted')


if __name__ == '__main__':
    main()
