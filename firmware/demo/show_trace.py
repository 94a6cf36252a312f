#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Show the trace that trace.c made, and hold it against what retired."""

import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, '..', '..', 'platform', 'qemu', 'machine'))
import traced


def fail(message):
    sys.exit('show_trace.py: ' + message)


def announced(console):
    """The words of the one trace that the payload speaks of."""
    with open(console, encoding='utf-8', errors='replace') as text:
        lines = traced.ANNOUNCED.findall(text.read())
    if len(lines) != 1:
        fail(f'{console} speaks of {len(lines)} traces, not of one')
    return dict(word.split('=', 1) for word in lines[0].split())


def compare(options, words, hart, source, data):
    """Whether QEMU's record of a hart has the same instructions."""
    executed, error = traced.decode(data, words, source, [options.image],
                                    options.build)
    if error:
        fail(f'hart {hart}: {error}')
    retired = traced.segments(f'{traced.record(options.tree)}.{hart}',
                              tuple(words['modes'].split(',')))
    if [executed] != retired:
        counts = ', '.join(str(len(part)) for part in retired)
        fail(f'hart {hart}: the trace has {len(executed)} instructions, and '
             f'they are not those that retired ({counts})')
    print(f'  hart {hart}: {len(executed)} instructions, the same addresses in '
          'the same order as QEMU retired', flush=True)


def show(options, words, source, data):
    """Print the tree of calls."""
    done = subprocess.run(
        [os.path.join(options.build, 'host', 'hartscope'), 'ntrace', 'decode',
         '--quiet', '--format=calls', '--image=' + options.image,
         '--src=' + source, words['options'], '-'],
        input=data, check=False)
    if done.returncode:
        fail('the trace cannot be decoded')


def main():
    parser = argparse.ArgumentParser(
        description='Decode the trace in the buffer of the payload trace.elf, '
        'print its calls, and compare the instructions with those that QEMU '
        'says have retired.')
    parser.add_argument('--build', required=True, help='build directory')
    parser.add_argument('--image', required=True, help='the payload, ELF')
    parser.add_argument('--console', required=True, help='what it printed')
    parser.add_argument('--tree', required=True, metavar='DTB',
                        help="the machine's tree; next to it are its memory "
                        'and the record of the plugin')
    options = parser.parse_args()
    words = announced(options.console)
    data = traced.read_bytes(options.tree, words)
    for hart, source in zip(words['hart'].split(','), words['src'].split(',')):
        show(options, words, source, data)
        compare(options, words, hart, source, data)


if __name__ == '__main__':
    main()
