#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Boot the firmware on harts of the model that trap misaligned loads and stores to
M-mode, with the payload that makes such accesses. What these cost has to be what
docs/performance.md says."""

import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.dirname(HERE),
                 os.path.join(os.path.dirname(HERE), 'smode'),
                 os.path.join(os.path.dirname(HERE), 'bench')]
import board
import common
import report
import run as smode

PAYLOAD = 'misaligned_test'
STEPS = 100                     # millions of steps of a hart; it takes less than half
NAMES = ('lh', 'lhu', 'lw', 'lwu', 'ld', 'c.lw', 'sh', 'sw', 'sd', 'c.sw') # of costs


def command_of(xlen, fp, options, *more):
    """The command; more is options of tests/model/boot.c."""
    base = os.path.join(options.build, 'rv' + xlen)
    dtb = os.path.join(options.build, 'results', 'model',
                       f'aligned-rv{xlen}.dtb')
    harts = [board.Hart(['aligned'] + ['zcb', 'zfh'] * fp, fp=fp)] * 2
    board.tree(dtb, xlen, harts, ['smp=2', 'aligned', 'h=false', 'test'])
    return board.command(
        options.build, xlen, harts, os.path.join(base, 'fw_test.bin'),
        os.path.join(base, 'smode', PAYLOAD + '.elf'), dtb, *more)


def boot(xlen, fp, options):
    """Returns the command, the console and the exit status."""
    command = command_of(xlen, fp, options, '--limit', str(STEPS))
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, errors='replace',
                            check=False)
    return command, result.stdout, result.returncode


def on_page(xlen, console, options):
    """Results of checks: (holds, text) each; with another compiler or OpenSBI none"""
    with open(options.page, encoding='utf-8') as file:
        page = file.read()
    if report.made_with(options) not in page:
        return []
    found = dict(re.findall(r'^# (\S+): (\d+) instructions, the long way', console,
                            re.M))
    row = ' | '.join([f'| RV{xlen}', *(found.get(name, '-') for name in NAMES)]) + ' |'
    return [(row in page, f'{options.page}: {row}')]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--xlen', choices=('64', '32'), metavar='XLEN',
                        help='64 or 32 alone (default: both)')
    parser.add_argument('--page', default='docs/performance.md', metavar='FILE',
                        help='with the costs (default: %(default)s)')
    parser.add_argument('--cross', default='riscv64-linux-gnu-', metavar='PREFIX',
                        help='of the compiler (default: %(default)s)')
    parser.add_argument('--verbose', action='store_true',
                        help='print every console')
    common.add_arguments(parser)
    options = parser.parse_args()
    passed = failed = 0
    for xlen in [options.xlen] if options.xlen else ['64', '32']:
        command, console, status = boot(xlen, True, options)
        p, f, skipped, wrong = smode.judge(console, status, False)
        wrong = wrong or (skipped and 'cases were skipped')
        passed, failed = passed + p, failed + max(f, bool(wrong))
        print(f'{"not ok" if wrong else "ok"} misaligned rv{xlen} '
              f'({p} points)' + (f': {wrong}' if wrong else ''))
        if wrong or options.verbose:
            print('  | ' + ' '.join(command) + '\n  | ' +
                  console.replace('\n', '\n  | '))
        for good, text in on_page(xlen, console, options):
            passed, failed = passed + good, failed + (not good)
            print('ok' if good else 'not ok', '-', text)
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
