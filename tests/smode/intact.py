# SPDX-License-Identifier: BSD-2-Clause
"""Checks that a firmware's code and constants are unchanged after a run, in a file
that is the machine's memory."""

import os
import struct

RAM_BASE = 0x80000000
RAM_SIZE = '256M'


def qemu_options(ram):
    """Options of QEMU that make the file ram the machine's memory."""
    os.makedirs(os.path.dirname(ram), exist_ok=True)
    if os.path.exists(ram):
        os.remove(ram)
    return ['-object', f'memory-backend-file,id=ram,mem-path={ram},'
            f'size={RAM_SIZE},share=on', '-machine', 'memory-backend=ram']


def sections(elf):
    """Address, offset and size of constant sections, and their relocations."""
    header = struct.Struct('<4sB')
    with open(elf, 'rb') as file:
        data = file.read()
    magic, bits = header.unpack_from(data)
    if magic != b'\x7fELF':
        raise ValueError(elf + ' is no ELF file')
    wide = bits == 2
    where = 0x28 if wide else 0x20
    start = struct.unpack_from('<Q' if wide else '<I', data, where)[0]
    size, count, names = struct.unpack_from('<HHH', data,
                                            0x3a if wide else 0x2e)
    form = struct.Struct('<IIQQQQ' if wide else '<IIIIII')
    table = [form.unpack_from(data, start + n * size) for n in range(count)]

    def name(row):
        at = table[names][4] + row[0]
        return data[at:data.index(b'\0', at)].decode()

    parts = {name(row): (row[3], data[row[4]:row[4] + row[5]])
             for row in table if row[1] != 8}
    return parts, wide


def relocated(parts, wide):
    """Addresses of words that the firmware writes when it relocates itself."""
    entry = struct.Struct('<QQq' if wide else '<IIi')
    data = parts.get('.rela.dyn', (0, b''))[1]
    return {place for place, _, _ in
            entry.iter_unpack(data[:len(data) // entry.size * entry.size])}


def judge(ram, elf):
    """Size of the unchanged bytes, in KiB, and the error or ''."""
    if not os.path.exists(ram):
        return 0, 'the memory of the machine was not kept'
    parts, wide = sections(elf)
    word = 8 if wide else 4
    skip = relocated(parts, wide)
    checked = 0
    with open(ram, 'rb') as memory:
        for name in ('.text', '.rodata'):
            address, data = parts[name]
            memory.seek(address & (RAM_BASE - 1))
            seen = memory.read(len(data))
            for n in range(0, len(data), word):
                if (seen[n:n + word] != data[n:n + word]
                        and address + n not in skip):
                    return checked, (f'the firmware was written at '
                                     f'0x{RAM_BASE + address + n:x}')
            checked += len(data) // 1024
    return checked, ''
