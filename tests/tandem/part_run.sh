#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Bare programs on the model.

# shellcheck disable=SC2154 # variables of common.sh
set -u

usage()
{
	cat <<EOT
Usage: part_run.sh quick|full BUILD

Runs a program that ends in each possible way, and checks its output, its signature
and its status. Its trace has to agree with the model; a faulty trace must not.
EOT
}

. "$(dirname "$0")/common.sh"
programs=$build/host/tandem

# ends XLEN HOW STATUS END CODE
ends()
{
	elf=$programs/run$1-$2.elf
	"$tool" run --limit=20000 --json --trace="$dir/run" \
		--signature="$dir/run.sig" "$elf" >"$dir/log" 2>&1
	[ $? -eq "$3" ] && grep -q '^hello world$' "$dir/log" &&
		grep -q "^{\"end\":\"$4\",\"code\":$5,\"steps\":" "$dir/log" &&
		printf '%s\n' 00000000 3ff00000 0000000f 22334400 00000011 \
			00000000 | cmp - "$dir/run.sig" >>"$dir/log" &&
		"$tool" tandem verify --quiet -m "$elf" "$dir/run" \
			>>"$dir/log" 2>&1 &&
		grep -q '(1 exceptions, 1 interrupts)' "$dir/log"
	result $? "RV$1: a program that ends with status $3 ($4)"
}

for xlen in 64 32; do
	ends $xlen 0 0 passed 0
	ends $xlen 1 1 failed 7
	ends $xlen 2 1 failed 5
	ends $xlen 3 3 limit 0
	ends $xlen 4 1 asleep 0
	ends $xlen 5 0 passed 0
done

# A bit of a register in the middle of the trace
faulty()
{
	"$tool" run --trace="$dir/run" "$programs/run64-0.elf" >"$dir/log" 2>&1 &&
		"$tool" tandem dump --quiet -f events "$dir/run" |
		sed 's/reg 0x101c 64 0x11223344/reg 0x101c 64 0x11223345/' \
			>"$dir/run.events" &&
		"$tool" tandem convert -f events -o "$dir/run.bad" \
			"$dir/run.events" >>"$dir/log" 2>&1 &&
		cp "$dir/run.params" "$dir/run.bad.params" &&
		! "$tool" tandem verify --quiet -m "$programs/run64-0.elf" \
			"$dir/run.bad" >"$dir/log" 2>&1 &&
		grep -q 'GPR: .* t3: expected 0x11223344, seen 0x11223345' "$dir/log"
}
faulty
result $? "a wrong register in the trace of a run is found"

# --- harts by their ISA

# fits STATUS HART [WORDS]: the trace of the first program
fits()
{
	"$tool" tandem verify --quiet --hart="$2" --max-findings=1 \
		-m "$programs/run64-0.elf" "$dir/run" >"$dir/log" 2>&1
	[ $? -eq "$1" ] && grep -q "${3:-verified}" "$dir/log"
	result $? "a hart that is $2 (status $1)"
}
"$tool" run --trace="$dir/run" "$programs/run64-0.elf" >"$dir/log" 2>&1
echo 'hart0: {}' >"$dir/none.yaml"
printf '%s\n' 'hart0:' '  ISA: "RV64IMAFDCSUZicsr_Zifencei_Zba" # and' \
	>"$dir/hart.yaml"
fits 0 rv64gc
fits 0 RV64IMAFDCSU_Zicsr
fits 0 "$dir/hart.yaml"
fits 0 rv64gcv_zba_zqx "not modelled: v, zqx$"
fits 1 rv64imafd "not verified"
fits 1 rv64imac "not verified"
fits 1 rv64imfdc "not verified"
fits 2 rv32gc "hart 'rv32gc' is RV32"
fits 2 rv64e "a hart without I is not modelled"
fits 2 rv64gc__zba "is no ISA string"
fits 2 "$dir/none.yaml" "does not give the ISA of a hart"
fits 2 "$dir/no-such.dtb" "no hart is named"

# refused WORDS ARGUMENT...
refused()
{
	words=$1
	shift
	"$tool" run "$@" >"$dir/log" 2>&1
	[ $? -eq 2 ] && grep -q "$words" "$dir/log"
	result $? "refused: $words"
}
refused "which program" --json
refused "no executable for RISC-V" "$tool"
refused "cannot read" "$dir/no-such-program"
refused "is RV32, but" --hart=qemu-rv32 "$programs/run64-0.elf"
refused "no hart is named 'vax'" --hart=vax "$programs/run64-0.elf"
refused "is 4, 8" --signature-granularity=5 "$programs/run64-0.elf"
refused "only one program" "$programs/run64-0.elf" "$programs/run64-0.elf"

"$tool" run --help | grep -oE -e '--[a-z][a-z-]*' | sort -u |
	grep -vxe --help -e --usage | while read -r option; do
	grep -q -- "Fl ${option#-}\\b" "$here/../../docs/hartscope-run.1" ||
		echo "$option is not there"
done >"$dir/log"
! grep . "$dir/log"
result $? "the manual page has every option of run"
