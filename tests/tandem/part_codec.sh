#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The codec of tandem trace, and the tools that show traces.

set -u

usage()
{
	cat <<EOT
Usage: part_codec.sh LEVEL BUILD

Decodes the golden files, sends random groups through encoder and decoder, damages
streams, checks that the library needs nothing but itself, and runs the host tool
on small traces. LEVEL is quick, full or long.

CROSS_COMPILE in the environment is the prefix of the RISC-V binutils.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick) groups=50000 mutations=1000 ;;
full) groups=500000 mutations=20000 ;;
long) groups=5000000 mutations=100000 ;;
*) usage >&2; exit 2 ;;
esac
build=$2
here=$(dirname "$0")
golden=$here/../golden rtl=$here/corpus-rtl
programs=$build/host/tandem
nm=${CROSS_COMPILE:-riscv64-linux-gnu-}nm

# If a sanitizer ends a program, its status must differ from the program's own
ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99
export ASAN_OPTIONS UBSAN_OPTIONS

run()
{
	"$@" || [ $? -eq 1 ] || echo "not ok $1: ended with status $?"
}

run "$programs/golden" "$golden"/*.tandem
run "$programs/roundtrip" $groups
run "$programs/mutate" $mutations "$rtl/flute-rv64gc.tv" 64 64 64 \
	"$rtl/piccolo-rv32imac.tv" 32 0 32
for xlen in 64 32; do
	run sh "$here/../ntrace/freestanding.sh" "$nm" \
		"$build/rv$xlen/obj/lib/tandem"/*.o
done
OBJCOPY=${nm%nm}objcopy sh "$here/../tool/run.sh" --command=tandem \
	--cases="$here" "$build/host/tandem/tool.tally" \
	"$build/host/hartscope" "$build/host/tandem/tool"
