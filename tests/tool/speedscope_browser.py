#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Opens a file of --format=speedscope in speedscope itself, in Debian's Chromium
without a window: its table of functions has to be that of --format=folded.
"""

import argparse
import base64
import collections
import html
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
import common  # pylint: disable=wrong-import-position

# A browser may end before it has shown a page
ATTEMPTS = 3
SECONDS = 300  # of processor time


def expected(path):
    """For each function, the total instructions and its own."""
    total, own = collections.Counter(), collections.Counter()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            stack, count = line.rsplit(" ", 1)
            names = stack.split(";")
            own[names[-1]] += int(count)
            for name in set(names):
                total[name] += int(count)
    return {name.replace("_[", " ["): (total[name], own[name])
            for name in total}


def load(browser, package, file, folder):
    """The page after speedscope has read the file."""
    with open(file, "rb") as data:
        text = base64.b64encode(data.read()).decode()
    script = os.path.abspath(f"{folder}/file.js")
    with open(script, "w", encoding="ascii") as out:
        out.write(f'speedscope.loadFileFromBase64("calls.json", "{text}")')
    page = os.path.abspath(f"{package}/dist/release/index.html")
    done = common.run_limited(
        [browser, "--headless", "--no-sandbox", "--disable-dev-shm-usage",
         "--no-first-run", "--disable-background-networking",
         "--enable-unsafe-swiftshader", "--virtual-time-budget=10000",
         f"--user-data-dir={folder}/profile", "--dump-dom",
         f"file://{page}#localProfilePath={script}&view=sandwich"], SECONDS)
    shutil.rmtree(f"{folder}/profile", ignore_errors=True)
    return done.stdout


def cells(row):
    return [html.unescape(re.sub(r"<[^>]*>", "", cell)).strip()
            for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)]


def shown(page):
    """The rows of the table, which are "53 (100%)", "12 (23%)" and a name."""
    rows = map(cells, re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.S))
    return {row[2]: (int(row[0].split()[0]), int(row[1].split()[0]))
            for row in rows if len(row) == 3}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", help="npm's package speedscope, unpacked")
    parser.add_argument("file", help="of --format=speedscope")
    parser.add_argument("folded", help="of --format=folded")
    parser.add_argument("folder", help="for files of this program")
    args = parser.parse_args()
    browser = shutil.which("chromium")
    if not browser:
        sys.exit("there is no Chromium")
    os.makedirs(args.folder, exist_ok=True)
    want, got = expected(args.folded), {}
    for _ in range(ATTEMPTS):
        got = shown(load(browser, args.package, args.file, args.folder))
        if got:
            break
    print(f"{len(got)} functions")
    sys.exit(got != want and f"speedscope shows {got}, not {want}")


if __name__ == "__main__":
    main()
