#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Run the S-mode test programs on the machines of smode.cfg."""

import argparse
import concurrent.futures
import functools
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))
import common
import intact
import damage
import traces
import traps
import trees

QEMU = os.path.join(HERE, '..', '..', 'platform', 'qemu', 'qemu.sh')
COLUMNS = ('payload', 'level', 'xlen', 'smp', 'cpu', 'dtb', 'timeout', 'words')
LISTS = ('xlen', 'smp', 'cpu', 'dtb')
# The lines of smode.cfg that a level runs
LEVELS = {'quick': ('quick',), 'full': ('quick', 'full'), 'long': ('long',)}

WORDS = {'on': 'snapshot=on', 'off': 'snapshot=off', 'raw': 'map=raw',
         'nopmu': 'map=none', 'domains': 'domains=2', 'crowd': 'crowd',
         'strict': 'restart=off', 'odd': 'odd', 'mapped': 'mapped',
         'raw-twice': 'raw-twice', 'gap': 'ram=gap', 'split': 'ram=split',
         'isa-string': 'isa=string', 'noclint': 'clint=no',
         'pmudev-irq': 'board=irq', 'isa-list': 'isa=list',
         'pmudev-fails': 'board=fails', 'heap': 'heap',
         'more': 'ram=more', 'reserved': 'ram=reserved', 'others': 'others'}

# Trees that set the hart that boots themselves
PINNED = {'shared'}

# Words for limits of the trap entry on such a machine, and for timers of M-mode
CPU_TELLS = {'priv_spec=v1.10.0': 'fast=none sstc=off',
             'cbom_blocksize=128': 'entry=off', 'smepmp=true': 'direct=off',
             'smdbltrp=true': 'direct=off', 'svade=true': 'svade=on',
             'zicntr=false': 'time=no', 'smcdeleg=true': 'deleg=on',
             'max': 'direct=off deleg=on', 'sstc=false': 'sstc=off'}

CTR_CPU = ('smstateen=true', 'smcsrind=true', 'sscsrind=true', 'smctr=true',
           'ssctr=true', 'sscofpmf=true')
DELEG_CPU = ('smcdeleg=true', 'ssccfg=true', 'smcsrind=true', 'sscsrind=true')
CPU_WORDS = {'ctr': CTR_CPU, 'deleg': DELEG_CPU,
             'nofp': ('zfa=false', 'd=false', 'f=false')}
# Messages that the firmware must not print while a payload runs.
NOISE = re.compile(r'\w+_insn: |sbi_\w+: ')
DEAD = re.compile(r'sbi_trap_error: .* mcause=|init_coldboot: .* failed')


def fail(message):
    sys.exit('run.py: ' + message)


def parse(path):
    """Rows of the cfg, as dictionaries."""
    lines = []
    with open(path, encoding='utf-8') as cfg:
        for number, line in enumerate(cfg, 1):
            fields = line.split('#')[0].split()
            if not fields:
                continue
            if len(fields) != len(COLUMNS):
                fail(f'{path}:{number}: {len(COLUMNS)} columns are needed')
            lines.append(dict(zip(COLUMNS, fields)))
    return lines


def expand(lines, level):
    """The runs of a level; a run that two lines name happens once. Of several widths,
    quick runs have the first."""
    runs = {}
    for line in lines:
        if line['level'] not in LEVELS[level]:
            continue
        if level == 'quick':
            line = dict(line, xlen=line['xlen'].split(',')[0])
        for values in itertools.product(*(
                [one for part in line[c].split(',') for one in damage.many(part)]
                for c in LISTS)):
            run = dict(line, **dict(zip(LISTS, values)))
            run['name'] = name(run)
            runs[run['name']] = run
    return list(runs.values())


