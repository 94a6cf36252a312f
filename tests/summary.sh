#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs levels of tests and adds up what they found.

set -u
# shellcheck source=tests/spent.sh
. "$(dirname "$0")/spent.sh"

usage()
{
	cat <<EOT
Usage: summary.sh RESULTS LEVEL... [--beside LEVEL...]

Runs "make run-LEVEL" for each LEVEL (unit-quick, smode-full, lint, ...). Each of
them leaves "PASSED FAILED" in RESULTS/NAME.tally, NAME being LEVEL without
-quick or -full. Prints a line for each level, with the time that it took and the
processor time of its programs, and last of all the sums. The exit status is 1 if
anything failed or a level left no tally.

  --beside  first builds the programs of all levels. Then the levels after this
            option run at the same time as those before it, with less priority.
            The levels' output comes level by level, and is in RESULTS/LEVEL.log.

The variable MAKE names the make to use. If ONLY has names of levels, such as "unit",
--beside builds the programs of all levels, which has to succeed, and runs those alone.
EOT
}

# run LEVEL: runs make for it, and keeps its results
run()
{
	rm -f "$results/${1%-*}.tally"
	began=$(date +%s)
	spent "$results/$1.times"
	began_ms=$ms
	status=0
	${MAKE:-make} --no-print-directory -k "run-$1" || status=$?
	spent "$results/$1.times"
	echo "$status $(($(date +%s) - began)) $(((ms - began_ms) / 1000))" \
		>"$results/$1.now"
	mv "$results/$1.now" "$results/$1.ended"
}

# add LEVEL: adds its results to the sums
add()
{
	read -r status seconds cpu 2>/dev/null <"$results/$1.ended" ||
		status=1 seconds=0 cpu=0
	read -r p f 2>/dev/null <"$results/${1%-*}.tally" || { p=; f=; }
	if ! [ "$p" -ge 0 ] 2>/dev/null || ! [ "$f" -ge 0 ] 2>/dev/null; then
		p=0 f=1 note=' (did not finish)'
	elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
		f=1 note=" (make run-$1 failed)"
	elif [ $((p + f)) -eq 0 ]; then
		f=1 note=' (ran nothing)'
	else
		note=
	fi
	passed=$((passed + p))
	failed=$((failed + f))
	table="$table$(printf '%-12s %6d passed, %d failed, %d s (%d s of processor)%s' \
		"$1" "$p" "$f" "$seconds" "$cpu" "$note")
"
}

# Prints the new part of the log
show()
{
	[ -e "$log" ] || return
	size=$(wc -c <"$log")
	tail -c "+$((shown + 1))" "$log" | head -c "$((size - shown))"
	shown=$size
}

# lane LEVEL...: runs them one after the other
lane()
{
	for level; do
		run "$level" >"$results/$level.log" 2>&1
	done
}

# follow LEVEL...: prints their output, until they have ended
follow()
{
	for level; do
		log=$results/$level.log shown=0
		while [ ! -e "$results/$level.ended" ] &&
			kill -0 "$parallel_runner" 2>/dev/null; do
			show
			sleep 0.2
		done
		show
		add "$level"
	done
}

# wanted LEVEL...: those that ONLY names, if it does
wanted()
{
	for level; do
		case " ${ONLY:-${level%-*}} " in
		*" ${level%-*} "*) printf '%s ' "$level" ;;
		esac
	done
}

# together LEVELS LEVELS: the build is in a make of its own; what does not build shows
# again in the levels.
# shellcheck disable=SC2046,SC2086 # lists of goals
together()
{
	[ "$(wanted $1 $2)" ] || { echo "ONLY=$ONLY is no level of these: $1 $2"; exit 2; } >&2
	echo "# building for $1 $2"
	${MAKE:-make} --no-print-directory -k BUILD_ONLY=y \
		$(printf 'run-%s ' $1 $2) || [ -z "${ONLY:-}" ] ||
		{ echo "not ok build"; failed=1; }
	set -- "$(wanted $1)" "$(wanted $2)"
	table="$(printf '%-12s %d s' build $(($(date +%s) - first)))
"
	for level in $1 $2; do
		rm -f "$results/$level.ended" "$results/$level.log"
	done
	# shellcheck source=tests/parallel.sh
	. "$(dirname "$0")/parallel.sh"
	parallel "$results/lane" "sh '$0' '$results' --lane $1" \
		"nice -n 10 sh '$0' '$results' --lane $2"
	follow $1 $2
	parallel_next
	parallel_next
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
-*|'') usage >&2; exit 2 ;;
esac
results=$1
shift
mkdir -p "$results" || exit 2
if [ "${1:-}" = --lane ]; then
	shift
	lane "$@"
	exit
fi
passed=0 failed=0 table='' first=$(date +%s) before=''
[ $# -gt 0 ] || { echo "there is no such test"; exit 0; }
for level; do
	[ "$level" != --beside ] || break
	before="$before $level"
done
if [ "${level}" = --beside ]; then
	# shellcheck disable=SC2086 # a list of levels
	shift $(($(echo $before | wc -w) + 1))
	together "$before" "$*"
else
	for level; do
		run "$level"
		add "$level"
	done
fi

printf '\n%s' "$table"
printf '%-12s %d s\n\n' 'all of it' $(($(date +%s) - first))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
