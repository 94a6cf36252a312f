# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: filters of the encoder.
# shellcheck disable=SC2154

# filtered REGEX OPTION...: addresses of these forms, and no others, are traced
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
run wrong-filter-key 2 encode --filter=ecause=3 -o "$tmp/t" "$seq_in"
run wrong-filter-value 2 encode --filter=from -o "$tmp/t" "$seq_in"
run wrong-filter-range 2 encode --filter=from=4,to=4 -o "$tmp/t" "$seq_in"
run wrong-filter-many 2 encode --filter=from=1 --filter=from=2 --filter=from=3 \
	--filter=from=4 --filter=from=5 --filter=from=6 --filter=from=7 \
	--filter=from=8 --filter=from=9 -o "$tmp/t" "$seq_in"
