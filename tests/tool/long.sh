# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh that is about a long trace.
# shellcheck disable=SC2154

# shellcheck source=tests/tool/begin.sh
. "$here/begin.sh"

loop_of_work 300000 | sed '/^\./d' >"$tmp/long.pcseq"
nt encode --btm --no-repeat-branch --set trTeInstSyncMode=3 \
	--set trTeInstSyncMax=10 -o "$tmp/long.nex" "$tmp/long.pcseq"
long_and_back()
{
	nt decode -f sequence -i "$info" "$tmp/long.nex" |
		sed -e '/^\./d' | cmp - "$tmp/long.pcseq"
}
check "a long list and back" long_and_back

# A loop that is reported once, with a count
tail -n 6000 "$tmp/long.pcseq" | nt encode --repeat -o "$tmp/repeat.nex" -
repeats()
{
	nt decode -i "$info" "$tmp/repeat.nex" | grep -q '^repeat [0-9]\{3\}' &&
		branches 0 -i "$info" "$tmp/repeat.nex"
}
check "branches are those of the sequence, repeated" repeats

several_jobs()
{
	for form in $(nt decode -f help | awk '{ print $1 }'); do
		nt decode -f "$form" -i "$info" "$tmp/long.nex" >"$tmp/one"
		nt decode -f "$form" -i "$info" --jobs=3 "$tmp/long.nex" |
			cmp - "$tmp/one" || return
	done
}
check "several jobs, the same result" several_jobs
several_jobs_damaged()
{
	{
		head -c 300000 "$tmp/long.nex"
		printf '\376'
		tail -c +300002 "$tmp/long.nex"
	} >"$tmp/longdamaged.nex"
	is 1 nt decode -i "$info" "$tmp/longdamaged.nex" >"$tmp/one" \
		2>"$tmp/one.err" || return
	is 1 nt decode -i "$info" --jobs=3 "$tmp/longdamaged.nex" \
		>"$tmp/several" 2>"$tmp/several.err" || return
	cmp "$tmp/one" "$tmp/several" &&
		cmp "$tmp/one.err" "$tmp/several.err" || return
	for form in calls hash bolt; do
		nt decode -f $form -i "$info" "$tmp/longdamaged.nex" \
			>"$tmp/one" 2>"$tmp/one.err"
		nt decode -f $form -i "$info" --jobs=3 "$tmp/longdamaged.nex" \
			>"$tmp/several" 2>"$tmp/several.err"
		cmp "$tmp/one" "$tmp/several" &&
			cmp "$tmp/one.err" "$tmp/several.err" || return
	done
}
check "several jobs find the same damage" several_jobs_damaged

# A time is searched in the file of a long trace; from a pipe all is decoded
loop_of_work 40000 | nt encode --no-repeat-branch --set trTsEnable=1 \
	--set trTeInstSyncMode=3 --set trTeInstSyncMax=4 -o "$tmp/times.nex" -
found_time()
{
	for window in 0..5 3..9000 50001..50100 60000..60000 70002..99999 \
		119990.. ..40 ..60000 7.. 200000.. 59990..60200; do
		for form in ranges calls bolt; do
			nt decode -f $form -i "$info" --time=$window \
				"$tmp/times.nex" >"$tmp/found" || return
			nt decode -f $form -i "$info" --time=$window - \
				<"$tmp/times.nex" | cmp - "$tmp/found" ||
				{ echo "$form $window"; return 1; }
		done
	done
}
check "a time, found" found_time
# Damage far from that time is not seen then
far_damage()
{
	{
		head -c 1000 "$tmp/times.nex"
		printf '\376'
		tail -c +1002 "$tmp/times.nex"
	} >"$tmp/timesdamaged.nex"
	nt decode -i "$info" --time=60000..61000 "$tmp/timesdamaged.nex" \
		>"$tmp/found" 2>"$tmp/found.err" && [ ! -s "$tmp/found.err" ] &&
		is 1 nt decode -i "$info" --time=60000..61000 - \
			<"$tmp/timesdamaged.nex" >"$tmp/one" 2>"$tmp/one.err" &&
		[ -s "$tmp/found" ] && cmp "$tmp/one" "$tmp/found"
}
check "a time, found without the rest" far_damage

# A trace of any length: of 600000 calls those of leaf are left out
long_report()
{
	nt report -i "$info" -o "$tmp/report.html" "$tmp/long.nex" &&
		nt decode -f folded -i "$info" "$tmp/long.nex" >"$tmp/folded" &&
		python3 "$here/report.py" "$tmp/report.html" "$tmp/folded" |
		grep '"insns": 2100000,.*"leastCall": [1-9][0-9]*'
}
check "a report of a long trace" long_report

