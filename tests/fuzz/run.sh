#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Run fuzzers' drivers, print a line for each input, write the tally.

if [ "$#" -lt 2 ] || [ "$1" = --help ]; then
	echo "usage: run.sh TALLY COMMAND..."
	echo "Runs each command, a driver and its arguments, prints what it"
	echo "replayed, and writes the line 'PASSED FAILED' to the file TALLY."
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
for command; do
	set -- "$@" "$command --crash ${command%% *}.crash"
	shift
done
parallel "${tally%.tally}/fuzz" "$@"
for command; do
	program=${command%% *}
	name=$(basename "$program")
	parallel_next
	sed -n "s/^ok /ok $name: /p" "$log"
	if [ "$status" -ne 0 ]; then
		failed=$((failed + 1))
		grep -v '^ok ' "$log" | sed 's/^/# /'
		echo "not ok $name: ended with status $status"
	fi
	passed=$((passed + $(grep -c '^ok ' "$log")))
done
echo "# fuzz: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
