# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases of tests/tool/run.sh for "hartscope tandem".
# shellcheck disable=SC2154

golden=$here/../golden rtl=$here/corpus-rtl
flute=$rtl/flute-rv64gc.tv piccolo=$rtl/piccolo-rv32imac.tv
elf=$tmp/../flute-rv64gc.elf
for trace in "$flute" "$piccolo"; do
	gzip -dc "${trace%tv}events.gz" >"$tmp/$(basename "${trace%tv}events")"
done
flute_events=$tmp/flute-rv64gc.events piccolo_events=$tmp/piccolo-rv32imac.events

# --- traces of Bluespec's cores, with their parameters in files beside them
events()
{
	nt dump --format=events "$1" | cmp - "$2"
}
check "events of Flute" events "$flute" "$flute_events"
check "events of Piccolo" events "$piccolo" "$piccolo_events"
slowly()
{
	{
		head -c 1003 "$flute"
		sleep 0.1
		tail -c +1004 "$flute"
	} | nt dump -f events - | cmp - "$flute_events"
}
check "input in pieces" slowly
run dump 0 dump --groups=0..12 "$flute"
run dump-json 0 dump --json --groups=3..5 "$flute"
run dump-trap 0 dump --kind=trap,init "$flute"
run dump-pc 0 dump --pc=0x70000004..0x70000008 "$flute"
run dump-register 0 dump --register=mcause,x31 --first=3 "$piccolo"
run dump-address 0 dump --address=0xc0000200..0xc0000210 "$piccolo"
run dump-last 0 dump --last=2 "$piccolo"
run dump-last-json 0 dump --last=2 --kind=reset,trap --json "$flute"
run stat 0 stat "$flute"
run stat-json 0 stat --json "$piccolo"

# --- elements that no trace of a core contains
python3 - "$golden" "$tmp" <<'EOT'
import pathlib, sys
golden, out = map(pathlib.Path, sys.argv[1:])
for name in ("memory-amo", "implied-ends", "rules-every", "appendix-c5-lw-printed", "sv32-bluespec"):
    text = (golden / (name + ".tandem")).read_text()
    part = text.split("[bytes]")[1].split("[events]")[0]
    lines = (line.split("#")[0] for line in part.splitlines())
    (out / (name + ".tv")).write_bytes(bytes.fromhex("".join(lines)))
EOT

