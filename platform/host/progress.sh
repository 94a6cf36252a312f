#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs a command that may take long, and shows how far it is.

set -u

usage()
{
	cat <<EOT
Usage: progress.sh TITLE LOG COUNT COMMAND...

Prints the line TITLE, then runs COMMAND with its output in the file LOG, and no
input. As long as it runs, TITLE is shown with the seconds since the start and what
COUNT, a program in awk, prints of LOG: on a terminal each second, in one line that
goes away at the end; elsewhere in a line of its own, each 10 seconds. The exit
status is that of COMMAND; a caller shows LOG if COMMAND failed. Example:

  progress.sh '  OPENSBI  rv64' build/log \\
          '/^ CC/ { n++ } END { print n + 0, "objects" }' make -C opensbi
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -ge 4 ] || { usage >&2; exit 2; }
title=$1 log=$2 count=$3
shift 3
each=10 after='\n' clear=''
# The cursor waits in the first column: what other jobs print takes this line.
[ ! -t 1 ] || { each=1 after='\033[K\r' clear='\033[K'; }

show()
{
	printf "%s: %s, %d s$after" "$title" "$(awk "$count" "$log")" \
		$(($(date +%s) - began))
}

# In the background, since a terminal's interrupt does not reach what runs there
watch()
{
	passed=0
	while sleep 1 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
		passed=$((passed + 1))
		[ $((passed % each)) -ne 0 ] || show
	done
}

began=$(date +%s)
echo "$title"
: >"$log" || exit
watch &
watcher=$!
trap 'kill "$watcher" 2>/dev/null; printf "$clear"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
"$@" >"$log" 2>&1 </dev/null
