#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Traces that QEMU's plugin writes of the firmware and a payload.

# shellcheck disable=SC2154 # variables of common.sh
set -u

usage()
{
	cat <<EOT
Usage: part_producer.sh quick|full BUILD

Writes tandem traces under QEMU and checks the plugin's files about them, and
their listings.
EOT
}

. "$(dirname "$0")/common.sh"

# All instructions are explained, and no register has changed without a record;
# every N-th instruction all registers are compared.
unannounced()
{
	trace check "$1" "level=registers,check=$2,skip=${3:-0},count=${4:-100000000},exit=on" &&
		[ "$(value check lost)" = 0 ] &&
		[ "$(value check unannounced)" = 0 ] &&
		[ "$(value check insns)" -ge "${5:-8000000}" ]
}

# listed XLEN: the text equals the JSON, with the firmware's functions
listed()
{
	trace listed "$1" level=full,count=50000,exit=on &&
		python3 "$here/listing.py" "$tool" "$dir/listed" -- \
			-i "$build/rv$1/fw_dynamic.elf" >"$dir/log" 2>&1
	status=$?
	rm -f "$dir/listed"
	return $status
}

xlens='64 32'
[ "$level" != quick ] || xlens=64
for xlen in $xlens; do
	listed "$xlen"
	result $? "RV$xlen: 50000 instructions are the same as text and as JSON"
	unannounced "$xlen" 997
	result $? "RV$xlen: no register changes without being told, to the end"
	grep -q 'points: [0-9]* passed, 0 failed' "$dir/log"
	result $? "RV$xlen: the payload does as without being watched"
	[ "$level" = quick ] || {
		unannounced "$xlen" 1 6700000 1000000 1000000
		result $? "RV$xlen: ... looked at after each instruction"
	}
done

# bare XLEN NAME [COUNT [CPU]]: a program without a firmware is verified
bare()
{
	sh "$here/../../platform/qemu/qemu.sh" --xlen "$1" --timeout 1800 \
		--cpu "${4:-h=false,v=false,debug=false}" \
		--firmware "$build/host/tandem/$2$1.bin" -- \
		-icount shift=0,sleep=off \
		-plugin "$so,out=$dir/$2,count=${3:-100},exit=on" >"$dir/log" 2>&1
	"$tool" tandem verify --quiet "$dir/$2" >"$dir/log" 2>&1
}

# returns XLEN: to a vector's address; at one of them an interrupt is taken
# there
returns()
{
	bare "$1" returns &&
		grep -q '(1 exceptions, 1 interrupts)' "$dir/log"
}

# tables XLEN [CPU]: the hart sets A and D of an entry; it does not make it executable.
# A device fills the table after a fence.
tables()
{
	bare "$1" tables 100 "${2:-}" || return 1
	"$tool" tandem dump --quiet -f events "$dir/tables" |
		sed 's/^\(event memreq store 8 0x.* 0x\)c7$/\1cf/' \
			>"$dir/planted.events"
	"$tool" tandem convert --params="$dir/tables.params" \
		-o "$dir/planted" "$dir/planted.events" &&
		cp "$dir/tables.params" "$dir/planted.params" &&
		! "$tool" tandem verify --quiet "$dir/planted" >"$dir/log" 2>&1 &&
		grep -q 'PTE: .*00c7, seen 0x.*00cf$' "$dir/log"
}

tables 64 veyron-v1
result $? "... and of a hart whose ISA does not say who sets them"
for xlen in 64 32; do
	returns $xlen
	result $? "RV$xlen: a return to the address of a vector is no trap"
	tables $xlen
	result $? "RV$xlen: A and D of a page table are the hart's, other bits are found"
done

# triggers XLEN TRAPS: the hart watches as many bytes as a register holds
triggers()
{
	bare "$1" triggers 500 "h=false,v=false" &&
		grep -q "($2 exceptions, 0 interrupts)" "$dir/log"
}
triggers 64 20
result $? "RV64: triggers fire where the model says, and nowhere else"
triggers 32 18
result $? "RV32: ... too"

# leaves: 18 accesses fault, those to the 16 entries of one page do not
leaves()
{
	bare 64 leaves 1300 max &&
		grep -q '(18 exceptions, 0 interrupts)' "$dir/log"
}
leaves
result $? "Svnapot and Svpbmt: what is reserved faults, the rest does not"

# --- QEMU's own CPUs, as they are

