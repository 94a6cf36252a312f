# SPDX-License-Identifier: BSD-2-Clause
"""Machines with trace hardware, and the check that a trace matches the executed
instructions."""

import bisect
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MACHINE = os.path.join(HERE, '..', '..', 'platform', 'qemu', 'machine')
sys.path.insert(1, MACHINE)
import damage
import trace_machine
from trees import first_to_boot
from traced import (ANNOUNCED, MOST, RAM, decode, hardware, read_bytes, record,
                    segments)

# Errors in the firmware's tree that trace_machine.py does not make, for
# machines with 256 MiB: steps of fdtput. "@NODE:PROPERTY" is the value of
# another property.
SOC = '/soc/trace-'
ENCODERS = SOC + 'encoder@8fc00000', SOC + 'encoder@8fc01000'
FUNNELS = SOC + 'funnel@8fc10000', SOC + 'funnel@8fc11000'
SINK = SOC + 'ram-sink@8fc20000'
OUT, IN = '/out-ports/port/endpoint', '/in-ports/port/endpoint'
LATE_PORT = FUNNELS[1] + '/in-ports/port@7'


def reg(node, *cells):
    return [('-tx', node, 'reg', *cells)]


def joined(vendor, cpus):
    """Components that refer to each other and to their harts in a vendor's form."""
    nodes = dict(zip((*ENCODERS, FUNNELS[0], SINK),
                     ('encoder', 'encoder', 'funnel', 'sink')))
    groups = {'encoder': ['out'], 'funnel': ['in', 'out'], 'sink': ['in']}
    steps = []
    for n, (node, kind) in enumerate(nodes.items()):
        steps += [('-ts', node, 'compatible', f'{vendor},{kind}-controller'),
                  ('-tx', node, 'phandle', str(7771 + n))]
        steps += [('-r', f'{node}/{group}-ports') for group in groups[kind]]
    for node, cpu in zip(ENCODERS, cpus):
        steps += [('-d', node, 'cpus'), ('-tx', node, 'cpu', cpu)]
    for node, port, end in ((ENCODERS[0], 'output_port/port0', '7773'),
                            (ENCODERS[1], 'output_port/port0', '7773'),
                            (FUNNELS[0], 'input_port/port0', '7771'),
                            (FUNNELS[0], 'input_port/port1', '7772'),
                            (FUNNELS[0], 'output_port/port0', '7774'),
                            (SINK, 'input_port/port0', '7773')):
        steps += [('-cp', f'{node}/{port}'),
                  ('-tx', f'{node}/{port}', 'endpoint', end)]
    return steps


