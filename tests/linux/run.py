#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Boots Debian's Linux on the firmware and checks the output of perf in it.

Each machine boots once and runs all of its cases (tests/linux/cases.py); the guest's
output is checked here, so that a case fails only for its own output."""

import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import cases

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import common  # pylint: disable=wrong-import-position

SILENCE = 150           # seconds of the processor without a word of a guest
LONGEST = 24 * 3600     # seconds, even if it does
PARALLEL = 2
GUESTS = set()          # process groups


def end_guests(number, _):
    for guest in list(GUESTS):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(guest, signal.SIGTERM)
    os._exit(128 + number)


def guest_script(machine):
    """The script of the guest: every case between two marker lines."""
    lines = []
    for number, case in enumerate(machine.cases):
        lines += [f'echo "== case {number} =="',
                  f"(\n{case.command}\n) 2>&1 </dev/null",
                  'echo "== status $? =="']
    return "\n".join(lines) + "\n"


def split_output(console):
    """Case number to (status, output), for cases that have ended."""
    pattern = (r"^== case (\d+) ==\n(.*?)(?:(?<=\n)|^)"
               r"== status (\d+) ==$")
    return {int(m[1]): (int(m[3]), m[2]) for m in
            re.finditer(pattern, console, re.MULTILINE | re.DOTALL)}


def is_progress(line):
    """A line of the kernel's log is no progress, even if there are many."""
    return not re.match(r"\[ *\d+\.\d+\]", line)


class Watch(threading.Thread):
    """Ends a guest that used this many seconds of processor time since its last
    progress, or that sleeps as long. The time in which a busy host does not run it
    does not count."""

    def __init__(self, guest, silence):
        super().__init__(daemon=True)
        self.guest, self.silence = guest, silence
        self.got_on = True
        self.killed = False
        self.over = threading.Event()

    def run(self):
        had = before = asleep = 0
        while not self.over.wait(1):
            sleeps, used = common.look(self.guest)
            asleep = asleep + 1 if sleeps and used == before else 0
            before = used
            if self.got_on:
                self.got_on, had, asleep = False, used, 0
            elif max(used - had, asleep) > self.silence:
                self.killed = True
                os.killpg(self.guest, signal.SIGKILL)
                break


def show_guest(lines):
    """The last line, if a case printed it"""
    begun = any(line.startswith("== case ") for line in lines)
    if begun and is_progress(lines[-1]) and not lines[-1].startswith("== "):
        print("#  ", lines[-1].rstrip(), flush=True)


def console_of(command, silence, path, on_line=lambda lines: None):
    """Returns a command's output, and writes it to the file at path as it comes. A
    command without progress is killed: the total time depends on the host's other
    work."""
    lines = []
    with open(path, "w", encoding="utf-8") as log, \
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                             stderr=subprocess.STDOUT, errors="replace",
                             start_new_session=True) as guest:
        GUESTS.add(guest.pid)
        watch = Watch(guest.pid, silence)
        watch.start()
        for line in guest.stdout:
            if is_progress(line):
                watch.got_on = True
            lines.append(line)
            log.write(line.replace("\r", ""))
            log.flush()
            on_line(lines)
        GUESTS.discard(guest.pid)
        watch.over.set()
        watch.join()
    if watch.killed:
        lines.append(f"run.py: it does not get on, since {silence} s of the "
                     "processor\n")
    return "".join(lines).replace("\r", "")


def boot(machine, image, options, path):
    """The console of one boot, from power on to power off."""
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as script:
        script.write(guest_script(machine))
        script.flush()
        command = ["sh", str(HERE / "boot.sh"), "--console",
                   "--firmware", options.firmware, "--script", script.name,
                   "--smp", str(machine.smp), "--cpu", machine.cpu,
                   "--timeout", str(LONGEST)]
        for edit in machine.edits:
            command += ["--edit", edit]
        if machine.snapshot:
            command += ["--snapshot"]
        elif options.snapshot_default == "on":
            command += ["--edit", "fdtput -t s $dtb /chosen "
                        "hartscope,pmu-snapshot off"]
        if machine.qemu:
            command += ["--qemu", machine.qemu]
        if machine.trace:
            command += ["--trace", machine.trace,
                        "--trace-plugin", machine.plugin]
        if machine.archive:
            command += ["--archive", machine.archive]
        if machine.append:
            command += ["--append", machine.append]
        more = (show_guest,) if options.hotplug or options.record else ()
        return console_of(command + [str(image)], SILENCE + machine.patience,
                          path, *more)


def judge(case, number, outputs):
    """The reason of the case's failure, or None."""
    if number not in outputs:
        return "the machine did not get to the end of it"
    status, output = outputs[number]
    try:
        case.check(cases.Result(status, output))
    except cases.Failed as failed:
        return str(failed)
    return None


