#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Let each instruction of the trap entry fault, with each cause, on harts of the
model, while S-mode has hostile values in all registers (tests/smode/entry/nested_test.c).
M-mode has to end with a report of this cause, or to return to S-mode."""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))
import board
import common

# Harts with different devices, all of which leave misaligned accesses to M-mode.
# The tree of the second kind promises stimecmp, and mtime is the only timer.
KINDS = {
    'sscofpmf': board.Hart(['aligned', 'sscofpmf'], ['sscofpmf']),
    'nosstc': board.Hart(['aligned', 'nosstc']),
}
AIMS = ('its own code', "the firmware's text", "another hart's stack")
LIMIT = '400'   # millions of steps


def places(elf, cross):
    """Addresses in the firmware, by symbol."""
    text = subprocess.run([cross + 'nm', elf], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return {m[2]: int(m[1], 16) + 0x80000000
            for m in re.finditer(r'^([0-9a-f]+) \w (\w+)$', text, re.M)}


def name_of(job):
    xlen, kind, aim = job
    return f'rv{xlen} {kind}, aimed at {AIMS[aim]}'


def run(job, options):
    """Returns the console and the exit status of a machine."""
    xlen, kind, aim = job
    base = os.path.join(options.build, 'rv' + xlen)
    at = places(os.path.join(base, 'fw_dynamic.elf'), options.cross)
    payload = os.path.join(base, 'smode', 'nested_test.elf')
    aimed = (places(payload, options.cross)['area'] - 0x80000000 + 4096,
             0x80008000, at['_fw_end'] + 4096)[aim]
    dtb = os.path.join(options.build, 'results', 'model',
                       f'nested-rv{xlen}-{kind}-{aim}.dtb')
    harts = [KINDS[kind]] * 2
    board.tree(dtb, xlen, harts, [
        'smp=2', f'aim={aim}', f'at={at["_fw_end"] + 4096 - 0x80000000}'])
    words = ','.join(f'{x:x}' for x in (
        at['fast_first'], at['fast_last'], at['_fw_rw_start'],
        at['hartindex_to_scratch_table'], aimed))
    result = subprocess.run(board.command(
        options.build, xlen, harts, os.path.join(base, 'fw_dynamic.bin'),
        payload, dtb, '--limit', LIMIT, '--nested',
        f'{words},{options.every},{options.turn}'),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors='replace', check=False)
    return result.stdout, result.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--every', type=int, default=1, metavar='N',
                        help='one of N faults (default: 1)')
    parser.add_argument('--turn', type=int, metavar='N',
                        default=int(common.commit()[:7] or '0', 16),
                        help='which one of them (default: the commit chooses)')
    parser.add_argument('--cross', default=os.environ.get(
        'CROSS_COMPILE', 'riscv64-linux-gnu-'), metavar='PREFIX')
    parser.add_argument('--verbose', action='store_true',
                        help='print every console')
    common.add_arguments(parser)
    options = parser.parse_args()
    jobs = [(xlen, kind, aim) for xlen in ('64', '32') for kind in KINDS
            for aim in range(len(AIMS))]
    jobs = [job for job in jobs if re.search(options.only, name_of(job))]
    if options.list:
        print('\n'.join(map(name_of, jobs)))
        return
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda job: run(job, options), jobs)
        for name, (console, status) in zip(map(name_of, jobs), results):
            good = sum(int(n) for n in re.findall(r'^# (\d+): ', console, re.M))
            passed, failed = passed + good, failed + bool(status)
            print(f'{"not ok" if status else "ok"} - nested: {name} '
                  f'({good} faults)', flush=True)
            if status or options.verbose:
                print('  | ' + console.replace('\n', '\n  | '))
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
