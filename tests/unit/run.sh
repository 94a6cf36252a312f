#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Run cmocka test programs, print a line for each test, write the tally.

if [ "$#" -lt 2 ] || [ "$1" = --help ]; then
	echo "usage: run.sh TALLY PROGRAM..."
	echo "Runs the test programs, prints ok or not ok for each test, and"
	echo "writes the line 'PASSED FAILED' to the file TALLY."
	[ "$1" = --help ]
	exit
fi

tally=$1
shift
passed=0
failed=0
mkdir -p "$(dirname "$tally")" || exit 1
rm -f "$tally"
# shellcheck source=tests/parallel.sh
. "$(dirname "$0")/../parallel.sh"
export CMOCKA_MESSAGE_OUTPUT=TAP
parallel "${tally%.tally}/unit" "$@"
for program in "$@"; do
	name=$(basename "$program")
	# A program that dies has printed no "not ok" for what killed it.
	parallel_next
	sed -n "s/^\(not \)\{0,1\}ok [0-9]* - /\1ok $name: /p" "$log"
	good=$(grep -c '^ok ' "$log")
	bad=$(grep -c '^not ok ' "$log")
	if [ "$bad" -ne 0 ] || [ "$status" -ne 0 ]; then
		grep -v '^ok ' "$log" | sed 's/^/# /'
	fi
	if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
		echo "not ok $name: ended with status $status"
		bad=1
	fi
	passed=$((passed + good))
	failed=$((failed + bad))
done
echo "# unit: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
