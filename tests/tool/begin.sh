# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The common part of all parts of run.sh, which read this first: the program,
# its executed instructions and its trace.
# shellcheck disable=SC2034,SC2154

seq_in=$here/../../docs/examples/run.pcseq info=$here/program.pcinfo elf=$tmp/program.elf
trace=$tmp/run.nex objcopy=${OBJCOPY:-riscv64-linux-gnu-objcopy}
nt encode --trap-kinds -o "$trace" "$seq_in" ||
	echo "there is no trace to go on with"

# loop_of_work TIMES: the instructions of the loop of work, with the time after
# each
loop_of_work()
{
	awk -v times="$1" 'BEGIN {
		for (i = 0; i < times; i++) {
			print "0x8000002c,C4\n0x8000003c,L2\n0x8000003e,B4"
			print "0x80000046,J4\n0x8000004a,R2\n0x80000030,L4"
			print i < times - 1 ? "0x80000034,B4" : "0x80000034,BN4"
			print ".@time", 3 * i
		}
	}'
}

# branches RETURN OPTIONS: both formats have the counts of the list of
# instructions, except for the trap return at address RETURN
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
