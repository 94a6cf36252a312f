#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Some releases of QEMU (10.0.13 of Debian 13 is one) claim Sscofpmf but lost
# mie.LCOFIE, so that no firmware can have overflow interrupts there.

set -eu

case "${1:-}" in
--help|-h|'')
	cat <<EOT
Usage: lcofi.sh PROGRAM

Prints yes if QEMU has working counter overflow interrupts, else no. PROGRAM is
lcofi.S, built.
EOT
	[ -n "${1:-}" ]
	exit ;;
esac
status=0
sh "$(dirname "$0")/qemu.sh" --cpu sscofpmf=true --firmware "$1" \
	--timeout 20 >/dev/null || status=$?
case "$status" in
0) echo yes ;;
1)
	echo no
	echo "# this QEMU has no overflow interrupts: what needs them is skipped" \
		>&2 ;;
*) echo "lcofi.sh: QEMU ended with status $status" >&2; exit 1 ;;
esac
