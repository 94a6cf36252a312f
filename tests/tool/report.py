# SPDX-License-Identifier: BSD-2-Clause
"""Checks that a report is one page that needs no other file, and agrees with the
other forms of output. Usage: report.py PAGE FOLDED COUNTS CHROME: the last three are
decode's output for the same trace; "-" if there is none."""

import collections
import json
import re
import sys

# Most parts of time, calls, events and bytes of a report
BUCKETS, CALLS, EVENTS, SIZE = 1024, 1 << 16, 2000, 16 << 20
OTHER_ROWS = ('traps', 'losses')


def load(path):
    """The data, and the page around it."""
    with open(path, encoding='utf-8') as file:
        page = file.read()
    assert len(page) < SIZE, len(page)
    start, end = '<script id="data" type="application/json">', '</script>'
    before, rest = page.split(start)
    data, after = rest.split(end, 1)
    assert '<' not in data
    # Two scripts, no files, no addresses
    around = before + after
    assert page.count('<script') == 2 == page.count(end), 'scripts'
    assert not re.search(r'https?:|\b(src|href)\s*=|@import|url\(|fetch\(|'
                         r'XMLHttp|innerHTML|\beval\b', around)
    return json.loads(data)


def check_harts(data):
    for hart in data['harts']:
        rows = hart['rows']
        for row in rows.values():
            assert len(row) <= BUCKETS
        modes = sum(sum(row) for name, row in rows.items()
                    if name not in OTHER_ROWS)
        assert modes == hart['insns'], (modes, hart['insns'])
        assert len(hart['stacks']) == BUCKETS
        assert all(0 <= n < len(data['tree']) for n in hart['stacks'])
        last = (hart['end'] - hart['start']) // hart['width']
        assert last < BUCKETS or last == hart['end'] == 0
    assert sum(h['insns'] for h in data['harts']) == data['insns']
    assert sum(len(h['calls']) for h in data['harts']) <= 5 * CALLS
    assert len(data['events']) <= EVENTS


def stacks(data):
    """Instructions by stack, as decode --format=folded has them."""
    paths, found = [''], collections.Counter()
    for i, (parent, name, _, own, trap) in enumerate(data['tree']):
        if not i:
            continue
        assert parent < i
        text = data['names'][name - 1].replace(' ', '_')
        text += '_[trap]' if trap else ''
        paths.append(f'{paths[parent]};{text}' if parent else text)
        found[paths[i]] += own
    return {path: own for path, own in found.items() if own}


def check_folded(data, path):
    with open(path, encoding='utf-8') as lines:
        want = {stack: int(n) for stack, n in
                (line.rsplit(' ', 1) for line in lines)}
    assert stacks(data) == want, f'{stacks(data)}\n{want}'
    assert data['tree'][0][2] == sum(want.values()) == data['insns']


def check_counts(data, path):
    """Every executed instruction is in the code of a function."""
    with open(path, encoding='utf-8') as lines:
        next(lines)
        want = {line.split(' ')[0]: list(map(int, line.split(' ')[1:]))
                for line in lines}
    have = {address: [executed, taken] for function in data['functions']
            for address, _, executed, taken, *_ in function['code']
            if executed}
    assert have == want, f'{have}\n{want}'
    for function in data['functions']:
        assert function['executed'] == sum(c[2] for c in function['code'])
        assert function['covered'] == sum(c[2] > 0 for c in function['code'])


def chrome_calls(path):
    with open(path, encoding='utf-8') as file:
        events = json.load(file)['traceEvents']
    opened, calls = collections.defaultdict(list), []
    for event in events:
        stack = opened[event['tid']]
        if event['ph'] == 'B':
            stack.append((event['name'], round(event['ts'] * 1000),
                          event['cat'] == 'trap'))
        elif event['ph'] == 'E':
            name, start, trap = stack.pop()
            calls.append((event['tid'], name, start,
                          round(event['ts'] * 1000) - start,
                          event['args']['instructions'], len(stack), trap))
    return sorted(call for call in calls if call[4])


def hart_calls(hart):
    """Name, start, length, instructions, depth, trap: of five numbers each."""
    flat, start = hart['calls'], 0
    assert len(flat) % 5 == 0
    for name, since, length, insns, depth in zip(*(flat[i::5] for i in range(5))):
        start += since
        yield name, start, length, insns, depth // 2, depth % 2


def check_chrome(data, path):
    first = int(data['first'], 16)
    have = sorted((hart['hart'], data['names'][name], start + first, length,
                   insns, depth, bool(trap))
                  for hart in data['harts']
                  for name, start, length, insns, depth, trap in hart_calls(hart))
    want = chrome_calls(path)
    assert have == want, f'{have}\n{want}'


def main():
    data = load(sys.argv[1])
    check_harts(data)
    for check, path in zip((check_folded, check_counts, check_chrome),
                           sys.argv[2:]):
        if path != '-':
            check(data, path)
    print(json.dumps({name: data[name] for name in
                      ('unit', 'insns', 'losses', 'errors', 'leastCall')}))


main()
