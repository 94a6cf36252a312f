# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: files that are written, and those that must stay as
# they are.
# shellcheck disable=SC2154,SC2012,SC2094

outs=$tmp/outputs
rm -rf "$outs"
mkdir "$outs"

# nothing_left NAME...: the folder has these files only
nothing_left()
{
	printf '%s\n' "$@" | sort >"$tmp/left"
	ls -A "$outs" | sort | diff "$tmp/left" -
}

# --- an output that is an input
# refuses INPUT COMMAND...: the command, which writes to $outs/link, leaves INPUT as it is
refuses()
{
	input=$1
	shift
	cp "$input" "$tmp/before" || return
	ln -f "$input" "$outs/link"
	is 2 "$tool" "$@" >"$tmp/log" 2>"$tmp/why" || return
	cmp "$input" "$tmp/before" && nothing_left link || return
	grep -q "output '$outs/link[a-z.]*' is the same file as the input '" \
		"$tmp/why" || { cat "$tmp/why"; return 1; }
	rm "$outs/link"
}
cp "$elf" "$tmp/my.elf"
cp "$trace" "$tmp/my.nex"
cp "$info" "$tmp/my.pcinfo"
check "the program is no output" refuses "$tmp/my.elf" ntrace decode \
	-i "$tmp/my.elf" -o "$outs/link" "$trace"
check "a list of the program is no output" refuses "$tmp/my.pcinfo" ntrace stat \
	-i "$tmp/my.pcinfo" -o "$outs/link" "$trace"
check "the trace is no output" refuses "$tmp/my.nex" ntrace decode \
	-i "$elf" -o "$outs/link" "$tmp/my.nex"
check "the report does not destroy the program" refuses "$tmp/my.elf" ntrace report \
	-i "$tmp/my.elf" -o "$outs/link" "$trace"
of_standard_input()
{
	refuses "$tmp/my.nex" ntrace "$@" -o "$outs/link" - <"$tmp/my.nex"
}
check "standard input's file is no output" of_standard_input decode -i "$elf"
check "standard input's file is no output of dump" of_standard_input dump
appended()
{
	cp "$trace" "$outs/link"
	is 2 "$tool" ntrace dump "$outs/link" >>"$outs/link" 2>"$tmp/why" &&
		cmp "$trace" "$outs/link" && grep -q 'standard output' "$tmp/why"
	got=$?
	rm "$outs/link"
	return $got
}
check "standard output is no input" appended
"$objcopy" -O binary -j .text "$elf" "$tmp/code.bin"
log_of_code()
{
	# 64 bits, source 0, at 0x80000000, all of .text
	printf 'NTCODE2\100\0\0\0\0\0\0\0\0\0\0\0\200\0\0\0\0' || return
	python3 -c 'import struct, sys
sys.stdout.buffer.write(struct.pack("<I3xB", int(sys.argv[1]), 192))' \
		"$(wc -c <"$tmp/code.bin")" && cat "$tmp/code.bin"
}
log_of_code >"$tmp/my.log"
check "a code log is no output" refuses "$tmp/my.log" ntrace decode \
	--code="$tmp/my.log" -o "$outs/link" "$trace"
echo --xlen=64 >"$tmp/my.nex.settings"
for command in dump stat "decode -i $elf"; do
	# shellcheck disable=SC2086
	check "settings of $command are no output" refuses "$tmp/my.nex.settings" \
		ntrace $command -o "$outs/link" "$tmp/my.nex"
done
rm "$tmp/my.nex.settings"
nt index -i "$elf" -o "$tmp/my.index" "$trace"
check "an index is no output" refuses "$tmp/my.index" ntrace decode -i "$elf" \
	--index="$tmp/my.index" --last=3 -o "$outs/link" "$trace"
nt decode -f counts -i "$elf" -o "$tmp/my.counts" "$trace"
check "counts are no output" refuses "$tmp/my.counts" ntrace merge -i "$elf" \
	-o "$outs/link" "$tmp/my.counts"
check "the second file of counts is no output" refuses "$tmp/my.counts" ntrace merge \
	-i "$elf" -o "$outs/link" "$tmp/my.counts" "$tmp/my.counts"
check "the program of perf inject is no output" refuses "$tmp/my.elf" perf inject \
	-i "$tmp/my.elf" -o "$outs/link" "$here/../../docs/examples/perf.data"
for command in report script timeline; do
	check "the program of perf $command is no output" refuses "$tmp/my.elf" \
		perf $command -i "$tmp/my.elf" -o "$outs/link" \
		"$here/../../docs/examples/perf.data"
done
cp "$here/../../docs/examples/perf.data" "$tmp/my.data"
echo 'ffffffff80000000 T _start' >"$tmp/my.data.kallsyms"
check "a file beside the recording is no output" refuses "$tmp/my.data.kallsyms" \
	perf report -o "$outs/link" "$tmp/my.data"
cp "$here/../../docs/examples/add.elf" "$tmp/my.add"
check "the program that runs is no trace" refuses "$tmp/my.add" run \
	--trace="$outs/link" "$tmp/my.add"
