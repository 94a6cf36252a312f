#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# hartscope's encoder and decoder against the reference code's, which is not
# part of this project: in both directions, in its five configurations.

set -u

usage()
{
	cat <<EOT
Usage: differential.sh HARTSCOPE REFERENCE PROGRAMS [NAME...]

HARTSCOPE is the project's tool, REFERENCE the program that refcode/c of
riscv-non-isa/tg-nexus-trace builds, PROGRAMS a directory with NAME.pcinfo
(program info) and NAME.pcseq (executed sequence) for each program; NAME picks
some of them.

Each program is encoded by both; the reference decodes hartscope's trace, and
hartscope decodes both. All address streams must be equal to the executed one. The
output has the sizes in bytes: configuration, reference, hartscope, program. The exit status is 0 when
everything was equal.
EOT
}

[ "${1:-}" != --help ] || { usage; exit 0; }
[ $# -ge 3 ] || { usage >&2; exit 2; }
tool=$1 reference=$2 programs=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() { echo "not ok $name, $config: $*"; }

# Options of both encoders for a configuration
options()
{
	case "$1" in
	btm) ref_options=-nobhm our_options=--btm ;;
	htm) ref_options='-cs 0 -rpt 0' our_options= ;;
	repeat) ref_options='-cs 0 -rpt 2' our_options=--repeat ;;
	stack) ref_options='-cs 8 -rpt 0' our_options=--call-stack=8 ;;
	both)
		ref_options='-cs 8 -rpt 2'
		our_options='--repeat --call-stack=8'
		;;
	esac
}

# Compares $work/pcs with the executed addresses; digits may be in either case
expect()
{
	tr a-f A-F <"$work/pcs" | cmp -s - "$work/executed" || fail "$@"
}

# Word splitting is intended: lists of options.
# shellcheck disable=SC2086
encode()
{
	options "$config"
	"$tool" ntrace encode --quiet $our_options -o "$work/ours" "$seq" ||
		fail "we do not encode"
	"$reference" -enco "$seq" -nex "$work/theirs" $ref_options \
		>"$work/log" || fail "the reference does not encode"
}

# The exit status of a decoder says less than its output: hartscope's is 1 for
# I-CNT of more than 22 bits, which the reference sends; the reference's is 0
# for many errors.
decode()
{
	"$reference" -deco "$work/ours" -pcinfo "$info" -pcout "$work/pcs" \
		-none >"$work/log"
	expect "the reference decodes ours to something else"
	for trace in ours theirs; do
		"$tool" ntrace decode --quiet --lenient -i "$info" -f pcs \
			-o "$work/pcs" "$work/$trace" 2>"$work/log"
		expect "we decode $trace to something else"
	done
}

compare()
{
	seq=$programs/$name.pcseq info=$programs/$name.pcinfo
	encode
	decode
	echo "$config $(wc -c <"$work/theirs") $(wc -c <"$work/ours") $name"
}

[ $# -gt 0 ] || set -- "$programs"/*.pcseq
for name; do
	name=$(basename "$name" .pcseq)
	sed '/^\./d; s/,.*//' "$programs/$name.pcseq" | tr a-f A-F \
		>"$work/executed"
	for config in btm htm repeat stack both; do
		compare
	done
done | tee "$work/result"
awk '
	/^not ok/ { bad++; next }
	{ theirs[$1] += $2; ours[$1] += $3 }
	END {
		for (c in theirs)
			print "all", c, theirs[c], ours[c]
		exit bad > 0
	}' "$work/result"
