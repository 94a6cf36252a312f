# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What all parts of run.sh have, which reads this first: the program, what it
# executed and its trace.
# shellcheck disable=SC2034,SC2154

seq_in=$here/run.pcseq info=$here/program.pcinfo elf=$tmp/program.elf
trace=$tmp/run.nex objcopy=${OBJCOPY:-riscv64-linux-gnu-objcopy}
nt encode --trap-kinds -o "$trace" "$seq_in" ||
	echo "there is no trace to go on with"

# branches RETURN OPTIONS: both formats count what the list of instructions tells,
# but for the trap return at that address
branches()
{
	return=$1
	shift
	for form in sequence bolt profgen; do
		nt decode -f $form "$@" >"$tmp/branches.$form" || return
	done
	python3 "$here/branches.py" "$tmp/branches.sequence" \
		"$tmp/branches.bolt" "$tmp/branches.profgen" "$return"
}
