#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Some releases of QEMU (10.0.13 of Debian 13 is one) claim extensions whose
# bits cannot be set, so that no firmware can use them there.

set -eu

case "${1:-}" in
--help|-h|'')
	cat <<EOT
Usage: lacks.sh PROGRAM

Prints what this QEMU lacks of what it claims, in words that a comma separates:
lcofi (counter overflow interrupts), mpv (M-mode can leave for a guest, and
take a guest's trap to its host). Or "nothing". PROGRAM is lacks.S, built.
EOT
	[ -n "${1:-}" ]
	exit ;;
esac
status=0
sh "$(dirname "$0")/qemu.sh" --cpu sscofpmf=true --firmware "$1" \
	--timeout 900 >/dev/null || status=$?
case "$status" in
0) echo nothing ;;
1) echo lcofi ;;
2) echo mpv ;;
3) echo lcofi,mpv ;;
*) echo "lacks.sh: QEMU ended with status $status" >&2; exit 1 ;;
esac
case "$status" in
1|3) echo "# this QEMU has no overflow interrupts: what needs them is skipped" \
	>&2 ;;
esac
case "$status" in
2|3) echo "# this QEMU's M-mode cannot change mstatus.MPV: what needs it is" \
	"skipped" >&2 ;;
esac
