# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases of run.sh, which sets the variables that they use.
# shellcheck disable=SC2154

# shellcheck source=tests/tool/begin.sh
. "$here/begin.sh"

# --- every subcommand and form
run dump 0 dump "$trace"
run dump-bytes 0 dump --bytes --count=2 "$trace"
run dump-json 0 dump --json "$trace"
run stat 0 stat -i "$elf" "$trace"
run stat-messages 0 stat "$trace"
run stat-json 0 stat --json -i "$info" "$trace"
run check 0 check -i "$elf" "$trace"
run check-json 0 check --json "$trace"
rules()
{
	nt check --list >"$tmp/rules" &&
		! grep -vE '^[A-Z_]+ +(error|note|rule) +chapter [0-9.]+ +.' \
			"$tmp/rules" && grep -q '^BAD_MSEO ' "$tmp/rules"
}
check "check --list" rules
for format in ranges insns sequence calls coverage hot callgrind chrome \
	folded flamegraph lcov; do
	run "decode-$format" 0 decode -f $format --period=20 -i "$elf" "$trace"
done
run decode-info 0 decode -f insns -i "$info" "$trace"
run decode-info-calls 0 decode -f folded -i "$info" "$trace"
run decode-formats 0 decode -f help
run encode-fields 0 encode --set=help

# --- the program in parts, and as an image of memory
raw()
{
	"$objcopy" -O binary -j .text "$elf" "$tmp/text.bin" || return
	nt decode -f pcs "$@" "$trace" >"$tmp/pcs" || return
	nt decode -f pcs -i "$elf" "$trace" | cmp - "$tmp/pcs"
}
check "raw memory" raw -i "$tmp/text.bin,at=0x80000000"
check "two ranges of a file" raw -i "$elf,to=0x80000028" \
	-i "$elf,from=0x80000028"
check "a context that never comes up does not count" raw -i "$elf" \
	-i "$info,offset=0x1000,scontext=5"

# Calls are reported like all jumps, except those that implicit returns follow.
jumps()
{
	returns=$1
	shift
	nt encode --set=trTeInstEnAllJumps=1 "$@" -o "$tmp/jumps" "$seq_in" &&
		nt decode -f pcs --all-jumps "--implicit-return=$returns" \
			-i "$elf" "$tmp/jumps" >"$tmp/pcs" &&
		nt decode -f pcs -i "$elf" "$trace" | cmp - "$tmp/pcs"
}
check "all jumps" jumps off
check "all jumps, implicit returns" jumps on \
	--set=trTeInstEnImplicitReturn=1 --set=trTeInstImplicitReturnMode=3

# The first branch of leaf becomes "j .+8": a superfluous history bit proves it
patched()
{
	printf '\157\0\200\0' >"$tmp/patch.bin"
	nt decode -i "$elf" -i "$tmp/patch.bin,at=0x8000003e$1" "$trace" \
		>"$tmp/patched" 2>&1
	[ $? -eq "$2" ]
}
check "a patch" patched '' 1
check "a patch that comes after the trace" patched ,since=1000 0
check "a patch in the middle" patched ,since=8 1

# Two instructions become one: from then on the same range has other addresses
patched_text()
{
	printf '\001\0\001\0\365\277' >"$tmp/loop.bin"
	printf '\023\0\0\0' >"$tmp/patch.bin"
	again='ProgTraceSync SYNC=2 I-CNT=6 F-ADDR=0x800'
	printf '%s\n' 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800' "$again" \
		>"$tmp/loop.messages"
	since=$(nt encode --messages -o - "$tmp/loop.messages" | wc -c)
	echo "$again" >>"$tmp/loop.messages"
	nt encode --messages -o "$tmp/patched.nex" "$tmp/loop.messages"
	nt decode -f pcs -i "$tmp/loop.bin,at=0x1000" \
		-i "$tmp/patch.bin,at=0x1000,since=$since" \
		"$tmp/patched.nex" 2>"$tmp/why" | tr '\n' ' ' >"$tmp/pcs"
	loop='0x1000 0x1002 0x1004 ' other='0x1000 0x1004 '
	[ "$(cat "$tmp/pcs")" = "$loop$loop$other$other" ]
}
check "a patch that changes what a range says" patched_text

