# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: indexes. together.nex has three harts,
# events and repetitions; the output with an index equals the output without it.
# shellcheck disable=SC2154

# The first trace has messages in the middle of functions. The second one ends
# early: no message after that synchronizes. The third one seldom synchronizes.
for n in 1 4 6; do
	awk -v offset="$((n * 7))" -v n="$n" 'n == 4 && NR > 1600 { exit }
		/^\.@time/ { $2 += offset } { print }' "$tmp/loop.pcseq" |
		nt encode "$([ $n = 1 ] && echo --btm || echo --repeat)" \
			--set trTsEnable=1 --set trTeInstSyncMode=3 \
			--set trTeInstSyncMax=$((n - n % 5)) --set trTeContext=1 \
			--set trTeSrcBits=3 --set trTeSrcID="$n" - |
		nt dump --src-bits=3 - | sed 's/ #.*//' >"$tmp/harts.$n"
done
paste -d '\n' "$tmp/harts.1" "$tmp/harts.4" "$tmp/harts.6" | sed '/^$/d' |
	nt encode --messages --set trTeSrcBits=3 -o "$tmp/together.nex" -
# Ownership is sent once, at the start: a decoder that begins later has to know
# it
{
	echo 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800'
	echo 'Ownership PROCESS=0x4'
	seq 400 | sed 's/.*/ProgTraceSync SYNC=2 I-CNT=3 F-ADDR=0x800/'
} | nt encode --messages -o "$tmp/owned.nex" -
printf '\001\0\001\0\365\277' >"$tmp/owned.s"
printf '\023\0\0\0\365\277' >"$tmp/owned.u"
# nt_index TRACE OPTIONS: makes its index, with many checkpoints
nt_index()
{
	file=$1
	shift
	nt index --every=100 "$@" "$file" 2>"$tmp/index.err"
}
# as_without OPTIONS TRACE: the output with an index equals the output without,
# and is not empty; damage elsewhere is not seen with it
as_without()
{
	for file; do :; done
	nt decode "$@" >"$tmp/without" 2>"$tmp/err"
	nt decode --index="$file.index" "$@" >"$tmp/with" 2>"$tmp/with.err"
	cmp "$tmp/with" "$tmp/without" || { echo "$*"; return 1; }
	wc -c <"$tmp/with" >>"$tmp/sizes"
}
# Forms that follow calls, count, or list all; numbers, times, functions, harts
indexed()
{
	nt_index "$tmp/together.nex" -i "$elf" --src-bits=3 || return
	[ "$(od -An -tx1 -N8 "$tmp/together.nex.index" | tr -d ' \n')" = \
		4e54494e44455831 ] || return
	: >"$tmp/sizes"
	for form in insns ranges calls hot bolt; do
		for what in --insns=1..20 --insns=700..701 --insns=2000.. \
			--insns=4899..9999 --insns=9999.. --time=..500 \
			--time=700..800 --time=2000.. --function=leaf \
			'--function=work --insns=800..1800' \
			'--function=leaf --time=100..900' '--cpu=4 --time=900..' \
			'--cpu=1,6 --insns=1000..1100' --cpu=6 --src=1; do
			# shellcheck disable=SC2086
			as_without -f $form -i "$elf" --src-bits=3 $what \
				"$tmp/together.nex" &&
				[ ! -s "$tmp/with.err" ] || return
		done
	done
	awk '$1 > 1000 { n++ } END { exit n < 30 }' "$tmp/sizes"
}
check "with an index the same" indexed
# Wherever a part begins and ends between two checkpoints
step=1
[ ! "$few" ] || step=7
indexed_everywhere()
{
	from=700
	while [ $from -lt 740 ]; do
		from=$((from + step))
		for what in "--insns=$from..$((from + 23)) --function=work" \
			"--insns=$from..$((from + 9))" \
			"--time=$from..$((from + 8))"; do
			# shellcheck disable=SC2086
			as_without -f insns -i "$elf" --src-bits=3 $what \
				"$tmp/together.nex" &&
				[ ! -s "$tmp/with.err" ] || return
		done
	done
}
check "with an index the same, wherever it begins" indexed_everywhere
last_of_each()
{
	for n in 1 4 6; do
		nt decode -f pcs -i "$elf" --src-bits=3 --src=$n \
			"$tmp/together.nex" | tail -n 77 >"$tmp/without"
		nt decode --last=77 -f pcs -i "$elf" --src-bits=3 --cpu=$n \
			--index="$tmp/together.nex.index" "$tmp/together.nex" |
			cmp - "$tmp/without" || return
	done
	[ "$(nt decode --last=77 -f pcs -i "$elf" --src-bits=3 \
		--index="$tmp/together.nex.index" "$tmp/together.nex" |
		wc -l)" -eq 231 ]
}
check "the last of each hart, with an index" last_of_each
owned()
{
	for mode in s,u u,s; do
		set -- -i "$tmp/owned.${mode%,*},at=0x1000,mode=${mode%,*}" \
			-i "$tmp/owned.${mode#*,},at=0x1000,mode=${mode#*,}"
		is 1 nt_index "$tmp/owned.nex" "$@" || return
		: >"$tmp/sizes"
		as_without -f insns --insns=600..720 "$@" "$tmp/owned.nex" &&
			[ "$(cat "$tmp/sizes")" -gt 1000 ] || return
	done
}
check "an index knows mode and context" owned
# Only the selected part is decoded: damage elsewhere is not seen
elsewhere()
{
	{
		head -c 500 "$tmp/timed.nex"
		printf '\376'
		tail -c +502 "$tmp/timed.nex"
	} >"$tmp/elsewhere.nex"
	nt_index "$tmp/elsewhere.nex" -i "$elf"
	is 1 nt decode -f pcs -i "$elf" "$tmp/elsewhere.nex" >"$tmp/all" \
		2>"$tmp/err" && total=$(wc -l <"$tmp/all") || return
	nt decode -f pcs -i "$elf" --insns=$((total - 9)).. \
		--index="$tmp/elsewhere.nex.index" "$tmp/elsewhere.nex" \
		>"$tmp/some" && tail -n 10 "$tmp/all" | cmp - "$tmp/some"
}
check "an index leads past damage" elsewhere
report_of_part()
{
	nt report -i "$elf" --src-bits=3 --insns=1000..1500 \
		"$tmp/together.nex" >"$tmp/without" &&
		nt report -i "$elf" --src-bits=3 --insns=1000..1500 \
			--index="$tmp/together.nex.index" "$tmp/together.nex" |
		grep -vE '"(bytes|messages)":' >"$tmp/with" &&
		grep -vE '"(bytes|messages)":' "$tmp/without" | cmp - "$tmp/with"
}
check "a report with an index" report_of_part

