# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What run.sh and long.sh count with: they set tmp, passed and failed.
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

# alone COMMAND...: without what make hands down to those that it starts
alone()
{
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
		-u HARTSCOPE_VERSION "$@"
}
