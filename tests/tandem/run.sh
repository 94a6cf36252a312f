#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The level "tandem": all its parts, one after the other.

set -u

usage()
{
	cat <<EOT
Usage: run.sh LEVEL BUILD

Runs tests/tandem/part_*.sh and leaves "PASSED FAILED" in
BUILD/results/tandem.tally. A part is called with the same arguments, and prints
a line "ok ..." or "not ok ..." per result.

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
log=$build/tandem/results
mkdir -p "$build/tandem" "$build/results"

set -- "$here"/part_*.sh
[ "$level" != long ] || set -- "$here/part_damage.sh"
for part; do
	sh "$part" "$level" "$build" || echo "not ok $part: it failed"
done | tee "$log"

passed=$(grep -c '^ok ' "$log")
failed=$(grep -c '^not ok ' "$log")
echo "$passed $failed" >"$build/results/tandem.tally"