# --- there and back
same()
{
	sed -n 's/,.*//; /^0x/p' "$seq_in" >"$tmp/want"
	nt encode "$@" -o "$tmp/t.nex" "$seq_in" &&
		nt decode -f pcs -i "$info" "$tmp/t.nex" | cmp - "$tmp/want"
}
check "BTM and back" same --btm
# A range whose text passes the end of the output buffer, twice
long_range()
{
	seq 0 5950 | awk '{ printf "0x%x\n", 2147483648 + 4 * $1 }' >"$tmp/want"
	sed 's/$/,L4/; $ s/,.*/,BD4,0x80000000/' "$tmp/want" >"$tmp/long.pcinfo"
	sed 's/$/,L4/; $ s/,.*/,B4/' "$tmp/want" >"$tmp/long.pcs"
	cat "$tmp/long.pcs" "$tmp/long.pcs" | nt encode -o "$tmp/long.nex" - &&
		nt decode -f pcs -i "$tmp/long.pcinfo" "$tmp/long.nex" >"$tmp/pcs"
	cat "$tmp/want" "$tmp/want" | cmp - "$tmp/pcs"
}
check "long ranges and back" long_range
check "HTM and back" same
check "repeated history and back" same --repeat
check "call stack and back" same --call-stack=8
check "call stack, repeated history and back" same --call-stack=8 --repeat
check "periodic synchronization and back" same --set trTeInstSyncMode=3 \
	--set trTeInstSyncMax=0
check "timestamps and back" same --set trTsEnable=1
text_and_back()
{
	nt dump "$trace" | nt encode --messages -o - - | cmp - "$trace"
}
check "messages as text and back" text_and_back
sequence_and_back()
{
	nt decode -f sequence -i "$elf" "$trace" |
		nt encode --trap-kinds -o - - | cmp - "$trace"
}
check "executed sequence and back" sequence_and_back
# shellcheck source=tests/tool/lists.sh
. "$here/lists.sh"
sources()
{
	nt encode --set trTeSrcBits=4 --set trTeSrcID=3 -o "$tmp/s.nex" \
		"$seq_in" || return
	nt decode --src-bits=4 --src=3 -f pcs -i "$info" "$tmp/s.nex" |
		cmp - "$tmp/want" || return
	[ -z "$(nt decode --src-bits=4 --src=2 -f pcs -i "$info" \
		"$tmp/s.nex")" ]
}
check "one source of several" sources

# --- time, contexts, modes and other inputs of an encoder
nt encode --set trTsEnable=1 --set trTeContext=1 --set trTeSrcBits=2 \
	--set trTeSrcID=1 -o "$tmp/events.nex" "$here/events.pcseq"
run events-dump 0 dump --src-bits=2 "$tmp/events.nex"
run events-ranges 0 decode --src-bits=2 -i "$info" "$tmp/events.nex"
run events-insns 0 decode --src-bits=2 -f insns -i "$info" "$tmp/events.nex"
run events-calls 0 decode --src-bits=2 -f calls -i "$info" "$tmp/events.nex"
run events-chrome 0 decode --src-bits=2 -f chrome -i "$info" "$tmp/events.nex"
run events-check 0 check --src-bits=2 --timestamps=on --ownership=on \
	-i "$info" "$tmp/events.nex"
run events-rule 1 check --src-bits=2 --timestamps=off "$tmp/events.nex"
run events-strict 1 decode --strict --timestamps=off --src-bits=2 -f pcs \
	-i "$info" --max-findings=2 "$tmp/events.nex"
run modes 0 decode --src-bits=2 -i "$info,mode=s+m,to=0x80000028" \
	-i "$info,scontext=6,from=0x80000028" \
	-i "$info,scontext=5,from=0x80000028" "$tmp/events.nex"
run modes-other 1 decode --src-bits=2 -i "$info,mode=u+s" "$tmp/events.nex"

# --- a part of the executed instructions
# shellcheck source=tests/tool/select.sh
. "$here/select.sh"
# shellcheck source=tests/tool/shard.sh
. "$here/shard.sh"

# shellcheck source=tests/tool/filter.sh
. "$here/filter.sh"

# --- damage
damage()
{
	head -c 13 "$trace"
	printf '\376\002'
	tail -c +16 "$trace"
}
damage >"$tmp/damaged.nex"
run damaged-dump 1 dump "$tmp/damaged.nex"
run damaged-decode 1 decode -i "$elf" "$tmp/damaged.nex"
run damaged-stat 1 stat "$tmp/damaged.nex"
run damaged-check 1 check -i "$elf" "$tmp/damaged.nex"
run damaged-check-json 1 check --json -i "$elf" "$tmp/damaged.nex"
head -c 19 "$trace" >"$tmp/cut.nex"
run cut-decode 1 decode -i "$elf" "$tmp/cut.nex"
run cut-dump 1 dump "$tmp/cut.nex"
run empty-decode 1 decode -i "$elf" /dev/null
every_length()
{
	size=$(wc -c <"$trace")
	while [ "$size" -gt 0 ]; do
		size=$((size - 1))
		head -c $size "$trace" | is 1 "$tool" ntrace decode -i "$elf" -
	done >"$tmp/lengths" 2>&1
	! grep 'exit status' "$tmp/lengths"
}
check "a trace cut anywhere is not taken for whole" every_length

