#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Replace instructions of the trap entry by an illegal one, one at a time, and run the
payload nested in QEMU: the firmware dies with a report, or the payload passes. The
first instruction of the entry is left alone: no vector survives its own fault."""

import argparse
import os
import re
import shutil
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.dirname(HERE)]
import common
import run as smode
from entry_code import instructions

ROW = r'^nested rv{} smp1 '
SECONDS = 6     # of the processor, for a machine


def outcome(console, status):
    """An error, or nothing."""
    if 'sbi_trap_error: ' in console:
        return ''
    return smode.judge(console, status, False)[3]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    parser.add_argument('--most', type=int, metavar='N', default=1 << 30,
                        help='only so many of each width, which the hash of the '
                        'commit chooses (default: all)')
    parser.add_argument('--cross', default=os.environ.get(
        'CROSS_COMPILE', 'riscv64-linux-gnu-'), metavar='PREFIX')
    options = parser.parse_args()
    rows = smode.expand(smode.parse(os.path.join(HERE, 'smode.cfg')), 'full')
    wrong = ran = 0
    for xlen in ('64', '32'):
        row = next(r for r in rows if re.search(ROW.format(xlen), r['name']))
        found, image = instructions(options, xlen)
        first = next(i.at for i in found if i.symbol == 'fast_trap')
        found = common.shuffled([i.at for i in found if i.at != first],
                                common.commit())[:options.most]
        folder = os.path.join(options.build, 'results', f'entry-faults-{xlen}')
        os.makedirs(folder, exist_ok=True)
        firmware = os.path.join(folder, 'fw.bin')
        place = types.SimpleNamespace(
            build=options.build, firmware=firmware, boot_hart=0,
            lacks='nothing', snapshot=None, seconds=SECONDS, scratch=folder)
        for at in found:
            with open(firmware, 'wb') as file:
                # Two bytes of zeros are illegal, whatever comes after them
                file.write(image[:at] + b'\0\0' + image[at + 2:])
            error = outcome(*smode.boot(row, place))
            ran, wrong = ran + 1, wrong + bool(error)
            if error:
                print(f'not ok - entry_faults: rv{xlen} {at:x}: {error}',
                      flush=True)
        shutil.rmtree(folder)
    print(f'{"not ok" if wrong else "ok"} - entry_faults: {ran} instructions, '
          f'{wrong} wrong')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
