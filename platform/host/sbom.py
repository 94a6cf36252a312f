#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The software bill of materials of a release: SPDX 2.3, tag and value.

Licences are those that the files' first lines state; what has no such line is
under that of its folder. Upstream's part of the firmware is a package of its own,
with the version that firmware/opensbi.sh asks for, and the checksum of upstream's
tarball."""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import time

NONE = 'NONE'
TAG = re.compile(r'SPDX-License-Identifier: ([\w.+-]+)')
OWN = 'BSD-2-Clause'
QEMU = 'GPL-2.0-or-later'


def licences(path, data):
    """Of a file: by its first lines or by where it is, and what these lines say."""
    lines = data[:400].decode('utf-8', 'replace').split('\n')[:3]
    found = TAG.search('\n'.join(lines))
    if found:
        return found.group(1), found.group(1)
    return QEMU if path.startswith('platform/qemu/') else OWN, NONE


def read_files(root):
    """[(path, data)], sorted; links are left out, their targets are in the list"""
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            with open(path, 'rb') as data:
                yield os.path.relpath(path, root), data.read()


def opensbi(root):
    """What the script that fetches it says: version, place."""
    with open(f'{root}/firmware/opensbi.sh', encoding='utf-8') as text:
        script = text.read()
    return [re.search(rf'^{name}=(.*)$', script, re.M).group(1)
            for name in ('release', 'upstream')]


def checksum(root, release):
    """Of upstream's tarball, which the script names first"""
    said = subprocess.run(['sh', f'{root}/firmware/opensbi.sh', '--checksums', release],
                          check=True, stdout=subprocess.PIPE, text=True)
    return said.stdout.split()[0]


def print_package(name, fields):
    print(f'\nPackageName: {name}')
    for key, value in fields:
        print(f'{key}: {value}')


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--name', required=True, help='hartscope-VERSION')
    parser.add_argument('--time', required=True, type=int,
                        help='of the release, in seconds')
    parser.add_argument('root', help='the unpacked sources')
    args = parser.parse_args()
    files = [(path, licences(path, data), hashlib.sha1(data).hexdigest(),
              hashlib.sha256(data).hexdigest())
             for path, data in read_files(args.root)]
    if not files:
        sys.exit(f'sbom.py: {args.root} has no files')
    code = hashlib.sha1(''.join(sorted(f[2] for f in files)).encode())
    all_of_it = ' AND '.join(sorted({f[1][0] for f in files}))
    release, upstream = opensbi(args.root)
    stamp = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(args.time))
    print('SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\n'
          'SPDXID: SPDXRef-DOCUMENT')
    print(f'DocumentName: {args.name}\nDocumentNamespace: '
          f'urn:hartscope:{args.name}:{code.hexdigest()}\n'
          f'Creator: Tool: sbom.py\nCreated: {stamp}')
    print_package('hartscope', [
        ('SPDXID', 'SPDXRef-hartscope'),
        ('PackageVersion', args.name.split('-', 1)[1]),
        ('PackageDownloadLocation', 'NOASSERTION'),
        ('FilesAnalyzed', 'true'),
        ('PackageVerificationCode', code.hexdigest()),
        ('PackageLicenseConcluded', all_of_it),
        *(('PackageLicenseInfoFromFiles', name)
          for name in sorted({f[1][1] for f in files} - {NONE})),
        ('PackageLicenseDeclared', all_of_it),
        ('PackageCopyrightText', 'NOASSERTION')])
    for number, (path, (name, said), sha1, sha256) in enumerate(files):
        print(f'\nFileName: ./{path}\nSPDXID: SPDXRef-file-{number}\n'
              f'FileChecksum: SHA1: {sha1}\nFileChecksum: SHA256: {sha256}\n'
              f'LicenseConcluded: {name}\nLicenseInfoInFile: {said}\n'
              'FileCopyrightText: NOASSERTION')
    print_package('opensbi', [
        ('SPDXID', 'SPDXRef-opensbi'), ('PackageVersion', release),
        ('PackageDownloadLocation', f'{upstream}/archive/refs/tags/v{release}.tar.gz'),
        ('FilesAnalyzed', 'false'), ('PackageChecksum', f'SHA256: {checksum(args.root, release)}'),
        ('PackageLicenseConcluded', OWN), ('PackageLicenseDeclared', OWN),
        ('PackageCopyrightText', 'NOASSERTION'),
        ('PackageComment', '<text>linked into the firmware; not part of the '
         'tarball</text>')])
    print('\nRelationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-hartscope\n'
          'Relationship: SPDXRef-hartscope DEPENDS_ON SPDXRef-opensbi')


if __name__ == '__main__':
    main()
