#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Run the S-mode test programs on the machines of smode.cfg."""

import argparse
import concurrent.futures
import itertools
import os
import re
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))
import common
import intact
import traces

QEMU = os.path.join(HERE, '..', '..', 'platform', 'qemu', 'qemu.sh')
COLUMNS = ('payload', 'level', 'xlen', 'smp', 'cpu', 'dtb', 'timeout', 'words')
LISTS = ('xlen', 'smp', 'cpu', 'dtb')

# Event data 1 to 3 (cycles, instructions) and that of TLB misses, 56 bits
# compared; select and mask are 64 bits each.
RAW_MAP = ('0x0', '0x0', '0xffffff', '0xfffffffc', '0x7fff8',
           '0x0', '0x10018', '0xffffff', '0xfffffffc', '0x7fff8',
           '0x0', '0x10020', '0xffffff', '0xfffffffc', '0x7fff8')
EDITS = {
    'on': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-snapshot', 'on'),
    'off': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-snapshot', 'off'),
    'odd': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-snapshot', 'perhaps'),
    'strict': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-linux-restart',
               'off'),
    'split': ('-t', 'x', '{}', '/memory@80000000', 'reg',
              '0', '80000000', '0', '8000000', '0', '88000000', '0', '8000000'),
    'gap': ('-t', 'x', '{}', '/memory@80000000', 'reg',
            '0', '80000000', '0', '8000000', '0', '8a000000', '0', '6000000'),
    'raw': ('-t', 'x', '{}', '/pmu', 'riscv,raw-event-to-mhpmcounters')
           + RAW_MAP,
    'nopmu': ('-r', '{}', '/pmu'),
    'more': ('-t', 'x', '{}', '/memory@80000000', 'reg',
             '0', '80000000', '0', '20000000'),
}
# A domain of its own for the first hart, with the holes that domain_test.c
# knows; access is OpenSBI's: R W X of M-mode, then of S-mode. The devices are
# for machines with Smepmp, where the firmware may otherwise not touch them.
DOMAINS = '/chosen/opensbi-domains'
REGIONS = (('hole', '84000000', 13, '0', '4001'),
           ('read-only', '84008000', 12, '8', '4002'),
           ('small-hole', '84010040', 6, '0', '4003'),
           ('power', '100000', 12, '1b', '4006'),
           ('serial', '10000000', 12, '1b', '4007'),
           ('everything', '0', 0, '38', '4004'))


def phandle_of(dtb, node):
    """The phandle that a device tree has for a node."""
    return subprocess.run(['fdtget', '-tx', dtb, node, 'phandle'],
                          check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True).stdout.strip()


def first_hart(dtb):
    return phandle_of(dtb, '/cpus/cpu@0')


def domain(dtb, xlen, regions=REGIONS):
    """Steps of fdtput that put the first hart into a domain with holes."""
    hart = first_hart(dtb)
    steps = [['-cp', dtb, DOMAINS],
             ['-ts', dtb, DOMAINS, 'compatible', 'opensbi,domain,config']]

    def node(name, kind, *properties):
        path = DOMAINS + '/' + name
        steps.append(['-c', dtb, path])
        steps.append(['-ts', dtb, path, 'compatible', 'opensbi,domain,' + kind])
        steps.extend([t, dtb, path, p, *v.split()] for t, p, v in properties)

    for name, base, order, _, phandle in regions:
        node(name, 'memregion', ('-tx', 'base', '0 ' + base),
             ('-tu', 'order', str(order or xlen)), ('-tx', 'phandle', phandle))
    node('supervisor', 'instance', ('-tx', 'possible-harts', hart),
         ('-tx', 'boot-hart', hart), ('-tx', 'next-mode', '1'),
         ('-tx', 'system-reset-allowed', ''), ('-tx', 'phandle', '4005'),
         ('-tx', 'regions', ' '.join(f'{r[4]} {r[3]}' for r in regions)))
    steps.append(['-tx', dtb, '/cpus/cpu@0', 'opensbi-domain', '4005'])
    return steps

