#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Ask QEMU and the model the same questions about CTR, and list the differences.

Both run probe.c, a bare program that prints some thousand answers. A difference that
no line of DEVIATIONS explains is a failure: of QEMU, or of the model."""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))
import common

QEMU = os.path.join(HERE, '..', '..', 'platform', 'qemu', 'qemu.sh')
# All that QEMU has, except the fields that it never sets
KIND = 'control=0xff3e00001380,data=0xf,rule=1'
LEAST = 2000  # least number of answers of any machine

# Name, level, width, words of the model's kind, properties of QEMU's CPU
MACHINES = (
    ('all', 'quick', '64', 'ctr,smctr,smstateen,smcsrind,sscofpmf',
     'smctr=true,ssctr=true,smstateen=true,smcsrind=true,sscsrind=true,'
     'sscofpmf=true'),
    ('no state enables', 'quick', '32', 'ctr,smctr,smcsrind,sscofpmf',
     'smctr=true,ssctr=true,smcsrind=true,sscsrind=true,sscofpmf=true'),
    ('no state enables', 'full', '64', 'ctr,smctr,smcsrind',
     'smctr=true,ssctr=true,smcsrind=true,sscsrind=true'),
    ('all', 'full', '32', 'ctr,smctr,smstateen,smcsrind,sscofpmf',
     'smctr=true,ssctr=true,smstateen=true,smcsrind=true,sscsrind=true,'
     'sscofpmf=true'),
    ('no Ssctr', 'full', '64', 'ctr,smctr,smstateen,smcsrind',
     'smctr=true,smstateen=true,smcsrind=true,sscsrind=true'),
    ('no Smcsrind', 'full', '64', 'ctr,smctr,smstateen',
     'smctr=true,ssctr=true,smstateen=true,sscsrind=true'),
    ('no Smctr', 'full', '64', 'ctr,smcsrind',
     'ssctr=true,smcsrind=true,sscsrind=true'),
)

# Machine, question and QEMU's answer; the meaning of the difference
DEVIATIONS = (
    (r'.* fields: ctrtarget of depth .*',
     'ctrtarget.MISP can be written, but is never set'),
    (r'.* fields: ctrdata of depth .*',
     'ctrdata.CCV and CC can be written, but are never set'),
    (r'.* (depth: after writing|fields: sctrstatus of depth written) [567]: .*',
     'sctrdepth 5 to 7 become 4, which is allowed'),
    (r'(all|no Ssctr) rv64 access: sireg\d? 12: 9',
     'entries are guarded by CSRIND alone, and not by CTR'),
    (r'all rv32 (gate: mstateen0 has CSRIND: 0|access: si\w+ 1[23]: 2)',
     'RV32: bit 60 of mstateen0 cannot be set'),
    (r'no Ssctr rv64 (gate: mstateen0 has CTR: 0|access: \w+ 1[123]: 2)',
     'mstateen0.CTR exists with ssctr=true only'),
    (r'no Smcsrind rv64 (gate: mstateen0 has CSRIND: 0|access: si\w+ 1[23]: 2)',
     'bit 60 of mstateen0 exists with Smcsrind or AIA only'),
)


def answers(command):
    """Questions and answers of a machine. Raises on failure."""
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.PIPE, check=True).stdout
    return dict(line.rsplit(': ', 1) for line in text.splitlines())


def ask(machine, options):
    """The answers of the model and of QEMU."""
    _, _, xlen, kind, cpu = machine
    image = os.path.join(options.build, 'host', 'model', f'probe{xlen}.bin')
    model = answers([os.path.join(options.build, 'host', 'model', 'boot'),
                     '--xlen', xlen, '--kind', f'{kind},{KIND}',
                     '--firmware', image])
    qemu = answers(['sh', QEMU, '--xlen', xlen, '--mem', '64M', '--timeout',
                    '1200', '--cpu', 'h=false,' + cpu, '--firmware', image])
    return model, qemu


def explain(difference):
    """The deviation that a difference belongs to, or None."""
    return next((text for pattern, text in DEVIATIONS
                 if re.fullmatch(pattern, difference)), None)


def judge(machine, options, seen):
    """Lines about differences without an explanation, and the number of answers."""
    try:
        model, qemu = ask(machine, options)
    except subprocess.CalledProcessError as error:
        return [f'{error.cmd[0]} failed: {error.stderr}'], 0
    if len(model) < LEAST or model.keys() != qemu.keys():
        return ['the questions differ'], 0
    wrong = []
    for question, answer in model.items():
        if qemu[question] == answer:
            continue
        text = explain(f'{machine[0]} rv{machine[2]} {question}: '
                       f'{qemu[question]}')
        if text:
            seen[text] = seen.get(text, 0) + 1
        else:
            wrong.append(f'{question}: model {answer}, QEMU {qemu[question]}')
    return wrong, len(model)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--level', choices=('quick', 'full'), default='full')
    parser.add_argument('--build', default='build', metavar='DIR',
                        help='the folder O of make (default: build)')
    common.add_arguments(parser)
    return parser.parse_args()


def main():
    options = arguments()
    machines = [m for m in MACHINES if options.level in (m[1], 'full')
                and re.search(options.only, f'{m[0]} rv{m[2]}')]
    if options.list:
        print('\n'.join(f'{m[0]} rv{m[2]}' for m in machines))
        return
    seen, failed = {}, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda m: judge(m, options, seen), machines)
        for machine, (wrong, count) in zip(machines, results):
            failed += bool(wrong)
            print(f'{"not ok" if wrong else "ok"} CTR of QEMU and the model: '
                  f'{machine[0]} rv{machine[2]} ({count} answers)'
                  + (f': {len(wrong)} differ' if wrong else ''))
            for line in wrong[:8]:
                print('  | ' + line)
    for _, text in DEVIATIONS:
        if text in seen:
            print(f'# QEMU: {text} ({seen[text]} answers)')
        elif options.level == 'full' and not options.only:
            print(f'# not this QEMU: {text}')
    common.finish(options, len(machines) - failed, failed)


if __name__ == '__main__':
    main()
