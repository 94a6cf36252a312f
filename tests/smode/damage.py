# SPDX-License-Identifier: BSD-2-Clause
"""Damaged trees of machines with trace hardware: "damage-17" in smode.cfg is the 17th
list of edits, and "damage-1..20" are twenty machines. Each edit leaves at least one
window that names the true registers."""

import random
import re
import subprocess

WORD = re.compile(r'damage-(\d+)')
MANY = re.compile(r'damage-(\d+)\.\.(\d+)')
NAMES = ('acme,trace-part', 'riscv,trace-ram-sink', 'riscv,trace-encoder',
         'riscv,trace-component', 'xuantie_ntrace,converter',
         'arm,coresight-catu', 'sifive,trace-funnel0')
PAGE = 0x1000


def is_word(edit):
    return bool(WORD.fullmatch(edit))


def many(edits):
    """The machines that a column stands for."""
    found = MANY.search(edits)
    if not found:
        return [edits]
    return [edits[:found.start()] + f'damage-{n}' + edits[found.end():]
            for n in range(int(found[1]), int(found[2]) + 1)]


def cells(*values):
    return [f'{half:x}' for v in values for half in (v >> 32, v & 0xffffffff)]


def window(chance, base):
    """Cells of reg."""
    other = base + PAGE * chance.randrange(-8, 8)
    return cells(*chance.choice((
        (base, chance.randrange(0x200)),
        (base + chance.randrange(PAGE // 4) * 4, PAGE),
        (base, PAGE * chance.randrange(1, 32)),
        (base, PAGE, other, PAGE),
        (other, chance.randrange(PAGE), base, PAGE),
        (other, PAGE, 0x80000000, PAGE, base, 4),
    ))) + (['0'] if chance.random() < .1 else [])


def one(chance, tree, nodes):
    """Steps of fdtput for one edit."""
    node = chance.choice(nodes)
    base = int(node.rsplit('@', 1)[1], 16)
    kind = chance.randrange(8)
    if kind < 3:
        return [['-tx', tree, node, 'reg', *window(chance, base)]]
    if kind == 3:
        return [['-ts', tree, node, 'status', 'disabled']]
    if kind == 4:
        return [['-ts', tree, node, 'compatible', chance.choice(NAMES)]]
    if kind == 5:
        at = base + chance.choice((0xf00, 0x800, PAGE, 3 * PAGE))
        path = f'/soc/device@{at:x}'
        return [['-cp', tree, path],
                ['-tx', tree, path, 'reg', *cells(at, chance.choice((4, 0x100, PAGE)))]]
    if kind == 6:
        return [['-tx', tree, node, 'cpus', f'{chance.randrange(8):x}']]
    steps = []
    for n in range(chance.randrange(4, 24)):
        path = f'/soc/more@{n:x}'
        steps += [['-cp', tree, path],
                  ['-ts', tree, path, 'compatible', 'riscv,trace-component'],
                  ['-tx', tree, path, 'reg', *cells(0x18000000 + n * PAGE, PAGE)]]
    return steps


def commands(edit, tree):
    """Arguments of each call of fdtput for a word."""
    chance = random.Random(int(WORD.fullmatch(edit)[1]))
    names = subprocess.run(['fdtget', '-l', tree, '/soc'], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split()
    nodes = ['/soc/' + n for n in names if n.startswith('trace-')]
    steps = [step for _ in range(chance.randrange(1, 6))
             for step in one(chance, tree, nodes)]
    if chance.random() < .3:
        steps.append(['-ts', tree, '/chosen', 'hartscope,trace-policy',
                      chance.choice(('direct', 'handover', 'mediated'))])
    return steps
