# SPDX-License-Identifier: BSD-2-Clause
"""Sizes of linked firmware, with and without trace, and of the PMU in it: code, and
state of each hart."""

import os
import re
import subprocess

# The part that decides, and the part that joins it to OpenSBI
CORE = re.compile(r'/obj/(lib/pmu/[^/]*|platform/generic/fast/trap)\.o$')
GLUE = re.compile(r'/obj/platform/generic/\w+/(pmu|pmu_map|pmudev|shmem|fast)_glue\.o$')
# A long section name is followed by a line break.
SECTION = re.compile(r'^ \.text\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+(\S+)$',
                     re.M)


def text(path, objects):
    """Bytes of instructions of these objects in a link."""
    with open(path, encoding='utf-8') as file:
        linked = file.read().split('Linker script and memory map')[1]
    return sum(int(size, 16) for size, name in SECTION.findall(linked)
               if objects.search(name))


def state(build, xlen, cross):
    """Bytes of struct pmu_hart, the size of the array in state.c."""
    path = os.path.join(build, f'rv{xlen}', 'bench', 'state.o')
    listing = subprocess.run([cross + 'nm', '-S', path], check=True,
                             capture_output=True, text=True).stdout
    return int(re.search(r'^\S+ (\S+) \S state$', listing, re.M)[1], 16)


def constant(path, cross):
    """Bytes of code and constants: the first column of size."""
    listing = subprocess.run([cross + 'size', path], check=True,
                             capture_output=True, text=True).stdout
    return int(listing.splitlines()[1].split()[0])


def whole(build, xlen, cross):
    """Rows of the firmware with and without trace."""
    rows = []
    for name, end in (('fw_dynamic', ''), ('fw_notrace', ', TRACE=off')):
        path = os.path.join(build, f'rv{xlen}', name)
        rows += [('bytes of image' + end, os.path.getsize(path + '.bin')),
                 ('bytes of code and constants' + end,
                  constant(path + '.elf', cross))]
    return rows


def measure(build, cross):
    """Rows of budget.txt, each for RV64 and RV32."""
    rows = {}
    for xlen in (64, 32):
        linked = os.path.join(build, f'rv{xlen}', 'fw_dynamic.map')
        for row, size in (('bytes of text', text(linked, CORE)),
                          ('bytes of glue', text(linked, GLUE)),
                          ('bytes of state', state(build, xlen, cross)),
                          *whole(build, xlen, cross)):
            rows.setdefault(row, []).append(size)
    return rows


def points(rows, budget):
    """Results of checks: (holds, text) each."""
    found = []
    for row in rows:
        for n, xlen in enumerate((64, 32)):
            size, top = rows[row][n], int(budget[row][n])
            found.append((0 < size <= top, f'rv{xlen}, {row}: {size}, '
                          f'the limit is {top}'))
    return found
