#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The floors of the sources: which folder uses which, from their #include
lines. A picture and a table of it are part of docs/design.md."""

import argparse
import glob
import os
import re
import subprocess
import sys

BEGIN = '<!-- floors: "make docs" writes what follows -->\n'
END = '<!-- end of floors -->\n'
# Folders in which headers in quotes are found, besides the including file's own
SEARCHED = ['include', 'platform/host/common', 'platform/smode',
            'platform/qemu/machine', 'platform/generic/include']
SOURCES = ['include/*/*.h', 'lib/*/*.[ch]', 'platform/*/*.[chS]',
           'platform/*/*/*.[chS]', 'platform/*/*/*/*.[ch]',
           'platform/*/*/*.inc', 'firmware/*/*.[ch]']


def room(path):
    """The folder that a file counts for; a library's headers are its own."""
    parts = path.split('/')[:-1]
    if parts[0] in ('include', 'lib'):
        return parts[1]
    if parts[:2] == ['platform', 'generic'] and parts[-1] == 'include':
        return 'hart'
    # Its other rooms call each other: a hart's life passes through all of them.
    if parts[:2] == ['platform', 'generic'] and parts[-1] not in ('events', 'fast'):
        return 'generic'
    return '/'.join(parts[1:]) if parts[0] == 'platform' else '/'.join(parts)


def headers(path):
    """Files of the repository that a file includes."""
    with open(path, encoding='utf-8') as text:
        names = re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)', text.read(), re.M)
    for name in names:
        for folder in [os.path.dirname(path), *SEARCHED]:
            found = os.path.normpath(os.path.join(folder, name))
            if os.path.exists(found):
                yield found
                break


def read_graph():
    """{room: rooms that it uses}"""
    graph = {}
    for pattern in SOURCES:
        for path in glob.glob(pattern):
            uses = graph.setdefault(room(path), set())
            uses.update(room(header) for header in headers(path))
    for name, uses in graph.items():
        uses.discard(name)
    # Assembly only: its files have no such lines
    return {name: uses for name, uses in graph.items() if name != 'qemu'}


def floors(graph):
    """[rooms of a floor, from the lowest], and the rooms in circles."""
    left, done = dict(graph), []
    while left:
        floor = sorted(n for n, uses in left.items()
                       if not any(u in left for u in uses))
        if not floor:
            break
        done.append(floor)
        for name in floor:
            del left[name]
    return done, sorted(left)


def reachable(graph, name):
    """All rooms that a room uses, also through others."""
    found, todo = set(), list(graph[name])
    while todo:
        used = todo.pop()
        if used not in found:
            found.add(used)
            todo += graph[used]
    return found


def lines(graph):
    """{(user, used)} without pairs that follow from others: the lines of the picture."""
    return {(name, used) for name, uses in graph.items() for used in uses
            if not any(used in reachable(graph, other) for other in uses)}


def draw(graph):
    """The picture, by graphviz."""
    done, _ = floors(graph)
    text = ['digraph floors {', 'rankdir=BT; node [shape=box, '
            'fontname="Helvetica", fontsize=11, style=filled, '
            'fillcolor="#f4f4ec"]; edge [arrowsize=0.6];']
    text += ['{rank=same; ' + ' '.join(f'"{n}";' for n in floor) + '}'
             for floor in done]
    text += [f'"{used}" -> "{user}" [dir=back];'
             for user, used in sorted(lines(graph))]
    svg = subprocess.run(['dot', '-Tsvg'], input='\n'.join([*text, '}']),
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    # As wide as the window or the page that has it
    return re.sub(r'width="\d+pt" height="\d+pt"', 'width="100%"', svg, count=1)


def drawn(path):
    """The lines of a picture."""
    if not os.path.exists(path):
        return set()
    with open(path, encoding='utf-8') as svg:
        titles = re.findall(r'<title>(.*?)&#45;&gt;(.*?)</title>', svg.read())
    return {(user, used) for used, user in titles}


def table(graph):
    """The same as text, the highest floor first."""
    rows = ['| floor | folder | uses |', '|---|---|---|']
    done, _ = floors(graph)
    for number, floor in reversed(list(enumerate(done))):
        rows += [f'| {number} | {name} | {", ".join(sorted(graph[name]))} |'
                 for name in floor]
    return '\n'.join(rows) + '\n'


def split(page):
    """The page before, in and after the marks."""
    with open(page, encoding='utf-8') as file:
        before, rest = file.read().split(BEGIN)
    old, after = rest.split(END)
    return before, old, after


def check(graph, page, picture):
    _, circles = floors(graph)
    if circles:
        sys.exit('floors.py: in circles, or above one: ' + ', '.join(circles))
    if split(page)[1] != table(graph) or drawn(picture) != lines(graph):
        sys.exit(f'floors.py: {page} or {picture} is not what the sources '
                 'are: "make docs" rewrites them')


def write(graph, page, picture):
    before, _, after = split(page)
    with open(page, 'w', encoding='utf-8') as file:
        file.write(before + BEGIN + table(graph) + END + after)
    if drawn(picture) != lines(graph):
        with open(picture, 'w', encoding='utf-8') as file:
            file.write(draw(graph))


def main():
    parser = argparse.ArgumentParser(
        description='Compare the floors in a page and its picture with the '
        '#include lines of the sources; a circle is an error. To be run at '
        'the top of the repository.')
    parser.add_argument('--write', action='store_true',
                        help='rewrite both instead; needs graphviz')
    parser.add_argument('page')
    parser.add_argument('picture')
    options = parser.parse_args()
    graph = read_graph()
    if not options.write:
        check(graph, options.page, options.picture)
        return
    _, circles = floors(graph)
    if circles:
        sys.exit('floors.py: in circles, or above one: ' + ', '.join(circles))
    write(graph, options.page, options.picture)


if __name__ == '__main__':
    main()
