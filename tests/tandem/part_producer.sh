#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What QEMU's plugin writes of the firmware and a payload.

set -u

usage()
{
	cat <<EOT
Usage: part_producer.sh quick|full BUILD

Writes tandem traces under QEMU and looks at what the plugin says of them.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick|full) ;;
*) usage >&2; exit 2 ;;
esac
level=$1 build=$2
here=$(dirname "$0")
dir=$build/tandem
so=$build/qemu/plugin_tandem.so

# result STATUS NAME: with the log of what failed
result()
{
	if [ "$1" -eq 0 ]; then
		echo "ok $2"
	else
		echo "not ok $2"
		tail -n 8 "$dir/log" | sed 's/^/    /'
	fi
}

# trace NAME XLEN OPTIONS: the trace is $dir/NAME
trace()
{
	rm -f "$dir/$1" "$dir/$1".*
	sh "$here/boot.sh" "$build" "$2" "$so,out=$dir/$1,$3" >"$dir/log" 2>&1
}

# value NAME KEY: of the side file
value()
{
	sed -n "s/^$2 //p" "$dir/$1.params"
}

# All instructions are explained, and nothing has changed behind the producer's
# back; every N-th instruction all registers are looked at.
unannounced()
{
	trace check "$1" "level=registers,check=$2,skip=${3:-0},count=${4:-100000000},exit=on" &&
		[ "$(value check lost)" = 0 ] &&
		[ "$(value check unannounced)" = 0 ] &&
		[ "$(value check insns)" -ge "${5:-8000000}" ]
}

for xlen in 64 32; do
	unannounced $xlen 997
	result $? "RV$xlen: no register changes without being told, to the end"
	grep -q 'points: [0-9]* passed, 0 failed' "$dir/log"
	result $? "RV$xlen: the payload does as without being watched"
	[ "$level" = quick ] || {
		unannounced $xlen 1 4000000 1000000 1000000
		result $? "RV$xlen: ... looked at after each instruction"
	}
done
