# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The cases for "hartscope tandem convert".
# shellcheck disable=SC2154

inputs=$here/corpus-convert
for log in own triggers isa32 isa64 hyp32 hyp64; do
	gzip -dc "$inputs/spike-$log.log.gz" >"$tmp/spike-$log.log"
done

# converted FILE OPTIONS...: the file becomes these events
converted()
{
	input=$1
	shift
	nt convert -o "$tmp/converted.tv" "$@" "$inputs/$input" >&2 || return
	nt dump --format=events "$tmp/converted.tv"
}
# golden NAME FILE OPTIONS...
golden_of()
{
	name=$1
	shift
	converted "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	cat "$tmp/err" >>"$tmp/out"
	if [ $status -eq 0 ] && compare "$name" "$tmp/out"; then
		ok "$name"
	else
		not_ok "$name" "$tmp/out"
	fi
}
golden_of convert-spike spike.log
golden_of convert-rvfi rvfi.txt --xlen=32
golden_of convert-rvfi-csv rvfi.csv
check "a trap that a log of commits does not show" \
	sh -c "[ \$(sed '/exception/d; /tval/d; /core   0: 0x/d' \
		'$inputs/spike.log' | '$tool' tandem convert - |
		'$tool' tandem dump --kind=trap - | grep -c trap) -eq 2 ]"
# Spike's own log of the project's program; the model agrees without an option.
spike_verified()
{
	nt convert -o "$tmp/own.tv" "$tmp/spike-own.log" &&
		nt verify "$tmp/own.tv" >"$tmp/found"
	status=$?
	cat "$tmp/found"
	[ $status -eq 0 ] && grep -q '(11 exceptions, 1 interrupts)' "$tmp/found"
}
check "a log of Spike is verified" spike_verified
# An interrupt that is not pending, if mip is declared known
spike_no_mip()
{
	nt convert -o "$tmp/own.tv" "$tmp/spike-own.log" &&
		sed -i 's/^mip-unknown yes/mip-unknown no/' "$tmp/own.tv.params"
	nt verify "$tmp/own.tv" >"$tmp/found"
	[ $? -eq 1 ] && grep -q '^ *INTERRUPT: .*not pending' "$tmp/found"
}
check "a key that says no" spike_no_mip
# ... with one wrong digit
spike_wrong()
{
	sed '150s/00b8$/00b9/' "$tmp/spike-own.log" >"$tmp/wrong.log"
	! cmp -s "$tmp/spike-own.log" "$tmp/wrong.log" &&
		nt convert -o "$tmp/own.tv" "$tmp/wrong.log" &&
		nt verify "$tmp/own.tv" >"$tmp/found"
	[ $? -eq 1 ]
}
check "... and what is wrong in it is found" spike_wrong
# Harts of other ISAs, which no log names: their instructions show the ISA.
spike_isa()
{
	nt convert -o "$tmp/isa.tv" "$tmp/spike-isa$1.log" >"$tmp/said" 2>&1 &&
		grep -qx "hart-model spike-rv$1$2" "$tmp/isa.tv.params" &&
		grep -q "instructions the hart is spike-rv$1$2\$" "$tmp/said" &&
		nt verify "$tmp/isa.tv"
}
check "the ISA of a hart of Spike, RV64" spike_isa 64 \
	_b_zicboz_zicond_zicntr_zihpm_zfh_svnapot_zicclsm
check "the ISA of a hart of Spike, RV32" spike_isa 32 \
	_b_zicboz_zicond_zicntr_zihpm_zfh_zicclsm
# A hart with H, whose program runs no guest
spike_hyp()
{
	sed "$2" "$tmp/spike-hyp$1.log" >"$tmp/hyp.log"
	nt convert -o "$tmp/hyp.tv" "$tmp/hyp.log" &&
		nt verify "$tmp/hyp.tv" >"$tmp/found" 2>"$tmp/said" &&
		grep -q 'misa has H' "$tmp/said"
}
check "a hart of Spike with H, RV64" spike_hyp 64 ''
check "a hart of Spike with H, RV32" spike_hyp 32 ''
# spike_hyp_wrong SED-SCRIPT SUBJECT
spike_hyp_wrong()
{
	! spike_hyp 64 "$1" && grep -q "^divergence 0: " "$tmp/found" &&
		grep -q "register $2" "$tmp/found"
}
check "... with a bit of S in mideleg that nobody wrote" spike_hyp_wrong \
	'/c771_mideleg/s/1444$/1446/' mideleg
check "... with another hstatus" spike_hyp_wrong \
	'/c1536_hstatus/s/2\(0*\)$/3\1/' hstatus
