#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Mutants of single statements of platform/generic, in the firmware.

Links the firmware of the tests once with all mutants of its C files, as
tests/unit/statements.py makes them. Each mutant has a number, and a word of the
image says which one is on. The machines of smode.cfg first run without a mutant, and
the firmware notes whose statements it executes; then each mutant runs on those of
them that execute it, and one has to fail. "make glue-mutants" calls it.

Prints the mutants that survive, and for each file how many are killed. Fails when
fewer than --least percent are killed, or when one survives: a comment "unseen:
REASON" in the source says that no test can notice the mutants of a line, and these do
not run. "make glue-mutants" first runs the tests on the host, and here only the
mutants that these let live. Which machines killed the mutants of a file is kept in the
folder of the build, so that they run first the next time."""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.join(os.path.dirname(HERE), 'unit')]
import intact
import run as smode
import statements
from entry_mutants import MODEL, Bench

# Only harts of the model trap at its loads and stores (tests/model/aligned.py)
OF_MODEL = 'platform/generic/judges/misaligned_glue.c'
SWITCH = 'unsigned int mutant_number __attribute__((section(".data.mutant")));\n'
NOTE = ('extern unsigned char mutant_seen[];\n'
        '#define MUTANT(n) (mutant_seen[n] = 1, mutant_number == (n))\n')


def sources(options):
    """The C files whose statements are damaged."""
    others = {'offsets', *options.host.split()}
    return [path for path in sorted(glob.glob(options.of))
            if os.path.basename(path)[:-2] not in others]


def all_mutants(options):
    found = []
    for path in sources(options):
        found += statements.mutate(path, len(found))[1]
    return found


class Firmware:
    """The firmware with all mutants, linked in its own folder."""

    def __init__(self, options, xlen, chosen):
        self.options, self.xlen = options, xlen
        self.folder = os.path.join(options.build, 'glue-mutants', 'rv' + xlen)
        os.makedirs(self.folder, exist_ok=True)
        self.mutants, texts = [], {}
        files = {mutant[1] for mutant in chosen}
        for path in sources(options):
            text, new = statements.mutate(path, len(self.mutants))
            self.mutants += new
            if path in files:
                # The program also notes which mutants run
                texts[path] = re.sub(r'#define MUTANT\(n\).*\n', lambda _: NOTE,
                                     text, count=1)
        texts['switch.c'] = SWITCH + (
            f'unsigned char mutant_seen[{len(self.mutants) + 1}];\n')
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            objects = dict(zip(texts, pool.map(self.compile, texts,
                                               texts.values())))
        self.image = self.link(objects)
        self.number, self.seen = map(self.symbol, ('mutant_number', 'mutant_seen'))

    def compile(self, path, text):
        target = os.path.join(self.folder, os.path.basename(path))
        with open(target, 'w', encoding='utf-8') as file:
            file.write(text)
        flags = [f for f in self.words('cflags') if f != '-Werror']
        subprocess.run([*flags, '-w', '-iquote', os.path.dirname(path) or '.',
                        '-c', target, '-o', target[:-2] + '.o'], check=True)
        return target[:-2] + '.o'

    def words(self, name):
        """A command of the Makefile for harts of this width, as words."""
        with open(os.path.join(self.options.build, 'glue-mutants',
                               f'{name}-{self.xlen}'), encoding='utf-8') as file:
            return file.read().split()

    def link(self, objects):
        built = f'{self.options.build}/rv{self.xlen}/obj/'
        replaced = {f'{built}{path[:-2]}.o': new for path, new in objects.items()}
        elf = os.path.join(self.folder, 'fw.elf')
        command = [replaced.get(word, word) for word in self.words('link')
                   if not word.startswith('-Wl,-Map=')]
        command[command.index('-o') + 1] = elf
        subprocess.run([*command, objects['switch.c']], check=True)
        subprocess.run([self.options.cross + 'objcopy', '-S', '-O', 'binary',
                        elf, elf[:-4] + '.bin'], check=True)
        with open(elf[:-4] + '.bin', 'rb') as file:
            return file.read()

    def symbol(self, name):
        done = subprocess.run(
            [self.options.cross + 'nm', os.path.join(self.folder, 'fw.elf')],
            check=True, capture_output=True, text=True)
        return int(re.search(rf'^(\w+) . {name}$', done.stdout, re.M)[1], 16)


def rows(options):
    return smode.expand(smode.parse(os.path.join(HERE, 'smode.cfg')), options.level)


class Runner:
    """Machines of one width, and the mutants that they execute."""

    def __init__(self, options, xlen, chosen):
        self.options = options
        self.firmware = Firmware(options, xlen, chosen)
        self.machines = [r for r in rows(options) if r['xlen'] == xlen and
                         re.search(options.machines, r['name'])]
        self.benches = [Bench(options, xlen, self.firmware.image, n)
                        for n in range(options.jobs)]
        self.made, self.local = list(self.benches), threading.local()
        self.lock, self.reached = threading.Lock(), {}
        self.kills = dict(options.killed)

    def bench(self):
        if not hasattr(self.local, 'bench'):
            with self.lock:
                self.local.bench = self.benches.pop()
        return self.local.bench

    def memory(self, bench, machine):
        """Path of the file with the machine's memory, and options that make QEMU use
        it."""
        command = ' '.join(bench.command(machine, 1))
        if smode.dtb_traces(machine):
            return re.search(r'--trace (\S+)', command)[1] + '.ram', []
        if 'intact' in smode.split(machine['words']):
            return re.search(r'mem-path=([^,\s]+)', command)[1], []
        path = os.path.join(bench.folder, 'memory')
        more = intact.qemu_options(path)
        size = re.search(r'--mem (\w+)', command)
        if size:
            more[1] = more[1].replace(intact.RAM_SIZE, size[1])
        return path, more

    def look(self, machine):
        """Finds the mutants that a machine executes, and the time it takes."""
        bench = self.bench()
        path, more = self.memory(bench, machine)
        if bench.fails(machine, more=more):
            return machine, None
        machine['takes'] = bench.took
        machine['seconds'] = 3 + int(4 * machine['takes'])
        with open(path, 'rb') as ram:
            ram.seek(self.firmware.seen)
            seen = ram.read(len(self.firmware.mutants) + 1)
        return machine, {n for n, byte in enumerate(seen) if byte}

    def look_at_all(self, pool):
        for machine, seen in pool.map(self.look, self.machines):
            if seen is None:
                print(f'fails without a mutant: {machine["name"]}', flush=True)
            else:
                print(f'{machine["name"]}: {len(seen)} mutants in '
                      f'{machine["takes"]:.1f} s', flush=True)
                self.reached[machine['name']] = seen
        self.machines = [m for m in self.machines if m['name'] in self.reached]

    def order(self, mutant):
        """The machines that execute the mutant; first those that kill many mutants of
        its file in a short time."""
        def worth(machine):
            kills = self.kills.get((mutant[1], machine['name']), 0)
            return (kills + 0.1) / machine['takes']
        found = [m for m in self.machines
                 if mutant[0] in self.reached[m['name']]]
        return sorted(found, key=worth, reverse=True)

    def killer(self, mutant):
        """Name of the machine that detects the mutant, or None."""
        bench, damage = self.bench(), (self.firmware.number, mutant[0], 4)
        if mutant[1] == OF_MODEL and bench.kills(MODEL, *damage):
            return MODEL
        for machine in self.order(mutant):
            if bench.kills(machine, *damage):
                with self.lock:
                    key = mutant[1], machine['name']
                    self.kills[key] = self.kills.get(key, 0) + 1
                return machine['name']
        return None

    def end(self):
        for bench in self.made:
            bench.end()


def words(mutant):
    return statements.words(*mutant[3:5])


def run(options, xlen, chosen):
    """Yields the mutants of a width, and True if a machine kills them. A machine that
    killed many mutants of a file runs first."""
    runner = Runner(options, xlen, chosen)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runner.look_at_all(pool)
        if options.list:
            yield from ((m, any(m[0] in seen for seen in runner.reached.values()))
                        for m in chosen)
            chosen = []
        for mutant, name in zip(chosen, pool.map(runner.killer, chosen)):
            where = sum(mutant[0] in s for s in runner.reached.values())
            print(f'{mutant[1]}:{mutant[2]}: {words(mutant)}: rv{xlen}, of {where} '
                  f'machines: {name or "survives"}', flush=True)
            if name:
                options.found[mutant[1], name] = (
                    1 + options.found.get((mutant[1], name), 0))
            yield mutant, bool(name)
    runner.end()


def choose(options):
    """The mutants to run."""
    these = None
    if options.these:
        with open(options.these, encoding='utf-8') as file:
            these = set(file.read().splitlines())

    def wanted(mutant):
        name = f'{mutant[1]}:{mutant[2]}: {words(mutant)}'
        return (not mutant[5] and re.search(options.only, name) and
                (not these or name in these))
    found = [m for m in all_mutants(options) if wanted(m)]
    if not options.sample:
        return found
    return statements.shuffled(found, options.seed)[:options.sample]


def without_host(options, chosen):
    """Those that no test on the host has killed: --alive names them."""
    with open(options.alive, encoding='utf-8') as file:
        alive = set(file.read().splitlines())
    hosted = options.hosted_files.split()
    return [m for m in chosen if os.path.basename(m[1])[:-2] not in hosted or
            f'{m[1]}:{m[2]}: {words(m)}' in alive]


def killed_before(path):
    """Numbers of mutants of a file that a machine has killed: {(FILE, MACHINE): N}."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding='utf-8') as file:
        return {(line[0], line[2]): int(line[1]) for line in json.load(file)}


