# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: the report, a page for browsers.
# shellcheck disable=SC2154

# report OPTIONS: it agrees with folded, counts and chrome
report()
{
	for form in folded counts chrome; do
		nt decode -f $form "$@" >"$tmp/report.$form" 2>/dev/null
	done
	nt report -o "$tmp/report.html" "$@"
	got=$?
	# a code log has no source lines
	counts=$tmp/report.counts
	[ -s "$counts" ] || counts=-
	python3 "$here/report.py" "$tmp/report.html" "$tmp/report.folded" \
		"$counts" "$tmp/report.chrome" &&
		[ $got -eq "$wants" ]
}
wants=0
check "a report" report -i "$elf" "$trace"
check "a report of a list" report -i "$info" "$trace"
check "a report with times" report --src-bits=2 -i "$info" "$tmp/events.nex"
check "a report of three harts" report --src-bits=2 -i "$info" "$tmp/harts.nex"
check "a report of one of three harts" report --src-bits=2 --src=1 -i "$info" \
	"$tmp/harts.nex"
check "a report of repetitions" report -i "$elf" "$tmp/loop.nex"
check "a report of a code log" report --code="$tmp/code.log" "$trace"
wants=1
check "a report of damage" report -i "$elf" "$tmp/damaged.nex"
wants=0
# report_has TEXT OPTIONS: the page contains it
report_has()
{
	text=$1
	shift
	nt report "$@" >"$tmp/report.html" 2>/dev/null
	grep -qF -e "$text" "$tmp/report.html"
}
check "a report has disassembly" report_has '"csrw mtvec, t0"' -i "$elf" "$trace"
check "a report has losses" report_has '"text":"found after' -i "$elf" \
	"$tmp/damaged.nex"
check "a report has errors" report_has '"error":true,"text":"byte 0xd,' \
	-i "$elf" "$tmp/damaged.nex"
check "a report has nanoseconds" report_has '"unit":"ns"' --freq=1000000 \
	--src-bits=2 -i "$info" "$tmp/events.nex"
# A name cannot end a script
hostile_name()
{
	"$objcopy" --redefine-sym 'tail=</script><b>' "$elf" "$tmp/odd.elf" &&
		report_has '"\u003c/script>\u003cb>"' -i "$tmp/odd.elf" \
			"$trace" &&
		python3 "$here/report.py" "$tmp/report.html"
}
check "a report of a function with a hostile name" hostile_name
# --- lines of sources, only from the folder that the user gives
secret=$tmp/secret
rm -rf "$secret" "$tmp/tree" "$tmp/also"
mkdir -p "$secret" "$tmp/tree/sub" "$tmp/tree/2" "$tmp/also/sub"
cp "$here/../../docs/examples/program.S" "$secret"
tree=$(realpath "$tmp/tree")
# compiled NAME: at.elf, whose table of lines says that its source is NAME/program.S.
# ccache can be set up to take an object with another name for the same.
compiled()
{
	CCACHE_DISABLE=1 "${objcopy%objcopy}gcc" -c -g -march=rv64imac_zicsr -mabi=lp64 \
		-ffile-prefix-map="$secret=$1" -o "$tmp/at.o" \
		"$secret/program.S" &&
		"${objcopy%objcopy}ld" -Ttext=0x80000000 -o "$tmp/at.elf" \
			"$tmp/at.o"
}
# source yes|no OPTIONS: the page has lines of program.S of at.elf
source_lines()
{
	wanted=$1
	shift
	timeout 10 "$tool" ntrace report -i "$tmp/at.elf" "$@" "$trace" \
		>"$tmp/report.html" || return
	has=no
	! grep -qF '"35":"\tc.addi\ta1, 1"' "$tmp/report.html" || has=yes
	[ $has = "$wanted" ] && python3 "$here/report.py" "$tmp/report.html"
}
# sourced NAME yes|no OPTIONS
sourced()
{
	compiled "$1" && shift && source_lines "$@"
}
for copy in "$tree/sub" "$tree/2" "$tmp/also/sub"; do
	cp "$secret/program.S" "$copy"
done
check "sources without --source" sourced "$tree/sub" no
check "sources of another folder" sourced "$secret" no --source="$tree"
check "sources below a folder" sourced "$tree/sub" yes --source="$tree"
check "sources in a folder" source_lines yes --source="$tree/sub/"
check "sources of a folder by another name" source_lines yes \
	--source="$tree/sub/../sub/"
check "sources of a folder whose name begins alike" sourced "${tree}2" no \
	--source="$tree"
