#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Boot the firmware on four harts of which some have CTR: all 16 choices, with each
hart as the one that boots. The device tree lists CTR for all."""

import argparse
import concurrent.futures
import os
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

HARTS = 4
NAMES = ('smctr', 'ssctr', 'sscsrind', 'smcsrind', 'smstateen', 'ssstateen')


def name_of(job):
    return f'rv{job[0]} harts {job[1]:04b} with CTR, hart {job[2]} boots'


def jobs_of(options):
    """Width, harts with CTR as bits, the hart that boots."""
    jobs = [(xlen, mask, first) for xlen in ('64', '32')
            for mask in range(1 << HARTS) for first in range(HARTS)]
    if not options.all:
        jobs = [j for j in jobs if j[2] == (j[1] + j[1] // HARTS) % HARTS
                and (j[0] == '64' or j[1] % 5 == 1)]
    return [j for j in jobs if re.search(options.only, name_of(j))]


def boot(job, options):
    """Boot one machine; returns the result of level smode."""
    xlen, mask, first = job
    name = f'masks-rv{xlen}-{mask}-{first}'
    harts = [board.Hart(['smstateen'] + ['ctr', 'smctr', 'smcsrind']
                        * (mask >> n & 1), NAMES) for n in range(HARTS)]
    dtb = os.path.join(options.scratch, name + '.dtb')
    board.tree(dtb, xlen, harts, [
        f'smp={HARTS}', f'harts={mask}', f'listed={(1 << HARTS) - 1}',
        'ctr=yes', 'stateen=yes', 'h=false', 'delegation=no',
        *(['select=yes'] if mask == 15 else []),
        *(['select=no'] if mask == 0 else [])])
    base = os.path.join(options.build, 'rv' + xlen)
    command = board.command(
        options.build, xlen, harts, os.path.join(base, 'fw_dynamic.bin'),
        os.path.join(base, 'smode', 'ctr_harts_test.elf'), dtb,
        '--boot-hart', str(first))
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, errors='replace',
                            check=False)
    booted = re.search(r'^Boot HART ID +: (\d+)', result.stdout, re.M)
    judged = smode.judge(result.stdout, result.returncode, False)
    if not judged[3] and (not booted or int(booted[1]) != first):
        judged = judged[0], judged[1] + 1, judged[2], 'another hart booted'
    return job, result.stdout, judged


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--all', action='store_true',
                        help='every hart boots each, instead of one in turn')
    common.add_arguments(parser)
    options = parser.parse_args()
    options.scratch = os.path.join(options.build, 'results', 'model')
    jobs = jobs_of(options)
    if options.list:
        print('\n'.join(map(name_of, jobs)))
        return
    passed = failed = 0
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for job, console, (p, f, _, wrong) in pool.map(
                lambda job: boot(job, options), jobs):
            passed, failed = passed + p, failed + f
            print(f'{"not ok" if wrong else "ok"} {name_of(job)} ({p} points)'
                  + (f': {wrong}' if wrong else ''))
            for line in console.splitlines() if wrong else ():
                print('  | ' + line)
    print(f'# masks: {passed} points passed, {failed} failed, {len(jobs)} '
          f'machines, {time.monotonic() - start:.0f} s')
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
