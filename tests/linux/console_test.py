# SPDX-License-Identifier: BSD-2-Clause
"""The output of guests comes as it is written, and nothing runs on after a signal.

A program in place of QEMU prints a line and a part of one, and waits until this test
has seen them. Usage: console_test.py BUILD"""

import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import common  # pylint: disable=wrong-import-position

MACHINE = r"""#!/bin/sh
exec 2>/dev/null    # a signal interrupts the shell at fifo
echo $$ >{work}/pid
printf 'firmware\r\n== begin ==\r\nfirst\r\npart'
read -r answer <{work}/fifo || exit
printf ' of a line\r\n%s\r\n== end 3 ==\r\noff\r\n' "$answer"
"""
MAKE = {name: value for name, value in os.environ.items()
        if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
SECONDS = 60        # of the processor
SHELL = "sh platform/qemu/qemu.sh --timeout 600 | cat"


def read_until(stream, text):
    """@param stream a file's number"""
    got = b""
    while not got.endswith(text):
        byte = os.read(stream, 1)
        if not byte:
            sys.exit(f"console_test.py: {text} is missing behind {got}")
        got += byte
    return got


def machine_of(work):
    with open(f"{work}/pid", encoding="ascii") as pid:
        return int(pid.read())


def hang_up(work, command):
    """True if the machine ends when the terminal of COMMAND, which leads its session,
    is gone"""
    leader, terminal = pty.fork()
    if not leader:
        os.execvpe(command[0], command, {**MAKE, "QEMU_PREFIX": work + "/"})
    read_until(terminal, b"part")
    machine = machine_of(work)
    os.close(terminal)
    for _ in range(10 * SECONDS):
        if not os.path.exists(f"/proc/{machine}"):
            break
        time.sleep(.1)
    else:
        os.kill(machine, signal.SIGKILL)
        return False
    os.waitpid(leader, 0)
    return True


class Run:
    """A command whose QEMU is the program above; it has come to its part of a line."""

    def __init__(self, work, command):
        self.work = work
        # pylint: disable=consider-using-with # it ends in end() and ends()
        self.process = subprocess.Popen(
            command, env={**MAKE, "QEMU_PREFIX": work + "/"}, text=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            start_new_session=True)
        threading.Thread(target=common.end_in_time, daemon=True,
                         args=(self.process, SECONDS)).start()
        self.seen = read_until(self.process.stdout.fileno(), b"part")

    def end(self):
        """The rest of the output, after the machine was told to go on"""
        with open(f"{self.work}/fifo", "w", encoding="ascii") as fifo:
            fifo.write("last\n")
        rest = self.process.stdout.read()
        self.process.wait()
        return rest

    def ends_by(self, kill, number):
        """The rest of the output after a signal, with which the machine has ended"""
        machine = machine_of(self.work)
        kill(self.process.pid, number)
        rest = self.process.stdout.read()
        self.process.wait()
        while os.path.exists(f"/proc/{machine}"):
            time.sleep(.1)
        return rest


def expect(found, expected, what):
    print("ok" if found == expected else "not ok", "-", what, flush=True)
    if found != expected:
        sys.exit(f"#   {found}, not {expected}")


def main():
    build = sys.argv[1]
    linux = ["make", "-s", f"O={build}", "run-linux", "CMD=true"]
    with tempfile.TemporaryDirectory() as work:
        path = f"{work}/qemu-system-riscv64"
        with open(path, "w", encoding="ascii") as program:
            program.write(MACHINE.format(work=work))
        os.chmod(path, 0o755)
        os.mkfifo(f"{work}/fifo")
        run = Run(work, linux)
        expect(run.seen.split(b"    true\n")[1], b"first\npart",
               "a line is shown as it is written")
        expect((run.end(), run.process.returncode), (b" of a line\nlast\n", 2),
               "the rest and the status follow")
        expect(Run(work, linux).ends_by(os.kill, signal.SIGTERM), b"",
               "make run-linux takes QEMU with it at SIGTERM")
        expect(Run(work, linux).ends_by(os.killpg, signal.SIGINT), b"",
               "and at ctrl-c")
        expect(Run(work, ["sh", "-c", SHELL]).ends_by(os.kill, signal.SIGKILL), b"",
               "QEMU ends with the shell that started it")
        shell = ["make", "-s", f"O={build}", "shell-linux"]
        for command in linux, shell:
            expect(hang_up(work, command), True,
                   f"make {command[3]} takes QEMU with it when the terminal hangs up")


if __name__ == "__main__":
    main()
