#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The file beside a trace says how long the trace is: a part of it does not pass
# for the whole.

# shellcheck disable=SC2154 # variables of common.sh
set -u

usage()
{
	cat <<EOT
Usage: part_damage.sh quick|full|long BUILD

Verifies a short trace of QEMU whose side file admits something, or says something
else than the trace, then copies that are shortened or damaged, trace or side file. Level
long does so by the tool under ASan and UBSan.
EOT
}

. "$(dirname "$0")/common.sh"
case $level in
quick) copies=200 ;;
full) copies=1000 ;;
long) copies=10000 tool=$build/sanitized/host/hartscope ;;
esac
# The sanitizers' status differs from the tool's. The tool ends without freeing
# memory.
export ASAN_OPTIONS=exitcode=99:detect_leaks=0 UBSAN_OPTIONS=exitcode=99

# verified STATUS SED-SCRIPT [WORDS]: with the file beside the trace changed
verified()
{
	cp "$dir/short" "$dir/short.said"
	sed "$2" "$dir/short.params" >"$dir/short.said.params"
	"$tool" tandem verify --quiet "$dir/short.said" >"$dir/log" 2>&1
	[ $? -eq "$1" ] && grep -q "${3:-verified: 2000 }" "$dir/log"
}

trace short 64 level=full,count=2000,exit=on && verified 0 ''
result $? "a short trace is verified"

# said NAME STATUS SED-SCRIPT WORDS
said()
{
	name=$1
	shift
	verified "$@"
	result $? "not verified: $name"
}

said "lost" 1 's/^lost .*/lost 7/' '^not whole: .*7 times'
said "unannounced" 1 's/^unann.*/unannounced 9/' '^not whole: .*9 registers'
said "other instructions" 1 's/^insns .*/insns 2001/' '^not whole: .*2001 inst'
said "other bytes" 1 's/^bytes .*/bytes 5/' '^not whole: .* 5 bytes'
said "a writer that has not ended" 1 's/^whole .*/whole no/' '^not whole: '
said "an unknown key" 2 's/^require/requires/' 'no such key'
said "a key twice" 2 's/^lost.*/insns 2000/' 'another one'
said "nothing but its number of lines" 2 '1s/.*/lines 1/; 2,$d' 'number'
said "a line less" 2 '/^absent/d' 'not so many lines'

# killed: QEMU ends in an endless loop, and the plugin gets no notice
killed()
{
	printf '\157\000\000\000' >"$dir/endless" # j .
	KERNEL=$dir/endless setsid sh "$here/boot.sh" "$build" 64 \
		"$so,out=$dir/killed,level=pc,to=0x80200000" >"$dir/log" 2>&1 &
	boot=$!
	until [ -s "$dir/killed" ]; do
		kill -0 $boot 2>/dev/null || return 1
		sleep 0.1
	done
	grep -q '^whole no' "$dir/killed.params"
	status=$?
	kill -KILL -$boot
	wait $boot 2>/dev/null
	return $status
}
rm -f "$dir/killed" "$dir/killed.params"
killed
result $? "while QEMU runs, the side file says that it is not whole"
rm -f "$dir/killed"

python3 "$here/shorten.py" --copies="$copies" "$tool" "$dir/short" \
	>"$dir/log" 2>&1
result $? "$copies copies, shortened or damaged"
