#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Runs the long blocks of the documentation whose command counts and takes no times,
and compares each number with the one on the page: they differ by 0.1 % at most, or
by one in the last digit. For another processor the C library has other functions:
then by 1 %. Another compiler makes other programs: with it a block is skipped."""

import argparse
import itertools
import re
import sys

import common
from docs import BLOCK, compiler, execute, processor

NUMBER = re.compile(r'\d+(?:\.\d+)?')


def agree(old, new, share):
    """True if two numbers are equal but for this share or their last digit"""
    last = 10.0 ** -len(old.partition('.')[2])
    return abs(float(old) - float(new)) <= max(float(old) * share, 1.01 * last)


def differences(old, new, share=.001):
    """Lines of two texts whose words or numbers differ"""
    pairs = zip(old.split('\n'), new.split('\n'))
    wrong = [pair for pair in pairs
             if NUMBER.sub('', pair[0]).split() != NUMBER.sub('', pair[1]).split()
             or not all(map(agree, NUMBER.findall(pair[0]),
                            NUMBER.findall(pair[1]), itertools.repeat(share)))]
    if old.count('\n') != new.count('\n'):
        wrong.append((f'{old.count(chr(10))} lines', f'{new.count(chr(10))} lines'))
    return wrong


def self_test():
    for old, new, number in (('a 1000 b', 'a 1001 b', 0), ('a 1000', 'a 1002', 1),
                             ('1.5 x', '1.6 x', 0), ('1.5 x', '1.5 y', 1),
                             ('1\n2', '1', 1)):
        if len(differences(old, new)) != number:
            sys.exit(f'docs_compare.py: {old!r} and {new!r} are misjudged')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--only', required=True, metavar='REGEX',
                        help='blocks whose command matches')
    parser.add_argument('--tally', metavar='FILE',
                        help='write "PASSED FAILED" there')
    parser.add_argument('--pages', nargs='+', required=True)
    options = parser.parse_args()
    self_test()
    passed = failed = 0
    for path in options.pages:
        with open(path, encoding='utf-8') as page:
            blocks = BLOCK.findall(page.read())
        for kind, command, _, text in blocks:
            if kind != 'run-long' or not re.search(options.only, command):
                continue
            *lines, last = text.rstrip().split('\n')
            if compiler() not in last:
                print(f'# {path}: skipped, since this is {compiler()}: {command}')
                continue
            wrong = differences('\n'.join(lines).strip(), execute(command).strip(),
                                .001 if processor() in last else .01)
            print('not ok' if wrong else 'ok', f'- {path}: {command}', flush=True)
            for old, new in wrong:
                print(f'#   {old.strip()}, and now {new.strip()}')
            passed, failed = passed + (not wrong), failed + bool(wrong)
    common.finish(options, passed, failed)


if __name__ == '__main__':
    main()
