#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The verifier, on traces of which every group is known.

set -u

usage()
{
	cat <<EOT
Usage: part_verify.sh quick|full BUILD

Plants faults in the traces of Bluespec's cores: each has to be found where it is,
and nothing anywhere else.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick) plants=1000 ;;
full) plants=20000 ;;
*) usage >&2; exit 2 ;;
esac
build=$2
here=$(dirname "$0")
rtl=$here/corpus-rtl
programs=$build/host/tandem

run()
{
	"$@" || [ $? -eq 1 ] || echo "not ok $1: ended with status $?"
}

for hart in flute-rv64gc piccolo-rv32imac; do
	run "$programs/plant" --hart=$hart --plants=$plants --gap=25 \
		--memory="$rtl/$hart.memhex" "$rtl/$hart.tv"
done
