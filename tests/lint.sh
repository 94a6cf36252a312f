#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Style, include rules and static analysis, one result line per check. Checks run
# side by side.

set -u
recent=50

usage()
{
	cat <<EOT
Usage: lint.sh [--some] OUT OPENSBI_SRC
       lint.sh --format

Checks all files of the repository and leaves "PASSED FAILED" in
OUT/results/lint.tally. OUT is a build directory with OpenSBI built in it. DOCS in
the environment is the command that looks at the blocks of the documentation.

  --some     clang-tidy, which takes the most time by far, only reads the files that
             the last $recent commits changed, and a quarter of the others, which
             the hash of the commit chooses
  --format   rewrite the C files as clang-format wants them
EOT
}

# A tarball of the sources has no list of them. What a link leads to has its own name.
all_files()
{
	{
		git ls-files -co --exclude-standard 2>/dev/null ||
			find .ci .clang-* Makefile README.md LICENSE include lib \
				platform firmware tests docs -type f
	} | sort | while read -r file; do
		[ ! -f "$file" ] || [ -L "$file" ] || echo "$file"
	done
}

select_files() { all_files | grep -E "$1"; }

# Every file starts with its licence; prose and test inputs need none.
spdx()
{
	all_files | grep -Ev '\.(md|svg|png|elf|dtb|data)$|^LICENSE$|/COPYING$|(^|/)\.gitignore$|/(corpus[^/]*|expect)/' |
	while read -r file; do
		case "$file" in
		platform/qemu/*) want=GPL-2.0-or-later ;;
		platform/linux/record/*) want=BSD-2-Clause ;;
		platform/linux/*) want=GPL-2.0-only ;;
		*) want=BSD-2-Clause ;;
		esac
		head -n 2 "$file" |
			grep -q "SPDX-License-Identifier: $want" ||
			echo "$file: no SPDX line with $want"
	done | none
}

# none: succeeds if standard input is empty, else prints it
none() { ! grep .; }

text_files() { select_files '' | grep -Ev '/(corpus[^/]*|expect)/|\.(png|elf|dtb|data)$'; }
whitespace() { text_files | xargs grep -nE '[[:blank:]]+$' | none; }
leftovers() { text_files | xargs grep -nE 'TOD[O]|FIXM[E]' | none; }
# No file names a machine of its author, or a mirror of packages.
places()
{
	text_files | xargs grep -nE '/wor[k]/|deb[.]debian[.]org|/hom[e]/' | none
}

# The folders that README.md and docs/design.md describe, and no others.
top_level()
{
	git ls-files -co --exclude-standard 2>/dev/null | sed "s|/.*||" | sort -u |
		grep -vE '^"?(\..*|LICENSE|Makefile|README\.md)"?$' |
		grep -vE '^(docs|firmware|include|lib|platform|tests)$' | none
}

file_length()
{
	select_files '\.([chS]|sh|py|mk|awk)$' | xargs wc -l |
		awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines" }' |
		none
}

function_length()
{
	c_files | xargs awk '
		FNR == 1 || /^$/ || /^[#}]/ { if (!body) start = FNR + 1 }
		/^{$/ { body = 1 }
		/^}$/ && body {
			body = 0
			if (FNR - start >= 80)
				print FILENAME ":" start ": " FNR - start + 1 \
					" lines"
			start = FNR + 1
		}' | none
}

nested() { c_files | xargs awk -f tests/nested.awk | none; }

c_files() { select_files '\.[chS]$'; }

include_rules()
{
	c_files | grep -E '^(include|lib|platform|firmware/demo|tests)/' |
		xargs awk -f tests/includes.awk tests/includes.txt | none
}

shell_files()
{
	all_files | xargs grep -lE '^#!/bin/(ba)?sh|^# shellcheck shell=' |
		sed 's|^\.ci|./&|'
}

python_syntax()
{
	select_files '\.py$' | while read -r file; do
		python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' \
			"$file" 2>&1
	done | none
}

# Excepted: functions called by name, sourced files found at run time; and the
# project's style: "a= b=", "A && B || C", and other languages' "$" in single
# quotes.
shell_style()
{
	shell_files | xargs shellcheck -e SC1091,SC2317,SC1007,SC2015,SC2016
}

shell_syntax()
{
	shell_files | while read -r file; do
		case "$(head -n 1 "$file")" in
		*bash) bash -n "$file" ;;
		*) sh -n "$file" ;;
		esac 2>&1
	done | none
}

man_pages()
{
	select_files '^docs/.*\.1$' | xargs mandoc -T lint -W warning
}

names()
{
	python3 tests/symbols.py tests/names.txt "$out/host/unit" \
		"$out/host/obj" "$out/qemu/obj" "$out/rv64/obj"
}

format() { select_files '\.[ch]$' | xargs clang-format --style=file "$@"; }

host_flags()
{
	echo "-std=gnu11 -D_GNU_SOURCE $(cat "$out/host/disasm.cflags")
		-Iinclude -Itests/unit/fake -Itests/unit -Iplatform/qemu/machine
		-iquote platform/host/common -idirafter tests/unit/kernel
		-isystem $opensbi/include -D__riscv_xlen=64
		-DOPENSBI_EXTERNAL_SBI_TYPES=base/types.h
		-DHARTSCOPE_VERSION=\"\""
}

target_flags()
{
	echo "--target=riscv64 -march=rv64imac -ffreestanding -std=gnu11 -Iinclude
		-Iplatform/generic/include -isystem $opensbi/include
		-isystem $opensbi/lib/utils/libfdt
		-isystem $opensbi/platform/generic/include
		-include $out/opensbi/rv64/platform/generic/kconfig/autoconf.h
		-DPMU_SNAPSHOT_DEFAULT=0 -DHARTSCOPE_VERSION=\"\""
}

# The analyzer walks paths until a function has this many states, by default
# 225000, which takes most of its time. Of 40 null dereferences at the ends of
# long functions it finds the same 36 with a third of them.
analyzer_states=75000

# Of the files on standard input, those that --some selects. All of them if the
# history is missing or too short to show changes.
some_files()
{
	if [ -z "$LINT_SOME" ] ||
		! changed=$(git diff --name-only "HEAD~$recent" 2>/dev/null); then
		cat
		return
	fi
	commit=$(git rev-parse HEAD)
	while read -r file; do
		sum=$(echo "$file $commit" | cksum)
		[ $((${sum%% *} % 4)) -ne 0 ] &&
			! echo "$changed" | grep -qxF "$file" || echo "$file"
	done
}

# tidy REGEX FLAGS...
tidy()
{
	files=$1
	shift
	select_files "$files" | some_files |
		xargs -P "$(nproc)" -I '{}' clang-tidy --quiet \
			--extra-arg=-Xclang --extra-arg=-analyzer-config \
			--extra-arg=-Xclang \
			--extra-arg=max-nodes=$analyzer_states \
			--warnings-as-errors='*' '{}' -- "$@"
}

# Word splitting is wanted: lists of flags.
# shellcheck disable=SC2046
tidy_host()
{
	tidy '^(lib|platform/host|platform/linux/record|tests/unit)/.*\.c$' \
		$(host_flags)
}

# shellcheck disable=SC2046
tidy_target() { tidy '^platform/generic/.*\.c$' $(target_flags); }

# The two warnings about uninitialized data are wrong for a buffer that a
# function fills, or of which no byte is used; GCC has such warnings, too. The
# third is a remark about the depth of newer versions' analysis.
static_analysis()
{
	rm -rf "$out/cppcheck"
	mkdir "$out/cppcheck"
	select_files '^(lib|platform)/.*\.c$' |
		xargs cppcheck -q -j "$(nproc)" --std=c11 --error-exitcode=1 \
			--cppcheck-build-dir="$out/cppcheck" \
			--enable=warning,performance,portability \
			--suppress=ctuuninitvar --suppress=uninitvar \
			--suppress=normalCheckLevelMaxBranches \
			-Iinclude -Iplatform/generic/include \
			-Iplatform/host/common \
			-D__riscv_xlen=64 -DHARTSCOPE_VERSION='""' \
			-DPMU_SNAPSHOT_DEFAULT=0
}

# S-mode cannot make the firmware allocate: see boot_alloc.h.
allocations()
{
	select_files '^(lib|platform/generic)/.*\.[chS]$' |
		grep -v /boot_alloc.h |
		xargs grep -nE 'sbi_([mzc]|aligned_)alloc' | none
}

floors()
{
	python3 tests/floors.py docs/design.md docs/pictures/floors.svg
}

words() { python3 tests/words.py include=0 lib=0 platform=0 tests=15; }

setup_groups() { python3 tests/setup_groups.py; }

docs() { ${DOCS:-false}; }
docs_judge() { python3 tests/docs_test.py; }

# The name of each check, and its function
checks()
{
	cat <<-EOT
		licence in the first lines:spdx
		no trailing white space:whitespace
		no leftover notes:leftovers
		no names of machines:places
		nothing else at the top:top_level
		files of at most 500 lines:file_length
		functions of at most 80 lines:function_length
		no conditional within another:nested
		include rules:include_rules
		names, and circles of objects:names
		memory from boot_alloc.h alone:allocations
		floors:floors
		comments in plain words:words
		programs before recipes:setup_groups
		blocks and links of the documentation:docs
		the judge of these blocks:docs_judge
		shell syntax:shell_syntax
		shellcheck:shell_style
		python syntax:python_syntax
		manual pages:man_pages
		clang-format:format --dry-run -Werror
		cppcheck:static_analysis
		clang-tidy, host:tidy_host
		clang-tidy, target:tidy_target
	EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
--format) format -i; exit ;;
--one)
	out=$2 opensbi=$3
	shift 3
	"$@"
	exit ;;
esac
LINT_SOME=
if [ "${1:-}" = --some ]; then
	LINT_SOME=y
	shift
fi
export LINT_SOME
case "${1:-}" in
-*|'') usage >&2; exit 2 ;;
esac
out=$1 opensbi=$2
mkdir -p "$out/results"

# shellcheck source=tests/parallel.sh
. "$(dirname "$0")/parallel.sh"
checks >"$out/lint.checks"
set --
while IFS=: read -r name command; do
	set -- "$@" "sh '$0' --one '$out' '$opensbi' $command"
done <"$out/lint.checks"
parallel "$out/results/lint" "$@"
passed=0 failed=0
while IFS=: read -r name command; do
	parallel_next
	if [ "$status" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $name"
	else
		failed=$((failed + 1))
		echo "not ok $name"
		sed 's/^/    /' "$log"
	fi
done <"$out/lint.checks"

echo "# lint: $passed passed, $failed failed"
echo "$passed $failed" >"$out/results/lint.tally"