# --- pipes and files
pipe()
{
	for form in ranges insns chrome callgrind; do
		nt decode -f $form -i "$elf" "$trace" >"$tmp/file"
		{ cat "$trace"; } | nt decode -f $form -i "$elf" - |
			sed 's/^cmd: -$/cmd: run.nex/' |
			sed "s|^cmd: .*run.nex|cmd: $trace|" |
			cmp - "$tmp/file" || return
	done
}
check "standard input" pipe
slowly()
{
	{
		head -c 9 "$trace"
		sleep 0.1
		tail -c +10 "$trace"
	} | nt dump - | cmp - "$here/expect/dump"
}
check "input in pieces" slowly
check "output nobody reads" sh -c "'$tool' ntrace dump '$trace' | head -n 1"
full_disk() { nt dump "$trace" >/dev/full 2>"$tmp/err"; }
check "a full disk" is 2 full_disk
check "the output file" sh -c "'$tool' ntrace dump -o '$tmp/o' '$trace' &&
	'$tool' ntrace dump '$trace' | cmp - '$tmp/o'"
to_terminal()
{
	command -v script >/dev/null || return 0
	script -qec "'$tool' ntrace encode '$seq_in'" /dev/null </dev/null |
		grep -q 'no terminal can show'
}
# Some containers have no pseudo-terminals
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	check "no bytes to a terminal" to_terminal
fi

# --- traces that are packed, or repeat themselves
# shellcheck source=tests/tool/input.sh
. "$here/input.sh"

# --- formats of other programs
json() { "$@" | python3 -m json.tool; }
odd_name()
{
	"$objcopy" --redefine-sym "tail=$(printf 'o"d\\d\t\303\251\377')" \
		"$elf" "$tmp/odd.elf" || return
	nt decode -f chrome -i "$tmp/odd.elf" "$trace" | python3 -c '
import json, sys
names = {e["name"] for e in json.load(sys.stdin)["traceEvents"]}
sys.exit("o\"d\\d\t\u00e9\ufffd" not in names and str(names))'
}
check "a function with an odd name" odd_name
check "dump is JSON" json nt dump --json --bytes "$tmp/damaged.nex"
check "stat is JSON" json nt stat --json "$trace"
check "check is JSON" json nt check --json "$tmp/damaged.nex"
check "chrome is JSON" json nt decode -f chrome -i "$elf" "$trace"
# perfetto OPTIONS: both formats have the same calls, in the order of the clock
perfetto()
{
	nt decode -f chrome -i "$info" "$@" >"$tmp/chrome.json"
	nt decode -f perfetto -i "$info" "$@" >"$tmp/calls.pftrace"
	python3 "$(dirname "$0")/perfetto.py" "$tmp/calls.pftrace" \
		"$tmp/chrome.json"
}
check "perfetto and chrome agree" perfetto "$trace"
check "perfetto and chrome agree, events" perfetto --src-bits=2 \
	"$tmp/events.nex"
check "perfetto and chrome agree, long calls" perfetto --min-insns=5 "$trace"
fewer()
{
	few=$(nt decode -f chrome --min-insns="$1" -i "$elf" "$trace" | wc -l)
	all=$(nt decode -f chrome -i "$elf" "$trace" | wc -l)
	echo "$few of $all lines"
	[ "$few" -gt 3 ] && [ "$few" -lt "$all" ]
}
check "short calls are left out" fewer 5
# shellcheck source=tests/tool/readers.sh
. "$here/readers.sh"
disassembly()
{
	nt decode -f insns -i "$elf" "$trace" >"$tmp/insns" || return
	for word in '[a-z]*i a0, .*3' 'csrw *mtvec, t0' 'mret' 'jal .* -> work' \
		'beqz a2, .* -> leaf'; do
		grep -q "^0x[0-9a-f]* [0-9a-f]* *$word" "$tmp/insns" ||
			{ echo "no $word"; cat "$tmp/insns"; return 1; }
	done
}
check "disassembly" disassembly
# shellcheck source=tests/tool/loaded.sh
. "$here/loaded.sh"

# --- program info
info_of()
{
	nt info -i "$elf" -o "$tmp/elf.pcinfo" &&
		nt info -i "$tmp/elf.pcinfo" | cmp - "$tmp/elf.pcinfo" &&
		nt decode -f pcs -i "$tmp/elf.pcinfo" "$trace" |
		cmp - "$tmp/want"
}
run info 0 info -i "$elf"
check "program info serves as well as the program" info_of

