#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Gets the sources of the OpenSBI release that the firmware is built from.
# Wherever they come from, they are a tarball that is known to the last byte.

set -eu

# The default, and what is taken where that cannot be had
release=1.9
fallback=1.8.1
upstream=https://github.com/riscv-software-src/opensbi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope

# The SHA-256 of each tarball of a release: what "git archive" and gzip make of
# upstream's tag, and Debian's where that is another.
checksums()
{
	case "$1" in
	1.9) echo f6c4985843d6d878b5b511d7d7a930b6b541d3d9305371f2d9780765428f66f4 \
		edec527ed685b382259d23348266290f7c36a213d53822d27c3233f5d11f3d94 ;;
	1.8.1) echo fb1ae61a85e966322101acb1c982f84d9eaafc4de7dd474a7d7546d9bb321c6f ;;
	esac
}

usage()
{
	cat <<EOT
Usage: opensbi.sh DIR

Extracts the sources of OpenSBI $release into DIR, which is replaced, and writes the
name of the release into DIR.release. The tarball comes from the first of these that
has it:

  1. OPENSBI_TARBALL=FILE in the environment, of any known release
  2. the cache, $cache/opensbi-$release.tar.gz
  3. Debian's source package, through apt and this machine's own mirror
  4. the project's git repository, $upstream

A tarball whose checksum is not known is refused. OPENSBI_RELEASE in the environment
selects a release: $release or $fallback. If it selects none, and $release cannot be
downloaded, $fallback is taken, and a line says so.

opensbi.sh --checksums RELEASE prints the checksums of a release's tarballs.
EOT
}

die() { echo "opensbi.sh: $*" >&2; exit 1; }
say() { echo "  OPENSBI  $*"; }

# known FILE RELEASE: FILE is a tarball of RELEASE
known()
{
	found=$(sha256sum <"$1")
	found=${found%% *}
	for sum in $(checksums "$2"); do
		[ "$found" != "$sum" ] || return 0
	done
	return 1
}

# verify FILE RELEASE: the same, and says what is wrong
verify()
{
	! known "$1" "$2" || return 0
	{
		echo "opensbi.sh: $1 is not OpenSBI $2"
		for sum in $(checksums "$2"); do
			echo "  expected SHA-256 $sum"
		done
		echo "  found            $found"
	} >&2
	return 1
}

# Prints the first reason in the log of a place that does not have it.
no() { say "no:" "$(sed -n 's/^E: //p; s/^fatal: //p' "$temp/log" | head -n 1)"; }

# from_debian RELEASE FILE
from_debian()
{
	command -v apt-get >/dev/null || return 1
	mirror=$(apt_mirror)
	[ -n "$mirror" ] || return 1
	for suite in sid forky; do
		apt=$temp/$suite
		say "asking $mirror for the source package of $1 ($suite)"
		[ -f "$apt/apt.conf" ] || lists "$apt" >"$temp/log" 2>&1 ||
			{ no; continue; }
		(cd "$temp" && apt-get -q -c "$apt/apt.conf" source \
			--download-only --tar-only "opensbi=$1-1") \
			>"$temp/log" 2>&1 || { no; continue; }
		mv "$temp/opensbi_$1.orig.tar.gz" "$2"
		return
	done
	return 1
}

# lists DIR: the suite's index of sources
lists()
{
	apt_private "$1"
	# How old a mirror is does not matter for a file known by its checksum.
	echo 'Acquire::Check-Valid-Until "false";' >>"$1/apt.conf"
	echo "deb-src $(apt_signed_by) $mirror $suite main" >"$1/sources.list"
	apt-get -q -c "$1/apt.conf" update
}

# from_upstream RELEASE FILE: the forge's archives are what git archive and gzip
# make of the tag. Without an answer in a minute, or when nothing comes for half
# of one, the forge counts as unreachable.
from_upstream()
{
	command -v git >/dev/null || return 1
	say "asking $upstream for v$1"
	export GIT_TERMINAL_PROMPT=0
	timeout 60 git ls-remote -q --exit-code "$upstream" "refs/tags/v$1" \
		>"$temp/log" 2>&1 || { no; return 1; }
	git -c advice.detachedHead=false -c http.lowSpeedLimit=1000 \
		-c http.lowSpeedTime=30 clone -q --bare --depth 1 \
		--branch "v$1" "$upstream" "$temp/git" || return 1
	git -C "$temp/git" archive --format=tar --prefix="opensbi-$1/" "v$1" |
		gzip -cn >"$2"
}

# download RELEASE: into the cache
download()
{
	tarball=$temp/opensbi-$1.tar.gz
	for from in from_debian from_upstream; do
		if "$from" "$1" "$tarball" && verify "$tarball" "$1"; then
			mv "$tarball" "$cache"
			return
		fi
	done
	return 1
}

# in_cache RELEASE: it is there, from earlier or now
in_cache()
{
	if [ -f "$cache/opensbi-$1.tar.gz" ]; then
		verify "$cache/opensbi-$1.tar.gz" "$1" && return
		say "downloading it again"
		rm -f "$cache/opensbi-$1.tar.gz"
	fi
	[ -d "$temp" ] || temp=$(mktemp -d "$cache/opensbi.XXXXXX")
	download "$1"
}

# given FILE: sets the release that it is
given()
{
	[ -r "$1" ] || die "cannot read OPENSBI_TARBALL=$1;" \
		"give a tarball of OpenSBI $release, or leave it out" \
		"to have that downloaded"
	for wanted in ${OPENSBI_RELEASE:-$release $fallback}; do
		! known "$1" "$wanted" || { release=$wanted; return; }
	done
	verify "$1" "${OPENSBI_RELEASE:-$release}" ||
		die "give another OPENSBI_TARBALL=, or none"
}

# without RELEASE: how to have it all the same
without()
{
	echo "OpenSBI $1 cannot be downloaded; to have it, get" \
		"$upstream/archive/refs/tags/v$1.tar.gz and make" \
		"OPENSBI_TARBALL=FILE, or make OPENSBI_DIR=CHECKOUT"
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
--checksums) checksums "${2:-$release}"; exit ;;
-*|'') usage >&2; exit 2 ;;
esac
. "$(dirname "$0")/../platform/host/apt.sh"
[ -z "${OPENSBI_RELEASE:-}" ] || [ "$(checksums "$OPENSBI_RELEASE")" ] ||
	die "OPENSBI_RELEASE=$OPENSBI_RELEASE is not $release or $fallback;" \
		"for another, make OPENSBI_DIR=CHECKOUT"

temp=
trap '[ -z "$temp" ] || rm -rf "$temp"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$cache"
if [ -n "${OPENSBI_TARBALL:-}" ]; then
	given "$OPENSBI_TARBALL"
	tarball=$OPENSBI_TARBALL
else
	release=${OPENSBI_RELEASE:-$release}
	if ! in_cache "$release"; then
		{ [ -z "${OPENSBI_RELEASE:-}" ] && in_cache "$fallback"; } ||
			die "$(without "$release")"
		say "this is $fallback instead: $(without "$release")"
		release=$fallback
	fi
	tarball=$cache/opensbi-$release.tar.gz
fi
rm -rf "$1"
mkdir -p "$1"
tar -xzf "$tarball" -C "$1" --strip-components=1
echo "$release" >"$1.release"
