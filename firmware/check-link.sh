#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Checks what got into a firmware: everything that stock OpenSBI links, boards
# and drivers included, but not the PMU, the emulation of vectors and an entry of one board, which ours
# replaces.

set -eu

usage()
{
	cat <<EOT
Usage: check-link.sh FIRMWARE STOCK READELF FORMATS LIMIT TRAPS

FIRMWARE is our fw_*.elf, STOCK the one that OpenSBI's own build linked, READELF
the program to read them with, FORMATS the header with what ours recognises of
the lines that STOCK prints. Compares the sources they were linked from, and
looks for the formats. LIMIT is the largest offset of FIRMWARE's writable part in
bytes: code and constants are before it, and it is a power of 2. TRAPS is the source
of STOCK's handler of traps: those that the handler does not redirect are compared
with those of ctr_trap_glue.c. Each row of hooks.h has to be in FIRMWARE.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 6 ] || { usage >&2; exit 2; }
firmware=$1 stock=$2 readelf=$3 formats=$4 limit=$5 traps=$6

# Every object leaves the name of its source in the symbol table.
sources() { "$readelf" -sW "$1" | awk '$4 == "FILE" && NF > 7 { print $8 }' | sort -u; }
one_line() { echo "$1" | tr '\n' ' '; }

replaced='sbi_pmu.c
sbi_ecall_pmu.c
sbi_trap_v_ldst.c
mips_warm_boot.o'
ours=$(sources "$firmware")
wanted=$(sources "$stock" | grep -vxF "$replaced")

twice=$(echo "$ours" | grep -xF "$replaced" || :)
[ -z "$twice" ] || {
	echo "$firmware: stock got into the link: $(one_line "$twice")" >&2
	echo "Define what refers to it in platform/generic." >&2
	exit 1
}
lost=$(echo "$wanted" | grep -vxF "$ours" || :)
[ -n "$wanted" ] && [ -z "$lost" ] || {
	echo "$firmware: lost of what OpenSBI links: $(one_line "$lost")" >&2
	exit 1
}

formats=$(sed -n 's/^#define STOCK_[A-Z]* "\(.*\)"$/\1/p' "$formats")
[ -n "$formats" ] || { echo "check-link.sh: no formats in $4" >&2; exit 1; }
echo "$formats" | while read -r format; do
	grep -aqF -e "$format" "$stock" || {
		echo "$firmware: this OpenSBI has no line \"$format\"." >&2
		echo "See what it prints instead, and correct $4." >&2
		exit 1
	}
done

# The linker drops a hook to which no call leads.
hooks=$(sed -n 's/^HOOK\(_NORETURN\|_ASSEMBLY\|\)(\(.*\));$/__wrap_\2/p' \
	"${0%/*}/../platform/generic/include/hooks.h")
have=$("$readelf" -sW "$firmware" | awk '$8 ~ /^__wrap_/ { print $8 }')
lost=$(echo "$hooks" | grep -vxF "$have" || :)
[ -n "$hooks" ] && [ -z "$lost" ] || {
	echo "$firmware: nothing in this OpenSBI calls $(one_line "$lost")" >&2
	echo "from another object. Find another place, and correct hooks.h." >&2
	exit 1
}

# symbol NAME: its offset from the start of FIRMWARE
symbol()
{
	"$readelf" -sW "$firmware" | awk -v name="$1" '
		$8 == name { at = "0x" $2 }
		$8 == "_fw_start" { start = "0x" $2 }
		END { print at, start }' | { read -r at start; echo $((at - start)); }
}
[ "$(symbol _fw_rw_start)" -le "$limit" ] || {
	echo "$firmware: code and constants end at $(symbol __rela_dyn_end)," \
		"which is more than $limit bytes" >&2
	exit 1
}

here=$(grep -o 'HANDLED(CAUSE_[A-Z_]*)' \
	"${0%/*}/../platform/generic/ctr/ctr_trap_glue.c" | tr -d ')' | cut -d'(' -f2 | sort)
there=$(sed -n '/^struct sbi_trap_context \*sbi_trap_handler/,/^}/s/.*case \(CAUSE_[A-Z_]*\):.*/\1/p' \
	"$traps" | sort)
[ -n "$here" ] && [ "$here" = "$there" ] || {
	echo "$firmware: this OpenSBI handles the traps $(one_line "$there")" >&2
	echo "and redirects others. Correct ctr_trap_glue.c, which has $(one_line "$here")" >&2
	exit 1
}
