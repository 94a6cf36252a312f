# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# For scripts that report the processor time of their programs.
# shellcheck disable=SC2034 # the scripts that source this file read it

# spent FILE: sets ms to the processor time of all programs that this shell started
# and that have ended. FILE is for what "times" prints, because a pipe is a subshell,
# which has times of its own.
spent()
{
	times >"$1"
	ms=$(sed -n '2s/[ms]/ /gp' "$1" |
		awk '{ print int(($1 * 60 + $2 + $3 * 60 + $4) * 1000) }')
	rm -f "$1"
}
