# SPDX-License-Identifier: BSD-2-Clause
"""How large the PMU is in a linked firmware: code, and state of each hart."""

import os
import re
import subprocess

# Hooks (override.o) are the PMU's as long as nobody else needs any.
OBJECTS = re.compile(r'/obj/(lib/pmu/|firmware/fast|platform/generic/'
                     r'(pmu|pmudev|shmem|fast|override)[^/]*\.o$)')
# The name of a long section has a line of its own.
SECTION = re.compile(r'^ \.text\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+(\S+\.o)$',
                     re.M)


def text(build, xlen):
    """Bytes of instructions that the linker took from the PMU's objects."""
    path = os.path.join(build, f'rv{xlen}', 'fw_dynamic.map')
    with open(path, encoding='utf-8') as file:
        linked = file.read().split('Linker script and memory map')[1]
    return sum(int(size, 16) for size, name in SECTION.findall(linked)
               if OBJECTS.search(name))


def state(build, xlen, cross):
    """Bytes of struct pmu_hart, which state.c gives to an array."""
    path = os.path.join(build, f'rv{xlen}', 'bench', 'state.o')
    listing = subprocess.run([cross + 'nm', '-S', path], check=True,
                             capture_output=True, text=True).stdout
    return int(re.search(r'^\S+ (\S+) \S state$', listing, re.M)[1], 16)


def points(build, cross, budget):
    """What was checked: (holds, text) each."""
    found = []
    for xlen in (64, 32):
        for row, size in (('bytes of text', text(build, xlen)),
                          ('bytes of state', state(build, xlen, cross))):
            top = int(budget[row][xlen == 32])
            found.append((0 < size <= top, f'rv{xlen}, {row}: {size}, '
                          f'the limit is {top}'))
    return found