# every golden file becomes the events that it lists
golden_events()
{
	rm -rf "$tmp/golden"
	mkdir "$tmp/golden"
	python3 - "$tmp/golden" "$golden"/*.tandem <<'EOT'
import pathlib, sys
folder, *sources = map(pathlib.Path, sys.argv[1:])
for source in sources:
    section = {}
    for line in source.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            section[line] = []
        elif line:
            section[list(section)[-1]].append(line)
    words = section["[params]"][0].split()
    out = folder / source.stem
    out.with_suffix(".tv").write_bytes(
        bytes.fromhex("".join(section["[bytes]"])))
    out.with_suffix(".tv.params").write_text("".join(
        f"{key} {value}\n" for key, value in
        zip(("xlen", "flen", "mlen", "dialect"), words)))
    out.with_suffix(".events").write_text("".join(
        (line if line.split()[0] in ("rule", "error") else "event " + line) +
        "\n" for line in section["[events]"]))
EOT
	for file in "$golden"/*.tandem; do
		trace=$tmp/golden/$(basename "$file" .tandem)
		nt dump -f events "$trace.tv" 2>/dev/null |
			cmp - "$trace.events" || { echo "$file"; return 1; }
	done
}
check "events of the golden files" golden_events
run dump-memory 0 dump --xlen=32 "$tmp/memory-amo.tv"
run dump-memory-json 0 dump --xlen=32 --json "$tmp/memory-amo.tv"
run dump-implied 1 dump --xlen=32 "$tmp/implied-ends.tv"
run dump-implied-events 1 dump --xlen=32 -f events "$tmp/implied-ends.tv"
run dump-rules 1 dump --xlen=32 --mlen=34 "$tmp/rules-every.tv"
run dump-rules-json 1 dump --xlen=32 --mlen=34 --json "$tmp/rules-every.tv"
run dump-error 1 dump "$tmp/appendix-c5-lw-printed.tv"
run dump-error-json 1 dump --json "$tmp/appendix-c5-lw-printed.tv"
run dump-error-events 1 dump --format=events "$tmp/appendix-c5-lw-printed.tv"
run stat-rules 1 stat --xlen=32 --mlen=34 "$tmp/rules-every.tv"
run stat-error-json 1 stat --json "$tmp/appendix-c5-lw-printed.tv"
run stat-empty 1 stat /dev/null
head -c 4000 "$flute" >"$tmp/cut.tv"
run dump-cut 1 dump --last=2 "$tmp/cut.tv"
every_length()
{
	size=1000
	while [ "$size" -gt 800 ]; do
		size=$((size - 1))
		head -c $size "$flute" >"$tmp/short"
		"$tool" tandem dump -f events "$tmp/short" >"$tmp/events" \
			2>/dev/null
		got=$? want=1
		# it is whole only up to the end of a group
		[ "$(tail -n 1 "$tmp/events")" != 'event end' ] || want=0
		[ $got -eq $want ] || { echo "$size bytes: status $got"; return 1; }
	done
}
check "a trace cut anywhere is not taken for whole" every_length

# --- the program
run dump-symbols 0 dump -i "$elf" --pc=0xc0000000..0xc000000e "$flute"
run dump-symbols-json 0 dump --json -i "$elf" --groups=6..7 "$flute"
xlen_of_program()
{
	cp "$flute" "$tmp/bare.tv"
	nt dump -i "$elf" "$tmp/bare.tv" >/dev/null
}
check "XLEN is the program's" xlen_of_program
disassembly()
{
	nt dump "$flute" >"$tmp/text" || return
	for word in 'csrr *a0, mhartid' 'ld t0, \(24\|0x18\)(t0)' 'mret' 'jr t0'; do
		grep -q "^[0-9]* @0x[0-9a-f]* insn 0x[0-9a-f]* [0-9a-f]* $word" \
			"$tmp/text" || { echo "no $word"; return 1; }
	done
}
check "disassembly" disassembly

# --- parameters
piccolo_with()
{
	cp "$piccolo" "$tmp/bare.tv"
	nt dump -f events "$@" "$tmp/bare.tv" | cmp - "$piccolo_events"
}
check "parameters by options" piccolo_with --xlen=32 --flen=0 --mlen=32
check "parameters by one option" piccolo_with --xlen=32
check "parameters by a file" piccolo_with --params="$piccolo.params"
check "options count more" is 1 piccolo_with --params="$piccolo.params" \
	--flen=32 --xlen=64 --mlen=64
params()
{
	printf '%b' "$1" >"$tmp/bare.tv.params"
	cp "$piccolo" "$tmp/bare.tv"
}
params 'xlen 32\n# all\n\nmlen 32 # that\n flen\t0\nram 0x80000000 0x1000\n'
check "what a parameter file may have" piccolo_with
params 'xlen 32\nflen\n'
run wrong-params 2 dump "$tmp/bare.tv"
params 'xlen 32\nmlen many\n'
run wrong-params-number 2 dump "$tmp/bare.tv"
params 'dialect latin\n'
run wrong-params-dialect 2 dump "$tmp/bare.tv"
rm "$tmp/bare.tv.params"
run dialect 0 dump --xlen=32 --mlen=34 --dialect=bluespec -f events \
	"$tmp/sv32-bluespec.tv"

# --- pipes and files
check "output nobody reads" sh -c "'$tool' tandem dump '$flute' | head -n 1"
full_disk() { nt dump "$flute" >/dev/full 2>"$tmp/err"; }
check "a full disk" is 2 full_disk
check "the output file" sh -c "'$tool' tandem dump -o '$tmp/o' '$flute' &&
	'$tool' tandem dump '$flute' | cmp - '$tmp/o'"
json() { nt "$@" | python3 -m json.tool; }
check "dump is JSON" json dump --json "$flute"
check "dump of damage is JSON" json dump --json --xlen=32 --mlen=34 \
	"$tmp/rules-every.tv"
check "stat is JSON" json stat --json "$flute"
compressed()
{
	gzip -c "$flute" | nt dump --params="$flute.params" -f events - |
		cmp - "$flute_events"
}
check "compressed input" compressed
manual()
{
	for name in convert dump stat verify compare crosscheck; do
		nt $name --help | grep -oE '^ +(-.,)? *--[a-z-]+' |
			grep -oE -e '--[a-z-]+' |
			grep -vxe --help -e --usage -e --version |
			while read -r option; do
			grep -q -- "Fl ${option#-}\\b" \
				"$here/../../docs/hartscope-tandem.1" ||
				echo "$name $option is not there"
		done
	done >"$tmp/missing"
	! grep . "$tmp/missing"
}
check "the manual page has every option" manual

# --- wrong arguments
run wrong-none 2
run wrong-command 2 decide
run wrong-no-trace 2 dump
run wrong-two-traces 2 dump a b
run wrong-option 2 dump --frobnicate "$flute"
run wrong-format 2 dump --format=xml "$flute"
run wrong-kind 2 dump --kind=big "$flute"
run wrong-register 2 dump --register=a0,x32 "$flute"
run wrong-range 2 dump --pc=9..3 "$flute"
run wrong-xlen 2 dump --xlen=16 "$flute"
run between-xlen 2 dump --xlen=48 "$flute"
run wrong-mlen 2 dump --mlen=34 "$flute"
run wrong-dialect 2 dump --dialect=latin "$flute"
run wrong-file 2 dump /nonexistent
run wrong-params-file 2 dump --params=/nonexistent "$flute"
run wrong-image 2 dump -i "$flute" "$flute"
run wrong-image-key 2 dump -i "$elf,at=5" "$flute"
run wrong-program 1 dump "$elf"

. "$here/cases_verify.sh"
. "$here/cases_convert.sh"
. "$here/cases_cross.sh"
. "$here/cases_front.sh"
