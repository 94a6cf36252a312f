# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: files for other programs, read by these.
# shellcheck disable=SC2154

# check_with PROGRAM COMMAND...: if the program that reads the file is installed
check_with()
{
	if command -v "$1" >/dev/null; then
		check "$@"
	else
		echo "# skipped: there is no $1"
	fi
}

# --- counts
annotate()
{
	nt decode -f callgrind -i "$elf" -o "$tmp/cg" "$trace"
	callgrind_annotate --inclusive=yes --auto=no "$tmp/cg" >"$tmp/cga" &&
		grep -q '53 (100.0%).*PROGRAM TOTALS' "$tmp/cga" &&
		grep -q '53 (100.0%).*_start' "$tmp/cga" &&
		grep -q '41 .*work' "$tmp/cga"
}
check_with callgrind_annotate annotate
# genhtml's counts of lines equal those of the instructions
genhtml_reads()
{
	nt decode -f lcov -i "$elf" -o "$tmp/cov.info" "$trace" || return
	lines=$(nt decode -f insns -i "$elf" "$trace" |
		sed -n 's/.* # .* \([^ ]*:[0-9]*\)$/\1/p' | sort -u | wc -l)
	# The program's source is named from the folder where it was built
	cov=$(cd "$tmp" && pwd)/cov
	(cd "$here/../../docs/examples" &&
		genhtml --quiet --output-directory "$cov" "$cov.info") || return
	grep -q "^LH:$lines\$" "$tmp/cov.info" &&
		grep -q ">$lines<" "$tmp/cov/index.html"
}
check_with genhtml genhtml_reads

# --- calls
# speedscope OPTIONS: it has the same calls as chrome
speedscope()
{
	nt decode -f chrome -i "$info" "$@" >"$tmp/chrome.json" &&
		nt decode -f speedscope -i "$info" "$@" >"$tmp/speedscope.json" &&
		python3 "$here/speedscope.py" "$tmp/speedscope.json" \
			"$tmp/chrome.json"
}
check "speedscope and chrome agree" speedscope "$trace"
check "speedscope and chrome agree, events" speedscope --src-bits=2 \
	"$tmp/events.nex"
check "speedscope and chrome agree, long calls" speedscope --min-insns=5 \
	"$trace"
for n in 0 1 2; do
	nt encode --set trTeSrcBits=2 --set trTeSrcID=$n "$seq_in"
done >"$tmp/harts.nex"
check "speedscope and chrome agree, three harts" speedscope --src-bits=2 \
	"$tmp/harts.nex"

# The stacks of the samples, one for each instruction, equal those of folded
firefox()
{
	nt decode -f folded -i "$@" >"$tmp/folded" &&
		nt decode -f firefox --period=1 -i "$@" \
			>"$tmp/firefox.json" &&
		python3 "$here/firefox.py" "$tmp/firefox.json" "$tmp/folded"
}
check "the Firefox Profiler's stacks" firefox "$info" "$trace"
check "the Firefox Profiler's stacks, events" firefox "$info" --src-bits=2 \
	"$tmp/events.nex"
check "the Firefox Profiler's stacks, three harts" firefox "$info" --src-bits=2 \
	"$tmp/harts.nex"
check "the Firefox Profiler's stacks, files" firefox "$elf" "$trace"
firefox_period()
{
	nt decode -f firefox --period=20 -i "$elf" "$trace" >"$tmp/firefox.json"
	python3 "$here/firefox.py" "$tmp/firefox.json" >"$tmp/firefox.txt" &&
		grep -qx '1 harts, 40 instructions, 2 samples' "$tmp/firefox.txt"
}
check "the Firefox Profiler's samples" firefox_period

# --- branches
check "branches are those of the sequence" branches 0x80000054 -i "$elf" "$trace"
check "branches are those of the sequence, events" branches 0 -i "$info" \
	--src-bits=2 "$tmp/events.nex"
nt encode --no-repeat-branch --btm --set trTeInstSyncMode=3 \
	--set trTeInstSyncMax=0 -o "$tmp/btm.nex" "$seq_in"
check "branches are those of the sequence, BTM" branches 0x80000054 -i "$elf" \
	"$tmp/btm.nex"
# Both lists are in the order of addresses
bolt_reads()
{
	llvm-bolt-19 "$elf" -p "$tmp/branches.bolt" -pa \
		-aggregate-only -o "$tmp/fdata" || return
	sed -n 's/^1 \([a-z_]*\)[^ ]* .* \([0-9]*\)$/\1 \2/p' "$tmp/fdata" \
		>"$tmp/fdata.short"
	printf '%s\n' '_start 1' '_start 1' '_start 2' 'leaf 4' 'leaf 5' \
		'work 5' 'work 3' 'work 1' 'work 1' | cmp - "$tmp/fdata.short"
}
check "branches of the program" branches 0x80000054 -i "$elf" "$trace"
check_with llvm-bolt-19 bolt_reads
profgen_reads()
{
	llvm-profgen-19 --binary="$elf" --use-offset=0 --format=text \
		--unsymbolized-profile="$tmp/branches.profgen" \
		--output="$tmp/samples" || return
	grep -qx 'work:76:2' "$tmp/samples" &&
		grep -qx ' 26: 5 leaf:5' "$tmp/samples" &&
		grep -qx ' 39: 5 tail:5' "$tmp/samples"
}
check_with llvm-profgen-19 profgen_reads

# --- inlined functions: compared with the output for each instruction
check "inlined functions" python3 "$here/inlines.py" "$tool" "${elf%/*}/inlined.elf" \
	"$tmp"
run wrong-inlines 2 decode --inlines -f pcs -i "$elf" "$trace"

# --- names of functions and lines, compared with addr2line's
names_of_cxx()
{
	clang --target=riscv64 -march=rv64imac -mabi=lp64 -mno-relax \
		-mcmodel=medany -O1 -gdwarf-4 -ffreestanding -fno-exceptions \
		-fno-rtti -fno-threadsafe-statics -c "$here/names.cc" \
		-o "$tmp/names.o" &&
		"${objcopy%objcopy}ld" -Ttext=0x80000000 -o "$tmp/names.elf" \
			"$tmp/names.o" &&
		python3 "$here/names.py" --inlined=20 \
			--addr2line="${objcopy%objcopy}addr2line" "$tool" \
			"$tmp/names.elf"
}
names_of_firmware()
{
	python3 "$here/names.py" --inlined=1000 \
		--addr2line="${objcopy%objcopy}addr2line" "$tool" \
		"$FIRMWARE_ELF"
}
if clang --print-targets 2>/dev/null | grep -q riscv64; then
	check "names and lines of C++" names_of_cxx
else
	echo "# skipped: there is no clang for RISC-V"
fi
[ -z "${FIRMWARE_ELF:-}" ] ||
	check "names and lines of the firmware" names_of_firmware
