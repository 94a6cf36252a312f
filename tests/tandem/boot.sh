#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A machine that boots the firmware and the payload of tests/tandem/payload/mix_test.c,
# with a plugin that watches it.

set -eu

usage()
{
	cat <<EOT
Usage: boot.sh BUILD XLEN PLUGIN [QEMU OPTION...]

Runs QEMU until the payload or the plugin ends. PLUGIN is the argument of QEMU's
-plugin, such as build/qemu/plugin_tandem.so,out=FILE. The machine has only parts
that can be modelled, and no devices that would take the firmware's time.

KERNEL in the environment names another payload, CPU more properties of the CPU,
SMP the number of harts (1).
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -ge 3 ] || { usage >&2; exit 2; }
build=$1 xlen=$2 plugin=$3
shift 3
here=$(dirname "$0")
smp=${SMP:-1}
dtb=$build/tandem/virt$xlen-$smp.dtb
kernel=${KERNEL:-$build/rv$xlen/smode/mix_test.elf}
# Without H, V and triggers: the model here has none.
cpu=h=false,v=false,debug=false${CPU:+,$CPU}

qemu()
{
	sh "$here/../../platform/qemu/qemu.sh" --xlen "$xlen" --smp "$smp" \
		--cpu "$cpu" --timeout 6000 "$@"
}

mkdir -p "$build/tandem"
if [ ! -e "$dtb" ]; then
	qemu --dumpdtb "$dtb.$$" 2>"$dtb.log" || { cat "$dtb.log" >&2; exit 1; }
	for node in /soc/virtio_mmio@10001000 /soc/virtio_mmio@10002000 \
		/soc/virtio_mmio@10003000 /soc/virtio_mmio@10004000 \
		/soc/virtio_mmio@10005000 /soc/virtio_mmio@10006000 \
		/soc/virtio_mmio@10007000 /soc/virtio_mmio@10008000 \
		/soc/pci@30000000 /soc/rtc@101000 /flash@20000000 \
		/fw-cfg@10100000 /platform-bus@4000000; do
		fdtput -r "$dtb.$$" "$node"
	done
	mv "$dtb.$$" "$dtb"
fi
# QEMU counts instructions instead of the host's time: every run is the same.
qemu --firmware "$build/rv$xlen/fw_dynamic.bin" --kernel "$kernel" \
	--dtb "$dtb" -- -icount shift=0,sleep=off -seed 1 -plugin "$plugin" "$@"
