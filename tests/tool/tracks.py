# SPDX-License-Identifier: BSD-2-Clause
"""Traces for Perfetto of recordings, with which perf.py tests hartscope perf."""

import os

from perfetto import dict_of, fields
from recording import PARTIAL, SWITCH_OUT, Recording, same


def tracks_of(path):
    """Name of each track, and its events: (type, name, time, annotations)."""
    names, events = {}, {}
    with open(path, "rb") as trace:
        packets = [dict_of(packet) for _, packet in fields(trace.read())]
    for packet in packets:
        if 60 in packet:
            track = dict_of(packet[60])
            if 2 in track:
                name = track[2].decode()
            else:
                inner = dict_of(track[4] if 4 in track else track[3])
                name = inner[1], inner.get(2), inner[5 if 4 in track else 6]
            names[track[1]] = name
            continue
        event = list(fields(packet[11]))
        values = {dict_of(value)[10].decode(): dict_of(value)[3]
                  for kind, value in event if kind == 4}
        event = dict(event)
        events.setdefault(names[event[11]], []).append(
            (" BEi"[event[9]], event.get(23, b"").decode(), packet[8], values))
    return names, events


def timeline(judge):
    """Two threads of a process on two CPUs; one of them goes to the other CPU and
    comes back."""
    path = os.path.join(judge.folder, "perf.tracks")
    whole = judge.insns()
    recording = Recording()
    recording.info("pieces=task", "cpu=0 hartid=0x0 src=0 src_bits=0",
                   "cpu=1 hartid=0x1 src=0 src_bits=0")
    recording.program(5, "one", time=10)
    recording.program(6, "two", time=10)
    recording.switch(pid=5, time=100)
    recording.piece(judge.bytes, pid=5, time=200)
    recording.switch(SWITCH_OUT, pid=5, time=210)
    recording.switch(pid=6, cpu=1, time=220)
    recording.piece(judge.bytes, pid=6, cpu=1, time=250)
    recording.piece(judge.bytes, pid=6, cpu=1, flags=PARTIAL, time=300)
    recording.switch(SWITCH_OUT, pid=6, cpu=1, time=310)
    recording.switch(pid=0, cpu=1, time=320)
    recording.switch(pid=5, cpu=1, time=330)
    recording.comm(5, "three", time=350)
    recording.piece(judge.bytes, pid=5, cpu=1, time=400)
    judge.perf("timeline", recording, "-o", path, status=1)
    names, events = tracks_of(path)
    same("tracks", sorted(map(str, names.values())), sorted(map(str, (
        "CPU 0", "CPU 1", (5, None, b"three"), (6, None, b"two"),
        (5, 5, b"three"), (6, 6, b"two")))))
    same("CPU 1", [event[:3] for event in events["CPU 1"]],
         [("B", "two 6", 220), ("E", "", 310), ("B", "one 5", 330),
          ("E", "", 400)])
    same("thread 5", [event[:3] for event in events[5, 5, b"three"]],
         [("B", "CPU 0", 100), ("E", "", 210), ("B", "CPU 1", 330),
          ("E", "", 400)])
    same("instructions", [event[3].get("instructions")
                          for event in events[6, 6, b"two"]],
         [None, None, 2 * whole])
    same("loss", [event[0] for event in events[6, 6, b"two"]], ["B", "i", "E"])
