# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# For scripts that run many commands and print what came of them in order: as
# many at once as there are processors. A script that is stopped stops them.
# shellcheck disable=SC2034 # what the others read

# Commands in the background do not get the terminal's SIGINT: they are a
# session of their own, so that all processes that they have started can be
# ended. Linux gives each session the same share of the processors, unless its
# niceness is set.
parallel_stop()
{
	kill -- "-$parallel_runner" 2>/dev/null
	wait "$parallel_runner" 2>/dev/null
}

# parallel PREFIX COMMAND...: begin. The output of the Nth is PREFIX.N.log.
parallel()
{
	parallel_prefix=$1
	shift
	mkdir -p "$(dirname "$parallel_prefix")" || exit 1
	rm -f "$parallel_prefix".*.log "$parallel_prefix".*.status
	parallel_number=0
	for command; do
		parallel_number=$((parallel_number + 1))
		printf '%s\0%s\0' "$parallel_number" "$command"
	done >"$parallel_prefix.commands"
	PARALLEL_PREFIX=$parallel_prefix setsid sh -c '
		{ nice >/proc/self/autogroup; } 2>/dev/null
		exec xargs "$@"' sh -0 -n 2 -P "$(nproc)" \
		-a "$parallel_prefix.commands" sh -c '
		sh -c "$2" >"$PARALLEL_PREFIX.$1.log" 2>&1
		echo $? >"$PARALLEL_PREFIX.$1.now"
		mv "$PARALLEL_PREFIX.$1.now" "$PARALLEL_PREFIX.$1.status"' sh &
	parallel_runner=$! parallel_count=$#
	trap parallel_stop EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	parallel_number=0
}

# parallel_next: wait for the end of the next command, in order, and set log and
# status
parallel_next()
{
	parallel_number=$((parallel_number + 1))
	log=$parallel_prefix.$parallel_number.log
	while [ ! -e "$parallel_prefix.$parallel_number.status" ] &&
		kill -0 "$parallel_runner" 2>/dev/null; do
		sleep 0.1
	done
	status=137
	! [ -e "$parallel_prefix.$parallel_number.status" ] ||
		read -r status <"$parallel_prefix.$parallel_number.status"
	[ -e "$log" ] || echo 'it was not run' >"$log"
	# All have ended: another process may soon have their number
	[ "$parallel_number" -lt "$parallel_count" ] || {
		wait "$parallel_runner"
		trap - EXIT INT TERM HUP
	} 2>/dev/null
}