def record(options):
    """Writes that file again: results of this run replace older results of the same
    files."""
    again = {path for path, _ in options.found}
    found = {key: number for key, number in options.killed.items()
             if key[0] not in again}
    found.update(options.found)
    with open(options.killers, 'w', encoding='utf-8') as file:
        json.dump([(path, number, name) for (path, name), number in found.items()], file)


def report(options, alive):
    """Prints the figures. Returns True if no test failed."""
    files = {}
    for mutant, left in alive.items():
        total = files.setdefault(mutant[1], [0, 0])
        total[0] += 1
        total[1] += not left
    for path, (number, killed) in files.items():
        print(f'{path}: {number} mutants, {killed} killed')
    left = [m for m, lives in alive.items() if lives]
    every = len(alive) + options.hosted
    for mutant in left:
        print(f'survives: {mutant[1]}:{mutant[2]}: {words(mutant)}')
    share = 100 * (1 - len(left) / max(1, every))
    good = not left and (share >= options.least or options.sample)
    print(f'{"ok" if good else "not ok"} platform/generic: {every} mutants, '
          f'{share:.1f} % killed, {options.hosted} of them on the host, '
          f'{len(left)} left', flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--xlen', default='64,32', metavar='LIST',
                        help='a mutant is killed when one of them kills it')
    parser.add_argument('--level', choices=smode.LEVELS, default='quick')
    parser.add_argument('--only', default='', metavar='REGEX',
                        help='mutants whose line "FILE:LINE: KIND: STATEMENT" '
                        'matches')
    parser.add_argument('--of', default='platform/generic/*/*.c', metavar='GLOB',
                        help='files whose statements are damaged (default: '
                        '%(default)s)')
    parser.add_argument('--host', default='', metavar='NAMES',
                        help='files, without .c, whose mutants '
                        'tests/unit/statements.py counts: programs of the host kill '
                        'them')
    parser.add_argument('--hosted-files', default='', metavar='NAMES',
                        help='files, without .c, with a test on the host')
    parser.add_argument('--alive', metavar='FILE',
                        help='output of statements.py for those files: only the '
                        'mutants that it names, no others of these files, run')
    parser.add_argument('--these', metavar='FILE',
                        help='only the mutants that FILE names, each a line as '
                        'tests/unit/statements.py prints it')
    parser.add_argument('--machines', default='', metavar='REGEX',
                        help='machines whose name matches')
    parser.add_argument('--list', action='store_true', help='run no '
                        'mutants: those that machines execute count as killed')
    parser.add_argument('--sample', type=int, default=0, metavar='N')
    parser.add_argument('--seed', default=statements.commit(),
                        help='of the sample (default: the commit)')
    parser.add_argument('--cross', default=os.environ.get(
        'CROSS_COMPILE', 'riscv64-linux-gnu-'), metavar='PREFIX')
    parser.add_argument('--lacks', default='nothing', metavar='WORDS',
                        help='output of platform/qemu/lacks.sh for this QEMU')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), metavar='N')
    parser.add_argument('--seconds', type=int, default=60, metavar='N',
                        help='of the processor, for a machine without a mutant')
    parser.add_argument('--least', type=float, default=97, help='percent')
    options = parser.parse_args()
    options.killers = os.path.join(options.build, 'glue-mutants', 'killers.json')
    options.killed, options.found = killed_before(options.killers), {}
    every = chosen = choose(options)
    if options.alive:
        chosen = without_host(options, chosen)
    options.hosted, alive = len(every) - len(chosen), {}
    for xlen in options.xlen.split(','):
        left = [m for m in chosen if alive.get(m, True)]
        if left:
            alive.update((m, not dead) for m, dead in run(options, xlen, left))
    record(options)
    sys.exit(not report(options, alive))


if __name__ == '__main__':
    main()
