# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: parts of a trace that several processes
# decode, and the commands that join them. timed.nex has many synchronizing
# messages.
# shellcheck disable=SC2154

# shards N TRACE ARGUMENT...: all parts, one after the other
shards()
{
	n=$1 file=$2 part=0
	shift 2
	while [ $part -lt "$n" ]; do
		part=$((part + 1))
		nt decode --shard=$part/"$n" -i "$elf" "$@" "$file" || return
	done
}
joined()
{
	for form in ranges pcs sequence; do
		nt decode -f $form -i "$elf" "$tmp/timed.nex" >"$tmp/whole"
		for parts in 1 2 3 7 50; do
			shards $parts "$tmp/timed.nex" -f $form |
				cmp - "$tmp/whole" || return
		done
	done
	[ "$(nt decode -f pcs --shard=2/3 -i "$elf" "$tmp/timed.nex" |
		wc -l)" -gt 1000 ]
}
check "parts, one behind the other, are the whole" joined
# A part in which no message begins has no output, and no error.
more_than_messages()
{
	nt decode -i "$elf" "$trace" >"$tmp/whole"
	shards 40 "$trace" >"$tmp/joined" && cmp "$tmp/joined" "$tmp/whole"
}
check "more parts than messages are the whole" more_than_messages
joined_damaged()
{
	{
		head -c 900 "$tmp/timed.nex"
		printf '\376'
		tail -c +902 "$tmp/timed.nex"
	} >"$tmp/timedbad.nex"
	is 1 nt decode -i "$elf" "$tmp/timedbad.nex" >"$tmp/whole" 2>/dev/null
	part=0
	while [ $part -lt 5 ]; do
		part=$((part + 1))
		nt decode --shard=$part/5 -i "$elf" "$tmp/timedbad.nex" \
			2>/dev/null
	done | cmp - "$tmp/whole"
}
check "parts of a damaged trace are the whole" joined_damaged
merged()
{
	rm -f "$tmp"/shard.*
	for part in 1 2 3 4 5; do
		nt decode --shard=$part/5 -f counts -i "$elf" \
			-o "$tmp/shard.$part" "$tmp/timed.nex" || return
	done
	for form in counts coverage hot lcov; do
		nt decode -f $form -i "$elf" "$tmp/timed.nex" >"$tmp/whole"
		nt merge -f $form -i "$elf" "$tmp"/shard.* |
			cmp - "$tmp/whole" || return
	done
	nt merge -i "$elf" "$tmp/shard.1" | cmp - "$tmp/shard.1"
}
check "counts of parts, merged, are those of the whole" merged
twice()
{
	nt decode -f counts -i "$elf" -o "$tmp/once" "$trace" &&
		nt merge -i "$elf" "$tmp/once" "$tmp/once" |
		awk 'NR > 1 { $2 /= 2; $3 /= 2 } { print }' | cmp - "$tmp/once"
}
check "counts of two runs" twice
run decode-counts 0 decode -f counts -i "$elf" "$trace"
for shard in 0/3 4/3 3 1/x /; do
	is 2 nt decode --shard=$shard -i "$elf" "$trace" >"$tmp/out" 2>&1 ||
		echo "taken: $shard"
done >"$tmp/taken"
check "no such part" test ! -s "$tmp/taken"
run wrong-shard 2 decode --shard=4/3 -i "$elf" "$trace"
run wrong-shard-format 2 decode --shard=1/3 -f calls -i "$elf" "$trace"
run wrong-shard-last 2 decode --shard=1/3 --last=3 -i "$elf" "$trace"
run wrong-shard-pipe 2 decode --shard=1/3 -i "$elf" -
run wrong-counts-mode 2 decode -f counts -i "$elf,mode=m" "$trace"
run wrong-merge-none 2 merge -i "$elf"
run wrong-merge-image 2 merge "$tmp/once"
run wrong-merge-format 2 merge -f pcs -i "$elf" "$tmp/once"
run wrong-merge-file 2 merge -i "$elf" "$seq_in"
run wrong-merge-line 2 merge -i "$elf,to=0x80000028" "$tmp/once"
printf 'hartscope counts 1\n0x80000000 1 2\n' >"$tmp/more"
run wrong-merge-more 2 merge -i "$elf" "$tmp/more"
