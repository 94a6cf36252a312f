#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The machines of smode.cfg on firmware that is linked with other releases of
# OpenSBI.

set -eu

usage()
{
	cat <<EOT
Usage: releases.sh BUILD LACKS sample|all

Builds the firmware with another release of OpenSBI, in a folder of BUILD, and runs
the payloads of BUILD on it. LACKS is the output of platform/qemu/lacks.sh.

  sample   four machines of the quick level, which the hash of the commit chooses,
           on the release that is taken where the default cannot be had
  all      the quick level, on that release and on OpenSBI's main branch: of
           OPENSBI_MAIN=DIR in the environment, or of upstream's repository

A release that cannot be had is skipped, with a line, and so is a width for which
OpenSBI's own sources do not build.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 3 ] || { usage >&2; exit 2; }
build=$1 lacks=$2 amount=$3
old=$(sed -n 's/^fallback=//p' firmware/opensbi.sh)
upstream=$(sed -n 's/^upstream=//p' firmware/opensbi.sh)

# on RELEASE NAME=VALUE...: make with these variables
on()
{
	folder=$build/on-$1
	shift
	"${MAKE:-make}" -s --no-print-directory O="$folder" OPENSBI_DIR= \
		OPENSBI_RELEASE= OPENSBI_TARBALL= "$@"
}

# run RELEASE XLENS OPTION...: the machines, with firmware that is built
run()
{
	release=$1 xlens=$2
	shift 2
	echo "# on OpenSBI $release, RV$(echo "$xlens" | sed 's/|/ and RV/'):"
	python3 tests/smode/run.py --build "$build" --lacks "$lacks" \
		--firmware "$build/on-$release/rv{xlen}/fw_dynamic.bin" \
		--only " rv($xlens) " "$@"
}

# files RELEASE XLEN...
files()
{
	folder=$build/on-$1
	shift
	for xlen; do
		echo "$folder/rv$xlen/fw_dynamic.bin" "$folder/rv$xlen/fw_test.bin"
	done
}

# has_old: the sources are there
has_old()
{
	on "$old" OPENSBI_RELEASE="$old" "$build/on-$old/opensbi/.src" && return
	echo "# skipped: OpenSBI $old cannot be had"
	return 1
}

# Words are to be split: lists of files.
# shellcheck disable=SC2046
sample()
{
	has_old || return 0
	xlen=64
	case "$(git rev-parse HEAD 2>/dev/null)" in
	*[13579bdf]) xlen=32 ;;
	esac
	on "$old" OPENSBI_RELEASE="$old" $(files "$old" $xlen)
	run "$old" $xlen --sample 4
}

# clone: of the main branch, if it makes progress
clone()
{
	command -v git >/dev/null || return 1
	rm -rf "$build/opensbi-main"
	export GIT_TERMINAL_PROMPT=0
	timeout 60 git ls-remote -q --exit-code "$upstream" HEAD >/dev/null &&
		git -c http.lowSpeedLimit=1000 -c http.lowSpeedTime=30 clone -q \
			--depth 1 "$upstream" "$build/opensbi-main"
}

# widths RELEASE NAME=VALUE...: the machines of the widths that OpenSBI itself has there
# shellcheck disable=SC2046
widths()
{
	release=$1 built=''
	for xlen in 64 32; do
		if ! on "$@" "$build/on-$release/opensbi/rv$xlen/.built"; then
			echo "# skipped: OpenSBI $release does not build for RV$xlen"
			continue
		fi
		on "$@" $(files "$release" $xlen)
		built=$built${built:+|}$xlen
	done
	[ -z "$built" ] || run "$release" "$built"
}

all()
{
	! has_old || widths "$old" OPENSBI_RELEASE="$old"
	main=${OPENSBI_MAIN:-$build/opensbi-main}
	if [ -z "${OPENSBI_MAIN:-}" ] && ! clone; then
		echo "# skipped: OpenSBI's main: $upstream is out of reach," \
			"and there is no OPENSBI_MAIN=DIR"
		return
	fi
	widths main OPENSBI_DIR="$main"
}

case "$amount" in
sample|all) "$amount" ;;
*) usage >&2; exit 2 ;;
esac
