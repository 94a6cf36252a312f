#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Mutants of single statements of platform/generic, in the firmware.

Links the firmware of the tests once with all mutants of its C files, as
tests/unit/statements.py makes them. Each mutant has a number, and a word of the
image says which one is on. The machines of smode.cfg first run without a mutant, and
the firmware notes whose statements it executes; then each mutant runs on those of
them that execute it, and one has to fail. "make glue-mutants" calls it.

Prints the mutants that survive, and for each file how many are killed. Fails when
fewer than --least percent are killed, or when a survivor is not in the file
--reasons: lines "FILE: KIND: STATEMENT -- REASON", with the words of the output
and single blanks. "FUNCTION(): " in front of KIND makes it one of this function
alone. With the reason "killed on the host: TEST" a mutant counts as killed: "make
statements STATEMENTS_LIBS=wire" runs that test. "make glue-mutants" first runs all
tests on the host, and here only the mutants that these let live.

--sample N takes N mutants without a reason, of files that --killers names, which
are measured, and that have no test on the host: first the machines that it has for a
file, and the others only for what these let live."""

import argparse
import concurrent.futures
import glob
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
OF_MODEL = 'platform/generic/glue/misaligned_glue.c'
REASONS = os.path.join(HERE, 'glue_survivors.txt')
KILLERS = os.path.join(HERE, 'glue_killers.txt')
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

    def __init__(self, options, xlen, chosen, known):
        self.options = options
        self.firmware = Firmware(options, xlen, chosen)
        files = {mutant[1] for mutant in chosen}
        near = {name for path, name in known if path in files}
        self.machines = [r for r in rows(options) if r['xlen'] == xlen and
                         re.search(options.machines, r['name']) and
                         (not known or r['name'] in near)]
        self.benches = [Bench(options, xlen, self.firmware.image, n)
                        for n in range(options.jobs)]
        self.made, self.local = list(self.benches), threading.local()
        self.lock, self.reached = threading.Lock(), {}
        self.kills = dict(known or options.killed)

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
    return statements.words(*mutant[3:])


def run(options, xlen, chosen, known):
    """Yields the mutants of a width, and True if a machine kills them. A machine that
    killed many mutants of a file runs first."""
    runner = Runner(options, xlen, chosen, known)
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


def choose(options, known):
    """The mutants to run."""
    these = None
    if options.these:
        with open(options.these, encoding='utf-8') as file:
            these = set(file.read().splitlines())

    def wanted(mutant):
        name = f'{mutant[1]}:{mutant[2]}: {words(mutant)}'
        return re.search(options.only, name) and (not these or name in these)
    found = [m for m in all_mutants(options) if wanted(m)]
    if not options.sample:
        return found
    measured = {path for path, _ in options.killed}
    found = [m for m in found if m[1] in measured and not is_wired(m, options) and
             not statements.reason_of(m, known)]
    return statements.shuffled(found, options.seed)[:options.sample]


def is_wired(mutant, options):
    return os.path.basename(mutant[1])[:-2] in options.wired.split()


def without_host(options, chosen):
    """Those that no test on the host has killed: --alive names them."""
    with open(options.alive, encoding='utf-8') as file:
        alive = set(file.read().splitlines())
    return [m for m in chosen if not is_wired(m, options) or
            f'{m[1]}:{m[2]}: {words(m)}' in alive]


def killed_before(path):
    """Numbers of mutants of a file that a machine has killed: lines "FILE: NUMBER
    MACHINE"."""
    with open(path, encoding='utf-8') as file:
        lines = [re.fullmatch(r'(\S+): (\d+) (.*)\n', line) for line in file
                 if not line.startswith('#')]
    return {(line[1], line[3]): int(line[2]) for line in lines}


def record(options):
    """Writes that file again: results of this run replace older results of the same
    files."""
    again = {path for path, _ in options.found}
    found = {key: number for key, number in options.killed.items()
             if key[0] not in again}
    found.update(options.found)
    with open(options.killers, 'w', encoding='utf-8') as file:
        file.write('# SPDX-License-Identifier: BSD-2-Clause\n#\n'
                   '# FILE: NUMBER MACHINE: of how many mutants of a file this was the '
                   'machine\n# that killed them, as glue_mutants.py --record notes.\n')
        for path, name in sorted(found, key=lambda k: (k[0], -found[k], k[1])):
            file.write(f'{path}: {found[path, name]} {name}\n')


