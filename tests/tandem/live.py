#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Verify a QEMU while it runs, change its stack pointer through its debugger port,
and check that the verifier finds the change, reports it at once, and stops QEMU. The
test does not depend on the host's speed: the change is made at an instruction."""

import argparse
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

LATEST = 1000   # instructions by which QEMU may be ahead


def wait_for(condition, what, process):
    """Wait until the condition holds, or no process is left that could make it true."""
    while not condition():
        if process.poll() is not None and not condition():
            sys.exit(f'{what}: its process has ended')
        time.sleep(0.02)


def connected(path, process):
    """A socket of this process, made before the other process connects."""
    end = socket.socket(socket.AF_UNIX)
    wait_for(lambda: not end.connect_ex(path), path, process)
    return end


class Debugger:
    """The part of GDB's remote protocol that the test needs."""

    def __init__(self, path, process):
        self.socket = connected(path, process)

    def ask(self, text):
        self.send(text)
        return self.answer()

    def send(self, text):
        check = sum(text.encode()) & 0xff
        self.socket.sendall(f'${text}#{check:02x}'.encode())

    def answer(self):
        data = b''
        while not re.search(rb'\$([^#]*)#..', data):
            more = self.socket.recv(65536)
            if not more:
                sys.exit('the debugger\'s port is closed')
            data += more
        self.socket.sendall(b'+')
        return re.search(rb'\$([^#]*)#..', data)[1].decode()


def plant(path, address, process):
    """The hart waits at its first instruction until the debugger lets it go."""
    debugger = Debugger(path, process)
    debugger.ask('?')
    debugger.ask(f'Z0,{address:x},2')
    debugger.ask('c')
    debugger.ask(f'z0,{address:x},2')
    value = int.from_bytes(bytes.fromhex(debugger.ask('p2')), 'little')
    debugger.ask('P2=' + (value ^ 0x10).to_bytes(8, 'little').hex())
    debugger.send('c')


def status_of(path, process):
    """Ask QEMU's monitor for its state, then end QEMU."""
    monitor = connected(path, process)
    lines = monitor.makefile('rw')
    lines.readline()
    for command in 'qmp_capabilities', 'query-status':
        lines.write(f'{{"execute":"{command}"}}\n')
        lines.flush()
        answer = lines.readline()
        while '"return"' not in answer:
            answer = lines.readline()
    lines.write('{"execute":"quit"}\n')
    lines.flush()
    lines.readline()
    return re.search(r'"status": *"(\w+)"', answer)[1]


def check(args, out, status):
    text = out.read_text()
    found = re.search(r'^divergence 0: instruction (\d+),', text, re.M)
    if status != 1 or not found:
        sys.exit(f'status {status}, and it says:\n{text}')
    insns = int(re.search(r'^insns (\d+)', args.side.read_text(), re.M)[1])
    ahead = insns - int(found[1])
    print(f'found at instruction {found[1]}, QEMU was {ahead} ahead')
    if ahead > LATEST:
        sys.exit('QEMU was not stopped in time')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('tool', metavar='HARTSCOPE')
    parser.add_argument('dir', metavar='DIR', type=pathlib.Path)
    parser.add_argument('address', metavar='ADDRESS',
                        type=lambda text: int(text, 16),
                        help='a function of the firmware: the register is '
                        'changed there')
    parser.add_argument('boot', metavar='COMMAND', nargs='+',
                        help='boots with the plugin, to which "out=FIFO" and '
                        'options of QEMU are added')
    args = parser.parse_args()
    args.dir.mkdir(exist_ok=True)
    fifo, out = args.dir / 'fifo', args.dir / 'found'
    qmp, gdb = str(args.dir / 'qmp'), str(args.dir / 'gdb')
    args.side = pathlib.Path(f'{fifo}.params')
    for name in fifo, out, args.side, pathlib.Path(qmp), pathlib.Path(gdb):
        name.unlink(missing_ok=True)
    os.mkfifo(fifo)
    verifier = subprocess.Popen(
        [args.tool, 'tandem', 'verify', '--quiet', '--stop-at=1', '-o', out,
         f'--qmp={qmp}', f'--listen={fifo}'])
    with subprocess.Popen(
            [*args.boot[:-1], f'{args.boot[-1]},out={fifo},live=on',
             '-qmp', f'unix:{qmp},server=on,wait=off',
             '-chardev', f'socket,id=gdb,path={gdb},server=on,wait=off',
             '-gdb', 'chardev:gdb', '-S'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as qemu:
        try:
            plant(gdb, args.address, qemu)
            status = verifier.wait()
            state = status_of(qmp, qemu) if qemu.poll() is None else 'gone'
            qemu.wait()
        finally:
            verifier.kill()
            qemu.kill()
    if state != 'paused':
        sys.exit(f'QEMU is not stopped but {state}')
    check(args, out, status)


if __name__ == '__main__':
    main()
