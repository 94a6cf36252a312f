# SPDX-License-Identifier: BSD-2-Clause
"""The machines of the benchmark, and one run of it on one of them."""

import bisect
import collections
import os
import re
import statistics
import subprocess
import sys

import components

HERE = os.path.dirname(os.path.abspath(__file__))
QEMU = os.path.join(HERE, '..', '..', 'platform', 'qemu', 'qemu.sh')
RAM = 0x80000000        # QEMU loads the firmware here
CHECK_MARK = 100        # as in bench.c
# Functions that have rows of their own; stock has only the first.
HOOK, CHECK = 'sbi_pmu_ctr_incr_fw', 'hart_shmem_check'
EVENT = 'legacy set_timer, '
# Rows in which one hart is measured while others take part
PAIRS = ('send_ipi to another hart', 'software interrupt',
         'remote fence to another hart', 'remote fence from another hart')
# Of this row only the part before the store to the doorbell counts; then it
# waits.
TO_DEVICE = 'remote fence to another hart'
# Harts with a time register do not trap here, and harts with CTR not to M-mode
TIMELESS = ('read of time', 'illegal instruction, no time')
UNTRAPPED = ('read of time', 'access fault of a fetch')
CHECKED = ('event_get_info', 'snapshot_set_shmem')
# Rows that need the benchmark's own firmware and two domains
SWITCHES = ('domain switch', 'suspend')
# Rows that need trace components, and rows that components could make slower
EMULATED = 'emulated'
OTHER = ('access fault', 'illegal instruction', 'unknown extension',
         'probe_extension', 'legacy set_timer')
APART = (', no time', ', CTR')

sys.path.insert(1, os.path.join(HERE, '..', 'smode'))
import trees


class Broken(Exception):
    """The run did not measure its rows correctly; the text says why."""


class Machine(collections.namedtuple('Machine', 'xlen smp sscofpmf many ctr '
                                     'timeless switch trace harts boots',
                                     defaults=[False, False, False, 0, 0, False])):
    """One of QEMU's machines.

    many: 150 mapped events instead of 5; ctr: with Control Transfer Records;
    timeless: harts cannot read the time; switch: two domains take turns;
    trace: number of trace components; harts: harts in the tree that the machine
    lacks; boots: only its boot and its shutdown are measured."""

    @property
    def name(self):
        words = [f'rv{self.xlen}']
        if self.sscofpmf:
            words.append('sscofpmf')
        if self.ctr:
            words.append('CTR')
        if self.timeless:
            words.append('no time')
        if self.many:
            words.append('150 events')
        if self.switch:
            words.append('domains')
        if self.trace:
            words.append(self.parts)
        if self.smp > 1:
            words.append(f'{self.smp} harts')
        if self.boots:
            words.append('boot')
        return ', '.join(words)

    @property
    def parts(self):
        """Its trace components."""
        return components.name(self.trace, self.harts)

    @property
    def end_rows(self):
        """Names of the rows of its boot and its shutdown."""
        if not self.trace:
            return ('boot, each hart',)
        rows = f'boot with {self.parts}', f'shutdown with {self.parts}'
        # A RAM sink made of RAM is never empty: a shutdown waits for it.
        last = components.kinds(self.trace, self.harts)[-1]
        return rows if last == components.PINS else rows[:1]

    @property
    def cpu(self):
        """Properties of the CPU. On RV32, QEMU's Smstateen hides CTR."""
        # The feature that is one bit is ADUE, which takes both Svadu and Svade.
        words = [f'sscofpmf={str(self.sscofpmf).lower()}', 'sstc=false',
                 'svade=true']
        if self.timeless:
            # On RV32 M-mode cannot tell a guest's time from its host's.
            words += ['zicntr=false'] + ['h=false'] * (self.xlen == 32)
        if self.switch:
            # OpenSBI 1.9 crashes at a switch to a domain whose F is off.
            words += ['zfa=false', 'd=false', 'f=false']
        if self.ctr:
            words += ['smctr=true', 'ssctr=true', 'smcsrind=true',
                      'sscsrind=true', f'smstateen={str(self.xlen == 64).lower()}']
        return ','.join(words)

    def has(self, row):
        """True if this row counts on this machine. CTR makes only redirected traps
        longer, and these have rows of their own."""
        if self.switch or row.startswith(SWITCHES):
            return self.switch and row.startswith(SWITCHES) and \
                self.ctr == row.endswith(', CTR')
        if row.startswith(('boot', 'shutdown')) or self.boots:
            return row in self.end_rows and bool(self.boots or self.trace)
        if row.startswith(EMULATED):
            return bool(self.trace)
        if self.trace:
            return row.startswith(OTHER) and not row.endswith(APART)
        if self.timeless or row in TIMELESS:
            return self.timeless and row in TIMELESS
        if row in PAIRS:
            return self.smp > 1
        if row.startswith(('illegal instruction', 'access fault')):
            return self.ctr == row.endswith(', CTR')
        return True


