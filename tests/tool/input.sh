# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: input that is not a plain trace file.
# shellcheck disable=SC2154

# --- few bytes that stand for many instructions
printf '0x80000000,JD2,0x80000000\n' >"$tmp/idle.pcinfo"
{
	echo 'ProgTraceSync SYNC=0x5 I-CNT=0x0 F-ADDR=0x40000000'
	echo 'ResourceFull RCODE=0x0 RDATA=0x3fffff'
	echo 'ProgTraceCorrelation EVCODE=0x4 CDF=0x1 I-CNT=0x6 HIST=0x1'
} | nt encode --messages -o "$tmp/idle.nex" -
bounded()
{
	bytes=$(wc -c <"$tmp/idle.nex")
	{
		is 1 "$tool" ntrace decode "$@" -f pcs \
			-i "$tmp/idle.pcinfo" "$tmp/idle.nex" 2>"$tmp/why"
		echo $? >"$tmp/status"
	} | wc -c >"$tmp/length"
	grep -q 'the output has more than' "$tmp/why" &&
		[ "$(cat "$tmp/status")" -eq 0 ] &&
		[ "$(cat "$tmp/length")" -le $((bytes << 20)) ] &&
		[ "$(cat "$tmp/length")" -gt $((bytes << 19)) ]
}
check "output has a bound" bounded
unbounded()
{
	[ "$(nt decode --lenient -f pcs -i "$tmp/idle.pcinfo" \
		"$tmp/idle.nex" | wc -l)" -eq 4194309 ]
}
check "output has none with --lenient" unbounded

# --- files packed by gzip and zstd
packed()
{
	{
		head -c 9 "$trace" | "$@"
		tail -c +10 "$trace" | "$@"
	} >"$tmp/packed" || return
	nt dump "$tmp/packed" | cmp - "$here/expect/dump" &&
		nt dump - <"$tmp/packed" | cmp - "$here/expect/dump" &&
		nt decode -j 2 -f pcs -i "$elf" "$tmp/packed" |
		cmp - "$tmp/want"
}
# Every length: a packed file that is cut, after a whole one, is a shorter trace
packed_cut()
{
	head -c 40 "$trace" | "$@" >"$tmp/whole"
	size=$(wc -c <"$tmp/whole")
	while [ "$size" -gt 5 ]; do
		size=$((size - 1))
		head -c $size "$tmp/whole" | is 2 "$tool" ntrace dump - \
			2>"$tmp/why" || return
		grep -q 'ends too early' "$tmp/why" || return
	done
}
packed_damaged()
{
	"$@" <"$trace" | LC_ALL=C sed 's/^\(....\)./\1\xff/' >"$tmp/bad"
	tail -c +1 "$tmp/bad" | is 2 "$tool" ntrace dump - >"$tmp/why" 2>&1 ||
		return
	grep -q 'is no good' "$tmp/why"
}
for program in gzip zstd; do
	check "$program" packed $program -c
	check "$program, cut" packed_cut $program -c
done
check "zstd, damaged" packed_damaged zstd -c
long_packed()
{
	cp "$trace" "$tmp/long.nex" || return
	# INPUT_PIECE of platform/host/common/io.h
	while [ "$(wc -c <"$tmp/long.nex")" -le 1048576 ]; do
		cat "$tmp/long.nex" "$tmp/long.nex" >"$tmp/longer.nex" &&
			mv "$tmp/longer.nex" "$tmp/long.nex" || return
	done
	nt stat "$tmp/long.nex" >"$tmp/plain"
	gzip -c "$tmp/long.nex" | nt stat - | cmp - "$tmp/plain" &&
		zstd -qc "$tmp/long.nex" | nt stat - | cmp - "$tmp/plain"
}
check "packed, longer than a piece" long_packed

# --- frames of a CoreSight formatter
seeds='1 2 3 4 5 6 7 8 9'
[ ! "$few" ] || seeds='1 9'
framed()
{
	for seed in $seeds; do
		python3 "$here/frames.py" "$@" "$seed" "16=$trace" >"$tmp/framed" &&
			nt dump --frames=coresight "$tmp/framed" |
			cmp - "$here/expect/dump" || return
		python3 "$here/frames.py" "$@" "$seed" "16=$trace" \
			"111=$tmp/long.nex" "1=$tmp/events.nex" >"$tmp/framed" &&
			nt dump --frames=coresight --frame-id=16 \
				"$tmp/framed" | cmp - "$here/expect/dump" &&
			nt dump --frames=coresight --frame-id=1 --src-bits=2 \
				"$tmp/framed" |
			cmp - "$here/expect/events-dump" || return
	done
}
head -c 5000 "$tmp/long.nex" >"$tmp/short" && mv "$tmp/short" "$tmp/long.nex"
check "frames" framed
check "frames with synchronization" framed --syncs
framed_packed()
{
	gzip -c "$tmp/framed" | nt decode --frames=coresight --frame-id=16 \
		-j 2 -f pcs -i "$elf" - | cmp - "$tmp/want"
}
check "frames, packed" framed_packed
run frames-two 2 dump --frames=coresight "$tmp/framed"
run frames-other 0 dump --frames=coresight --frame-id=5 "$tmp/framed"
python3 "$here/frames.py" 1 "16=$trace" | head -c -3 >"$tmp/framed"
run frames-cut 1 decode --frames=coresight -i "$elf" "$tmp/framed"
run frames-name 2 dump --frames=arm "$trace"
run frames-none 2 dump --frame-id=3 "$trace"

# --- an image without an end
endless()
{
	head -c 1025M /dev/zero |
		is 2 "$tool" ntrace decode -i "/dev/stdin,at=0x80000000" \
			"$trace" 2>"$tmp/why"
	grep -q 'has more than 1024 MiB' "$tmp/why"
}
check "an image that does not end" endless
