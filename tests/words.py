#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Comments in plain words.

Counts, in the comments of the C and assembler files of each FOLDER, sentences that
begin with a question word, the words "whoever", "somebody" and "that which", and
contracts that begin with "The same", "Its" or "As": a reader of one function has not
read the others. FOLDER=NUMBER fails when there are more than NUMBER, and shows them."""

import argparse
import re
import subprocess
import sys

COMMENT = re.compile(r'/\*.*?\*/', re.S)
RIDDLE = re.compile(
    r'(?:^/\*+\s*(?:@return )?|[.:;]\s+)'
    r'(?:What|Whether|How|Whose|Who|Whoever|Whatever|Somebody)\b'
    r'|\b(?:[Ww]hoever|[Ss]omebody|[Tt]hat which)\b'
    r'|^/\*\*\s*(?:@return )?(?:The same|Its|As)\b')


def riddles(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        text = file.read()
    for comment in COMMENT.finditer(text):
        # Of the same length, so that the place can be told
        plain = re.sub(r'(?<=\n)(\s*)\*(?!/)', r'\1 ', comment[0])
        for found in RIDDLE.finditer(plain):
            at = comment.start() + found.end()
            line = text.count('\n', 0, at) + 1
            yield f'{path}:{line}: {text.splitlines()[line - 1].strip()}'


def files(folder):
    done = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', folder],
                          check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    names = done.stdout.split() or subprocess.run(
        ['find', folder, '-type', 'f'], check=True, text=True,
        stdout=subprocess.PIPE).stdout.split()
    return sorted(name for name in names if re.search(r'\.[chS]$', name))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('limit', nargs='+', metavar='FOLDER=NUMBER')
    failed = False
    for limit in parser.parse_args().limit:
        folder, _, most = limit.partition('=')
        found = [line for name in files(folder) for line in riddles(name)]
        if len(found) > int(most):
            failed = True
            print(*found, sep='\n')
        print(f'{folder}: {len(found)}, {most} at most')
    sys.exit(failed)


if __name__ == '__main__':
    main()
