#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Mutants of single instructions of the trap entry (platform/generic/fast).

Damages each instruction of the entry in the linked firmware of the tests, one at
a time: it is left out, a branch is turned round, or a constant is another one. The
payloads of its part run on the damaged firmware, and one has to fail.

Prints the mutants that survive, and for each part how many are killed. Fails when a
survivor is not in the file --reasons, or when fewer than --least percent are killed
or have a reason there: lines "SYMBOL: KIND: SOURCE -- REASON", with the words of the
output and single blanks. "rv32 " in front makes it one of RV32 alone."""

import argparse
import collections
import concurrent.futures
import glob
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import threading
import types
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, HERE)
sys.path.insert(1, os.path.join(os.path.dirname(HERE), 'model'))
import aligned
import run as smode
import traps
from entry_code import instructions

REASONS = os.path.join(HERE, 'entry_survivors.txt')
MODEL = 'model'     # means the machines of aligned.py
MODEL_LIMIT = '60'  # millions of steps, twice those of a run
RAM = 0x80000000    # address of the firmware
FAILED = re.compile(r'# \S+\.c:\d+: ')     # as printed by tests/smode/rig/check.c
ENDED = re.compile(r'\0(\d{1,3})\n\Z')     # as printed by tests/model/boot_damage.c
# A machine cannot go on if all its threads sleep in this number of checks
LOOKS, LOOK = 24, 0.25
LATE = 3.0      # seconds of a run of the model, by which machines are sorted
PATIENCE = 4    # factor of the limit when a failed machine runs again
PEERS = (r'^peers rv{} smp1 test', r'^peers rv{} smp3 test')
CALLS = (r'^calls rv{} smp3 test', r'^calls rv{} smp1 sstc=false\+march')
HARTS = (r'^fence rv{} smp4 on$', r'^fence_hotplug rv{} smp2 nofp shared')
SHMEM = (r'^shmem rv{} smp1 on\+more\+reserved test',
         r'^shmem rv{} smp1 h=false on')
DIES = r'^dies rv{} smp4 test', r'^dies rv{} smp4 h=false test'
ACCESS = (r'^access rv{} smp1 test', r'^access rv{} smp1 h=false test')
# Parts, the first symbol of each, and its machines
PARTS = (
    ('entry', 'fast_trap', (*ACCESS, r'^entry rv{} smp4 on',
                            r'^entry rv{} smp4 h=false\+sstc=false on',
                            r'^entry rv{} smp4 sscofpmf=true\+sstc=f', *CALLS,
                            PEERS[0], r'^peers rv{} smp1 h=false', MODEL,
                            r'^rdtime rv{} smp1 zicntr=false test', *DIES,
                            r'^rdtime rv{} smp1 zicntr=false\+h=false',
                            r'^entry rv{} smp4 smdbltrp=true on',
                            r'^domain rv{} smp1 on\+domains test', *SHMEM,
                            r'^twice rv{} smp1 h=false on',
                            r'^twice rv{} smp1 on\+raw test$', *HARTS)),
    ('pmu', 'fast_num_counters', (
        r'^twice rv{} smp1 on\+raw test$',
        r'^twice rv{} smp1 sscofpmf=true on\+raw test$',
        r'^twice rv{} smp1 sscofpmf=true\+smcntrpmf=true on',
        r'^twice rv{} smp1 on\+raw test\+flags', SHMEM[0],
        r'^pmu rv{} smp1 sscofpmf=true on',
        r'^twice rv{} smp1 deleg\+sscofpmf=true on',
        r'^twice rv{} smp1 sscofpmf=true\+pmu-mask=0xf')),
    ('which', 'fast_ecall', (*CALLS, *HARTS, r'^entry rv{} smp4 on test')),
    ('ipi', 'fast_ipi', (*PEERS, *CALLS, HARTS[0])),
    ('rfence', 'fast_rfence', (*PEERS, *CALLS, HARTS[0])),
    ('soft', 'fast_soft', (*PEERS, HARTS[0])),
    ('base, timer', 'fast_base', (*CALLS, r'^calls rv{} smp1 sstc=false c900',
                                  r'^entry rv{} smp1 .*sstc=f',
                                  r'^entry rv{} smp4 on test')),
    ('status', 'fast_hsm', (*PEERS[:1], CALLS[0], r'^calls rv{} .*smnpm',
                            PEERS[1])),
    ('emulate', 'fast_illegal', (r'^rdtime rv{} smp1 zicntr=false\+h=false',
                                 r'^rdtime rv{} smp1 zicntr=false test',
                                 ACCESS[0],
                                 r'^entry rv{} smp4 on test', DIES[0])),
    ('misaligned', 'fast_misaligned_t1', (MODEL,)),
    ('access', 'fast_access', (r'^trace_mmio rv{} smp2 trace$',
                               r'^trace_tables rv{} smp1 trace$', *ACCESS,
                               r'^access rv{} smp1 trace',
                               r'^entry rv{} smp4 sscofpmf=true on',
                               r'^trace_mmio rv{} smp2 smdbltrp', DIES[0])),
)


class Model:
    """A machine of the model that has booted; each damaged run begins from there."""

    def __init__(self, xlen, folder):
        command = aligned.command_of(
            xlen, True, types.SimpleNamespace(build=folder), '--limit',
            MODEL_LIMIT, '--damage')
        self.process = subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, errors='replace',
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def fails(self, at, code, size):
        self.process.stdin.write(f'{RAM + at:x} {size:x} {code:x}\n')
        self.process.stdin.flush()
        console = ''
        # A damaged machine may print any bytes, also those of an end
        while not (end := ENDED.search(console)):
            line = self.process.stdout.readline()
            if not line:
                sys.exit('entry_mutants.py: the model has gone')
            console += line
        return bool(smode.judge(console[:end.start()], int(end[1]), False)[3])

    def end(self):
        self.process.communicate()


def threads(pid):
    """State and processor time of each thread."""
    found = []
    for path in glob.glob(f'/proc/{pid}/task/*/stat'):
        try:
            with open(path, encoding='ascii', errors='replace') as file:
                words = file.read().rpartition(')')[2].split()
        except OSError:
            continue
        found.append((words[0], words[11], words[12]))
    return sorted(found)


class Watch:
    """Ends a machine that has failed, or that cannot go on."""

    def __init__(self, command, dies):
        self.ended, self.dies = threading.Event(), dies
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors='replace')

    def end(self):
        os.kill(self.process.pid, signal.SIGTERM)

    def look(self):
        """Ends the machine when all its threads sleep in LOOKS checks."""
        before, same = None, 0
        while not self.ended.wait(LOOK):
            now = threads(self.process.pid)
            idle = all(t[0] == 'S' for t in now)
            same = same + 1 if idle and now == before else 0
            before = now
            if same == LOOKS:
                self.end()

    def console(self):
        """Returns the console, the status, and the processor time of the machine."""
        console, looker = '', threading.Thread(target=self.look)
        looker.start()
        with self.process.stdout as lines:
            for line in lines:
                console += line
                if FAILED.match(line) or (smode.DEAD.search(line) and
                                          not self.dies):
                    self.end()
        self.ended.set()
        looker.join()
        _, status, had = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return console, self.process.returncode, had.ru_utime + had.ru_stime


class Bench:
    """A folder with a damaged firmware, for one thread."""

    def __init__(self, options, xlen, image, number):
        self.options, self.xlen = options, xlen
        self.image, self.model = bytearray(image), None
        self.commands, self.took = {}, 0
        self.folder = os.path.join(options.build, 'entry-mutants',
                                   f'{os.getpid()}-{xlen}-{number}')
        base = os.path.join(self.folder, 'rv' + xlen)
        os.makedirs(base, exist_ok=True)
        self.firmware = os.path.join(base, 'fw_test.bin')
        for name in (f'rv{xlen}/smode', 'host', 'qemu'):
            here = os.path.join(self.folder, name)
            if not os.path.lexists(here):
                os.symlink(os.path.abspath(os.path.join(options.build, name)),
                           here)
        self.write()

    def write(self, at=0, code=0, size=0):
        """Writes the firmware, with `size` bytes of code at `at`."""
        image = bytearray(self.image)
        image[at:at + size] = code.to_bytes(size, 'little')
        with open(self.firmware, 'wb') as file:
            file.write(image)

    def command(self, machine, patience):
        """The command that boots the machine; its device tree is made once."""
        key = (machine['name'],
               patience * machine.get('seconds', self.options.seconds))
        if key not in self.commands:
            self.commands[key] = smode.command_of(machine, self.place(key[1]))
        return self.commands[key]

    def place(self, seconds=None):
        """Options of run.py for machines of this folder."""
        return types.SimpleNamespace(
            build=self.folder, firmware=self.firmware, boot_hart=0,
            lacks=self.options.lacks, snapshot=None, seconds=seconds,
            scratch=os.path.join(self.folder, 'results'))

    def kills(self, machine, *damage):
        """True if the payload fails. Harts that run at the same time can fail because
        of other load of the host, so they must fail again, with more time."""
        return self.fails(machine, *damage) and (
            machine == MODEL or machine['smp'] == '1' or
            smode.dtb_traces(machine) or
            self.fails(machine, *damage, patience=PATIENCE))

    def fails(self, machine, at=0, code=0, size=0, more=(), patience=1):
        """True if the payload fails on a firmware with this damage."""
        if machine == MODEL:
            self.model = self.model or Model(self.xlen, self.folder)
            return self.model.fails(at, code, size)
        self.write(at, code, size)
        dies = 'dies' in smode.split(machine['words'])
        console, status, self.took = Watch(
            [*self.command(machine, patience), *more], dies).console()
        result = smode.judge(console, status, dies)
        if traps.wanted(machine):
            result = traps.judge(machine, result, smode.log_of(machine, self.place()))
        return bool(result[3])

    def reached(self, machine, first, end):
        """Addresses in the blocks that QEMU executes without damage; None if it
        fails."""
        log = os.path.join(self.folder, 'blocks')
        if self.fails(machine, more=('-d', 'in_asm', '-D', log, '-dfilter',
                                     f'{RAM + first:#x}..{RAM + end:#x}')):
            return None
        with open(log, encoding='ascii', errors='replace') as file:
            return {int(at, 16) - RAM
                    for at in re.findall(r'^(0x[0-9a-f]+): ', file.read(), re.M)}

    def end(self):
        if self.model:
            self.model.end()
        shutil.rmtree(self.folder)


class Dead:
    """The killed mutants of this entry, in a file that the next run reads, too."""

    def __init__(self, path, xlen, insns):
        codes = b''.join(struct.pack('<II', i.at, i.code) for i in insns)
        self.path, self.key = path, f'rv{xlen} {zlib.crc32(codes):08x} '
        self.known = set()
        if path and os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                self.known = set(file.read().splitlines())

    def add(self, text):
        if self.path:
            with open(self.path, 'a', encoding='utf-8') as file:
                file.write(self.key + text + '\n')


class Entry:
    def __init__(self, options, xlen):
        self.options, self.xlen = options, xlen
        self.all, image = instructions(options, xlen)
        self.dead = Dead(options.killed, xlen, self.all)
        self.benches = [Bench(options, xlen, image, n)
                        for n in range(options.jobs)]
        self.made = list(self.benches)
        self.local = threading.local()
        self.lock = threading.Lock()
        rows = smode.expand(smode.parse(os.path.join(HERE, 'smode.cfg')),
                            'full')
        self.parts = {}
        for name, first, wanted in PARTS:
            machines = [MODEL if w == MODEL else next(
                (r for r in rows if re.search(w.format(xlen), r['name'])), None)
                for w in wanted]
            # Some machines exist for RV64 only
            self.parts[name] = (first, [m for m in machines if m])
        self.places = {}

    def bench(self):
        if not hasattr(self.local, 'bench'):
            with self.lock:
                self.local.bench = self.benches.pop()
        return self.local.bench

    def part_of(self):
        """Instructions by part."""
        firsts = {first: name for name, (first, _) in self.parts.items()}
        name, found = next(iter(self.parts)), {n: [] for n in self.parts}
        for insn in self.all:
            name = firsts.get(insn.symbol, name)
            # The entry itself is there twice, before the calls of the PMU
            found[name].append(insn)
        return found

    def survives(self, job):
        insn, kind, code, machines = job
        text, bench = words(insn, kind), self.bench()
        if self.dead.key + text in self.dead.known:
            return False
        # The machine that killed the last mutant runs first, if one run is
        # enough
        for machine in self.reaching(insn, machines):
            if bench.kills(machine, insn.at, code, insn.size):
                if machine == MODEL or machine['smp'] == '1':
                    with self.lock:
                        machines.remove(machine)
                        machines.insert(0, machine)
                self.dead.add(text)
                return False
        return True

    def reaching(self, insn, machines):
        """The machines that execute the instruction; others cannot detect a damage."""
        return [m for m in machines if m == MODEL or
                insn.at in self.places[m['name']]]

    def sound(self, name, machines):
        """Checks that no machine fails without a mutant, and sorts machines by time."""
        bench = self.bench()
        for machine in machines:
            if machine == MODEL:
                bad = bench.fails(machine)
            else:
                bad = not self.look(bench, machine)
            if bad:
                sys.exit(f'entry_mutants.py: {name}: '
                         f'{machine if machine == MODEL else machine["name"]} '
                         'fails without a mutant')
        machines.sort(key=lambda m: LATE if m == MODEL else m['takes'])

    def look(self, bench, machine):
        """Measures places and seconds of a machine; returns False if it fails."""
        if machine['name'] in self.places:
            return True
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = bench.reached(machine, self.all[0].at, self.all[-1].at)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.places[machine['name']] = found
        machine['takes'] = (after.ru_utime + after.ru_stime -
                            before.ru_utime - before.ru_stime)
        machine['seconds'] = 2 + int(3 * machine['takes'])
        return found is not None

    def run(self, pool):
        """Yields part, mutant, and True if the mutant survives."""
        parts = self.part_of()
        for name, (_, machines) in self.parts.items():
            if not machines or not re.search(self.options.only, name):
                continue
            pool.submit(self.sound, name, machines).result()
            jobs = [(insn, kind, code) for insn in parts[name]
                    for kind, code in insn.mutants()
                    if re.search(self.options.name, words(insn, kind))
                    ][::self.options.every]
            alive = pool.map(self.survives,
                             [(i, k, c, machines) for i, k, c in jobs])
            for (insn, kind, _), survivor in zip(jobs, alive):
                yield name, insn, kind, survivor


def reasons(path):
    with open(path, encoding='utf-8') as file:
        rows = [line.rstrip().partition(' -- ') for line in file
                if line.strip() and not line.startswith('#')]
    return {row[0] for row in rows if row[2]}


def words(insn, kind):
    """The mutant's name in a line of --reasons."""
    return f'{insn.symbol}: {kind}: {insn.name}'


