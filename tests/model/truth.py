#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Boot the firmware on harts of the model whose registers are not as written: live and
narrow counters, no mcountinhibit or one without bits, bits of medeleg that stay 0, F
without D."""

import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.dirname(HERE),
                 os.path.join(os.path.dirname(HERE), 'smode')]
import board
import common
import run as smode

STEPS = 100                     # millions of steps of a hart; it takes less than half
ALL = 0x7fff8                   # mhpmcounters of a hart
LIVE = 0x32d48                  # those that an RTL simulation of a core showed so


def counters(words='', bits=64, single=None, **numbers):
    """A machine for the payload that tries each counter."""
    single = single or {}
    numbers = {'hpm': ALL, 'hpmbits': bits, **numbers,
               **{f'hpm{n}': value for n, value in single.items()}}
    tells = [f'hpm={numbers["hpm"]}', f'bits={bits}',
             f'live={numbers.get("live", 0)}',
             *(f'bits{n}={value}' for n, value in single.items())]
    if words or 'inhibit' in numbers:
        tells.append('stops=no')
    # The second hart has the same counters, but others count by themselves
    other = {**numbers, 'live': ALL & ~numbers.get('live', 0)}
    return 'counters_test', [board.Hart(words.split(), numbers=n)
                             for n in (numbers, other)], tells + ['smp=2']


def traps(medeleg):
    """A machine for the payload that compares records of traps with the hart's own."""
    numbers = {'medeleg': medeleg, 'control': 0xff3e00000380, 'data': 0xf}
    return 'ctr_trap_test', [board.Hart(
        ['ctr', 'smctr'], ('smctr', 'ssctr', 'sscsrind'), numbers)], [
            'ctr=yes', 'h=false', 'stateen=no']


def misaligned(payload, **more):
    """Two harts that trap at accesses which are not aligned."""
    return payload, [board.Hart(['aligned'], **more)] * 2, [
        'smp=2', 'aligned', 'h=false', 'test']


MACHINES = {
    'live counters': counters(live=LIVE),
    'all live, each with its width': counters(
        live=ALL, single={3: 8, 5: 17, 6: 33, 8: 48, 11: 12, 18: 32}),
    'narrow counters': counters(bits=40),
    'other counters': counters(hpm=0x2a810, live=LIVE, bits=32),
    'live counters, no mcountinhibit': counters('noinhibit', live=LIVE),
    'live counters, mcountinhibit without a bit': counters(
        live=LIVE, inhibit=0, bits=48, single={9: 16}),
    'records of traps, medeleg': traps(0xf4bfff),
    'records of traps, no medeleg': traps(0),
    'records of traps, medeleg without breakpoints': traps(0xf4bff7),
    'F without D': misaligned('without_d_test', d=False),
}


def boot(xlen, name, options):
    """Returns the command, the console and the exit status."""
    payload, harts, words = MACHINES[name]
    base = os.path.join(options.build, 'rv' + xlen)
    dtb = os.path.join(options.build, 'results', 'model', 'truth.dtb')
    board.tree(dtb, xlen, harts, words)
    command = board.command(
        options.build, xlen, harts, os.path.join(base, options.firmware),
        os.path.join(base, 'smode', payload + '.elf'), dtb, '--limit', str(STEPS))
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, errors='replace',
                            check=False)
    return command, result.stdout, result.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--firmware', default='fw_test.bin', metavar='FILE',
                        help='in the folders rv64 and rv32 (default: fw_test.bin)')
    parser.add_argument('--verbose', action='store_true',
                        help='print every console')
    common.add_arguments(parser)
    options = parser.parse_args()
    passed = failed = 0
    for name in MACHINES:
        for xlen in '64', '32':
            if options.only not in f'rv{xlen} {name}':
                continue
            command, console, status = boot(xlen, name, options)
            p, f, skipped, wrong = smode.judge(console, status, False)
            if skipped and 'records' not in name:  # those of guests
                wrong = wrong or 'cases were skipped'
            passed, failed = passed + p, failed + max(f, bool(wrong))
            print(f'{"not ok" if wrong else "ok"} {name}, rv{xlen} '
                  f'({p} points)' + (f': {wrong}' if wrong else ''))
            if wrong or options.verbose:
                print('  | ' + ' '.join(command) + '\n  | ' +
                      console.replace('\n', '\n  | '))
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
