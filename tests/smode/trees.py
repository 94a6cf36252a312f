# SPDX-License-Identifier: BSD-2-Clause
"""Device trees of the machines of smode.cfg: edits of QEMU's own trees."""

import re
import subprocess

# Event data 1 to 3 (cycles, instructions) and those of TLB misses. 56 bits are
# compared; select and mask have 64 bits each.
RAW_MAP = ('0x0', '0x0', '0xffffff', '0xfffffffc', '0x7fff8',
           '0x0', '0x10018', '0xffffff', '0xfffffffc', '0x7fff8',
           '0x0', '0x10020', '0xffffff', '0xfffffffc', '0x7fff8')
EDITS = {
    'on': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-snapshot', 'on'),
    'off': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-snapshot', 'off'),
    'odd': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-snapshot', 'perhaps'),
    # For the firmware of the tests, see pmudev.h
    'pmudev': ('-t', 's', '{}', '/chosen', 'test,pmu-device', ''),
    'pmudev-irq': ('-t', 's', '{}', '/chosen', 'test,pmu-device', 'irq'),
    'emulates': ('-t', 's', '{}', '/chosen', 'test,pmu-device', 'emulates'),
    'pmudev-fails': ('-t', 's', '{}', '/chosen', 'test,pmu-device', 'fails'),
    # Rows that the firmware cannot use: a counter with a fixed event, the same
    # class twice
    'mapped': ('-t', 'x', '{}', '/pmu', 'riscv,event-to-mhpmcounters',
               '1', '1', '7fff9', '2', '2', '7fffc', '2', '2', '7fff8'),
    'raw-twice': ('-t', 'x', '{}', '/pmu', 'riscv,raw-event-to-mhpmcounters')
                 + RAW_MAP[-5:] * 2,
    'strict': ('-t', 's', '{}', '/chosen', 'hartscope,pmu-linux-restart',
               'off'),
    'split': ('-t', 'x', '{}', '/memory@80000000', 'reg',
              '0', '80000000', '0', '8000000', '0', '88000000', '0', '8000000'),
    'gap': ('-t', 'x', '{}', '/memory@80000000', 'reg',
            '0', '80000000', '0', '8000000', '0', '8a000000', '0', '6000000'),
    'raw': ('-t', 'x', '{}', '/pmu', 'riscv,raw-event-to-mhpmcounters')
           + RAW_MAP,
    'nopmu': ('-r', '{}', '/pmu'),
    # No row maps an event to counters
    'no-counters': ('-d', '{}', '/pmu', 'riscv,event-to-mhpmcounters'),
    'selectors': ('-t', 'x', '{}', '/pmu', 'riscv,event-to-mhpmevent',
                  '5', '0', '7'),
    # Its registers are accessed by words, and only the CSR has time
    'c900': ('-t', 's', '{}', '/soc/clint@2000000', 'compatible',
             'thead,c900-clint'),
    # No device for software interrupts and timer of M-mode
    'noclint': ('-r', '{}', '/soc/clint@2000000'),
    'last': ('-t', 'x', '{}', '/pmu', 'riscv,event-to-mhpmcounters',
             '1', '1', '7fff9', '2', '2', '7fffc',
             '10019', '10019', '80000000', '1001b', '1001b', 'fffffff8',
             '10021', '10021', '40000008'),
    'more': ('-t', 'x', '{}', '/memory@80000000', 'reg',
             '0', '80000000', '0', '20000000'),
}
CONFIG = '/chosen/opensbi-config'
LARGE_HEAP = {'64': '128000', '32': '280000'}
# A domain for the first hart, with the holes that domain_test.c uses. The
# access is OpenSBI's: R W X of M-mode, then of S-mode. Machines with Smepmp
# need the devices, which the firmware may not access otherwise.
DOMAINS = '/chosen/opensbi-domains'
REGIONS = (('hole', '84000000', 13, '0', '4001'),
           ('read-only', '84008000', 12, '8', '4002'),
           ('small-hole', '84010040', 6, '0', '4003'),
           ('power', '100000', 12, '1b', '4006'),
           ('serial', '10000000', 12, '1b', '4007'),
           ('everything', '0', 0, '38', '4004'))


def phandle_of(dtb, node):
    """The phandle of a node."""
    return subprocess.run(['fdtget', '-tx', dtb, node, 'phandle'],
                          check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True).stdout.strip()