def domains(dtb, xlen):
    """The same for two domains that take turns on the first hart."""
    steps = domain(dtb, xlen)
    hart = first_hart(dtb)
    path = DOMAINS + '/second'
    steps += [['-cp', dtb, path],
              ['-ts', dtb, path, 'compatible', 'opensbi,domain,instance']]
    steps += [['-tx', dtb, path, name, *value.split()] for name, value in (
        ('possible-harts', hart), ('boot-hart', hart), ('next-mode', '1'),
        ('next-addr', f'0 {SECOND_ENTRY[xlen]}'), ('next-arg1', '0 0'),
        ('regions', '4006 1b 4007 1b 4004 38'))]
    return steps


def others(dtb, xlen):
    """The second domain has the other harts, and may let the machine sleep."""
    steps = domain(dtb, xlen)
    path = DOMAINS + '/second'
    harts = [phandle_of(dtb, f'/cpus/cpu@{n}') for n in (1, 2)]
    steps += [['-cp', dtb, path],
              ['-ts', dtb, path, 'compatible', 'opensbi,domain,instance']]
    steps += [['-tx', dtb, path, name, *value.split()] for name, value in (
        ('possible-harts', ' '.join(harts)), ('boot-hart', harts[0]),
        ('next-mode', '1'), ('next-addr', f'0 {SECOND_ENTRY[xlen]}'),
        ('next-arg1', '0 0'), ('system-suspend-allowed', ''),
        ('phandle', '4008'), ('regions', '4006 1b 4007 1b 4004 38'))]
    return steps + [['-tx', dtb, f'/cpus/cpu@{n}', 'opensbi-domain', '4008']
                    for n in (1, 2)]


def crowd(dtb, xlen):
    """The domain with more regions, so that few PMP entries are left."""
    more = tuple((f'page{n}', f'8402{n}000', 12, '8', f'401{n}')
                 for n in range(6))
    return domain(dtb, xlen, REGIONS[:-1] + more + REGIONS[-1:])


def reserved(dtb, _):
    """Two pages in the middle of RAM that nobody may map."""
    path = '/reserved-memory'
    region = path + '/firmware@84000000'
    return [['-cp', dtb, path], ['-tx', dtb, path, '#address-cells', '2'],
            ['-tx', dtb, path, '#size-cells', '2'], ['-tx', dtb, path, 'ranges'],
            ['-c', dtb, region], ['-tx', dtb, region, 'no-map'],
            ['-tx', dtb, region, 'reg', '0', '84000000', '0', '2000']]


# Harts whose nodes list CTR, as bits of a number: "harts-5" is 0 and 2.
HARTS = re.compile(r'harts-([0-9a-f]+)')
CTR_NAMES = ('smctr', 'ssctr')


def harts(dtb, mask):
    """Steps of fdtput that take CTR from the nodes of the other harts."""
    steps = []
    for hart in range(4):
        if mask >> hart & 1:
            continue
        path = f'/cpus/cpu@{hart}'
        isa, names = (subprocess.run(
            ['fdtget', '-ts', dtb, path, property], check=True,
            stdout=subprocess.PIPE, text=True).stdout.strip()
            for property in ('riscv,isa', 'riscv,isa-extensions'))
        for name in CTR_NAMES:
            isa = re.sub(f'_{name}(?=_|$)', '', isa)
        steps += [['-ts', dtb, path, 'riscv,isa', isa],
                  ['-ts', dtb, path, 'riscv,isa-extensions',
                   *(n for n in names.split() if n not in CTR_NAMES)]]
    return steps


# Where start.S has the entry of the second domain
SECOND_ENTRY = {'64': '80200010', '32': '80400010'}
BUILT_EDITS = {'domain': domain, 'domains': domains, 'crowd': crowd,
               'others': others, 'reserved': reserved}

