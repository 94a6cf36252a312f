# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Functions with which run.sh and long.sh count; these set tmp, passed and
# failed.
# shellcheck disable=SC2154

# check NAME COMMAND...
check()
{
	name=$1
	shift
	if "$@" >"$tmp/log" 2>&1; then
		passed=$((passed + 1))
		echo "ok $name"
	else
		failed=$((failed + 1))
		echo "not ok $name"
		sed 's/^/    /' "$tmp/log" | tail -n 20
	fi
}

# alone COMMAND...: without the variables that make passes to its commands
alone()
{
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
		-u HARTSCOPE_VERSION "$@"
}
