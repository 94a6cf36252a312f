# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases of traces that begin with their parameters.
# shellcheck disable=SC2154

# front LINES: what stands before Piccolo's first group
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
		cmp - "${piccolo%tv}events"
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
	} | nt dump -f events - | cmp - "${piccolo%tv}events"
}
check "... that come in pieces" front_slowly
run front-stat 0 stat "$tmp/front.tv"
run front-compare 0 compare "$piccolo" "$tmp/front.tv"
run front-compare-first 0 compare "$tmp/front.tv" "$piccolo"
# offsets are those of groups
run front-dump 0 dump --groups=0..2 "$tmp/front.tv"
# an option, and the file it names, count more
run front-option 1 dump --xlen=64 --mlen=64 --groups=0..1 "$tmp/front.tv"
run front-params 0 dump --params="$piccolo.params" --first=1 "$tmp/front.tv"
# what the file beside it says of parameters does not count, but its counts do
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
# a long one has no end either
{ front "$said" | tr -d '\n'; head -c 70000 /dev/zero | tr '\0' x; } |
	sed '1s/^#tv/#tv\n/' >"$tmp/front-long.tv"
run front-long 2 dump "$tmp/front-long.tv"
# any other line of that kind is no parameter
printf '#tx\nxlen 32\n\n' >"$tmp/front-other.tv"
run front-other 1 dump "$tmp/front-other.tv"
