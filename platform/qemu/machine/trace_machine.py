#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Device trees of a QEMU machine with trace hardware."""

import argparse
import fnmatch
import re
import subprocess
import sys

from trace_parts import BINDINGS, CORESIGHT, KINDS, PAGE, TOPOLOGIES, build

RAM = 0x80000000
# From the end of RAM down; QEMU has its device tree in the last 2 MiB.
WINDOW = 4 << 20
WINDOW_SIZE = 2 << 20

EDITS = {
    'quiet': 'what reset leaves undefined is 0',
    'wide': 'RAM sinks write 64 bytes at a time',
    'crawl': 'sinks take 32 bytes in 1024 cycles only',
    'slow': 'after 8 polls only, Active follows, and Empty is 1',
    'fixed': 'SMEM is 64 KiB at 64 MiB, and cannot be moved',
    'shifted': 'what is at 0x88000000 on the bus of RAM sinks is at 0x80000000 '
               'for harts',
    'repeated': 'above 4 GiB, the bus of RAM sinks has the low 4 GiB again',
    'old': 'version 0.0 of all components',
    'new': 'version 1.1 of all components',
    'draft': 'version 1.15 of all components',
    'newer': 'version 2.0 of all components',
    'hidden': 'the firmware does not know of any component',
    'direct': 'the policy of the firmware is direct',
    'mediated': 'the policy of the firmware is mediated',
    'handover': 'the policy of the firmware is handover',
    'trusted': 'the firmware is told that S-mode is trusted',
    'm-mode': 'the firmware lets M-mode be traced',
    'trace-phandle': "the first encoder's output leads to a hart, for the "
                     'firmware',
    'trace-many': 'the firmware finds 62 nodes more, and one inside the last',
    'trace-own-memory': 'SMEM of the first RAM sink is 64 KiB of the firmware, '
                        'and cannot be moved',
    'trace-unknown': 'the first encoder says that it is of an unknown type',
    'trace-etrace': 'the first encoder says that it sends E-Trace, and nothing '
                    'else',
    'trace-stuck': 'the first encoder does not become active',
    'trace-stuck-sink': 'the first RAM sink does not become active',
}


def fail(message):
    sys.exit('trace_machine.py: ' + message)


# --- designs and trees that are not as they should be


def edit_designs(components, words):
    """What edits change in the hardware."""
    every = {'quiet': ('quiet', None), 'old': ('version', '<0 0>'),
             'new': ('version', '<1 1>'), 'draft': ('version', '<1 15>'),
             'newer': ('version', '<2 0>')}
    for word in words:
        if word in every:
            design(components, '*', *every[word])
    if 'wide' in words:
        design(components, 'ram-sink*', 'width', '<64>')
    if 'crawl' in words:
        design(components, '*-sink*', 'rate', '<32>')
    if 'slow' in words:
        design(components, '*', 'slow', '<8>')
        design(components, '*', 'drain', '<8>')
    if 'fixed' in words:
        fix_smem(components, 'ram-sink*', RAM + (64 << 20))
    if 'shifted' in words:
        design(components, 'ram-sink*', 'windows',
               '<0 0x88000000 0 0x80000000 0 0x8000000>')
    if 'repeated' in words:
        design(components, 'ram-sink*', 'windows',
               '<0 0 0 0 1 0 1 0 0 0 1 0>')
    if 'trace-own-memory' in words:
        fix_smem(components, 'ram-sink0', RAM)
    if 'trace-unknown' in words:
        design(components, 'encoder0', 'comp-type', '<5>')
    if 'trace-etrace' in words:
        design(components, 'encoder0', 'fixed',
               '<0 0x7000000 0 4 0xf0000 0>')
    if 'trace-stuck' in words:
        design(components, 'encoder0', 'stuck', '"active"')
    if 'trace-stuck-sink' in words:
        design(components, 'ram-sink0', 'stuck', '"active"')


def design(components, pattern, name, value):
    found = [c for c in components if fnmatch.fnmatch(c.name, pattern)]
    if not found:
        fail(f"no component is called '{pattern}'; there are "
             + ', '.join(c.name for c in components))
    for component in found:
        component.design[name] = value


def fix_smem(components, pattern, base):
    design(components, pattern, 'smem-range', f'<0 {base:#x} 0 0x10000>')
    design(components, pattern, 'smem-fixed', None)


def edit_firmware(components, words, window):
    """Text that spoils the firmware's tree."""
    first = next(c for c in components if c.kind == 'encoder')
    text = ''
    if 'trace-phandle' in words:
        text += (f'&{first.label()}_out0 {{ '
                 'remote-endpoint = <&{/cpus/cpu@0}>; };\n')
    if 'trace-many' in words:
        name = 'compatible = "riscv,trace-component";'
        text += '/ { soc {\n' + ''.join(
            f'more@{n:x} {{ {name} inside {{ {name} }}; }};\n'
            for n in range(62)) + '}; };\n'
    return text


