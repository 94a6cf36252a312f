# SPDX-License-Identifier: BSD-2-Clause
"""Trace hardware of boards under Linux. Debian's kernel has no driver for it: the
nodes are enabled, and registers of an encoder and of a sink answer."""

import collections

from checks import expect

# Trees of trace_machine.py; registers of the first encoder and of a sink
Board = collections.namedtuple("Board", "name trace components encoder sink")
BOARDS = (Board("SpacemiT K3", "trace-k3", 12, 0x9fc02000, 0x9fc44000),
          Board("HiFive Premier P550", "trace-p550", 5, 0x9fd00000, 0x9fc18000))

NODES = ("cd /proc/device-tree/soc; grep -c ^processor /proc/cpuinfo; "
         "for n in trace-*; do echo $n $(cat $n/status 2>/dev/null); done")
ACTIVE, ENCODER, SINK = 1, 0x10101, 0x2901


def registers(*addresses):
    return "for a in " + " ".join(map(hex, addresses)) + "; do devmem $a 32; done"


def nodes_are(count):
    def check(r):
        lines = r.output.split("\n")
        expect(lines[0] == "4" and "disabled" not in r.output and
               sum(line.startswith("trace-") for line in lines) == count,
               f"4 harts and {count} components", r)
    return check


def registers_say(r):
    words = [int(word, 16) for word in r.output.split()]
    expect(len(words) == 3 and words[0] & ACTIVE and words[1:] == [ENCODER, SINK],
           "an encoder that is on, and a RAM sink", r)


def cases(board):
    """Name, command and check of each."""
    return (("all of its trace components are there", NODES,
             nodes_are(board.components)),
            ("their registers answer",
             registers(board.encoder, board.encoder + 4, board.sink + 4),
             registers_say))
