#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The one place that knows how QEMU is called: make targets and tests give a
# machine in the words of this project and get its console on standard output.

set -eu

usage()
{
	cat <<EOF
Usage: qemu.sh [options] [-- QEMU options]

Boots one QEMU machine; its serial console is standard output.

  --xlen 32|64        RV32 or RV64 machine (default 64)
  --smp N             number of harts (default 1)
  --mem SIZE          RAM, as QEMU's -m (default 256M)
  --cpu PROPS         CPU properties after the model, e.g. sscofpmf=true
                      (a first word without '=' replaces the model: max,...)
  --board NAME        QEMU's machine (default virt)
  --machine PROPS     properties after the machine, e.g. aia=aplic-imsic
  --firmware FILE     M-mode firmware (QEMU -bios)
  --kernel FILE       S-mode payload or kernel (QEMU -kernel)
  --initrd FILE       initramfs
  --append STRING     kernel command line
  --dtb FILE          device tree to use instead of QEMU's own
  --dumpdtb FILE      write the machine's device tree and stop
  --trace FILE        trace hardware as this device tree has it, which
                      trace_machine.py made; RAM is a new file FILE.ram
  --trace-plugin FILE[,OPTIONS]  plugin_trace.so, which --trace needs
  --timeout SECONDS   end the machine when it has had so many seconds of the
                      processor, all harts together, or when it has slept 5 more
                      than that; exit status 137. How long a busy host lets
                      it wait does not count.
  --interactive       the terminal is the guest's: it gets all keys but ctrl-a,
                      and ctrl-a x ends the machine
  --print             print the QEMU command line instead of running it
EOF
}

xlen=64 smp=1 mem=256M cpu= board=virt machine= firmware= kernel= initrd= append= dtb=
dumpdtb= limit= interactive= print= trace= plugin=
die() { echo "qemu.sh: $*" >&2; exit 2; }

# look PROCESS: when it began, 1 if one of its threads runs or wants to, and ticks
# of the processor that it has had. Names of threads may have blanks.
look()
{
	cat "/proc/$1/stat" "/proc/$1/task"/*/stat 2>/dev/null | awk '
	{ sub(/.*[)] /, "") }
	NR == 1 { began = $20; used = $12 + $13; ended = $1 ~ /[ZX]/ }
	$1 != "S" { awake = 1 }
	END { if (NR > 1 && !ended) print began, awake + 0, used }'
}

# watch PROCESS SECONDS: end it, or be gone within a second of its end
watch()
{
	most=$(($2 * $(getconf CLK_TCK))) asleep=0 before='' first=''
	while sleep 1; do
		# shellcheck disable=SC2046 # words
		set -- "$1" "$2" $(look "$1")
		first=${first:-${3:-}}
		[ $# -eq 5 ] && [ "$3" = "$first" ] || return 0
		asleep=$((asleep + 1))
		[ "$4/$5" = "0/$before" ] || asleep=0
		before=$5
		if [ "$5" -gt "$most" ] || [ "$asleep" -gt $(($2 + 5)) ]; then
			kill -KILL "$1"
			return
		fi
		set -- "$1" "$2"
	done
}

while [ $# -gt 0 ]; do
	case "$1" in
	--help|-h) usage; exit 0 ;;
	--interactive) interactive=1; shift; continue ;;
	--print) print=1; shift; continue ;;
	--) shift; break ;;
	--*) [ $# -ge 2 ] || die "$1 needs a value; see --help" ;;
	*) die "unexpected argument '$1'; see --help" ;;
	esac
	case "$1" in
	--xlen) xlen=$2 ;;
	--smp) smp=$2 ;;
	--mem) mem=$2 ;;
	--cpu) cpu=$2 ;;
	--board) board=$2 ;;
	--machine) machine=$2 ;;
	--firmware) firmware=$2 ;;
	--kernel) kernel=$2 ;;
	--initrd) initrd=$2 ;;
	--append) append=$2 ;;
	--dtb) dtb=$2 ;;
	--dumpdtb) dumpdtb=$2 ;;
	--trace) trace=$2 ;;
	--trace-plugin) plugin=$2 ;;
	--timeout) limit=$2 ;;
	*) die "unknown option '$1'; see --help" ;;
	esac
	shift 2
done

case "$xlen" in 32|64) ;; *) die "--xlen is 32 or 64, not '$xlen'" ;; esac
for file in "$firmware" "$kernel" "$initrd" "$dtb" "$trace" "${plugin%%,*}"; do
	[ -z "$file" ] || [ -r "$file" ] || die "cannot read '$file'"
done
case "${cpu%%,*}" in
'') model=rv$xlen ;;
*=*) model=rv$xlen,$cpu ;;
*) model=$cpu ;;
esac
case "$trace/$plugin" in
/|?*/?*) ;;
*) die "--trace and --trace-plugin need each other" ;;
esac
serial=stdio
[ -z "$interactive" ] || serial=mon:stdio
machine=$board${machine:+,$machine}${dumpdtb:+,dumpdtb=$dumpdtb}

# The plugin and the machine share memory, and harts must not run while the
# hardware answers one of them.
if [ -n "$trace" ]; then
	machine=$machine,memory-backend=ram
	[ -n "$print" ] || rm -f "$trace.ram"
	set -- -accel tcg,thread=single \
		-object "memory-backend-file,id=ram,mem-path=$trace.ram,size=$mem,share=on" \
		-plugin "$plugin,dtb=$trace,ram=$trace.ram" "$@"
fi

set -- "${QEMU_PREFIX:-}qemu-system-riscv$xlen" -machine "$machine" \
	-cpu "$model" -smp "$smp" -m "$mem" -nographic -no-reboot \
	-monitor none -serial "$serial" \
	${firmware:+-bios "$firmware"} ${kernel:+-kernel "$kernel"} \
	${initrd:+-initrd "$initrd"} ${append:+-append "$append"} \
	${dtb:+-dtb "$dtb"} "$@"

if [ -n "$print" ]; then
	printf '%s ' "$@"
	echo
	exit 0
fi
# QEMU takes the place of this shell: a signal to it reaches the machine, and the end
# of the process that started it, too. Its console ends with it, and not when nobody
# watches any more.
if [ -n "$limit" ]; then
	(exec </dev/null >/dev/null 2>&1; watch $$ "$limit") &
fi
command -v setpriv >/dev/null && set -- setpriv --pdeathsig TERM "$@"
[ -n "$interactive" ] || exec "$@" </dev/null
exec "$@"