check "sources of a root" sourced "$tree/sub" yes --source=/
check "sources upwards" sourced "$tree/sub/../../secret" no --source="$tree"
check "sources upwards, and back" sourced "$tree/../tree/sub" no \
	--source="$tree"
ln -s "$secret/program.S" "$tree/sub/out.S"
ln -s "$secret" "$tree/out"
ln -s sub "$tree/in"
ln -s ../also "$tree/also"
ln -sfn tree "$tmp/link"
check "sources behind a link to outside" sourced "$tree/out" no \
	--source="$tree"
check "sources behind a link to inside" sourced "$tree/in" yes --source="$tree"
check "sources behind a link to a folder whose name is as long" sourced \
	"$tree/also/sub" no --source="$tree"
check "sources of a folder that is a link" sourced "${tree%tree}link/sub" yes \
	--source="${tree%tree}link"
rm "$tree/sub/program.S"
ln -s out.S "$tree/sub/program.S"
check "a source that is a link to outside" sourced "$tree/sub" no \
	--source="$tree"
rm "$tree/sub/program.S"
mkfifo "$tree/sub/program.S"
check "a source that is a FIFO" source_lines no --source="$tree"
rm "$tree/sub/program.S"
ln -s /dev/zero "$tree/sub/program.S"
check "a source that is a device" source_lines no --source="$tree"
rm "$tree/sub/program.S"
gzip -c "$secret/program.S" >"$tree/sub/program.S"
check "a source that is packed" source_lines no --source="$tree"
relative()
{
	cp "$tmp/program.elf" "$tmp/at.elf" || return
	source_lines "$@"
}
check "sources by relative paths" relative yes \
	--source="$here/../../docs/examples"
check "sources by relative paths, not in the present folder" relative no
check "sources by relative paths of another folder" relative no \
	--source="$here"
run wrong-report-source 2 report --source=/nonexistent -i "$elf" "$trace"
run wrong-report-source-file 2 report --source="$trace" -i "$elf" "$trace"
selected()
{
	insns=$(nt decode -f pcs --function=leaf -i "$elf" "$trace" | wc -l)
	nt report --function=leaf -i "$elf" "$trace" >"$tmp/report.html" &&
		python3 "$here/report.py" "$tmp/report.html" &&
		[ "$insns" -eq "$(grep -o '"hart":0,"insns":[0-9]*' \
			"$tmp/report.html" | sed 's/.*://')" ]
}
check "a report of a function" selected
# By a look-up, and of a pipe
report_time()
{
	nt report --time=300..900 -i "$elf" "$tmp/timed.nex" >"$tmp/one" &&
		python3 "$here/report.py" "$tmp/one" &&
		nt report --time=300..900 -i "$elf" - <"$tmp/timed.nex" |
		sed "s|^\"trace\":\"-\"|\"trace\":\"$tmp/timed.nex\"|" \
			>"$tmp/whole" || return
	for page in one whole; do
		sed -n '/^"harts"/,/^"hartsLeftOut/p; /^"functions"/,$p' \
			"$tmp/$page" >"$tmp/$page.part"
	done
	[ -s "$tmp/one.part" ] && cmp "$tmp/one.part" "$tmp/whole.part"
}
check "a report of a time" report_time
run wrong-report 2 report "$trace"
run wrong-report-time 2 report --time=1..2 -i "$elf" "$trace"

# A flame graph alone
flamegraph()
{
	nt decode -f flamegraph -i "$tmp/odd.elf" "$trace" |
		python3 "$here/flamegraph.py" &&
	"$objcopy" --redefine-sym "leaf=$(printf 'leaf%0300d' 1)" \
		--redefine-sym "work=$(printf '<w&%0160d' 1)" "$elf" \
		"$tmp/long.elf" &&
	cp "$trace" "$tmp/$(printf 'trace%0200d' 1)" &&
	nt decode -f flamegraph -i "$tmp/long.elf" -o "$tmp/flame.svg" \
		"$tmp/trace0"* &&
	python3 "$here/flamegraph.py" <"$tmp/flame.svg" >"$tmp/cut" &&
	[ "$(cat "$tmp/cut")" = '2 names cut' ]
}
check "names stay in the boxes of a flame graph" flamegraph

# In the browser, if there is one: see browser.py
in_browser()
{
	nt report -i "$elf" -o "$tmp/report.html" "$trace" &&
		python3 "$here/browser.py" "$tmp/report.html" "$tmp/browser" &&
		python3 "$here/browser.py" "$tmp/flame.svg" "$tmp/browser"
}
if python3 "$here/browser.py" --there "$tmp/report.html" "$tmp/browser"
then
	check "a report and a flame graph in Chromium" in_browser
else
	echo "# skipped: there is no Chromium that works"
fi
