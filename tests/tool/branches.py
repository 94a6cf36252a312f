# SPDX-License-Identifier: BSD-2-Clause
"""Do the formats bolt and profgen count what the executed sequence tells?

usage: branches.py SEQUENCE BOLT PROFGEN TRAP-RETURN...
"""

import collections
import sys


def counted(path, returns):
    """Taken branches, and what lies between, from a list of instructions."""
    branches, through = collections.Counter(), collections.Counter()
    start = jump = after = None

    def arrive(address):
        nonlocal start
        if jump is not None and jump not in returns:
            branches[jump, address] += 1
            through[start, jump] += 1
        if jump is not None:
            start = None

    for line in open(path, encoding='ascii'):
        if line.startswith('.@'):
            arrive(int(line.split()[1], 16))
        if line.startswith(('.@', '. stop', '. lost')):
            start = jump = after = None
        if line.startswith('.'):
            continue
        address, kind = line.split(',')
        address, kind = int(address, 16), kind.strip()
        arrive(address)
        if start is None or after != address:
            start = address
        jump = address if kind[0] in 'BJCR' and kind[1] != 'N' else None
        after = address + int(kind[-1])
    return branches, through


def bolt(path):
    branches, through = {}, {}
    for line in open(path, encoding='ascii'):
        kind, start, end, times, *wrong = line.split()
        assert wrong == (['0'] if kind == 'B' else [])
        pairs = branches if kind == 'B' else through
        assert (int(start, 16), int(end, 16)) not in pairs, line
        pairs[int(start, 16), int(end, 16)] = int(times)
    return branches, through


def profgen(path):
    lines = iter(open(path, encoding='ascii').read().split())
    parts = []
    for arrow in '-', '->':
        pairs = {}
        for _ in range(int(next(lines))):
            pair, times = next(lines).split(':')
            start, end = pair.split(arrow)
            pairs[int(start, 16), int(end, 16)] = int(times)
        parts.append(pairs)
    assert next(lines, None) is None
    return parts[1], parts[0]


def main():
    want = counted(sys.argv[1], {int(a, 16) for a in sys.argv[4:]})
    assert want[0], 'no branches'
    for ours in bolt(sys.argv[2]), profgen(sys.argv[3]):
        for mine, theirs in zip(ours, want):
            assert mine == dict(theirs), f'{mine}\n{dict(theirs)}'
    print(len(want[0]), 'branches,', sum(want[0].values()), 'times')


main()