WORDS = {'on': 'snapshot=on', 'off': 'snapshot=off', 'raw': 'map=raw',
         'nopmu': 'map=none', 'domains': 'domains=2', 'crowd': 'crowd',
         'strict': 'restart=off', 'gap': 'ram=gap', 'split': 'ram=split',
         'more': 'ram=more', 'reserved': 'ram=reserved'}

# What our trap entry cannot do on such a machine, and that M-mode has timers
CPU_TELLS = {'priv_spec=v1.10.0': 'fast=none sstc=off',
             'cbom_blocksize=128': 'entry=off', 'smepmp=true': 'direct=off', 'smcdeleg=true': 'deleg=on',
             'max': 'direct=off', 'sstc=false': 'sstc=off'}

CTR_CPU = ('smstateen=true', 'smcsrind=true', 'sscsrind=true', 'smctr=true',
           'ssctr=true', 'sscofpmf=true')
DELEG_CPU = ('smcdeleg=true', 'ssccfg=true', 'smcsrind=true', 'sscsrind=true')
CPU_WORDS = {'ctr': CTR_CPU, 'deleg': DELEG_CPU,
             'nofp': ('zfa=false', 'd=false', 'f=false')}
# What the firmware says unasked while a payload runs.
NOISE = re.compile(r'\w+_insn: |sbi_\w+: ')
DEAD = re.compile(r'sbi_trap_error: .* mcause=|init_coldboot: .* failed')


def fail(message):
    sys.exit('run.py: ' + message)


def parse(path):
    """Lines of the cfg, as dictionaries."""
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
    """The runs of a level; what both levels name is run once."""
    runs = {}
    for line in lines:
        if level == 'quick' and line['level'] != 'quick':
            continue
        for values in itertools.product(*(line[c].split(',') for c in LISTS)):
            run = dict(line, **dict(zip(LISTS, values)))
            run['name'] = name(run)
            runs[run['name']] = run
    return list(runs.values())


def name(run):
    parts = [run['payload'], 'rv' + run['xlen'], 'smp' + run['smp']]
    parts += [run[c] for c in ('cpu', 'dtb', 'words') if run[c] != '-']
    return ' '.join(parts)


def words(run, options):
    """What the payload is told, so that it can check the machine."""
    edits = split(run['dtb'])
    told = ['smp=' + run['smp']] + split(run['words'])
    told += [WORDS[e] for e in edits if e in WORDS]
    told += traces.told(edits)
    told += [f'harts={int(m[1], 16)}' for m in map(HARTS.fullmatch, edits) if m]
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
    """What the payload shall find of Control Transfer Records."""
    here = {p for p in ('smctr', 'ssctr', 'smstateen', 'smcsrind')
            if p + '=true' in cpu or 'max' in cpu}
    gate = 'smstateen' in here
    works = 'yes' if here & {'smctr', 'ssctr'} else 'no'
    if gate and not {'ssctr', 'smcsrind'} <= here:
        works = 'no'
    if gate and works == 'yes' and run['xlen'] == '32':
        # QEMU 10.0 has no bit 60 in mstateen0h: nothing can be opened.
        works = 'maybe'
    return (['ctr=' + works, 'stateen=' + ('yes' if gate else 'no')]
            + [p + '=no' for p in ('smctr', 'ssctr') if p not in here]
            + select_words(run, cpu, gate))


def select_words(run, cpu, gate):
    """What it shall find of siselect, and of counters behind it."""
    here = {p for p in ('sscsrind', 'smcsrind', 'smaia', 'smcdeleg', 'ssccfg',
                        'smctr', 'ssctr')
            if p + '=true' in cpu or 'max' in cpu}
    # QEMU adds what the others imply.
    select = not gate or (run['xlen'] == '64' and bool(
        here & {'smcsrind', 'smaia', 'smcdeleg'}))
    counters = {'smcdeleg', 'ssccfg'} <= here
    listed = here & {'sscsrind', 'smcdeleg', 'ssccfg', 'smctr', 'ssctr'}
    return ['select=' + ('yes' if select and listed else 'no'),
            'delegation=' + ('yes' if select and counters else 'no')]


