#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Ends the tool by signals while it waits for more input, with a part of its output
written. The old file must be as it was, and alone in its folder."""

import argparse
import os
import signal
import subprocess
import time


def written(folder):
    """Bytes of the files that are no old ones."""
    return sum(os.path.getsize(f"{folder}/{name}") for name in os.listdir(folder)
               if name != "old")


def default_signal(number):
    """Background commands of a shell ignore SIGINT."""
    return lambda: signal.signal(number, signal.SIG_DFL)


def interrupt(tool, folder, text, number):
    """One signal."""
    with open(f"{folder}/old", "w", encoding="utf-8") as old:
        old.write("precious")
    with subprocess.Popen(
            [tool, "ntrace", "encode", "--messages", "-o", f"{folder}/old", "-"],
            stdin=subprocess.PIPE, preexec_fn=default_signal(number)) as child:
        child.stdin.write(text)
        child.stdin.flush()
        tries = 0
        while not written(folder) and tries < 500:
            time.sleep(0.01)
            tries += 1
        assert tries < 500, os.listdir(folder)
        child.send_signal(number)
        status = child.wait(10)
    assert status == -number, status
    assert os.listdir(folder) == ["old"], os.listdir(folder)
    with open(f"{folder}/old", encoding="utf-8") as old:
        assert old.read() == "precious"
    os.remove(f"{folder}/old")


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("folder", help="empty")
    parser.add_argument("text", help="messages, more than the buffer of the output "
                                     "holds")
    parser.add_argument("signal", help="such as SIGTERM")
    args = parser.parse_args()
    with open(args.text, "rb") as file:
        text = file.read()
    interrupt(args.tool, args.folder, text, signal.Signals[args.signal])


if __name__ == "__main__":
    main()
