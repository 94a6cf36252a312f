# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases of tests/tool/run.sh for "hartscope pmu".
# shellcheck disable=SC2154

# tree NAME SOURCE [CPU OTHER [BOARD [ISA]]]: NAME.dtb in the folder of temporary files
tree()
{
	sed "s/\"CPU\"/\"${3:-}\"/; s/\"OTHER\"/\"${4:-}\"/
		s/\"BOARD\"/\"${5:-acme,any}\"/
		s/\"ISA\"/\"${6:-rv64imafdc}\"/" "$here/$2.dts" |
		dtc -q -O dtb -o "$tmp/$1.dtb" -
}
tree wrong wrong
tree u74 plain sifive,u74-mc sifive,u74
tree mixed plain sifive,u74-mc thead,c906
tree unknown plain acme,one acme,one
tree board plain riscv riscv starfive,jh7110
tree monitor plain sifive,u74-mc sifive,s7 starfive,jh7110 rv64imacu_zba_zbb
tree board-other plain acme,one riscv starfive,jh7110

# --- every subcommand and form
run lint-wrong 1 lint "$tmp/wrong.dtb"
run lint-wrong-json 1 lint --json "$tmp/wrong.dtb"
run lint-facts 0 lint "$tmp/u74.dtb"
run lint-facts-json 0 lint --json "$tmp/u74.dtb"
run lint-mixed 0 lint "$tmp/mixed.dtb"
run lint-unknown 0 lint "$tmp/unknown.dtb"
run lint-board 0 lint "$tmp/board.dtb"
run lint-monitor 0 lint "$tmp/monitor.dtb"
run lint-board-other 0 lint "$tmp/board-other.dtb"
run events 0 events
run events-core 0 events --cpu=c906
run events-json 0 events --cpu=openhwgroup,cva6 --json
run overlay-dts 0 overlay --dts --cpu="SiFive U54"

# --- an overlay gives the same events as the firmware
counts() { nt lint "$1" | grep '^counts: '; }
overlay_fits()
{
	nt overlay -o "$tmp/o.dtbo" "$tmp/u74.dtb" &&
		fdtoverlay -i "$tmp/u74.dtb" -o "$tmp/new.dtb" "$tmp/o.dtbo" &&
		counts "$tmp/u74.dtb" >"$tmp/before" &&
		counts "$tmp/new.dtb" >"$tmp/after" &&
		cmp "$tmp/before" "$tmp/after" &&
		nt lint "$tmp/new.dtb" >"$tmp/log2" &&
		grep -q "^map: the tree's, 7 rows of events, 3 of raw" "$tmp/log2" &&
		! grep -E '^(wrong|note: [a-z-]*:)' "$tmp/log2"
}
check "an overlay maps what the facts do" overlay_fits
every_core()
{
	nt events >"$tmp/cores" && while read -r core _; do
		nt overlay --cpu="$core" -o "$tmp/o.dtbo" &&
			fdtoverlay -i "$tmp/unknown.dtb" -o "$tmp/new.dtb" \
				"$tmp/o.dtbo" &&
			nt lint "$tmp/new.dtb" >"$tmp/log2" &&
			! grep '^wrong' "$tmp/log2" || return
	done <"$tmp/cores"
}
check "the overlay of every core is a map without mistakes" every_core
piped() { nt lint - <"$tmp/u74.dtb"; }
check "a tree from a pipe" piped

# --- input that cannot be used
run wrong-none 2
run wrong-command 2 nonsense
run wrong-no-tree 2 lint
run wrong-two-trees 2 lint a b
run wrong-missing 2 lint "$tmp/nowhere.dtb"
run wrong-not-a-tree 2 lint "$here/plain.dts"
run wrong-cpu 2 events --cpu=none
run wrong-overlay-none 2 overlay -o "$tmp/o.dtbo"
run wrong-overlay-mapped 2 overlay -o "$tmp/o.dtbo" "$tmp/wrong.dtb"
run wrong-overlay-mixed 2 overlay -o "$tmp/o.dtbo" "$tmp/mixed.dtb"
run wrong-overlay-unknown 2 overlay -o "$tmp/o.dtbo" "$tmp/unknown.dtb"
run wrong-overlay-text 2 overlay --cpu=u74
check "an empty file" is 2 nt lint /dev/null
head -c 100 "$tmp/u74.dtb" >"$tmp/cut.dtb"
check "a tree that is cut" is 2 nt lint "$tmp/cut.dtb"

# --- hostile trees: an answer or a message, never a crash
check "damaged trees" python3 "$here/damage.py" "$tool" "$tmp" \
	"$tmp/wrong.dtb" "$tmp/u74.dtb"

# --- the manual page names all options
page_is_whole()
{
	for command in events lint overlay; do
		nt $command --help | grep -oE -- '--[a-z]+' | sort -u |
			grep -vE -- '--(help|usage|version)$' |
			while read -r option; do
				grep -q -- "Fl -${option#--}" \
					"$here/../../docs/hartscope-pmu.1" ||
					echo "$command $option"
			done
	done >"$tmp/missing"
	cat "$tmp/missing"
	[ ! -s "$tmp/missing" ]
}
check "the manual page has every option" page_is_whole
