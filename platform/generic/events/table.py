#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Turns the facts about cores in *.txt into C: one table for firmware and
tools, or the names and sources that only the tools have. docs/boards.md
explains the lines of the files."""

import argparse
import os
import sys

ANY = 0xfffffff8
GENERAL = ['cycles', 'instructions', 'cache-references', 'cache-misses',
           'branch-instructions', 'branch-misses', 'bus-cycles',
           'stalled-cycles-frontend', 'stalled-cycles-backend', 'ref-cycles']
CACHES = ['l1d', 'l1i', 'll', 'dtlb', 'itlb', 'bpu', 'node']
OPS = ['read', 'write', 'prefetch']
RESULTS = ['access', 'miss']
EVENTS = {name: index + 1 for index, name in enumerate(GENERAL)}
EVENTS.update({f'{c}-{o}-{r}': 0x10000 | ci << 3 | oi << 1 | ri
               for ci, c in enumerate(CACHES) for oi, o in enumerate(OPS)
               for ri, r in enumerate(RESULTS)})
QUIRKS = {'no-inhibit': 1}
HEAD = ('/* Made by platform/generic/events/table.py of the facts there. */\n'
        '#include <events/events.h>\n\n')


class Core:
    """The facts of one core."""

    def __init__(self, name, title):
        self.name, self.title = name, title
        self.ids, self.cpus, self.boards, self.note = [], [], [], ''
        self.vendor, self.counters, self.quirks = 0, ANY, 0
        self.events, self.raws, self.bits = {}, {}, []


class Facts:
    """All cores of all files."""

    def __init__(self):
        self.cores, self.shared, self.sources = [], [], {}
        self.where, self.file = '', ''

    def fail(self, text):
        sys.exit(f'{self.where}: {text}')

    def number(self, text, most=0xffffffff):
        try:
            value = int(text, 0)
        except ValueError:
            self.fail(f"'{text}' is no number")
        if not 0 <= value <= most:
            self.fail(f'{text} does not fit')
        return value

    def mask(self, text):
        value = ANY if text == 'any' else self.number(text)
        if value & 7 or not value:
            self.fail(f'{text} names a fixed counter, or none')
        return value

    def source(self, key):
        if (self.file, key) not in self.sources:
            self.fail(f"no source '{key}'")
        return self.sources[self.file, key]

    def read(self, path):
        self.file = os.path.basename(path)
        with open(path, encoding='utf-8') as lines:
            for number, line in enumerate(lines, 1):
                self.where = f'{path}:{number}'
                words = line.split()
                if words and not line.startswith('#'):
                    self.line(words)

    def line(self, words):
        kind, words = words[0], words[1:]
        handler = getattr(self, 'on_' + kind, None)
        if not handler:
            self.fail(f"unknown line '{kind}'")
        if not words:
            self.fail(f"'{kind}' says nothing")
        if kind not in ('source', 'core', 'shared') and not self.cores:
            self.fail(f"'{kind}' before a core")
        handler(words)

    def on_source(self, words):
        self.sources[self.file, words[0]] = ' '.join(words[1:])

    def on_core(self, words):
        if any(c.name == words[0] for c in self.cores):
            self.fail(f"core '{words[0]}' is there twice")
        self.cores.append(Core(words[0], ' '.join(words[1:])))

    def on_shared(self, words):
        self.source(words[1])
        self.shared.append(words[0])

    def on_id(self, words):
        self.source(words[1])
        self.cores[-1].ids.append(words[0])

    def on_cpu(self, words):
        self.source(words[1])
        self.cores[-1].cpus.append(words[0])

    def on_board(self, words):
        self.source(words[1])
        self.cores[-1].boards.append(words[0])

    def on_quirk(self, words):
        if words[0] not in QUIRKS:
            self.fail(f"unknown quirk '{words[0]}'")
        self.source(words[1])
        self.cores[-1].quirks |= QUIRKS[words[0]]

    def on_vendor(self, words):
        self.cores[-1].vendor = self.number(words[0])

    def on_note(self, words):
        self.cores[-1].note = ' '.join(words)

    def on_counters(self, words):
        self.cores[-1].counters = self.mask(words[0])
        if words[0] != 'any':
            self.source(words[1])

    def row(self, words):
        """(selector, counters or None, source) of the last three words."""
        if len(words) != 4:
            self.fail('a row has a name, a selector, counters and a source')
        counters = None if words[2] == '-' else self.mask(words[2])
        return self.number(words[1]), counters, self.source(words[3])

    def on_event(self, words):
        if words[0] not in EVENTS:
            self.fail(f"SBI has no event '{words[0]}'")
        row = self.row(words)
        if not row[0] or words[0] in self.cores[-1].events:
            self.fail(f"'{words[0]}' is there twice, or selects nothing")
        self.cores[-1].events[words[0]] = row

    def on_raw(self, words):
        row = self.row(words)
        if not row[0] or words[0] in self.cores[-1].raws:
            self.fail(f"'{words[0]}' is there twice, or selects nothing")
        self.cores[-1].raws[words[0]] = row

    def on_bits(self, words):
        select, counters, source = self.row(['bits', words[0]] + words[2:])
        variant = self.number(words[1])
        if select & variant:
            self.fail('selector and mask overlap')
        self.cores[-1].bits.append((select, variant, counters, source))

    def on_same(self, words):
        """The rows of another core that this one has no own row for."""
        other = [c for c in self.cores[:-1] if c.name == words[0]]
        if not other:
            self.fail(f"no core '{words[0]}' above")
        core = self.cores[-1]
        for name, row in other[0].events.items():
            core.events.setdefault(name, row)
        for name, row in other[0].raws.items():
            core.raws.setdefault(name, row)
        have = {b[0] for b in core.bits}
        core.bits += [b for b in other[0].bits if b[0] not in have]


def joined(values):
    """Values as (selector, variable bits): two that differ in one bit are one.
    0 is no event and may be taken in."""
    cubes = {(v, 0) for v in values | ({0} if len(values) > 1 else set())}
    for bit in (1 << n for n in range(32)):
        for select, variant in sorted(cubes):
            other = (select | bit, variant)
            if not select & bit and other in cubes and \
                    (select, variant) in cubes:
                cubes -= {(select, variant), other}
                cubes.add((select, variant | bit))
    return sorted(cubes - {(0, 0)})


def raw_rows(core):
    """(selector, variable bits, counters), of which no two overlap."""
    rows = [(s, v, core.counters if c is None else c)
            for s, v, c, _ in core.bits]
    left = {}
    for select, counters, _ in core.raws.values():
        if any(select & ~v == s for s, v, _ in rows):
            continue
        left.setdefault(core.counters if counters is None else counters,
                        set()).add(select)
    for counters, values in sorted(left.items()):
        rows += [(s, v, counters) for s, v in joined(values)]
    return rows


class Text:
    """Strings one behind the other, each once."""

    def __init__(self):
        self.at, self.size, self.parts = {}, 0, []

    def add(self, text):
        if text not in self.at:
            self.at[text] = self.size
            self.parts.append(text)
            self.size += len(text.encode()) + 1
        return self.at[text]

    def write(self, name):
        lines = ''.join(f'\t{quoted(p)}"\\0"\n' for p in self.parts)
        return f'const char {name}[] =\n{lines};\n\n'


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


def write_table(facts, out):
    text, rows, raws, names, cores = Text(), [], [], [], []
    masks = {}

    def mask(counters):
        return masks.setdefault(counters, len(masks))

    for pattern in facts.shared:
        names.append((text.add(pattern), 0xff, 1))
    for index, core in enumerate(facts.cores):
        names += [(text.add(p), index, 1) for p in core.ids]
        names += [(text.add(c), index, 0) for c in core.cpus]
        names += [(text.add(b), index, 2) for b in core.boards]
        first, first_raw = len(rows), len(raws)
        rows += [(s, EVENTS[n], mask(core.counters if c is None else c))
                 for n, (s, c, _) in sorted(core.events.items(),
                                            key=lambda e: EVENTS[e[0]])]
        raws += [(s, v, mask(c)) for s, v, c in raw_rows(core)]
        cores.append((text.add(core.title), core.vendor, first,
                      len(rows) - first, first_raw, len(raws) - first_raw,
                      core.quirks))
    out.write(HEAD + text.write('events_text'))
    for kind, name, values in (('name', 'names', names),
                               ('row', 'rows', rows), ('raw', 'raws', raws),
                               ('core', 'cores', cores)):
        out.write(f'const struct events_{kind} events_{name}[] = {{\n')
        out.writelines('\t{ ' + ', '.join(hex(v) for v in value) + ' },\n'
                       for value in values)
        out.write('};\n\n')
    out.write('const u32 events_masks[] = {\n')
    out.writelines(f'\t{hex(m)},\n' for m in masks)
    out.write('};\n\n')
    out.write(f'const u32 events_num_names = {len(names)};\n')
    out.write(f'const u32 events_num_cores = {len(cores)};\n')


def write_names(facts, out):
    out.write('#include "events_names.h"\n\n'
              'const struct events_label events_labels[] = {\n')
    counts = []
    for core in facts.cores:
        labels = [(n, EVENTS[n], r) for n, r in core.events.items()]
        labels += [(n, 0, r) for n, r in core.raws.items()]
        for name, event, (select, counters, source) in labels:
            mask = core.counters if counters is None else counters
            out.write(f'\t{{ {quoted(name)}, {event:#x}, {select:#x}, '
                      f'{mask:#x},\n\t  {quoted(source)} }},\n')
        counts.append(len(labels))
    out.write('};\n\nconst struct events_about events_abouts[] = {\n')
    first = 0
    for core, count in zip(facts.cores, counts):
        out.write(f'\t{{ {quoted(core.name)}, {quoted(core.title)}, '
                  f'{quoted(core.note)},\n\t  {quoted(" ".join(core.cpus))}, '
                  f'{quoted(" ".join(core.ids))}, {core.counters:#x}, '
                  f'{first}, {count} }},\n')
        first += count
    out.write('};\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('kind', choices=('table', 'names'))
    parser.add_argument('out')
    parser.add_argument('facts', nargs='+')
    options = parser.parse_args()
    facts = Facts()
    for path in options.facts:
        facts.read(path)
    with open(options.out, 'w', encoding='utf-8') as out:
        (write_table if options.kind == 'table' else write_names)(facts, out)


main()
