# SPDX-License-Identifier: BSD-2-Clause
"""Is a file one for the Firefox Profiler, and are its stacks those of folded?

usage: firefox.py FIREFOX [FOLDED]

The rules are those of the processed format, version 70: columns of a table are
as long as the table, and numbers of rows are of rows that there are.
"""

import collections
import json
import sys

COLUMNS = {
    'stackTable': 'frame prefixOffset',
    'frameTable': 'address lib inlineDepth category subcategory func '
                  'nativeSymbol innerWindowID line column originalLocation',
    'funcTable': 'name isJS relevantForJS resource source lineNumber '
                 'columnNumber originalLocation',
    'resourceTable': 'name host type',
    'nativeSymbols': 'libIndex address name functionSize',
    'sources': 'id filename startLine startColumn sourceMapURL content',
    'sourceLocationTable': 'source line column',
}


def table(value, columns):
    assert set(value) == set(columns.split()) | {'length'}, value.keys()
    for column in columns.split():
        assert len(value[column]) == value['length'], column
    return value


def within(numbers, rows, *others):
    for number in numbers:
        assert number in others or \
            isinstance(number, int) and 0 <= number < rows, number


def names_of(shared, categories):
    """The name of each frame, outermost first, of each row of stackTable."""
    for name, columns in COLUMNS.items():
        table(shared[name], columns)
    assert set(shared) == set(COLUMNS) | {'stringArray'}
    strings = shared['stringArray']
    stacks, frames = shared['stackTable'], shared['frameTable']
    functions, sources = shared['funcTable'], shared['sources']
    assert all(isinstance(text, str) for text in strings)
    within(stacks['frame'], frames['length'])
    within(frames['func'], functions['length'])
    within(frames['category'], categories)
    within(functions['name'], len(strings))
    within(functions['source'], sources['length'], None)
    within(sources['filename'], len(strings))
    assert set(frames['address'] + frames['lib']) <= {-1}
    rows = []
    for row, (frame, back) in enumerate(zip(stacks['frame'],
                                            stacks['prefixOffset'])):
        assert 0 <= back <= row, back
        name = strings[functions['name'][frames['func'][frame]]]
        rows.append((rows[row - back] if back else ()) + (name,))
    assert len(set(rows)) == len(rows), 'a stack is there twice'
    return rows


def counted(thread, rows):
    samples = thread['samples']
    assert samples['weightType'] == 'samples'
    del samples['weightType']
    table(samples, 'stack time weight')
    table(thread['markers'], 'data name startTime endTime phase category')
    within(samples['stack'], len(rows))
    assert samples['time'] == sorted(samples['time'])
    counts = collections.Counter()
    for stack, weight in zip(samples['stack'], samples['weight']):
        counts[rows[stack]] += weight
    return counts


def folded(path):
    counts = {}
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            stack, insns = line.rsplit(' ', 1)
            stack = tuple(name.replace('_[trap]', ' [trap]')
                          for name in stack.split(';'))
            counts[stack] = int(insns)
    return counts


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        whole = json.load(file)
    meta = whole['meta']
    assert meta['preprocessedProfileVersion'] == 70
    assert meta['categories'][0]['color'] == 'grey'
    assert set(whole) == {'meta', 'libs', 'shared', 'threads'}
    rows = names_of(whole['shared'], len(meta['categories']))
    names = [thread['name'] for thread in whole['threads']]
    assert names and len(set(names)) == len(names), names
    counts = collections.Counter()
    for thread in whole['threads']:
        counts += counted(thread, rows)
    if len(sys.argv) > 2:
        want = folded(sys.argv[2])
        assert counts == want, f'{counts}\n{want}'
    samples = sum(t['samples']['length'] for t in whole['threads'])
    print(len(names), 'harts,', sum(counts.values()), 'instructions,',
          samples, 'samples')


main()
