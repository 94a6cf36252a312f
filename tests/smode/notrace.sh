#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The whole firmware of TRACE=off.

set -eu

usage()
{
	cat <<EOT
Usage: notrace.sh BUILD

Builds all firmware with TRACE=off in a folder of BUILD, and compares it
with the one that machines of smode.cfg with the word "notrace" boot.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 2; }
build=$1 off=$1/notrace

mkdir -p "$off"
"${MAKE:-make}" -s --no-print-directory O="$off" TRACE=off \
	firmware >"$off/log" 2>&1 ||
	{ cat "$off/log"; exit 1; }
for xlen in 64 32; do
	cmp "$build/rv$xlen/fw_notrace.bin" "$off/rv$xlen/fw_dynamic.bin"
	for kind in jump payload; do
		[ -s "$off/rv$xlen/fw_$kind.bin" ]
	done
done
