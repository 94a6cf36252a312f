# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: lists of addresses for encode.
# shellcheck disable=SC2154

addresses()
{
	sed -n 's/,.*//; /^0x/p' "$seq_in" | nt encode -i "$elf" -o - - |
		nt decode -f pcs -i "$elf" - | cmp - "$tmp/want"
}
check "list of addresses and back" addresses
far_addresses()
{
	for base in 0 10000 fffffffe 100000000 123456789abcde ffffffff80000000; do
		printf '0x%s,L2\n' $base
	done >"$tmp/far.pcinfo"
	sed 's/,.*//' "$tmp/far.pcinfo" >"$tmp/far"
	nt encode -o "$tmp/far.nex" "$tmp/far.pcinfo" &&
		nt decode -f pcs -i "$tmp/far.pcinfo" "$tmp/far.nex" |
		cmp - "$tmp/far"
}
check "addresses of all lengths" far_addresses
# Lines are compared with the program's own text for them; other tools may write
# the same with capitals, zeros, or another end of line.
same_list()
{
	list=$1 program=$2
	shift 2
	nt encode "$@" -i "$program" -o "$tmp/known.nex" "$list" || return
	for other in 's/^0x/0x00/' "s/\$/$(printf '\r')/" 's/x8/X8/; s/a$/A/'; do
		sed "$other" "$list" |
			nt encode "$@" -i "$program" -o "$tmp/other.nex" - &&
			cmp "$tmp/known.nex" "$tmp/other.nex" || return
	done
}
list_and_back()
{
	same_list "$1" "$2" && nt decode -f pcs -i "$2" "$tmp/known.nex" |
		cmp - "$1"
}
# Straight code of 0 to 4 instructions, then an interrupt
awk 'BEGIN {
	for (i = 0; i < 300; i++) {
		for (at = 0; at < i * 7 % 5; at++)
			printf "0x%x\n", 2147483648 + 4 * at
		print "0x80000050\n0x80000054"
	}
}' >"$tmp/interrupted"
# Synchronizing messages show where blocks begin
sync="--set=trTeInstSyncMode=3 --set=trTeInstSyncMax=0"
check "interrupted straight code" list_and_back "$tmp/interrupted" "$info"
# Longer than a block, and than the part that is compared at once
cat "$tmp/long.pcs" "$tmp/long.pcs" | sed "s/,.*//" >"$tmp/straight"
check "long straight code" list_and_back "$tmp/straight" "$tmp/long.pcinfo"
for list in interrupted straight; do
	[ $list = straight ] && program=$tmp/long.pcinfo || program=$info
	# shellcheck disable=SC2086
	check "synchronization of a list, $list" same_list "$tmp/$list" \
		"$program" --btm $sync
done
