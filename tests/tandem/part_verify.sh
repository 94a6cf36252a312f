#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The verifier, on traces whose groups are all known.

set -u

usage()
{
	cat <<EOT
Usage: part_verify.sh quick|full|long BUILD

Plants faults in the traces of Bluespec's cores: each has to be found where it is,
and nothing elsewhere. Alters these traces, and made-up ones, in every single way:
a trace with another meaning has to be found. Damages them at random: the verifier
has to end, and must not skip a part. Checks that the libraries need no others.

CROSS_COMPILE in the environment is the prefix of the RISC-V binutils.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick) plants=400 every=32 seeds=1 copies=200 ;;
full) plants=2000 every=4 seeds='1 2' copies=5000 ;;
long) plants=2000 every=1 seeds='1 2 3 4' copies=25000 ;;
*) usage >&2; exit 2 ;;
esac
build=$2
here=$(dirname "$0")
rtl=$here/corpus-rtl
programs=$build/host/tandem

# If a sanitizer ends a program, its status must differ from the program's own
ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99
export ASAN_OPTIONS UBSAN_OPTIONS

run()
{
	"$@" || [ $? -eq 1 ] || echo "not ok $1: ended with status $?"
}

# verified XLEN CORE SEED: the trace of that core, and made-up traces
verified()
{
	run "$programs/wreck" $copies "$2" "$rtl/$2.tv" "qemu-rv$1" "$3"
	run "$programs/plant" --hart="$2" --plants=$plants --gap=25 \
		--memory="$rtl/$2.memhex" "$rtl/$2.tv"
	run "$programs/alter" --hart="$2" --every=$every --updates \
		--memory="$rtl/$2.memhex" "$rtl/$2.tv"
	for seed in $seeds; do
		run "$programs/alter" --hart="qemu-rv$1" --every=$every "$seed"
	done
}

[ "${XLEN:-64}" = 32 ] || verified 64 flute-rv64gc 1
[ "${XLEN:-32}" = 64 ] || verified 32 piccolo-rv32imac 2
[ "${XLEN:-64}" = 64 ] || exit 0
# On RV32 the compiler's library has functions for divisions.
run sh "$here/../ntrace/freestanding.sh" \
	"${CROSS_COMPILE:-riscv64-linux-gnu-}nm" \
	"$build/rv64/obj/lib/insn"/*.o "$build/rv64/obj/lib/model"/*.o "$build/rv64/obj/lib/tandem"/*.o \
	"$build/rv64/obj/lib/verify"/*.o
