#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The product as users get it: the files that "make install" has put into
# DIR/root are checked, linked with, and used, without files of the build.

set -u

usage()
{
	cat <<EOT
Usage: run.sh [--amount=quick|full] [--packages] TALLY DIR

Checks the installation in DIR/root, made with PREFIX=/usr LIBDIR=lib/tuple, and
the library that is installed there, and the effects of "make install" and "make
uninstall" in other folders; the full amount also boots QEMU with the installed
firmware and plugin and decodes the trace with the installed tool, and makes release
tarballs in two folders. DIR has program.bin, of tests/tool, and is
for temporary files too. Leaves "PASSED FAILED" in TALLY.

With --packages DIR/root has the unpacked files of Debian packages.

CC, CXX and CROSS_COMPILE in the environment name compilers, O the build,
PAYLOAD the program that QEMU boots on the firmware.
EOT
}

amount=quick libdir=lib/tuple packages=
while [ $# -gt 0 ]; do
	case "$1" in
	--help|-h) usage; exit 0 ;;
	--amount=quick|--amount=full) amount=${1#*=} ;;
	--packages)
		packages=y
		libdir=lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH) ;;
	-*) usage >&2; exit 2 ;;
	*) break ;;
	esac
	shift
done
[ $# -eq 2 ] || { usage >&2; exit 2; }
tally=$1 tmp=$(cd "$2" && pwd) root=$(cd "$2" && pwd)/root
here=$(dirname "$0")
lib=$root/usr/$libdir tool=$root/usr/bin/hartscope
passed=0 failed=0

. "$here/check.sh"

# Pages come and go.
installed()
{
	(cd "$root" && find . ! -type d ! -path './usr/share/doc/*.md' \
		! -path './usr/share/doc/*/pictures/*' \
		! -path './usr/share/man/*' | sed 's|^\./||' |
		LC_ALL=C sort) >"$tmp/files"
	diff "$here/expect/files" "$tmp/files"
}

nothing_of_the_build()
{
	grep -rlF "$PWD" "$root/usr/bin" "$root/usr/lib" "$root/usr/include" \
		"$root/usr/share/man" "$root/usr/share/bash-completion"
	[ $? -eq 1 ]
}

readable() { ! find "$root" ! -type l ! -perm -444 | grep .; }

# --- the library
export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root"

version()
{
	version=$(pkg-config --modversion hartscope) &&
		grep -F "#define HARTSCOPE_LIBRARY_VERSION \"$version\"" \
		"$root/usr/include/hartscope/base.h"
}

# Words are to be split: lists of flags.
# shellcheck disable=SC2046
build_example()
{
	$CXX -std=c++17 -Wall -Wextra -Wpedantic -Werror -o "$tmp/decode" \
		"$root/usr/share/doc/hartscope/examples/decode.cc" \
		$(pkg-config --cflags --libs hartscope) &&
	$CXX -static-libgcc -o "$tmp/decode-static" \
		"$root/usr/share/doc/hartscope/examples/decode.cc" \
		$(pkg-config --cflags hartscope) "$lib/libhartscope.a"
}

# shellcheck disable=SC2046
headers_alone()
{
	for header in "$root"/usr/include/hartscope/*.h; do
		echo "#include <hartscope/${header##*/}>" >"$tmp/header.c"
		$CC -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
			$(pkg-config --cflags hartscope) "$tmp/header.c" || return
	done
}

# run_example PROGRAM: it prints the same instructions as the tool
run_example()
{
	"$tool" ntrace encode -o "$tmp/run.nt" docs/examples/run.pcseq &&
	LD_LIBRARY_PATH=$lib "$1" "$tmp/run.nt" "$tmp/program.bin" 0x80000000 \
		>"$tmp/ranges" || return
	sum=$(awk '{ sum += $4 * $6 } END { print sum }' "$tmp/ranges")
	want=$("$tool" ntrace decode -f pcs -i "$tmp/program.bin,at=0x80000000" \
		"$tmp/run.nt" | wc -l)
	echo "the example has $sum instructions, the tool $want"
	[ "$sum" -gt 0 ] && [ "$sum" -eq "$want" ]
}

# The commands of docs/library.md after the installation, in a folder with its
# files
as_documented()
{
	home=$tmp/home
	rm -rf "$home"
	mkdir -p "$home/hartscope" "$home/build"
	ln -s "$lib" "$home/hartscope/lib"
	ln -s "$PWD/docs" "$home/docs"
	cp "$tmp/run.nt" "$tmp/program.bin" "$home/build"
	sed -n -e '/^    export PKG_CONFIG_PATH/,/^$/s/^    //p' \
		-e 's,^    build/decode,build/decode,p' docs/library.md \
		>"$home/commands"
	(cd "$home" && HOME=$home sh -e commands >ranges) &&
		[ -s "$home/ranges" ] && cmp "$home/ranges" "$tmp/ranges"
}

