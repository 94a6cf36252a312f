# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: filters of the encoder.
# shellcheck disable=SC2154

# filtered REGEX OPTION...: only addresses of these forms are traced
filtered()
{
	regex=$1
	shift
	grep -E "$regex" "$tmp/want" >"$tmp/through"
	nt encode --trap-kinds "$@" -o "$tmp/filtered.nex" "$seq_in" &&
		[ -s "$tmp/through" ] &&
		nt decode -f pcs -i "$elf" "$tmp/filtered.nex" |
		cmp - "$tmp/through" || return
	nt encode --trap-kinds --btm "$@" -o "$tmp/filtered.nex" "$seq_in" &&
		nt decode -f pcs -i "$elf" "$tmp/filtered.nex" |
		cmp - "$tmp/through"
}
sed -n 's/,.*//; /^0x/p' "$seq_in" >"$tmp/want"
check "a filter of addresses" filtered '(3[c-f]|4[0-9])$' \
	--filter=from=0x8000003c,to=0x8000004a
check "a filter that ends inside a block" filtered '0[48]$' \
	--filter=from=0x80000004,to=0x8000000c
check "two filters" filtered '(00|04|08|3[ce]|46)$' \
	--filter=to=0x8000000c --filter=from=0x8000003c,to=0x8000004a
modes_through()
{
	nt encode --set trTeContext=1 "$@" -o "$tmp/modes.nex" \
		"$here/events.pcseq" &&
		nt decode -f pcs -i "$info" "$tmp/modes.nex" >"$tmp/modes"
}
by_mode()
{
	modes_through --filter=mode=m &&
		printf '0x80000050\n0x80000054\n' | cmp - "$tmp/modes"
}
check "a filter of modes" by_mode
by_context()
{
	modes_through --filter=scontext=6 && head -n 1 "$tmp/modes" |
		cmp - "$tmp/first" && [ "$(wc -l <"$tmp/modes")" -gt 3 ]
}
echo 0x80000046 >"$tmp/first"
check "a filter of contexts" by_context
# trapped OPTION...: standard input has the addresses that are traced of this
# run
cat >"$tmp/traps.pcs" <<EOT
0x80000000
0x80000004
.@exception 0x80000008 2
0x80000050
0x80000054
0x80000008
.@interrupt 0x8000000c 7
0x80000050
.@exception 0x80000054 13 0x5000
0x80000050
0x80000054
0x80000054
.@impdef 0x12
0x8000000c
.@impdef 0
0x80000010
0x80000028
.@exception 0x8000002c 13 0x6000
0x80000050
0x80000054
0x8000002c
EOT
trapped()
{
	sed 's/[^ ]*/0x800000&/; s/ /\n0x800000/g' >"$tmp/through"
	for mode in --trap-kinds --btm; do
		nt encode $mode "$@" -i "$elf" -o "$tmp/traps.nex" \
			"$tmp/traps.pcs" &&
			nt decode -f pcs -i "$elf" "$tmp/traps.nex" |
			cmp - "$tmp/through" || return
	done
}
check "no filter of traps" trapped <<EOT
00 04 50 54 08 50 50 54 54 0c 10 28 50 54 2c
EOT
check "a filter of causes" trapped --filter=ecause=13 <<EOT
50 54 50 54
EOT
check "a filter of two causes" trapped --filter=ecause=2+13 <<EOT
50 54 50 54 50 54
EOT
check "a filter of interrupts, with traps inside" trapped \
	--filter=trap=interrupt <<EOT
50 50 54 54
EOT
check "a filter of exceptions with a cause" trapped \
	--filter=trap=exception,ecause=2+7 <<EOT
50 54
EOT
check "a filter of what the hart told" trapped --filter=impdef=0x10/0xf0 <<EOT
0c
EOT
check "a filter of impdef and one of causes" trapped --filter=ecause=2 \
	--filter=impdef=0x12 <<EOT
50 54 0c
EOT
# From the fault at an address to the end of its handler
check "a comparator of tval, by its fields" trapped --set=trTeInstFilters=2 \
	--set=trTeFilter1Enable=1 --set=trTeFilter1MatchComp1=1 \
	--set=trTeFilter1Comp1=3 --set=trTeComp3PInput=2 \
	--set=trTeComp3PMatch=0x6000 --set=trTeComp3MatchMode=3 \
	--set=trTeComp3SMatch=0x80000054 <<EOT
50 54
EOT
check "a filter by its fields" trapped --set=trTeInstFilters=0x8000 \
	--set=trTeFilter15Enable=1 --set=trTeFilter15MatchEcause=1 \
	--set=trTeFilter15MatchChoiceEcause=0x80 \
	--set=trTeFilter15MatchInterrupt=1 \
	--set=trTeFilter15MatchValueInterrupt=1 <<EOT
50 50 54 54
EOT
one_trap()
{
	nt encode --trap-kinds --filter=tval=0x5000 -i "$elf" \
		-o "$tmp/traps.nex" "$tmp/traps.pcs" &&
		nt dump "$tmp/traps.nex" >"$tmp/dump" &&
		[ "$(grep -c F-ADDR=0x4000002a "$tmp/dump")" = 1 ] &&
		[ "$(grep -c Sync "$tmp/dump")" = 1 ]
}
check "a filter of the traps with an address" one_trap
run wrong-filter-key 2 encode --filter=cause=3 -o "$tmp/t" "$seq_in"
run wrong-filter-cause 2 encode --filter=ecause=64 -o "$tmp/t" "$seq_in"
run wrong-filter-trap 2 encode --filter=trap=reset -o "$tmp/t" "$seq_in"
run wrong-filter-mask 2 encode --filter=impdef=1/0 -o "$tmp/t" "$seq_in"
run wrong-set-unit 2 encode --set=trTeFilter16Enable=1 -o "$tmp/t" "$seq_in"
run wrong-set-wide 2 encode --set=trTeFilter1MatchMaskImpdef=0x100000000 \
	-o "$tmp/t" "$seq_in"
run wrong-filter-value 2 encode --filter=from -o "$tmp/t" "$seq_in"
run wrong-filter-range 2 encode --filter=from=4,to=4 -o "$tmp/t" "$seq_in"
run wrong-filter-many 2 encode --filter=from=1 --filter=from=2 --filter=from=3 \
	--filter=from=4 --filter=from=5 --filter=from=6 --filter=from=7 \
	--filter=from=8 --filter=from=9 -o "$tmp/t" "$seq_in"
