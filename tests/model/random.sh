#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Random instructions on the model and on QEMU: both have to print the same.

if [ "$#" -lt 6 ] || [ "$1" = --help ]; then
	cat <<EOT
usage: random.sh TALLY PROGRAM FRAMES OUT BLOCKS SEED...

Makes an image of BLOCKS blocks of random instructions for each SEED, RV64 and
RV32, on a hart with more extensions if SEED is even, with PROGRAM (random.c) and
FRAMES/rv64.bin and rv32.bin (random.S), starts it in QEMU, and compares its output
with the model's. Images are left in OUT. Writes the line 'PASSED FAILED' to the file TALLY.
EOT
	[ "$1" = --help ]
	exit
fi

tally=$1 program=$2 frames=$3 out=$4 blocks=$5
shift 5
passed=0 failed=0

# compare XLEN SEED
compare()
{
	base=$out/rv$1-$2 more='' cpu=''
	[ $(($2 % 2)) -eq 1 ] || {
		more=+
		cpu=,zfh=true,zcb=true,zimop=true,zcmop=true
	}
	"$program" "qemu-rv$1$more" "$2" "$blocks" "$frames/rv$1.bin" "$base.bin" \
		"$base.expected" >"$base.log" 2>&1 || return 1
	sh platform/qemu/qemu.sh --xlen "$1" --mem 64M --timeout 1200 \
		--cpu "h=false,v=false,debug=false$cpu" --firmware "$base.bin" \
		>"$base.printed" 2>>"$base.log" || return 1
	cmp "$base.expected" "$base.printed" >>"$base.log" 2>&1
}

# One comparison, for parallel()
if [ "$tally" = --one ]; then
	compare "$@"
	exit
fi
# shellcheck source=tests/parallel.sh
. "$(dirname "$0")/../parallel.sh"
mkdir -p "$out" "$(dirname "$tally")" || exit 1
rm -f "$tally"
all=$*
set --
for seed in $all; do
	for xlen in 64 32; do
		set -- "$@" "sh '$0' --one '$program' '$frames' '$out' \
			'$blocks' $xlen $seed"
	done
done
parallel "$out/random" "$@"
for seed in $all; do
	for xlen in 64 32; do
		base=$out/rv$xlen-$seed
		parallel_next
		if [ "$status" -eq 0 ]; then
			echo "ok random RV$xlen, seed $seed:" \
				"$(head -n 1 "$base.log")"
			passed=$((passed + 1))
		else
			echo "not ok random RV$xlen, seed $seed"
			sed 's/^/# /' "$base.log"
			failed=$((failed + 1))
		fi
	done
done
echo "# model: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
