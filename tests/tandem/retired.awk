# SPDX-License-Identifier: BSD-2-Clause
#
# Of what "hartscope tandem dump" shows, the addresses of instructions that have
# retired, as far as they are known: exceptions write an epc and a cause.
function flush() {
	if (pc != "" && !(epc && cause))
		print pc
	pc = ""
	epc = cause = 0
}
/^[0-9]+ @/ {
	flush()
	if ($3 == "insn" && $4 ~ /^0x/)
		pc = $4
}
/^ *[ms]epc / { epc = 1 }
/^ *[ms]cause / { cause = 1 }
END { flush() }
