#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the frames that tests/tool/frames.py makes with OpenCSD (Debian's
libopencsd1).

Random streams of several IDs go into frames, and OpenCSD has to find the same
streams. The level `tool` tests the tool with these frames."""

import argparse
import ctypes
import os
import random
import re
import subprocess
import sys
import tempfile

# As in its headers
FORMATTED, ALIGNED, UNPACKED = 0, 4, 0x10
ERROR, TO_FILE, DATA, END = 1, 1, 0, 1
LINE = re.compile(r"ID_DATA\[0x([0-9a-f]+)\]; *(.*)")


def take_apart(path, log):
    """Have OpenCSD write the IDs of a file's bytes to its log."""
    csd = ctypes.CDLL("libopencsd_c_api.so.1")
    csd.ocsd_create_dcd_tree.restype = ctypes.c_void_p
    csd.ocsd_def_errlog_init(ERROR, 1)
    csd.ocsd_def_errlog_config_output(TO_FILE, log.encode())
    tree = ctypes.c_void_p(csd.ocsd_create_dcd_tree(FORMATTED, ALIGNED))
    csd.ocsd_dt_set_raw_frame_printer(tree, UNPACKED)
    with open(path, "rb") as file:
        data = file.read()
    done = ctypes.c_uint32()
    csd.ocsd_dt_process_data(tree, DATA, ctypes.c_uint64(0), len(data), data,
                             ctypes.byref(done))
    csd.ocsd_dt_process_data(tree, END, ctypes.c_uint64(len(data)), 0, None,
                             ctypes.byref(done))
    csd.ocsd_destroy_dcd_tree(tree)


def read_log(log):
    """The streams of a log, by ID."""
    streams = {}
    with open(log, encoding="ascii", errors="replace") as lines:
        for line in lines:
            found = LINE.search(line)
            if found:
                streams.setdefault(int(found[1], 16), bytearray()).extend(
                    int(word, 16) for word in
                    re.findall(r"\b[0-9a-f]{2}\b", found[2]))
    return streams


def round_of(seed, place, tool):
    """One random file, in a process of its own: the library keeps its log."""
    rng = random.Random(seed)
    streams = {rng.randint(1, 0x6f): rng.randbytes(rng.randint(1, 400))
               for _ in range(rng.randint(1, 4))}
    words = []
    for number, data in streams.items():
        path = f"{place}/{number}"
        words.append(f"{number}={path}")
        with open(path, "wb") as file:
            file.write(data)
    framed, log = f"{place}/framed", f"{place}/log"
    with open(framed, "wb") as file:
        subprocess.run([sys.executable, tool, str(seed), *words], stdout=file,
                       check=True)
    if os.path.exists(log):
        os.remove(log)
    pid = os.fork()
    if not pid:
        take_apart(framed, log)
        os._exit(0)
    os.waitpid(pid, 0)
    found = read_log(log)
    return all(found.get(number) == data for number, data in streams.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200,
                        help="random files (%(default)s)")
    args = parser.parse_args()
    tool = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../tool/frames.py")
    with tempfile.TemporaryDirectory() as place:
        good = sum(round_of(seed, place, tool) for seed in range(args.rounds))
    print(f"{good} of {args.rounds} files: OpenCSD finds the same streams")
    sys.exit(good != args.rounds)


if __name__ == "__main__":
    main()
