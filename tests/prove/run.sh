#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Prove, print a line for each proof, write the tally.

set -u

usage()
{
	cat <<EOT
Usage: run.sh BUILD TALLY PROOF...

A proof is NAME_FUNCTION: the function prove_NAME_FUNCTION() of
tests/prove/NAME_calls.c over all of lib/NAME; info is a part of lib/pmu. Prints
ok or not ok for each, and writes the line 'PASSED FAILED' to the file TALLY. With
VERBOSE=1 a proof that fails shows the trace that refutes it.
EOT
}

[ "${1:-}" != --help ] || { usage; exit 0; }
if [ "${1:-}" = --one ]; then
	build=$2 one=$3
else
	[ $# -gt 2 ] || { usage >&2; exit 2; }
	build=$1 tally=$2
	shift 2
fi
here=$(dirname "$0")
scratch=$build/results/prove
mkdir -p "$scratch" || exit 1

# A loop that needs more iterations than the widest set has bits is a failure.
prove()
{
	calls=${1%%_*} without=pmu_map.c
	lib=$calls
	# info_calls.c includes the file that it proves
	[ "$calls" != info ] || { lib=pmu without=pmu_info.c; }
	# The files of proofs replace the map of events
	sources=$(find "lib/$lib" -name '*.c' ! -name pmu_map.c ! -name "$without")
	# Of one record
	bounds=
	[ "$1" != info_known ] || bounds='--unwindset pmu_info_known.0:2'
	# shellcheck disable=SC2086 # lists of files and of options
	sh "$here/cbmc.sh" --function "prove_$1" \
		-DOPENSBI_EXTERNAL_SBI_TYPES=base/types.h -D__riscv_xlen=64 \
		-I "$here/include" -I include -I "$build/opensbi/src/include" \
		"$here/prove.c" "$here/${calls}_calls.c" $sources \
		--bounds-check --pointer-check --pointer-overflow-check \
		--signed-overflow-check --undefined-shift-check \
		--div-by-zero-check --unwind 66 --unwinding-assertions $bounds \
		--slice-formula --verbosity 4 ${VERBOSE:+--trace} \
		>"$scratch/$1.log" 2>&1
}

# One proof, for parallel()
if [ "${one:-}" ]; then
	began=$(date +%s)
	prove "$one"
	status=$?
	echo "$(($(date +%s) - began)) s" >"$scratch/$one.time"
	exit $status
fi
rm -f "$tally"
sh "$here/cbmc.sh" --fetch >"$scratch/version" || exit 1
echo "# cbmc $(cat "$scratch/version")"

passed=0 failed=0
# shellcheck source=tests/parallel.sh
. "$here/../parallel.sh"
for proof; do
	set -- "$@" "sh '$0' --one '$build' $proof"
	shift
done
parallel "$scratch/all" "$@"
for command; do
	parallel_next
	proof=${command##* }
	if [ "$status" -eq 0 ] &&
		grep -q '^VERIFICATION SUCCESSFUL' "$scratch/$proof.log"; then
		passed=$((passed + 1))
		echo "ok $proof ($(cat "$scratch/$proof.time"))"
	else
		failed=$((failed + 1))
		echo "not ok $proof"
		grep -E 'FAILURE|rror' "$scratch/$proof.log" | head -n 20 |
			sed 's/^/# /'
	fi
done
echo "# prove: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
[ "$failed" -eq 0 ]
