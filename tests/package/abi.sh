#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Prints the interface of one of the project's libraries, as abidiff reads it.

set -eu

usage()
{
	cat <<EOT
Usage: abi.sh LIBRARY

Prints the symbols and types that LIBRARY, a build of libhartscope.so, shows to
programs that include its public headers.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
-*|'') usage >&2; exit 2 ;;
esac
abidw --exported-interfaces-only --no-show-locs \
	--type-id-style hash --no-corpus-path --no-comp-dir-path "$1"
