# SPDX-License-Identifier: BSD-2-Clause
"""Trace components made of words of RAM: enough for a firmware that finds them and
for loads and stores. No hardware is emulated, which would cost instructions."""

import subprocess

BASE, PAGE = 0x8fc00000, 0x1000
RAM, END = 0x80000000, 0x8fe00000       # after which QEMU has its tree tr??Impl
ENCODER, FUNNEL, SINK = 0x00010101, 0x00000801, 0x00003901  # tr??Impl
PINS = 0x00000a01   # a sink that is at rest without trPibEmpty, which no RAM sets
BRIDGE = 0x00000e01
IMPL = 4


K3 = 36     # SpacemiT K3 has 36: 16 encoders, a bridge for each, a funnel for each four
HARTS, EACH = 16, 4


def name(count, harts):
    """What the machine has, in words."""
    return f'{count // 2} encoders and {count // 2} sinks' \
        if harts and count != K3 else f'{count} trace components'


def kinds(count, harts):
    """An encoder and a RAM sink, or funnels in a row and pins; with more harts an
    encoder and a RAM sink for each, or K3's."""
    if not count:
        return []
    if count == K3:
        return [ENCODER, BRIDGE] * HARTS + [FUNNEL] * (HARTS // EACH)
    if harts:
        return [ENCODER, SINK] * (count // 2)
    return [ENCODER] + ([FUNNEL] * (count - 2) + [PINS] if count > 2 else [SINK])


def links(count, harts):
    """(from, to, input number) of each connection; K3's funnels end in a part of
    CoreSight."""
    if count != K3:
        return [(n, n + 1, 0) for n in range(0, count - 1, 2 if harts else 1)]
    last = 2 * HARTS
    return [(2 * n, 2 * n + 1, 0) for n in range(HARTS)] + \
        [(2 * n + 1, last + n // EACH, n % EACH) for n in range(HARTS)] + \
        [(last + n, count, n) for n in range(HARTS // EACH)]


def ports(number, every):
    """Groups of registers, one for each end."""
    text = ''
    for group, ends in (('in', [(i, f, t) for f, t, i in every if t == number]),
                        ('out', [(0, f, t) for f, t, _ in every if f == number])):
        if not ends:
            continue
        text += f' {group}-ports {{ #address-cells = <1>; #size-cells = <0>;'
        for port, start, end in ends:
            this, other = (f'in{start}', f'out{start}') if group == 'in' \
                else (f'out{start}', f'in{start}')
            text += (f' port@{port} {{ reg = <{port}>; {this}: endpoint '
                     f'{{ remote-endpoint = <&{other}>; }}; }};')
        text += ' };'
    return text


def node(number, kind, every):
    """Source of one node."""
    base = BASE + PAGE * number
    text = (f'trace@{base:x} {{ compatible = "riscv,trace-component"; '
            f'reg = <0 {base:#x} 0 {PAGE:#x}>;')
    if kind == ENCODER:
        text += f' cpus = <&{{/cpus/cpu@{number // 2:x}}}>;'
    return text + ports(number, every) + ' };\n'


def more_harts(count):
    """Nodes of harts that the machine lacks: none of them starts."""
    return '/ { cpus { ' + ' '.join(
        f'cpu@{n:x} {{ device_type = "cpu"; reg = <{n:#x}>; status = "okay"; '
        'compatible = "riscv"; riscv,isa = "rv64imafdc"; mmu-type = "riscv,sv39"; '
        f'interrupt-controller {{ #interrupt-cells = <1>; interrupt-controller; '
        'compatible = "riscv,cpu-intc"; }; };' for n in range(1, count + 1)) + ' }; };\n'


def add(path, count, harts):
    """Add the components, and harts, to a device tree, and take their registers out
    of its RAM."""
    every = links(count, harts)
    source = subprocess.run(['dtc', '-q', '-I', 'dtb', '-O', 'dts', path],
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    nodes = ''.join(node(n, kind, every)
                    for n, kind in enumerate(kinds(count, harts)))
    if harts:
        source += more_harts(harts)
    if count == K3:
        nodes += ('funnel { compatible = "arm,coresight-tpiu";' +
                  ports(count, every) + ' };\n')
    source += (f'/ {{ memory@{RAM:x} {{ reg = <0 {RAM:#x} 0 {BASE - RAM:#x} '
               f'0 {END:#x} 0 0x200000>; }};\n{nodes} }};\n')
    subprocess.run(['dtc', '-q', '-I', 'dts', '-O', 'dtb', '-o', path, '-'],
                   check=True, input=source, text=True)


def devices(count, harts):
    """Options of QEMU for these components."""
    return [word for n, kind in enumerate(kinds(count, harts)) for word in
            ('-device', f'loader,addr={BASE + PAGE * n + IMPL:#x},'
             f'data={kind:#x},data-len=4')]
