#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Plants defects that the project once had, one at a time, in a copy of the
# sources, and checks that a test notices each.

set -u

usage()
{
	cat <<EOT
Usage: mutants.sh --list | [--sample N] BUILD TALLY [NAME...]

Plants each defect of tests/fuzz/mutants.txt, or those named, in a copy of the
sources in BUILD/mutants, and runs the test that has to fail, and that passes
without it. Prints ok for each that was noticed, with the processor time that
the test took, and writes the line 'PASSED FAILED' to the file TALLY.

  --sample N   N of those with tests on the host, and one with QEMU: always the
	       same of a commit, others of the next
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
here=$(dirname "$0")
# shellcheck source=tests/spent.sh
. "$here/../spent.sh"
rows=$here/mutants.txt
if [ "${1:-}" = --list ]; then
	sed -n 's/^mutant //p' "$rows"
	exit
fi
sample=0
if [ "${1:-}" = --sample ]; then
	sample=${2:-0}
	shift 2
fi
[ $# -ge 2 ] || { usage >&2; exit 2; }
build=$1 tally=$2
shift 2
wanted=" $* "
copy=$build/mutants
limit=10 calls=2000000
passed=0 failed=0

# Names in an order that depends on the commit: of a hash of both
shuffled()
{
	commit=$(git rev-parse HEAD 2>/dev/null || cksum <"$rows")
	while read -r name; do
		echo "$(echo "$name $commit" | cksum) $name"
	done | sort -n | sed 's/.* //'
}

# Names of rows with a test of a kind; the test may be some lines after the name
with_test()
{
	awk -v kind="$1" '/^mutant / { name = $2 }
		name && $0 ~ "^\t(" kind ") " { print name }' "$rows"
}

choose()
{
	with_test 'unit|fuzz|model|nested' | shuffled | head -n "$sample"
	with_test smode | shuffled | head -n 1
}

# Removes files from the copy that another command built during the copy.
drop_unfinished()
{
	(cd "$build" && find host rv32 rv64 qemu -type f -newer mutants.begin \
		2>/dev/null) | while read -r file; do
		rm -f "$copy/build/$file"
	done
}

# Copies the sources, and the files that are built already.
copy_sources()
{
	touch "$build/mutants.begin"
	rm -rf "$copy"
	mkdir -p "$copy/build" || exit 1
	cp -a Makefile firmware include lib platform tests docs "$copy/" &&
		cp -a "$build/opensbi" "$build/.setup" "$copy/build/" || exit 1
	# The compiler must not refuse a variable that the defect leaves unused.
	sed -i 's/-Werror //' "$copy/tests/unit/unit.mk" \
		"$copy/firmware/link.mk"
	! [ -d "$build/host" ] || cp -a "$build/host" "$copy/build/"
	for xlen in 32 64; do
		! [ -d "$build/rv$xlen" ] ||
			cp -a "$build/rv$xlen" "$copy/build/"
	done
	! [ -d "$build/qemu" ] || cp -a "$build/qemu" "$copy/build/"
	drop_unfinished
}

# Targets to build for a test: unit NAME, fuzz NAME, smode PAYLOAD REGEX, model
# XLEN, nested XLEN
targets()
{
	case "$1" in
	unit) echo "build/host/unit/$2" ;;
	fuzz) echo "build/host/fuzz/fuzz_$2" ;;
	smode)
		xlen=64
		case "$3" in *rv32*) xlen=32 ;; esac
		echo "build/rv$xlen/fw_dynamic.bin build/rv$xlen/fw_test.bin \
		build/rv$xlen/smode/$2_test.elf build/rv$xlen/smode/absent.elf \
		build/rv$xlen/smode/poison.elf build/qemu/plugin_trace.so" ;;
	model) echo "build/host/model/boot build/rv$2/fw_test.bin \
		build/rv$2/smode/misaligned_test.elf" ;;
	nested) echo "build/host/model/boot build/rv$2/fw_dynamic.bin \
		build/rv$2/smode/nested_test.elf" ;;
	esac
}

# A fuzzer ends by the number of its calls, so that a slow host finds as much as
# a fast one; a row that needs more than a tenth of these calls needs an input
# of its own in the corpus. The limits are of processor time: a program that
# hangs uses processor time, however busy the host is. These programs wait for
# nothing but the processor and for machines, which have limits of their own.
limit_of()
{
	case "$1" in
	fuzz) echo $((limit * 40)) ;;
	*) echo "$limit" ;;
	esac
}

