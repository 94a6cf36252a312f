#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Sees to it that the programs a group of make targets needs are installed.

set -eu

usage()
{
	cat <<EOT
Usage: setup.sh GROUP...

Checks that the programs of each GROUP are there. On Debian 12 and newer, as
root, it installs what is missing with apt; otherwise it says what is missing
and what to type. Nothing under /etc is changed.

  python    Python 3, which all groups below with a compiler have as well
  firmware  cross compiler and what OpenSBI's build uses
  qemu      qemu-system-riscv64 and -riscv32, version 10.0 or newer
  host      C compiler, libraries and cmocka, for the tools and the host tests
  lint      clang-format, clang-tidy, cppcheck, mandoc, shellcheck
  linux     what packs an initramfs
  guest     the C library that programs for riscv64 Linux are linked with, and
            what building a module of its kernel needs
  profile   valgrind, for its callgrind
  docs      graphviz, for pictures
  package   what looks at an installation: C++, pkg-config, mandoc
  abi       abidiff, which compares interfaces of libraries
  deb       what makes Debian packages
  lintian   lintian, which checks them
  debian    debootstrap, which makes a Debian to install them on
  readers   genhtml, callgrind_annotate and OpenCSD, which read what the tool writes

CROSS_COMPILE in the environment names another cross compiler, by its prefix.
EOT
}

die() { echo "setup.sh: $*" >&2; exit 1; }
say() { echo "  SETUP    $*"; }

need()
{
	case " $missing " in
	*" $1 "*) ;;
	*) missing="$missing $1" ;;
	esac
}

program() { command -v "$1" >/dev/null || need "$2"; }
file() { [ -e "$1" ] || need "$2"; }

check_python()
{
	program python3 python3
}

check_firmware()
{
	cross=${CROSS_COMPILE:-riscv64-linux-gnu-}
	case "$cross" in
	riscv64-linux-gnu-) program riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu ;;
	*) command -v "${cross}gcc" >/dev/null ||
		die "there is no ${cross}gcc; correct CROSS_COMPILE=" ;;
	esac
	program dtc device-tree-compiler
	check_python
}

# Debian 12 has a recent QEMU in its backports only; later releases have given
# RISC-V a package of its own.
check_qemu()
{
	case "$codename" in
	bookworm) package=qemu-system-misc ;;
	*) package=qemu-system-riscv ;;
	esac
	for xlen in 32 64; do
		version=$(qemu-system-riscv$xlen --version 2>/dev/null |
			sed -n '1s/.*version \([0-9]*\).*/\1/p')
		[ "${version:-0}" -ge 10 ] || { need $package; return; }
	done
}

check_host()
{
	check_python
	program gcc gcc
	file /usr/include/stdio.h libc6-dev
	file /usr/include/cmocka.h libcmocka-dev
	file /usr/include/libelf.h libelf-dev
	file /usr/include/elfutils/libdw.h libdw-dev
	file /usr/include/libfdt.h libfdt-dev
	file /usr/include/zlib.h zlib1g-dev
	file /usr/include/zstd.h libzstd-dev
	# the tests of the tool pack their input
	program zstd zstd
	# Debian 12's capstone is too old to know RISC-V.
	case "$codename" in
	bookworm) file /usr/include/llvm-c-14/llvm-c/Disassembler.h llvm-14-dev ;;
	*) file /usr/include/capstone/capstone.h libcapstone-dev ;;
	esac
}

check_lint()
{
	program clang-format clang-format
	program clang-tidy clang-tidy
	program cppcheck cppcheck
	program mandoc mandoc
	program shellcheck shellcheck
}

check_linux()
{
	program cpio cpio
	program zstd zstd
	program xz xz-utils
}

check_guest()
{
	check_firmware
	[ "$cross" != riscv64-linux-gnu- ] ||
		file /usr/riscv64-linux-gnu/lib/libc.a libc6-dev-riscv64-cross
}

check_profile()
{
	program valgrind valgrind
}

check_docs()
{
	program dot graphviz
}

check_package()
{
	check_host
	program g++ g++
	program pkg-config pkg-config
	program mandoc mandoc
}

check_abi()
{
	program abidiff abigail-tools
}

check_deb()
{
	program dpkg-deb dpkg
	program dpkg-shlibdeps dpkg-dev
}

check_lintian()
{
	program lintian lintian
}

