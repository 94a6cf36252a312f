# SPDX-License-Identifier: GPL-2.0-or-later
"""Trace hardware of a QEMU machine: components, and how they are joined."""

KINDS = {'encoder': 0x00000, 'funnel': 0x10000, 'replicator': 0x10000,
         'ram-sink': 0x20000, 'etr': 0x20000, 'pib-sink': 0x30000, 'atb-bridge': 0x38000}
CORESIGHT = {'cs-funnel': 'dynamic-funnel', 'etf': 'tmc', 'etr': 'tmc',
             'replicator': 'dynamic-replicator'}
PAGE = 0x1000

TOPOLOGIES = {
    'trace': 'each encoder has a RAM sink of its own, with SRAM and SMEM',
    'trace-sram': 'the same, with SRAM only',
    'trace-funnel': 'all encoders, a funnel, a RAM sink',
    'trace-funnels': 'half of the encoders come through a second funnel',
    'trace-two': 'encoders have two outputs: a RAM sink of their own, and the '
                 'funnel that leads to one more',
    'trace-pib': 'each encoder has pins',
    'trace-atb': 'each encoder has an ATB bridge',
    'trace-k3': 'as on SpacemiT K3: windows, names and links; a bridge for each '
                'encoder, a funnel for four, which leads to CoreSight: a funnel, '
                'an ETF and an ETR',
    'trace-etr': 'each encoder has an ATB bridge, and that an ETR',
    'trace-replicator': 'each encoder has an ATB bridge, a static funnel joins '
                        'them, a replicator leads to pins and by a static one to '
                        'an ETR',
    'trace-k3-ram': 'the same, with a funnel and a RAM sink for what is CoreSight '
                    'there',
    'trace-linux': "as in the examples of Linux' binding, versions 2 to 4: every "
                   'component names a hart in cpus',
    'trace-linux-v1': 'as in version 1: in cpu',
    'trace-qemu': "as QEMU's series describes its own: windows of 256 bytes, sinks "
                  'with cpu',
    'trace-p550': 'as on HiFive Premier P550: windows, names and links; registers '
                  'of version 0, all encoders and a funnel that is its own sink',
}

# Properties that name the hart: of an encoder, of a sink; size of a window.
BINDINGS = {'trace-linux': ('cpus', 'cpus', 0x1000),
            'trace-linux-v1': ('cpu', 'cpu', 0x1000),
            'trace-qemu': ('cpus', 'cpu', 0x100)}


class Component:
    """A component: what it is, where, and where its messages go."""

    def __init__(self, kind, index, hart=None):
        self.kind, self.index, self.hart = kind, index, hart
        self.name = f'{kind}{index}'
        self.place = None  # in the window, where it is not the usual one
        self.outputs = []  # (component, input)
        self.inputs = set()
        self.design = {'type': f'"{kind}"'}

    def connect(self, other, number=0):
        """Make an output."""
        self.outputs.append((other, number))
        other.inputs.add(number)

    def label(self):
        return self.name.replace('-', '_')


# --- topologies


def sinks(kind, encoders):
    """A sink for each encoder."""
    made = [Component(kind, e.index) for e in encoders]
    for encoder, sink in zip(encoders, made):
        encoder.connect(sink)
    return made


def funnel(encoders, sink_index=0):
    top, sink = Component('funnel', 0), Component('ram-sink', sink_index)
    for encoder in encoders:
        encoder.connect(top, encoder.index)
    top.connect(sink)
    return [top, sink]


