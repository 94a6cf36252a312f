# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh: the library that disassembles is loaded at its first use, and
# can be missing.
# shellcheck disable=SC2154

flute=$here/../tandem/corpus-rtl/flute-rv64gc.tv
library=$(grep -aoE 'lib(LLVM-|capstone\.)[0-9.so]+' "$tool" | head -n 1)
mkdir -p "$tmp/none"
: >"$tmp/none/$library"

# without COMMAND...: the loader finds an empty file in place of the library; a
# program that is linked with the library would not start.
without() { LD_LIBRARY_PATH=$tmp/none "$@"; }

# The initial value of mscratch is unknown; without the option that is a
# finding.
verify_flute()
{
	without "$tool" tandem verify -m "${flute%tv}memhex" "$@" "$flute" \
		>"$tmp/out" 2>"$tmp/err"
}
verify_without()
{
	verify_flute --initial=mscratch=0xaaaaaaaaaaaaaaaa &&
		grep -q '^verified: ' "$tmp/out" && ! grep . "$tmp/err"
}
check "verifying loads no disassembler" verify_without

# says_why FILE: one message, which names the library
says_why()
{
	grep -c 'cannot disassemble' "$1" | grep -x 1 &&
		grep -qF "cannot disassemble: $tmp/none/$library: " "$1"
}
found_without()
{
	verify_flute
	[ $? -eq 1 ] && says_why "$tmp/err" && grep -q '^divergence 0: ' "$tmp/out" &&
		grep -q '  => M 0x[0-9a-f]* [0-9a-f]* \.[24]byte 0x' "$tmp/out"
}
check "a finding without a disassembler" found_without

# Threads have disassemblers of their own
insns_without()
{
	without nt decode --jobs=2 -f insns -i "$elf" "$trace" >"$tmp/out" \
		2>"$tmp/err" && says_why "$tmp/err" &&
		grep -q '^0x[0-9a-f]* [0-9a-f]* *\.4byte 0x[0-9a-f]*' "$tmp/out"
}
check "instructions as data without a disassembler" insns_without
