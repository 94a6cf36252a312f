#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Boot the firmware and the CTR payloads on random implementations of CTR.

Each implementation is a number: the same number is the same machine. The harts
are those of the model (docs/model.md), the payloads those of level smode."""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.dirname(HERE),
                 os.path.join(os.path.dirname(HERE), 'smode')]
import board
import common
import run as smode
import trees

OPTIONAL = [*range(33, 38), *range(40, 48)]  # filters of mctrctl
CUSTOM = range(60, 64)
RASEMU, STE, MTE = 1 << 7, 1 << 8, 1 << 9
TYPE, CCV_AND_CCM = 0xf, 0xfff8000

# Payloads: least and most harts, words of smode.cfg
PAYLOADS = {
    'ctr': (1, 2, ()),
    'ctr_trap': (1, 1, ()),
    'ctr_mte': (1, 1, ()),
    'ctr_hsm': (2, 4, ('test',)),
    'ctr_boot': (1, 4, ('poison', 'reboot', 'test')),
    'ctr_owners': (1, 1, ('test', 'rounds=100')),
    'ctr_sse': (1, 1, ('test', 'rounds=200')),
    'ctr_crash': (5, 5, ('test', 'dies')),
    'ctr_harts': (2, 4, ()),
}
TWO_DOMAINS = ('ctr_owners',)


class Implementation:
    """The choices of a hart's designer, drawn from a number."""

    def __init__(self, number, xlen):
        rng = random.Random(f'{number} {xlen}')
        self.number, self.xlen, self.rng = number, xlen, rng
        self.smctr = rng.random() < 0.85
        self.mte = self.smctr and rng.random() < 0.7
        self.stateen = rng.random() < 0.7
        self.names = rng.choice((['smctr', 'ssctr'], ['smctr'], ['ssctr'])
                                if self.smctr else (['ssctr'],))
        self.others = [name for name in ('smcsrind', 'sscofpmf')
                       if rng.random() < 0.6]
        self.fp = rng.random() < 0.8
        self.ticks = rng.randint(1, 16)
        self.numbers = {
            'control': self.control(), 'data': self.data(),
            'depths': rng.choice((1 << 1, 1 << 4, 1, rng.randint(1, 31),
                                  rng.randint(1, 31))),
            'rule': rng.randint(0, 3), 'misp': rng.randint(0, 1),
            'moves': rng.randint(0, 1),
            'custom': rng.getrandbits(31) & ~0xff,
            'pc': rng.choice((64, 57, 48, 39) if xlen == '64' else (64, 32)),
            'reset': rng.choice((0, rng.getrandbits(64) | 1,
                                 rng.getrandbits(64) | 1)),
            'medeleg': rng.choice((~0, ~0, ~8, rng.getrandbits(24), 0)) &
                       0xf4bfff,
        }
        self.d = rng.random() < 0.6

    def control(self):
        value = sum(1 << bit for bit in OPTIONAL if self.rng.random() < 0.6)
        value |= RASEMU if self.rng.random() < 0.6 else 0
        if self.mte or self.rng.random() < 0.6:
            value |= STE
        if self.rng.random() < 0.4:
            value |= sum(1 << bit for bit in CUSTOM if self.rng.random() < 0.5)
        return value | (MTE if self.mte else 0)

    def data(self):
        value = TYPE if self.rng.random() < 0.6 else 0
        if self.rng.random() < 0.6:
            value |= CCV_AND_CCM | ((1 << self.rng.randint(0, 4)) - 1) << 28
        return value

    def hart(self):
        words = ['ctr'] + ['smctr'] * self.smctr + self.others
        names = self.names + self.others + ['sscsrind']
        if self.stateen:
            words.append('smstateen')
            names += ['smstateen', 'ssstateen']
        return board.Hart(words, names, self.numbers, self.fp, self.d)

    def words(self):
        """Words for the payload: facts that it cannot find out itself."""
        told = ['ctr=yes', 'h=false',
                'stateen=' + ('yes' if self.stateen else 'no')]
        told += [n + '=no' for n in ('smctr', 'ssctr') if n not in self.names]
        told += [] if self.smctr else ['mctrctl=no']
        return told + ([] if self.mte else ['mte=no'])


def harts_of(kind, payload):
    """The harts of a machine, and the words for the payload."""
    least, most, _ = PAYLOADS[payload]
    count = kind.rng.randint(least, most)
    if payload != 'ctr_harts':
        return [kind.hart()] * count, []
    # Each hart is of another kind, or has no CTR; the device tree lists it at
    # random.
    harts, mask, listing = [], 0, 0
    for n in range(count):
        hart = Implementation(f'{kind.number}.{n}', kind.xlen).hart()
        hart.names += ['smctr', 'ssctr']
        here, listed = kind.rng.random() < 0.7, kind.rng.random() < 0.7
        if not here:
            hart.words = [w for w in hart.words if w not in ('ctr', 'smctr')]
            hart.numbers = {}
        if not listed:
            hart.names = [x for x in hart.names if x not in ('smctr', 'ssctr')]
        mask |= (here and listed) << n
        listing |= listed << n
        harts.append(hart)
    return harts, [f'harts={mask}', f'listed={listing}']


