#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests the judge of blocks of documentation with blocks that are wrong, and others
that are right."""

import sys

from docs import ENVIRONMENT
from docs_blocks import Commands, find_blocks, find_roff_blocks
from docs_type import Typist

SOURCE = 'platform/generic/trace/trace_glue.c'
RECORD = 'platform/linux/record/main.c'
# A page, and the message about its blocks; None: no error
CASES = [
    ('    true\n', ['nothing says']),
    ('1. Item\n\n       true\n', ['nothing says']),
    ('```\ntrue\n```\n', ['nothing says']),
    ('```C\nint x;\n```\n', [None]),
    ('- Item\n  that goes on\n\n    and on\n', []),
    ('<!-- run: false -->\n\n    $ false\n\n<!-- end of run -->\n', [None]),
    ('<!-- run: exit 2 -->\n\n    $ exit 2\n\n<!-- end of run -->\n',
     ['ends with status 2']),
    ('<!-- try -->\n\n    [ -d docs ]\n    [ -e Makefile ]\n', [None]),
    ('<!-- try -->\n\n    false\n    true\n', ['ends with status 1']),
    ('Words. <!-- try -->\n\n    cd docs; a=1\n\n'
     '<!-- try -->\n\n    ls index.md; [ $a = 1 ]\n', [None, None]),
    ('<!-- try -->\n\n    true\n\nWords.\n\n    true\n', [None, 'nothing says']),
    ('<!-- try -->\n\n    false\n\n<!-- try -->\n\n    false\n',
     ['ends with status 1', None]),
    # The build of the tests is not that of the page, and no folder is in PATH
    ('<!-- try -->\n\n    [ ! -e build ]\n    hartscope help\n', ['status 127']),
    ('<!-- try -->\n\n    make tools; PATH=$PWD/build/host:$PATH\n'
     '    hartscope help\n', [None]),
    ('<!-- not run: minutes -->\n\n    make tools # quick\n\n'
     '<!-- try -->\n\n    build/host/hartscope help\n', [None, None]),
    ('<!-- try -->\n\n    make build/no-such-file\n', ['lacks']),
    ('<!-- not run: minutes -->\n\n    make build/no-such-file\n\n'
     '<!-- run: false -->\n<!-- end of run -->\n', ['lacks', None]),
    ('<!-- try -->\n\n    cd docs && make tools\n', ['no Makefile']),
    ('<!-- try: no-such-program -->\n\n    true\n', ['lacks']),
    ('<!-- not run: laziness -->\n\n    true\n', ['is no reason']),
    ('<!-- not run: minutes -->\n\n    make run # no_target\n', [None]),
    ("<!-- not run: minutes -->\n\n    make run-linux CMD='a b' KERNEL=newest\n",
     [None]),
    ('<!-- not run: minutes -->\n\n    make no_target\n', ['no no_target']),
    ('<!-- not run: minutes -->\n\n    make run 2>/dev/null | cat\n', [None]),
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

# The same for a manual page
ROFF = r"""
.Sh OPTIONS
.Dl no command
.Sh EXAMPLES
.Dl true
.\" try
.Dl [ 'a\-b\e' = a-b'\e' ]
Words:
.\" try
.Bd -literal -offset indent
true && \e
	false
.Ed
.\" not run: laziness
.Dl true
"""
ROFF_WANTED = ['nothing says', None, 'ends with status 1', 'is no reason']
# A page, and what it does to the sources
DEEDS = [
    ('<!-- try -->\n\n    echo 1 >>README.md\n', ['changes README.md']),
    ('<!-- try -->\n\n    echo 1 >new\n', ['leaves new among the sources']),
    ('<!-- try -->\n\n    [ ! -e new ]\n    mkdir build; echo >build/new\n'
     '    echo 1 >docs/examples/new; ! tail -n 1 README.md | grep -x 1\n', []),
]


class Judge:
    def __init__(self):
        self.typist = Typist('build', ENVIRONMENT)
        self.commands = Commands(ENVIRONMENT)

    def check(self, page, blocks, wanted):
        results, _ = self.typist.type(blocks)
        found = [self.commands.judge(block, results) for block in blocks]
        if len(found) != len(wanted) or not all(
                (said or '') == '' if want is None else want in (said or '')
                for said, want in zip(found, wanted)):
            sys.exit(f'of the page\n{page}is said {found}, not {wanted}')


def main():
    if '--help' in sys.argv:
        print(__doc__)
        return
    judge = Judge()
    for page, wanted in CASES:
        judge.check(page, find_blocks(page), wanted)
    judge.check(ROFF, find_roff_blocks(ROFF), ROFF_WANTED)
    for page, wanted in DEEDS:
        _, found = judge.typist.type(find_blocks(page))
        if found != wanted:
            sys.exit(f'the page\n{page}has done {found}, not {wanted}')


if __name__ == '__main__':
    main()
