# SPDX-License-Identifier: BSD-2-Clause
"""Types the blocks of a page, in their order and into one shell, in a copy of the
repository where nothing is built."""

import os
import re
import shutil
import stat
import subprocess
import tempfile

import common

SECONDS = 60  # of the processor, for a block
LACKS = 75    # exit status: the build has no such file, or there is no such program
# What targets of make leave in the build that other blocks need
PRODUCTS = {
    'tools': ['host/hartscope'],
    'firmware': ['rv64/fw_dynamic.bin', 'rv64/fw_dynamic.elf'],
    'run': ['host/hartscope', 'rv64/fw_dynamic.bin', 'rv64/demo/demo.elf',
            'rv64/demo/trace.elf', 'qemu/plugin_trace.so'],
}
# A build takes minutes, so what it leaves is taken from the build of the tests.
MAKE = r"""#!/bin/sh
take()
{
	for file; do
		[ -e "@BUILD@/$file" ] ||
			{ echo "needs \"make $target\", which is not done" >&2; exit @LACKS@; }
		mkdir -p "build/$(dirname "$file")" && cp -a "@BUILD@/$file" "build/$file"
	done
}
[ -e Makefile ] || { echo "make: there is no Makefile in $PWD" >&2; exit 2; }
for target; do
	case "$target" in
@CASES@
	build/*) take "${target#build/}" ;;
	*) echo "make $target: docs_type.py does not know what it leaves" >&2; exit 2 ;;
	esac
done
"""
# Words after make: targets and variables
MAKES = re.compile(r"\bmake((?: +(?:[\w./-]+=(?:'[^']*'|\S*)|[\w./-]+(?=[\s;&|)]|$)))*)")


def sources():
    """All files of the repository; a tarball of the sources has no list of them."""
    done = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'],
                          check=False, capture_output=True, text=True)
    if done.returncode == 0:
        return [name for name in done.stdout.split('\n') if os.path.lexists(name)
                and name]
    found = []
    for folder, folders, names in os.walk('.'):
        folders[:] = [name for name in folders if name not in ('.git', 'build')]
        found += [os.path.relpath(os.path.join(folder, name)) for name in names]
    return found


def known_targets(line):
    """Those of a line's commands whose files later blocks may need"""
    words = ' '.join(MAKES.findall(line.split(' #')[0])).split()
    return [word for word in words if word in PRODUCTS or word.startswith('build/')]


class Typist:
    """BUILD is the folder of the build."""

    def __init__(self, build, environment):
        self.place = tempfile.TemporaryDirectory(prefix='pages')
        self.tree, self.bin = (os.path.join(self.place.name, name)
                               for name in ('tree', 'bin'))
        self.names = set(sources())
        for name in self.names:
            path = os.path.join(self.tree, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copy2(name, path, follow_symlinks=False)
        self.times = {name: self.time(name) for name in self.names}
        self.install_make(os.path.abspath(build))
        self.environment = {**environment, 'HOME': self.place.name,
                            'PATH': f'{self.bin}:{os.environ["PATH"]}'}

    def install_make(self, build):
        cases = '\n'.join(f'\t{target}) take {" ".join(files)} ;;'
                          for target, files in PRODUCTS.items())
        os.makedirs(self.bin)
        path = os.path.join(self.bin, 'make')
        with open(path, 'w', encoding='utf-8') as script:
            script.write(MAKE.replace('@BUILD@', build).replace('@CASES@', cases)
                         .replace('@LACKS@', str(LACKS)))
        os.chmod(path, stat.S_IRWXU)

    def time(self, name):
        return os.lstat(os.path.join(self.tree, name)).st_mtime_ns

    def clean(self):
        """Remove what a page left. Returns what it should not have left."""
        wrong = []
        for folder, _, names in os.walk(self.tree, topdown=False):
            for path in (os.path.join(folder, name) for name in names):
                name = os.path.relpath(path, self.tree)
                if name in self.names:
                    if self.time(name) != self.times[name]:
                        wrong.append(f'changes {name}')
                        shutil.copy2(name, path, follow_symlinks=False)
                        self.times[name] = self.time(name)
                    continue
                if not name.startswith(('build/', 'docs/examples/')):
                    wrong.append(f'leaves {name} among the sources')
                os.unlink(path)
            if not os.listdir(folder):
                os.rmdir(folder)
        return wrong

    @staticmethod
    def script(blocks):
        """One for all of them, which says where a block ends, and its status"""
        lines = []
        for number, block in enumerate(blocks):
            kind, words = block.mark.groups()
            needs = words.split() if kind == 'try' and words else []
            lines += [f'command -v {name} >/dev/null || exit {LACKS}'
                      for name in needs]
            if kind == 'not run':
                targets = [target for line in block.lines
                           for target in known_targets(line)]
                lines += ['set +e', f'make {" ".join(targets)}'] if targets else [':']
            else:
                lines += ['set -e' if kind == 'try' else 'set +e', *block.lines]
            lines.append(f'printf "\\n@@ %d %d\\n" {number} $?; set +e')
        return '\n'.join(lines)

    def type(self, blocks):
        """Returns {block: (status, output)}, without those behind one that ended the
        shell; and what the page has done to the sources."""
        blocks = [block for block in blocks
                  if block.mark and block.mark[1] in ('try', 'run', 'not run')]
        if all(block.mark[1] == 'not run' for block in blocks):
            return {}, []
        done = common.run_limited(
            ['bash', '-c', self.script(blocks)], SECONDS * len(blocks),
            cwd=self.tree, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT,
            env=self.environment)
        parts = re.split(r'\n@@ (\d+) (\d+)\n', done.stdout)
        results = {blocks[int(number)]: (int(status), output)
                   for output, number, status in zip(parts[0::3], parts[1::3],
                                                     parts[2::3])}
        if len(results) < len(blocks):
            results[blocks[len(results)]] = (done.returncode, parts[-1])
        return results, self.clean()
