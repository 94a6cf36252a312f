# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: selections by number, time and function.
# shellcheck disable=SC2154

# --- by function
for form in insns calls folded bolt; do
	run "function-$form" 0 decode -f $form --function=leaf -i "$elf" "$trace"
done
run function-work 0 decode -f calls --function=work -i "$elf" "$trace"
run wrong-function 2 decode --function=leave -i "$elf" "$trace"
# leaf calls nothing
loop_of_work 700 >"$tmp/loop.pcseq"
sed '/^\./d' "$tmp/loop.pcseq" >"$tmp/untimed.pcseq"
in_leaf()
{
	nt encode "$@" -o "$tmp/loop.nex" "$tmp/untimed.pcseq" &&
		nt decode -f pcs -i "$elf" "$tmp/loop.nex" |
		grep -E '3c|3e|46' >"$tmp/leaf" || return
	[ "$(wc -l <"$tmp/leaf")" -eq 2100 ] &&
		nt decode -f pcs --function=leaf -i "$elf" "$tmp/loop.nex" |
		cmp - "$tmp/leaf"
}
check "a function, what it executed" in_leaf --btm --no-repeat-branch
check "a function, repetitions" in_leaf --repeat
all_of_it()
{
	nt decode -f pcs --function=_start -i "$elf" "$trace" | cmp - "$tmp/want"
}
sed -n 's/,.*//; /^0x/p' "$seq_in" >"$tmp/want"
check "the outermost function is all" all_of_it

# --- by time
nt encode --set trTsEnable=1 --set trTeInstSyncMode=3 --set trTeInstSyncMax=1 \
	-o "$tmp/timed.nex" "$tmp/loop.pcseq"
# in_time FROM TO: the ranges between two timestamps of that time
in_time()
{
	nt decode -i "$elf" "$tmp/timed.nex" | awk -v from="$1" -v to="$2" '
		/^time/ && $2 != time { before = time; time = $2 }
		/^0x/ && before >= from && time <= to' >"$tmp/between"
	wc -l <"$tmp/between"
	[ -s "$tmp/between" ] &&
		nt decode --time="$1..$2" -i "$elf" "$tmp/timed.nex" |
		grep ^0x | cmp - "$tmp/between"
}
check "a time" in_time 700 1400
check "a time from the start" in_time 0 900
check "a time to the end" in_time 1200 99999999
nowhere()
{
	[ -z "$(nt decode --time=5000.. -i "$elf" "$tmp/timed.nex")" ] &&
		nt decode --time=.. -i "$elf" "$tmp/timed.nex" >"$tmp/all" &&
		nt decode -i "$elf" "$tmp/timed.nex" | cmp - "$tmp/all"
}
check "a time with nothing in it, and with all" nowhere
run time-insns 0 decode -f insns --time=1025..1100 --src-bits=2 -i "$info" \
	"$tmp/events.nex"
run wrong-time 2 decode --time=1000 -i "$elf" "$tmp/timed.nex"
run wrong-time-order 2 decode --time=5..4 -i "$elf" "$tmp/timed.nex"
run wrong-time-unit 2 decode --time=5us.. -i "$elf" "$tmp/timed.nex"
run wrong-time-number 2 decode --freq=10 --time=5h.. -i "$elf" "$tmp/timed.nex"
run wrong-time-none 2 decode --time=1..4 -f pcs -i "$elf" "$trace"

# --- by a duration, with a clock of 3 MHz
frequency()
{
	nt decode --time=300.. -i "$elf" "$tmp/timed.nex" >"$tmp/time" &&
		[ -s "$tmp/time" ] &&
		nt decode --freq=3000000 --time=0.1ms.. -i "$elf" \
			"$tmp/timed.nex" | cmp - "$tmp/time" || return
	nt decode -f calls -i "$elf" "$tmp/timed.nex" |
		awk '/^ *[0-9]/ { print int($1 * 1000 / 3) }' >"$tmp/clocks"
	nt decode -f calls --freq=3000000 -i "$elf" "$tmp/timed.nex" |
		awk '/^ *[0-9]/ { print $1 }' | cmp - "$tmp/clocks" &&
		nt decode -f speedscope --freq=3000000 -i "$elf" \
			"$tmp/timed.nex" | grep -q '"unit":"nanoseconds"'
}
check "a frequency" frequency

# --- by the numbers of instructions: 4900 of them, in loops that are reported
# once
nt encode --repeat -o "$tmp/counted.nex" "$tmp/untimed.pcseq"
# numbers TRACE: for many parts, the output equals the lines that sed takes of
# all
numbers()
{
	nt decode -f pcs -i "$elf" "$1" >"$tmp/all" || return
	for span in 1,1 2,8 3,9 7,7 8,2000 1999,2013 1,4900 4894,4900 \
		4900,9999; do
		nt decode -f pcs --insns="${span%,*}..${span#*,}" -i "$elf" \
			"$1" >"$tmp/some" &&
			sed -n "${span}p" "$tmp/all" | cmp - "$tmp/some" ||
			{ echo "$span"; return 1; }
	done
}
check "instructions by number, repeated" numbers "$tmp/counted.nex"
check "instructions by number, with times" numbers "$tmp/timed.nex"
# Parts that follow each other have all instructions and events, each once
parts_by_number()
{
	nt decode -f insns --src-bits=2 -i "$info" "$tmp/events.nex" |
		grep -vE '^source|left out' >"$tmp/all" || return
	for cut in 1 2 3 5 8 13 20; do
		nt decode -f insns --src-bits=2 --insns=..$cut -i "$info" \
			"$tmp/events.nex" >"$tmp/parts" &&
			nt decode -f insns --src-bits=2 \
				--insns=$((cut + 1)).. -i "$info" \
				"$tmp/events.nex" >>"$tmp/parts" &&
			grep -vE '^source|left out' "$tmp/parts" |
			cmp - "$tmp/all" ||
			{ echo "$cut"; return 1; }
	done
}
check "parts by number have each instruction and event once" parts_by_number
# With a function: those of its instructions that have these numbers
in_leaf_by_number()
{
	nt decode -f pcs -i "$elf" "$tmp/counted.nex" | sed -n '1000,2000p' |
		grep -E '3c|3e|46' >"$tmp/leaf"
	[ "$(wc -l <"$tmp/leaf")" -gt 400 ] &&
		nt decode -f pcs --function=leaf --insns=1000..2000 -i "$elf" \
			"$tmp/counted.nex" | cmp - "$tmp/leaf"
}
check "a function's instructions by number" in_leaf_by_number
for span in 5 0..3 4..2 x.. 1..2ns; do
	is 2 nt decode --insns=$span -i "$elf" "$trace" >"$tmp/out" 2>&1 ||
		echo "taken: $span"
done >"$tmp/taken"
check "no such numbers" test ! -s "$tmp/taken"
run wrong-insns 2 decode --insns=0..3 -i "$elf" "$trace"
run wrong-insns-last 2 decode --insns=1..3 --last=3 -i "$elf" "$trace"
