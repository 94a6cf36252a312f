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
and nothing anywhere else. Alters these traces, and such that are made up, in
every single way: what says something else has to be found. Damages them at
random: the verifier has to come to an end, and never passes over a part. Checks
that the libraries need nothing but each other.

CROSS_COMPILE in the environment is the prefix of the RISC-V binutils.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick) plants=1000 every=8 seeds='1 2' copies=500 ;;
full) plants=2000 every=4 seeds='1 2' copies=25000 ;;
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
	run "$programs/alter" --hart=$hart --every=$every --updates \
		--memory="$rtl/$hart.memhex" "$rtl/$hart.tv"
done
for seed in $seeds; do
	for hart in qemu-rv64 qemu-rv32; do
		run "$programs/alter" --hart=$hart --every=$every "$seed"
	done
done
run "$programs/wreck" $copies flute-rv64gc "$rtl/flute-rv64gc.tv" \
	piccolo-rv32imac "$rtl/piccolo-rv32imac.tv" qemu-rv64 1 qemu-rv32 2
# On RV32 divisions are the compiler's library's.
run sh "$here/../ntrace/freestanding.sh" \
	"${CROSS_COMPILE:-riscv64-linux-gnu-}nm" \
	"$build/rv64/obj/lib/insn"/*.o "$build/rv64/obj/lib/model"/*.o "$build/rv64/obj/lib/tandem"/*.o \
	"$build/rv64/obj/lib/verify"/*.o