refuses_damage()
{
	head -c 20 "$tmp/run.nt" >"$tmp/cut.nt"
	for files in "cut.nt $tmp/program.bin" "absent $tmp/program.bin" \
		"run.nt $tmp/absent"; do
		# shellcheck disable=SC2086 # two words
		LD_LIBRARY_PATH=$lib "$tmp/decode" "$tmp"/$files 0x80000000
		[ $? -eq 1 ] || return
	done
}

# Symbols of libhartscope.a are those of the .so
same_symbols()
{
	nm -D --defined-only "$lib/libhartscope.so" |
		sed -n 's/.* T \([^@]*\).*/\1/p' | LC_ALL=C sort >"$tmp/shared"
	nm -g --defined-only "$lib/libhartscope.a" |
		sed -n 's/.* T //p' | LC_ALL=C sort >"$tmp/static"
	[ -s "$tmp/shared" ] && diff "$tmp/shared" "$tmp/static"
}

# --- the interface of the library
abi() { abidiff "$here/expect/hartscope.abi" "$lib/libhartscope.so"; }

# A record of another interface has to differ.
abi_changed()
{
	sed "s/name='hartscope_insn' size-in-bits='128'/name='hartscope_insn' size-in-bits='192'/" \
		"$here/expect/hartscope.abi" >"$tmp/other.abi"
	! cmp -s "$here/expect/hartscope.abi" "$tmp/other.abi" &&
		! abidiff "$tmp/other.abi" "$lib/libhartscope.so"
}

# --- help
# The tool and each of its commands has one.
pages()
{
	commands=$("$tool" help | sed -n 's/^  \([a-z]*\) .*/\1/p' |
		grep -vx -e help -e version | sed 's/^/hartscope-/')
	[ "$commands" ] || return
	for page in hartscope $commands; do
		mandoc -T markdown "$root/usr/share/man/man1/$page.1"* |
			grep -q "^# NAME" || return
	done
}

# complete WORD...: the completions of the last word
complete_words()
{
	bash -c '. "$0"
		COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hartscope
		printf "%s\n" "${COMPREPLY[@]}"' \
		"$root/usr/share/bash-completion/completions/hartscope" \
		"$tool" "$@"
}
# each_completes COMMAND: all of its options; --usage lists them in another form
each_completes()
{
	# shellcheck disable=SC2086 # words
	set -- $1
	"$tool" "$@" --usage | grep -oE '\[--[a-z][a-z-]*=?' | tr -d '[' |
		LC_ALL=C sort >"$tmp/in-usage"
	complete_words "$@" -- | LC_ALL=C sort >"$tmp/completed"
	[ -s "$tmp/in-usage" ] && diff "$tmp/in-usage" "$tmp/completed"
}

commands()
{
	echo run
	for group in ntrace perf pmu tandem; do
		"$tool" "$group" --help | sed -n "s/^  \([a-z]*\) .*/$group \1/p"
	done
}

completion()
{
	commands >"$tmp/commands"
	while read -r command; do
		each_completes "$command" || return
	done <"$tmp/commands"
	complete_words nt | grep -qx ntrace &&
	complete_words help ta | grep -qx tandem &&
	complete_words --v | grep -qx -- --version &&
	complete_words ntrace de | grep -qx decode &&
	complete_words ntrace decode --impl | grep -qx -- '--implicit-return=' &&
	complete_words ntrace decode --format = flame | grep -qx flamegraph
}

[ "$packages" ] || check "what is installed, and no more" installed
check "all of it is readable" readable
check "it does not name the build" nothing_of_the_build
check "manual pages" pages
check "completion" completion
check "version of the headers and of pkg-config" version
check "each header compiles alone, as C99" headers_alone
check "the example in C++ builds" build_example
check "it decodes a trace" run_example "$tmp/decode"
check "so does the one that the documentation builds" as_documented
check "so does the one with the static library" run_example "$tmp/decode-static"
check "it notices files that are cut or absent" refuses_damage
check "both libraries show the same symbols" same_symbols
[ "$packages" ] || . "$here/folders.sh"
[ "$packages" ] || . "$here/fetch.sh"
if ! command -v abidiff >/dev/null; then
	echo "# skipped: there is no abidiff"
elif [ "$(uname -m)" != x86_64 ]; then
	echo "# skipped: the recorded interface is that of x86-64"
else
	check "the interface is the recorded one" abi
	# The package's library without debug information shows only symbols
	[ "$packages" ] || check "another interface is noticed" abi_changed
fi
if [ "$amount" = full ]; then
	. "$here/full.sh"
fi

echo "# package: $passed passed, $failed failed"
mkdir -p "$(dirname "$tally")"
echo "$passed $failed" >"$tally"
