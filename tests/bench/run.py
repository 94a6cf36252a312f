#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Guest instructions per SBI call of hartscope, against a budget and stock OpenSBI."""

import argparse
import collections
import concurrent.futures
import os
import re
import signal
import sys
import time

import linux
import machine as m
import report
import size

sys.path.insert(1, os.path.dirname(m.HERE))
import common


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--level', choices=('quick', 'full'), default='quick',
                        help='some machines, or all (default: quick)')
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--firmware', metavar='FILE',
                        help='ELF file of the firmware, with its .bin beside '
                        'it; {xlen} becomes 32 or 64 '
                        '(default: DIR/rv{xlen}/fw_dynamic.elf)')
    parser.add_argument('--stock', metavar='FILE',
                        help='the same of the firmware to compare with '
                        '(default: OpenSBI in DIR, with its own flags)')
    parser.add_argument('--cross', default='riscv64-linux-gnu-',
                        metavar='PREFIX', help='prefix of nm and objdump')
    common.add_arguments(parser)
    parser.add_argument('--row', default='', metavar='REGEX',
                        help='print only rows that match')
    parser.add_argument('--trace', metavar='ROW',
                        help='print every instruction of one sample of this '
                        'row on the first machine, and stop')
    parser.add_argument('--sample', type=int, default=2, metavar='N',
                        help='which sample to trace (default: 2)')
    parser.add_argument('--budget', metavar='FILE',
                        default=os.path.join(m.HERE, 'budget.txt'))
    parser.add_argument('--table', metavar='FILE',
                        help='the page with the table of results; '
                        'with it, sizes are checked as well')
    parser.add_argument('--linux', metavar='DIR',
                        help='measure Linux as well, with this image; needs '
                        '--table')
    parser.add_argument('--write', action='store_true',
                        help='write the table there, instead of comparing it')
    parser.add_argument('--brief', action='store_true',
                        help='print no figures but those that are wrong')
    options = parser.parse_args()
    options.firmware = options.firmware or os.path.join(
        options.build, 'rv{xlen}', 'fw_dynamic.elf')
    options.stock = options.stock or os.path.join(
        options.build, 'opensbi', 'stock-rv{xlen}', 'platform', 'generic',
        'firmware', 'fw_dynamic.elf')
    options.plugin = os.path.join(options.build, 'qemu', 'plugin_count.so')
    options.scratch = os.path.join(options.build, 'results', 'bench')
    options.samples = 40        # as in bench.h
    return options


def firmware(template, machine, options):
    return m.Firmware(template.format(xlen=machine.xlen), options.cross)


def templates(machine, options):
    """ELF files of hartscope and of stock for the machine."""
    if not machine.switch:
        return options.firmware, options.stock
    return tuple(os.path.join(options.build, 'rv{xlen}', 'bench', name)
                 for name in ('fw_ours.elf', 'fw_stock.elf'))


def both(machine, options):
    """Runs of hartscope and of stock, or the reason why there are none."""
    try:
        runs = []
        for template in templates(machine, options):
            every = firmware(template, machine, options)
            runs.append(m.Run() if machine.boots else
                        m.measure(machine, every, options))
            if machine.boots or machine.trace:
                runs[-1].figures.update(m.ends(machine, every, options))
        return runs
    except m.Broken as error:
        return str(error)


def trace(machine, options):
    """Print the instructions of one call, and their number by function."""
    ours = firmware(templates(machine, options)[0], machine, options)
    numbers = m.measure(machine, ours, options).numbers
    if options.trace not in numbers:
        sys.exit('run.py: rows are ' + '; '.join(numbers))
    run = m.measure(machine, ours, options,
                    (numbers[options.trace], options.sample))
    text = ours.disassembly()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    where, functions = None, collections.Counter()
    for number, address in enumerate(run.trace, 1):
        name, offset = ours.place(address)
        functions[name] += 1
        if name != where:
            print(f'{name}:')
            where = name
        print(f'{number:6} {address:x} +{offset:<5x} {text.get(address, "?")}')
    for name, count in functions.most_common():
        print(f'{count:6} {name}')


def judge(machine, runs, budget, options):
    """Print a machine's table. Returns points passed and failed."""
    if isinstance(runs, str):
        print(f'not ok - {machine.name}: {runs}')
        return 0, 1
    if not options.brief:
        report.show(machine, *runs, budget, options.row)
    return tell(machine.name, report.points(machine, *runs, budget))


def tell(name, points):
    """Print the results of checks. Returns the numbers of passed and of failed ones."""
    bad = [text for good, text in points if not good]
    for text in bad:
        print(f'not ok - {name}: {text}')
    if not bad:
        print(f'ok - {name} ({len(points)} points)')
    sys.stdout.flush()
    return len(points) - len(bad), len(bad)


def on_page(results, budget, options):
    """The machines' part of the page, and sizes."""
    sizes = size.measure(options.build, options.cross)
    if options.write and len(results) == len(m.machines('full')):
        report.write(options.table, report.BENCH,
                     report.tables(results, budget, options))
    return [('sizes', size.points(sizes, budget)),
            (options.table, report.stale(options, results, budget))]


def on_linux(budget, options):
    """Linux, and its parts of the page."""
    try:
        rows = linux.measure(options)
        calls = linux.measure_calls(options,
                                    linux.HARTS if options.write else (1,))
    except m.Broken as error:
        return [('Linux', [(False, str(error))])]
    for part, lines in ((report.LINUX, report.linux_table(rows)),
                        (report.CALLS, report.calls_table(calls))):
        if not options.brief:
            print('\n'.join(lines))
        if options.write:
            report.write(options.table, part, lines)
    return [('Linux', report.linux_points(options.table, rows, budget)),
            ('Linux without Sstc', report.calls_points(calls, budget))]


def main():
    options = arguments()
    machines = [x for x in m.machines(options.level)
                if re.search(options.only, x.name)]
    if options.list:
        print('\n'.join(x.name for x in machines))
        return
    if options.trace:
        trace(machines[0], options)
        return
    budget = report.read_budget(options.budget, options.build)
    start, results, passed, failed = time.monotonic(), {}, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        every = pool.map(lambda x: both(x, options), machines)
        for machine, runs in zip(machines, every):
            p, f = judge(machine, runs, budget, options)
            passed, failed = passed + p, failed + f
            if not isinstance(runs, str):
                results[machine] = runs
    more = on_page(results, budget, options) \
        if results and options.table else []
    more += on_linux(budget, options) if options.linux else []
    for name, points in more:
        p, f = tell(name, points)
        passed, failed = passed + p, failed + f
    print(f'# bench: {passed} points passed, {failed} failed, '
          f'{len(machines)} machines, {time.monotonic() - start:.0f} s')
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