# --- wrong arguments
run wrong-info-none 2 info
run wrong-info-argument 2 info -i "$elf" "$elf"
run wrong-none 2
# The tool itself: its help, the help of a command, and no other words
help_of_a_command()
{
	"$tool" help | grep -q '^  ntrace ' &&
		"$tool" ntrace --help >"$tmp/one" &&
		"$tool" help ntrace | cmp - "$tmp/one" &&
		! "$tool" help nothing && ! "$tool" help ntrace pmu &&
		! "$tool" version ntrace
}
check "help COMMAND" help_of_a_command
run wrong-command 2 decide
run wrong-no-trace 2 dump
run wrong-two-traces 2 dump a b
run wrong-option 2 dump --frobnicate "$trace"
run wrong-number 2 dump --count=many "$trace"
run wrong-range 2 dump --src-bits=13 "$trace"
run wrong-src 2 dump --src=1 "$trace"
run wrong-xlen 2 dump --xlen=48 "$trace"
run wrong-file 2 dump /nonexistent
run wrong-folder 2 dump /
run wrong-output 2 dump -o /nonexistent/file "$trace"
cp "$trace" "$tmp/precious.nex"
run wrong-output-input 2 dump -o "$tmp/precious.nex" "$tmp/precious.nex"
check "the input is not overwritten" cmp "$trace" "$tmp/precious.nex"
run wrong-no-image 2 decode "$trace"
run wrong-image 2 decode -i /nonexistent "$trace"
run wrong-image-kind 2 decode -i "$here/run.sh" "$trace"
run wrong-image-machine 2 decode -i "$tool" "$trace"
run wrong-image-xlen 2 decode --xlen=32 -i "$elf" "$trace"
run wrong-image-key 2 decode -i "$elf,where=here" "$trace"
run wrong-image-value 2 decode -i "$elf,from=here" "$trace"
run wrong-image-range 2 decode -i "$elf,from=2,to=1" "$trace"
run wrong-image-nothing 2 decode -i "$elf,to=0x1000" "$trace"
run wrong-image-twice 2 decode -i "$info" -i "$info" "$trace"
run wrong-info 2 decode -i "$seq_in" "$trace"
run wrong-jobs 2 decode --jobs=0 -i "$elf" "$trace"
run wrong-last 2 decode --last=0 -i "$elf" "$trace"
run last 0 decode --last=3 -f insns -i "$elf" "$trace"
run last-hot 0 decode --last=3 -f hot -i "$elf" "$trace"
run wrong-format 2 decode -f pictures -i "$elf" "$trace"
run wrong-switch 2 check --timestamps=maybe "$trace"
run wrong-set 2 encode -o "$tmp/t" --set trTeMagic=1 "$seq_in"
run wrong-set-value 2 encode -o "$tmp/t" --set trTeInstSyncMode=9 "$seq_in"
run wrong-call-stack 2 encode -o "$tmp/t" --call-stack=33 "$seq_in"
run wrong-list 2 encode -o "$tmp/t" "$here/run.sh"
run wrong-list-no-image 2 encode -o "$tmp/t" "$tmp/want"
run wrong-directive 2 encode -o "$tmp/t" "$here/wrong.pcseq"
run wrong-messages 2 encode -o "$tmp/t" --messages "$seq_in"
run wrong-nothing 2 encode -o "$tmp/t" /dev/null

wrong_trace() { nt dump "$elf" 2>&1 | grep -q 'looks like a program'; }
check "a program in place of the trace" wrong_trace
run wrong-trace-text 1 decode -i "$elf" --max-findings=0 "$tmp/want"
run wrong-src-bits 1 decode -i "$info" --max-findings=0 --src-bits=5 "$trace"

