# SPDX-License-Identifier: GPL-2.0-or-later
"""What a machine with trace hardware leaves behind: the bytes of traces, and
what retired while it was traced."""

import collections
import functools
import os
import re
import subprocess
import sys

import trace_machine

RAM = trace_machine.RAM
# What a payload says of a trace that it made
ANNOUNCED = re.compile(r'^# trace: (.*?)\s*$', re.M)
# Instructions that are kept of a part of a record; more if the trace has more
MOST = 1_000_000


def hardware(tree):
    """The plugin's tree that belongs to the firmware's."""
    return tree[:-4] + '.hardware.dtb'


def record(tree):
    return tree[:-4] + '.record'


def read_bytes(tree, words):
    """The bytes of a trace, the oldest one first."""
    start, end, wp = (int(words[w], 16) for w in ('start', 'end', 'wp'))
    with open(hardware(tree) + '.ram', 'rb') as ram:
        def part(low, high):
            ram.seek(low - RAM)
            return ram.read(high - low)
        if words.get('wrapped', '0') == '1':
            return part(wp, end) + part(start, wp)
        return part(start, wp)


def decode(data, words, source, images, build):
    """Addresses that were executed, or None and what the tool says."""
    command = [os.path.join(build, 'host', 'hartscope'), 'ntrace', 'decode',
               '--quiet', '--format=pcs']
    command += ['--image=' + image for image in images]
    command += words['options'].split(',') if 'options' in words else []
    if source is not None:
        command.append('--src=' + source)
    done = subprocess.run(command + ['-'], input=data, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # A wrapped buffer begins inside a message, and losses are reported.
    damaged = words.get('wrapped') == '1' or words.get('lost') == '1'
    if done.returncode and not (damaged and done.returncode == 1):
        return None, done.stderr.decode()
    return done.stdout.decode().split(), ''


@functools.lru_cache(maxsize=4)
def segments(path, modes, most=MOST, tail=False):
    """What a record has for each time that its hart was traced: nothing where that
    are more than so many instructions, or the last ones."""
    found, segment = [], None
    with open(path, encoding='ascii') as record_file:
        for line in record_file:
            if line == 'start\n':
                # A hart that waits for another one can fill gigabytes. The
                # extra entry shows that the segment exceeded the limit.
                segment = collections.deque(maxlen=most + 1)
                found.append(segment)
                continue
            address, mode = line.split()
            if mode in modes:
                segment.append(sys.intern(address))
    return [list(part) if tail or len(part) <= most else [] for part in found]
