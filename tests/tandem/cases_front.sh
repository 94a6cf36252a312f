# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases of traces that begin with their parameters.
# shellcheck disable=SC2154

# front LINES: parameters in front of Piccolo's first group
front()
{
	printf '#tv\n%s\n\n' "$1"
}
said=$(grep -v '^#' "$piccolo.params")
verify_front="verify -m $rtl/piccolo-rv32imac.memhex --initial=mscratch=0xaaaaaaaa"
{ front "$said"; cat "$piccolo"; } >"$tmp/front.tv"

front_alone()
{
	# shellcheck disable=SC2086 # a list of arguments
	nt $verify_front - <"$tmp/front.tv" &&
		nt dump -f events - <"$tmp/front.tv" |
		cmp - "$piccolo_events"
}
check "parameters before the first group" front_alone
front_slowly()
{
	{
		for bytes in 2 3 5 90; do
			at=$((${at:-0} + bytes))
			head -c $at "$tmp/front.tv" | tail -c $bytes
			sleep 0.1
		done
		tail -c +$((at + 1)) "$tmp/front.tv"
	} | nt dump -f events - | cmp - "$piccolo_events"
}
check "... that come in pieces" front_slowly
run front-stat 0 stat "$tmp/front.tv"
run front-compare 0 compare "$piccolo" "$tmp/front.tv"
run front-compare-first 0 compare "$tmp/front.tv" "$piccolo"
# offsets are counted from the first group
run front-dump 0 dump --groups=0..2 "$tmp/front.tv"
# an option, and the file that it names, take precedence
run front-option 1 dump --xlen=64 --mlen=64 --groups=0..1 "$tmp/front.tv"
run front-params 0 dump --params="$piccolo.params" --first=1 "$tmp/front.tv"
# parameters in the file beside the trace are ignored, but its counts are used
printf 'xlen 64\nbytes 5037\n' >"$tmp/front.tv.params"
# shellcheck disable=SC2086
run front-beside 1 $verify_front "$tmp/front.tv"
rm "$tmp/front.tv.params"
{ front "$said"; head -c -5 "$piccolo"; } >"$tmp/front-less.tv"
# shellcheck disable=SC2086
run front-less 1 $verify_front --max-findings=0 "$tmp/front-less.tv"
{ front "$said
requires eaddr"; cat "$piccolo"; } >"$tmp/front-key.tv"
run front-key 2 verify "$tmp/front-key.tv"
{ front ''; cat "$piccolo"; } >"$tmp/front-nothing.tv"
run front-nothing 2 verify "$tmp/front-nothing.tv"
head -c 50 "$tmp/front.tv" >"$tmp/front-cut.tv"
run front-cut 2 dump "$tmp/front-cut.tv"
# a long text without an end is an error, too
{ front "$said" | tr -d '\n'; head -c 70000 /dev/zero | tr '\0' x; } |
	sed '1s/^#tv/#tv\n/' >"$tmp/front-long.tv"
run front-long 2 dump "$tmp/front-long.tv"
# any other line of this kind is no parameter
printf '#tx\nxlen 32\n\n' >"$tmp/front-other.tv"
run front-other 1 dump "$tmp/front-other.tv"

# --- values that no parameter can have
for line in 'mip-unknown maybe' 'alone 1' 'level all' 'outside time:0xffz' \
	'initial mscratch=1x'; do
	{ front "$said
$line"; cat "$piccolo"; } >"$tmp/front-value.tv"
	run "front-value-${line%% *}" 2 verify "$tmp/front-value.tv"
done

# --- counts after the last group

# ended LINES: Piccolo's trace, whose parameters say that it is not whole
ended()
{
	front "$said
whole no"
	cat "$piccolo"
	front "$1"
}
bytes=$(wc -c <"$piccolo")
ended "bytes $bytes
lost 0
whole yes" >"$tmp/ended.tv"
end_alone()
{
	# shellcheck disable=SC2086
	nt $verify_front - <"$tmp/ended.tv" &&
		nt dump -f events - <"$tmp/ended.tv" |
		cmp - "$piccolo_events" &&
		nt compare "$piccolo" "$tmp/ended.tv" &&
		nt compare "$tmp/ended.tv" "$piccolo" &&
		[ "$(nt stat --json "$tmp/ended.tv")" = \
			"$(nt stat --json "$tmp/front.tv")" ]
}
check "counts behind the last group" end_alone
# Pieces end within the mark, in the line after it, and in the empty line.
end_slowly()
{
	whole=$(wc -c <"$tmp/ended.tv")
	{
		at=0
		for left in 40 31 25 1 0; do
			head -c $((whole - left)) "$tmp/ended.tv" |
				tail -c +$((at + 1))
			at=$((whole - left))
			sleep 0.1
		done
	} >"$tmp/fifo" &
	# shellcheck disable=SC2086
	nt $verify_front - <"$tmp/fifo"
}
rm -f "$tmp/fifo"
mkfifo "$tmp/fifo"
check "... that come in pieces" end_slowly
# If any byte of the end is missing, the trace is not whole.
end_cut()
{
	whole=$(wc -c <"$tmp/ended.tv")
	for left in $(seq 1 40); do
		head -c $((whole - left)) "$tmp/ended.tv" >"$tmp/end-cut.tv"
		# shellcheck disable=SC2086
		nt $verify_front "$tmp/end-cut.tv" && return 1
		[ $? -eq 1 ] || return 1
	done
}
check "an end that is cut anywhere" end_cut
head -c -33 "$tmp/ended.tv" >"$tmp/end-none.tv"
# shellcheck disable=SC2086
run end-none 1 $verify_front "$tmp/end-none.tv"
run end-none-second 1 compare "$piccolo" "$tmp/end-none.tv"
ended "bytes 5
lost 7
whole yes" >"$tmp/end-lost.tv"
# shellcheck disable=SC2086
run end-lost 1 $verify_front "$tmp/end-lost.tv"
{ cat "$tmp/ended.tv"; tail -c 30 "$piccolo"; } >"$tmp/end-more.tv"
# shellcheck disable=SC2086
run end-more 1 $verify_front --max-findings=0 "$tmp/end-more.tv"
# a hart that repeats the text in its registers has not ended
{ cat "$piccolo"; front ''; cat "$piccolo"; } >"$tmp/end-amid.tv"
run end-amid 1 dump -f events --last=1 --params="$piccolo.params" "$tmp/end-amid.tv"
