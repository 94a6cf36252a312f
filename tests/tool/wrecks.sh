# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh that gives the tool damaged recordings of Linux for an hour. Its
# sanitizers, if it has any, end it with a status of their own.
# shellcheck disable=SC2154

# shellcheck source=tests/tool/begin.sh
. "$here/begin.sh"
export ASAN_OPTIONS=exitcode=99:detect_leaks=0 UBSAN_OPTIONS=exitcode=99

python3 "$here/perf.py" family "$tool" "$elf" "$trace" "$seq_in" "$tmp" ||
	not_ok "no recording to damage"

# wrecks PART OPTION...
wrecks()
{
	check "$WRECKS damaged recordings: $*" python3 "$here/mutate.py" \
		--count "$WRECKS" --refused "$tmp/perf.data" "$tool" perf "$@" \
		-i "$elf"
}
: "${WRECKS:=10000}"
wrecks report --json
wrecks script
wrecks script --insns --json
wrecks inject -o /dev/null

# Indexes, some with wrong sums and some with right ones
wrecked_index()
{
	nt index --every=20 -i "$elf" -o "$tmp/wrecked.index" "$trace" &&
		python3 "$here/index.py" --count "$WRECKS" \
			"$tmp/wrecked.index" "$tmp/wreck.index" "$tool" ntrace \
			decode -f calls --function=leaf --insns=9..60 -i "$elf" \
			"$trace"
}
check "$WRECKS damaged indexes" wrecked_index

# Several jobs, under sanitizers
jobs()
{
	for _ in $(seq 2000); do
		cat "$trace"
	done >"$tmp/jobs.nex"
	for form in calls hash ranges hot; do
		nt decode -f $form -i "$elf" "$tmp/jobs.nex" >"$tmp/one" &&
			nt decode -f $form -i "$elf" --jobs=3 "$tmp/jobs.nex" |
			cmp - "$tmp/one" || return
	done
}
check "several jobs, and nothing undefined" jobs

# shellcheck source=tests/tool/viewers.sh
. "$here/viewers.sh"
