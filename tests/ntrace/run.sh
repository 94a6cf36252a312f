#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Run programs that end with a line "PASSED FAILED", and add these numbers.

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
# shellcheck source=tests/parallel.sh
. "$(dirname "$0")/../parallel.sh"
parallel "${tally%.tally}/ntrace" "$@"
for command; do
	parallel_next
	sed '$d' "$log"
	last=$(sed -n '$p' "$log")
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
echo "# ntrace: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