run_test()
{
	case "$1" in
	# Python's own time is within the limit, too
	smode) python3 tests/smode/run.py --level full \
		--seconds $((limit - 4)) --only "$3" ;;
	*) # shellcheck disable=SC3045 # dash and bash have it
		(ulimit -t "$(limit_of "$1")" && case "$1" in
		unit) "build/host/unit/$2" ;;
		fuzz) "build/host/fuzz/fuzz_$2" \
			--calls "$calls" "tests/fuzz/corpus-$2" ;;
		model) python3 tests/model/aligned.py --xlen "$2" ;;
		nested) python3 tests/model/nested.py --every 60 --turn 1 \
			--only "rv$2 nosstc" ;;
		esac) ;;
	esac
}

# Once for each test except the fuzzers, which "make test" runs: the test passes
# without a defect.
known=' '
passes()
{
	[ "$1" != fuzz ] || return 0
	key=$(echo "$*" | tr ' ' /)
	case "$known" in
	*" $key "*) return 0 ;;
	esac
	make_in_copy "$@" && (cd "$copy" && run_test "$@") >"$copy/log" 2>&1 ||
		return 1
	# An expression that names no machine would pass, too
	[ "$1" != smode ] || grep -q '^ok 1 ' "$copy/log" || return 1
	known="$known$key "
}

make_in_copy()
{
	# shellcheck disable=SC2046,SC2086 # a list of targets
	(cd "$copy" && ${MAKE:-make} -s O=build $(targets "$@")) \
		>"$copy/log" 2>&1
}

verdict()
{
	if [ "$1" = ok ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
	echo "$1 $2"
}

# End of a row: the file is restored, with a date after that of its objects.
restore()
{
	cp "$copy/original" "$copy/$1"
}

plant()
{
	name=$1 file=$2 edit=$3
	shift 3
	if ! passes "$@"; then
		sed 's/^/# /' "$copy/log"
		verdict "not ok" "$name: $* fails without it"
		return
	fi
	cp "$copy/$file" "$copy/original"
	sed -i -E "$edit" "$copy/$file"
	if cmp -s "$copy/$file" "$copy/original"; then
		verdict "not ok" "$name: nothing in $file was changed"
		return
	fi
	if ! make_in_copy "$@"; then
		sed 's/^/# /' "$copy/log"
		verdict "not ok" "$name: it does not build"
		restore "$file"
		return
	fi
	spent "$build/mutants.times"
	began=$ms
	(cd "$copy" && run_test "$@") >"$copy/log" 2>&1
	status=$?
	spent "$build/mutants.times"
	ms=$((ms - began))
	# A fuzzer that the limit ends has found nothing
	if [ "$status" -eq 0 ] || [ "$ms" -gt $(($(limit_of "$1") * 1000)) ] ||
		{ [ "$1" = fuzz ] &&
			! grep -q 'not so:\|ERROR:\|runtime error:' "$copy/log"; }
	then
		verdict "not ok" "$name: $* does not notice ($ms ms)"
	else
		verdict ok "$name: $* notices ($ms ms)"
	fi
	restore "$file"
}

# A sample takes a row only in a few commits: a change of the sources may have
# made the row's EDIT useless, or left the row without a machine.
applies()
{
	if sed -E "$3" "$2" | cmp -s - "$2"; then
		verdict "not ok" "$1: nothing in $2 would be changed"
	elif [ "$4" = smode ] && ! grep -qE -- "$6" "$build/mutants.machines"; then
		verdict "not ok" "$1: no machine has a name like $6"
	fi
}

# A row: mutant NAME FILE EDIT TEST...
mutant()
{
	case "$wanted" in
	"  "|*" $1 "*) plant "$@" ;;
	*) applies "$@" ;;
	esac
}

if [ "$sample" -gt 0 ]; then
	wanted=" $(choose | tr '\n' ' ') "
	echo "# the sample of this commit:$wanted"
fi
copy_sources
python3 tests/smode/run.py --level full --list >"$build/mutants.machines"
# shellcheck source=/dev/null
. "$rows"
echo "# mutants: $passed passed, $failed failed"
echo "$passed $failed" >"$tally"
[ "$failed" -eq 0 ]
