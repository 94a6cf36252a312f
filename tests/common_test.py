# SPDX-License-Identifier: BSD-2-Clause
"""common.run_limited(): its limits are of the processor time of a command and of the
processes that it starts, or of their sleep, not of elapsed time."""

import concurrent.futures
import sys

import common

common.ASLEEP = 8               # two seconds
ENDED = -15
# The command's action, its limit in seconds, and its status
CASES = (
    ('runs for ever', 'while :; do :; done', 1, ENDED),
    ('starts what runs for ever', "sh -c 'while :; do :; done'; exit 3", 1,
     ENDED),
    ('sleeps for ever', 'sleep 600; exit 3', 9, ENDED),
    ('waits for what works',
     "sh -c 'ulimit -t 3; while :; do :; done'; exit 4", 9, 4),
    ('waits for the host', '(sleep 5; kill -CONT $$) & kill -STOP $$; exit 5',
     9, 5),
    ('ends', 'exit 6', 9, 6),
)


def wrong(case):
    does, script, seconds, status = case
    done = common.run_limited(['sh', '-c', script], seconds)
    return (done.returncode != status and
            f'what {does} has status {done.returncode}, not {status}')


def main():
    if sys.argv[1:]:
        print(__doc__)
        return
    with concurrent.futures.ThreadPoolExecutor(len(CASES)) as pool:
        sys.exit('\n'.join(filter(None, pool.map(wrong, CASES))) or None)


main()
