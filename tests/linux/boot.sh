#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Boots one of the Linux images and runs a command in it, as if the command ran
# here: its output and its exit status, and nothing else.

set -eu

usage()
{
	cat <<EOT
Usage: boot.sh [options] IMAGEDIR [COMMAND]

Boots IMAGEDIR/Image with IMAGEDIR/initramfs.cpio on a firmware and runs the
shell command COMMAND as root; without one, opens a shell on this terminal.

  --firmware FILE   M-mode firmware
  --smp N           number of harts (default 2)
  --cpu PROPS       CPU properties, e.g. sscofpmf=true
  --edit COMMAND    change the machine's device tree, which is the file \$dtb
                    in COMMAND, before booting; may be repeated
  --icount          instructions are counted one by one, and time is theirs:
                    one a nanosecond; else both are the host's
  --snapshot        ask the firmware to offer the SBI PMU's snapshot function
  --script FILE     run this file instead of COMMAND
  --append STRING   more of the kernel's command line
  --archive FILE    another cpio archive behind the image's
  --trace WORDS     trace hardware, in trace_machine.py's words
  --trace-plugin FILE[,OPTIONS]  plugin_trace.so, which --trace needs
  --tasks FILE      plugin_tasks.so, which needs --icount if there are several
                    harts; shows at the end what each task executed
  --qemu OPTIONS    more options for QEMU, parted by blanks
  --console         show all of the console, firmware and kernel included
  --timeout SECONDS give up after so much time of the processor, as qemu.sh
                    (default 600; a shell: never)
EOT
}

die() { echo "boot.sh: $*" >&2; exit 2; }

here=$(cd "$(dirname "$0")" && pwd)
qemu=$here/../../platform/qemu/qemu.sh
firmware='' smp=2 cpu='' edit='' script='' more='' limit=600
append='' icount='' archive='' trace='' plugin='' tasks=''
# The kernel's log shows how far it is
quiet='' show=''
while [ $# -gt 0 ]; do
	case "$1" in
	--help|-h) usage; exit 0 ;;
	--console) quiet=quiet show=--all; shift; continue ;;
	--icount) icount='-icount shift=0'; shift; continue ;;
	--snapshot)
		edit="$edit
fdtput -t s \$dtb /chosen hartscope,pmu-snapshot on"
		shift
		continue ;;
	--*) [ $# -ge 2 ] || die "$1 needs a value; see --help" ;;
	*) break ;;
	esac
	case "$1" in
	--firmware) firmware=$2 ;;
	--smp) smp=$2 ;;
	--cpu) cpu=$2 ;;
	--edit) edit="$edit
$2" ;;
	--script) script=$2 ;;
	--qemu) more=$2 ;;
	--append) append=$2 ;;
	--archive) archive=$2 ;;
	--trace) trace=$2 ;;
	--trace-plugin) plugin=$2 ;;
	--timeout) limit=$2 ;;
	--tasks) tasks=$2 ;;
	*) die "unknown option '$1'; see --help" ;;
	esac
	shift 2
done
case $# in 1|2) ;; *) die "which image? see --help" ;; esac
image=$1
[ -r "$image/initramfs.cpio" ] || die "no initramfs.cpio in '$image'"
[ -n "$firmware" ] || die "--firmware is missing"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
initrd=$image/initramfs.cpio
# A program of its own, so that what it executes has its name
if [ -n "$script" ] || [ $# -eq 2 ]; then
	echo '#!/bin/sh' >"$work/command"
	printf '%s\n' "${2-}" | cat ${script:+"$script"} >>"$work/command"
	chmod 755 "$work/command"
fi
# The kernel unpacks concatenated archives one after the other.
if [ -n "$archive" ]; then
	cat "$initrd" "$archive" >"$work/initrd.archive"
	initrd=$work/initrd.archive
fi
if [ -f "$work/command" ]; then
	(cd "$work" && echo command | cpio --quiet -o -H newc) |
		cat "$initrd" - >"$work/initrd"
	initrd=$work/initrd
fi

[ -f "$work/command" ] || show=--all
set -- --smp "$smp" --cpu "$cpu" --mem 512M --firmware "$firmware"
if [ -n "$edit$trace" ]; then
	dtb=$work/machine.dtb
	export dtb
	sh "$qemu" "$@" --dumpdtb "$dtb" >"$work/log" 2>&1 || {
		cat "$work/log" >&2
		die "QEMU gave no device tree"
	}
	sh -e -c "$edit" || die "the device tree cannot be changed"
	set -- "$@" --dtb "$dtb"
fi
if [ -n "$trace" ]; then
	# Word splitting is intended: words of trace_machine.py.
	# shellcheck disable=SC2086
	python3 "$here/../../platform/qemu/machine/trace_machine.py" "$dtb" \
		$trace --hardware "$work/hardware.dtb" --firmware "$dtb" ||
		die "no trace hardware"
	set -- "$@" --trace "$work/hardware.dtb" --trace-plugin "$plugin"
fi
set -- "$@" --kernel "$image/Image" --initrd "$initrd" \
	--append "console=ttyS0 $quiet panic=-1 cryptomgr.notests${append:+ $append}"
limit="--timeout $limit"
[ -f "$work/command" ] || limit=--interactive
if [ -n "$tasks" ]; then
	more="$more -plugin $tasks,out=$work/tasks"
	show="--tasks $work/tasks"
fi
# It removes the folder, also after a signal. Word splitting is intended.
# shellcheck disable=SC2086
exec python3 "$here/console.py" --remove "$work" $show -- sh "$qemu" "$@" \
	$limit -- $icount $more