def some(runs, always):
    """Of the runs whose names are not in always, a half."""
    names = [run['name'] for run in runs if run['name'] not in always]
    chosen = always | set(common.shuffled(names, common.commit())[:len(names) // 2])
    return [run for run in runs if run['name'] in chosen]


def name(run):
    parts = [run['payload'], 'rv' + run['xlen'], 'smp' + run['smp']]
    parts += [run[c] for c in ('cpu', 'dtb', 'words') if run[c] != '-']
    return ' '.join(parts)


def words(run, options):
    """Words for the payload's command line, by which it checks the machine."""
    edits = split(run['dtb'])
    told = ['smp=' + run['smp']] + split(run['words'])
    told += [WORDS[e] for e in edits if e in WORDS]
    told += traces.told(edits)
    told += [f'harts={int(m[1], 16)}'
             for m in map(trees.HARTS.fullmatch, edits) if m]
    if options.snapshot and not {'on', 'off'} & set(edits):
        told.append('snapshot=' + options.snapshot)
    cpu = cpu_of(run)
    told += ctr_words(run, cpu)
    told += [p for p in cpu if p == 'h=false']
    told += [word for part, word in CPU_TELLS.items() if part in cpu]
    told += [word + '=no' for word in options.lacks.split(',')
             if word != 'nothing']
    told += [extension for extension in ('sscofpmf', 'smcntrpmf')
             if extension + '=true' in cpu or 'max' in cpu]
    return ' '.join(told)


def ctr_words(run, cpu):
    """Words for the state of Control Transfer Records that the payload must find."""
    here = {p for p in ('smctr', 'ssctr', 'smstateen', 'smcsrind')
            if p + '=true' in cpu or 'max' in cpu}
    gate = 'smstateen' in here
    works = 'yes' if here & {'smctr', 'ssctr'} else 'no'
    if gate and not {'ssctr', 'smcsrind'} <= here:
        works = 'no'
    if gate and works == 'yes' and run['xlen'] == '32':
        # QEMU 10.0 has no bit 60 in mstateen0h: M-mode cannot open the gate.
        works = 'maybe'
    return (['ctr=' + works, 'stateen=' + ('yes' if gate else 'no')]
            + [p + '=no' for p in ('smctr', 'ssctr') if p not in here]
            + select_words(run, cpu, gate))


def select_words(run, cpu, gate):
    """Words for siselect, and for the counters that it selects."""
    here = {p for p in ('sscsrind', 'smcsrind', 'smaia', 'smcdeleg', 'ssccfg',
                        'smctr', 'ssctr')
            if p + '=true' in cpu or 'max' in cpu}
    # QEMU adds the extensions that others imply.
    select = not gate or (run['xlen'] == '64' and bool(
        here & {'smcsrind', 'smaia', 'smcdeleg'}))
    counters = {'smcdeleg', 'ssccfg'} <= here and 'short-heap' not in run['dtb']
    listed = here & {'sscsrind', 'smcdeleg', 'ssccfg', 'smctr', 'ssctr'}
    return ['select=' + ('yes' if select and listed else 'no'),
            'delegation=' + ('yes' if select and counters else 'no')]


def split(field):
    return [] if field == '-' else field.split('+')


def cpu_of(run):
    """Properties of the CPU; words of smode.cfg are replaced by theirs."""
    return [p for field in split(run['cpu'])
            for p in CPU_WORDS.get(field, (field,))]


def machine(run):
    command = ['sh', QEMU, '--xlen', run['xlen'], '--smp', run['smp'],
               '--cpu', ','.join(cpu_of(run))]
    for word in split(run['words']):
        if word.startswith('mem='):
            command += ['--mem', word[4:]]
        elif word.startswith('machine='):
            command += ['--board', word[8:]]
        elif word == 'aia':
            command += ['--machine', 'aia=aplic-imsic']
    return command


def tree_of(run, options):
    return os.path.join(options.scratch,
                        re.sub(r'[^\w=+-]+', '-', run['name']) + '.dtb')


def ram_of(run, options):
    """Path of the file with the machine's memory, if it has one."""
    tree = tree_of(run, options)
    return traces.ram(tree) if dtb_traces(run) else tree + '.ram'


def dtb_traces(run):
    return traces.wanted(split(run['dtb']))


def step(command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.PIPE, text=True)


@functools.lru_cache(maxsize=None)
def own_tree(command):
    """The device tree that QEMU makes for a machine. Many rows differ only in their
    edits of it, and each dump takes a start of QEMU."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'dtb')
        step([*command, '--dumpdtb', path])
        with open(path, 'rb') as tree:
            return tree.read()


def device_tree(run, options):
    """Path of an edited device tree, or None. Raises on failure."""
    edits = split(run['dtb'])
    late = options.boot_hart and int(run['smp']) > options.boot_hart
    if not edits and not late:
        return None
    os.makedirs(options.scratch, exist_ok=True)
    path = tree_of(run, options)
    with open(path, 'wb') as tree:
        tree.write(own_tree(tuple(machine(run))))
    for edit in edits:
        if traces.is_word(edit):
            continue
        for command in trees.commands(edit, path, run['xlen']):
            step(['fdtput'] + command)
    if late and not PINNED & set(edits) and not traces.wanted(edits):
        for command in trees.first_to_boot(path, options.boot_hart):
            step(['fdtput'] + command)
    if traces.wanted(edits):
        step(traces.make_trees(path, edits))
        for command in traces.spoil(path, edits):
            step(command)
    return path


def images(run, options):
    """The firmware and the payload of a machine."""
    base = os.path.join(options.build, 'rv' + run['xlen'])
    firmware = options.firmware.format(xlen=run['xlen'])
    for word in {'test', 'notrace'}.intersection(split(run['words'])):
        beside = os.path.join(os.path.dirname(firmware), f'fw_{word}.bin')
        firmware = beside if os.path.exists(beside) else \
            os.path.join(base, f'fw_{word}.bin')
    return firmware, os.path.join(base, 'smode', run['payload'] + '_test.elf')


def boot(run, options):
    """Run one machine. Returns its console and exit status."""
    try:
        command = command_of(run, options)
    except subprocess.CalledProcessError as error:
        return error.stderr, error.returncode
    return watch(command, 'dies' in split(run['words']))


def command_of(run, options):
    """The command that boots a machine; also makes its device tree."""
    firmware, payload = images(run, options)
    command = machine(run) + [
        '--firmware', firmware,
        '--kernel', payload,
        '--append', words(run, options),
        '--timeout', str(options.seconds or 2 * int(run['timeout']))]
    dtb = device_tree(run, options)
    if dtb:
        command += ['--dtb', dtb]
    if dtb_traces(run):
        command += traces.qemu_options(dtb, options.build)
    command += ['--']
    for word in split(run['words']):
        if re.fullmatch(r'icount(=\d+)?', word):
            shift = word.partition('=')[2] or '0'
            command += ['-icount', f'shift={shift},sleep=off']
    if 'poison' in split(run['words']):
        poison = os.path.join(os.path.dirname(payload), 'poison.elf')
        for hart in range(int(run['smp'])):
            command += ['-device', f'loader,file={poison},cpu-num={hart}']
    if 'absent=3' in split(run['words']):
        absent = os.path.join(os.path.dirname(payload), 'absent.elf')
        command += ['-device', f'loader,file={absent},cpu-num=3']
    if 'reboot' in split(run['words']):
        command += ['-action', 'reboot=reset']
    if 'unimp' in split(run['words']):
        command += ['-d', 'unimp']
    if traps.wanted(run):
        command += ['-d', 'int', '-D', log_of(run, options)]
    if 'intact' in split(run['words']) and not dtb_traces(run):
        command += intact.qemu_options(ram_of(run, options))
    return command


def log_of(run, options):
    """Path of the file to which QEMU writes the traps of the harts."""
    return tree_of(run, options) + '.traps'


def watch(command, dies):
    """Run QEMU; end it soon after the firmware has reported that it died."""
    console = ''
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, errors='replace') as qemu:
        for line in qemu.stdout:
            console += line
            if DEAD.search(line) and not dies:
                # The firmware prints its registers after that line.
                threading.Timer(1, qemu.terminate).start()
    return console, qemu.returncode


def said(console, text, behind=''):
    """Number of lines with this text that the payload did not print."""
    return len(re.findall(rf'^[^#\n]*{re.escape(text)}{behind}', console,
                          re.M))


def judge(console, status, dies):
    """Points passed and failed, cases skipped, and the error or ''."""
    good = len(re.findall(r'^ok \d+ - ', console, re.M))
    bad = len(re.findall(r'^not ok \d+ - ', console, re.M))
    skipped = len(re.findall(r'^ok .* # SKIP ', console, re.M))
    plan = re.search(r'^1\.\.(\d+)\s*$', console, re.M)
    points = re.search(r'^# points: (\d+) passed, (\d+) failed', console, re.M)
    if not plan or not points:
        why = 'took too long' if status == -signal.SIGKILL else 'ended early'
        if DEAD.search(console):
            why = 'the firmware died'
        return 0, 1, skipped, why
    passed, failed = int(points[1]), int(points[2])
    if int(plan[1]) != good + bad or bool(failed) != bool(bad):
        return passed, failed + 1, skipped, 'results contradict each other'
    if not passed and not failed:
        return 0, 1, skipped, 'checked nothing'
    # A payload can print lines that the firmware must print, or must not print.
    for text in re.findall(r'^# has: (.*?)\s*$', console, re.M):
        if not said(console, text, r'\s*$'):
            return passed, failed + 1, skipped, f'nobody said "{text}"'
        passed += 1
    for text in re.findall(r'^# begins: (.*?)\s*$', console, re.M):
        if not re.search(rf'^{re.escape(text)} ', console, re.M):
            return passed, failed + 1, skipped, f'no line begins with "{text} "'
        passed += 1
    for text in re.findall(r'^# lacks: (.*?)\s*$', console, re.M):
        if said(console, text):
            return passed, failed + 1, skipped, f'somebody said "{text}"'
        passed += 1
    for text in re.findall(r'^# once: (.*?)\s*$', console, re.M):
        count = said(console, text)
        if count != 1:
            return passed, failed + 1, skipped, f'{count} times "{text}"'
        passed += 1
    noise = NOISE.search(console[console.rfind('TAP version'):])
    if noise and not dies:
        return passed, failed + 1, skipped, f'the firmware said {noise[0]}'
    if status:
        return passed, failed + 1, skipped, f'exit status {status}'
    return passed, failed, skipped, f'{failed} failed' if failed else ''


def judge_refused(console):
    """The same, of a machine on which the firmware must not start S-mode."""
    if not DEAD.search(console) or 'TAP version' in console:
        return 0, 1, 0, 'S-mode was started'
    if not said(console, 'and is not started'):
        return 0, 1, 0, 'nobody said why S-mode is not started'
    return 1, 0, 0, ''


def timed(run, options):
    start = time.monotonic()
    console, status = boot(run, options)
    words_of = split(run['words'])
    refused = 'refused' in words_of or (
        'either' in words_of and said(console, 'and is not started'))
    result = (judge_refused(console) if refused
              else judge(console, status, 'dies' in words_of))
    if 'intact' in split(run['words']):
        result = judge_firmware(run, result, options)
    if traps.wanted(run):
        result = traps.judge(run, result, log_of(run, options))
    if dtb_traces(run):
        result = judge_traces(run, console, result, options)
    return run, console, result, time.monotonic() - start


def judge_firmware(run, result, options):
    """Add a point: the firmware's code and constants are unchanged."""
    passed, failed, skipped, wrong = result
    ram = ram_of(run, options)
    more, changed = intact.judge(ram, images(run, options)[0][:-4] + '.elf')
    if not dtb_traces(run) and os.path.exists(ram):
        os.remove(ram)
    return (passed + more, failed + bool(changed), skipped,
            ', '.join(filter(None, (wrong, changed))))


def judge_traces(run, console, result, options):
    """Add the results of the machine's traces to those of its payload."""
    passed, failed, skipped, wrong = result
    tree = tree_of(run, options)
    firmware, payload = images(run, options)
    if not wrong:
        more, wrong = traces.judge(
            console, tree, firmware[:-4] + '.elf', payload, options.build)
        passed, failed = passed + more, failed + bool(wrong)
    traces.clean(tree)
    return passed, failed, skipped, wrong


def report(number, result, options):
    """Print the line of a run, and its console if the run failed."""
    run, console, (passed, failed, skipped, wrong), seconds = result
    notes = f', {skipped} cases skipped' if skipped else ''
    print(f'{"not ok" if wrong else "ok"} {number} - {run["name"]} '
          f'({passed} points{notes}, {seconds:.1f} s)'
          + (f': {wrong}' if wrong else ''))
    if wrong or options.verbose:
        # Skip the firmware's banner.
        for line in console[max(console.find('TAP version'), 0):].splitlines():
            print('  | ' + line)
    sys.stdout.flush()
    return passed, failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--level', choices=LEVELS, default='quick')
    parser.add_argument('--some', action='store_true',
                        help='of the machines that quick runs do not have, a half, '
                        'which the hash of the commit chooses')
    parser.add_argument('--sample', type=int, metavar='N',
                        help='N of the machines, which the hash of the commit '
                        'chooses')
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--firmware', metavar='FILE',
                        help='firmware under test; {xlen} becomes 32 or 64 '
                        '(default: DIR/rv{xlen}/fw_dynamic.bin); the '
                        'firmware of the tests is fw_test.bin beside it, or '
                        'that of DIR')
    parser.add_argument('--snapshot', choices=('on', 'off'),
                        help='the default of the firmware\'s offer; not '
                        'checked if not given')
    parser.add_argument('--lacks', default='nothing', metavar='WORDS',
                        help='output of platform/qemu/lacks.sh for this QEMU '
                        '(default: nothing)')
    common.add_arguments(parser)
    parser.add_argument('--boot-hart', type=int, default=0, metavar='N',
                        help='the hart that boots machines that have it '
                        '(default: the one that comes first)')
    parser.add_argument('--seconds', type=int, metavar='N',
                        help='of the processor, for each machine '
                        '(default: twice the timeout of smode.cfg)')
    parser.add_argument('--verbose', action='store_true',
                        help='print every console')
    options = parser.parse_args()
    options.firmware = options.firmware or os.path.join(
        options.build, 'rv{xlen}', 'fw_dynamic.bin')
    options.scratch = os.path.join(options.build, 'results', 'smode')
    return options


def main():
    options = arguments()
    # device_tree() skips edits of traces.py, so no other edit may have such a name
    both = traces.WORDS & {*trees.EDITS, *trees.BUILT_EDITS}
    if both:
        fail('two edits have one name: ' + ', '.join(both))
    lines = parse(os.path.join(HERE, 'smode.cfg'))
    runs = expand(lines, options.level)
    if options.some:
        runs = some(runs, {r['name'] for r in expand(lines, 'quick')})
    runs = [r for r in runs if re.search(options.only, r['name'])]
    if options.sample:
        names = common.shuffled([r['name'] for r in runs], common.commit())
        runs = [r for r in runs if r['name'] in names[:options.sample]]
    if options.list:
        print('\n'.join(r['name'] for r in runs))
        return
    passed = failed = 0
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda run: timed(run, options), runs)
        for number, result in enumerate(results, 1):
            p, f = report(number, result, options)
            passed, failed = passed + p, failed + f
    print(f'1..{len(runs)}')
    print(f'# smode: {passed} points passed, {failed} failed, '
          f'{len(runs)} machines, {time.monotonic() - start:.0f} s')
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