def split(field):
    return [] if field == '-' else field.split('+')


def cpu_of(run):
    """Properties of the CPU, with the words of smode.cfg spelled out."""
    return [p for field in split(run['cpu'])
            for p in CPU_WORDS.get(field, (field,))]


def machine(run):
    command = ['sh', QEMU, '--xlen', run['xlen'], '--smp', run['smp'],
               '--cpu', ','.join(cpu_of(run))]
    for word in split(run['words']):
        if word.startswith('mem='):
            command += ['--mem', word[4:]]
    return command


def tree_of(run, options):
    return os.path.join(options.scratch,
                        re.sub(r'[^\w=+-]+', '-', run['name']) + '.dtb')


def ram_of(run, options):
    """The file that is the machine's memory, where there is one."""
    tree = tree_of(run, options)
    return traces.ram(tree) if dtb_traces(run) else tree + '.ram'


def dtb_traces(run):
    return traces.wanted(split(run['dtb']))


def step(command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.PIPE, text=True)


def device_tree(run, options):
    """Path of an edited device tree, or None. Raises on failure."""
    edits = split(run['dtb'])
    if not edits:
        return None
    os.makedirs(options.scratch, exist_ok=True)
    path = tree_of(run, options)
    step(machine(run) + ['--dumpdtb', path])
    for edit in edits:
        if traces.is_word(edit):
            continue
        if HARTS.fullmatch(edit):
            commands = harts(path, int(HARTS.fullmatch(edit)[1], 16))
        elif edit in BUILT_EDITS:
            commands = BUILT_EDITS[edit](path, run['xlen'])
        else:
            commands = [[a.format(path) for a in EDITS[edit]]]
        for command in commands:
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
    if 'test' in split(run['words']):
        firmware = os.path.join(base, 'fw_test.bin')
    return firmware, os.path.join(base, 'smode', run['payload'] + '_test.elf')


def boot(run, options):
    """Run one machine. Returns its console and exit status."""
    firmware, payload = images(run, options)
    command = machine(run) + [
        '--firmware', firmware,
        '--kernel', payload,
        '--append', words(run, options), '--timeout', run['timeout']]
    try:
        dtb = device_tree(run, options)
    except subprocess.CalledProcessError as error:
        return error.stderr, error.returncode
    if dtb:
        command += ['--dtb', dtb]
    if dtb_traces(run):
        command += traces.qemu_options(dtb, options.build)
    command += ['--']
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
    if 'intact' in split(run['words']) and not dtb_traces(run):
        command += intact.qemu_options(ram_of(run, options))
    return watch(command, 'dies' in split(run['words']))


def watch(command, dies):
    """Run QEMU; when the firmware says it is dead, do not wait any longer."""
    console = ''
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, errors='replace') as qemu:
        for line in qemu.stdout:
            console += line
            if DEAD.search(line) and not dies:
                # Its registers follow.
                threading.Timer(1, qemu.terminate).start()
    return console, qemu.returncode