TREES = {
    'reg-large': reg(ENCODERS[0], '0', '8fc00000', '0', '10000'),
    'clock-last': reg('/soc/more@3d', '0', '101000', '0', '1000'),
    'reg-nowhere': reg(ENCODERS[0], '0', '8000000', '0', '1000'),
    'reg-far': reg(ENCODERS[0], '4', '0', '0', '1000'),
    'ring': [('-cp', LATE_PORT + '/endpoint'),
             ('-tx', LATE_PORT, 'reg', '7'),
             ('-tx', LATE_PORT + '/endpoint', 'phandle', '7777'),
             ('-tx', FUNNELS[0] + OUT, 'remote-endpoint', '7777')],
    # No errors: names and properties of boards and of other bindings
    'boards': [('-ts', ENCODERS[0], 'compatible', 'riscv,trace-encoder'),
               ('-tx', ENCODERS[0], 'reg', '0', '8fc00000', '0', '100'),
               ('-d', ENCODERS[0], 'cpus'),
               ('-tx', ENCODERS[0], 'cpu', '@/cpus/cpu@0:phandle'),
               ('-ts', ENCODERS[1], 'compatible', 'sifive,trace-encoder0'),
               ('-ts', FUNNELS[0], 'compatible', 'riscv,trace-funnel'),
               ('-tx', FUNNELS[0], 'cpus', '@/cpus/cpu@0:phandle',
                '@/cpus/cpu@1:phandle'),
               ('-ts', SINK, 'compatible', 'riscv,trace-ram-sink'),
               ('-tx', SINK, 'cpus', '@/cpus/cpu@0:phandle')],
    'xuantie': joined('xuantie_ntrace', ('0', '1')),
    'riscv-trace': joined('riscv_trace', ('@/cpus/cpu@0:phandle',
                                          '@/cpus/cpu@1:phandle')),
    'is-k3': [('-ts', '/', 'compatible', 'spacemit,k3-pico-itx',
               'spacemit,k3')],
    'between': [('-cp', '/soc/device@8fc10000'),
                ('-tx', '/soc/device@8fc10000', 'reg', '0', '8fc10000', '0',
                 '1000')],
    'etr-iommu': [('-tx', SOC + 'etr@8fc20000', 'iommus', '7777', '0')],
    'port-other': [('-tx', ENCODERS[0] + OUT, 'remote-endpoint', '7777'),
                   ('-cp', '/soc/other' + IN),
                   ('-tx', '/soc/other' + IN, 'phandle', '7777'),
                   ('-ts', '/soc/other', 'compatible',
                    'xuantie_ntrace,converter')],
    'disabled': [('-ts', ENCODERS[0], 'status', 'disabled')],
    # Hardware that the firmware refuses, but that S-mode can drive
    'both-twice': [step for node in (ENCODERS[0], SINK)
                   for step in reg(node, '0', '8f' + node[-6:], '0', '1000',
                                   '0', '8fc80000', '0', '1000')],
    'both-small': [step for node in (ENCODERS[0], SINK)
                   for step in reg(node, '0', '8f' + node[-6:], '0', '80')],
    # Memory of the tree has the registers, or begins them; a device is in between
    'both-in-memory': [('-tx', '/memory@80000000', 'reg', '0', '80000000', '0', '10000000')],
    'both-early': [*reg(ENCODERS[0], '0', '8fbff000', '0', '2000'), *reg(SINK, '0', '8fc10000', '0', '40000'),
                   ('-cp', '/soc/dog@8fc30000'), ('-tx', '/soc/dog@8fc30000', 'reg', '0', '8fc30000', '0', '1000')],
    'both-unread': [*reg(ENCODERS[0], '8fc00000', '1000'), ('-d', SINK, 'reg')],
    'both-past': [step for node in (ENCODERS[0], SINK) for step in reg(node, '0', '8fbff000', '0', '2000000')],
    'both-outside': [('-tx', '/soc', 'ranges', '0', '0', '0', '0', '0', '10000000')],
    # Sv32 reaches them, and no load of M-mode of RV32
    'both-above': [step for node in (ENCODERS[0], SINK) for step in reg(node, '3', '8f' + node[-6:], '0', '1000')],
    'both-disabled': [('-ts', node, 'status', 'disabled')
                      for node in (ENCODERS[0], SINK)],
    'both-strangers': [('-ts', node, 'compatible', 'acme,trace-part')
                       for node in (ENCODERS[0], SINK)],
    'sink-shared': [('-cp', '/soc/dog@8fc20f00'),
                    ('-tx', '/soc/dog@8fc20f00', 'reg', '0', '8fc20f00', '0', '100')],
    'encoder-shared': [('-cp', '/soc/dog@8fc00f00'),
                       ('-tx', '/soc/dog@8fc00f00', 'reg', '0', '8fc00f00', '0', '100')],
    # Memory of S-mode is the firmware's on the bus of sinks
    'dma-mem': [('-cp', '/bus'), ('-tx', '/bus', '#address-cells', '2'), ('-tx', '/bus', '#size-cells', '2'),
                ('-tx', '/bus', '#interconnect-cells', '0'), ('-tx', '/bus', 'phandle', '7780'),
                ('-tx', '/bus', 'dma-ranges', '0', '88000000', '0', '80000000', '0', '8000000'),
                ('-tx', SINK, 'interconnects', '7780'), ('-ts', SINK, 'interconnect-names', 'dma-mem')],
    # A bus that has the low 4 GiB of memory, everywhere
    'dma-size': [('-tx', '/soc', 'dma-ranges', '0', '0', '0', '0', '1', '0'),
                 ('-cp', '/memory@180000000'), ('-ts', '/memory@180000000', 'device_type', 'memory'),
                 ('-tx', '/memory@180000000', 'reg', '1', '80000000', '0', '8000000')],
    'policy-odd': [('-ts', '/chosen', 'hartscope,trace-policy', 'perhaps')],
}
WORDS = {*trace_machine.TOPOLOGIES, *trace_machine.EDITS, *TREES}
# Least number of instructions between two losses, except the last of a trace.
LEAST_RUN = 8


def is_word(edit):
    """True for a word of this file or of trace_machine.py; "NAME:PROPERTY=VALUE" is a
    design."""
    return edit in WORDS or ':' in edit or damage.is_word(edit)


def wanted(edits):
    """True if a machine has trace hardware."""
    return bool(set(trace_machine.TOPOLOGIES) & set(edits))


def told(edits):
    """Words for the payload's command line."""
    return [('trace=' + e[6:] if e[6:] else 'trace=own')
            if e in trace_machine.TOPOLOGIES else e
            for e in edits if e in WORDS] if wanted(edits) else []


def ram(tree):
    """Path of the file with the memory of such a machine."""
    return hardware(tree) + '.ram'


def make_trees(tree, edits):
    """Command that adds trace hardware to QEMU's own tree."""
    return ['python3', os.path.join(MACHINE, 'trace_machine.py'), tree,
            *(e for e in edits if e in WORDS and e not in TREES),
            *(f'--design={e}' for e in edits if ':' in e),
            '--hardware', hardware(tree), '--firmware', tree]


