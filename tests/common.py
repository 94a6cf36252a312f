# SPDX-License-Identifier: BSD-2-Clause
"""What the scripts that boot many machines have in common."""

import os
import subprocess
import sys
import threading
import time

TICKS = os.sysconf('SC_CLK_TCK')
LOOK = .25          # seconds between two looks at a process
ASLEEP = 80         # looks without a thread that ran, or wanted to


def rows(path, most=-1):
    """The words of each line of a file that has some, without comments. Behind the
    first most, if so many, the rest of a line is one word."""
    with open(path, encoding='ascii') as lines:
        words = [line.split('#')[0].strip().split(None, most) for line in lines]
    return [row for row in words if row]


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


def threads(pid):
    """Whether each thread of a process sleeps, and their processor time."""
    fields = []
    for task in os.listdir(f'/proc/{pid}/task'):
        with open(f'/proc/{pid}/task/{task}/stat', encoding='ascii',
                  errors='replace') as stat:
            fields.append(stat.read().rsplit(')', 1)[1].split())
    return (all(f[0] == 'S' for f in fields),
            sum(int(f[11]) + int(f[12]) for f in fields) / TICKS)


def end_in_time(process, seconds):
    """End what has had so many seconds of the processor, or sleeps for good. What
    the host merely does not run is not asleep."""
    looks = before = 0
    while process.poll() is None and looks < ASLEEP and before < seconds:
        try:
            sleeps, used = threads(process.pid)
        except (FileNotFoundError, ProcessLookupError):
            continue
        looks = looks + 1 if sleeps and used == before else 0
        before = used
        time.sleep(LOOK)
    if process.poll() is None:
        process.terminate()


def run_machine(command, seconds):
    """As subprocess.run() with its output, for a command that becomes QEMU."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.PIPE, errors='replace') as process:
        watcher = threading.Thread(target=end_in_time, args=(process, seconds))
        watcher.start()
        out, err = process.communicate()
        watcher.join()
    return subprocess.CompletedProcess(command, process.returncode, out, err)
