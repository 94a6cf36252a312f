#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# One run, two plugins: the N-Trace and the tandem trace have the same
# instructions.

# shellcheck disable=SC2154 # variables of common.sh
set -u

usage()
{
	cat <<EOT
Usage: part_cross.sh quick|full BUILD

Boots the firmware and a payload with traps and interrupts under QEMU, traces it
in both ways and compares; then with differences planted in the tandem trace.
Quick: nothing.
EOT
}

. "$(dirname "$0")/common.sh"
ntrace=$build/qemu/plugin_ntrace.so
[ "$level" != quick ] || exit 0
most=10000000

# both XLEN [OPTIONS]: options of the N-Trace
both()
{
	rm -f "$dir/cross.json"
	trace cross "$1" level=pc,count=$most -plugin "$ntrace,out=$dir/cross.nt${2:+,$2}" &&
		"$tool" tandem crosscheck --quiet --json -o "$dir/cross.json" \
			"$dir/cross" "$dir/cross.nt" 2>>"$dir/log"
	status=$?
	tail -c 600 "$dir/cross.json" >>"$dir/log"
	return $status
}

# agree XLEN NAME [OPTIONS]
agree()
{
	both "$1" "${3:-}" &&
		[ "$(sed -n 's/.*"instructions":\([0-9]*\).*/\1/p' \
			"$dir/cross.json")" -eq $most ]
	result $? "RV$1: $2 agrees for $most instructions"
}

for xlen in ${XLEN:-64 32}; do
	agree "$xlen" "Branch Trace Messaging" mode=btm
	agree "$xlen" "a trace without returns" call-stack=8,repeat=on
	agree "$xlen" "a trace with its own log of code" code=on
	rm -f "$dir/cross.nt".*
	agree "$xlen" "History Trace Messaging"
	python3 "$here/plant_pc.py" --xlen="$xlen" --groups=$((most - 500000)) \
		--plants=20 \
		--image="$build/rv$xlen/fw_dynamic.elf" \
		--image="$build/rv$xlen/smode/mix_test.elf" \
		"$tool" "$dir/cross" "$dir/cross.nt" >"$dir/log" 2>&1
	result $? "RV$xlen: another pc is found where it is"
done
