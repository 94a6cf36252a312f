# SPDX-License-Identifier: BSD-2-Clause
"""Checks the traps of a run, in QEMU's log of them."""

import os
import re


def wanted(run):
    """Number of a register that harts lack and the firmware must read, or None."""
    found = re.search(r'\bcsr=([0-9a-f]+)', run['words'])
    return int(found[1], 16) if found else None


def judge(run, result, path):
    """Add a point: each hart has read that register once. Removes the log."""
    passed, failed, skipped, wrong = result
    if not os.path.exists(path):  # QEMU did not start
        return result
    with open(path, encoding='ascii', errors='replace') as log:
        harts = [int(m[1]) for m in re.finditer(
            r'hart:(\d+), async:0, cause:0*2,.*?tval:0x0*([0-9a-f]+)',
            log.read()) if int(m[2], 16) >> 20 == wanted(run)]
    os.remove(path)
    if sorted(harts) != list(range(int(run['smp']))):
        wrong = wrong or f'harts that asked for the register: {harts}'
        failed += 1
    return passed + (not wrong), failed, skipped, wrong
