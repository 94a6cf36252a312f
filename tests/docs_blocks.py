# SPDX-License-Identifier: BSD-2-Clause
"""Blocks of code in a page of documentation, and what stands in front of each."""

import glob
import os
import re
import subprocess

from docs_type import LACKS, MAKES

# Why a block is not run
REASONS = {
    'minutes': 'it takes minutes, or has no end',
    'guest': 'it is for a Linux in a machine',
    'root': 'it needs root',
    'network': 'it needs the network',
    'board': 'it needs a board',
    'programs': 'it needs a program that few machines have',
    'elsewhere': 'it is for the sources of another project',
}
UNMARKED = 'nothing says if this block is run; see tests/docs.py --help'
MARK = re.compile(r'<!-- (try|not run|text)(?:: (.*?))? -->$')
RUN = re.compile(r'<!-- (run): (.*) -->$')
ROFF_MARK = re.compile(r'\.\\" (try|not run)(?:: (.*))?$')
ITEM = re.compile(r'(?:\d+\.|-) ')
LITERALS = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
OPTION = re.compile(r'(?<![\w-])--?[a-zA-Z][a-z-]*')
# Places of a format that printf replaces
FORMAT = re.compile(r'%[-+ #0-9.*]*(?:ll?|z|h|j)?[a-zA-Z]|\\.')


class Block:
    def __init__(self, line, mark, language):
        self.line, self.mark, self.language = line, mark, language
        self.lines = []

    def is_code(self):
        """Declarations and other text say their language."""
        return self.language in ('', 'sh', 'console')


def find_blocks(text):
    """All blocks of a page. One that a "run" has written has the command."""
    found, block, before, item = [], None, '', 0
    written, fenced, blank = False, False, True
    for number, line in enumerate(text.split('\n'), 1):
        stripped = line.strip()
        if written or stripped.startswith(('<!-- run', '<!-- end of run')):
            written = not stripped.startswith('<!-- end of run')
            run = RUN.match(stripped)
            if run:
                found.append(Block(number, run, ''))
                found[-1].lines.append(run[2])
            block = None
        elif stripped.startswith('```'):
            fenced = not fenced
            block = None
            if fenced:
                block = Block(number, MARK.search(before), stripped[3:])
                found.append(block)
        elif fenced:
            block.lines.append(line)
        elif not stripped:
            if block:
                block.lines.append('')
        elif line.startswith(' ' * (4 + item)) and (block or blank):
            if not block:
                block = Block(number, MARK.search(before), '')
                found.append(block)
            block.lines.append(line[4 + item:])
        else:
            block = None
            mark = ITEM.match(line)
            item = mark.end() if mark else item if line[0] == ' ' else 0
        blank = not stripped
        if stripped and not block:
            before = stripped
    return found


def find_roff_blocks(text):
    """The blocks below EXAMPLES of a manual page, displays of mdoc. A comment marks
    one."""
    found, block, mark, there = [], None, None, False
    for number, line in enumerate(text.split('\n'), 1):
        words = line.replace('\\e', '\\').replace('\\-', '-').replace('\\&', '')
        if line.startswith('.Sh '):
            there = line == '.Sh EXAMPLES'
        elif there and line.startswith(('.Bd -literal', '.Dl ')):
            block = Block(number, mark, '')
            found.append(block)
            if line.startswith('.Dl '):
                block.lines.append(words[4:])
                block = None
        elif line == '.Ed':
            block = None
        elif block:
            block.lines.append(words)
        mark = ROFF_MARK.match(line)
    return found


def read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def prints(path, line):
    """True if a program prints such a line. Its literals are in the file PATH."""
    joined = re.sub(r'"\s*\n\s*"', '', read(path))
    for literal in LITERALS.findall(joined):
        parts = [part for part in FORMAT.split(literal) if part]
        if sum(map(len, parts)) >= 12 and re.search(
                '.*'.join(map(re.escape, parts)), line):
            return True
    return False


class Commands:
    """Judges blocks. RESULTS are those of a Typist."""

    def __init__(self, environment):
        self.environment = environment
        self.known = None

    def judge(self, block, results):
        """The error of a block, or None"""
        if not block.mark:
            return UNMARKED if block.is_code() else None
        kind, words = block.mark.groups()
        wrong = self.typed(kind, *results.get(block, (0, '')))
        if wrong or kind in ('try', 'run'):
            return wrong
        if kind == 'text':
            return next((f'{words} prints no "{line}"' for line in block.lines
                         if line and not any(prints(path, line) for path
                                             in words.split('; '))), None)
        reason, *paths = (words or '').split('; ')
        if reason not in REASONS:
            return f'"{reason}" is no reason: {", ".join(REASONS)}'
        if reason == 'elsewhere':
            return next((f'there is no {path}' for path in paths
                         if not os.path.exists(path)), None)
        return self.wrong_make(block.lines) or \
            next(filter(None, (self.wrong_path(block.lines, path)
                               for path in paths)), None)

    @staticmethod
    def typed(kind, status, output):
        """A block that a page did not come to has no error."""
        if status in ((0, 1) if kind == 'run' else (0,)):
            return None
        last = output.rstrip().split('\n')[-1]
        if status == LACKS:
            return f'lacks a program or a part of the build: {last}'
        return f'ends with status {status}: {last}'

    def make_knows(self, word):
        """True if the word is a target, or a variable."""
        if self.known is None:
            done = subprocess.run(['make', '-rRpq', 'none-of-them'],
                                  check=False, text=True, env=self.environment,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL)
            self.known = set(re.findall(r'^([^#\s:=]+):', done.stdout, re.M))
            for path in ['Makefile', *glob.glob('**/*.mk', recursive=True)]:
                self.known |= set(re.findall(r'\b[A-Z_]+\b', read(path)))
        return word in self.known

    def wrong_make(self, lines):
        for line in lines:
            for command in MAKES.findall(line.split(' #')[0]):
                for word in re.sub(r"'[^']*'", '', command).split():
                    name = word.split('=')[0]
                    if name[0] != '-' and not self.make_knows(name):
                        return f'make knows no {name}'
        return None

    @staticmethod
    def wrong_path(lines, path):
        """A test, or the source of the program, has all options."""
        if not os.path.exists(path):
            return f'there is no {path}'
        text = read(path)
        return next((f'{path} has no {option}'
                     for line in lines
                     for option in OPTION.findall(re.split(' -- | # ', line)[0])
                     if option not in text), None)
