# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh that takes longer; it sets and has what is used here.
# shellcheck disable=SC2154

firmware=$root/usr/lib/riscv64-linux-gnu/hartscope/generic/fw_dynamic.bin

# The guest ends by itself when it has shown all there is.
boot()
{
	sh platform/qemu/qemu.sh --smp 1 --cpu sscofpmf=true \
		--firmware "$firmware" --kernel "$PAYLOAD" --timeout 120 -- \
		-icount shift=0 -plugin \
		"$lib/hartscope/qemu/plugin_ntrace.so,out=$tmp/boot.nt,code=on,hash=1048576" \
		>"$tmp/console" &&
		grep -q '^hartscope: PMU' "$tmp/console" && [ -s "$tmp/boot.nt" ]
}

# Every instruction that QEMU's hart executed, in order
decode_boot()
{
	"$tool" ntrace decode -f hash --against="$tmp/boot.nt.hash" \
		-o "$tmp/hash" "$tmp/boot.nt"
}

draw_boot()
{
	"$tool" ntrace decode -f flamegraph -i \
		"$root/usr/lib/riscv64-linux-gnu/hartscope/generic/fw_dynamic.elf,offset=0x80000000" \
		-o "$tmp/boot.svg" "$tmp/boot.nt" && grep -q sbi_init "$tmp/boot.svg"
}

check "QEMU boots the installed firmware, traced" boot
check "the installed tool decodes that trace" decode_boot
check "and draws it with the firmware's symbols" draw_boot
