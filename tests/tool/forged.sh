# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: names and texts of others, which must not forge
# lines.
# shellcheck disable=SC2154

forged=$(printf 'le\naf\033[31m;\302\2335')
"$objcopy" --redefine-sym "leaf=$forged" "$elf" "$tmp/forged.elf"
# What is in lines differs in the name only
for form in callgrind lcov folded calls coverage hot insns; do
	nt decode -f $form -i "$elf" "$trace" >"$tmp/forged.want"
	plain='le?af?[31m;??5'
	[ $form != folded ] || plain='le?af?[31m???5'
	named()
	{
		nt decode -f "$1" -i "$tmp/forged.elf" "$trace" >"$tmp/forged.got" &&
			sed "s/leaf/$plain/g" "$tmp/forged.want" |
			diff -b - "$tmp/forged.got" &&
			grep -qF "$plain" "$tmp/forged.got"
	}
	check "$form: a name that forges a line" named $form
done
# name_of FORM NAME TEXT: a line of the form, with that name of leaf
name_of()
{
	"$objcopy" --redefine-sym "leaf=$2" "$elf" "$tmp/forged.elf" &&
		nt decode -f "$1" -i "$tmp/forged.elf" "$trace" |
		grep -qxF -e "$3"
}
check "callgrind: a name like a number" name_of callgrind '(1) a' 'fn=?1) a'
check "lcov: a name like a number" name_of lcov '12,a' 'FN:35,12?a'
check "UTF-8 in names stays" name_of callgrind "$(printf 'h\303\251\342\202\254')" \
	"$(printf 'fn=h\303\251\342\202\254')"
perf_lines()
{
	forged=$(printf 'le\naf => \033[1m')
	mkdir -p "$tmp/forged"
	"$objcopy" --redefine-sym "leaf=$forged" "$elf" "$tmp/forged/program.elf"
	for command in script report; do
		"$tool" perf $command -i "$elf" "$examples/perf.data" \
			>"$tmp/forged.want" 2>/dev/null
		"$tool" perf $command -i "$tmp/forged/program.elf" "$examples/perf.data" \
			>"$tmp/forged.got" 2>/dev/null
		[ "$(wc -l <"$tmp/forged.want")" -eq \
			"$(wc -l <"$tmp/forged.got")" ] &&
			! LC_ALL=C grep -q "$(printf '[\001-\011\013-\037]')" \
				"$tmp/forged.got" &&
			grep -q 'le?af' "$tmp/forged.got" || return
	done
	! "$tool" perf script -i "$tmp/forged/program.elf" "$examples/perf.data" \
		2>/dev/null | grep -q '=>.*=>'
}
examples=$here/../../docs/examples
check "perf: a name that forges a line" perf_lines
json_quotes()
{
	name=$(printf 'a\177\302\2335')
	"$objcopy" --redefine-sym "leaf=$name" "$elf" "$tmp/forged.elf" &&
		nt decode -f chrome -i "$tmp/forged.elf" "$trace" >"$tmp/forged.json" &&
		grep -qF '"a\u007f\u009b5"' "$tmp/forged.json" &&
		python3 -m json.tool "$tmp/forged.json" "$tmp/json"
}
check "JSON quotes control characters" json_quotes
# A message quotes a line of the input
quoted()
{
	printf 'Prog\033[31mTrace\n' | nt encode --messages -o "$tmp/quoted" - \
		2>"$tmp/why"
	! grep -q "$(printf '\033')" "$tmp/why" && grep -q '?\[31m' "$tmp/why"
}
check "messages have no escape sequences" quoted
