# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: recordings of Linux, made by perf.py.
# shellcheck disable=SC2034,SC2154

recording() { python3 "$here/perf.py" "$1" "$tool" "$elf" "$trace" "$seq_in" "$tmp"; }

check "perf: functions have the trace's instructions" recording counts
check "perf: branches are those of the sequence" recording branches
check "perf: instructions, one by one" recording instructions
check "perf: two processes on two harts" recording harts
check "perf: fork, exec and exit" recording programs
check "perf: a program that goes to another hart" recording moves
check "perf: another build is not taken" recording builds
check "perf: recordings of rvtrace" recording rvtrace
check "perf: recordings of SpacemiT's perf" recording spacemit
check "perf: losses are told" recording losses
check "perf: memory that was overwritten before it was read" recording holes
check "perf: trace of nobody known" recording unknown
check "perf: snapshots" recording snapshots
check "perf: other files are refused" recording refusals
check "perf: injected branch stacks" recording injected
check "perf: tracks and slices for Perfetto" recording timeline
check "perf: branch records" recording records
check "perf: samples of branch records" recording record_samples
check "perf: code that processes make themselves" recording made
check "perf: code of M-mode" recording firmware

# Those that people try are made of their sources, and of the run
examples=$here/../../docs/examples
same_code()
{
	"$objcopy" -O binary "$1" "$tmp/a.bin" &&
		"$objcopy" -O binary "$2" "$tmp/b.bin" &&
		cmp "$tmp/a.bin" "$tmp/b.bin"
}
examples()
{
	for name in program add; do
		same_code "${elf%/*}/$name.elf" "$examples/$name.elf" || return
	done
	nt decode -f insns -i "$elf" "$trace" >"$tmp/insns"
	nt decode -f insns -i "$examples/program.elf" "$trace" |
		cmp - "$tmp/insns" || return
	dtc -q "$examples/board.dts" | cmp - "$examples/board.dtb" || return
	recording file && cmp "$tmp/perf.data" "$examples/perf.data" &&
		recording blocks &&
		cmp "$tmp/perf.data" "$examples/branches.data"
}
check "examples of the documentation are made of their sources" examples

# As text for people
group=perf
recording file
run perf-report 0 report -i "$elf" "$tmp/perf.data"
run perf-report-json 0 report --json --top=2 -i "$elf" "$tmp/perf.data"
run perf-script 0 script -i "$elf" "$tmp/perf.data"
run perf-script-json 0 script --json -i "$elf" "$tmp/perf.data"
run perf-report-missing 0 report "$tmp/perf.data"
run perf-wrong-file 2 report "$elf"
run perf-wrong-two 2 script "$elf" "$elf"
run perf-wrong-kcore 2 report --kcore="$trace" "$tmp/perf.data"
group=ntrace

damaged=100
[ ! "$few" ] || damaged=30
damaged_recordings()
{
	python3 "$here/mutate.py" --count $damaged --refused "$tmp/perf.data" \
		"$tool" perf "$@" -i "$elf"
}
recording family
check "perf: $damaged damaged recordings" damaged_recordings report
check "perf: $damaged damaged recordings, script" damaged_recordings script --json
check "perf: $damaged damaged recordings, inject" damaged_recordings inject -o /dev/null
check "perf: $damaged damaged recordings, timeline" damaged_recordings timeline

perf_manual()
{
	for part in inject report script timeline; do
		"$tool" perf $part --help
	done | grep -oE '^ +(-.,)? *--[a-z-]+' | grep -oE -e '--[a-z-]+' |
		grep -vxe --help -e --usage | sort -u >"$tmp/in-help"
	sed 's/\\-/-/g' "$here/../../docs/hartscope-perf.1" |
		grep -E '^\.It Fl' | grep -oE 'Fl -[a-z-]+' | sed 's/Fl /-/' |
		sort -u >"$tmp/in-page"
	[ -s "$tmp/in-help" ] && diff "$tmp/in-help" "$tmp/in-page"
}
check "perf: each option is in --help and in the manual" perf_manual
