#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Run a fuzzer's driver, print a line for each input, write the tally.

if [ "$#" -lt 2 ] || [ "$1" = --help ]; then
	echo "usage: run.sh TALLY PROGRAM [ARGUMENT...]"
	echo "Runs the program, prints what it replayed, and writes the line"
	echo "'PASSED FAILED' to the file TALLY."
	[ "$1" = --help ]
	exit
fi

tally=$1
program=$2
shift 2
log=$program.log
mkdir -p "$(dirname "$tally")" || exit 1
rm -f "$tally"
"$program" --crash "$program.crash" "$@" >"$log" 2>&1
status=$?
failed=0
sed -n "s/^ok /ok $(basename "$program"): /p" "$log"
if [ "$status" -ne 0 ]; then
	failed=1
	grep -v '^ok ' "$log" | sed 's/^/# /'
	echo "not ok $(basename "$program"): ended with status $status"
fi
passed=$(grep -c '^ok ' "$log")
echo "# fuzz: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
