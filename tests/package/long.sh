#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Debian packages: made from clones of the commit in two folders, compared,
# checked by lintian, unpacked and used.

set -u

usage()
{
	cat <<EOT
Usage: long.sh TALLY DIR

Builds the packages of the commit that is checked out twice, in clones in DIR,
compares them, runs lintian, unpacks all into one tree, runs the checks of run.sh
there, and those of clean.sh in a Debian of its own. Leaves "PASSED FAILED" in TALLY. The environment is that of run.sh.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 2 ] || { usage >&2; exit 2; }
tally=$1 tmp=$(cd "$2" && pwd)
here=$(dirname "$0")
passed=0 failed=0
. "$here/check.sh"

# packages FROM NAME: of a clone of FROM
packages()
{
	rm -rf "${tmp:?}/$2" && git clone -q "$1" "$tmp/$2" &&
		(cd "$tmp/$2" && alone make -s deb) && ls "$tmp/$2"/build/deb/*.deb
}

same()
{
	for package in "$tmp"/one/build/deb/*.deb; do
		cmp "$package" "$tmp/two/build/deb/${package##*/}" || return
	done
}

lintian_clean()
{
	lintian --allow-root --fail-on error,warning \
		"$tmp"/one/build/deb/*.deb >"$tmp/lintian"
	status=$?
	cat "$tmp/lintian"
	[ $status -eq 0 ] && [ ! -s "$tmp/lintian" ]
}

maintained()
{
	[ "$(dpkg-deb -f "$tmp"/one/build/deb/hartscope_*.deb Maintainer)" = "$DEB_MAINTAINER" ]
}

# The tool loads it at run time, so its file does not name it.
depends()
{
	dpkg-deb -f "$tmp"/one/build/deb/hartscope_*.deb Depends |
		grep -E '\blib(llvm|capstone)[0-9]'
}

unpack()
{
	rm -rf "$tmp/root" && mkdir "$tmp/root" || return
	for package in "$tmp"/one/build/deb/*.deb; do
		dpkg-deb -x "$package" "$tmp/root" || return
	done
}

# The separator and the whole match of the command that fills it in
DEB_MAINTAINER='A & B | C <a@example.org>'
export DEB_MAINTAINER
check "packages" packages . one
check "their maintainer is the one that was named" maintained
check "packages in another folder" packages "$tmp/one" two
check "they are the same" same
check "lintian says nothing" lintian_clean
check "the tool's package depends on what disassembles" depends
check "they can be unpacked" unpack
rm -rf "$tmp/two"
sh "$here/run.sh" --amount=full --packages "$tmp/packages.tally" "$tmp" ||
	failed=$((failed + 1))
read -r more less <"$tmp/packages.tally" || { more=0; less=1; }
passed=$((passed + more)) failed=$((failed + less))
rm -rf "$tmp/debs"
mkdir "$tmp/debs" && mv "$tmp"/one/build/deb/*.deb "$tmp/debs"
rm -rf "$tmp/one"
sh "$here/clean.sh" "$tmp/clean.tally" "$tmp" || failed=$((failed + 1))
read -r more less <"$tmp/clean.tally" || { more=0; less=1; }
passed=$((passed + more)) failed=$((failed + less))
echo "# package: $passed passed, $failed failed"
mkdir -p "$(dirname "$tally")"
echo "$passed $failed" >"$tally"
