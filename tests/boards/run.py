#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The device trees of all boards in a Debian kernel and in U-Boot: the host tool
judges each, and the firmware boots with its description of harts and events, put into
the tree of a QEMU machine with the same ISA. Both have to find the same events."""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))
import common  # noqa: E402

QEMU = 'platform/qemu/qemu.sh'
QEMU_COUNTERS = 0x7fff8
# Seconds of processor time for a boot, which takes two
SECONDS = 60
LEAST_TREES = 50
MAPS = ('riscv,event-to-mhpmcounters', 'riscv,event-to-mhpmevent',
        'riscv,raw-event-to-mhpmcounters')
# Parts of ISA strings: extensions that QEMU always has, and extensions that are
# on unless an option switches them off.
ALWAYS = {'i', 'm', 'a', 'f', 'd', 'c', 'zicsr', 'zifencei', 'zicntr', 'zihpm',
          'ssccptr', 'sscounterenw', 'sstvala', 'sstvecd', 'ssu64xl', 'za64rs',
          'zaamo', 'zalrsc', 'zca', 'zcd', 'ziccamoa', 'ziccif', 'zicclsm',
          'ziccrse', 'zmmul', 'shcounterenw', 'shgatpa', 'shtvala', 'shvsatpa',
          'shvstvala', 'shvstvecd', 'sha', 'ssstateen'}
UNLESS = {'h', 'b', 'sscofpmf', 'sstc', 'svadu', 'svvptc', 'zawrs', 'zba', 'zbb',
          'zbc', 'zbs', 'zfa', 'zicbom', 'zicbop', 'zicboz', 'zihintntl',
          'zihintpause'}
BLOCKS = ('riscv,cbom-block-size', 'riscv,cboz-block-size')
# Boards with a map, and the rows of it that were wrong when these tests were
# written. Newer kernels may bring others: their errors are printed, and fail no
# test.
WRONG = {'sun20i-d1': 2, 'sg2044': 4, 'blackhole': 3, 'th1520': 2, 'eic7700': 0}
# Configurations that the payload tries
RAW_EVENTS = set(range(1, 0x200)) | {
    1 << bit | c for c in (0, 1, 2, 3, 0x64, 0x65) for bit in range(9, 28)} | {
        3 << 28 | data for data in range(0x200) if data & 0xf < 2}
# Registers in perf's mapfile.csv or in a manual, for each core
IDENTITIES = (('0x489-0x8000000000000007-0x4210427', 'sifive,7'),
              ('0x489-0x8000000000000107-0x7220623', 'sifive,bullet-07'),
              ('0x489-0x8000000000000a07-0xd240101', 'sifive,bullet-0d'),
              ('0x489-0x8000000000000008-0x6220425', 'sifive,p550'),
              ('0x489-0x8000000000000608-0x9240101', 'sifive,p650'),
              ('0x5b7-0x80000000090c0d00-0x2047000', 'thead,c920'),
              ('0x67e-0x80000000db000080-0x1', 'starfive,dubhe'),
              ('0x67e-0x80000000db000090-0x1', 'starfive,dubhe'),
              ('0x31e-0x8000000000008a45-0x50', 'andestech,ax45'),
              ('0x602-0x3-0x0', 'openhwgroup,cva6'))
BANNER = {'tree': 'events of the device tree',
          'facts': 'events of {title}, known by its {by}',
          'none': 'no events but cycles and instructions: '}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True).stdout


def cells(dtb, node, name):
    """A property as hexadecimal cells, or None."""
    done = subprocess.run(['fdtget', '-tx', dtb, node, name], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True)
    return done.stdout.split() if done.returncode == 0 else None


def strings(dtb, node, name):
    done = subprocess.run(['fdtget', '-ts', dtb, node, name], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True)
    return done.stdout.split() if done.returncode == 0 else []


def extensions(dtb, node):
    """The extensions in a hart's node, in either form of the ISA string."""
    listed = strings(dtb, node, 'riscv,isa-extensions')
    if listed:
        return set(listed)
    text = ''.join(strings(dtb, node, 'riscv,isa'))
    single, *longer = re.sub('^rv(32|64)', '', text).split('_')
    return set(single) | set(longer)


