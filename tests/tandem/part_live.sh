#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A trace is verified while QEMU makes it.

# shellcheck disable=SC2154 # variables of common.sh
set -u

usage()
{
	cat <<EOT
Usage: part_live.sh quick|full BUILD

Changes a register of a running QEMU: the verifier finds it, and stops QEMU.
Interrupts the verifier: its findings are kept.
EOT
}

. "$(dirname "$0")/common.sh"
rtl=$here/corpus-rtl

[ "$level" = quick ] || {
	# The firmware is linked at 0, and runs at the start of RAM.
	entry=$("${CROSS_COMPILE:-riscv64-linux-gnu-}nm" \
		"$build/rv64/fw_dynamic.elf" |
		sed -n 's/^00000000\(.*\) [tT] sbi_init$/\1/p')
	entry=$(printf '%x' $((0x80000000 + 0x$entry)))
	python3 "$here/live.py" "$tool" "$dir/live" "$entry" \
		sh "$here/boot.sh" "$build" 64 "$so" >"$dir/log" 2>&1
	result $? "a running QEMU is stopped where its register was changed"
}

# A hart that executes three instructions, and then sleeps for ever.
asleep()
{
	rm -f "$dir/asleep" "$dir/asleep.params"
	# li t0, 1; wfi; j -4
	printf '\223\002\020\000\163\000\120\020\157\360\337\377' >"$dir/sleeper"
	KERNEL=$dir/sleeper setsid sh "$here/boot.sh" "$build" 64 \
		"$so,out=$dir/asleep,from=0x80200000,live=on" \
		>"$dir/log" 2>&1 &
	qemu=$!
	until "$tool" tandem dump "$dir/asleep" 2>/dev/null | grep -q 't0.*0x1$'
	do
		kill -0 $qemu 2>/dev/null || return 1
		sleep 0.2
	done
	grep -q 'whole no' "$dir/asleep.params"
	status=$?
	kill -KILL -$qemu
	wait $qemu 2>/dev/null
	return $status
}
[ "$level" = quick ] || {
	asleep
	result $? "a hart that sleeps has told what it did before"
}

# Through a pipe, which has no file beside it: a hart of 32 bits
piped()
{
	rm -f "$dir/piped" "$dir/piped.params"
	mkfifo "$dir/piped"
	"$tool" tandem verify --quiet - <"$dir/piped" >"$dir/log" 2>&1 &
	verifier=$!
	sh "$here/../../platform/qemu/qemu.sh" --xlen 32 --timeout 1800 \
		--firmware "$build/host/tandem/tables32.bin" -- \
		-icount shift=0,sleep=off -plugin \
		"$so,out=$dir/piped,inband=on,count=100,exit=on" \
		>"$dir/qemu.log" 2>&1
	exec 3<>"$dir/piped" # in case QEMU has not opened it
	exec 3>&-
	wait $verifier && grep -q '^verified: 100 ' "$dir/log"
}
piped
result $? "the parameters are before the first group"

# A reader of a pipe gets the trace in parts; it is whole with its last byte
# only.
ended()
{
	bare=$dir/ended
	rm -f "$bare" "$bare.params"
	sh "$here/../../platform/qemu/qemu.sh" --xlen 32 --timeout 1800 \
		--firmware "$build/host/tandem/tables32.bin" -- \
		-icount shift=0,sleep=off -plugin \
		"$so,out=$bare,inband=on,count=100,exit=on" >"$dir/qemu.log" 2>&1
	"$tool" tandem verify --quiet - <"$bare" >"$dir/log" 2>&1 || return 1
	for left in 1 50 $((2 + $(tail -n 8 "$bare" | wc -c))); do
		head -c "-$left" "$bare" |
			"$tool" tandem verify --quiet - >"$dir/log" 2>&1
		[ $? -eq 1 ] && grep -q '^not whole: .* not come to the end' \
			"$dir/log" || return 1
	done
}
ended
result $? "... and its counts behind the last one"

# From a FIFO that stays open, so that only SIGINT ends it
interrupted()
{
	rm -f "$dir/fifo" "$dir/found"
	mkfifo "$dir/fifo"
	"$tool" tandem verify --quiet --params="$rtl/flute-rv64gc.tv.params" \
		--listen="$dir/fifo" >"$dir/found" 2>"$dir/log" &
	verifier=$!
	exec 3>"$dir/fifo"
	cat "$rtl/flute-rv64gc.tv" >&3
	until grep -qs '^divergence 0' "$dir/found"; do
		kill -0 $verifier 2>/dev/null || break
		sleep 0.1
	done
	kill -INT $verifier
	wait $verifier
	status=$?
	exec 3>&-
	[ $status -eq 1 ] && grep -q '^divergence 0' "$dir/found" &&
		grep -q '^not verified' "$dir/found"
}
interrupted
result $? "findings are there at once, and SIGINT keeps them"

# A socket: the line that stops the writer
python3 - "$tool" "$rtl/flute-rv64gc.tv" "$dir/socket" >"$dir/log" 2>&1 <<'EOT'
import os, socket, subprocess, sys, time
tool, trace, path = sys.argv[1:]
if os.path.exists(path):
    os.unlink(path)
verifier = subprocess.Popen([tool, "tandem", "verify", "--quiet", "--stop-at=1",
                             f"--params={trace}.params", f"--listen={path}"])
writer = socket.socket(socket.AF_UNIX)
while verifier.poll() is None:
    try:
        writer.connect(path)
        break
    except OSError:
        time.sleep(0.1)
writer.sendall(open(trace, "rb").read())
line = writer.makefile().readline()
print(line)
sys.exit(verifier.wait() != 1 or not line.startswith("stop 109 0xc00000dc"))
EOT
result $? "the other end of a socket is told to stop"