def spoil(tree, edits):
    """Commands that edit the firmware's tree after it was made."""
    # On a busy host any hart of QEMU can be the first one.
    for step in first_to_boot(tree, 0):
        yield ['fdtput', *step]
    for edit in filter(damage.is_word, edits):
        for step in damage.commands(edit, tree):
            yield ['fdtput', *step]
    for edit in edits:
        for option, node, *values in TREES.get(edit, ()):
            yield ['fdtput', option, tree, node,
                   *(fetch(tree, v) for v in values)]


def fetch(tree, value):
    """A value of a step, or the value of the property that it refers to."""
    if not value.startswith('@'):
        return value
    node, name = value[1:].rsplit(':', 1)
    return subprocess.run(['fdtget', '-tx', tree, node, name], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


def qemu_options(tree, build):
    """Options of qemu.sh."""
    plugin = os.path.join(build, 'qemu', 'plugin_trace.so')
    return ['--trace', hardware(tree), '--trace-plugin',
            f'{plugin},record={record(tree)}']


def clean(tree):
    """Remove the large files."""
    if os.path.exists(ram(tree)):
        os.remove(ram(tree))


# --- traces


def first_place(begin, segment, places, at):
    """Place of a run in a segment, at `at` or later, or None."""
    known = places.get(begin[0], [])
    for place in known[bisect.bisect_left(known, at):]:
        if segment[place:place + len(begin)] == begin:
            return place
    return None


def next_run(decoded, n, segment, places, at):
    """Place of the next run in a segment, and number of steps back to its begin, or
    None."""
    # In a loop the run before may match an earlier round, and end too early.
    found = []
    for back in range(min(LEAST_RUN, n + 1)):
        begin = decoded[n - back:n - back + LEAST_RUN]
        place = first_place(begin, segment, places, at - back)
        if place is not None:
            found.append((place + back, back))
    return min(found, default=None)


def fits_with_gaps(decoded, segment):
    """True if a trace with losses matches: after each loss comes a complete run."""
    places = {}
    for place, address in enumerate(segment):
        places.setdefault(address, []).append(place)
    at = n = 0
    while n < len(decoded):
        run = next_run(decoded, n, segment, places, at)
        if run is None:
            return False
        at, n = run[0] - run[1], n - run[1]
        while n < len(decoded) and segment[at:at + 1] == decoded[n:n + 1]:
            at, n = at + 1, n + 1
    return True


def inside(segment, words):
    """The part of a segment in the traced range of addresses."""
    if 'from' not in words:
        return segment
    low, high = int(words['from'], 16), int(words['to'], 16)
    return [address for address in segment if low <= int(address, 16) < high]


def fits(decoded, segment, words):
    """True if a trace matches a segment, as far as its words require."""
    if words.get('lost') == '1':
        return fits_with_gaps(decoded, segment)
    if words.get('wrapped', '0') == '1':
        return segment[-len(decoded):] == decoded
    return segment == decoded


def has_frames(tree):
    """True if the machine's traces end in an ETR."""
    with open(hardware(tree), 'rb') as machine:
        return b'trace-etr@' in machine.read()


def check(line, tree, images, build):
    """Compare one trace with the record. Returns the error, or ''."""
    words = dict(word.split('=', 1) for word in line.split())
    data = read_bytes(tree, words)
    harts = words['hart'].split(',')
    sources = words['src'].split(',') if 'src' in words else [None]
    modes = tuple(words.get('modes', '0,1,3,5,6').split(','))
    for hart, source in zip(harts, sources):
        decoded, error = decode(data, words, source, images, build)
        if error:
            return f'trace of hart {hart} at {words["start"]}: {error}'
        if len(decoded) < int(words.get('least', '100')):
            return (f'trace of hart {hart} at {words["start"]}: only '
                    f'{len(decoded)} instructions')
        found = segments(f'{record(tree)}.{hart}', modes,
                         max(MOST, len(decoded)),
                         words.get('wrapped', '0') == '1')
        parts = int(words.get('parts', '1'))
        if not any(fits(decoded, inside(sum(found[n:n + parts], []), words),
                        words) for n in range(len(found))):
            return (f'trace of hart {hart} at {words["start"]}: '
                    f'{len(decoded)} instructions are not what it executed')
    return ''


def judge(console, tree, firmware, payload, build):
    """Points passed, and the error or ''."""
    # The firmware is linked for address 0, and runs at RAM.
    images = [f'{firmware},offset={RAM:#x}', payload]
    frames = ' options=--frames=coresight' if has_frames(tree) else ''
    lines = ANNOUNCED.findall(console)
    for line in lines:
        wrong = check(line if 'options=' in line else line + frames, tree,
                      images, build)
        if wrong:
            return 0, wrong
    return len(lines), ''