# --- files beside a trace: code log, hash, settings
le()
{
	n=$1 bytes=$2
	while [ "$bytes" -gt 0 ]; do
		# shellcheck disable=SC2059
		printf "\\$(printf %03o $((n & 255)))"
		n=$((n >> 8)) bytes=$((bytes - 1))
	done
}
# code_log XLEN CHECK-BYTE: the program's bytes as one record
code_log()
{
	printf NTCODE2
	le "$1" 1
	le 0 8
	le $((0x80000000)) 8
	le "$(wc -c <"$tmp/code.bin")" 4
	le 0 3
	le "$2" 1
	cat "$tmp/code.bin"
}
"$objcopy" -O binary -j .text "$elf" "$tmp/code.bin"
code_log 64 192 >"$tmp/code.log"
run_code()
{
	nt decode --code="$tmp/code.log" "$trace" |
		cmp - "$here/expect/decode-ranges"
}
check "a code log in place of the program" run_code
run wrong-branches-code 2 decode -f bolt --code="$tmp/code.log" "$trace"
# shellcheck source=tests/tool/settings.sh
. "$here/settings.sh"
run hash 0 decode -f hash --interval=16 -i "$elf" "$trace"
hash_against()
{
	nt decode -f hash --interval=16 -i "$elf" "$trace" >"$tmp/hash" &&
		nt decode -f hash --against="$tmp/hash" -i "$elf" "$trace" |
		cmp - "$tmp/hash"
}
check "a hash that is what it should be" hash_against
sed 's/^32 ./32 x/' "$here/expect/hash" >"$tmp/other.hash"
run hash-differs 1 decode -f hash --against="$tmp/other.hash" -i "$elf" "$trace"
run wrong-hash 2 decode -f hash --against="$elf" -i "$elf" "$trace"
printf '%s\n' '0000000080000000 T everything' '80000000 d data' >"$tmp/names"
run symbols-list 0 decode -f calls --symbols="$tmp/names" \
	--code="$tmp/code.log" "$trace"
run wrong-symbols 2 decode -f calls --symbols="$info" \
	--code="$tmp/code.log" "$trace"
run wrong-code 2 decode --code="$elf" "$trace"
code_log 32 192 >"$tmp/rv32.log"
run wrong-code-xlen 2 decode --xlen=64 --code="$tmp/rv32.log" "$trace"
code_log 64 193 >"$tmp/damaged.log"
run wrong-code-damaged 2 decode --code="$tmp/damaged.log" "$trace"
run wrong-code-image 2 decode --code="$tmp/code.log" -i "$info" "$trace"

# --- several harts
# shellcheck source=tests/tool/by_time.sh
. "$here/by_time.sh"
# shellcheck source=tests/tool/index.sh
. "$here/index.sh"

# --- a page of all of it
# shellcheck source=tests/tool/report.sh
. "$here/report.sh"

# --- recordings of Linux
# shellcheck source=tests/tool/outputs.sh
. "$here/outputs.sh"
# shellcheck source=tests/tool/forged.sh
. "$here/forged.sh"
# shellcheck source=tests/tool/perf.sh
. "$here/perf.sh"

# --- help and the manual
page=$here/../../docs/hartscope-ntrace.1
options()
{
	{
		for part in check decode dump encode index info merge report stat; do
			"$tool" ntrace $part --help
		done
	} | grep -oE '^ +(-.,)? *--[a-z-]+' | grep -oE -e '--[a-z-]+' | sort -u
}
help_and_manual()
{
	options >"$tmp/in-help"
	sed 's/\\-/-/g' "$page" | grep -E '^\.It Fl' | grep -oE 'Fl -[a-z-]+' |
		sed 's/Fl /-/' | sort -u >"$tmp/in-page"
	[ -s "$tmp/in-help" ] && diff "$tmp/in-help" "$tmp/in-page"
}
check "each option is in --help and in the manual" help_and_manual
formats()
{
	nt decode -f help | awk '{ print $1 }' | sort >"$tmp/in-help"
	sed -n '/^\.Sh FORMATS/,/^\.Sh [^F]/s/^\.It Cm //p' "$page" | sort |
		diff "$tmp/in-help" -
}
check "each format is in the manual" formats
# This program itself, with the full amount: the parts get its command and cases
full_of_others()
{
	mkdir -p "$tmp/others" &&
		echo 'check "the command" [ "$group" = tandem ]' \
			>"$tmp/others/cases.sh" &&
		sh "$here/run.sh" --amount=full --command=tandem \
			--cases="$tmp/others" "$tmp/others.tally" "$tool" \
			"$tmp" && grep -qx '1 0' "$tmp/others.tally"
}
check "all parts of another command's cases" full_of_others
# No line is too long; options and their texts begin in their columns.
laid_out()
{
	! grep -nE '^.{80}' "$1" &&
		! grep -E '^ +(-., *)?--' "$1" | grep -vE '^(  -., |      )--' &&
		! grep -E '^ {7}' "$1" | grep -vE '^ {29}[^ ]'
}
helps()
{
	for part in '' check decode dump encode index info merge report stat; do
		"$tool" ntrace $part --help >"$tmp/help" &&
			grep -q '^Usage: hartscope ntrace' "$tmp/help" &&
			laid_out "$tmp/help" || return
	done
	"$tool" ntrace dump -h | grep -q '^Usage: hartscope ntrace dump'
}
check "--help of all" helps
