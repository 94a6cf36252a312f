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

# shellcheck source=tests/tool/viewers.sh
. "$here/viewers.sh"
