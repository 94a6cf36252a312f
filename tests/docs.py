#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Blocks of documentation that are the output of a command.

A block begins with a comment that has the command, and ends with another:

    <!-- run: hartscope help -->
    <!-- end of run -->

What stands between is written by this program: the command and its output. The
command runs in a folder with the files of --files, where "hartscope" is the tool
of the build. A block of "run-long" is of a command that takes minutes, a target of
make; its comment has the checksum of what follows, so that lint notices changes by
hand, and only --long runs the command anew; the last line has the day and the
machine. A figure within a sentence is what a
command prints at the top of the repository, where $BUILD is the build:

    <!-- figure: COMMAND -->32<!-- end of figure -->

All other blocks of code say in a comment in front of them, or at the end of the
sentence in front of them, how they are checked:

    <!-- try: COMMAND -->        they are run in such a folder, after COMMAND, which
                                 makes the files that they need, and end with 0;
                                 "build" there is the build, without make
    <!-- try -->                 the same without a command
    <!-- not run: REASON -->     lint looks only for the targets and variables of
                                 make; REASON is one of
                                 REASONS
    <!-- not run: REASON; FILE -->  and for their options in FILE, which is the
                                 program, or a test that runs such commands
    <!-- text: FILE -->          each line is one that the program FILE prints

A fence with a language (```C) is no command. Links between pages are checked
too."""

import argparse
import datetime
import hashlib
import os
import re
import subprocess
import sys
import tempfile

from docs_blocks import REASONS, Commands, find_blocks

BLOCK = re.compile(r'<!-- (run|run-long): (.*?)(?:; ([0-9a-f]{16}))? -->\n'
                   r'(.*?)<!-- end of run -->\n', re.S)
FIGURE = re.compile(r'(<!-- figure: (.*?) -->).*?(<!-- end of figure -->)')
LINK = re.compile(r'\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)')
# Escapes of a terminal and the commit, which a page does not show
ESCAPES = re.compile(r'\x1b\[[0-9;]*[a-zA-Z]|\r|\+g[0-9a-f]{7,}(?:-dirty)?')
# If a command starts make, that make must not use the variables of this one.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}


def execute(command, folder, path):
    """The text of a block: the command and its output."""
    done = subprocess.run(
        ['sh', '-c', command], cwd=folder, check=False, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**ENVIRONMENT, 'PATH': f'{path}:{os.environ["PATH"]}'})
    lines = ESCAPES.sub('', done.stdout).rstrip().split('\n')
    if done.returncode not in (0, 1):
        sys.exit(f'docs.py: "{command}" ends with status {done.returncode}: '
                 f'{lines[-1]}')
    return '\n'.join(['', f'    $ {command}',
                      *(f'    {line}'.rstrip() for line in lines), '', ''])


def measured():
    """The day, and the machine, of a measured speed"""
    with open('/proc/cpuinfo', encoding='ascii', errors='replace') as info:
        names = re.findall(r'^model name\s*: (.*)', info.read(), re.M)
    return f'    ({datetime.date.today()}, {(names or ["unknown"])[0]}, ' \
        f'{os.cpu_count()} processors, load {os.getloadavg()[1]:.0f})\n\n'


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Pages:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.stale = []
        path = f'{options.tool}:{os.environ["PATH"]}'
        self.commands = Commands(options.tool, options.files,
                                 {**ENVIRONMENT, 'PATH': path})

    def block(self, match):
        kind, command, checksum, text = match.groups()
        if kind == 'run':
            text = execute(command, self.folder, self.options.tool)
            head = f'<!-- run: {command} -->'
        else:
            if self.options.long and re.search(self.options.only, command):
                text = execute(command, '.', self.options.tool)[:-1]
                text += measured()
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

    def page(self, path):
        with open(path, encoding='utf-8') as page:
            old = page.read()
        new = FIGURE.sub(self.figure, BLOCK.sub(self.block, old))
        for block in find_blocks(new):
            wrong = self.commands.judge(block)
            if wrong:
                self.stale.append(f'{path}:{block.line}: {wrong}')
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
    parser.add_argument('--tool', required=True,
                        help='folder of the program hartscope')
    parser.add_argument('--files', nargs='*', default=[],
                        help='files for the folder in which commands run')
    parser.add_argument('--pages', nargs='+', required=True)
    options = parser.parse_args()
    options.tool = os.path.abspath(options.tool)
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(options, folder)
        pages.commands.furnish(folder)
        for path in options.pages:
            pages.page(path)
    if pages.stale:
        sys.exit('\n'.join(pages.stale))


if __name__ == '__main__':
    main()