class Report:
    """Test lines on standard output, consoles on disk, and the tally."""

    def __init__(self, directory):
        self.lock = threading.Lock()
        self.directory = directory
        self.number = self.failed = 0

    def path(self, title):
        return self.directory / (title.replace(" ", "-") + ".log")

    def machine(self, title, machine, console, seconds):
        outputs = split_output(console)
        path = self.path(title)
        path.write_text(console)
        with self.lock:
            print(f"# {title}: {seconds:.0f} s", flush=True)
            for number, case in enumerate(machine.cases):
                why = judge(case, number, outputs)
                self.number += 1
                self.failed += why is not None
                print("not ok" if why else "ok", self.number,
                      f"- {title}: {case.name}")
                if why:
                    print("#   " + why.replace("\n", "\n#   "))
                    print(f"#   console: {path}")
            sys.stdout.flush()


def without_interrupts(title, machine):
    """The machine with those of its cases that work on this QEMU."""
    left = tuple(case for case in machine.cases
                 if case not in cases.NEED_INTERRUPTS)
    skipped = len(machine.cases) - len(left)
    if skipped:
        print(f"# {title}: {skipped} cases skipped, as this QEMU has no "
              "overflow interrupts")
    return machine._replace(cases=left)


def shared(jobs, seed):
    """One of each group of machines that differ only in the kernel."""
    titles = {}
    for title, _, machine in jobs:
        titles.setdefault(machine.name, []).append(title)
    chosen = [common.shuffled(its, seed)[0] for its in titles.values()]
    return [job for job in jobs if job[0] in chosen]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--firmware", required=True, metavar="FILE")
    parser.add_argument("--images", required=True, metavar="DIR",
                        type=pathlib.Path,
                        help="directory of stable/ and newest/")
    parser.add_argument("--tool", metavar="FILE", default="build/host/hartscope",
                        help="the host tool (default: build/host/hartscope)")
    parser.add_argument("--tally", metavar="FILE", help="write the result here")
    parser.add_argument("--logs", metavar="DIR", type=pathlib.Path,
                        help="where consoles go (default: IMAGES/logs)")
    parser.add_argument("--snapshot-default", choices=("on", "off"),
                        default="off", help="how the firmware was built")
    parser.add_argument("--lacks", default="", metavar="WORDS",
                        help="output of platform/qemu/lacks.sh for this QEMU")
    parser.add_argument("--rounds", metavar="N", type=int, default=2,
                        help="number of hotplug rounds (default: 2)")
    parser.add_argument("--build", metavar="DIR", default="build",
                        help="has qemu/plugin_select.so (default: build)")
    parser.add_argument("--shown", default="perf stat -e instructions true",
                        metavar="COMMAND", help="that of \"make run-linux\"")
    parser.add_argument("--every-core", action="store_true",
                        help="instead, a machine for each core that perf has "
                             "events of")
    parser.add_argument("--hotplug", metavar="HARTS", type=int,
                        help="boot only a machine whose harts go and come")
    parser.add_argument("--record", action="store_true",
                        help="boot only a machine that records for --rounds")
    parser.add_argument("--share", action="store_true",
                        help="boot a machine that both kernels have with one of "
                             "them, which the commit chooses")
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="boot only machines with TEXT in their title")
    return parser.parse_args()


def main():
    options = arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end_guests)
    logs = options.logs or options.images / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    report = Report(logs)

    def work(job):
        title, kernel, machine = job
        start = time.monotonic()
        if not options.tally:
            print(f"# {title}: boots", flush=True)
        console = boot(machine, options.images / kernel, options,
                       report.path(title))
        report.machine(title, machine, console, time.monotonic() - start)

    jobs = [(f"{kernel} {machine.name}", kernel, machine)
            for kernel in cases.KERNELS
            for machine in cases.machines(kernel, options.rounds, options.tool,
                                          options.build, options.shown)]
    if options.share:
        jobs = shared(jobs, common.commit())
    if options.every_core:
        jobs = [(f"newest {machine.name}", "newest", machine) for machine in
                cases.core_machines(options.tool, options.build)]
    if options.hotplug:
        machine = cases.many(options.hotplug, options.rounds)
        jobs = [(f"stable {machine.name}", "stable", machine)]
    if options.record:
        machine = cases.record_at_length(options.rounds, options.tool,
                                         options.build)
        jobs = [(f"stable {machine.name}", "stable", machine)]
    jobs = [job for job in jobs if options.only in job[0]]
    if "lcofi" in options.lacks.split(","):
        jobs = [(title, kernel, without_interrupts(title, machine))
                for title, kernel, machine in jobs]
    if not jobs:
        sys.exit(f"no machine has '{options.only}' in its title")
    with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
        list(pool.map(work, jobs))

    print(f"1..{report.number}")
    print(f"linux: {report.number - report.failed} passed, "
          f"{report.failed} failed")
    if options.tally:
        with open(options.tally + ".new", "w", encoding="ascii") as tally:
            print(report.number - report.failed, report.failed, file=tally)
        os.replace(options.tally + ".new", options.tally)


if __name__ == "__main__":
    main()
