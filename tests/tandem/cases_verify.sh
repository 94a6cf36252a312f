# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases for "hartscope tandem verify" and "compare".
# shellcheck disable=SC2154

verify_flute="verify -m $rtl/flute-rv64gc.memhex"
verify_piccolo="verify -m $rtl/piccolo-rv32imac.memhex"
# The initial value of mscratch, which no reset defines
unwritten=--initial=mscratch=0xaaaaaaaaaaaaaaaa

# --- Bluespec's cores execute like the model
# shellcheck disable=SC2086 # lists of arguments
{
	run verify-flute 0 $verify_flute $unwritten "$flute"
	run verify-piccolo 0 $verify_piccolo --initial=mscratch=0xaaaaaaaa \
		"$piccolo"
	# ... except for the value of mscratch after a reset
	run verify-mscratch 1 $verify_flute -i "$elf" "$flute"
	run verify-mscratch-json 1 $verify_flute -i "$elf" --json "$flute"
	run verify-mscratch-piccolo 1 $verify_piccolo --every-update "$piccolo"
	run verify-mscratch-one 1 $verify_flute --max-findings=1 "$flute"
	run verify-mscratch-outside 0 $verify_flute --outside=mscratch "$flute"
	# absent accesses are unknown, but for their effects
	run verify-absent 1 $verify_flute --absent=t0,t1 "$flute"
	run verify-require 1 $verify_flute $unwritten --require=paddr \
		--max-findings=2 "$flute"
	run verify-hart 1 $verify_flute --hart=qemu-rv64 --max-findings=1 \
		--initial=pc=0x70000000 "$flute"
	run verify-cut 1 $verify_flute $unwritten --params="$flute.params" \
		"$tmp/cut.tv"
	check "verify is JSON" json $verify_flute --json "$flute"
	slow_verify()
	{
		{
			head -c 1003 "$flute"
			sleep 0.1
			tail -c +1004 "$flute"
		} | nt $verify_flute $unwritten --hart=flute-rv64gc -
	}
	check "verify input in pieces" slow_verify
}
program_as_memory()
{
	nt verify $unwritten -m "$elf" "$flute" &&
		"${OBJCOPY:-objcopy}" -O binary "$elf" "$tmp/program.bin" &&
		nt verify $unwritten -m "$tmp/program.bin,at=0xc0000000" "$flute"
}
check "memory from an ELF file and from bytes" program_as_memory
check "without memory" nt verify $unwritten "$flute"
check "RAM and devices" nt verify $unwritten --ram=0xc0000000,0x10000,zero \
	--device=0x10000000,0x1000 -m "$rtl/flute-rv64gc.memhex" "$flute"

# --- letters of misa that the model lacks are named
printf 'event %s\n' begin stateinit 'reg 0x0301 64 0x80000000003411ad' end \
	begin 'state pc 0x1004' 'insn32 0x00000013' end >"$tmp/misa.events"
nt convert -o "$tmp/misa.tv" "$tmp/misa.events"
run verify-misa 0 verify --xlen=64 "$tmp/misa.tv"
# --- minstret, of harts that count retired instructions and of one that does
# not
printf 'event %s\n' begin stateinit 'state pc 0x1000' end \
	begin incpc 'insn32 0xb02022f3' 'reg 0x1005 64 0x100' end \
	begin incpc 'insn32 0x00000013' end \
	begin incpc 'insn32 0xb02022f3' 'reg 0x1005 64 0x105' end \
	>"$tmp/minstret.events"
nt convert -o "$tmp/minstret.tv" "$tmp/minstret.events"
run verify-minstret 1 verify --hart=spike-rv64 "$tmp/minstret.tv"
run verify-minstret-qemu 0 verify --hart=qemu-rv64 "$tmp/minstret.tv"
run verify-minstret-outside 0 verify --hart=spike-rv64 --outside=minstret \
	"$tmp/minstret.tv"

