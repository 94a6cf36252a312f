#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Boots Debian's Linux twice, the second time with everything traced.

The N-Trace of all harts, from the first instruction to power-off, is decoded with the
code log and compared with a running hash by QEMU's plugin of the instructions that
retired; the sum of all functions' instructions is compared with QEMU's count. A
Perfetto trace and a flame graph of all tasks are made of it. Files are left in
OUT/linux-trace.

The test fails if the trace has a gap or differs, if too much of it belongs to no
task, or if tracing takes five times the processor time of the same boot without it,
or more."""

import argparse
import base64
import collections
import gzip
import os
import re
import resource
import subprocess
import sys

import console

# Limit: processor time with tracing, divided by the time without
SLOWDOWN = 5
# Least instructions under the name of a task, in percent
IN_TASKS = 95
# Lines of a list
TOP = 10
# Calls with fewer instructions are not in the Perfetto trace
MIN_INSNS = 20000
FIRMWARE = 0x80000000
# Names of code without symbols, by start address
PLACES = ((0, "[user]"), (0x1000, "[reset]"), (0x2000, "[user]"),
          (0x80200000, "[kernel at its physical address]"),
          (0x100000000, "[user]"), (0x4000000000, "[modules]"))


def run(what, command, silent=True, **options):
    """Returns the exit status, the output, and the processor time of all its processes
    and the elapsed time, in seconds. A silent command does not show by itself how far
    it is."""
    print(f"{what} ...", flush=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    progress = console.Progress(what)
    output = None
    with subprocess.Popen(command, **options) as process:
        while process.returncode is None:
            try:
                output, _ = process.communicate(timeout=progress.wait())
            except subprocess.TimeoutExpired:
                progress.show("", silent)
    progress.hide()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return process.returncode, output, used, progress.passed()


class Trace:
    def __init__(self, args):
        self.args = args
        self.place = f"{args.out}/linux-trace"
        self.path = f"{self.place}/boot.nt"
        self.insns = 0  # that QEMU saw
        self.tool = [f"{args.out}/host/hartscope", "ntrace"]

    def boot_command(self, command, *options):
        return ["sh", "tests/linux/boot.sh", "--firmware", self.args.firmware,
                "--smp", str(self.args.smp), "--cpu", self.args.cpu,
                "--append", "nokaslr nowatchdog", "--timeout", "6000", *options,
                self.args.image, command]

    def boot(self, what, *options):
        status, _, used, clock = run(
            what, self.boot_command(self.args.command, *options), False)
        print(f"{what}: {used:.1f} s of processor time, {clock:.0f} s",
              flush=True)
        if status:
            sys.exit(f"trace.py: {what} failed")
        return used

    def boots(self):
        """Both boots; repeated if too slow, since other programs use caches, too."""
        for attempt in range(3):
            plain = self.boot("boot without trace")
            traced = self.boot(
                "boot with trace", "--qemu", f"-plugin {self.args.out}/qemu/"
                f"plugin_ntrace.so,out={self.path},code=on,hash=10000000,"
                "repeat=on,call-stack=32,timestamps=host,tasks=on")
            print(f"slow-down: {traced / plain:.2f}, of at most {SLOWDOWN}",
                  flush=True)
            if traced < SLOWDOWN * plain:
                return True
            print(f"attempt {attempt + 1} is too slow", flush=True)
        return False

    def symbols(self):
        """Symbols of the firmware and of the kernel, and names for all other code."""
        path = f"{self.place}/symbols"
        nm = subprocess.run(
            [f"{self.args.cross}nm",
             os.path.splitext(self.args.firmware)[0] + ".elf"],
            check=True, capture_output=True, text=True).stdout
        with open(path, "w", encoding="ascii") as out:
            for address, name in PLACES:
                print(f"{address:016x} t {name}", file=out)
            for line in nm.splitlines():
                address, kind, name = line.rsplit(" ", 2)
                if kind in "tT":
                    print(f"{int(address, 16) % FIRMWARE + FIRMWARE:016x} t "
                          f"{name}", file=out)
            with open(self.kernel_symbols(), encoding="ascii") as lines:
                out.write(lines.read())
        return path

    def kernel_symbols(self):
        """The running kernel's own list: its package has none. One boot is enough,
        since addresses are always the same (nokaslr)."""
        path, image = (f"{self.args.image}/{name}"
                       for name in ("kallsyms", "Image"))
        if os.path.exists(path) and \
                os.path.getmtime(path) > os.path.getmtime(image):
            return path
        # packed, because the console is slow
        status, output, _, _ = run(
            "boot for the kernel's symbols",
            self.boot_command("dmesg -n 1; sed -n 's/\t.*//; / [tTwW] /p' "
                              "/proc/kallsyms | gzip -9 | base64"),
            False, stdout=subprocess.PIPE, text=True)
        try:
            symbols = gzip.decompress(base64.b64decode(output))
        except (OSError, EOFError, ValueError) as error:
            sys.exit(f"trace.py: the kernel's symbols came out wrong ({error});"
                     " try again")
        # symbols that the assembler made are useless
        lines = re.findall(rb"^[0-9a-f]{16} [tTwW] [\w.]+$", symbols, re.M)
        if status or len(lines) < 10000:
            sys.exit("trace.py: the kernel has no symbols")
        with open(path, "wb") as out:
            out.write(b"\n".join(lines) + b"\n")
        return path

    def tool_run(self, what, *options):
        # On a terminal the tool shows how far it is.
        status, _, used, _ = run(what, [*self.tool, *options, self.path],
                                 not sys.stderr.isatty())
        print(f"{what}: {used:.1f} s of processor time", flush=True)
        return not status

    def compare(self):
        good = True
        for hart in range(self.args.smp):
            source = [f"--src={hart}"] if self.args.smp > 1 else []
            against = f"{self.path}.{hart}.hash" if source else \
                f"{self.path}.hash"
            good &= self.tool_run(
                f"hart {hart}, decoded and compared", "decode",
                "--format=hash", *source, f"--against={against}",
                f"--output={self.place}/{hart}.hash")
            with open(against, encoding="ascii") as lines:
                words = lines.read().split()
            self.insns += int(words[-3])
            print(f"hart {hart}: {int(words[-3]):,} instructions, "
                  f"{int(words[-2]):,} traps, hash {words[-1]}", flush=True)
        return good

    def pictures(self):
        options = [f"--symbols={self.symbols()}", "decode"]
        options.reverse()
        return self.tool_run("flame graph", *options, "--format=flamegraph",
                             f"--output={self.place}/flame.svg") & \
            self.tool_run("Perfetto", *options, "--format=perfetto",
                          f"--min-insns={MIN_INSNS}",
                          f"--output={self.place}/boot.perfetto-trace")

    def hot(self):
        """The sum of the functions' instructions equals all executed instructions."""
        status, output, _, _ = run(
            "sum of all functions",
            [*self.tool, "decode", "--quiet", "--format=hot", self.path],
            stdout=subprocess.PIPE, text=True)
        whole = sum(int(line.split()[0]) for line in output.splitlines()[1:])
        print(f"hot: {whole:,} instructions, {self.insns:,} executed")
        return not status and whole == self.insns > 0

    def tops(self):
        """The functions and the tasks that executed most instructions."""
        functions, tasks = collections.Counter(), collections.Counter()
        with open(f"{self.path}.tasks", encoding="ascii") as lines:
            names = {line.split(" ")[2].strip() for line in lines}
        command = [*self.tool, "decode", "--quiet", "--format=folded",
                   f"--symbols={self.place}/symbols", self.path]
        status, output, _, _ = run("tasks and functions", command,
                                   stdout=subprocess.PIPE, text=True)
        for line in output.splitlines():
            stack, insns = line.rsplit(" ", 1)
            task = stack.split(";")[0]
            tasks[task if task in names else "[no task]"] += int(insns)
            functions[stack.rsplit(";", 1)[-1]] += int(insns)
        if status:
            return False
        whole = sum(tasks.values())
        for what, counter in (("tasks", tasks), ("functions", functions)):
            print(f"{what} with the most instructions:")
            for name, insns in counter.most_common(TOP):
                print(f"{insns:14,} {100 * insns / whole:5.1f} %  {name}")
        part = 100 - 100 * tasks["[no task]"] / whole
        print(f"under a task's name: {part:.1f} %, at least {IN_TASKS} %")
        return part >= IN_TASKS

    def sizes(self):
        for name in sorted(os.listdir(self.place)):
            size = os.path.getsize(f"{self.place}/{name}")
            print(f"{size:14,} bytes  {self.place}/{name}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--firmware", required=True,
                        help="M-mode firmware; its symbols are in FIRMWARE's "
                        ".elf")
    parser.add_argument("--out", required=True, help="build directory")
    parser.add_argument("--cross", default="riscv64-linux-gnu-",
                        help="prefix of nm (%(default)s)")
    parser.add_argument("--smp", type=int, default=2,
                        help="harts (%(default)s)")
    parser.add_argument("--cpu", default="sscofpmf=true",
                        help="properties of the CPU (%(default)s)")
    parser.add_argument("--command", default="seq 100000 | gzip | sha256sum",
                        help="command of the guest, before it powers off "
                        "(%(default)s)")
    parser.add_argument("image", help="with Image and initramfs.cpio")
    args = parser.parse_args()
    trace = Trace(args)
    os.makedirs(trace.place, exist_ok=True)
    good = trace.boots()
    good &= trace.compare() and trace.hot()
    good &= trace.pictures() and trace.tops()
    trace.sizes()
    print(f"the flame graph, for a browser: {trace.place}/flame.svg")
    print("trace-linux: " + ("all is well" if good else "FAILED"))
    sys.exit(not good)


if __name__ == "__main__":
    main()
