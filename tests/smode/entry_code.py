# SPDX-License-Identifier: BSD-2-Clause
"""The instructions of the trap entry in the linked firmware, their names, and the
ways to damage them."""

import os
import re
import struct
import subprocess
import types

SOURCE = 'platform/generic/fast/'


class Instruction(types.SimpleNamespace):
    """One instruction: at, size, code, symbol, text, source and name."""

    def mutants(self):
        """Kind and code of each of its mutants."""
        nop = 0x13 if self.size == 4 else 1
        if self.code == nop:    # padding up to the next address
            return []
        found = [('left out', nop)]
        for kind, bits in (('turned round', turned(self.code, self.size)),
                           ('another constant', moved(self.code, self.size))):
            if bits:
                found.append((kind, self.code ^ bits))
        return found


def turned(code, size):
    """The bit that inverts a branch, or 0."""
    if size == 4:
        return 1 << 12 if code & 0x7f == 0x63 else 0
    return 1 << 13 if code & 3 == 1 and code >> 14 == 3 else 0


def moved(code, size):
    """A bit of the constant of a load, a store or arithmetic, or 0."""
    if size == 4:
        opcode, funct3 = code & 0x7f, code >> 12 & 7
        if opcode in (0x03, 0x23):     # the address after this access
            bit = funct3 & 3
            return 1 << (20 + bit if opcode == 0x03 else 7 + bit)
        if opcode == 0x73 and funct3 > 4:
            return 1 << 15
        return {0x13: 1 << 20, 0x1b: 1 << 20, 0x37: 1 << 12}.get(opcode, 0)
    quadrant, funct3 = code & 3, code >> 13
    if quadrant == 0 or (quadrant == 2 and funct3 in (2, 3, 6, 7)):
        return 1 << 10
    if quadrant == 1 and (funct3 in (0, 2) or
                          (funct3 == 4 and code >> 10 & 3 < 3)):
        return 1 << 2 if code & ~0x1f7c != 1 else 0
    return 1 << 2 if quadrant == 2 and funct3 == 0 else 0


def instructions(options, xlen):
    """All instructions of the entry, in the order of their addresses, and the image."""
    elf = os.path.join(options.build, f'rv{xlen}', 'fw_test.elf')
    tool = options.cross + 'objdump'
    text = subprocess.run([tool, '-dl', elf], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    with open(elf[:-4] + '.bin', 'rb') as file:
        image = file.read()
    found, symbol, path, line = [], '', '', 0
    for row in text.splitlines():
        if match := re.match(r'[0-9a-f]+ <(\w+)>:$', row):
            symbol = match[1]
        elif match := re.match(r'(\S+):(\d+)(?: \(.*\))?$', row):
            path, line = match[1], int(match[2])
        elif match := re.match(r' *([0-9a-f]+):\t([0-9a-f]+) +\t(.*)', row):
            if SOURCE not in path or not path.endswith(('.S', '.inc')):
                continue
            at, size = int(match[1], 16), len(match[2]) // 2
            code = struct.unpack_from('<I' if size == 4 else '<H', image, at)[0]
            found.append(Instruction(at=at, size=size, code=code, symbol=symbol,
                                     text=plain(match[3]),
                                     source=source(path, line)))
    give_names(found)
    return found, image


def give_names(found):
    """Sets the names: source, instruction if a macro makes it, and number if there
    are several such."""
    alike = {}
    for insn in found:
        mnemonic = insn.text.split()[0]
        same = '\\n' not in insn.source and insn.source.split()[0].lower() in (
            mnemonic, 'reg_l', 'reg_s', *ALIASES.get(mnemonic, ()))
        insn.name = insn.source + ('' if same else f' [{insn.text}]')
        alike.setdefault((insn.symbol, insn.name), []).append(insn)
    for insns in (found for found in alike.values() if len(found) > 1):
        for number, insn in enumerate(insns):
            insn.name += f' #{number + 1} of {len(insns)}'


ALIASES = {'add': ('addi', 'mv'), 'and': ('andi',), 'sll': ('slli',),
           'or': ('ori',), 'srl': ('srli',), 'j': ('1:',), 'li': ('addi',)}


def plain(text):
    """A disassembled instruction with its label, without numbers that can change."""
    text = re.sub(r'-?\d+\(tp\).*', '(tp)', text.replace('\t', ' '))
    text = re.sub(r' *# .*', '', text)
    text = re.sub(r'[0-9a-f]+ <(\w+)>', r'\1', text)
    return re.sub(r'[0-9a-f]+ <.*>', '', PLACE.sub('', text)).strip()


PLACE = re.compile(r',-?\d+$')  # of a relative address


def source(path, line, files={}):
    """The text of a line of a source file."""
    if path not in files:
        with open(path, encoding='utf-8') as file:
            files[path] = file.read().splitlines()
    return ' '.join(files[path][line - 1].split())