def check_names(options, known):
    """Checks that each reason has a mutant, and that each machine exists."""
    there = {(m[1], name) for m in all_mutants(options)
             for name in statements.names(m)}
    wrong = [f'no mutant: {": ".join(row)}' for row in known if row not in there]
    machines = {MODEL, *(row['name'] for row in rows(options))}
    wrong += [f'no machine: {name}' for _, name in options.killed
              if name not in machines]
    sys.exit('\n'.join(wrong) or 0)


def add(path, passed, failed):
    """Adds to the figures of other tests of the level."""
    with open(path, encoding='utf-8') as file:
        before = [int(word) for word in file.read().split()]
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'{before[0] + passed} {before[1] + failed}\n')


def report(options, alive, known):
    """Prints the figures. Returns True if no test failed."""
    files = {}
    for mutant, left in alive.items():
        total = files.setdefault(mutant[1], [0, 0])
        total[0] += 1
        total[1] += not left
    for path, (number, killed) in files.items():
        print(f'{path}: {number} mutants, {killed} killed')
    left = [m for m, lives in alive.items() if lives]
    unknown = [m for m in left if not statements.reason_of(m, known)]
    on_host = len([m for m in left if statements.reason_of(m, known).startswith(
        statements.ON_HOST)])
    left_alone = len(left) - on_host
    on_host, every = on_host + options.hosted, len(alive) + options.hosted
    for mutant in unknown:
        print(f'survives: {mutant[1]}:{mutant[2]}: {words(mutant)}')
    share = 100 * (1 - left_alone / max(1, every))
    good = not unknown and (share >= options.least or options.sample)
    if options.tally:
        add(options.tally, len(alive) - len(unknown), len(unknown))
    print(f'{"ok" if good else "not ok"} platform/generic: {every} mutants, '
          f'{share:.1f} % killed, {on_host} of them on the host, '
          f'{left_alone} left, {len(unknown)} of these without a reason',
          flush=True)
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
    parser.add_argument('--wired', default='', metavar='NAMES',
                        help='files, without .c, with a test in tests/glue/wire: '
                        '--sample leaves them out')
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
    parser.add_argument('--killers', default=KILLERS, metavar='FILE')
    parser.add_argument('--record', action='store_true',
                        help='write the runs that kill mutants of these files to --killers')
    parser.add_argument('--names', action='store_true',
                        help='only check that each reason names a mutant, and '
                        'each line of --killers a machine')
    parser.add_argument('--seed', default=statements.commit(),
                        help='of the sample (default: the commit)')
    parser.add_argument('--cross', default=os.environ.get(
        'CROSS_COMPILE', 'riscv64-linux-gnu-'), metavar='PREFIX')
    parser.add_argument('--lacks', default='nothing', metavar='WORDS',
                        help='output of platform/qemu/lacks.sh for this QEMU')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), metavar='N')
    parser.add_argument('--seconds', type=int, default=60, metavar='N',
                        help='of the processor, for a machine without a mutant')
    parser.add_argument('--reasons', default=REASONS)
    parser.add_argument('--tally', metavar='FILE',
                        help='with "PASSED FAILED", to which it adds')
    parser.add_argument('--least', type=float, default=97, help='percent')
    options = parser.parse_args()
    options.killed, options.found = killed_before(options.killers), {}
    known, alive = statements.reasons(options.reasons), {}
    if options.names:
        check_names(options, known)
    every = chosen = choose(options, known)
    if options.alive:
        chosen = without_host(options, chosen)
    options.hosted = len(every) - len(chosen)
    for near in ([options.killed] if options.sample else []) + [{}]:
        for xlen in options.xlen.split(','):
            left = [m for m in chosen if alive.get(m, True)]
            if left:
                alive.update((m, not dead) for m, dead in run(options, xlen, left, near))
    if options.record:
        record(options)
    sys.exit(not report(options, alive, known))


if __name__ == '__main__':
    main()
