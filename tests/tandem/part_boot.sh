#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# From the reset of the machine through the firmware into S-mode and U-mode:
# each instruction is verified with the project's model.

# shellcheck disable=SC2154 # variables of common.sh
set -u

usage()
{
	cat <<EOT
Usage: part_boot.sh quick|full BUILD

Boots the firmware and a payload under QEMU, writes tandem traces, and verifies them.
Quick: on RV64, the first 3 million instructions, which are M-mode's, and 1.5 million
from the start of the payload. Full: the whole run, and faults that are planted in the
trace are found where they are.
EOT
}

. "$(dirname "$0")/common.sh"

# verified XLEN OPTIONS LEAST: through a named pipe, since the file is not kept
verified()
{
	rm -f "$dir/boot$1"
	mkfifo "$dir/boot$1"
	"$tool" tandem verify --quiet --hart="qemu-rv$1" --xlen="$1" --flen=64 \
		--mlen="$(($1 == 32 ? 34 : 64))" "$dir/boot$1" \
		>"$dir/boot.log" 2>&1 &
	verifier=$!
	# QEMU may have failed before it opened the pipe
	trace "boot$1" "$1" "level=full,$2" || kill $verifier 2>/dev/null
	wait $verifier
	status=$?
	cat "$dir/boot.log" >>"$dir/log"
	[ $status -eq 0 ] && [ "$(value "boot$1" insns)" -ge "$3" ] &&
		[ "$(value "boot$1" lost)" = 0 ] &&
		[ "$(value "boot$1" outside-memory)" = 0 ]
}

# registers XLEN COUNT: the trace of the payload, from its start into U-mode, lacks
# unchanged registers, and memory. The hart has the ISA of the machine's device
# tree.
registers()
{
	rm -f "$dir/boot$1"
	first=$(symbol "$1" _start)
	trace "boot$1" "$1" "level=registers,from=$first,count=$2,exit=on" &&
		"$tool" tandem verify --quiet "$dir/boot$1" >>"$dir/log" 2>&1 &&
		"$tool" tandem verify --quiet --hart="$build/tandem/virt$1-1.dtb" \
			"$dir/boot$1" >>"$dir/log" 2>&1 &&
		! grep 'not modelled' "$dir/log" &&
		"$tool" tandem dump --quiet "$dir/boot$1" |
			grep -q '^ *priv *= 0 (U)'
	status=$?
	rm -f "$dir/boot$1"
	return $status
}

# flow XLEN: a trace without registers and memory, to the end of the run
flow()
{
	rm -f "$dir/boot$1"
	trace "boot$1" "$1" "level=pc,$2" &&
		"$tool" tandem verify --quiet "$dir/boot$1" >>"$dir/log" 2>&1 &&
		[ "$(value "boot$1" insns)" -ge "$3" ]
	status=$?
	rm -f "$dir/boot$1"
	return $status
}

# planted XLEN: with a file, which the test changes
planted()
{
	rm -f "$dir/boot$1"
	trace "boot$1" "$1" level=full,count=10000000,exit=on &&
		"$build/host/tandem/plant" --hart="qemu-rv$1" \
			--mlen="$(($1 == 32 ? 34 : 64))" --exact --plants=1000 \
			"$dir/boot$1"
	[ $? -le 1 ] || result 1 "RV$1: planted faults"
	rm -f "$dir/boot$1"
}

# explained XLEN: a missing group makes one finding, which names the group.
# Groups from the payload's first interrupts on, for a boot of any length.
explained()
{
	rm -f "$dir/boot$1"
	first=$(symbol "$1" soft_interrupts)
	trace "boot$1" "$1" "level=full,from=$first,count=200000,exit=on" &&
		python3 "$here/explain.py" "$tool" "$dir/boot$1" >"$dir/log" 2>&1
	status=$?
	rm -f "$dir/boot$1"
	return $status
}

xlens=${XLEN:-64 32}
[ "$level" != quick ] || xlens=${xlens%32}
for xlen in $xlens; do
	explained "$xlen"
	result $? "RV$xlen: a lost interrupt and a dropped group are one finding each"
	case "$level" in
	quick) end=count=3000000,exit=on least=3000000 some=1500000 ;;
	*) end=exit=off least=10000001 some=3000000 ;;
	esac
	verified "$xlen" "$end" $least
	result $? "RV$xlen: $least instructions from reset, or more, are verified"
	registers "$xlen" $some
	result $? "RV$xlen: $some instructions of the payload without memory are verified, also with the device tree's hart"
	flow "$xlen" "$end" $least
	result $? "RV$xlen: the run without registers and memory is verified"
	[ "$level" = quick ] || planted "$xlen"
done
