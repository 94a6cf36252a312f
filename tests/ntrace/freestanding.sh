#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Check that the codec needs no other library, and has no variables.

if [ "$#" -lt 2 ] || [ "$1" = --help ]; then
	echo "usage: freestanding.sh NM OBJECT..."
	echo "Checks that the objects refer to each other only, and to the four"
	echo "functions that every compiler may call, and that they have no"
	echo "writable data. Ends with a line 'PASSED FAILED'."
	[ "$1" = --help ]
	exit
fi

nm=$1
shift
what=$(echo "$1" | sed 's|.*/\(rv[0-9]*\)/.*|\1|')
passed=0
failed=0

# check NAME LIST: passes when the list is empty
check()
{
	if [ -z "$2" ]; then
		echo "ok freestanding, $what: $1"
		passed=$((passed + 1))
	else
		echo "not ok freestanding, $what: $1:"
		echo "$2" | sed 's/^/# /'
		failed=$((failed + 1))
	fi
}

all=$("$nm" "$@") || exit 1
defined=$(echo "$all" | awk 'NF == 3 { print $3 }')
foreign=$(echo "$all" | awk -v defined="$defined" '
	BEGIN {
		split(defined " memcpy memmove memset memcmp", names, /[ \n]+/)
		for (i in names)
			known[names[i]] = 1
	}
	$1 == "U" && !($2 in known) { print $2 }' | sort -u)
check "nothing else is needed" "$foreign"
# Tables of pointers are in .data.rel.ro
check "no writable data" "$("$nm" --format=sysv "$@" |
	awk -F '|' '$7 ~ /^ *\.(s?data|s?bss)(\.[^r]|$)/ { print $1 }')"
echo "$passed $failed"
