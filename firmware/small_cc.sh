#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A compiler for OpenSBI's build that compiles for size. OpenSBI puts its -O2 behind
# all flags that its variables can add, and lets its user name the compiler.

set -eu

usage()
{
	cat <<EOT
Usage: small_cc.sh SOURCES COMPILER [OPTION...]

Runs COMPILER with the options, of which -O2 becomes -Os, unless the source is one
of SOURCES, names separated by ":".
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
'') usage >&2; exit 2 ;;
esac
sources=:$1: level=-Os
shift
for option; do
	case "$sources" in *:"${option##*/}":*) level=-O2 ;; esac
done
for option; do
	shift
	[ "$option" != -O2 ] || option=$level
	set -- "$@" "$option"
done
exec "$@"
