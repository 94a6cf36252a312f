# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# For the parts that run QEMU: level and build are set, and results are lines.
# shellcheck disable=SC2034

case "${1:-}" in
--help|-h) usage; exit 0 ;;
quick|full|long) ;;
*) usage >&2; exit 2 ;;
esac
level=$1 build=$2
here=$(dirname "$0")
# Parts run at the same time: each has a folder of its own.
part=$(basename "$0" .sh)
dir=$build/tandem/${part#part_}${XLEN:-}
so=$build/qemu/plugin_tandem.so
tool=$build/host/hartscope
mkdir -p "$dir"

# result STATUS NAME: if it failed, with the log
result()
{
	if [ "$1" -eq 0 ]; then
		echo "ok $2"
	else
		echo "not ok $2"
		tail -n 8 "$dir/log" | sed 's/^/    /'
	fi
}

# trace NAME XLEN OPTIONS [QEMU OPTION...]: the trace is $dir/NAME
trace()
{
	name=$1 xlen=$2 options=$3
	shift 3
	rm -f "$dir/$name.params"
	sh "$here/boot.sh" "$build" "$xlen" "$so,out=$dir/$name,$options" "$@" \
		>"$dir/log" 2>&1
}

# value NAME KEY: the value of a key in the file beside the trace
value()
{
	sed -n "s/^$2 //p" "$dir/$1.params"
}

# symbol XLEN NAME: its address in the payload
symbol()
{
	"${CROSS_COMPILE:-riscv64-linux-gnu-}nm" \
		"$build/rv$1/smode/mix_test.elf" |
		awk -v name="$2" '$3 == name { print "0x" $1 }'
}