def judge(console, status, dies):
    """Points passed and failed, cases skipped, and what is wrong or ''."""
    good = len(re.findall(r'^ok \d+ - ', console, re.M))
    bad = len(re.findall(r'^not ok \d+ - ', console, re.M))
    skipped = len(re.findall(r'^ok .* # SKIP ', console, re.M))
    plan = re.search(r'^1\.\.(\d+)\s*$', console, re.M)
    points = re.search(r'^# points: (\d+) passed, (\d+) failed', console, re.M)
    if not plan or not points:
        why = 'took too long' if status == 124 else 'ended early'
        if DEAD.search(console):
            why = 'the firmware died'
        return 0, 1, skipped, why
    passed, failed = int(points[1]), int(points[2])
    if int(plan[1]) != good + bad or bool(failed) != bool(bad):
        return passed, failed + 1, skipped, 'results contradict each other'
    if not passed and not failed:
        return 0, 1, skipped, 'checked nothing'
    # A payload may say what the firmware has to say, or must not.
    for text in re.findall(r'^# has: (.*?)\s*$', console, re.M):
        if not re.search(rf'^[^#]*{re.escape(text)}\s*$', console, re.M):
            return passed, failed + 1, skipped, f'nobody said "{text}"'
        passed += 1
    for text in re.findall(r'^# lacks: (.*?)\s*$', console, re.M):
        if re.search(rf'^[^#]*{re.escape(text)}', console, re.M):
            return passed, failed + 1, skipped, f'somebody said "{text}"'
        passed += 1
    for text in re.findall(r'^# once: (.*?)\s*$', console, re.M):
        count = len(re.findall(rf'^[^#]*{re.escape(text)}', console, re.M))
        if count != 1:
            return passed, failed + 1, skipped, f'{count} times "{text}"'
        passed += 1
    noise = NOISE.search(console[console.rfind('TAP version'):])
    if noise and not dies:
        return passed, failed + 1, skipped, f'the firmware said {noise[0]}'
    if status:
        return passed, failed + 1, skipped, f'exit status {status}'
    return passed, failed, skipped, f'{failed} failed' if failed else ''


def timed(run, options):
    start = time.monotonic()
    console, status = boot(run, options)
    dies = 'dies' in split(run['words'])
    result = judge(console, status, dies)
    if 'intact' in split(run['words']):
        result = judge_firmware(run, result, options)
    if dtb_traces(run):
        result = judge_traces(run, console, result, options)
    return run, console, result, time.monotonic() - start


def judge_firmware(run, result, options):
    """Add whether the firmware's code and constants are what was loaded."""
    passed, failed, skipped, wrong = result
    ram = ram_of(run, options)
    more, changed = intact.judge(ram, images(run, options)[0][:-4] + '.elf')
    if not dtb_traces(run) and os.path.exists(ram):
        os.remove(ram)
    return (passed + more, failed + bool(changed), skipped,
            ', '.join(filter(None, (wrong, changed))))


def judge_traces(run, console, result, options):
    """Add what the machine traced to what its payload found."""
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
    """Print a run's line, and its console when something is wrong."""
    run, console, (passed, failed, skipped, wrong), seconds = result
    notes = f', {skipped} cases skipped' if skipped else ''
    print(f'{"not ok" if wrong else "ok"} {number} - {run["name"]} '
          f'({passed} points{notes}, {seconds:.1f} s)'
          + (f': {wrong}' if wrong else ''))
    if wrong or options.verbose:
        # Nobody needs the firmware's banner.
        for line in console[max(console.find('TAP version'), 0):].splitlines():
            print('  | ' + line)
    sys.stdout.flush()
    return passed, failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--level', choices=('quick', 'full'), default='quick')
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='what make calls O (default: build)')
    parser.add_argument('--firmware', metavar='FILE',
                        help='firmware under test; {xlen} becomes 32 or 64 '
                        '(default: DIR/rv{xlen}/fw_dynamic.bin)')
    parser.add_argument('--snapshot', choices=('on', 'off'),
                        help='what the firmware offers by default; not '
                        'checked if not given')
    parser.add_argument('--lacks', default='nothing', metavar='WORDS',
                        help='what platform/qemu/lacks.sh says of this QEMU '
                        '(default: nothing)')
    common.add_arguments(parser)
    parser.add_argument('--verbose', action='store_true',
                        help='print every console')
    options = parser.parse_args()
    options.firmware = options.firmware or os.path.join(
        options.build, 'rv{xlen}', 'fw_dynamic.bin')
    options.scratch = os.path.join(options.build, 'results', 'smode')
    return options


def main():
    options = arguments()
    runs = expand(parse(os.path.join(HERE, 'smode.cfg')), options.level)
    runs = [r for r in runs if re.search(options.only, r['name'])]
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
