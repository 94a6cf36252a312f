#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Run test programs, print a line for each test, write the tally.

if [ "$#" -lt 3 ] || [ "$1" = --help ]; then
	echo "usage: programs.sh LEVEL TALLY COMMAND..."
	echo "Runs each command, a program of LEVEL's tests and its arguments,"
	echo "prints the lines with ok and not ok that it has printed, and"
	echo "writes the line 'PASSED FAILED' to the file TALLY."
	[ "$1" = --help ]
	exit
fi

level=$1 tally=$2
shift 2
passed=0
failed=0
mkdir -p "$(dirname "$tally")" || exit 1
rm -f "$tally"
# shellcheck source=tests/parallel.sh
. "$(dirname "$0")/parallel.sh"
# Programs of cmocka then print "ok NUMBER - NAME"
export CMOCKA_MESSAGE_OUTPUT=TAP
parallel "${tally%.tally}/$level" "$@"
for command; do
	name=$(basename "${command%% *}")
	parallel_next
	sed -n "s/^\(not \)\{0,1\}ok \([0-9]* - \)\{0,1\}/\1ok $name: /p" "$log"
	good=$(grep -c '^ok ' "$log")
	bad=$(grep -c '^not ok ' "$log")
	if [ "$bad" -ne 0 ] || [ "$status" -ne 0 ]; then
		grep -v '^ok ' "$log" | sed 's/^/# /'
	fi
	# A program that dies has printed no "not ok" for the test that killed
	# it.
	if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
		echo "not ok $name: ended with status $status"
		bad=1
	fi
	passed=$((passed + good))
	failed=$((failed + bad))
done
echo "# $level: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