def funnels(encoders):
    top, low = Component('funnel', 0), Component('funnel', 1)
    sink = Component('ram-sink', 0)
    for encoder in encoders[::2]:
        encoder.connect(top, 1 + encoder.index // 2)
    for encoder in encoders[1::2]:
        encoder.connect(low, encoder.index // 2)
    low.connect(top)
    top.connect(sink)
    return [top, low, sink]


def two(encoders):
    own = sinks('ram-sink', encoders)
    return own + funnel(encoders, len(encoders))


def k3_clusters(encoders):
    """Four clusters of four."""
    bridges = sinks('atb-bridge', encoders)
    tops = [Component('funnel', n) for n in range((len(encoders) + 3) // 4)]
    for n, (encoder, bridge) in enumerate(zip(encoders, bridges)):
        top = tops[n // 4]
        top.place = n // 4 * 0x10000
        encoder.place = top.place + 0x2000 + n % 4 * 0x2000
        bridge.place = encoder.place + 0x1000
        # Branch messages; synchronization by clocks alone
        encoder.design.update({'modes': '<8>', 'fixed': '<0 0x10000 0>'})
        bridge.connect(top, n % 4)
    return bridges + tops


def k3_behind(encoders, *kinds):
    """The same, and a funnel with what it leads to."""
    every = k3_clusters(encoders)
    row = [Component(kind, 9 * (kind == 'funnel')) for kind in kinds]
    for n, component in enumerate(row):
        component.place = 0x42000 + n * PAGE
    for top in (c for c in every if c.kind == 'funnel'):
        top.connect(row[0], top.index)
    for component, behind in zip(row, row[1:]):
        component.connect(behind)
    return every + row


def replicated(encoders):
    """Behind bridges, a choice of pins and memory. Parts without registers are in
    the firmware's tree alone."""
    bridges = sinks('atb-bridge', encoders)
    split = Component('replicator', 0)
    for bridge in bridges:
        bridge.connect(split, bridge.index)
    ends = [Component('pib-sink', 0), Component('etr', 0)]
    for end in ends:
        split.connect(end)
    return bridges + [split] + ends


def linux(encoders):
    """Of each hart a window of an encoder, and next to it that of a sink."""
    own = sinks('ram-sink', encoders)
    for encoder, sink in zip(encoders, own):
        encoder.place = 2 * PAGE * encoder.index
        sink.place = encoder.place + PAGE
    return own


def p550(encoders):
    """A funnel that writes to memory itself."""
    sink = Component('ram-sink', 0)
    sink.place = 0x18000
    sink.design.update({'old': None, 'width': '<8>',
                        'inputs': f'<{len(encoders)}>'})
    for encoder in encoders:
        encoder.place = 0x100000 + PAGE * encoder.index
        encoder.design.update(
            {'old': None, 'modes': '<0x40>', 'ts-modes': '<0x10>',
             'ts-width': '<40>'}
            | dict.fromkeys(('filters', 'comps', 'ext-in', 'ext-out'), '<0>'))
        encoder.connect(sink, encoder.index)
    return [sink]


def build(topology, harts):
    """All components of a machine."""
    encoders = [Component('encoder', h, h) for h in range(harts)]
    if topology == 'trace-funnel':
        others = funnel(encoders)
    elif topology == 'trace-funnels':
        others = funnels(encoders)
    elif topology == 'trace-two':
        others = two(encoders)
    elif topology == 'trace-k3':
        others = k3_behind(encoders, 'cs-funnel', 'etf', 'etr')
    elif topology == 'trace-k3-ram':
        others = k3_behind(encoders, 'funnel', 'ram-sink')
    elif topology == 'trace-etr':
        bridges = sinks('atb-bridge', encoders)
        others = bridges + sinks('etr', bridges)
    elif topology == 'trace-replicator':
        others = replicated(encoders)
    elif topology == 'trace-p550':
        others = p550(encoders)
    elif topology in BINDINGS:
        others = linux(encoders)
    else:
        kind = {'trace-pib': 'pib-sink', 'trace-atb': 'atb-bridge'}
        others = sinks(kind.get(topology, 'ram-sink'), encoders)
    for sink in others:
        if sink.kind == 'ram-sink':
            if topology != 'trace-p550':
                sink.design['sram'] = '<0x1000>'
            if topology != 'trace-sram':
                sink.design['smem'] = None
    return encoders + others
