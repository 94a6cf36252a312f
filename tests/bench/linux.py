# SPDX-License-Identifier: BSD-2-Clause
"""The cost of the firmware under Linux: while two tasks with events alternate, and
where each timer and each IPI is a call."""

import concurrent.futures
import os
import re
import subprocess
import tempfile

import machine as m

BOOT = os.path.join(m.HERE, '..', 'linux', 'boot.sh')
# The suffixes of row names, and the options of boot.sh
MACHINES = {
    '': ('--cpu', 'sscofpmf=false'),
    ', Sscofpmf': ('--cpu', 'sscofpmf=true'),
    ', Sscofpmf and snapshots': ('--cpu', 'sscofpmf=true', '--snapshot'),
}
EVENTS = 'cycles,instructions,dTLB-load-misses,dTLB-store-misses'
TRIPS = 1000            # round trips in a sample
PAUSE_US = 1000
CALLS = 16              # of a switch between tasks with four events each
# Rows: as the marks of spin.c
FAST, PACED = '1', '2'

# The kernel would first measure computations of its start. If a child inherits
# events, these stay on their counters when parent and child alternate: hence
# two programs that are not related.
COMMAND = f'''sleep 4
mkfifo /tmp/a /tmp/b
for pause in 0 {PAUSE_US}; do
    perf stat -x ';' -o /tmp/server -e {EVENTS} spin server </tmp/a >/tmp/b &
    perf stat -x ';' -o /tmp/client -e {EVENTS} \\
        spin client {TRIPS} $pause >/tmp/a </tmp/b
    wait
    cat /tmp/server /tmp/client
done'''


# Where there is no Sstc, Linux makes calls for timers, IPIs and fences
CALLS_CPU = ('--cpu', 'sstc=false')
LOADS = {
    'boot to the shell': '',
    '`perf bench sched pipe -l 2000`': 'perf bench sched pipe -l 2000',
    '`perf bench sched messaging -t -g 1 -l 20`':
        'perf bench sched messaging -t -g 1 -l 20',
}
HARTS = 1, 2, 4
MARK = 'spin events'    # executes the hint that has the plugin print totals
# Of stock, what waits for the fences of others, and what it calls
WAITS = 'tlb_sync'
# For one hart. Several harts need a thread each, for the plugin
ICOUNT = '-icount shift=0,sleep=off'


def output(firmware, machine, command, options, qemu='', plugin=''):
    """The console of one boot, and the lines of the plugin, split into words."""
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, 'out')
        plugin = (f'{options.plugin},out={out},first={m.RAM:#x},'
                  f'end={firmware.address("_fw_end"):#x}{plugin}')
        done = subprocess.run(
            ['sh', BOOT, '--firmware', firmware.binary, *machine, '--timeout',
             '3000', '--qemu', f'{qemu} -plugin {plugin}', options.linux,
             command],
            capture_output=True, text=True, errors='replace', check=False)
        if done.returncode:
            raise m.Broken(f'status {done.returncode}\n{done.stdout}'
                           f'{done.stderr}')
        with open(out, encoding='ascii') as file:
            return done.stdout, [line.split() for line in file]


def boot(firmware, machine, options):
    """Samples by row, of one boot."""
    console, lines = output(firmware, ('--smp', '1', *machine), COMMAND, options,
                            ICOUNT)
    counts = re.findall(r'^\d+;', console, re.M)
    if len(counts) != 2 * 2 * len(EVENTS.split(',')):
        raise m.Broken(console)
    found = {words[1]: m.Sample(*map(int, words[3:])) for words in lines
             if words[0] == 'call'}
    # If a pause ends before the other program sleeps, one switch is saved; how
    # often depends on the host.
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
    """Figures of hartscope and of stock by row; raises Broken."""
    firmwares = [m.Firmware(f.format(xlen=64), options.cross)
                 for f in (options.firmware, options.stock)]
    jobs = [(f, x) for x in MACHINES.values() for f in firmwares]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = [figures(f) for f in
                 pool.map(lambda job: boot(*job, options), jobs)]
    rows = {}
    for n, name in enumerate(MACHINES):
        ours, stock = found[2 * n:2 * n + 2]
        rows.update({row + name: (count, stock[row])
                     for row, count in ours.items()})
    return rows


def calls(firmware, harts, options):
    """By load: instructions in the firmware, and those of them that wait for other
    harts."""
    command = '\n'.join(f'{load}\n{MARK}' for load in LOADS.values())
    plugin = ',total=1'
    if WAITS in firmware.at:
        plugin += f',function={firmware.address(WAITS):#x}'
    _, lines = output(firmware, ('--smp', str(harts), *CALLS_CPU), command,
                      options, ICOUNT if harts == 1 else '', plugin)
    totals = [tuple(map(int, words[1:])) for words in lines
              if words[0] == 'total']
    # /init marks the beginning and the end of all commands, too
    if len(totals) != len(LOADS) + 3:
        raise m.Broken(f'{len(totals)} totals: {totals}')
    del totals[1], totals[-1]
    return {load: tuple(b - a for a, b in zip(before, behind)) for
            load, before, behind in zip(LOADS, totals, totals[1:])}


def measure_calls(options, harts):
    """By load and number of harts: hartscope's figure, stock's, and stock's part that
    waits."""
    firmwares = [m.Firmware(f.format(xlen=64), options.cross)
                 for f in (options.firmware, options.stock)]
    rows = {}
    for n in harts:
        ours, stock = (calls(f, n, options) for f in firmwares)
        rows.update({(load, n): (ours[load][0], *stock[load])
                     for load in LOADS})
    return rows
