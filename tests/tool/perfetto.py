# SPDX-License-Identifier: BSD-2-Clause
"""Compares a Perfetto trace with a JSON of the same calls."""

import json
import sys


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Numbers and values of a message's fields."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        value, at = varint(data, at)
        if tag & 7 == 2:
            value, at = data[at:at + value], at + value
        elif tag & 7:
            sys.exit(f'wire type {tag & 7}')
        yield tag >> 3, value


def perfetto(path):
    """(hart, phase, name, clock, instructions) of every event."""
    with open(path, 'rb') as trace:
        packets = [dict_of(packet) for _, packet in fields(trace.read())]
    names, last = {}, {}
    for packet in packets:
        for kind, entry in fields(packet.get(12, b'')):
            entry = dict_of(entry)
            names[kind, entry[1]] = entry[2].decode()
        if 11 not in packet:
            continue
        event = dict_of(packet[11])
        hart, clock = event[11] - 1, packet[8]
        assert clock >= last.get(hart, 0), 'the clock goes back'
        last[hart] = clock
        name = names[2, event[10]] if 10 in event else None
        if 23 in event:
            name = event[23].decode()
        insns = dict_of(event[4])[3] if 4 in event else None
        yield hart, ' BEi'[event[9]], name, clock, insns


def dict_of(message):
    return dict(fields(message))


def chrome(path):
    with open(path, encoding='utf-8') as file:
        events = json.load(file)['traceEvents']
    for event in events:
        if event['ph'] == 'M':
            continue
        yield (event['tid'], event['ph'],
               None if event['ph'] == 'E' else event['name'],
               round(event['ts'] * 1000),
               event.get('args', {}).get('instructions'))


def main():
    ours, theirs = list(perfetto(sys.argv[1])), list(chrome(sys.argv[2]))
    assert ours, 'no events'
    for a, b in zip(ours, theirs):
        assert a == b, f'{a} and {b}'
    assert len(ours) == len(theirs)
    print(len(ours), 'events')


if __name__ == '__main__':
    main()
