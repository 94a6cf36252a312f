# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: several harts, some of them, or by time,
# and two harts with the same number.
# shellcheck disable=SC2154

# timed HART OFFSET: the loop of work on a hart whose clock is ahead
timed()
{
	awk -v offset="$2" '/^\.@time/ { $2 += offset } { print }' \
		"$tmp/loop.pcseq" |
		nt encode --set trTsEnable=1 --set trTeInstSyncMode=3 \
			--set trTeInstSyncMax=1 --set trTeSrcBits=3 \
			--set trTeSrcID="$1" -
}
# One after the other: messages of the same time are far apart
for n in 1 4 6; do
	timed $n $((n * 7))
done >"$tmp/apart.nex"
# ranges_of HART OPTIONS: the lines of a hart
ranges_of()
{
	hart=$1
	shift
	nt decode -i "$elf" --src-bits=3 "$@" "$tmp/apart.nex" |
		awk -v hart="$hart" '/^source/ { now = $2; next }
			!/^time/ && now == hart'
}
by_time()
{
	nt decode -i "$elf" --src-bits=3 --by-time "$tmp/apart.nex" \
		>"$tmp/ordered" || return
	awk '/^time/ { if ($2 < last) exit 1; last = $2; n++ }
		END { if (n < 100) exit 1 }' "$tmp/ordered" || return
	for n in 1 4 6; do
		ranges_of $n >"$tmp/one" && [ -s "$tmp/one" ] &&
			ranges_of $n --by-time | cmp - "$tmp/one" || return
	done
}
check "harts in the order of time" by_time
same_counts()
{
	for form in hot folded counts; do
		nt decode -f $form -i "$elf" --src-bits=3 "$tmp/apart.nex" \
			>"$tmp/one" &&
			nt decode -f $form -i "$elf" --src-bits=3 --by-time \
				"$tmp/apart.nex" | cmp - "$tmp/one" || return
	done
}
check "harts in the order of time, counted" same_counts
by_time_selected()
{
	nt decode -f pcs -i "$elf" --src-bits=3 --by-time --function=leaf \
		"$tmp/apart.nex" >"$tmp/one" &&
		[ "$(wc -l <"$tmp/one")" -eq 6300 ]
}
check "harts in the order of time, a function" by_time_selected
# Only the last hart gives the same as by --src
cpus()
{
	nt decode -i "$elf" --src-bits=3 --src=6 "$tmp/apart.nex" >"$tmp/one" &&
		nt decode -i "$elf" --src-bits=3 --cpu=6 "$tmp/apart.nex" |
		cmp - "$tmp/one" || return
	for list in 1,4 0-3,4-5 0,1-4; do
		nt decode -i "$elf" --src-bits=3 --cpu=$list "$tmp/apart.nex" |
			sed -n 's/^source //p' | sort -u | tr '\n' ' ' |
			grep -qx '1 4 ' || return
	done
	nt dump --src-bits=3 --cpu=4-7 "$tmp/apart.nex" >"$tmp/one" &&
		! grep -q 'SRC=0x1' "$tmp/one" && grep -q 'SRC=0x6' "$tmp/one"
}
check "some of several harts" cpus
run wrong-by-time 2 decode --by-time -i "$elf" "$trace"
run wrong-by-time-last 2 decode --by-time --last=3 -i "$elf" "$trace"
run wrong-by-time-code 2 decode --by-time -f insns --code="$tmp/code.log" \
	"$trace"
run wrong-cpu 2 decode --cpu=4-2 --src-bits=3 -i "$elf" "$trace"
run wrong-cpu-list 2 decode --cpu=1, --src-bits=3 -i "$elf" "$trace"
run wrong-cpu-most 2 decode --cpu=4096 --src-bits=3 -i "$elf" "$trace"
run wrong-cpu-bits 2 decode --cpu=1 -i "$elf" "$trace"

# SpacemiT K3: BTM, SRC of 12 bits, timestamps, a sync at intervals of clocks
k3_hart()
{
	awk -v offset="$2" '/^\.@time/ { $2 += offset } { print }' \
		"$tmp/loop.pcseq" |
		nt encode --btm --set trTsEnable=1 --set trTeInstSyncMode=2 \
			--set trTeInstSyncMax=4 --set trTeSrcBits=12 \
			--set trTeSrcID="$1" - |
		nt dump --src-bits=12 - | sed 's/ #.*//' >"$tmp/k3.$1"
}
# together FILE...: a trace in which their messages alternate
together()
{
	paste -d '\n' "$@" | sed '/^$/d' |
		nt encode --messages --set trTeSrcBits=12 -
}
for n in 0 2032 4095; do
	k3_hart $n $((n * 7))
done
together "$tmp/k3.0" "$tmp/k3.2032" "$tmp/k3.4095" >"$tmp/k3.nex"
k3()
{
	nt check -i "$info" --btm --src-bits=12 --timestamps=on "$tmp/k3.nex" &&
		[ "$(nt dump --src-bits=12 "$tmp/k3.nex" |
			grep -c 'Sync.* TSTAMP=')" -gt 30 ] || return
	for n in 0 2032 4095; do
		nt decode -f sequence -i "$info" --btm --src-bits=12 --src=$n \
			"$tmp/k3.nex" | sed '/^\./d' |
			cmp - "$tmp/untimed.pcseq" || return
	done
}
check "three harts of K3's kind" k3
# As in its ETR: the bridge after each encoder has its own ATB ID
for n in 0 2032 4095; do
	nt encode --messages --set trTeSrcBits=12 -o "$tmp/k3.$n.nex" \
		"$tmp/k3.$n"
done
k3_frames()
{
	for seed in 1 2 3; do
		python3 "$here/frames.py" --syncs $seed "1=$tmp/k3.0.nex" \
			"2=$tmp/k3.2032.nex" "111=$tmp/k3.4095.nex" \
			>"$tmp/k3.frames" || return
		for n in 1,0 2,2032 111,4095; do
			nt decode -f sequence -i "$info" --btm --src-bits=12 \
				--frames=coresight --frame-id="${n%,*}" \
				--src="${n#*,}" "$tmp/k3.frames" |
				sed '/^\./d' | cmp - "$tmp/untimed.pcseq" ||
				return
		done
	done
}
check "three harts of K3's kind, in frames" k3_frames

# Two harts with the same SRC cannot be told apart: the tool notices that, and
# reports at most the instructions that both have executed
k3_hart 0 3
tail -n +5 "$tmp/k3.0" >"$tmp/k3.other"
together "$tmp/k3.0" "$tmp/k3.other" >"$tmp/same.nex"
same_src()
{
	is 1 nt decode -f pcs -i "$info" --btm --src-bits=12 "$tmp/same.nex" \
		>"$tmp/same.pcs" 2>"$tmp/same.err" && [ -s "$tmp/same.err" ] &&
		[ "$(wc -l <"$tmp/same.pcs")" -le \
			$((2 * $(wc -l <"$tmp/untimed.pcseq"))) ]
}
check "two harts with one SRC" same_src