# cpu_model XLEN NAME: the user does not name the hart's ISA
cpu_model()
{
	rm -f "$dir/cpu.params"
	sh "$here/../../platform/qemu/qemu.sh" --xlen "$1" --timeout 1800 \
		--cpu "$2" --firmware "$build/rv$1/fw_dynamic.bin" \
		--kernel "$build/rv$1/smode/mix_test.elf" -- \
		-icount shift=0,sleep=off -seed 1 -plugin \
		"$so,out=$dir/cpu,level=registers,count=4500000,exit=on" \
		>"$dir/log" 2>&1
	"$tool" tandem verify --quiet "$dir/cpu" >"$dir/log" 2>&1 &&
		[ "$(value cpu insns)" -ge 4500000 ]
	result $? "RV$1: CPU $2 is verified without being described"
}

cpu_model 64 rv64
cpu_model 32 rv32
[ "$level" = quick ] || {
	cpu_model 64 sifive-u54
	cpu_model 64 rva22s64
	cpu_model 64 thead-c906
	cpu_model 64 veyron-v1
	# OpenSBI reads the entropy of Zkr at boot, which the model lacks
	cpu_model 64 max,zkr=false
	cpu_model 32 sifive-u34
}
# A given name takes precedence over the trace's
! "$tool" tandem verify --quiet --hart=qemu-rv32 "$dir/cpu" >"$dir/log" 2>&1
result $? "... but not as another hart"

# --- several harts

several()
{
	SMP=4 KERNEL=$build/rv64/smode/hsm_test.elf CPU=sscofpmf=false
	export SMP KERNEL CPU
	trace harts 64 level=full,check=1009,count=8000000
	unset SMP KERNEL CPU
	for hart in '' .1 .2 .3; do
		[ "$(value "harts$hart" lost)" = 0 ] &&
			[ "$(value "harts$hart" unannounced)" = 0 ] &&
			[ "$(value "harts$hart" insns)" -gt 100000 ] &&
			"$tool" tandem verify --quiet "$dir/harts$hart" \
				>>"$dir/log" 2>&1 || return 1
	done
}

[ "$level" = quick ] || {
	several
	result $? "four harts: each has its own trace, which is verified"
}

# --- the traced part

# part NAME OPTIONS LEAST: a part of a run can be verified like all of it,
# because the trace begins with the state of the hart
part()
{
	trace part 64 "$2" && "$tool" tandem verify --quiet "$dir/part" \
		>>"$dir/log" 2>&1 && [ "$(value part insns)" -ge "$3" ]
	result $? "$1"
}

part "from one address to another" \
	"from=$(symbol 64 exceptions),to=$(symbol 64 registers)" 10000
part "so many instructions after others" \
	skip=6900000,count=300000,exit=on 300000
# A handler in the middle of a function, where satp is on: page tables have to
# be known before the first instruction is fetched.
fetched=$("${CROSS_COMPILE:-riscv64-linux-gnu-}objdump" -d \
	--disassemble=translation "$build/rv64/smode/mix_test.elf" |
	sed -n 's/^ *\([0-9a-f]*\):.*csrw[[:space:]]*stvec.*/0x\1/p')
part "from amid translated code on" \
	"from=$fetched,count=100000,exit=on" 100000
part "in the layout of Bluespec's readers" \
	dialect=bluespec,skip=6900000,count=300000,exit=on 300000
part "S-mode alone" priv=s 2000000
part "users alone" priv=u 300
! "$tool" tandem dump --quiet --kind=insn "$dir/part" | grep '@0x' |
	grep -vE " insn 0x0*$(symbol 64 user | cut -c3- | sed 's/^0*//; s/.$//')" \
		>"$dir/log"
result $? "... are where users are, and nothing else is"
trace part 64 level=registers,count=100000,exit=on &&
	! "$tool" tandem dump --quiet "$dir/part" | grep -E 'memreq|^ *paddr '
result $? "without memory, if it is not wanted"

# --- arguments

# refused WORDS OPTIONS: QEMU does not start, and the message has the words
refused()
{
	! sh "$here/boot.sh" "$build" 64 "$so,$2" >"$dir/log" 2>&1 &&
		grep -q "plugin_tandem: $1" "$dir/log"
	result $? "refused: $2"
}

refused "'(no out=FILE)'" level=pc
refused "'level=all'" "out=$dir/no,level=all"
refused "'from=here'" "out=$dir/no,from=here"
refused "'count=0'" "out=$dir/no,count=0"
refused "'priv=x'" "out=$dir/no,priv=x"
refused "'color=red'" "out=$dir/no,color=red"
refused "cannot write" "out=$dir/no/such/folder/file"