params_are_no_output()
{
	ln -f "$tmp/my.add" "$outs/link.params"
	cp "$tmp/my.add" "$tmp/before"
	is 2 "$tool" run --trace="$outs/link" "$tmp/my.add" 2>"$tmp/why" &&
		cmp "$tmp/my.add" "$tmp/before" && nothing_left link.params
	got=$?
	rm -f "$outs/link.params"
	return $got
}
check "the program that runs is no file beside the trace" params_are_no_output
"$tool" run --hart=spike-rv64 --limit=40 --trace="$tmp/my.tv" "$tmp/my.add" \
	>"$tmp/log" 2>&1
for command in verify dump; do
	check "the program of tandem $command is no output" refuses "$tmp/my.add" \
		tandem $command -i "$tmp/my.add" -o "$outs/link" "$tmp/my.tv"
	check "parameters of tandem $command are no output" refuses \
		"$tmp/my.tv.params" tandem $command -i "$tmp/my.add" \
		-o "$outs/link" "$tmp/my.tv"
done

# --- complete, or not there
old_file()
{
	echo precious >"$outs/old"
	"$@" >"$tmp/log" 2>"$tmp/why"
	status=$?
	nothing_left old && [ "$(cat "$outs/old")" = precious ]
}
refused_input()
{
	old_file "$tool" ntrace encode -o "$outs/old" "$here/wrong.pcseq" &&
		[ $status -eq 2 ]
}
check "a refused input leaves the old file" refused_input
too_long()
{
	old_file sh -c "ulimit -f 8; exec '$tool' ntrace encode --messages \
		-o '$outs/old' '$tmp/long.messages'" && [ $status -eq 2 ] &&
		grep -q 'File too large' "$tmp/why"
}
yes 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x123456789a' | head -n 20000 \
	>"$tmp/long.messages"
check "a limit of file sizes leaves the old file" too_long
rm -f "$outs/old"
for signal in HUP INT TERM; do
	check "SIG$signal leaves the old file" python3 "$here/interrupt.py" \
		"$tool" "$outs" "$tmp/long.messages" SIG$signal
done
rm -f "$outs/old"

# --- how a file is made
permissions()
{
	(umask "$1" && "$tool" "$3" "$4" -i "$elf" -o "$outs/new" "$5") \
		>"$tmp/log" 2>&1
	[ "$(stat -c %a "$outs/new")" = "$2" ] || { stat "$outs/new"; return 1; }
	rm "$outs/new"
}
check "permissions follow umask" permissions 022 644 ntrace decode "$trace"
check "permissions follow another umask" permissions 027 640 ntrace decode "$trace"
check "a recording is private" permissions 022 600 perf inject \
	"$here/../../docs/examples/perf.data"
old_permissions()
{
	: >"$outs/new"
	chmod 640 "$outs/new"
	nt dump -o "$outs/new" "$trace" && [ -s "$outs/new" ] &&
		[ "$(stat -c %a "$outs/new")" = 640 ] && nothing_left new
	got=$?
	rm "$outs/new"
	return $got
}
check "the old file's permissions stay" old_permissions
behind_link()
{
	mkdir "$outs/dir"
	echo old >"$outs/dir/file"
	ln -s dir/file "$outs/link"
	nt dump -o "$outs/link" "$trace" && [ -L "$outs/link" ] &&
		cmp "$outs/dir/file" "$tmp/dumped" &&
		[ "$(ls -A "$outs/dir")" = file ]
	got=$?
	rm -r "$outs/dir" "$outs/link"
	return $got
}
nt dump "$trace" >"$tmp/dumped"
check "a link stays one" behind_link
not_files()
{
	nt dump -o /dev/null "$trace" && [ -c /dev/null ] &&
		nt dump -o /dev/stdout "$trace" | cmp - "$tmp/dumped" || return
	{
		echo first
		nt dump -o /dev/stdout "$trace"
		echo last
	} >"$tmp/three"
	{ echo first; cat "$tmp/dumped"; echo last; } | cmp - "$tmp/three" ||
		return
	rm -f "$outs/fifo"
	mkfifo "$outs/fifo"
	cat "$outs/fifo" >"$tmp/through" &
	nt dump -o "$outs/fifo" "$trace" && wait $! &&
		cmp "$tmp/through" "$tmp/dumped" && [ -p "$outs/fifo" ] &&
		rm "$outs/fifo"
}
check "devices and FIFOs are written directly" not_files

# --- standard descriptors
full_help()
{
	for words in "--help" "help ntrace" "ntrace --help" "ntrace dump --help" \
		"version" "ntrace check --list" "ntrace encode --set=help" \
		"ntrace decode -f help" "run --hart=list"; do
		# shellcheck disable=SC2086
		is 2 "$tool" $words >/dev/full 2>"$tmp/why" || return
		grep -q 'No space left' "$tmp/why" || return
		# shellcheck disable=SC2086
		is 2 "$tool" $words >&- 2>"$tmp/why" || return
	done
}
check "what is printed to a full disk" full_help
# The messages of damage would have the number of the first file that is opened
closed_error()
{
	is 1 "$tool" ntrace decode -i "$elf" -o "$outs/new" "$tmp/damaged.nex" \
		2>&- <&- >&- || return
	nt decode -i "$elf" "$tmp/damaged.nex" 2>/dev/null | cmp - "$outs/new"
	got=$?
	rm "$outs/new"
	return $got
}
check "messages without a standard error" closed_error