QUICK = ('rv64, sscofpmf, 150 events, 4 harts', 'rv32, sscofpmf',
         'rv64, sscofpmf, CTR', 'rv64, 64 trace components',
         'rv64, sscofpmf, domains', 'rv64, boot', 'rv32, 2 harts, boot',
         'rv64, 32 encoders and 32 sinks, boot')


def machines(level):
    """All combinations, or for a quick run those that differ most."""
    every = [Machine(x, s, f, m) for x in (64, 32) for m in (False, True)
             for s in (1, 4) for f in (False, True)]
    every += [Machine(x, 1, True, False, True) for x in (64, 32)]
    every += [Machine(x, 1, False, False, timeless=True) for x in (64, 32)]
    every += [Machine(x, 1, False, False, trace=n) for x in (64, 32)
              for n in (2, 64)]
    every += [Machine(x, 1, False, False, trace=n, harts=h - 1, boots=True)
              for x in (64, 32) for n, h in ((components.K3, components.HARTS),
                                             (64, 32))]
    every += [Machine(x, n, False, False, boots=True) for x in (64, 32)
              for n in (1, 2, 8)]
    every += [Machine(x, 1, True, False, c, switch=True) for x in (64, 32)
              for c in (False, True)]
    named = {m.name: m for m in every}
    return every if level == 'full' else [named[name] for name in QUICK]


# -- device tree ---------------------------------------------------------------

def event_map():
    """150 events; the benchmark's own are last, which is the worst case."""
    tlb = (0x10019, 0x1001b, 0x10021)
    others = [*range(3, 11), *(e for e in range(0x10000, 0x10036)
                               if e & 7 not in (6, 7) and e not in tlb)]
    raw = [(0x20000 + n, 0xffffffff) for n in range(150 - 2 - 3 - len(others))]
    rows = [(e, e, 0x7fff8) for e in others]
    rows += [(1, 1, 0x7fff9), (2, 2, 0x7fffc)]
    rows += [(e, e, 0x7fff8) for e in tlb]
    # QEMU's selectors of cache events are their event_idx.
    selectors = [(e, 0, e) for e in others + list(tlb)]
    return {
        'riscv,event-to-mhpmcounters': rows,
        'riscv,event-to-mhpmevent': selectors,
        'riscv,raw-event-to-mhpmcounters': [
            (0, value, 0xffffffff, mask, 0x7fff8) for value, mask in raw],
    }


def device_tree(machine, command, path):
    """Write the machine's device tree: snapshots offered, events mapped."""
    steps = [command + ['--dumpdtb', path],
             ['fdtput', '-t', 's', path, '/chosen', 'hartscope,pmu-snapshot',
              'on']]
    for name, rows in (event_map() if machine.many else {}).items():
        steps.append(['fdtput', '-t', 'x', path, '/pmu', name,
                      *(f'{cell:x}' for row in rows for cell in row)])
    for step in steps:
        run_step(step)
    if machine.trace or machine.harts:
        components.add(path, machine.trace, machine.harts)
    for words in trees.domains(path, str(machine.xlen)) if machine.switch \
            else ():
        run_step(['fdtput', *words])


def run_step(step):
    subprocess.run(step, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.PIPE, text=True)


# -- firmware ------------------------------------------------------------------