def cpus_of(dtb):
    """Names of the harts' nodes, in order."""
    names = subprocess.run(['fdtget', '-l', dtb, '/cpus'], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split()
    return sorted(n for n in names if n.startswith('cpu@'))


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
    # Any hart may boot, and all others have no next address
    node('supervisor', 'instance', ('-tx', 'possible-harts', hart),
         ('-tx', 'next-addr', f'0 {FIRST_ENTRY[xlen]}'),
         ('-tx', 'boot-hart', hart), ('-tx', 'next-mode', '1'),
         ('-tx', 'system-reset-allowed', ''), ('-tx', 'phandle', '4005'),
         ('-tx', 'regions', ' '.join(f'{r[4]} {r[3]}' for r in regions)))
    steps.append(['-tx', dtb, '/cpus/cpu@0', 'opensbi-domain', '4005'])
    return steps


def domains(dtb, xlen):
    """The same, and a second domain that takes turns with the first one on the first
    hart."""
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
    """The second domain has the other harts, and may suspend the system."""
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


def config(dtb):
    """Steps of fdtput that make the node of OpenSBI's own settings."""
    return [['-cp', dtb, CONFIG],
            ['-ts', dtb, CONFIG, 'compatible', 'opensbi,config']]


def first_to_boot(dtb, number):
    """Steps of fdtput that let one hart boot, while all others wait for it."""
    return config(dtb) + [['-tx', dtb, CONFIG, 'cold-boot-harts',
                           phandle_of(dtb, f'/cpus/cpu@{number}')]]


def heap(dtb, _, size='20000'):
    """Memory of the firmware for many domains on many harts."""
    return config(dtb) + [['-tx', dtb, CONFIG, 'heap-size', size]]


def large_heap(dtb, xlen):
    """As much as fits between the firmware and the payload: on RV32 of 64 harts, on RV64
    of 16."""
    return heap(dtb, xlen, LARGE_HEAP[xlen])


def short_heap(dtb, xlen):
    """Memory that has no room for counters of two domains."""
    return heap(dtb, xlen, '5000')


def shared(dtb, xlen):
    """Two domains that take turns on all harts."""
    # The payload boots on the boot hart of both domains, but on a busy host any
    # hart of QEMU can be the first one.
    steps = domains(dtb, xlen) + first_to_boot(dtb, 0)
    cpus = ['/cpus/' + cpu for cpu in cpus_of(dtb)]
    harts = [phandle_of(dtb, cpu) for cpu in cpus]
    steps += [['-tx', dtb, DOMAINS + name, 'possible-harts', *harts]
              for name in ('/supervisor', '/second')]
    return steps + [['-tx', dtb, cpu, 'opensbi-domain', '4005']
                    for cpu in cpus[1:]]


def four(dtb, xlen):
    """The same, and two more domains."""
    steps = shared(dtb, xlen)
    harts = [phandle_of(dtb, '/cpus/' + cpu) for cpu in cpus_of(dtb)]
    for name in ('third', 'fourth'):
        path = DOMAINS + '/' + name
        steps += [['-cp', dtb, path],
                  ['-ts', dtb, path, 'compatible', 'opensbi,domain,instance']]
        steps += [['-tx', dtb, path, name, *value.split()] for name, value in (
            ('possible-harts', ' '.join(harts)), ('boot-hart', harts[0]),
            ('next-mode', '1'), ('next-addr', f'0 {SECOND_ENTRY[xlen]}'),
            ('next-arg1', '0 0'), ('regions', '4006 1b 4007 1b 4004 38'))]
    return steps


def alone(dtb, xlen):
    """The domain, without regions for M-mode's devices, and with a device that is closed
    to S-mode."""
    return domain(dtb, xlen, (('plic', 'c000000', 22, '0', '4006'),) +
                  tuple(r for r in REGIONS if r[0] not in ('power', 'serial')))


def crowd(dtb, xlen):
    """The domain with more regions, so that few PMP entries are free."""
    more = tuple((f'page{n}', f'8402{n}000', 12, '8', f'401{n}')
                 for n in range(6))
    return domain(dtb, xlen, REGIONS[:-1] + more + REGIONS[-1:])


def crowds(dtb, xlen):
    """The same domain, for all harts."""
    cpus = ['/cpus/' + cpu for cpu in cpus_of(dtb)]
    steps = crowd(dtb, xlen) + [
        ['-tx', dtb, DOMAINS + '/supervisor', 'possible-harts',
         *(phandle_of(dtb, cpu) for cpu in cpus)]]
    return steps + [['-tx', dtb, cpu, 'opensbi-domain', '4005']
                    for cpu in cpus[1:]]


def reserved(dtb, _):
    """Two pages in the middle of RAM that no domain may map."""
    path = '/reserved-memory'
    region = path + '/firmware@84000000'
    return [['-cp', dtb, path], ['-tx', dtb, path, '#address-cells', '2'],
            ['-tx', dtb, path, '#size-cells', '2'], ['-tx', dtb, path, 'ranges'],
            ['-c', dtb, region], ['-tx', dtb, region, 'no-map'],
            ['-tx', dtb, region, 'reg', '0', '84000000', '0', '2000']]


# Harts whose nodes list CTR, one bit each: "harts-5" is 0 and 2.
HARTS = re.compile(r'harts-([0-9a-f]+)')
CTR_NAMES = ('smctr', 'ssctr')


def harts(dtb, mask):
    """Steps of fdtput that remove CTR from the nodes of the other harts."""
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


def isa_string(dtb, _):
    """Steps of fdtput that leave only the older one of two properties."""
    return [['-d', dtb, '/cpus/' + cpu, 'riscv,isa-extensions']
            for cpu in cpus_of(dtb)]


def isa_list(dtb, _):
    """Steps of fdtput that leave only the newer one."""
    return [['-d', dtb, '/cpus/' + cpu, 'riscv,isa'] for cpu in cpus_of(dtb)]


def promises(dtb, xlen):
    """Steps of fdtput that list extensions which QEMU's harts lack by default. On
    RV32 OpenSBI needs mhpmeventh with Sscofpmf before it looks."""
    names = ['sstc', 'smcntrpmf'] + ['sscofpmf'] * (xlen == '64')
    steps = []
    for cpu in cpus_of(dtb):
        for name, joined in (('riscv,isa', '_'), ('riscv,isa-extensions', None)):
            had = subprocess.run(
                ['fdtget', '-ts', dtb, '/cpus/' + cpu, name], check=True,
                stdout=subprocess.PIPE, text=True).stdout.split()
            new = [joined.join(had + names)] if joined else had + names
            steps.append(['-ts', dtb, '/cpus/' + cpu, name, *new])
    return steps


# Trees that identify the core of the harts, and map no events: "is-c906".
# "is-mixed" has harts of different kinds, "is-mpfs" identifies only the board;
# "is-jh7110" has a monitor hart without S-mode that claims an MMU, "is-fu540"
# one without an MMU. In "is-monitor" only the harts between the first, which
# boots, and the last have an MMU; in "is-bare" no hart has one.
CORES = {'u54': 'sifive,u54-mc', 'c906': 'thead,c906', 'c910': 'thead,c910',
         'c908': 'thead,c908', 'c920': 'thead,c920', 'x60': 'spacemit,x60',
         'x100': 'spacemit,x100', 'ux900': 'nuclei,ux900',
         'jh7110': 'sifive,u74-mc', 'fu540': 'sifive,u54-mc',
         'monitor': 'sifive,u54-mc', 'bare': 'sifive,u54-mc',
         'none': 'acme,core', 'mixed': 'sifive,u54-mc'}
BOARDS = {'mpfs': 'microchip,mpfs'}
IS = re.compile(r'is-(\w+)')


def is_core(dtb, core):
    """Steps of fdtput that set a compatible for all harts."""
    cpus = cpus_of(dtb)
    steps = [['-r', dtb, '/pmu']]
    if core in BOARDS:
        steps.append(['-ts', dtb, '/', 'compatible', BOARDS[core]])
        return steps + [['-ts', dtb, '/cpus/' + cpu, 'compatible', 'riscv']
                        for cpu in cpus]
    for number, cpu in enumerate(cpus):
        name = 'thead,c906' if core == 'mixed' and number else CORES[core]
        steps.append(['-ts', dtb, '/cpus/' + cpu, 'compatible', name, 'riscv'])
    last = '/cpus/' + cpus[-1]
    if core == 'jh7110':
        steps += [['-ts', dtb, last, 'compatible', 'sifive,s7', 'riscv'],
                  ['-ts', dtb, last, 'riscv,isa', 'rv64imacu']]
    if core == 'fu540':
        steps += [['-ts', dtb, last, 'compatible', 'sifive,e51', 'riscv'],
                  ['-d', dtb, last, 'mmu-type']]
    if core == 'monitor':
        for cpu in (cpus[0], cpus[-1]):
            steps += [['-ts', dtb, '/cpus/' + cpu, 'compatible', 'sifive,e51',
                       'riscv'],
                      ['-ts', dtb, '/cpus/' + cpu, 'mmu-type', 'riscv,none']]
        steps += first_to_boot(dtb, 0)
    if core == 'bare':
        steps.append(['-ts', dtb, last, 'mmu-type', 'riscv,none'])
    return steps


# Addresses of the domains' entries in start.S
FIRST_ENTRY = {'64': '80200000', '32': '80400000'}
SECOND_ENTRY = {'64': '80200010', '32': '80400010'}
BUILT_EDITS = {'domain': domain, 'domains': domains, 'crowd': crowd,
               'crowds': crowds, 'alone': alone,
               'shared': shared, 'four': four, 'heap': heap,
               'large-heap': large_heap, 'short-heap': short_heap,
               'others': others, 'reserved': reserved,
               'isa-string': isa_string, 'isa-list': isa_list,
               'promises': promises}


def commands(edit, dtb, xlen):
    """Arguments of each call of fdtput for an edit."""
    core = IS.fullmatch(edit)
    if core:
        return is_core(dtb, core[1])
    mask = HARTS.fullmatch(edit)
    if mask:
        return harts(dtb, int(mask[1], 16))
    if edit in BUILT_EDITS:
        return BUILT_EDITS[edit](dtb, xlen)
    return [[a.format(dtb) for a in EDITS[edit]]]
