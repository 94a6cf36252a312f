#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests the judge of blocks of documentation with blocks that are wrong, and others
that are right."""

import os
import sys

from docs import ENVIRONMENT
from docs_blocks import Commands, find_blocks

SOURCE = 'platform/generic/glue/trace_glue.c'
RECORD = 'platform/linux/record/main.c'
# A page, and the message about its blocks; None: no error
CASES = [
    ('    true\n', ['nothing says']),
    ('1. Item\n\n       true\n', ['nothing says']),
    ('```\ntrue\n```\n', ['nothing says']),
    ('```C\nint x;\n```\n', [None]),
    ('- Item\n  that goes on\n\n    and on\n', []),
    ('<!-- run: a -->\n\n    $ a\n\n<!-- end of run -->\n', []),
    ('<!-- try -->\n\n    [ -d docs ]\n    [ ! -e Makefile ]\n', [None]),
    ('<!-- try -->\n\n    false\n    true\n', ['ends with status 1']),
    ('Words. <!-- try: echo 1 >f -->\n\n    grep 1 f\n', [None]),
    ('<!-- try: echo 1 >f -->\n\n    grep 1 f\n\nWords.\n\n    grep 1 f\n',
     [None, 'nothing says']),
    ('<!-- not run: laziness -->\n\n    true\n', ['is no reason']),
    ('<!-- not run: minutes -->\n\n    make run # no_target\n', [None]),
    ("<!-- not run: minutes -->\n\n    make run-linux CMD='a b' KERNEL=newest\n",
     [None]),
    ('<!-- not run: minutes -->\n\n    make no_target\n', ['no no_target']),
    ('<!-- not run: minutes -->\n\n    make run NO_VARIABLE=1\n',
     ['no NO_VARIABLE']),
    ('<!-- not run: elsewhere -->\n\n    make no_target\n', [None]),
    ('<!-- not run: elsewhere; no/file -->\n\n    true\n', ['there is no']),
    (f'<!-- not run: guest; {RECORD} -->\n\n'
     '    hartscope-record --kcore=k -- ls --no-option # --nor-this\n', [None]),
    (f'<!-- not run: guest; {RECORD} -->\n\n    hartscope-record --no-option\n',
     ['has no --no-option']),
    (f'<!-- text: {SOURCE} -->\n\n'
     '    hartscope: trace: 5 components handed over\n', [None]),
    (f'<!-- text: {SOURCE} -->\n\n    hartscope: trace: 5 components taken\n',
     ['prints no']),
]


def main():
    if '--help' in sys.argv:
        print(__doc__)
        return
    commands = Commands(os.path.abspath('build/host'), [], ENVIRONMENT)
    for page, wanted in CASES:
        found = [commands.judge(block) for block in find_blocks(page)]
        if len(found) != len(wanted) or not all(
                (said or '') == '' if want is None else want in (said or '')
                for said, want in zip(found, wanted)):
            sys.exit(f'of the page\n{page}is said {found}, not {wanted}')


if __name__ == '__main__':
    main()