class Firmware:
    """A firmware's ELF file, beside which there is the binary to boot."""

    def __init__(self, elf, cross):
        self.binary = elf.removesuffix('.elf') + '.bin'
        self.elf, self.cross = elf, cross
        listing = self._tool('nm', '-n')
        symbols = [(int(a, 16), n) for a, _, n in
                   (line.split() for line in listing.splitlines())]
        self.at = {n: a for a, n in symbols}
        # Position independent: usually linked at address 0
        self.move = RAM - self._linked('_fw_start')
        self.code = [(a, n) for a, n in symbols if n[:2] != '.L']

    def _tool(self, tool, *options):
        try:
            return subprocess.run([self.cross + tool, *options, self.elf],
                                  check=True, capture_output=True,
                                  text=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise Broken(f'cannot read {self.elf}: {error}') from error

    def _linked(self, symbol):
        if symbol not in self.at:
            raise Broken(f'{self.elf} has no {symbol}')
        return self.at[symbol]

    def address(self, symbol):
        return self._linked(symbol) + self.move

    def place(self, address):
        """The function that an address is in, and the offset in it."""
        n = bisect.bisect(self.code, (address - self.move, chr(0x10ffff)))
        start, name = self.code[n - 1]
        return name, address - self.move - start

    def disassembly(self):
        """Text of every instruction, by address."""
        found = {}
        for line in self._tool('objdump', '-d', '--no-show-raw-insn'
                               ).splitlines():
            m = re.match(r' *([0-9a-f]+):\t(.*)', line)
            if m:
                found[int(m[1], 16) + self.move] = m[2].replace('\t', ' ')
        return found


# -- a run ---------------------------------------------------------------------

class Figure(collections.namedtuple('Figure', 'low middle high samples')):
    """Instructions of one row."""

    @classmethod
    def of(cls, counts):
        return cls(min(counts), int(statistics.median(counts)), max(counts),
                   len(counts))

    def __str__(self):
        if self.low == self.high:
            return str(self.high)
        return f'{self.low}/{self.middle}/{self.high}'


class Run:
    """Results: figures by name of row, and errors."""

    def __init__(self):
        self.figures, self.numbers, self.trace = {}, {}, []
        self.not_offered, self.wrong = set(), []
        self.checked = 0        # rows in which instret agreed
        self.shared = {}        # rows in which harts share written memory


# The plugin's figures of a sample
Sample = collections.namedtuple('Sample', 'firmware every traps hook check device')


class Output:
    """The plugin's lines, by number of row."""

    def __init__(self, lines):
        self.calls, self.users = {}, {}
        self.trace, self.boot, self.end = [], 0, 0
        for line in lines:
            words = line.split()
            if words[0] == 'at':
                self.trace.append(int(words[1], 16))
                continue
            if words[0] == 'boot':
                # Before they were started, all others waited for the first one.
                self.boot += int(words[3] if self.boot else words[2])
                continue
            if words[0] == 'end':
                self.end = int(words[2]) if words[1] == '0' else self.end
                continue
            row, hart = int(words[1]), words[2]
            if words[0] == 'call':
                self.calls.setdefault(row, []).append(
                    Sample(*map(int, words[3:])))
            else:
                self.users.setdefault((row, words[3]), set()).add(
                    (words[0], hart))

    def shared(self):
        """By row: cache lines that one hart wrote and another one used."""
        found = {}
        for (row, line), users in self.users.items():
            harts = {hart for _, hart in users}
            stored = 'store' in (kind for kind, _ in users)
            # Addresses below RAM are devices.
            if stored and len(harts) > 1 and int(line, 16) >= RAM:
                found.setdefault(row, []).append(line)
        return found


def collect(console, output, samples, smp, stock):
    """The figures of a run, from the console and the plugin's lines. Only stock may
    refuse instret."""
    run = Run()
    run.trace = output.trace
    lines = [line.split(None, 2) for line in console.splitlines()]
    names = {int(w[1]): w[2] for w in lines if len(w) > 2 and w[0] == 'row'}
    run.numbers = {name: number for number, name in names.items()}
    run.not_offered = {names[int(w[1])] for w in lines
                       if w[:1] == ['not-offered']}
    run.wrong = [f'{names[int(w[1])]}: hart and times {w[2]}' for w in lines
                 if w[:1] == ['wrong']]
    run.shared = {names[row]: ' '.join(found)
                  for row, found in output.shared().items()
                  if names[row] not in PAIRS}
    for number, name in names.items():
        if name in run.not_offered:
            continue
        seen = output.calls.get(number, [])
        if len(seen) != samples * (1 if name in PAIRS else smp):
            run.wrong.append(f'{name}: {len(seen)} samples')
            continue
        add(run, name, seen)
    if smp == 1 and 'read of time' not in run.figures and \
            not (stock and 'instret has no user' in console) and \
            not any(row.startswith(SWITCHES) for row in run.figures):
        cross_check(run, lines, names, output.calls)
    return run


def add(run, name, samples):
    """The figures of a row, and those of functions in it."""
    run.figures[name] = Figure.of([s.device if name == TO_DEVICE else s.firmware
                                   for s in samples])
    if name in UNTRAPPED and not any(s.traps for s in samples):
        del run.figures[name]
    elif name != 'nothing' and not all(s.traps for s in samples):
        run.wrong.append(f'{name}: nothing trapped')
    if name.startswith(EVENT):
        run.figures[name.replace(EVENT, 'firmware event, ')] = \
            Figure.of([s.hook for s in samples])
        if not all(s.hook for s in samples):
            run.wrong.append(f'{name}: {HOOK} was not called')
    if name.startswith(CHECKED) and all(s.check for s in samples):
        run.figures[name + ': address check'] = \
            Figure.of([s.check for s in samples])


def cross_check(run, lines, names, calls):
    """The count of the hart equals the plugin's plus the cost of reading it."""
    extra = None
    for words in lines:
        if words[:1] != ['instret']:
            continue
        number, seen = int(words[1]), [int(w) for w in words[2].split()]
        counted = [s.every for s in calls.get(number + CHECK_MARK, [])]
        differences = {s - c for s, c in zip(seen, counted)}
        if extra is None:
            extra = differences
        if len(seen) != len(counted) or len(differences) != 1 or \
                differences != extra:
            run.wrong.append(f'{names[number]}: instret says {seen}, '
                             f'the plugin {counted}')
        else:
            run.checked += 1
    if not run.checked:
        run.wrong.append('instret was not compared')


def ends(machine, firmware, options):
    """Figures of the boot, for each hart, and of the shutdown. Those of a machine with
    components are what they add: stock has to read a larger tree, too. Several harts
    wait for each other at times: the least of three boots counts."""
    words = 'boot others' if machine.smp > 1 else 'boot'
    found = min((measure(machine, firmware, options, words=words)
                 for _ in range(3 if machine.smp > 1 else 1)), key=lambda run: run.boot)
    boot, end = found.boot // machine.smp, found.end
    if machine.trace:
        without = measure(machine._replace(trace=0), firmware, options, words=words)
        boot, end = boot - without.boot, end - without.end
    return {row: Figure.of([count])
            for row, count in zip(machine.end_rows, (boot, end))}


def measure(machine, firmware, options, trace=None, words=None):
    """Run the benchmark on a machine.

    trace: (number of row, sample) to be printed; words: options of the payload, which
    then ends after the boot."""
    os.makedirs(options.scratch, exist_ok=True)
    base = os.path.join(options.scratch, re.sub(r'\W+', '-', machine.name) +
                        f'-{os.getpid()}-{id(firmware)}')
    command = ['sh', QEMU, '--xlen', str(machine.xlen),
               '--smp', str(machine.smp),
               # With Sstc, M-mode has no timer interrupt.
               '--cpu', machine.cpu]
    plugin = [f'out={base}.out', f'first={RAM:#x}',
              f'end={firmware.address("_fw_end"):#x}',
              f'function={firmware.address(HOOK):#x}']
    if CHECK in firmware.at:
        plugin.append(f'second={firmware.address(CHECK):#x}')
    if trace:
        plugin += [f'trace={trace[0]}', f'sample={trace[1]}']
    if machine.smp > 1 and not words:
        plugin.append('lines=1')
    more = ['-plugin', ','.join([options.plugin] + plugin)]
    more += components.devices(machine.trace, machine.harts)
    if machine.smp == 1:
        # The clock is the number of instructions: otherwise instret does not
        # count them.
        more += ['-icount', 'shift=0']
    payload = os.path.join(options.build, f'rv{machine.xlen}', 'bench',
                           'bench.elf')
    try:
        device_tree(machine, command, base + '.dtb')
        result = subprocess.run(
            command + ['--dtb', base + '.dtb', '--firmware', firmware.binary,
                       '--kernel', payload, '--timeout', '1800', '--append',
                       words or ('instret' if machine.smp == 1 else 'no'),
                       '--', *more],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors='replace', check=False)
        if result.returncode or not re.search('^done$', result.stdout, re.M):
            raise Broken(f'status {result.returncode}, and the console ends\n'
                         + result.stdout[-1500:])
        with open(base + '.out', encoding='ascii') as output:
            found = Output(output)
            return found if words else \
                collect(result.stdout, found, options.samples, machine.smp,
                        CHECK not in firmware.at)
    except subprocess.CalledProcessError as error:
        raise Broken(error.stderr) from error
    finally:
        for end in ('.out', '.dtb'):
            if os.path.exists(base + end):
                os.remove(base + end)
