#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The level "tandem": all its parts, some of them once for each XLEN.

set -u

usage()
{
	cat <<EOT
Usage: run.sh LEVEL BUILD

Runs tests/tandem/part_*.sh and leaves "PASSED FAILED" in
BUILD/results/tandem.tally. A part is called with the same arguments, and prints
a line "ok ..." or "not ok ..." per result. As many run at once as there are
processors; XLEN in their environment says which of 64 and 32 is wanted.

  LEVEL   quick, full, or long: only the parts that have more for it
  BUILD   the build directory
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick|full|long) ;;
*) usage >&2; exit 2 ;;
esac
[ $# -eq 2 ] || { usage >&2; exit 2; }
level=$1 build=$2
here=$(dirname "$0")
results=$build/tandem/results
mkdir -p "$build/tandem" "$build/results"

# shellcheck source=tests/parallel.sh
. "$here/../parallel.sh"
if [ "$level" = long ]; then
	parts="$here/part_verify.sh $here/part_damage.sh $here/part_codec.sh"
fi
set --
# The longest part begins first.
for part in ${parts:-$(ls -r "$here"/part_*.sh)}; do
	case "$part" in
	*/part_verify.sh|*/part_boot.sh|*/part_cross.sh) xlens='64 32' ;;
	*) xlens=both ;;
	esac
	for xlen in $xlens; do
		set -- "$@" "XLEN=${xlen#both} sh '$part' '$level' '$build'"
	done
done
parallel "$build/tandem/part" "$@"
: >"$results"
for command; do
	parallel_next
	[ "$status" -eq 0 ] ||
		echo "not ok $command: ended with status $status" >>"$log"
	cat "$log"
	cat "$log" >>"$results"
done

passed=$(grep -c '^ok ' "$results")
failed=$(grep -c '^not ok ' "$results")
echo "$passed $failed" >"$build/results/tandem.tally"
