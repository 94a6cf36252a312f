# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases for "hartscope tandem crosscheck": the addresses of a tandem trace
# are encoded as N-Trace, with and without changes.
# shellcheck disable=SC2154

encode() { "$tool" ntrace encode --quiet -i "$elf" "$@"; }

nt dump --quiet "$flute" | awk -f "$here/retired.awk" >"$tmp/all.pcs"
# No ELF file has its first four instructions.
sed 1,4d "$tmp/all.pcs" >"$tmp/run.pcs"
encode -o "$tmp/run.nt" "$tmp/run.pcs"
encode --btm -o "$tmp/btm.nt" "$tmp/run.pcs"

run cross 0 crosscheck --align -i "$elf" "$flute" "$tmp/run.nt" "$tmp/btm.nt"
run cross-own-code 0 crosscheck --align --ntrace=--htm "$flute" "$tmp/run.nt"
run cross-json 0 crosscheck --align --json "$flute" "$tmp/run.nt"
run cross-later 1 crosscheck -i "$elf" "$flute" "$tmp/run.nt"
run cross-later-json 1 crosscheck --json -i "$elf" "$flute" "$tmp/run.nt"

# --- one iteration of a loop is missing in the N-Trace
awk '!(/^0xc00000f[048]$/ && n++ < 3)' "$tmp/run.pcs" >"$tmp/less.pcs"
encode -o "$tmp/less.nt" "$tmp/less.pcs"
run cross-differs 1 crosscheck --align -i "$elf" "$flute" "$tmp/less.nt"
run cross-differs-json 1 crosscheck --align --json -i "$elf" "$flute" \
	"$tmp/less.nt" "$tmp/run.nt"

# --- one of the two traces is longer
head -n 100 "$tmp/run.pcs" >"$tmp/short.pcs"
encode -o "$tmp/short.nt" "$tmp/short.pcs"
run cross-ends 1 crosscheck --align -i "$elf" "$flute" "$tmp/short.nt"
head -c "$(($(nt dump --quiet --groups=200 "$flute" |
	sed -n 's/^200 @\(0x[0-9a-f]*\).*/\1/p')))" "$flute" >"$tmp/short.tv"
run cross-goes-on 0 crosscheck --align --params="$flute.params" -i "$elf" \
	"$tmp/short.tv" "$tmp/run.nt"

# --- settings stand beside the N-Trace; with these no message has an SRC field
encode --set=trTeSrcBits=4 --set=trTeSrcID=3 -o "$tmp/src.nt" "$tmp/run.pcs"
rm -f "$tmp/src.nt.settings"
run cross-settings-not 1 crosscheck --align "$flute" "$tmp/src.nt"
echo --src-bits=4 >"$tmp/src.nt.settings"
run cross-settings 0 crosscheck --align "$flute" "$tmp/src.nt"
run cross-settings-not 1 crosscheck --align --ntrace=--settings=none "$flute" \
	"$tmp/src.nt"

# --- wrong arguments, and damage
run cross-none 2 crosscheck "$flute"
run cross-pipe 2 crosscheck - "$tmp/run.nt"
run cross-file 2 crosscheck "$flute" /nonexistent
run cross-option 2 crosscheck --ntrace=--frobnicate "$flute" "$tmp/run.nt"
: >"$tmp/empty.nt"
run cross-empty 1 crosscheck "$flute" "$tmp/empty.nt"
head -c 40 "$tmp/run.nt" | tr '\000' '\377' >"$tmp/bad.nt"
run cross-damaged 1 crosscheck --align "$flute" "$tmp/bad.nt"
run cross-cut 1 crosscheck --align --params="$flute.params" "$tmp/cut.tv" \
	"$tmp/run.nt"
