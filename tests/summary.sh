#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs levels of tests one after the other and adds up what they found.

set -u

usage()
{
	cat <<EOT
Usage: summary.sh RESULTS LEVEL...

Runs "make run-LEVEL" for each LEVEL (unit-quick, smode-full, lint, ...). Each of
them leaves "PASSED FAILED" in RESULTS/NAME.tally, NAME being LEVEL without
-quick or -full. Prints a line for each level and last of all the sums. The exit
status is 1 if anything failed or a level left no tally.

The variable MAKE names the make to use.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
-*|'') usage >&2; exit 2 ;;
esac
results=$1
shift
[ $# -gt 0 ] || { echo "there is no such test"; exit 0; }
passed=0 failed=0 table=

mkdir -p "$results" || exit 2
for level; do
	tally=$results/${level%-*}.tally
	rm -f "$tally"
	began=$(date +%s)
	status=0
	${MAKE:-make} --no-print-directory -k "run-$level" || status=$?
	read -r p f 2>/dev/null <"$tally" || { p=; f=; }
	if ! [ "$p" -ge 0 ] 2>/dev/null || ! [ "$f" -ge 0 ] 2>/dev/null; then
		p=0 f=1 note=' (did not finish)'
	elif [ $status -ne 0 ] && [ "$f" -eq 0 ]; then
		f=1 note=" (make run-$level failed)"
	elif [ $((p + f)) -eq 0 ]; then
		f=1 note=' (ran nothing)'
	else
		note=
	fi
	passed=$((passed + p))
	failed=$((failed + f))
	table="$table$(printf '%-12s %6d passed, %d failed, %d s%s' \
		"$level" "$p" "$f" $(($(date +%s) - began)) "$note")
"
done

printf '\n%s\n' "$table"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
