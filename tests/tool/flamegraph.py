# SPDX-License-Identifier: BSD-2-Clause
"""Checks an SVG of decode --format=flamegraph, from standard input: it is as wide as
what shows it, has a key, and no text leaves its box in any font. Where scripts do
not run, textLength says how wide a label is."""

import sys
import xml.etree.ElementTree

SVG = '{http://www.w3.org/2000/svg}'
WIDTH = 1200
FONT = 12
# Of an em: the advance of usual monospace fonts is 0.55 to 0.602
LEAST, MOST = .55, .65
KEY = {'a function, coloured by its name', 'entered by a trap', 'a task',
       'found by a search'}


def number(element, name):
    return float(element.get(name))


def sure(good, *words):
    if not good:
        sys.exit(' '.join(map(str, words)))


def check_label(group):
    box, text = group.find(SVG + 'rect'), group.find(SVG + 'text')
    name, label = group.get('data-n'), text.text or ''
    room = number(box, 'width') + .5 - 6
    if not label:
        sure(room < 4 * MOST * FONT, name, 'has a box without a label')
        return False
    length = number(text, 'textLength')
    sure(text.get('lengthAdjust') == 'spacingAndGlyphs', name, 'may overflow')
    sure(number(text, 'x') + length <= number(box, 'x') + number(box, 'width'),
         name, 'leaves its box')
    sure(LEAST <= length / len(label) / FONT <= MOST, name, 'is squeezed')
    if label == name:
        return False
    sure(label[-1] == '\N{HORIZONTAL ELLIPSIS}' and name.startswith(label[:-1]),
         name, 'is shown as', label)
    sure(len(name) * MOST * FONT > room, name, 'is cut without need')
    return True


def check_head(root):
    """The lines above the boxes do not meet."""
    lines = {}
    for text in root.findall(SVG + 'text'):
        lines.setdefault(text.get('y'), []).append(text)
    for texts in lines.values():
        ends = [number(text, 'x') for text in texts[1:]] + [WIDTH]
        for text, end in zip(texts, ends):
            sure(number(text, 'x') + len(text.text or '') * .602 * FONT <= end,
                 text.text, 'is too long')


def main():
    root = xml.etree.ElementTree.parse(sys.stdin).getroot()
    sure(root.get('width') == '100%' and root.get('height') is None,
         'the picture does not fit its window')
    size = [float(word) for word in root.get('viewBox').split()]
    sure(size[:3] == [0, 0, WIDTH], 'viewBox is', size)
    groups = root.findall(f'{SVG}g[@class="f"]')
    cut = sum(map(check_label, groups))
    for box in root.iter(SVG + 'rect'):
        if box.get('y'):
            sure(number(box, 'x') + number(box, 'width') <= WIDTH and
                 number(box, 'y') + number(box, 'height') <= size[3],
                 'a box is outside of the picture')
    check_head(root)
    keys = root.findall(f'{SVG}rect[@class="key"]')
    sure(len(keys) == len(KEY) and
         KEY <= {text.text for text in root.iter(SVG + 'text')}, 'no key')
    print(f'{cut} names cut')


main()
