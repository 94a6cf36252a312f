#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The SBI suite of kvm-unit-tests on our firmware and on stock.

set -u

usage()
{
	cat <<EOT
Usage: kvm_unit.sh BUILD DIR [CPU] [XLEN]

Builds the suite of the kvm-unit-tests in DIR, which is not written to, in
BUILD/kvm-unit/rvXLEN (64), runs it on QEMU's virt with 4 harts of CPU
(max,svade=true) with the firmware in BUILD and with stock, and prints the
tests that fail on either. Fails if a test fails on hartscope and passes on stock, or
if a run does not end.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -ge 2 ] || { usage >&2; exit 2; }
build=$1 cpu=${3:-max,svade=true} xlen=${4:-64}
suite=$(cd "$2" && pwd) || exit 2
work=$build/kvm-unit/rv$xlen
limit=600 # seconds of processor time; a run takes less than 30

mkdir -p "$work" || exit 2
if ! (cd "$work" && "$suite/configure" "--arch=riscv$xlen" \
	--cross-prefix="${CROSS_COMPILE:-riscv64-linux-gnu-}" &&
	make riscv/sbi.flat) >"$work/build.log" 2>&1; then
	tail "$work/build.log" >&2
	exit 2
fi

# The suite waits by the clock, which is QEMU's count of the instructions of all
# harts: a busy host delays nothing, but each hart waits for the others' turns.
# The limit of the event is in microseconds, the others are in cycles of the
# timer.
cat >"$work/environment" <<EOT
SSE_EVENT_COMPLETE_TIMEOUT=5000000
SBI_TIMER_MARGIN=100000000
SBI_IPI_TIMEOUT=10000000
SBI_HSM_TIMER_DURATION=10000000
EOT

# once NAME FIRMWARE SHIFT: print the failures of a run; an instruction takes
# 2^SHIFT nanoseconds
once()
{
	sh platform/qemu/qemu.sh --xlen "$xlen" --cpu "$cpu" --smp 4 --mem 128M \
		--firmware "$2" --kernel "$work/riscv/sbi.flat" \
		--initrd "$work/environment" --timeout "$limit" \
		-- -nodefaults -icount "shift=$3,sleep=off" >"$work/$1.log" 2>&1
	sed -n "s/^SUMMARY/$1/p" "$work/$1.log" >&2
	sed -n 's/^FAIL: //p' "$work/$1.log" | sort -u
	grep -q '^SUMMARY' "$work/$1.log"
}

# run NAME FIRMWARE: write the tests that fail in each of three runs to
# NAME.failed. The timer test of the suite has a race: an interrupt after its
# read of time counts as too early. With another clock the interrupt comes at
# another place.
run()
{
	once "$1" "$2" 0 >"$work/$1.failed" || return
	for shift in 1 2; do
		[ -s "$work/$1.failed" ] || break
		once "$1" "$2" $shift >"$work/$1.again" || return
		comm -12 "$work/$1.failed" "$work/$1.again" >"$work/$1.both"
		mv "$work/$1.both" "$work/$1.failed"
	done
	sed 's/^/    fails: /' "$work/$1.failed"
}

run stock "$build/opensbi/rv$xlen/platform/generic/firmware/fw_dynamic.bin" ||
	echo 'stock does not come to the end'
run ours "$build/rv$xlen/fw_dynamic.bin" || {
	echo 'not ok - ours does not come to the end'
	exit 1
}
worse=$(comm -13 "$work/stock.failed" "$work/ours.failed")
[ -z "$worse" ] || {
	echo "not ok - only ours: $worse"
	exit 1
}
echo 'ok - nothing fails that stock does not fail, too'
