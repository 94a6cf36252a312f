# SPDX-License-Identifier: BSD-2-Clause
"""The contents of perf.data files, and a check for a perf that reads them."""

import shutil
import struct
import subprocess

SAMPLE, AUX, AUXTRACE = 9, 11, 71


def records(data):
    """(kind, offset, size, the bytes after it) of each record."""
    at, size = struct.unpack_from("<QQ", data, 40)
    end = at + size
    while at < end:
        kind, _, size = struct.unpack_from("<IHH", data, at)
        more = struct.unpack_from("<Q", data, at + 8)[0] \
            if kind == AUXTRACE else 0
        yield kind, at, size, data[at + size:at + size + more]
        at += size + more


def samples(data):
    """(pid, tid, time, cpu, period, branches, the oldest first) of each."""
    for kind, at, size, _ in records(data):
        if kind == SAMPLE:
            _, _, pid, tid, time, cpu, _, period, num = \
                struct.unpack_from("<QQIIQIIQQ", data, at + 8)
            if size != 64 + 24 * num:
                raise ValueError(f"a sample of {size} bytes")
            stack = [struct.unpack_from("<QQ", data, at + 64 + 24 * i)
                     for i in range(num)]
            yield pid, tid, time, cpu, period, stack[::-1]


def has_perf():
    """Debian's perf may be a script that finds no perf for this kernel."""
    return shutil.which("perf") and not subprocess.run(
        ["perf", "--version"], check=False, capture_output=True).returncode