def coresight(components, topology):
    """Text that gives the firmware's tree the names that CoreSight has, and K3's."""
    text = ''
    for c in components:
        if c.kind in CORESIGHT:
            text += (f'&{c.label()} {{ compatible = "arm,coresight-'
                     f'{CORESIGHT[c.kind]}", "arm,primecell"; }};\n')
        elif topology == 'trace-k3':
            width = 4 if c.kind == 'funnel' else 1
            cpus = ', '.join(f'<&{{/cpus/cpu@{e.hart}}}>' for e in components
                             if e.kind == 'encoder'
                             and e.index // width == c.index)
            name = c.kind.replace('-', '')
            text += (f'&{c.label()} {{ compatible = "riscv,trace-{name}"; '
                     f'cpus = {cpus}; }};\n')
    return text


def passive(components):
    """Text that puts a static funnel and a static replicator, which have no
    registers, into the ways of the firmware's tree."""
    count = sum(c.kind == 'atb-bridge' for c in components)
    ins = [(n, f'static_in{n}: endpoint {{ remote-endpoint = '
            f'<&atb_bridge{n}_out0>; }};') for n in range(count)]
    text = ''.join(f'&atb_bridge{n}_out0 {{ remote-endpoint = '
                   f'<&static_in{n}>; }};\n' for n in range(count))
    nodes = [('funnel', ins, [(0, 'static_out: endpoint { remote-endpoint = '
                               '<&replicator0_in0>; };')]),
             ('replicator', [(0, 'copy_in: endpoint { remote-endpoint = '
                              '<&replicator0_out1>; };')],
              [(0, 'copy_out: endpoint { remote-endpoint = <&etr0_in0>; };'),
               (1, 'endpoint { };')])]
    for name, inputs, outputs in nodes:
        text += (f'/ {{ static-{name} {{ compatible = '
                 f'"arm,coresight-static-{name}";\n'
                 + ports('in-ports', inputs)
                 + ports('out-ports', outputs) + '}; };\n')
    return text + ('&replicator0_in0 { remote-endpoint = <&static_out>; };\n'
                   '&replicator0_out1 { remote-endpoint = <&copy_in>; };\n'
                   '&etr0_in0 { remote-endpoint = <&copy_out>; };\n'
                   '&pib_sink0 { compatible = "arm,coresight-tpiu"; };\n')


def sifive(components):
    """Text that gives the firmware's tree the names of P550's parts."""
    names = {'encoder': 'sifive,trace-encoder0',
             'ram-sink': 'sifive,trace-funnel0'}
    return ''.join(f'&{c.label()} {{ compatible = "{names[c.kind]}"; }};\n'
                   for c in components)


def binding(components, window, topology):
    """Text that makes the firmware's tree what a binding says."""
    of_encoder, of_sink, size = BINDINGS[topology]
    text = ''
    for c in components:
        name = of_encoder if c.kind == 'encoder' else of_sink
        text += (f'&{c.label()} {{ /delete-property/ cpus; '
                 f'{name} = <&{{/cpus/cpu@{c.index}}}>; '
                 f'reg = <0 {window + c.place:#x} 0 {size:#x}>; }};\n')
        if c.inputs:
            text += (f'&{c.label()}_in0 {{ '
                     '/delete-property/ remote-endpoint; };\n')
    return text


# --- source of device trees


def port(number, body, only):
    """One port of out-ports or in-ports."""
    if only and number == 0:
        return f'port {{ {body} }};'
    return f'port@{number:x} {{ reg = <{number}>; {body} }};'


def ports(name, bodies):
    if not bodies:
        return ''
    only = len(bodies) == 1
    inside = '\n'.join(port(n, b, only) for n, b in bodies)
    return (f'{name} {{ #address-cells = <1>; #size-cells = <0>;\n'
            f'{inside}\n}};\n')


def node(component, window):
    """Source of a component's node."""
    base = window + (KINDS[component.kind] + PAGE * component.index
                     if component.place is None else component.place)
    label = component.label()
    outs = [(n, f'{label}_out{n}: endpoint {{ remote-endpoint = '
             f'<&{to.label()}_in{i}>; }};')
            for n, (to, i) in enumerate(component.outputs)]
    ins = [(n, f'{label}_in{n}: endpoint {{ }};')
           for n in sorted(component.inputs)]
    lines = [f'{label}: trace-{component.kind}@{base:x} {{',
             'compatible = "qemu,trace-component", "riscv,trace-component";',
             f'reg = <0 {base:#x} 0 {PAGE:#x}>;']
    if component.hart is not None:
        lines.append(f'cpus = <&{{/cpus/cpu@{component.hart}}}>;')
    if component.kind in ('funnel', 'cs-funnel', 'replicator'):
        count = max(component.inputs) + 1
        component.design.setdefault('inputs', f'<{count}>')
    for name, value in component.design.items():
        lines.append(f'hartscope,model-{name}'
                     + (f' = {value};' if value else ';'))
    lines += [ports('in-ports', ins),
              ports('out-ports', outs), '};']
    return '\n'.join(lines) + '\n'


def back_links(components):
    """Inputs name the output that leads to them, as graphs of others do."""
    return ''.join(
        f'&{to.label()}_in{i} {{ remote-endpoint = '
        f'<&{c.label()}_out{n}>; }};\n'
        for c in components for n, (to, i) in enumerate(c.outputs))


def memory(window, size):
    """RAM is what is below the window, and above it."""
    above = window + WINDOW_SIZE
    return (f'/ {{ memory@{RAM:x} {{ reg = '
            f'<0 {RAM:#x} 0 {window - RAM:#x} '
            f'0 {above:#x} 0 {RAM + size - above:#x}>; }}; }};\n')


def chosen(words):
    return ''.join(f'/ {{ chosen {{ hartscope,trace-policy = "{word}"; }}; }};\n'
                   for word in ('direct', 'mediated', 'handover')
                   if word in words) + \
        ''.join(f'/ {{ chosen {{ hartscope,trace-{word}; }}; }};\n'
                for word in ('m-mode', 'trusted') if word in words)


# --- trees


def run(command, text=None):
    done = subprocess.run(command, input=text, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        fail(f'{command[0]}: {done.stderr.strip()}')
    return done.stdout


def decompile(tree):
    return run(['dtc', '-q', '-I', 'dtb', '-O', 'dts', tree])


def compile_to(source, output):
    # Warnings are about the nodes of QEMU, and about what edits spoil.
    run(['dtc', '-q', '-f', '-I', 'dts', '-O', 'dtb', '-o', output, '-'],
        source)


def ram_size(tree):
    values = run(['fdtget', '-tx', tree, f'/memory@{RAM:x}', 'reg']).split()
    if len(values) != 4:
        fail(f'{tree}: /memory@{RAM:x} is not one range; give QEMU\'s own tree')
    return int(values[2], 16) << 32 | int(values[3], 16)


def harts(tree):
    return len(re.findall(r'^cpu@', run(['fdtget', '-l', tree, '/cpus']),
                          re.M))


def arguments():
    words = '\n'.join(f'  {w:17} {text}'
                      for w, text in {**TOPOLOGIES, **EDITS}.items())
    parser = argparse.ArgumentParser(
        description='Make the device trees of a QEMU machine with trace '
        "hardware from QEMU's own tree.",
        epilog='words: one of the first ones, and any of the others\n' + words
        + '\n\nproperties of designs: docs/qemu-trace.md',
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('tree', help="QEMU's own tree (qemu.sh --dumpdtb)")
    parser.add_argument('words', nargs='+', metavar='word',
                        choices=[*TOPOLOGIES, *EDITS])
    parser.add_argument('--hardware', metavar='FILE', required=True,
                        help='tree to write that tells the plugin what there '
                        'is (qemu.sh --trace)')
    parser.add_argument('--firmware', metavar='FILE', required=True,
                        help='tree to write for the guest (qemu.sh --dtb); it '
                        'may be the one that is read')
    parser.add_argument('--design', action='append', default=[],
                        metavar='NAME:PROPERTY[=VALUE]',
                        help='another property of components; NAME is as in '
                        "'encoder0' or 'ram-sink*', VALUE is source of a "
                        "device tree: --design 'ram-sink*:rate=<64>'")
    options = parser.parse_args()
    options.topology = [w for w in options.words if w in TOPOLOGIES]
    if len(options.topology) != 1:
        parser.error('one word for how components are joined is needed: '
                     + ', '.join(TOPOLOGIES))
    return options


def main():
    options = arguments()
    size = ram_size(options.tree)
    window = RAM + size - WINDOW
    components = build(options.topology[0], harts(options.tree))
    edit_designs(components, options.words)
    for extra in options.design:
        pattern, _, rest = extra.partition(':')
        name, _, value = rest.partition('=')
        design(components, pattern, name, value or None)
    source = (decompile(options.tree) + memory(window, size)
              + chosen(options.words))
    nodes = ('/ { soc {\n' + ''.join(node(c, window) for c in components)
             + '}; };\n' + back_links(components))
    compile_to(source + nodes, options.hardware)
    if 'hidden' not in options.words:
        source += nodes + edit_firmware(components, options.words, window)
        source += coresight(components, options.topology[0])
        if options.topology[0] in BINDINGS:
            source += binding(components, window, options.topology[0])
        if 'trace-replicator' in options.words:
            source += passive(components)
        if 'trace-p550' in options.words:
            source += sifive(components)
    compile_to(source, options.firmware)


if __name__ == '__main__':
    main()