class Board:
    """One device tree and its expected results."""

    def __init__(self, path, options):
        self.path, self.options = path, options
        self.name = os.path.basename(path)[:-4]
        self.points, self.problems, self.notes = 0, [], []

    @property
    def known_by(self):
        return 'compatible'

    def check(self, holds, problem):
        self.points += 1
        if not holds:
            self.problems.append(problem)

    def has_domains(self):
        """Trees of kernels have none, as far as is known; trees of firmware may."""
        nodes = output('fdtget', '-l', self.path, '/').split()
        below = output('fdtget', '-l', self.path, '/chosen').split() \
            if 'chosen' in nodes else []
        return any('opensbi,domain,config' in
                   strings(self.path, '/chosen/' + name, 'compatible')
                   for name in below)

    def hart(self):
        """The node of the first hart that S-mode runs on, or else of any hart."""
        nodes = [f'/cpus/{n}' for n in
                 output('fdtget', '-l', self.path, '/cpus').split()
                 if n.startswith('cpu@')]
        able = [n for n in nodes
                if strings(self.path, n, 'mmu-type') not in ([], ['riscv,none'])
                and strings(self.path, n, 'status') in ([], ['okay'], ['ok'])]
        return (able or nodes)[0]

    def lint(self):
        done = subprocess.run([self.options.tool, 'pmu', 'lint', '--json',
                               self.path], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode not in (0, 1):
            raise RuntimeError(f'lint: {done.stderr}')
        report = json.loads(done.stdout)
        wrong = [f for f in report['found'] if f['grade'] == 'wrong']
        most = [n for name, n in WRONG.items() if self.name.startswith(name)]
        if report['map'] != 'tree':
            most = [0]
        self.check(not most or len(wrong) <= most[0], f'lint: {wrong}')
        if not most:
            self.notes += [f['text'] for f in wrong]
        self.check(done.returncode == (1 if wrong else 0), 'exit status')
        return report

    # --- the machine -------------------------------------------------------

    def command(self, report):
        harts = min(max(report['harts'], 1), 2)
        return ['sh', QEMU, '--smp', str(harts), '--cpu', self.isa()], harts

    def isa(self):
        """The ISA string as properties of QEMU's CPU, as far as QEMU has them; its
        other extensions are switched off."""
        node = self.hart()
        listed = extensions(self.path, node)
        able = self.options.machines.able()
        props = {name: name in listed for name in UNLESS}
        props.update((name, True) for name in listed & able - ALWAYS)
        if 'b' in listed:
            props.update(dict.fromkeys(('zba', 'zbb', 'zbs'), True))
        mmu = ''.join(strings(self.path, node, 'mmu-type'))
        if mmu.startswith('riscv,sv'):
            props[mmu[len('riscv,'):]] = True
        self.notes += [f'not in QEMU: {name}'
                       for name in sorted(listed - able - ALWAYS)]
        return ','.join(f'{name}={str(on).lower()}'
                        for name, on in sorted(props.items()))

    def graft(self, dtb, harts):
        """Put the board's description of harts and events into QEMU's tree, with the
        ISA strings of isa()."""
        node = self.hart()
        listed = extensions(self.path, node) & self.options.machines.able()
        self.check(listed - ALWAYS <= extensions(dtb, '/cpus/cpu@0'),
                   f'not in the machine: {listed}')
        steps = [['-r', dtb, '/pmu']]
        names = strings(self.path, node, 'compatible')
        for number in range(harts):
            cpu = f'/cpus/cpu@{number}'
            steps.append(['-ts', dtb, cpu, 'compatible', *names])
            steps += [['-tx', dtb, cpu, b, *cells(self.path, node, b)]
                      for b in BLOCKS if cells(self.path, node, b)]
        for path in ('/pmu', '/soc/pmu'):
            if 'riscv,pmu' in strings(self.path, path, 'compatible'):
                steps += [['-c', dtb, '/pmu'],
                          ['-ts', dtb, '/pmu', 'compatible', 'riscv,pmu']]
                steps += [['-tx', dtb, '/pmu', m, *cells(self.path, path, m)]
                          for m in MAPS if cells(self.path, path, m)]
        for step in steps:
            output('fdtput', *step)

    def boot(self, report, folder):
        command, harts = self.command(report)
        dtb = os.path.join(folder, self.name + '.dtb')
        self.options.machines.copy(command, dtb)
        self.graft(dtb, harts)
        build = self.options.build
        done = subprocess.run(
            command + ['--dtb', dtb, '--timeout', str(SECONDS),
                       '--firmware', f'{build}/rv64/fw_test.bin',
                       '--kernel', f'{build}/rv64/smode/board_test.elf',
                       '--append', f'smp={harts}'],
            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors='replace')
        return done.stdout

    # --- results ------------------------------------------------------------

    def judge(self, report, console):
        title = self.options.titles.get(report.get('core'), '')
        said = re.findall(r'^hartscope: PMU: (.*)$', console, re.M)
        want = BANNER[report['map']].format(title=title, by=self.known_by)
        self.check(any(line.startswith(want) for line in said),
                   f"the console does not say '{want}': {said}")
        self.check(not re.search(r'not used|mapped twice|out of range',
                                 '\n'.join(said)), f'rows not taken: {said}')
        self.check('# points: ' in console and
                   not re.search(r'^not ok|sbi_trap_error', console, re.M),
                   'the payload failed:\n' + console[-2000:])
        self.compare(report, printed('event', console))
        self.compare_raw(report, printed('raw', console))

    def compare(self, report, seen):
        """Events by the tool, and by config_matching of the payload."""
        expected = {}
        for row in report['counts']:
            index = int(row['index'], 16)
            counters = int(row['counters'], 16) & QEMU_COUNTERS
            if counters:
                expected[index] = (int(row['selector'], 16), counters)
        for found in report['found']:
            if found['rule'] == 'no-selector':
                index = int(found['text'].split('code ')[1].split()[0], 16)
                expected[index] = (index, seen.get(index, (0, 0))[1])
        self.check(seen == expected, f'events differ: the firmware has {seen}, '
                                     f'the tool {expected}')

    def compare_raw(self, report, seen):
        """A raw event is its own selector, on the counters of rows that fit."""
        rows = [[int(row[k], 16) for k in ('selector', 'mask', 'counters')]
                for row in report['raw']]
        expected = {}
        for data in RAW_EVENTS:
            counters = 0
            for select, mask, on in rows:
                counters |= on if data & mask == select else 0
            if counters & QEMU_COUNTERS:
                expected[data] = (data, counters & QEMU_COUNTERS)
        self.check(seen == expected, 'raw events differ: the firmware has '
                   f'{seen}, the tool {expected}')
        if report['map'] != 'facts':
            return
        for name, select in self.options.names[report['core']].items():
            self.check(seen.get(select, (0,))[0] == select,
                       f'{name} ({select:#x}) is not what mhpmevent has')

    def run(self, folder):
        try:
            report = self.lint()
            if self.has_domains():
                self.notes.append('domains, which are not grafted')
            if report['map'] == 'none':
                self.check(report['cpu'] not in self.options.compatibles,
                           f"nothing counts on {report['cpu']}")
                self.notes.append(f"{report['why']} ({report['cpu']})")
            self.judge(report, self.boot(report, folder))
        except (subprocess.CalledProcessError, RuntimeError, OSError,
                ValueError) as error:
            detail = getattr(error, 'stderr', '') or ''
            self.check(False, f'{error} {detail}')
        return self


class Identity(Board):
    """A core without a board here: its registers, and the tool's facts."""

    def __init__(self, identity, core, options):
        super().__init__(identity + '.dtb', options)
        self.core = core

    def lint(self):
        dtb = os.path.join(self.options.folder, self.name + '-core.dtb')
        output(*self.command({'sscofpmf': False, 'harts': 1})[0], '--dumpdtb',
               dtb)
        for step in (['-r', dtb, '/pmu'], ['-ts', dtb, '/cpus/cpu@0',
                                           'compatible', self.core]):
            output('fdtput', *step)
        overlay, mapped = dtb + 'o', dtb + '.mapped'
        output(self.options.tool, 'pmu', 'overlay', '--cpu=' + self.core,
               '-o', overlay)
        output('fdtoverlay', '-i', dtb, '-o', mapped, overlay)
        report = json.loads(output(self.options.tool, 'pmu', 'lint', '--json',
                                   mapped))
        return dict(report, map='facts', core=self.core, harts=1)

    def has_domains(self):
        return False

    def command(self, report):
        registers = zip(('mvendorid', 'marchid', 'mimpid'),
                        self.name.split('-'))
        cpu = ','.join('='.join(r) for r in registers)
        return ['sh', QEMU, '--cpu', cpu], 1

    def graft(self, dtb, harts):
        output('fdtput', '-r', dtb, '/pmu')

    @property
    def known_by(self):
        return 'registers'


def printed(kind, console):
    """{event: (selector, counters)} from the payload's lines."""
    return {int(e, 16): (int(s, 16), int(c, 16)) for e, s, c in re.findall(
        rf'^# {kind} (\S+) select (\S+) counters (\S+)', console, re.M)}


class Machines:
    """QEMU's device trees; QEMU is asked once for each."""

    def __init__(self, folder):
        self.folder, self.lock, self.known = folder, threading.Lock(), {}
        self.names = set()

    def able(self):
        """Names of all extensions that QEMU can emulate."""
        with self.lock:
            if not self.names:
                path = self.folder + '/max.dtb'
                output('sh', QEMU, '--cpu', 'max', '--dumpdtb', path)
                self.names = extensions(path, '/cpus/cpu@0')
            return self.names

    def copy(self, command, to):
        with self.lock:
            key = tuple(command)
            if key not in self.known:
                path = f'{self.folder}/machine-{len(self.known)}.dtb'
                output(*command, '--dumpdtb', path)
                self.known[key] = path
            shutil.copyfile(self.known[key], to)


def trees(packages, folder):
    """Paths of the device trees of Debian's packages."""
    for package in packages:
        subprocess.run(['dpkg-deb', '-x', package, folder], check=True)
    for image in glob.glob(folder + '/usr/lib/u-boot/*/u-boot.bin'):
        board = os.path.basename(os.path.dirname(image))
        carve(image, f'{folder}/u-boot-{board}.dtb')
    return sorted(glob.glob(folder + '/usr/lib/linux-image-*/*/*.dtb')
                  + glob.glob(folder + '/u-boot-*.dtb'))


def carve(image, path):
    """The device tree at the end of U-Boot, used by U-Boot and Linux."""
    with open(image, 'rb') as file:
        data = file.read()
    at = data.rfind(b'\xd0\x0d\xfe\xed')
    size = int.from_bytes(data[at + 4:at + 8], 'big')
    if at < 0 or at + size > len(data):
        raise RuntimeError(f'{image}: no device tree')
    with open(path, 'wb') as file:
        file.write(data[at:at + size])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    common.add_arguments(parser)
    parser.add_argument('--build', default='build', metavar='DIR')
    parser.add_argument('packages', nargs='+', help='Debian packages with *.dtb')
    options = parser.parse_args()
    options.tool = options.build + '/host/hartscope'
    facts = json.loads(output(options.tool, 'pmu', 'events', '--json'))
    options.titles = {core['core']: core['title'] for core in facts}
    options.names = {core['core']: {row['name']: int(row['selector'], 16)
                                    for row in core['raw']} for core in facts}
    options.compatibles = {name for core in facts
                           for name in core['compatible'].split()}
    folder = tempfile.mkdtemp()
    options.machines, options.folder = Machines(folder), folder
    try:
        paths = [p for p in trees(options.packages, folder + '/trees')
                 if re.search(options.only, os.path.basename(p))]
        if options.list:
            print('\n'.join(paths))
            return
        passed = failed = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            boards = [Board(p, options) for p in paths]
            boards += [Identity(i, c, options) for i, c in IDENTITIES
                       if re.search(options.only, i)]
            for board in pool.map(lambda b: b.run(folder), boards):
                failed += len(board.problems)
                passed += board.points - len(board.problems)
                print('not ok' if board.problems else 'ok', board.name,
                      flush=True)
                for note in board.notes:
                    print('#   ' + note)
                for problem in board.problems:
                    print('    ' + problem.replace('\n', '\n    '))
    finally:
        shutil.rmtree(folder)
    if not options.only and len(paths) < LEAST_TREES:
        failed += 1
        print(f'not ok only {len(paths)} trees')
    print(f'# boards: {passed} points passed, {failed} failed, '
          f'{len(paths)} trees')
    common.finish(options, passed, failed)


main()
