# SPDX-License-Identifier: BSD-2-Clause
"""Functions of the scripts that boot many machines."""

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import threading

TICKS = os.sysconf('SC_CLK_TCK')
LOOK = .25          # seconds between two checks of a process
ASLEEP = 80         # checks in which no thread ran, or wanted to


def rows(path, most=-1):
    """The words of each line that has any, without comments. If most is given, the
    text after that many words is one word."""
    with open(path, encoding='ascii') as lines:
        words = [line.split('#')[0].strip().split(None, most) for line in lines]
    return [row for row in words if row]


def commit():
    """The hash of HEAD, or nothing where there is no history."""
    done = subprocess.run(['git', 'rev-parse', 'HEAD'], check=False,
                          capture_output=True, text=True)
    return done.stdout.strip()


def shuffled(items, seed):
    """An order that is the same for the same seed."""
    return sorted(items, key=lambda item: hashlib.sha256(
        f'{seed} {item}'.encode()).digest())


def add_arguments(parser):
    """Options: which machines, how many at once, and the file for the result."""
    parser.add_argument('--only', default='', metavar='REGEX',
                        help='only machines with a name that matches')
    parser.add_argument('--jobs', type=int, default=2, metavar='N',
                        help='machines at once (default: 2)')
    parser.add_argument('--tally', metavar='FILE',
                        help='write "PASSED FAILED" (points) there')
    parser.add_argument('--list', action='store_true',
                        help='print the names of the machines and stop')


def add_bench_arguments(parser):
    """Options: the limits, and the number of measurements of times."""
    parser.add_argument('--budget', required=True, help='the limits')
    parser.add_argument('--rounds', type=int, default=9,
                        help='number of measurements, of which the quickest counts '
                        '(%(default)s); 0: '
                        'no times, only instructions')


def finish(options, passed, failed):
    """Write the tally; without a file the exit status has the result."""
    if options.tally:
        os.makedirs(os.path.dirname(options.tally) or '.', exist_ok=True)
        with open(options.tally, 'w', encoding='ascii') as tally:
            print(passed, failed, file=tally)
    elif failed:
        sys.exit(1)


def family(pid):
    """A process, and all processes that it has started and that still exist"""
    yield pid
    try:
        for task in os.listdir(f'/proc/{pid}/task'):
            with open(f'/proc/{pid}/task/{task}/children',
                      encoding='ascii') as children:
                for child in children.read().split():
                    yield from family(int(child))
    except OSError:
        pass  # it has ended meanwhile


def stat(path):
    """Its fields behind the name, which may have blanks"""
    with open(path, encoding='ascii', errors='replace') as fields:
        return fields.read().rsplit(')', 1)[1].split()


def look(pid):
    """Returns True if all threads of a process and of its family sleep, and the
    processor time of these and of those that have ended, in seconds."""
    asleep, ticks = True, 0
    for number in family(pid):
        try:
            ticks += sum(map(int, stat(f'/proc/{number}/stat')[11:15]))
            asleep &= all(stat(f'/proc/{number}/task/{task}/stat')[0] in 'SZ'
                          for task in os.listdir(f'/proc/{number}/task'))
        except OSError:
            asleep = False
    return asleep, ticks / TICKS


def end_in_time(process, seconds):
    """End a process that has used this much processor time, or that sleeps for good.
    A process that the host does not run is not asleep."""
    looks = before = 0
    while process.poll() is None and looks < ASLEEP and before < seconds:
        sleeps, used = look(process.pid)
        looks = looks + 1 if sleeps and used == before else 0
        before = used
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LOOK)
    if process.poll() is None:
        for number in list(family(process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)


def run_limited(command, seconds, **options):
    """As subprocess.run() with its output, for a command that has this limit"""
    options = {'stderr': subprocess.PIPE, **options}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                          errors='replace', **options) as process:
        watcher = threading.Thread(target=end_in_time, args=(process, seconds))
        watcher.start()
        out, err = process.communicate()
        watcher.join()
    return subprocess.CompletedProcess(command, process.returncode, out, err)
