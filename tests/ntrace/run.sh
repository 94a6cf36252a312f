#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Run programs that end with a line "PASSED FAILED", add these up.

if [ "$#" -lt 2 ] || [ "$1" = --help ]; then
	echo "usage: run.sh TALLY COMMAND..."
	echo "Runs each COMMAND, whose last line is 'PASSED FAILED', and"
	echo "writes the sums to the file TALLY."
	[ "$1" = --help ]
	exit
fi

tally=$1
shift
mkdir -p "$(dirname "$tally")" || exit 1
rm -f "$tally"
passed=0
failed=0
for command; do
	sh -c "$command" >"$tally.log" 2>&1
	status=$?
	sed '$d' "$tally.log"
	last=$(sed -n '$p' "$tally.log")
	case "$last" in
	*[!0-9\ ]* | "")
		echo "$last"
		echo "not ok ${command%% *}: ended with status $status"
		failed=$((failed + 1))
		continue
		;;
	esac
	passed=$((passed + ${last% *}))
	failed=$((failed + ${last#* }))
done
rm -f "$tally.log"
echo "# ntrace: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
