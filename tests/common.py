# SPDX-License-Identifier: BSD-2-Clause
"""What the scripts that boot many machines have in common."""

import os
import sys


def add_arguments(parser):
    """Which machines, how many at once, and where the result goes."""
    parser.add_argument('--only', default='', metavar='REGEX',
                        help='only machines with a name that matches')
    parser.add_argument('--jobs', type=int, default=2, metavar='N',
                        help='machines at once (default: 2)')
    parser.add_argument('--tally', metavar='FILE',
                        help='write "PASSED FAILED" (points) there')
    parser.add_argument('--list', action='store_true',
                        help='print the names of the machines and stop')


def finish(options, passed, failed):
    """Write the tally; without one the exit status tells."""
    if options.tally:
        os.makedirs(os.path.dirname(options.tally) or '.', exist_ok=True)
        with open(options.tally, 'w', encoding='ascii') as tally:
            print(passed, failed, file=tally)
    elif failed:
        sys.exit(1)
