#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Runs a machine of boot.sh and shows what its guest's command prints, as it is
printed: what is between the two lines of tests/linux/init. The exit status is that of
the command; 124 if the machine does not get to the end.

Meanwhile standard error has the time since the start, and that of the guest as long
as the kernel prints it: on a terminal each second, in one line that goes away, and
only while the guest prints nothing; elsewhere each 10 seconds. A signal ends the
machine, and so does the end of the program that started this one."""

import argparse
import ctypes
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time

BEGIN = b"== begin =="
END = re.compile(rb"== end (\d+) ==\n")
KERNEL_TIME = re.compile(rb"\[ *(\d+\.\d)\d*\]")
TAIL = 30           # lines of the console that are shown if it ends early
PATIENCE = 5        # seconds for QEMU to end
LEAST = 1000        # a task with a smaller part of all instructions is not shown
PR_SET_PDEATHSIG = 1


class Progress:
    """How long it takes so far, on standard error"""

    def __init__(self, title):
        self.title = title
        self.terminal = sys.stderr.isatty()
        self.each = 1 if self.terminal else 10
        self.began = self.last = time.monotonic()
        self.shown = False

    def wait(self):
        """Seconds until the next report is due"""
        return max(0, self.last + self.each - time.monotonic())

    def passed(self):
        return time.monotonic() - self.began

    def show(self, what, speaks=True):
        self.last = time.monotonic()
        if speaks:
            print(f"{self.title}{what}, {self.passed():.0f} s", file=sys.stderr,
                  end="\033[K\r" if self.terminal else "\n", flush=True)
            self.shown = self.terminal

    def hide(self):
        if self.terminal:
            self.last = time.monotonic()
        if self.shown:
            print(end="\033[K", file=sys.stderr, flush=True)
        self.shown = False


class Console:
    """The machine's output, and the part of it that the command printed"""

    def __init__(self, progress):
        self.progress = progress
        self.lines = []         # the last ones
        self.rest = b""         # of the line that has not ended, what was not shown
        self.shows = False      # the command runs
        self.in_line = False    # its last line has not ended
        self.status = None
        self.guest = ""         # its time, as the kernel printed it

    def put(self, text):
        if not text:
            return
        self.progress.hide()
        self.in_line = not text.endswith(b"\n")
        os.write(sys.stdout.fileno(), text)

    def line(self, line):
        self.lines = self.lines[1 - TAIL:] + [line]
        end = END.fullmatch(line)
        if self.shows and end:
            self.status, self.shows = int(end[1]), False
        elif self.shows:
            self.put(line)
        elif line.rstrip() == BEGIN and self.status is None:
            self.shows = True
        else:
            found = KERNEL_TIME.match(line)
            if found:
                self.guest = f", {found[1].decode()} s of guest time"

    def part(self):
        """A part of a line is shown at once, unless it may be the end's line."""
        if self.shows and (self.in_line or self.rest[:1] not in (b"", b"=")):
            self.put(self.rest)
            self.rest = b""

    def take(self, data):
        data = (self.rest + data).replace(b"\r\n", b"\n")
        *lines, self.rest = data.split(b"\n")
        for line in lines:
            self.line(line + b"\n")
        if not self.rest.endswith(b"\r"):
            self.part()

    def report(self):
        self.progress.show(
            "the command runs" if self.shows else
            f"booting{self.guest}" if self.status is None else "powering off",
            not (self.in_line and self.progress.terminal))

    def end(self):
        """What stood at the end without a newline"""
        if self.shows:
            self.put(self.rest)
        if self.status is None:
            sys.stderr.buffer.write(b"".join(self.lines) + self.rest)
            print("boot.sh: the machine did not get to the end; its console ends "
                  "above", file=sys.stderr)


class Machine:
    def __init__(self, command, **options):
        self.ended_by = None
        self.terminal = sys.stdin is not None and sys.stdin.isatty()
        # pylint: disable=consider-using-with # it ends in wait()
        self.process = subprocess.Popen(command, **options)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)
        signal.signal(signal.SIGALRM, lambda *_: self.process.kill())
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    def on_signal(self, number, _):
        self.ended_by = number
        self.process.terminate()
        signal.alarm(PATIENCE)

    def watch_terminal(self, until_end):
        """Ends the machine if the terminal is gone, of which a make that leads the
        session tells nobody: it waits for its children."""
        if not self.terminal or self.ended_by:
            return
        watched = select.poll()
        watched.register(sys.stdin, 0)
        if until_end:
            watched.register(os.pidfd_open(self.process.pid), select.POLLIN)
        if sys.stdin.fileno() in dict(watched.poll(None if until_end else 0)):
            self.on_signal(signal.SIGHUP, None)

    def wait(self):
        """The exit status"""
        self.watch_terminal(True)
        status = self.process.wait()
        return 128 + self.ended_by if self.ended_by else status


def show(command):
    """The command's output; returns its exit status."""
    progress = Progress("  LINUX    ")
    console = Console(progress)
    machine = Machine(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = machine.process.stdout.fileno()
    data = b"?"
    while data:
        ready, _, _ = select.select([output], [], [], progress.wait())
        if ready:
            data = os.read(output, 65536)
            console.take(data)
        if not progress.wait():
            console.report()
        machine.watch_terminal(False)
    progress.hide()
    status = machine.wait()
    if machine.ended_by:
        return status
    console.end()
    return 124 if console.status is None else console.status


def show_tasks(path):
    """What plugin_tasks.so counted, by task, the most first"""
    with open(path, encoding="ascii") as lines:
        rows = [(name, int(user), int(kernel)) for name, user, kernel in
                map(str.split, lines)]
    if not rows:
        return
    rows.sort(key=lambda row: -row[1] - row[2])
    least = sum(row[1] + row[2] for row in rows) / LEAST
    print(f"\n{'user mode':>16}{'kernel':>16}  instructions that the harts "
          "executed, by QEMU's plugin")
    for name, user, kernel in rows:
        if user + kernel >= least:
            print(f"{user:16,}{kernel:16,}  {name}")


def main():
    parser = argparse.ArgumentParser(
        usage="console.py [options] -- COMMAND...", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true",
                        help="show all of the console; the status is QEMU's")
    parser.add_argument("--remove", metavar="DIR", help="remove it at the end")
    parser.add_argument("--tasks", metavar="FILE", help="what plugin_tasks.so "
                        "wrote; it is shown at the end")
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    command = sys.argv[split + 1:]
    options = parser.parse_args(sys.argv[1:split])
    try:
        status = Machine(command).wait() if options.all else show(command)
        if options.tasks and status < 124:
            show_tasks(options.tasks)
    except BrokenPipeError:
        status = 1
    finally:
        if options.remove:
            shutil.rmtree(options.remove)
    sys.exit(status)


if __name__ == "__main__":
    main()
