# SPDX-License-Identifier: BSD-2-Clause
"""What the firmware costs Linux while two tasks with events change places."""

import concurrent.futures
import os
import re
import subprocess
import tempfile

import machine as m

BOOT = os.path.join(m.HERE, '..', 'linux', 'boot.sh')
# Behind the names of rows, and what boot.sh is told
MACHINES = {
    '': ('--cpu', 'sscofpmf=false'),
    ', Sscofpmf': ('--cpu', 'sscofpmf=true'),
    ', Sscofpmf and snapshots': ('--cpu', 'sscofpmf=true', '--snapshot'),
}
EVENTS = 'cycles,instructions,dTLB-load-misses,dTLB-store-misses'
TRIPS = 1000            # there and back, in a sample
PAUSE_US = 1000
CALLS = 16              # of a switch between tasks with four events each
# Rows: as the marks of spin.c
FAST, PACED = '1', '2'

# The kernel starts with computations that would be measured otherwise. Events
# inherited by a child stay on their counters when parent and child change
# places: hence two programs that are not related.
COMMAND = f'''sleep 4
mkfifo /tmp/a /tmp/b
for pause in 0 {PAUSE_US}; do
    perf stat -x ';' -o /tmp/server -e {EVENTS} spin server </tmp/a >/tmp/b &
    perf stat -x ';' -o /tmp/client -e {EVENTS} \\
        spin client {TRIPS} $pause >/tmp/a </tmp/b
    wait
    cat /tmp/server /tmp/client
done'''


def boot(firmware, machine, options):
    """Samples by row, of one boot."""
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, 'out')
        plugin = (f'{options.plugin},out={out},first={m.RAM:#x},'
                  f'end={firmware.address("_fw_end"):#x}')
        done = subprocess.run(
            ['sh', BOOT, '--firmware', firmware.binary, '--smp', '1',
             *machine, '--timeout', '3000', '--qemu',
             f'-icount shift=0,sleep=off -plugin {plugin}',
             options.linux, COMMAND],
            capture_output=True, text=True, errors='replace', check=False)
        counts = re.findall(r'^\d+;', done.stdout, re.M)
        if done.returncode or len(counts) != 2 * 2 * len(EVENTS.split(',')):
            raise m.Broken(f'status {done.returncode}\n{done.stdout}'
                           f'{done.stderr}')
        with open(out, encoding='ascii') as file:
            found = {words[1]: m.Sample(*map(int, words[3:])) for words in
                     (line.split() for line in file) if words[0] == 'call'}
    # A pause that ends before the other program sleeps saves a switch; how
    # often it does depends on the host.
    for row, switches, part in ((FAST, 2, .98), (PACED, 4, .8)):
        if row not in found or \
                found[row].traps < TRIPS * switches * CALLS * part:
            raise m.Broken(f'too few calls: {found}')
    return found


def figures(found):
    """Rows of the table, from samples."""
    fast, paced = found[FAST], found[PACED]
    return {
        'per context switch': fast.firmware // (2 * TRIPS),
        f'per second, {1000000 // PAUSE_US} round trips':
            paced.firmware * 1000000 // (TRIPS * PAUSE_US),
        'per 1000 instructions of all modes':
            fast.firmware * 1000 // fast.every,
    }


def measure(options):
    """Figures of ours and of stock by row; raises Broken."""
    firmwares = [m.Firmware(f.format(xlen=64), options.cross)
                 for f in (options.firmware, options.stock)]
    jobs = [(f, machine) for machine in MACHINES.values() for f in firmwares]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = [figures(f) for f in
                 pool.map(lambda job: boot(*job, options), jobs)]
    rows = {}
    for n, name in enumerate(MACHINES):
        ours, stock = found[2 * n:2 * n + 2]
        rows.update({row + name: (count, stock[row])
                     for row, count in ours.items()})
    return rows