# The last load goes through 16 page table entries for one page
spike_load_wrong()
{
	sed '/(0x0402a383) x7 /s/x7  0x0000000000000000/x7  0x0000000000000001/' \
		"$tmp/spike-isa64.log" >"$tmp/wrong.log"
	! cmp -s "$tmp/spike-isa64.log" "$tmp/wrong.log" &&
		nt convert -o "$tmp/isa.tv" "$tmp/wrong.log" || return 1
	nt verify "$tmp/isa.tv" >"$tmp/found"
	[ $? -eq 1 ] && grep -q 'fault: wrong memory' "$tmp/found"
}
check "a load that does not give what was stored" spike_load_wrong
# A log of triggers.S; a trigger that is not armed, or is elsewhere, has not
# fired
spike_triggers()
{
	sed "$1" "$tmp/spike-triggers.log" >"$tmp/fired.log"
	nt convert -o "$tmp/fired.tv" "$tmp/fired.log" &&
		nt verify "$tmp/fired.tv"
}
check "triggers that fire on Spike" spike_triggers ''
# No event is lost, though the log names the hart only at its end.
spike_piped()
{
	nt convert - <"$tmp/spike-isa64.log" | nt verify -
}
check "a log through a pipe" spike_piped
spike_triggers_wrong()
{
	spike_triggers "$1" >"$tmp/found"
	[ $? -eq 1 ] && grep -q "fault: wrong $2" "$tmp/found"
}
check "... but for one that is off" spike_triggers_wrong \
	'/tdata1/s/2000000000000044$/2000000000000004/' writeback
check "... or elsewhere" spike_triggers_wrong '/tdata2/s/508$/528/' trap
# The last line, which Spike had not finished when it was ended
spike_cut()
{
	for left in 1 3; do
		head -n 120 "$tmp/spike-isa64.log" | head -c "-$left" \
			>"$tmp/amid.log"
		nt convert -o "$tmp/amid.tv" "$tmp/amid.log" 2>"$tmp/said"
		[ $? -eq 1 ] && grep -q 'ends amid a line' "$tmp/said" ||
			return 1
		nt verify "$tmp/amid.tv" >"$tmp/found"
		[ $? -eq 1 ] && grep -q '^not whole' "$tmp/found" || return 1
	done
}
check "a log that ends amid a line" spike_cut
spike_trigger()
{
	sed '20s/^/core   0: trigger action 0\n/' "$tmp/spike-own.log" |
		nt convert - >/dev/null
}
check "a log with a line about a trigger" spike_trigger
# Spike until 2020
spike_old()
{
	sed 's/) x\([0-9]\) /) x \1 /' "$tmp/spike-own.log" >"$tmp/old.log"
	grep -q ') x 5  *0x' "$tmp/old.log" &&
		nt convert -o "$tmp/old.tv" "$tmp/old.log" &&
		nt convert -o "$tmp/own.tv" "$tmp/spike-own.log" &&
		cmp "$tmp/old.tv" "$tmp/own.tv"
}
check "a log of an old Spike" spike_old
run wrong-hart-extension 2 verify --hart=spike-rv64_zvfh "$flute"
rvfi_trap()
{
	cat >"$tmp/trap.rvfi" <<'EOT'
rvfi_order=0 rvfi_insn=00002283 rvfi_trap=0 rvfi_mode=3 rvfi_rd_addr=5 rvfi_rd_wdata=7 rvfi_pc_rdata=80000000 rvfi_pc_wdata=80000004
rvfi_order=1 rvfi_insn=00002283 rvfi_trap=1 rvfi_mode=3 rvfi_rd_addr=0 rvfi_pc_rdata=80000004 rvfi_pc_wdata=80000040
rvfi_order=2 rvfi_insn=00000013 rvfi_trap=0 rvfi_mode=3 rvfi_rd_addr=0 rvfi_pc_rdata=80000040 rvfi_pc_wdata=80000044
EOT
	nt convert -o "$tmp/trap.tv" "$tmp/trap.rvfi" &&
		nt dump "$tmp/trap.tv" >"$tmp/found" &&
		! grep -q ' trap' "$tmp/found" &&
		[ "$(grep -c ' insn ' "$tmp/found")" -eq 3 ]
}
check "a load of RVFI that traps is one group" rvfi_trap
params_written()
{
	nt convert --xlen=32 --mlen=34 -o "$tmp/p.tv" "$inputs/rvfi.txt" &&
		printf '%s\n' 'lines 16' 'xlen 32' 'flen 0' 'mlen 34' \
			'dialect spec' 'absent fcsr' 'absent mepc' \
			'absent mcause' 'absent mtval' 'absent sepc' \
			'absent scause' 'absent stval' 'absent fpr' \
			'mip-unknown yes' "bytes $(wc -c <"$tmp/p.tv")" 'whole yes' |
		cmp - "$tmp/p.tv.params"
}
check "the parameters stand beside the trace" params_written
and_back()
{
	nt convert --params="$1.params" "$2" | cmp - "$1"
}
check "events of Flute and back" and_back "$flute" "$flute_events"
check "events of Piccolo and back" and_back "$piccolo" "$piccolo_events"
all_and_back()
{
	for name in memory-amo implied-ends; do
		nt dump --xlen=32 --quiet -f events "$tmp/$name.tv" |
			nt convert --xlen=32 - | cmp - "$tmp/$name.tv" || return
	done
	nt dump --xlen=32 --mlen=34 -f events "$tmp/rules-every.tv" |
		nt convert --xlen=32 --mlen=34 - | cmp - "$tmp/rules-every.tv"
} 2>/dev/null
check "events of all kinds and back" all_and_back