check_debian()
{
	program debootstrap debootstrap
}

# ldconfig may be out of a user's path.
check_readers()
{
	program genhtml lcov
	program callgrind_annotate valgrind
	PATH=$PATH:/sbin ldconfig -p | grep -q 'libopencsd_c_api\.so\.1' ||
		need libopencsd1
}

check()
{
	missing=
	for group; do
		"check_$group"
	done
	missing=${missing# }
}

# Not ours to install: say what to do, which differs from machine to machine.
explain()
{
	echo "setup.sh: this machine lacks: $missing"
	case "$missing" in
	*qemu*) echo "QEMU must be version 10.0 or newer." ;;
	esac
	if [ "$os" = debian ]; then
		echo "Install it as root with this command, then make again:"
		echo "    sh $(cd "$(dirname "$0")" && pwd)/setup.sh $*"
	else
		echo "These are names of Debian packages: install what your" \
			"system has for them, then make again."
	fi
} >&2

# How far apt is, from its log in English
progress='
	/^Get:/ { got++ }
	/ newly installed, / { all = $1 + $3 }
	/^Unpacking / { unpacked++ }
	/^Setting up / { set++ }
	END {
		if (!all) print got + 0, "lists read"
		else if (!unpacked) print got + 0, "of", all, "packages downloaded"
		else print unpacked, "of", all, "packages unpacked,", set + 0, "set up"
	}'

# run_apt TITLE ARGUMENT...
run_apt()
{
	title=$1
	shift
	sh "$here/progress.sh" "  SETUP    $title" "$state/log" "$progress" \
		env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
		apt-get -q -c "$state/apt.conf" "$@"
}

# All of the machine's sources, as its installed packages may come from any,
# and for QEMU those of its mirror that it does not use yet.
make_sources()
{
	cat /etc/apt/sources.list >"$state/sources.list" 2>/dev/null || :
	cp /etc/apt/sources.list.d/* "$state/sources.list.d/" 2>/dev/null || :
	[ -n "$backports" ] || return 0
	mirror=$(apt_mirror)
	[ -n "$mirror" ] || die "no Debian mirror among apt's sources"
	echo "deb $(apt_signed_by) $mirror bookworm-backports main" \
		>"$state/sources.list.d/hartscope-backports.list"
}

install_packages()
{
	run_apt "installing $# of these, and what they need" install -y \
		--no-install-recommends "$@" || {
		tail -n 15 "$state/log" >&2
		die "apt-get cannot install this; see above"
	}
}

install()
{
	state=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope/apt
	backports=
	case "$codename $missing" in
	bookworm*qemu-system-misc*) backports=qemu-system-misc ;;
	esac
	rm -rf "$state/sources.list.d"
	apt_private "$state"
	make_sources
	say "this machine lacks $missing"
	# A source that fails need not matter; whether it does, install tells.
	run_apt "reading the package lists of this machine's mirrors" update || :
	# Word splitting is wanted: a list of packages.
	# shellcheck disable=SC2086
	set -- $missing
	for package; do
		shift
		[ "$package" = "$backports" ] || set -- "$@" "$package"
	done
	[ $# -eq 0 ] || install_packages "$@"
	[ -z "$backports" ] ||
		install_packages -t bookworm-backports "$backports"
	rm -f "$state"/archives/*.deb
}

[ $# -gt 0 ] || { usage >&2; exit 2; }
for group; do
	case "$group" in
	--help|-h) usage; exit 0 ;;
	python|firmware|qemu|host|lint|linux|guest|profile|docs|package|abi|deb|lintian|debian|readers) ;;
	*) die "unknown group '$group'; see --help" ;;
	esac
done

os=$(. /etc/os-release 2>/dev/null && echo "${ID:-}") || :
codename=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}") || :
check "$@"
[ -n "$missing" ] || exit 0
[ "$os" = debian ] && [ "$(id -u)" = 0 ] || { explain "$@"; exit 1; }

here=$(dirname "$0")
. "$here/apt.sh"
mkdir -p "${XDG_CACHE_HOME:-$HOME/.cache}/hartscope"
# make may start several of these at once; only one may install.
exec 9>"${XDG_CACHE_HOME:-$HOME/.cache}/hartscope/setup.lock"
flock 9
check "$@"
[ -n "$missing" ] || exit 0
install
check "$@"
[ -z "$missing" ] || die "still missing after installation: $missing"
