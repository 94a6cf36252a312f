# SPDX-License-Identifier: BSD-2-Clause
"""run.console_of(): a guest without progress is ended, a guest that the host does not
run is not."""

import concurrent.futures
import os
import sys
import tempfile

import run

# The guest's action, its limit of silence in seconds, and True if it is ended
CASES = (
    ('runs without a word', 'while :; do :; done', 1, True),
    ('sleeps for ever', 'sleep 600', 1, True),
    ('gets on', 'for i in 1 2 3 4 5; do sleep 1; echo $i; done', 3, False),
    ('waits for the host', '(sleep 13; kill -CONT $$) & kill -STOP $$; echo on',
     1, False),
)


def wrong(case):
    does, script, silence, ended = case
    with tempfile.TemporaryDirectory() as folder:
        console = run.console_of(['sh', '-c', script], silence,
                                 os.path.join(folder, 'console'))
    return (('does not get on' in console) != ended and
            f'a guest that {does}: {console}')


def main():
    if sys.argv[1:]:
        print(__doc__)
        return
    with concurrent.futures.ThreadPoolExecutor(len(CASES)) as pool:
        sys.exit('\n'.join(filter(None, pool.map(wrong, CASES))) or None)


main()
