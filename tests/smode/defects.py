#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Print which of the defects of docs/opensbi-defects.md a firmware has.

Each case of tests/smode/harts/defects_test.c runs on a machine of its own. The output has a
line for each case. A defect of the firmware is not a failure of the program."""

import argparse
import concurrent.futures
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, HERE)
import run as smode

STOCK = 'opensbi/rv{xlen}/platform/generic/firmware/fw_dynamic.bin'
MACHINE = {'payload': 'defects', 'smp': '2', 'cpu': 'max', 'dtb': '-'}
SOURCE = os.path.join(HERE, 'harts', 'defects_test.c')
# A hart that hangs uses no processor time; the other cases take a second of it.
# A case takes about a second, or its hart hangs. Limits of a machine, in
# seconds of processor time; SECONDS replaces that of the row.
TIMEOUT = '4'
SECONDS = 10


def titles():
    """Names of the cases, in order."""
    with open(SOURCE, encoding='utf-8') as source:
        text = source.read()
    return re.findall(r'^\t\{ "(.*?)",\s', text, re.M)


def look(number, xlen, options):
    """The result of one case."""
    machine = dict(MACHINE, xlen=xlen, timeout=TIMEOUT,
                   words=f'case={number}', name=f'defects {number} rv{xlen}')
    console, _ = smode.boot(machine, options)
    if re.search(rf'^ok {number} - .* # SKIP', console, re.M):
        return 'does not apply'
    if re.search(rf'^ok {number} - ', console, re.M):
        return 'absent'
    if re.search(rf'^not ok {number} - ', console, re.M):
        return 'present'
    dead = smode.DEAD.search(console)
    return 'present: M-mode dies' if dead else 'present: a hart hangs'


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--firmware', metavar='FILE',
                        help='firmware to look at; {xlen} becomes 32 or 64 '
                        '(default: the stock OpenSBI of the build)')
    parser.add_argument('--xlen', default='64', choices=('32', '64'))
    parser.add_argument('--jobs', type=int, default=os.cpu_count(),
                        metavar='N', help='machines at once')
    options = parser.parse_args()
    options.seconds = SECONDS
    options.firmware = options.firmware or os.path.join(options.build, STOCK)
    options.scratch = os.path.join(options.build, 'results', 'smode')
    options.lacks, options.snapshot, options.boot_hart = 'nothing', None, 0
    return options


def main():
    options = arguments()
    names = titles()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(
            lambda number: look(number, options.xlen, options),
            range(1, len(names) + 1)))
    width = max(len(name) for name in names)
    for name, answer in zip(names, answers):
        print(f'# {name:{width}}  {answer}')
    count = sum(a.startswith('present') for a in answers)
    print(f'# defects: {count} of {len(names)} are in '
          + options.firmware.format(xlen=options.xlen))


if __name__ == '__main__':
    main()
