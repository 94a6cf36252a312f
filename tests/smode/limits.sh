#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The limit of a machine (qemu.sh --timeout) is of its own time.

set -u

usage()
{
	cat <<EOT
Usage: limits.sh

Gives qemu.sh programs that stand for QEMU: one that runs for ever, one that
sleeps for ever, and one that the host does not run for longer than its limit.
The exit status is 1 if the first two do not end or the third is ended, or if
another process has the console of one, too.
EOT
}

[ $# -eq 0 ] || { usage; [ "$1" = --help ] || [ "$1" = -h ]; exit; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# machine NAME STATUS: start a machine; standard input has its commands
machine()
{
	mkdir "$work/$1"
	{ echo '#!/bin/sh'; cat; } >"$work/$1/qemu-system-riscv64"
	chmod +x "$work/$1/qemu-system-riscv64"
	{
		QEMU_PREFIX="$work/$1/" sh platform/qemu/qemu.sh --timeout 1
		echo $? >"$work/$1.status"
	} >"$work/$1.log" 2>&1 &
	echo "$2" >"$work/$1.wanted"
}

machine runs 137 <<'EOT'
while :; do :; done
EOT
machine sleeps 137 <<'EOT'
exec sleep 60
EOT
machine 'waits for the host' 3 <<'EOT'
(sleep 9; kill -CONT $$) &
kill -STOP $$
exit 3
EOT
# The watcher of a machine must not keep the console open after the machine's
# end
machine 'has its console alone' 5 <<'EOT'
sleep 1
console=$(readlink /proc/$$/fd/1)
for child in $(cat /proc/$$/task/$$/children); do
	ls -l "/proc/$child/fd" 2>/dev/null | grep -qF "$console" && exit 6
done
exit 5
EOT
machine ends 4 <<'EOT'
exit 4
EOT
wait
status=0
for wanted in "$work"/*.wanted; do
	name=$(basename "$wanted" .wanted)
	cmp -s "$wanted" "$work/$name.status" && continue
	echo "limits.sh: a machine that $name: status $(cat "$work/$name.status")," \
		"not $(cat "$wanted")" >&2
	status=1
done
exit $status
