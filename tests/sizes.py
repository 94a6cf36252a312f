#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Sizes of structures and of code, for sentences of the documentation: "make docs" puts
them there, lint compares them. A compiler for 64 bits computes those of structures; no
program is run."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), 'bench'))
from size import text  # pylint: disable=wrong-import-position


def size_of(header, expression, flags):
    """Bytes, as the size of a symbol"""
    with tempfile.TemporaryDirectory() as folder:
        built = os.path.join(folder, 'size.s')
        done = subprocess.run(
            ['gcc', '-std=gnu11', '-Iinclude', '-Itests/unit/fake',
             '-DOPENSBI_EXTERNAL_SBI_TYPES=stddef.h', *flags, '-S', '-o', built,
             '-x', 'c', '-'], check=False, text=True, stderr=subprocess.PIPE,
            input=f'#include "{header}"\nchar size[{expression}];\n')
        if done.returncode:
            sys.exit(f'sizes.py: {done.stderr}')
        with open(built, encoding='ascii') as lines:
            return int(re.search(r'\.size\s+size, (\d+)', lines.read())[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--unit', type=int, default=1024,
                        help='bytes of one (%(default)s)')
    parser.add_argument('--digits', type=int, default=0,
                        help='behind the point (%(default)s)')
    parser.add_argument('--flag', action='append', default=[],
                        help='one of the compiler, such as -DNAME')
    parser.add_argument('file', help='a header such as model/model.h, or a map of '
                        'the linker')
    parser.add_argument('expression', help='such as "sizeof(struct model)"; of a map '
                        'a regular expression: the code of these objects')
    options = parser.parse_args()
    if options.file.endswith('.map'):
        size = text(options.file, re.compile(options.expression))
        if not size:
            sys.exit(f'sizes.py: {options.file}: no code of {options.expression}')
    else:
        size = size_of(options.file, options.expression, options.flag)
    print(f'{size / options.unit:.{options.digits}f}')


if __name__ == '__main__':
    main()
