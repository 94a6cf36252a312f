# SPDX-License-Identifier: BSD-2-Clause
"""Trace components that are words of RAM: enough for a firmware that finds them
and for loads and stores, and no hardware that would cost instructions."""

import subprocess

BASE, PAGE = 0x8fc00000, 0x1000
RAM, END = 0x80000000, 0x8fe00000       # behind which QEMU has its tree
ENCODER, FUNNEL, SINK = 0x00010101, 0x00000801, 0x00003901  # tr??Impl
IMPL = 4


def kinds(count):
    """An encoder, funnels in a row, a RAM sink."""
    return [ENCODER] + [FUNNEL] * (count - 2) + [SINK]


def node(number, kind, last):
    """Source of one node."""
    base = BASE + PAGE * number
    text = (f'trace@{base:x} {{ compatible = "riscv,trace-component"; '
            f'reg = <0 {base:#x} 0 {PAGE:#x}>;')
    if kind == ENCODER:
        text += ' cpus = <&{/cpus/cpu@0}>;'
    else:
        text += (' in-ports { #address-cells = <1>; #size-cells = <0>; '
                 f'port@0 {{ reg = <0>; in{number}: endpoint '
                 f'{{ remote-endpoint = <&out{number - 1}>; }}; }}; }};')
    if not last:
        text += (f' out-ports {{ port {{ out{number}: endpoint '
                 f'{{ remote-endpoint = <&in{number + 1}>; }}; }}; }};')
    return text + ' };\n'


def add(path, count):
    """Put them into a device tree, and their registers out of its RAM."""
    every = kinds(count)
    source = subprocess.run(['dtc', '-q', '-I', 'dtb', '-O', 'dts', path],
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    nodes = ''.join(node(n, kind, n + 1 == count)
                    for n, kind in enumerate(every))
    source += (f'/ {{ memory@{RAM:x} {{ reg = <0 {RAM:#x} 0 {BASE - RAM:#x} '
               f'0 {END:#x} 0 0x200000>; }};\n{nodes} }};\n')
    subprocess.run(['dtc', '-q', '-I', 'dts', '-O', 'dtb', '-o', path, '-'],
                   check=True, input=source, text=True)


def devices(count):
    """QEMU's options that say what they are."""
    return [word for n, kind in enumerate(kinds(count)) for word in
            ('-device', f'loader,addr={BASE + PAGE * n + IMPL:#x},'
             f'data={kind:#x},data-len=4')]