# --- indexes of other traces, programs or settings
indexed_timed() { nt_index "$tmp/timed.nex" -i "$elf"; }
check "an index of one hart" indexed_timed
copied()
{
	cp "$tmp/timed.nex" "$tmp/copy.nex" &&
		nt decode --index="$tmp/timed.nex.index" --insns=1000..1010 \
			-f pcs -i "$elf" "$tmp/copy.nex" >"$tmp/some" &&
		[ "$(wc -l <"$tmp/some")" -eq 11 ]
}
check "the index of a copy" copied
# A byte near the start that is not decoded
python3 - "$tmp/timed.nex" "$tmp/changed.nex" <<EOT
import sys
with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
data[300] ^= 4
with open(sys.argv[2], "wb") as file:
    file.write(data)
EOT
tail -c +2 "$tmp/timed.nex" >"$tmp/shorter.nex"
head -c 100 "$tmp/timed.nex.index" >"$tmp/cut.index"
head -c 8 "$tmp/timed.nex.index" >"$tmp/head.index"

i=$tmp/timed.nex.index
run wrong-index 2 decode --index="$trace" --insns=2.. -i "$elf" "$trace"
run wrong-index-nothing 2 decode --index="$i" -i "$elf" "$tmp/timed.nex"
run wrong-index-size 2 decode --index="$i" --insns=4000.. -i "$elf" \
	"$tmp/shorter.nex"
run wrong-index-trace 2 decode --index="$i" --insns=4000.. -i "$elf" \
	"$tmp/changed.nex"
run wrong-index-program 2 decode --index="$i" --insns=4000.. -i "$info" \
	"$tmp/timed.nex"
run wrong-index-options 2 decode --index="$i" --insns=4000.. -i "$elf" \
	--lenient "$tmp/timed.nex"
run wrong-index-cut 2 decode --index="$tmp/cut.index" --insns=4000.. -i "$elf" \
	"$tmp/timed.nex"
run wrong-index-head 2 decode --index="$tmp/head.index" --insns=4000.. -i "$elf" \
	"$tmp/timed.nex"
run wrong-index-pipe 2 decode --index="$i" --insns=4000.. -i "$elf" -
run wrong-index-shard 2 decode --index="$i" --shard=1/2 -i "$elf" \
	"$tmp/timed.nex"
run wrong-index-packed 2 index -i "$elf" -
run wrong-index-image 2 index "$trace"
nm_of() { printf '8000002c t work\n8000003c t %s\n' "$1"; }
nm_of leaf >"$tmp/leaf.nm"
nm_of leaves >"$tmp/leaves.nm"
nt_index "$tmp/timed.nex" -i "$info" --symbols="$tmp/leaf.nm"
run wrong-index-symbols 2 decode --index="$i" --function=leaves -i "$info" \
	--symbols="$tmp/leaves.nm" "$tmp/timed.nex"
# Changed in place, some time later: the date of the file shows it
changed_in_place()
{
	cp "$tmp/timed.nex" "$tmp/place.nex" &&
		nt_index "$tmp/place.nex" -i "$elf" &&
		nt decode --index="$tmp/place.nex.index" --insns=4000.. \
			-i "$elf" "$tmp/place.nex" >"$tmp/some" || return
	dd if="$tmp/changed.nex" of="$tmp/place.nex" conv=notrunc status=none
	touch -r "$tmp/timed.nex" "$tmp/place.nex"
	is 2 nt decode --index="$tmp/place.nex.index" --insns=4000.. \
		-i "$elf" "$tmp/place.nex"
}
check "a trace that was changed in place" changed_in_place
nt_index "$tmp/together.nex" -i "$elf" --src-bits=3
damaged=200
[ ! "$few" ] || damaged=60
check "damaged indexes" python3 "$here/index.py" --count=$damaged \
	"$tmp/together.nex.index" \
	"$tmp/damaged.index" "$tool" ntrace decode -f ranges -i "$elf" \
	--src-bits=3 --function=leaf --time=200..1700 "$tmp/together.nex"
