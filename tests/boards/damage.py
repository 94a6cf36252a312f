#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Gives "hartscope pmu" damaged device trees: bytes, cells and sizes at random.
Each has to end within some processor time, with an exit status of its own; if it
cannot be read, with one line that says why, and else with JSON that is whole."""

import argparse
import json
import os
import random
import resource
import subprocess
import sys

SECONDS = 5  # of processor time; a tree takes a hundredth of one
CELLS = (0, 1, 2, 3, 9, 0xffffffff, 0x7fffffff, 0x80000000, 0xd00dfeed)


def damaged(data, rng):
    """The tree with a few cells or bytes changed, cut or grown."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        kind = rng.randrange(5)
        if kind == 0:
            data[rng.randrange(len(data))] = rng.randrange(256)
        elif kind == 1:
            # Headers, tags and lengths are cells
            at = rng.randrange(len(data) // 4) * 4
            data[at:at + 4] = rng.choice(CELLS).to_bytes(4, 'big')
        elif kind == 2:
            at = rng.randrange(10) * 4
            data[at:at + 4] = rng.randrange(2 * len(data)).to_bytes(4, 'big')
        elif kind == 3:
            # The value or the name of another place
            at, other = (rng.randrange(len(data) // 4) * 4 for _ in range(2))
            data[at:at + 4] = data[other:other + 4]
        else:
            del data[rng.randrange(40, len(data)):]
        if len(data) < 44:
            break
    return bytes(data)


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def wrong(command, judge):
    """What is wrong with the answer, or None."""
    done = subprocess.run(command, check=False, preexec_fn=limited,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    message = done.stderr.decode(errors='replace')
    if done.returncode not in (0, 1, 2):
        return f'exit status {done.returncode}: {message}'
    if done.returncode == 2 and message.count('\n') != 1:
        return f'no one line of message: {message}'
    try:
        return None if done.returncode == 2 else judge(done.stdout)
    except ValueError as error:
        return f'{error}: {done.stdout[:400]}'


def lint_is_whole(text):
    """True if the output is well formed; the exit status is judged elsewhere."""
    report = json.loads(text)
    rows = report['counts'] + report['raw']
    if not all(0 <= int(row['counters'], 16) < 1 << 32 for row in rows):
        return 'counters that no hart has'
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--times', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('tool')
    parser.add_argument('folder')
    parser.add_argument('tree', nargs='+')
    options = parser.parse_args()
    rng = random.Random(options.seed)
    path = os.path.join(options.folder, 'damaged.dtb')
    for number in range(options.times):
        with open(rng.choice(options.tree), 'rb') as tree:
            data = damaged(tree.read(), rng)
        with open(path, 'wb') as out:
            out.write(data)
        command = [options.tool, 'pmu']
        problem = (wrong(command + ['lint', '--json', path], lint_is_whole) or
                   wrong(command + ['overlay', '--dts', path],
                         lambda text: text.decode('ascii') and None))
        if problem:
            sys.exit(f'tree {number}, left in {path}: {problem}')


main()
