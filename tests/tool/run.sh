#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs the host tool on small inputs and compares its output with files.

set -u

usage()
{
	cat <<EOT
Usage: run.sh [--command=NAME] [--cases=DIR] [--amount=quick|full] [--update]
              TALLY TOOL DIR

Runs the program TOOL as a user would: each subcommand and form of output, wrong
arguments, pipes, damaged input. Its output is compared with the files in the
folder expect. Leaves "PASSED FAILED" in TALLY. DIR is for temporary files,
and has program.elf and add.elf, of docs/examples, and for ntrace inlined.elf, of
inlined.c.

OBJCOPY in the environment names the objcopy for RISC-V.

  --command=NAME  the tool's command that is tested: ntrace, or tandem
  --cases=DIR     the folder of cases.sh and expect: tests/tool
  --amount=full   also cases that take longer: long traces, much damage. The parts
                  run at the same time, each in a folder of its own in DIR/of-parts
  --part=NAME     one of them: cases, long or damage; or wrecks, which takes an hour
  --update        write the files in expect instead of comparing; look at the
                  changes before you keep them
EOT
}

amount=quick update= group=ntrace which=
here=$(dirname "$0")
while [ $# -gt 0 ]; do
	case "$1" in
	--help|-h) usage; exit 0 ;;
	--amount=quick|--amount=full) amount=${1#*=} ;;
	--part=*) which=${1#*=} ;;
	--update) update=--update ;;
	--command=*) group=${1#*=} ;;
	--cases=*) here=${1#*=} ;;
	-*) usage >&2; exit 2 ;;
	*) break ;;
	esac
	shift
done
[ $# -eq 3 ] || { usage >&2; exit 2; }
tally=$1 tool=$2 tmp=$3
passed=0 failed=0
mkdir -p "$tmp" "$(dirname "$tally")"

ok()
{
	passed=$((passed + 1))
	echo "ok $1"
}

# not_ok NAME [FILE]: FILE has the details
not_ok()
{
	failed=$((failed + 1))
	echo "not ok $1"
	[ $# -eq 1 ] || sed 's/^/    /' "$2" | head -n 20
}

# Disassembly differs between libraries, paths between assemblers, and argp's
# lines with the width of the terminal.
normal()
{
	sed -e 's/^\(0x[0-9a-f]* [0-9a-f]\{4,8\}\) .* # /\1 # /' \
		-e 's/^\([0-9]* @0x[0-9a-f]* \(insn\|init\|reset\) .*[0-9a-f]\{4,8\}\) [a-z][^#]*/\1 /' \
		-e 's/^\(  [ =][ >] [USM] 0x[0-9a-f]* [0-9a-f]\{4,8\}\) [a-z][^#]*/\1 /' \
		-e 's/"disassembly":"[^"]*"/"disassembly":"..."/g' \
		-e "s|$tool|TOOL|g; s|$tmp/||g; s|$here/||g" \
		-e 's|\./tests/tool/||; s|\(\.\./\)*docs/examples/||; s|\./||; s|tests/tool/||' \
		-e '/^Try `/d' -e '/^more information/d' -e '/^information/d'
}

# compare NAME FILE: compares it with expect/NAME
compare()
{
	expect=$here/expect/$1
	normal <"$2" >"$tmp/normal"
	if [ -n "$update" ]; then
		cp "$tmp/normal" "$expect"
	fi
	diff -u "$expect" "$tmp/normal" >"$tmp/diff" 2>&1
}

# run NAME STATUS ARGUMENT...: the tool's two outputs and exit status
run()
{
	name=$1 want=$2
	shift 2
	"$tool" "$group" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	cat "$tmp/err" >>"$tmp/out"
	if [ $status -ne "$want" ]; then
		echo "exit status $status, not $want" >>"$tmp/out"
		not_ok "$name" "$tmp/out"
	elif compare "$name" "$tmp/out"; then
		ok "$name"
	else
		not_ok "$name" "$tmp/diff"
	fi
}

# check NAME COMMAND...: succeeds when the command does
check()
{
	name=$1
	shift
	if "$@" >"$tmp/log" 2>&1; then
		ok "$name"
	else
		not_ok "$name" "$tmp/log"
	fi
}

nt() { "$tool" "$group" "$@"; }

# is STATUS COMMAND...: succeeds if the command exits with this status
is()
{
	wanted=$1
	shift
	"$@"
	got=$?
	[ $got -eq "$wanted" ] || { echo "exit status $got"; false; }
}

# All parts, each as a run of its own; adds up their results
parts()
{
	# shellcheck source=tests/parallel.sh
	. "$(dirname "$0")/../parallel.sh"
	names=
	for name; do
		[ ! -e "$here/$name.sh" ] || names="$names $name"
	done
	set --
	for name in $names; do
		place=$tmp/of-parts/$name
		mkdir -p "$place" && cp "$tmp"/*.elf "$place" || exit 1
		rm -f "$place.tally"
		set -- "$@" "sh '$0' $update --part=$name --command='$group' \
			--cases='$here' '$place.tally' '$tool' '$place'"
	done
	parallel "$tmp/part" "$@"
	for name in $names; do
		parallel_next
		cat "$log"
		read -r p f 2>/dev/null <"$tmp/of-parts/$name.tally" || {
			p=0 f=1
			echo "not ok $name: ended with status $status"
		}
		passed=$((passed + p))
		failed=$((failed + f))
	done
}

# quick takes fewer of the cases that differ only in a number
few=
# shellcheck disable=SC2034 # parts read it
[ "$amount$which" != quick ] || few=y
case "$amount$which" in
# The longest part begins first.
full) parts long damage cases ;;
*) # shellcheck source=/dev/null # of another folder, too
	. "$here/${which:-cases}.sh" ;;
esac

[ "$which" ] || echo "# tool: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
[ $failed -eq 0 ]