def machine(number, xlen, payload, options):
    """Boot one; returns the command, the console and the exit status."""
    kind = Implementation(number, xlen)
    if payload == 'ctr_sse' and 'sscofpmf' not in kind.others:
        kind.others.append('sscofpmf')
    kind.rng.seed(f'{number} {xlen} {payload}')
    base = os.path.join(options.build, 'rv' + xlen)
    words = list(PAYLOADS[payload][2])
    if payload == 'ctr_boot':
        words = [w for w in words if kind.rng.random() < 0.5]
    harts, told = harts_of(kind, payload)
    dtb = os.path.join(options.scratch, f'{payload}-rv{xlen}-{number}.dtb')
    told = [f'smp={len(harts)}', *words, *told]
    if payload == 'ctr_harts':
        told += ['ctr=yes', 'h=false', 'stateen=maybe']
    else:
        told += kind.words()
    if payload in TWO_DOMAINS:
        told += ['domains=2', f'seed={number}']
    board.tree(dtb, xlen, harts, told)
    if payload in TWO_DOMAINS:
        for step in trees.domains(dtb, xlen):
            smode.step(['fdtput'] + step)
    firmware = options.firmware.format(xlen=xlen)
    if 'test' in words:
        firmware = os.path.join(base, 'fw_test.bin')
    # A payload that waits for a crashed hart needs a clock of one tick a step.
    more = ['--ticks', '1' if payload == 'ctr_crash' else str(kind.ticks)]
    if 'poison' in words:
        more += ['--poison', os.path.join(base, 'smode', 'poison.elf')]
    if 'reboot' in words:
        more.append('--reboot')
    command = board.command(
        options.build, xlen, harts, firmware,
        os.path.join(base, 'smode', payload + '_test.elf'), dtb, *more)
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, errors='replace',
                            check=False)
    return command, result.stdout, result.returncode


def timed(job, options):
    start = time.monotonic()
    command, console, status = machine(*job, options)
    dies = 'dies' in PAYLOADS[job[2]][2]
    result = smode.judge(console, 0 if dies else status, dies)
    return job, command, console, result, time.monotonic() - start


def report(result, options):
    (number, xlen, payload), command, console, judged, seconds = result
    passed, failed, skipped, wrong = judged
    notes = f', {skipped} cases skipped' if skipped else ''
    print(f'{"not ok" if wrong else "ok"} {payload} rv{xlen} '
          f'implementation {number} ({passed} points{notes}, {seconds:.1f} s)'
          + (f': {wrong}' if wrong else ''))
    if wrong or options.verbose:
        print('  | ' + ' '.join(command))
        for line in console[max(console.find('TAP version'), 0):].splitlines():
            print('  | ' + line)
    sys.stdout.flush()
    return passed, failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--firmware', metavar='FILE',
                        help='firmware under test; {xlen} becomes 32 or 64 '
                        '(default: DIR/rv{xlen}/fw_dynamic.bin)')
    parser.add_argument('--first', type=int, default=1, metavar='N',
                        help='number of the first implementation (default: 1)')
    parser.add_argument('--count', type=int, default=4, metavar='N',
                        help='implementations (default: 4)')
    parser.add_argument('--spread', action='store_true',
                        help='one payload and one width for each, in turn, '
                        'instead of all')
    common.add_arguments(parser)
    parser.add_argument('--verbose', action='store_true',
                        help='print every console')
    options = parser.parse_args()
    options.firmware = options.firmware or os.path.join(
        options.build, 'rv{xlen}', 'fw_dynamic.bin')
    options.scratch = os.path.join(options.build, 'results', 'model')
    return options


def jobs_of(options):
    numbers = range(options.first, options.first + options.count)
    every = [(x, p) for p in PAYLOADS for x in ('64', '32')]
    if options.spread:
        jobs = [(n, *every[n % len(every)]) for n in numbers]
    else:
        jobs = [(n, x, p) for n in numbers for x, p in every]
    # Each crash takes a second.
    jobs = [j for j in jobs if j[2] != 'ctr_crash' or j[0] % 4 == 0]
    return [j for j in jobs if re.search(
        options.only, f'{j[2]} rv{j[1]} implementation {j[0]}')]


def main():
    options = arguments()
    jobs = jobs_of(options)
    if options.list:
        print('\n'.join(f'{p} rv{x} implementation {n}' for n, x, p in jobs))
        return
    passed = failed = 0
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda job: timed(job, options), jobs):
            p, f = report(result, options)
            passed, failed = passed + p, failed + f
    print(f'# ctr: {passed} points passed, {failed} failed, {len(jobs)} '
          f'machines, {time.monotonic() - start:.0f} s')
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
