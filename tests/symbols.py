#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Rules for names, and circles among the objects of a library."""

import argparse
import glob
import os
import re
import subprocess
import sys

TEXT = re.compile(r'^static\s+(?:inline\s+)?(?:const\s+)?[\w ]*?[\w*]\s?\*?'
                  r'(\w+)\(', re.M)
ATTRIBUTE = re.compile(r'__attribute__\(\(.*?\)\)\)?\s*')
FOLDERS = ['lib/*/*.c', 'platform/generic/*/*.c', 'platform/host/*/*.c',
           'platform/host/*/*/*.c', 'platform/qemu/*/*.c']


def read_rules(path):
    """{folder: (prefixes, statics)}, {(folder, objects of a circle)}, and errors in
    the rows themselves"""
    names, circles, wrong = {}, set(), []
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            row, _, reason = line.partition('#')
            words = row.split()
            if words and words[0] == 'circle':
                circles.add((words[1], tuple(words[2:])))
                if not reason.strip():
                    wrong.append(f'{path}: {words[1]}: a circle without a '
                                 'reason')
            elif words:
                before = names.get(words[0], ([], ''))[0]
                names[words[0]] = before + words[2:], words[1]
                if words[2:] != [os.path.basename(words[0])] and \
                        not reason.strip():
                    wrong.append(f'{path}: {words[0]}: another prefix than '
                                 'its name, without a reason')
    return names, circles, wrong


def folders():
    """Folders with C sources whose objects are linked with others."""
    return {os.path.dirname(path) for pattern in FOLDERS
            for path in glob.glob(pattern)}


def read_object(path):
    """Symbols that an object defines for others, and those it needs."""
    defined, needed = set(), set()
    listing = subprocess.run(['nm', path], stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    for line in listing.splitlines():
        *_, kind, name = line.split()
        if name.startswith('__'):   # the sanitizers'
            continue
        if kind == 'U':
            needed.add(name)
        elif kind in 'TDBRCVW':
            defined.add(name)
    return defined, needed


def built_of(build, folder):
    """Names of objects whose sources still exist"""
    names = (os.path.basename(path)[:-2]
             for path in sorted(glob.glob(folder + '/*.c')))
    return [name for name in names
            if os.path.exists(f'{build}/{folder}/{name}.o')]


def read_folder(builds, folder):
    """{object: its symbols} of the first build that has most of them: unit tests
    build single objects of other folders"""
    names, build = max(((built_of(b, folder), b) for b in builds),
                       key=lambda found: len(found[0]))
    return {name: read_object(f'{build}/{folder}/{name}.o') for name in names}


def uses_of(objects):
    """{object: others that it needs}"""
    owner = {name: n for n, (defined, _) in objects.items()
             for name in defined}
    return {n: {owner[name] for name in needed
                if owner.get(name, n) != n}
            for n, (_, needed) in objects.items()}


def reach(uses, start):
    found, todo = set(), list(uses[start])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += uses[name]
    return found


def circles_of(uses):
    """Sets of objects that need each other."""
    ways = {name: reach(uses, name) for name in uses}
    return {tuple(sorted(other for other in uses
                         if other in ways[name] and name in ways[other]))
            for name in uses if name in ways[name]}


def starts(symbol, prefixes):
    return symbol in prefixes or \
        symbol.startswith(tuple(p + '_' for p in prefixes))


def wrong_names(folder, prefixes, statics, objects):
    """Exported symbols without one of the prefixes, and wrong statics."""
    for name, (defined, _) in objects.items():
        for symbol in sorted(defined):
            if not starts(symbol, prefixes):
                yield f'{folder}/{name}.c: {symbol} begins with none of ' \
                      f'{", ".join(prefixes)}'
    for path in sorted(glob.glob(folder + '/*.c')):
        with open(path, encoding='utf-8') as source:
            text = ATTRIBUTE.sub('', source.read())
            for symbol in TEXT.findall(text):
                if statics == 'none' and starts(symbol, prefixes):
                    yield f'{path}: {symbol} is static: without prefix here'
                if statics == 'all' and not starts(symbol, prefixes):
                    yield f'{path}: {symbol} is static: with a prefix here'


def statics_of(folders):
    """{function: the files that define it as a static one}, headers too"""
    found = {}
    for path in (path for folder in folders for path in sorted(glob.glob(folder + '/*.[ch]'))):
        with open(path, encoding='utf-8') as source:
            for symbol in set(TEXT.findall(ATTRIBUTE.sub('', source.read()))):
                found.setdefault(symbol, []).append(path)
    return found


def images(names):
    """Folders whose objects are linked together: of the firmware, of the tool, and of each
    of QEMU's plugins"""
    firmware = [folder for folder, (_, statics) in names.items() if statics == 'all']
    others = [folder for folder in names if folder not in firmware]
    libraries = [folder for folder in others if folder.startswith('lib/')]
    plugins = [folder for folder in others if folder.startswith('platform/qemu/')]
    observer = 'platform/qemu/observer'
    yield firmware
    yield [folder for folder in others if folder not in plugins]
    for plugin in plugins:
        yield sorted({plugin, observer, *libraries})


def hidden(folders, exported):
    """Static functions with the name of another file's exported one in an image: a reader
    and a debugger take one for the other."""
    for symbol, paths in sorted(statics_of(folders).items()):
        for path in paths:
            for other in exported.get(symbol, ()):
                if os.path.dirname(other) in folders and other != path:
                    yield f'{path}: {symbol} is static: exported by {other}'


def twice(folders):
    """Static functions with the name of one in another file of the firmware: a crash
    is looked up by name."""
    return [f'{symbol}: in {" and ".join(paths)}'
            for symbol, paths in sorted(statics_of(folders).items())
            if len(paths) > 1]


def main():
    parser = argparse.ArgumentParser(
        description='Check names of functions and data, and that no objects '
        'of a folder need each other, against tests/names.txt.')
    parser.add_argument('rules', metavar='RULES')
    parser.add_argument('build', metavar='DIR', nargs='+',
                        help='where objects are, in folders as their sources')
    options = parser.parse_args()
    names, known, wrong = read_rules(options.rules)
    wrong += [f'{folder}: no row in {options.rules}'
              for folder in sorted(folders() - set(names))]
    firmware, *_ = images(names)
    wrong += twice(firmware)
    found, exported = set(), {}
    for folder, (prefixes, statics) in names.items():
        objects = read_folder(options.build, folder)
        if not objects:
            wrong.append(f'{folder}: nothing of it is built')
            continue
        wrong += wrong_names(folder, prefixes, statics, objects)
        for name, (defined, _) in objects.items():
            for symbol in defined:
                exported.setdefault(symbol, []).append(f'{folder}/{name}.c')
        found |= {(folder, circle) for circle in circles_of(uses_of(objects))}
    wrong += {line for image in images(names) for line in hidden(image, exported)}
    wrong += [f'{folder}: {", ".join(circle)} need each other'
              for folder, circle in sorted(found)
              if (folder, circle) not in known]
    wrong += [f'{options.rules}: circle {folder} {" ".join(circle)}: there is '
              'none any more' for folder, circle in sorted(known - found)]
    if wrong:
        sys.exit('\n'.join(wrong))


if __name__ == '__main__':
    main()