def report(options, xlen, known, totals):
    entry = Entry(options, xlen)
    unknown = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for part, insn, kind, alive in entry.run(pool):
            total = totals.setdefault(part, [0, 0, 0])
            total[0] += 1
            total[1] += not alive
            if not alive:
                continue
            text = words(insn, kind)
            reason = {text, f'rv{xlen} {text}'} & known
            total[2] += bool(reason)
            unknown += not reason
            print(f'{"has a reason" if reason else "survives"}: rv{xlen} '
                  f'{insn.at:x} {text}', flush=True)
    for bench in entry.made:
        bench.end()
    return unknown


def check_names(options, known):
    """Checks that each reason has a mutant, and that no two mutants have one name."""
    names = [f'rv{xlen} {words(insn, kind)}' for xlen in ('64', '32')
             for insn in instructions(options, xlen)[0]
             for kind, _ in insn.mutants()]
    wrong = [f'{number} mutants: {name}' for name, number in
             collections.Counter(names).items() if number > 1]
    both = {*names, *(name[5:] for name in names)}
    wrong += [f'no mutant: {name}' for name in sorted(known - both)]
    sys.exit('\n'.join(wrong) or 0)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--xlen', default='64', metavar='LIST')
    parser.add_argument('--only', default='', metavar='REGEX',
                        help='only parts with a name that matches')
    parser.add_argument('--name', default='', metavar='REGEX',
                        help='only mutants with a name that matches')
    parser.add_argument('--every', type=int, default=1, metavar='N',
                        help='only each Nth mutant of a part (default: 1)')
    parser.add_argument('--cross', default=os.environ.get(
        'CROSS_COMPILE', 'riscv64-linux-gnu-'), metavar='PREFIX')
    parser.add_argument('--lacks', default='nothing', metavar='WORDS',
                        help='output of platform/qemu/lacks.sh for this QEMU')
    parser.add_argument('--jobs', type=int, default=2, metavar='N')
    parser.add_argument('--seconds', type=int, default=8, metavar='N',
                        help='of the processor, for each machine')
    parser.add_argument('--reasons', default=REASONS)
    parser.add_argument('--names', action='store_true',
                        help='only check that each reason names a mutant')
    parser.add_argument('--killed', metavar='FILE',
                        help='mutants that need not run again; appended to')
    parser.add_argument('--least', type=float, default=97, help='percent')
    options = parser.parse_args()
    known, totals, unknown = reasons(options.reasons), {}, 0
    if options.names:
        check_names(options, known)
    for xlen in options.xlen.split(','):
        unknown += report(options, xlen, known, totals)
    for part, (number, killed, known) in totals.items():
        print(f'{part}: {number} mutants, {killed} killed, {known} with a '
              'reason')
    number = sum(t[0] for t in totals.values())
    good = sum(t[1] + t[2] for t in totals.values())
    print(f'# {good} of {number}, {unknown} without a reason')
    if number and (unknown or 100 * good < options.least * number):
        sys.exit(1)


if __name__ == '__main__':
    main()