# wrong_line NAME STATUS OPTIONS TEXT: a message, which names the line
wrong_line()
{
	printf '%b\n' "$4" >"$tmp/wrong.txt"
	# shellcheck disable=SC2086 # a list
	run "convert-$1" "$2" convert $3 -o "$tmp/wrong.tv" "$tmp/wrong.txt"
}
spike='core   0: 3 0x0000000080000000 (0x00000013)'
wrong_line spike-core 2 '' "$spike\ncor 0"
wrong_line spike-two-harts 2 '' "$spike\n$(echo "$spike" | sed 's/0:/1:/')"
wrong_line spike-mode 2 '' "$spike\ncore   0: 7 0x80000004"
wrong_line spike-insn 2 '' 'core   0: 3 0x0000000080000000 0x13'
wrong_line spike-value 2 '' "$spike x5 zero"
wrong_line spike-register 2 '' "$spike y5 0x0"
wrong_line spike-digits 2 '' "$spike mem 0x80 0x123"
wrong_line spike-cause 2 '' "$spike\ncore   0: exception trap_door, epc 0x0"
wrong_line spike-traps 2 '' "$spike\ncore   0: exception trap_machine_ecall, epc \
0x4\ncore   0: exception trap_machine_ecall, epc 0x8"
wrong_line spike-wide 2 --flen=32 "$spike f5 0x100000000\n$spike"
wrong_line spike-twice 2 '' "$spike x5 0x1 x5 0x2\n$spike"
wrong_line spike-nothing 2 '' 'core   0: 0x0000000080000000 (0x00000013) nop'
wrong_line spike-vector 1 '' "$spike e32 m1 l4 v1 0x00010203\n$spike"
rvfi='rvfi_order=1 rvfi_insn=13 rvfi_pc_rdata=80000000 rvfi_pc_wdata=80000004'
wrong_line rvfi-order 2 '' "$rvfi\n$rvfi"
wrong_line rvfi-pc 2 '' "$rvfi\nrvfi_insn=13 rvfi_pc_rdata=80000008"
wrong_line rvfi-missing 2 '' 'rvfi_order=1 rvfi_insn=13'
wrong_line rvfi-number 2 '' 'rvfi_insn=13 rvfi_pc_rdata=8000000g'
wrong_line rvfi-pair 2 '' "$rvfi rd_addr"
wrong_line rvfi-rd 2 '' "$rvfi rd_addr=32 rd_wdata=0"
wrong_line rvfi-mask 2 '' "$rvfi mem_addr=80 mem_wmask=5 mem_wdata=0"
wrong_line rvfi-csr 2 '' "$rvfi csr_mnothing_wmask=1"
wrong_line rvfi-columns 2 '' 'rvfi_insn,rvfi_pc_rdata\n13,80000000,1'
wrong_line rvfi-few 2 '' 'rvfi_insn,rvfi_pc_rdata\n13'
wrong_line events-kind 2 '' 'event begin\nevent middle'
wrong_line events-value 2 '' 'event reg 0x1005 64'
wrong_line events-more 2 '' 'event incpc 4'
wrong_line events-state 2 '' 'event state pcc 4'
wrong_line events-error 2 '' 'event begin\nerror TRUNC 5'
wrong_line events-register 2 '' 'event reg 0x1040 64 0x0'
wrong_line unknown 2 '' 'hello'
run convert-from 2 convert --from=qemu "$inputs/spike.log"
run convert-empty 2 convert /dev/null
check "from can be said" sh -c "sed 's/rvfi_//' '$inputs/rvfi.csv' |
	'$tool' tandem convert --from=rvfi - | '$tool' tandem stat - >/dev/null"
