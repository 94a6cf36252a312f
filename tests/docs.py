#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Blocks of documentation that are the output of a command.

A block begins with a comment that has the command, and ends with another:

    <!-- run: hartscope help -->
    <!-- end of run -->

What stands between is written by this program: the command and its output. A
block of "run-long" is of a command that takes minutes, a target of make; its comment
has the checksum of what follows, so that lint notices changes by hand, and only --long
runs the command anew, at the top of the repository; the last line has the day and the
machine. A figure within a sentence is what a command prints there, where $BUILD is the
build:

    <!-- figure: COMMAND -->32<!-- end of figure -->

All other blocks of code say in a comment in front of them, or at the end of the
sentence in front of them, how they are checked:

    <!-- try -->                 each line ends with 0
    <!-- try: PROGRAM... -->     the same, with programs that make tools does not need
    <!-- not run: REASON -->     lint looks only for the targets and variables of
                                 make; REASON is one of
                                 REASONS
    <!-- not run: REASON; FILE -->  and for their options in FILE, which is the
                                 program, or a test that runs such commands
    <!-- text: FILE -->          each line is one that the program FILE prints

The blocks of a page are typed as a reader would, in their order, into one shell, in a
fresh copy of the repository. Only what the page's own lines "make TARGET" leave is in
the copy's build; this is taken from the build of the tests. A page may write to build
and docs/examples, and changes no source. Manual pages have such comments (.\\" try) in
front of the displays below EXAMPLES.

A fence with a language (```C) is no command. Links between pages are checked
too."""

import argparse
import datetime
import hashlib
import os
import re
import subprocess
import sys

from docs_blocks import REASONS, Commands, find_blocks, find_roff_blocks
from docs_type import LACKS, Typist

BLOCK = re.compile(r'<!-- (run|run-long): (.*?)(?:; ([0-9a-f]{16}))? -->\n'
                   r'(.*?)<!-- end of run -->\n', re.S)
FIGURE = re.compile(r'(<!-- figure: (.*?) -->).*?(<!-- end of figure -->)')
LINK = re.compile(r'\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)')
# Escapes of a terminal and the commit, which a page does not show
ESCAPES = re.compile(r'\x1b\[[0-9;]*[a-zA-Z]|\r|\+g[0-9a-f]{7,}(?:-dirty)?')
# If a command starts make, that make must not use the variables of this one.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}


def shown(command, output):
    """The text of a block: the command and its output."""
    lines = ESCAPES.sub('', output).rstrip().split('\n')
    return '\n'.join(['', f'    $ {command}',
                      *(f'    {line}'.rstrip() for line in lines), '', ''])


def execute(command):
    """Standard error is for the one who waits."""
    done = subprocess.run(
        ['sh', '-c', command], check=False, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, env=ENVIRONMENT)
    if done.returncode not in (0, 1):
        sys.exit(f'docs.py: "{command}" ends with status {done.returncode}: '
                 f'{done.stdout.rstrip()[-200:]}')
    return shown(command, done.stdout)


def compiler():
    done = subprocess.run(['gcc', '-dumpfullversion'], check=True, text=True,
                          stdout=subprocess.PIPE)
    return f'GCC {done.stdout.strip()}'


def processor():
    with open('/proc/cpuinfo', encoding='ascii', errors='replace') as info:
        names = re.findall(r'^model name\s*: (.*)', info.read(), re.M)
    return (names or ['unknown'])[0]


def measured():
    """The day, and the machine, of a measurement"""
    return f'    ({datetime.date.today()}, {processor()}, {os.cpu_count()} ' \
        f'processors, {compiler()}, load {os.getloadavg()[1]:.0f})\n\n'


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Pages:
    def __init__(self, options):
        self.options = options
        self.stale = []
        self.commands = Commands(ENVIRONMENT)
        self.typist = Typist(os.path.dirname(options.tool), ENVIRONMENT)

    def block(self, match, outputs):
        kind, command, checksum, text = match.groups()
        if kind == 'run':
            output, lacks = next(outputs)
            new = text if output is None else shown(command, output)
            if new != text and lacks:
                print(f'# "{command}": not typed with all that it needs')
            else:
                text = new
            head = f'<!-- run: {command} -->'
        else:
            if self.options.long and re.search(self.options.only, command):
                text = execute(command)[:-1] + measured()
                checksum = digest(text)
            wrong = self.commands.wrong_make([command])
            if wrong:
                self.stale.append(f'"{command}": {wrong}')
            if checksum != digest(text):
                self.stale.append(f'"{command}" has been changed by hand')
            head = f'<!-- run-long: {command}; {checksum} -->'
        return f'{head}\n{text}<!-- end of run -->\n'

    def figure(self, match):
        head, command, end = match.groups()
        build = os.path.dirname(self.options.tool)
        done = subprocess.run(['sh', '-c', command], check=False, text=True,
                              stdout=subprocess.PIPE,
                              env={**os.environ, 'BUILD': build})
        if done.returncode:
            sys.exit(f'docs.py: "{command}" ends with status '
                     f'{done.returncode}')
        return head + done.stdout.strip() + end

    def judge(self, path, blocks):
        """Types them. Returns the output of each that is run, in their order, and
        if one before it lacked something."""
        results, wrong = self.typist.type(blocks)
        self.stale += [f'{path}: {words}' for words in wrong]
        outputs, lacks = [], False
        for block in blocks:
            status, output = results.get(block, (0, None))
            lacks |= self.options.tools_only and status == LACKS
            said = self.commands.judge(block, results)
            if said and lacks:
                print(f'# {path}:{block.line}: not typed, {said}')
            elif said:
                self.stale.append(f'{path}:{block.line}: {said}')
            if block.mark and block.mark[1] == 'run':
                outputs.append((output, lacks))
        return iter(outputs)

    def page(self, path):
        with open(path, encoding='utf-8') as page:
            old = page.read()
        blocks = find_blocks(old) if path.endswith('.md') else find_roff_blocks(old)
        outputs = self.judge(path, blocks)
        new = BLOCK.sub(lambda match: self.block(match, outputs), old)
        if not self.options.tools_only:
            new = FIGURE.sub(self.figure, new)
        self.stale += [f'{path}: there is no {link}' for link in LINK.findall(old)
                       if not os.path.exists(
                           os.path.join(os.path.dirname(path), link))]
        if new == old:
            return
        if self.options.write:
            with open(path, 'w', encoding='utf-8') as page:
                page.write(new)
        else:
            self.stale.append(f'{path}: a block or a figure is stale; "make docs" writes it')


def reasons():
    return f'\n{" " * 33}'.join(f'{reason}: {why}' for reason, why
                                in REASONS.items()) + '\n'


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.replace('REASONS\n', reasons()),
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--write', action='store_true',
                        help='rewrite the blocks instead of comparing them')
    parser.add_argument('--long', action='store_true',
                        help='run the long ones, too; with --write')
    parser.add_argument('--only', metavar='REGEX', default='',
                        help='of the long ones, those whose command matches')
    parser.add_argument('--tools-only', action='store_true',
                        help='blocks that need more than make tools may fail; no '
                        'figures')
    parser.add_argument('--tool', required=True,
                        help='folder of the program hartscope')
    parser.add_argument('--pages', nargs='+', required=True)
    options = parser.parse_args()
    options.tool = os.path.abspath(options.tool)
    pages = Pages(options)
    for path in options.pages:
        pages.page(path)
    if pages.stale:
        sys.exit('\n'.join(pages.stale))


if __name__ == '__main__':
    main()