# a program with zeros instead of code, by its physical addresses
zeros()
{
	python3 - "$tmp/zeros.elf" <<'EOT'
import struct, sys
head = b"\177ELF\2\1\1" + bytes(9) + struct.pack(
    "<HHIQQQIHHHHHH", 2, 243, 1, 0xc0000000, 64, 0, 0, 64, 56, 1, 64, 0, 0)
part = struct.pack("<IIQQQQQQ", 1, 7, 0, 0xffffffffc0000000, 0xc0000000, 0, 0x1000,
                   16)
open(sys.argv[1], "wb").write(head + part)
EOT
	nt verify $unwritten --max-findings=1 -m "$tmp/zeros.elf" "$flute" \
		>"$tmp/found"
	[ $? -eq 1 ] && grep -q 'INSN: instruction: expected 0, seen' "$tmp/found"
}
check "memory that a program has as zeros" zeros

# --- every byte of a register, an address or store data counts
byte_counts()
{
	python3 - "$flute" "$tmp/changed.tv" "$1" <<'EOT'
import sys
source, out, offset = sys.argv[1:]
data = bytearray(open(source, "rb").read())
data[int(offset)] ^= 0x10
open(out, "wb").write(data)
EOT
	nt verify -m "$rtl/flute-rv64gc.memhex" --hart=flute-rv64gc \
		"$tmp/changed.tv" >"$tmp/found"
	[ $? -eq 1 ] && grep -q "^divergence 0: .* byte $2$" "$tmp/found"
}
check "a changed register" byte_counts 50 0x1f
check "a changed pc" byte_counts 34 0x1f

# --- another trace in place of the model
run compare-same 0 compare "$flute" "$flute"
run compare-model 0 verify --model=trace:"$flute" "$flute"
run compare-cut 1 compare "$flute" "$tmp/cut.tv"
run compare-longer 1 compare --params="$flute.params" "$tmp/cut.tv" "$flute"
byte_counts 50 0x1f
run compare-changed 1 compare "$flute" "$tmp/changed.tv"
# Another boot ROM in front of the same program
"$tool" tandem dump --format=events "$flute" | python3 -c '
import sys
groups = sys.stdin.read().split("event begin\n")[1:]
print("event begin\nevent state pc 0x7000000c\nevent stateinit\nevent end")
print("".join("event begin\n" + g for g in groups[4:]), end="")
' >"$tmp/rom.events"
"$tool" tandem convert -f events -o "$tmp/rom.tv" "$tmp/rom.events"
run compare-rom 1 compare --max-findings=0 "$flute" "$tmp/rom.tv"
run compare-from 0 compare --from=0xc0000000 "$flute" "$tmp/rom.tv"
run compare-from-other 0 compare --from=0xc0000000 "$tmp/rom.tv" "$flute"
byte_counts 50 0x1f
run compare-from-changed 1 compare --from=0x70000004 "$flute" "$tmp/changed.tv"
run compare-from-nowhere 1 compare --from=0x1234 "$flute" "$flute"
run wrong-from 2 verify --from=0x1234 "$flute"
check "compare input from a pipe" sh -c "cat '$flute' |
	'$tool' tandem compare '$flute' -"

# --- wrong arguments
run wrong-hart 2 verify --hart=vax "$flute"
run wrong-hart-xlen 2 verify --hart=piccolo-rv32imac "$flute"
run harts 0 verify --hart=list
run wrong-model 2 verify --model=crystal "$flute"
run wrong-second 2 compare "$flute"
run wrong-both-pipes 2 compare - -
run wrong-initial 2 verify --initial=pc "$flute"
run wrong-initial-name 2 verify --initial=ip=4 "$flute"
run wrong-absent 2 verify --absent=x32 "$flute"
run wrong-require 2 verify --require=pc "$flute"
run wrong-ram 2 verify --ram=0x80000000 "$flute"
run wrong-ram-end 2 verify --ram=0x80000000,0 "$flute"
run wrong-device 2 verify --device=0x1000,0x1000,zero "$flute"
run wrong-outside 2 verify --outside=mip:all "$flute"
run wrong-memory 2 verify -m "$flute" "$flute"
run wrong-memory-key 2 verify -m "$elf,to=5" "$flute"
printf '@c0000000 zz\n' >"$tmp/wrong.memhex"
run wrong-memory-hex 2 verify -m "$tmp/wrong.memhex" "$flute"
run verify-empty 1 verify /dev/null