# last TRACE NUMBER...: compares the last instructions with the end of all
last()
{
	file=$1
	shift
	for form in pcs sequence; do
		nt decode -f $form -i "$info" "$file" 2>/dev/null |
			sed -e '/^\./d' >"$tmp/all"
		[ -s "$tmp/all" ] || return
		for n in "$@"; do
			nt decode -f $form -i "$info" --last="$n" "$file" \
				2>/dev/null | sed -e '/^\./d' >"$tmp/last"
			tail -n "$n" "$tmp/all" | cmp - "$tmp/last" || return
		done
	done
}
check "the last instructions" last "$tmp/long.nex" 1 2 7 1000 700001 99999999
check "the last instructions, damaged" last "$tmp/longdamaged.nex" 1 1000 \
	300000

# repeated N: the trace N times over
repeated()
{
	n=$1
	while [ "$n" -gt 0 ]; do
		cat "$tmp/long.nex"
		n=$((n - 1))
	done
}
# memory FORMAT [OPTION...]: KiB that decoding of standard input takes
memory()
{
	python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' \
		"$tool" ntrace decode -i "$info" -f "$@" -
}
# The last instructions of a longer trace take no more memory
faults()
{
	python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt)' \
		"$tool" ntrace decode -i "$info" --last=1000 "$1"
}
last_is_quick()
{
	repeated 40 >"$tmp/many.nex"
	few=$(faults "$tmp/long.nex") many=$(faults "$tmp/many.nex")
	rm "$tmp/many.nex"
	echo "$few pages, $many pages"
	[ "$few" -gt 0 ] && [ "$many" -lt $((few + 100)) ]
}
check "the last instructions of a longer trace" last_is_quick
bounded()
{
	few=$(repeated 1 | memory "$1") many=$(repeated 20 | memory "$1")
	echo "$few KiB, $many KiB"
	[ "$few" -gt 0 ] && [ "$many" -lt $((few + 4096)) ]
}
for format in ranges insns calls callgrind folded chrome perfetto \
	speedscope bolt firefox; do
	check "memory does not grow with the trace, $format" bounded $format
done
# More samples than the tool keeps: periods become longer, none is lost
thinned()
{
	repeated 4 | nt decode -f firefox --period=1 -i "$info" - \
		>"$tmp/firefox.json" &&
		python3 "$here/firefox.py" "$tmp/firefox.json" \
			>"$tmp/firefox.txt" || return
	rm "$tmp/firefox.json"
	cat "$tmp/firefox.txt"
	# 4 times 2100000 instructions, minus those of a period that has not
	# ended
	read -r harts _ insns _ samples _ <"$tmp/firefox.txt"
	[ "$harts" -eq 1 ] && [ "$insns" -gt 8399990 ] &&
		[ "$insns" -le 8400000 ] && [ "$samples" -lt 1048576 ]
}
check "long runs have longer periods, firefox" thinned

# By time 16 MiB are kept, also if timestamps stop after some time
nt encode --btm --set trTsEnable=1 -o "$tmp/stamped.nex" - <<EOT
.@time 5
0x8000002c,C4
0x8000003c,L2
EOT
bounded_by_time()
{
	few=$({ cat "$tmp/stamped.nex" && repeated 1; } |
		memory ranges --by-time)
	many=$({ cat "$tmp/stamped.nex" && repeated 8; } |
		memory ranges --by-time)
	echo "$few KiB, $many KiB"
	[ "$few" -gt 0 ] && [ "$many" -lt $((few + 32768)) ]
}
check "memory does not grow with the trace, by time" bounded_by_time

# The progress line on a terminal, after two seconds; at the end it is removed.
# Bytes are sent until the line is there: the host may start the tool late.
progress()
{
	command -v script >/dev/null || return 0
	cat >"$tmp/slow.sh" <<-EOT
		{
			dd bs=9 count=1 status=none
			for second in \$(seq "\$2"); do
				sleep 1.1
				! grep -qs 'MB/s' '$tmp/terminal' || break
				dd bs=1 count=1 status=none
			done
			cat
		} <'$trace' | '$tool' ntrace dump \$1 - >/dev/null
	EOT
	rm -f "$tmp/terminal"
	script -qefc "sh '$tmp/slow.sh' '' 100" "$tmp/terminal" </dev/null \
		>/dev/null
	grep -q 'MB/s' "$tmp/terminal" || return
	script -qefc "sh '$tmp/slow.sh' --quiet 2" "$tmp/terminal" </dev/null \
		>/dev/null
	! grep -q 'MB/s' "$tmp/terminal"
}
check "progress on a terminal" progress
