# SPDX-License-Identifier: BSD-2-Clause
"""Checks that a file is valid for speedscope, and has the calls of a JSON of calls.

The rules are those of speedscope's file-format-spec: members and their types, events
in order of their values, and the last opened is closed first."""

import json
import sys

SCHEMA = 'https://www.speedscope.app/file-format-schema.json'


def calls(profile, frames):
    """(name, phase, value) of every event of a profile, checked."""
    assert set(profile) == {'type', 'name', 'unit', 'startValue', 'endValue',
                            'events'}, profile.keys()
    assert profile['type'] == 'evented' and profile['unit'] == 'none'
    last, opened = profile['startValue'], []
    for event in profile['events']:
        assert set(event) == {'type', 'frame', 'at'}, event
        assert last <= event['at'] <= profile['endValue'], event
        last, frame = event['at'], event['frame']
        if event['type'] == 'O':
            opened.append(frame)
        else:
            assert event['type'] == 'C' and opened.pop() == frame, event
        yield frames[frame]['name'], event['type'], last
    assert not opened, opened


def speedscope(path):
    with open(path, encoding='utf-8') as file:
        whole = json.load(file)
    assert whole['$schema'] == SCHEMA
    frames = whole['shared']['frames']
    assert all(isinstance(frame['name'], str) for frame in frames)
    assert len({json.dumps(frame) for frame in frames}) == len(frames)
    return {profile['name']: list(calls(profile, frames))
            for profile in whole['profiles']}


def chrome(path):
    """The same of a JSON for chrome://tracing."""
    with open(path, encoding='utf-8') as file:
        events = json.load(file)['traceEvents']
    harts, opened = {}, {}
    for event in events:
        if event['ph'] not in 'BE':
            continue
        names = opened.setdefault(event['tid'], [])
        if event['ph'] == 'B':
            trap = event['cat'] == 'trap'
            names.append(event['name'] + (' [trap]' if trap else ''))
        name = names[-1] if event['ph'] == 'B' else names.pop()
        harts.setdefault(f'hart {event["tid"]}', []).append(
            (name, {'B': 'O', 'E': 'C'}[event['ph']],
             round(event['ts'] * 1000)))
    return harts


def main():
    ours, theirs = speedscope(sys.argv[1]), chrome(sys.argv[2])
    assert ours, 'no harts'
    assert ours == theirs, f'{ours}\n{theirs}'
    print(sum(map(len, ours.values())), 'events')


main()
